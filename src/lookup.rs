//! The answers: constant-time look-up in what was baked.

use core::hash::Hasher;

use phf_shared::{PhfBorrow, PhfHash};

use crate::analysis::Analysis;
use crate::baked;
use crate::games::tictactoe::State;
use crate::games::tictactoe::TicTacToe;
use crate::record::Record;
use crate::solved::Solved;

/// Everything about a state under perfect play; `None` exactly for a state that no game
/// reaches.
///
/// Constant time: two loads, an addition and a comparison. Never panics.
///
/// ```
/// use perfectplay::{Value, lookup, state};
///
/// const RECORD: Option<perfectplay::Record> = lookup(state!(X O . / . X . / . . .));
/// assert_eq!(RECORD.map(|record| record.value()), Some(Value::Loss));
/// assert_eq!(lookup(state!(X X X / . . . / . . .)), None);
/// ```
#[must_use]
#[inline]
pub const fn lookup(state: State) -> Option<Record> {
    let (row, column) = state.address();
    let slot = baked::ROWS[row] as usize + column;
    if slot < baked::SLOTS.len() {
        let record = Record::from_bits(baked::SLOTS[slot]);
        // The rows lie between each other. A record of the same row is this state's,
        // since no other of its columns has this slot. An unused slot seems to be of the
        // empty board's row, and that has one column only.
        if record.is_of(state) {
            return Some(record);
        }
    }
    stranger();
    None
}

/// Called where no game reaches a state.
///
/// Apart and cold, so that the check of a record is a branch that the processor guesses
/// rather than a choice that waits for the record: a chain of look-ups takes a sixth
/// less time. It does not give the answer, which would then be looked at once more.
/// `cargo bench` shows both.
#[cold]
#[inline(never)]
const fn stranger() {}

/// All 5,478 reachable states and their records in a compile-time hash table.
///
/// For those who want one: `get`, `entries` and `len` are those of [`phf::Map`], and the
/// order of the entries is the same in every build. [`lookup`] gives the same answers
/// many times as fast, and a program that calls only one of them carries only the data
/// of that one.
///
/// ```
/// use perfectplay::{MAP, lookup, state};
///
/// let state = state!(X . O / . . . / . . .);
/// assert_eq!(MAP.get(&state).copied(), lookup(state));
/// assert_eq!(MAP.len(), 5478);
/// ```
pub static MAP: &phf::Map<State, Record> = &baked::MAP;

/// Every reachable state and its record, in the order of the states.
///
/// ```
/// assert_eq!(perfectplay::records().count(), 5478);
/// ```
pub fn records() -> impl Iterator<Item = (State, Record)> {
    State::all().filter_map(|state| Some((state, lookup(state)?)))
}

impl Solved for TicTacToe {
    type Game = Self;

    fn game(&self) -> &Self {
        self
    }

    fn analysis(&self, state: State) -> Option<Analysis> {
        lookup(state).map(Record::analysis)
    }

    fn states(&self) -> u64 {
        MAP.len() as u64
    }
}

impl PhfHash for State {
    fn phf_hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().phf_hash(hasher);
    }
}

impl PhfBorrow<State> for State {
    fn borrow(&self) -> &State {
        self
    }
}
