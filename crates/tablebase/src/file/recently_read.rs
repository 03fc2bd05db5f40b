//! A cache of recently read items.

use std::sync::{Mutex, PoisonError};

/// A cache of numbered items, such as the blocks of a file. The most recently used item comes
/// first.
#[derive(Debug)]
pub(super) struct RecentlyRead<T> {
    kept: Mutex<Vec<(u64, T)>>,
}

impl<T: Clone> RecentlyRead<T> {
    /// The greatest number of items. The largest items are blocks, which take tens of thousands of
    /// bytes each.
    const MOST: usize = 512;

    pub const fn new() -> Self {
        Self {
            kept: Mutex::new(Vec::new()),
        }
    }

    pub fn find(&self, number: u64) -> Option<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|&(other, _)| other == number)?;
        kept[..=at].rotate_right(1);
        Some(kept[0].1.clone())
    }

    /// Returns the item with this number. If the item is not in the cache, reads it.
    pub fn get<E>(&self, number: u64, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some(found) = self.find(number) {
            return Ok(found);
        }
        // No thread waits while another one reads.
        let read = read()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(Self::MOST - 1);
        kept.insert(0, (number, read.clone()));
        Ok(read)
    }
}
