//! Blocks that were read lately.

use std::sync::{Arc, Mutex, PoisonError};

/// The codes of some blocks, the last one asked for in front.
#[derive(Debug)]
pub(super) struct Cache {
    blocks: Mutex<Vec<(u64, Arc<[u16]>)>>,
}

impl Cache {
    /// How many blocks are kept: several for each move of a state.
    const BLOCKS: usize = 64;

    pub const fn new() -> Self {
        Self {
            blocks: Mutex::new(Vec::new()),
        }
    }

    /// A block, which is read if it is not here.
    pub fn get<E>(
        &self,
        number: u64,
        read: impl FnOnce() -> Result<Arc<[u16]>, E>,
    ) -> Result<Arc<[u16]>, E> {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = blocks.iter().position(|&(other, _)| other == number) {
            blocks[..=at].rotate_right(1);
        } else {
            // Nobody waits for the disk because of somebody else.
            drop(blocks);
            let block = read()?;
            blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            blocks.truncate(Self::BLOCKS - 1);
            blocks.insert(0, (number, block));
        }
        Ok(Arc::clone(&blocks[0].1))
    }
}
