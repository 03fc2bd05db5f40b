//! What was read lately.

use std::sync::{Mutex, PoisonError};

/// Some things by their numbers, the last one asked for in front.
#[derive(Debug)]
pub(super) struct Cache<T> {
    kept: Mutex<Vec<(u64, T)>>,
}

impl<T: Clone> Cache<T> {
    /// How many are kept; blocks have a few ten thousand bytes each.
    const MOST: usize = 256;

    pub const fn new() -> Self {
        Self {
            kept: Mutex::new(Vec::new()),
        }
    }

    /// The thing with a number, which is read if it is not here.
    pub fn get<E>(&self, number: u64, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|&(other, _)| other == number) {
            kept[..=at].rotate_right(1);
        } else {
            // Nobody waits for the disk because of somebody else.
            drop(kept);
            let read = read()?;
            kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.truncate(Self::MOST - 1);
            kept.insert(0, (number, read));
        }
        Ok(kept[0].1.clone())
    }
}
