//! Sorts states by their keys.

use alloc::vec::Vec;

/// Returns the keys in ascending order, each with its index in the input.
///
/// The states themselves are not moved, so that sorting is compiled once for all games.
pub fn order(keys: &mut dyn Iterator<Item = u64>) -> Vec<(u64, usize)> {
    let mut order: Vec<(u64, usize)> = keys.zip(0..).collect();
    order.sort_unstable();
    order
}

/// Returns the index of the first input with each key, in ascending order of the keys.
pub fn distinct(keys: &mut dyn Iterator<Item = u64>) -> Vec<usize> {
    let mut order = order(keys);
    order.dedup_by_key(|(key, _)| *key);
    order.into_iter().map(|(_, at)| at).collect()
}
