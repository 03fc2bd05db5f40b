//! Sorted keys.

use crate::parallel;

/// Collects keys into a sorted set. A key may be added several times.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// The merged keys, each once, in rising order.
    keys: Vec<u64>,
    /// The keys that have been added since the last merge.
    new: Vec<u64>,
}

impl Collector {
    /// With fewer new keys than this, a merge is not worth the time.
    const FEW: usize = 1 << 18;

    /// Adds keys. Adding takes the least time if the keys come in rising runs.
    pub fn add(&mut self, keys: &[u64]) {
        self.new.extend_from_slice(keys);
        if self.new.len() >= Self::FEW.max(self.keys.len() / 4) {
            self.merge();
        }
    }

    /// Merges the new keys into the list of merged keys, from the greatest key down. In this order,
    /// no key is overwritten before it is read, so the merge needs no second list.
    fn merge(&mut self) {
        let Self { keys, new } = self;
        parallel::sort(new);
        new.dedup();
        let (mut old, mut left) = (keys.len(), new.len());
        let mut at = old + left;
        keys.reserve_exact(left);
        keys.resize(at, 0);
        while let Some(key) = left.checked_sub(1).map(|last| new[last]) {
            at -= 1;
            if old > 0 && keys[old - 1] > key {
                old -= 1;
                keys[at] = keys[old];
            } else {
                old -= usize::from(old > 0 && keys[old - 1] == key);
                left -= 1;
                keys[at] = key;
            }
        }
        // Duplicates leave a gap.
        keys.copy_within(at.., old);
        keys.truncate(keys.len() - (at - old));
        new.clear();
    }

    pub fn bytes(&self) -> u64 {
        ((self.keys.capacity() + self.new.capacity()) * size_of::<u64>()) as u64
    }

    /// Returns an upper estimate of a collector's size in bytes. `keys` is the number of different
    /// keys. `times` is the number of all keys that are added, with repetitions.
    pub fn bytes_for(keys: f64, times: f64) -> f64 {
        let new = times.min((keys / 4.0).max(Self::FEW as f64));
        // A growing vector has up to twice the room that it needs, and room for at least four
        // items. A merge frees no room where duplicates were.
        (keys + (3.0 * new).max(4.0)) * size_of::<u64>() as f64
    }

    /// Returns the keys, each once, in rising order.
    pub fn finish(mut self) -> Vec<u64> {
        self.merge();
        self.keys
    }
}

/// A sorted set of keys, with a table of positions that makes it fast to find a key.
#[derive(Debug, Default)]
pub(crate) struct Sorted {
    pub keys: Vec<u64>,
    /// Entry *h* is the position of the first key whose high bits are at least *h*. The high bits
    /// of a key are `(key - keys[0]) >> shift`.
    places: Vec<u32>,
    shift: u32,
}

impl Sorted {
    /// Creates the set from rising keys. There must be fewer than 2^32 keys.
    pub fn new(keys: Vec<u64>) -> Self {
        // If keys are spread evenly, only a few keys have the same high bits.
        let first = keys.first().copied().unwrap_or(0);
        let span = keys.last().map_or(0, |last| last - first);
        let bits = (keys.len() / 2).checked_ilog2().unwrap_or(0);
        // The difference between two keys may need all 64 bits.
        let width = u64::BITS - span.leading_zeros();
        let shift = width.saturating_sub(bits).min(u64::BITS - 1);
        let mut places = Vec::with_capacity((span >> shift) as usize + 2);
        for (place, key) in (0..).zip(&keys) {
            let high = ((key - first) >> shift) as usize;
            while places.len() <= high {
                places.push(place);
            }
        }
        places.push(keys.len() as u32);
        Self {
            keys,
            places,
            shift,
        }
    }

    #[inline]
    pub fn place(&self, key: u64) -> Option<usize> {
        let high = (key.checked_sub(*self.keys.first()?)? >> self.shift) as usize;
        let (&from, &to) = (self.places.get(high)?, self.places.get(high + 1)?);
        let (from, to) = (from as usize, to as usize);
        Some(from + self.keys[from..to].binary_search(&key).ok()?)
    }

    /// Returns the approximate memory in bytes for a set of `keys` keys, including `beside` bytes
    /// that the caller stores for each key.
    pub const fn bytes_for(keys: usize, beside: usize) -> u64 {
        (keys * (size_of::<u64>() + beside + size_of::<u32>())) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_and_the_greatest_key_are_found() {
        for keys in [
            vec![0, u64::MAX],
            vec![0, 5, u64::MAX],
            vec![u64::MAX],
            vec![0, 1, 1 << 63, u64::MAX],
        ] {
            let sorted = Sorted::new(keys.clone());
            for (place, &key) in keys.iter().enumerate() {
                assert_eq!(sorted.place(key), Some(place), "{key} in {keys:?}");
            }
            for other in [2, 7, (1 << 63) + 1, u64::MAX - 1] {
                assert_eq!(sorted.place(other), None, "{other} in {keys:?}");
            }
        }
    }

    /// Adds so many keys that the collector merges them several times. Many keys are added twice.
    #[test]
    fn keys_rise_and_are_there_once() {
        let (mut collector, mut all) = (Collector::default(), Vec::new());
        for round in 1..=6 {
            let most = round * Collector::FEW as u64 / 2;
            let keys = (0..most)
                .step_by(3)
                .map(|key| key * 0x9e37_79b9 % (2 * most));
            let keys: Vec<u64> = keys.collect();
            collector.add(&keys);
            all.extend(keys);
        }
        all.sort_unstable();
        all.dedup();
        assert!(collector.finish() == all);
    }
}
