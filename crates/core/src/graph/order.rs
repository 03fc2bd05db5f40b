//! Sorts states by their keys.

use alloc::vec::Vec;

/// Returns the keys in ascending order, each with its index in the input.
///
/// This function sorts keys instead of states, so it is compiled once for all games.
pub fn order(keys: &mut dyn Iterator<Item = u64>) -> Vec<(u64, usize)> {
    let mut order: Vec<(u64, usize)> = keys.zip(0..).collect();
    order.sort_unstable();
    order
}

/// Returns, for each distinct key, the index at which it first occurs in the input. The result is
/// in ascending order of the keys.
pub fn distinct(keys: &mut dyn Iterator<Item = u64>) -> Vec<usize> {
    let mut order = order(keys);
    order.dedup_by_key(|(key, _)| *key);
    order.into_iter().map(|(_, at)| at).collect()
}
