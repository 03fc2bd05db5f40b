//! A sorted map for which little code is compiled for each type of value.

use std::collections::BTreeMap;

/// A sorted map. A list contains the values, and a tree maps each key to the position of its value
/// in the list. So the tree is compiled once for all types of values.
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

    /// Sets the value of a key. An earlier value of the key is dropped.
    pub fn insert(&mut self, key: K, value: V) {
        let place = *self.places.entry(key).or_insert(self.entries.len());
        match self.entries.get_mut(place) {
            Some((_, known)) => *known = value,
            None => self.entries.push((key, value)),
        }
    }

    /// Returns the value of a key. A new key gets the default value.
    pub fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let place = *self.places.entry(key).or_insert(self.entries.len());
        if place == self.entries.len() {
            self.entries.push((key, V::default()));
        }
        &mut self.entries[place].1
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

    /// Returns the keys and the values, in any order.
    pub fn into_entries(self) -> Vec<(K, V)> {
        self.entries
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::PlacedMap;

    /// Compares the map with a `BTreeMap` after each step.
    #[test]
    fn values_stay_with_their_keys() {
        let (mut map, mut expected) = (PlacedMap::new(), BTreeMap::new());
        let mut number = 1_u32;
        for step in 0..10_000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = number >> 26;
            match number >> 12 & 3 {
                0 => assert_eq!(map.remove(key), expected.remove(&key)),
                1 => *map.entry(key) ^= step,
                _ => map.insert(key, step),
            }
            match number >> 12 & 3 {
                0 => {}
                1 => *expected.entry(key).or_default() ^= step,
                _ => drop(expected.insert(key, step)),
            }
            assert!(map.keys().eq(expected.keys().copied()));
            for key in 0..64 {
                assert_eq!(map.get(key), expected.get(&key));
            }
            assert_eq!(map.entries().len(), expected.len());
        }
        let mut entries = map.into_entries();
        entries.sort_unstable();
        assert!(entries.into_iter().eq(expected));
    }
}
