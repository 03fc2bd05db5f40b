//! A set of keys, in parts that threads fill at the same time.

use std::ops::Range;

/// How many parts a set has.
pub(super) const PARTS: usize = 64;

/// The place of no key.
const NONE: u64 = u64::MAX;

/// Spreads keys over parts and slots: the finishing step of SplitMix64 (G. L. Steele, D. Lea
/// and C. H. Flood, 2014), with the constants of D. Stafford.
const fn spread(key: u64) -> u64 {
    let z = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The part that a key belongs to.
#[inline]
pub(super) const fn part_of(key: u64) -> usize {
    (spread(key) % PARTS as u64) as usize
}

/// The keys of a part, by hash with linear probing, and perhaps their states.
#[derive(Clone, Debug)]
pub(super) struct Part<S> {
    /// [`NONE`] in free slots. There is always a free one.
    keys: Vec<u64>,
    /// By slot; none at all, if keys tell states.
    states: Vec<S>,
    len: usize,
}

impl<S: Copy> Part<S> {
    /// The greatest key.
    pub(super) const GREATEST: u64 = NONE - 1;

    pub(super) const fn new() -> Self {
        Self {
            keys: Vec::new(),
            states: Vec::new(),
            len: 0,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// How many slots there are.
    pub(super) fn slots(&self) -> usize {
        self.keys.len()
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(self.keys.as_slice()) + size_of_val(self.states.as_slice())) as u64
    }

    /// Those of some slots that have a key, with it.
    pub(super) fn slots_of(&self, slots: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
        let slots = slots.start.min(self.slots())..slots.end.min(self.slots());
        let first = slots.start;
        let keys = self.keys[slots].iter().copied();
        let keys = keys.enumerate().filter(|&(_, key)| key != NONE);
        keys.map(move |(at, key)| (first + at, key))
    }

    /// The state in a slot, if states are kept.
    pub(super) fn state(&self, slot: usize) -> Option<S> {
        self.states.get(slot).copied()
    }

    /// The slot of a key; `None` for one that is not there.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let slot = self.probe(key);
        (self.keys[slot] == key).then_some(slot)
    }

    /// The slot where a key is or belongs.
    #[inline]
    fn probe(&self, key: u64) -> usize {
        let slots = self.keys.len();
        let first = (u128::from(spread(key)) * slots as u128) >> u64::BITS;
        let mut slot = first as usize;
        while self.keys[slot] != key && self.keys[slot] != NONE {
            slot += 1;
            if slot == slots {
                slot = 0;
            }
        }
        slot
    }

    /// Puts a key in, with its state if states are kept, unless it is there.
    pub(super) fn insert(&mut self, key: u64, state: Option<S>) {
        if self.keys.len() <= self.len + self.len / 3 {
            self.resize(2 * self.len + 8);
        }
        let slot = self.probe(key);
        if self.keys[slot] == NONE {
            self.keys[slot] = key;
            self.len += 1;
            if let Some(state) = state {
                if self.states.is_empty() {
                    self.states = vec![state; self.keys.len()];
                }
                self.states[slot] = state;
            }
        }
    }

    /// Gives back the room that no key needs: one slot in nine stays free.
    pub(super) fn shrink(&mut self) {
        self.resize(self.len + self.len / 8 + 1);
    }

    fn resize(&mut self, slots: usize) {
        let keys = std::mem::replace(&mut self.keys, vec![NONE; slots]);
        let states = match self.states.first() {
            Some(&any) => std::mem::replace(&mut self.states, vec![any; slots]),
            None => Vec::new(),
        };
        for (old, key) in keys.into_iter().enumerate().filter(|&(_, key)| key != NONE) {
            let slot = self.probe(key);
            self.keys[slot] = key;
            if let Some(&state) = states.get(old) {
                self.states[slot] = state;
            }
        }
    }

    /// Forgets the states.
    pub(super) fn drop_states(&mut self) {
        self.states = Vec::new();
    }
}
