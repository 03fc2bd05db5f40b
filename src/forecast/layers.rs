//! Layers of states that are still to be visited, in the order of their numbers.

use alloc::vec::Vec;
use core::cmp::Reverse;

/// The layers that are still to be visited: one or two for most games, thousands for some.
#[derive(Default)]
pub(super) struct Layers<T> {
    /// The layers, in descending order of numbers.
    layers: Vec<(u32, T)>,
}

impl<T: Default> Layers<T> {
    /// Creates an empty set of layers.
    pub(super) const fn new() -> Self {
        Self { layers: Vec::new() }
    }

    /// Returns whether no layers are left.
    pub(super) fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Returns the layers to come, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.layers.iter().map(|(_, layer)| layer)
    }

    /// Returns the layer with this number. It is created if it does not exist.
    pub(super) fn layer(&mut self, number: u32) -> &mut T {
        let found = self
            .layers
            .binary_search_by_key(&Reverse(number), |&(number, _)| Reverse(number));
        let at = found.unwrap_or_else(|at| {
            self.layers.insert(at, (number, T::default()));
            at
        });
        &mut self.layers[at].1
    }

    /// Removes and returns the layer with the least number.
    pub(super) fn pop_first(&mut self) -> Option<(u32, T)> {
        self.layers.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::Layers;

    #[test]
    fn layers_come_in_ascending_order() {
        let mut layers: Layers<u32> = Layers::new();
        for number in [5, 2, 9, 2, 3, 9, 0, 9] {
            *layers.layer(number) += 1;
        }
        let mut popped = alloc::vec![];
        while let Some(layer) = layers.pop_first() {
            popped.push(layer);
        }
        assert_eq!(popped, [(0, 1), (2, 2), (3, 1), (5, 1), (9, 3)]);
        assert!(layers.is_empty());
    }
}
