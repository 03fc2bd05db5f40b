//! Layers of a game that are yet to come, by their numbers.

use alloc::vec::Vec;

/// A few layers: moves lead to the next ones only, so that they are looked for from the
/// first on.
pub(crate) struct Layers<T> {
    /// By falling number.
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

    /// The layer with this number; a new one if there is none.
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

    /// Takes the layer with the least number out.
    pub(crate) fn pop_first(&mut self) -> Option<(u32, T)> {
        self.layers.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::Layers;

    #[test]
    fn layers_come_by_rising_number_whatever_the_order_they_are_asked_in() {
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
