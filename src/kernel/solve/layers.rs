//! Layers of states that are still to be visited, in the order of their numbers.

use alloc::vec::Vec;

/// A small number of layers. Moves mostly lead to one of the next layers, so a search
/// begins there.
pub(crate) struct Layers<T> {
    /// In descending order of numbers.
    layers: Vec<(u32, T)>,
}

#[cfg_attr(not(baked), expect(dead_code, reason = "only a forecast asks"))]
impl<T: Default> Layers<T> {
    pub(crate) const fn new() -> Self {
        Self { layers: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.layers.len()
    }

    /// The layer with this number, which is created if it does not exist.
    pub(crate) fn layer(&mut self, number: u32) -> &mut T {
        let at = self.layers.iter().rposition(|&(found, _)| found >= number);
        let at = match at {
            Some(at) if self.layers[at].0 == number => at,
            before => {
                let at = before.map_or(0, |before| before + 1);
                self.layers.insert(at, (number, T::default()));
                at
            }
        };
        &mut self.layers[at].1
    }

    /// Removes and returns the layer with the least number.
    pub(crate) fn pop_first(&mut self) -> Option<(u32, T)> {
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
