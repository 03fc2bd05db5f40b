//! The states that a walk through a game has met, and how it came there.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::game::Move;
use crate::place::Place;

/// States by the order in which they were first met, each with the move that led there.
pub(crate) struct Trail<S> {
    met: Vec<Met<S>>,
    by_key: BTreeMap<u64, usize>,
}

struct Met<S> {
    state: S,
    /// The number of the state before, and the move; `None` for a start.
    from: Option<(usize, Move)>,
}

/// What came of meeting a state.
pub(crate) enum Meeting {
    /// It is new, and has this number.
    New(usize),
    /// It was met before, and has this number.
    Again(usize),
    /// It has the key of another, which has this number.
    Clash(usize),
}

impl<S: Copy + Eq + fmt::Debug> Trail<S> {
    pub(crate) const fn new() -> Self {
        Self {
            met: Vec::new(),
            by_key: BTreeMap::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.met.len()
    }

    pub(crate) fn state(&self, number: usize) -> Option<S> {
        Some(self.met.get(number)?.state)
    }

    /// The states by their numbers.
    pub(crate) fn states(&self) -> impl Iterator<Item = S> {
        self.met.iter().map(|met| met.state)
    }

    /// The number of a state that was met and has this key.
    pub(crate) fn find(&self, key: u64, state: S) -> Option<usize> {
        let number = *self.by_key.get(&key)?;
        (self.met[number].state == state).then_some(number)
    }

    /// Takes note of a state, and of how it was reached if it is new.
    pub(crate) fn meet(&mut self, key: u64, state: S, from: Option<(usize, Move)>) -> Meeting {
        if let Some(&number) = self.by_key.get(&key) {
            return if self.met[number].state == state {
                Meeting::Again(number)
            } else {
                Meeting::Clash(number)
            };
        }
        let number = self.met.len();
        self.by_key.insert(key, number);
        self.met.push(Met { state, from });
        Meeting::New(number)
    }

    /// Where the state with this number is.
    pub(crate) fn place(&self, number: usize) -> Place {
        let (start, moves) = self.way(number);
        Place::new(start, moves, self.met[number].state)
    }

    /// Where the state is that `from` leads to; it need not have been met.
    pub(crate) fn place_after(&self, from: Option<(usize, Move)>, state: S) -> Place {
        let Some((number, mv)) = from else {
            return Place::new(state, Vec::new(), state);
        };
        let (start, mut moves) = self.way(number);
        moves.push(mv);
        Place::new(start, moves, state)
    }

    fn way(&self, mut number: usize) -> (S, Vec<Move>) {
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.met[number].from {
            moves.push(mv);
            number = before;
        }
        moves.reverse();
        (self.met[number].state, moves)
    }
}
