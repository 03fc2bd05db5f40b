//! A hash table with open addressing that maps each key to a number.
//!
//! The standard hash map needs `std`. A B-tree is slower, because a look-up waits for memory at
//! every level of the tree.

use alloc::vec;
use alloc::vec::Vec;

/// A hash table that maps keys to numbers. The table stores only the numbers. The caller stores the
/// keys in a slice, in which the key for number `n` is at index `n`. The hash of a key selects the
/// slot at which the search for the key begins.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberTable {
    /// The slots. A new table has no slots; later, the number of slots is a power of two. At least
    /// a quarter of the slots are free.
    slots: Vec<u32>,
    len: usize,
}

impl NumberTable {
    pub(super) const FREE: u32 = u32::MAX;

    /// Returns the number that is stored for `key`. If `key` is not in the table, returns the free
    /// slot for its number as an error. This error is `None` if the table has no slots yet.
    pub(super) fn find(&self, keys: &[u64], key: u64) -> Result<u32, Option<usize>> {
        let mask = self.slots.len().checked_sub(1).ok_or(None)?;
        let mut slot = self.home(key);
        loop {
            match self.slots[slot] {
                Self::FREE => return Err(Some(slot)),
                number if keys[number as usize] == key => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Stores `number` for a new key. `place` is the free slot that [`find`](Self::find) returned.
    /// The caller has already added the key to `keys`.
    pub(super) fn insert(&mut self, place: Option<usize>, keys: &[u64], number: u32) {
        self.len += 1;
        match place {
            Some(slot) if 4 * self.len <= 3 * self.slots.len() => self.slots[slot] = number,
            _ => self.grow(keys, number),
        }
    }

    /// Makes the table larger, and stores `number` in it.
    fn grow(&mut self, keys: &[u64], number: u32) {
        let larger = vec![Self::FREE; (2 * self.slots.len()).max(64)];
        let numbers = core::mem::replace(&mut self.slots, larger);
        for number in numbers.into_iter().chain([number]) {
            if number == Self::FREE {
                continue;
            }
            if let Err(Some(slot)) = self.find(keys, keys[number as usize]) {
                self.slots[slot] = number;
            }
        }
    }

    /// Returns the slot at which the search for a key begins. The table must have at least two
    /// slots.
    fn home(&self, key: u64) -> usize {
        // The topmost bits of a product depend on all bits below them. The fold moves the
        // topmost bits of the key down.
        let spread = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> (u64::BITS - self.slots.len().ilog2())) as usize
    }
}
