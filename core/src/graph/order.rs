//! The order of states by their keys.

use alloc::vec::Vec;

/// Some keys in ascending order, each with its place among those given.
///
/// What has the keys is not moved, so that sorting is compiled once for all games.
pub fn order(keys: impl Iterator<Item = u64>) -> Vec<(u64, usize)> {
    let mut order: Vec<(u64, usize)> = keys.zip(0..).collect();
    sort(&mut order);
    order
}

fn sort(order: &mut [(u64, usize)]) {
    order.sort_unstable();
}
