//! Holds earlier results in memory.

use crate::array;
use crate::error::Error;
use crate::sorted_map::SortedMap;

/// A cache of arrays, one for each shard. The cache holds as many arrays as the memory limit
/// allows.
pub(crate) struct ShardWindow<T> {
    held: SortedMap<usize, Vec<T>>,
    /// Dropped arrays, which are reused for arrays of nearly the same length. The system would have
    /// to clear each page of a new array, so reuse saves time.
    spare: Vec<Vec<T>>,
    /// The memory limit in bytes. The cache exceeds the limit if the arrays that are needed at the
    /// same time do not fit.
    limit: u64,
}

impl<T: Clone + Default> ShardWindow<T> {
    /// The greatest total size, in bytes, of the arrays that are kept for reuse.
    const MOST_SPARE: u64 = 1 << 24;

    pub const fn new(limit: u64) -> Self {
        Self {
            held: SortedMap::new(),
            spare: Vec::new(),
            limit,
        }
    }

    pub fn get(&self, shard: usize) -> Option<&[T]> {
        self.held.get(shard).map(Vec::as_slice)
    }

    pub fn insert(&mut self, shard: usize, array: Vec<T>) {
        self.held.insert(shard, array);
    }

    pub fn remove(&mut self, shard: usize) -> Option<Vec<T>> {
        self.held.remove(shard)
    }

    /// Returns an array of `len` zeros. The caller fills the array and then passes it to `insert`.
    ///
    /// # Errors
    /// Fails when the system has no memory left.
    pub fn zeros(&mut self, len: usize) -> Result<Vec<T>, Error> {
        let fits = |spare: &Vec<T>| (len..=len + len / 8).contains(&spare.len());
        let Some(at) = self.spare.iter().position(fits) else {
            return array::zeros(len);
        };
        let mut array = self.spare.swap_remove(at);
        array.truncate(len);
        array.fill(T::default());
        Ok(array)
    }

    /// Drops the arrays of all shards for which `is_asked` returns `false`.
    pub fn retain(&mut self, is_asked: impl Fn(usize) -> bool) {
        let rest = self.held.keys().filter(|&shard| !is_asked(shard));
        for shard in rest.collect::<Vec<_>>() {
            let Some(array) = self.held.remove(shard) else {
                continue;
            };
            if bytes_of(self.spare.iter()) + bytes_of([&array].into_iter()) <= Self::MOST_SPARE {
                self.spare.push(array);
            }
        }
    }

    /// Makes room for `bytes` bytes: drops spare arrays first, and then arrays of shards that are
    /// not in `needed`. Returns whether there is room.
    pub fn make_room(&mut self, bytes: u64, needed: &[usize]) -> bool {
        while self.bytes() + bytes > self.limit {
            if self.spare.pop().is_some() {
                continue;
            }
            let rest = self.held.keys().find(|shard| !needed.contains(shard));
            if rest.and_then(|shard| self.held.remove(shard)).is_none() {
                return false;
            }
        }
        true
    }

    fn bytes(&self) -> u64 {
        let held = self.held.entries().iter().map(|(_, array)| array);
        bytes_of(held.chain(&self.spare))
    }
}

fn bytes_of<'a, T: 'a>(arrays: impl Iterator<Item = &'a Vec<T>>) -> u64 {
    arrays.map(|array| size_of_val(&array[..]) as u64).sum()
}

#[cfg(test)]
impl<T> ShardWindow<T> {
    pub fn shards(&self) -> impl Iterator<Item = usize> {
        self.held.keys()
    }
}
