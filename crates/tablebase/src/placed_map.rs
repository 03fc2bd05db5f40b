//! A map of which little is compiled for each type of value.

use std::collections::BTreeMap;

/// A sorted map whose tree holds the places of values in a list, and not the values. The tree is compiled once
/// for all types of values.
pub(crate) struct PlacedMap<K, V> {
    places: BTreeMap<K, usize>,
    entries: Vec<(K, V)>,
}

impl<K: Copy + Ord, V> PlacedMap<K, V> {
    pub const fn new() -> Self {
        Self {
            places: BTreeMap::new(),
            entries: Vec::new(),
        }
    }

    pub fn get(&self, key: K) -> Option<&V> {
        self.places.get(&key).map(|&place| &self.entries[place].1)
    }

    /// Adds a value. A value that the key had before is dropped.
    pub fn insert(&mut self, key: K, value: V) {
        match self.places.insert(key, self.entries.len()) {
            None => self.entries.push((key, value)),
            Some(place) => {
                self.places.insert(key, place);
                self.entries[place].1 = value;
            }
        }
    }

    pub fn remove(&mut self, key: K) -> Option<V> {
        let place = self.places.remove(&key)?;
        let (_, value) = self.entries.swap_remove(place);
        if let Some(&(moved, _)) = self.entries.get(place) {
            self.places.insert(moved, place);
        }
        Some(value)
    }

    /// Returns the keys, in rising order.
    pub fn keys(&self) -> impl Iterator<Item = K> {
        self.places.keys().copied()
    }

    /// Returns the keys and the values, in any order.
    pub fn entries(&self) -> &[(K, V)] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::PlacedMap;

    /// Compares with a tree of values.
    #[test]
    fn values_stay_with_their_keys() {
        let (mut map, mut expected) = (PlacedMap::new(), BTreeMap::new());
        let mut number = 1_u32;
        for step in 0..10_000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = number >> 26;
            if number >> 12 & 3 == 0 {
                assert_eq!(map.remove(key), expected.remove(&key));
            } else {
                map.insert(key, step);
                expected.insert(key, step);
            }
            assert!(map.keys().eq(expected.keys().copied()));
            for key in 0..64 {
                assert_eq!(map.get(key), expected.get(&key));
            }
            assert_eq!(map.entries().len(), expected.len());
        }
    }
}
