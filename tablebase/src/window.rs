//! What is held in memory of earlier results.

use std::collections::BTreeMap;

/// Arrays by the number of their shard, as many as memory allows.
pub(crate) struct Window<T> {
    held: BTreeMap<usize, Vec<T>>,
    /// The most bytes, if those that are needed at a time allow it.
    limit: u64,
}

impl<T> Window<T> {
    pub const fn new(limit: u64) -> Self {
        Self {
            held: BTreeMap::new(),
            limit,
        }
    }

    pub fn get(&self, shard: usize) -> Option<&[T]> {
        self.held.get(&shard).map(Vec::as_slice)
    }

    pub fn insert(&mut self, shard: usize, array: Vec<T>) {
        self.held.insert(shard, array);
    }

    pub fn remove(&mut self, shard: usize) -> Option<Vec<T>> {
        self.held.remove(&shard)
    }

    /// Drops what nobody will ask for.
    pub fn retain(&mut self, is_asked: impl Fn(usize) -> bool) {
        self.held.retain(|&shard, _| is_asked(shard));
    }

    /// Makes room for so many more bytes, if what is not needed takes them.
    pub fn make_room(&mut self, bytes: u64, needed: &[usize]) {
        while self.bytes() + bytes > self.limit {
            let mut rest = self.held.keys().filter(|shard| !needed.contains(shard));
            let Some(&shard) = rest.next() else {
                return;
            };
            self.held.remove(&shard);
        }
    }

    fn bytes(&self) -> u64 {
        let arrays = self.held.values();
        arrays
            .map(|array| size_of_val(array.as_slice()) as u64)
            .sum()
    }
}

#[cfg(test)]
impl<T> Window<T> {
    /// The shards whose arrays are held.
    pub fn shards(&self) -> impl Iterator<Item = usize> {
        self.held.keys().copied()
    }
}
