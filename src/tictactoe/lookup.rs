//! Constant-time look-up in the baked table.

use core::convert::Infallible;

use super::baked;
use crate::solved::Solved;
use perfectplay_core::Analysis;
use perfectplay_core::tictactoe::{Record, State, TicTacToe};

/// Returns the record of a state. The record gives the value, the distance and the sets of moves of
/// the state under perfect play. `None` if and only if no game reaches the state.
///
/// A look-up takes constant time, which is spent on two loads, an addition and a comparison. It
/// never panics.
///
/// ```
/// use perfectplay::tictactoe::state;
/// use perfectplay::{Value, lookup};
///
/// const RECORD: Option<perfectplay::tictactoe::Record> = lookup(state!(X O . / . X . / . . .));
/// assert_eq!(RECORD.map(|record| record.value()), Some(Value::Loss));
/// assert_eq!(lookup(state!(X X X / . . . / . . .)), None);
/// ```
#[must_use]
#[inline]
pub const fn lookup(state: State) -> Option<Record> {
    let slot = address(state);
    if slot < baked::SLOTS.len() {
        let record = Record::from_bits(baked::SLOTS[slot]);
        // The rows overlap, so the record may belong to another row. A record of the right row
        // belongs to this state, because no other column of the row has the same slot. An unused
        // slot looks like a record in the row of the empty board, which has only one column.
        if record.is_of(state) {
            return Some(record);
        }
    }
    unreachable_state();
    None
}

/// Returns the index of a state in the baked array. The state must be reachable.
#[inline]
const fn address(state: State) -> usize {
    let (row, column) = state.address();
    baked::ROWS[row] as usize + column
}

/// Returns the index of a state in the baked array; `None` if no game reaches the state. Every
/// reachable state has its own index, which is less than 6,710.
///
/// Use the index for an array of your own, or for a table in another language. If two states have
/// the same occupied cells, their indexes differ by the same amount as their masks [`x`](State::x).
///
/// ```
/// use perfectplay::tictactoe::{slot, state};
///
/// let [one, other] = [state!(X O . / . . . / . . .), state!(O X . / . . . / . . .)];
/// assert_eq!(slot(other), slot(one).map(|slot| slot + 1)); // x is 0b10, not 0b01
/// ```
#[must_use]
pub const fn slot(state: State) -> Option<usize> {
    match lookup(state) {
        Some(_) => Some(address(state)),
        None => None,
    }
}

/// Does nothing. [`lookup`] calls this function for each state that no game reaches.
///
/// Because the function is marked as cold, the compiler checks a record by a branch, which the
/// processor predicts. Without the mark, the compiler would use a conditional move, and the
/// processor would wait for the record. With the branch, a chain of look-ups takes a sixth less
/// time. The function returns nothing. If this function returned a result, `lookup` would need
/// another branch to examine this result. `cargo bench` measures both.
#[cold]
#[inline(never)]
const fn unreachable_state() {}

/// All 5,478 reachable states and their records in a compile-time hash table. The methods `get`,
/// `entries` and `len` are those of [`phf::Map`]. The order of the entries is the same in every
/// build. [`lookup`] gives the same answers as `MAP`, but is many times as fast. A program contains
/// the data of `MAP` only if it uses `MAP`. Likewise, a program contains the data of `lookup` only
/// if it uses `lookup`. On targets with 16-bit sizes, there is no `MAP`, because it would be too
/// big.
///
/// ```
/// use perfectplay::tictactoe::MAP;
/// use perfectplay::tictactoe::state;
/// use perfectplay::lookup;
///
/// let state = state!(X . O / . . . / . . .);
/// assert_eq!(MAP.get(&state).copied(), lookup(state));
/// assert_eq!(MAP.len(), 5478);
/// ```
#[cfg(not(target_pointer_width = "16"))]
pub static MAP: &phf::Map<State, Record> = &baked::MAP;

/// Returns every reachable state and its record, in the order of the states.
///
/// ```
/// assert_eq!(perfectplay::tictactoe::records().count(), 5478);
/// ```
pub fn records() -> impl Iterator<Item = (State, Record)> {
    State::all().filter_map(|state| Some((state, lookup(state)?)))
}

/// The number of reachable states, which is the number of entries in the baked array that are not
/// 0.
const STATES: u64 = {
    let (mut states, mut slot) = (0, 0);
    while slot < baked::SLOTS.len() {
        states += (baked::SLOTS[slot] != 0) as u64;
        slot += 1;
    }
    states
};

impl Solved for TicTacToe {
    type Game = Self;
    type Error = Infallible;

    fn game(&self) -> &Self {
        self
    }

    fn states(&self) -> u64 {
        STATES
    }

    fn try_analysis(&self, state: State) -> Result<Option<Analysis>, Infallible> {
        Ok(lookup(state).map(Record::analysis))
    }
}
