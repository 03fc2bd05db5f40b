//! What is held in memory of earlier results.

use std::collections::BTreeMap;

/// Arrays by the number of their batch, as many as memory allows.
pub(crate) struct Window<T> {
    held: BTreeMap<usize, Vec<T>>,
    /// The most bytes, if those that are needed at a time allow it.
    limit: u64,
}

impl<T> Window<T> {
    pub(crate) const fn new(limit: u64) -> Self {
        Self {
            held: BTreeMap::new(),
            limit,
        }
    }

    pub(crate) fn get(&self, batch: usize) -> Option<&[T]> {
        self.held.get(&batch).map(Vec::as_slice)
    }

    pub(crate) fn insert(&mut self, batch: usize, array: Vec<T>) {
        self.held.insert(batch, array);
    }

    /// Drops what nobody will ask for.
    pub(crate) fn retain(&mut self, is_asked: impl Fn(usize) -> bool) {
        self.held.retain(|&batch, _| is_asked(batch));
    }

    /// Makes room for so many more bytes, if what is not needed takes them.
    pub(crate) fn make_room(&mut self, bytes: u64, needed: &[usize]) {
        while self.bytes() + bytes > self.limit {
            let mut rest = self.held.keys().filter(|batch| !needed.contains(batch));
            let Some(&batch) = rest.next() else {
                return;
            };
            self.held.remove(&batch);
        }
    }

    fn bytes(&self) -> u64 {
        let arrays = self.held.values();
        arrays
            .map(|array| size_of_val(array.as_slice()) as u64)
            .sum()
    }
}
