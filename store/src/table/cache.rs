//! Blocks that were read lately.

use std::sync::{Arc, Mutex, PoisonError};

use crate::block::Block;

/// Some blocks, the last one asked for in front.
#[derive(Debug)]
pub(super) struct Cache {
    blocks: Mutex<Vec<(u64, Arc<Block>)>>,
}

impl Cache {
    /// How many blocks are kept, of a few thousand bytes each.
    const BLOCKS: usize = 256;

    pub const fn new() -> Self {
        Self {
            blocks: Mutex::new(Vec::new()),
        }
    }

    /// A block, which is read if it is not here.
    pub fn get<E>(
        &self,
        number: u64,
        read: impl FnOnce() -> Result<Arc<Block>, E>,
    ) -> Result<Arc<Block>, E> {
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
