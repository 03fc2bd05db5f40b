//! A sorted map that compiles to little code for each type of value.

/// A map that stores its entries in a list, sorted by key.
pub(crate) struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K: Copy + Ord, V> SortedMap<K, V> {
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    fn find(&self, key: K) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&key, |&(key, _)| key)
    }

    pub fn get(&self, key: K) -> Option<&V> {
        Some(&self.entries[self.find(key).ok()?].1)
    }

    /// Sets the value of a key. If the key already has a value, the new value replaces it.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(key) {
            Ok(at) => self.entries[at].1 = value,
            Err(at) => self.entries.insert(at, (key, value)),
        }
    }

    /// Returns the value of a key. If the map does not contain the key, adds the key with the
    /// default value.
    pub fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.find(key).unwrap_or_else(|at| {
            self.entries.insert(at, (key, V::default()));
            at
        });
        &mut self.entries[at].1
    }

    pub fn remove(&mut self, key: K) -> Option<V> {
        Some(self.entries.remove(self.find(key).ok()?).1)
    }

    pub fn keys(&self) -> impl Iterator<Item = K> {
        self.entries.iter().map(|&(key, _)| key)
    }

    pub fn entries(&self) -> &[(K, V)] {
        &self.entries
    }

    pub fn into_entries(self) -> Vec<(K, V)> {
        self.entries
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::SortedMap;

    /// Compares the map with a `BTreeMap` after each step.
    #[test]
    fn values_stay_with_their_keys() {
        let (mut map, mut expected) = (SortedMap::new(), BTreeMap::new());
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
        assert!(map.into_entries().into_iter().eq(expected));
    }
}
