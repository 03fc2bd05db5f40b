//! A hash table with open addressing that maps each key to a number.
//!
//! Without `std` there is no hash map, and a B-tree waits for memory at every level.

use alloc::vec;
use alloc::vec::Vec;

/// A hash table that maps keys to numbers. It stores only the numbers; the caller stores the keys.
/// The hash of a key selects the slot at which the search for the key begins.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberTable {
    /// The slots. Their number is 0 at first, and then a power of two. At least a quarter of the
    /// slots are free.
    slots: Vec<u32>,
    len: usize,
}

impl NumberTable {
    /// The content of a free slot.
    pub(super) const FREE: u32 = u32::MAX;

    /// Returns the number of a key. The error is the free slot where the number belongs, or `None`
    /// if there are no slots.
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

    /// Adds the number of a new key. `place` is the free slot that [`find`](Self::find) returned.
    /// The caller has already added the key to `keys`.
    pub(super) fn insert(&mut self, place: Option<usize>, keys: &[u64], number: u32) {
        self.len += 1;
        match place {
            Some(slot) if 4 * self.len <= 3 * self.slots.len() => self.slots[slot] = number,
            _ => self.grow(keys, number),
        }
    }

    /// Doubles the number of slots, and adds `number`.
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

    /// Returns the slot at which the search for a key begins. There are at least two slots.
    fn home(&self, key: u64) -> usize {
        // The topmost bits of a product depend on all bits below them. The fold moves the
        // topmost bits of the key down.
        let spread = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> (u64::BITS - self.slots.len().ilog2())) as usize
    }
}
