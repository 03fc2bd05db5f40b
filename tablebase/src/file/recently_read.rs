//! What was read lately.

use std::sync::{Mutex, PoisonError};

/// Some things by their numbers, the last one asked for in front.
#[derive(Debug)]
pub(super) struct Cache<T> {
    kept: Mutex<Vec<(u64, T)>>,
}

impl<T: Clone> Cache<T> {
    /// How many are kept; blocks have some ten thousand bytes each.
    const MOST: usize = 512;

    pub const fn new() -> Self {
        Self {
            kept: Mutex::new(Vec::new()),
        }
    }

    /// Returns the thing with a number, if it is here.
    pub fn find(&self, number: u64) -> Option<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|&(other, _)| other == number)?;
        kept[..=at].rotate_right(1);
        Some(kept[0].1.clone())
    }

    /// Returns the thing with a number, which is read if it is not here.
    pub fn get<E>(&self, number: u64, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some(found) = self.find(number) {
            return Ok(found);
        }
        // No thread waits for a read of another one.
        let read = read()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(Self::MOST - 1);
        kept.insert(0, (number, read.clone()));
        Ok(read)
    }
}
