//! The table as a Rust module.

use alloc::format;
use alloc::string::String;

use super::arrays::{Arrays, CELLS, HIGH, OCCUPIED, SCORE, SCORE_BITS, items};
use perfectplay_core::tictactoe::{Record, State};

/// A Rust module without dependencies.
#[must_use]
pub fn rust(records: &[(State, Record)]) -> String {
    let arrays = Arrays::new(records);
    let (row_count, slot_count) = (arrays.rows.len(), arrays.slots.len());
    let (rows, slots) = (items(&arrays.rows), items(&arrays.slots));
    format!(
        r"// Tic-tac-toe, solved: the value of every position, in constant time.
//
// Cells are numbered row by row from 0 to 8, and cell i is bit i of every mask. X moves
// first, so that the masks of X and O tell who is to move.

/// The value of a position for the player to move, if both play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {{
    Loss,
    Draw,
    Win,
}}

/// What is known of a position. Sets of moves are masks of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {{
    pub value: Value,
    /// Plies to the end when the winner hurries and the loser delays; 0 at the end.
    pub distance: u8,
    /// The moves after which the opponent is lost.
    pub winning: u16,
    /// The moves after which the opponent wins.
    pub losing: u16,
    /// The other legal moves.
    pub neutral: u16,
    /// The fastest wins, else every neutral move, else the slowest losses.
    pub best: u16,
}}

/// The position in which X holds the cells of one mask and O those of the other; `None`
/// if no game reaches it.
pub const fn lookup(x: u16, o: u16) -> Option<Record> {{
    const CELLS: u16 = {mask};
    if (x | o) & !CELLS != 0 || x & o != 0 {{
        return None;
    }}
    let slot = ROWS[(x | o) as usize] as usize + x as usize;
    if slot >= SLOTS.len() {{
        return None;
    }}
    let found = SLOTS[slot];
    let occupied = (found >> {OCCUPIED}) as u16;
    if occupied != x | o {{
        return None;
    }}
    let score = (found >> {SCORE}) as u8 & {score_mask};
    let distance = score / 3;
    let legal = if distance == 0 {{ 0 }} else {{ CELLS & !occupied }};
    // Two bits for each cell say what a move there is worth.
    let (high, low) = ((found >> {HIGH}) as u16 & CELLS, found as u16 & CELLS);
    Some(match score % 3 {{
        0 => Record {{
            value: Value::Loss,
            distance,
            winning: 0,
            losing: legal,
            neutral: 0,
            best: legal & !low,
        }},
        1 => Record {{
            value: Value::Draw,
            distance,
            winning: 0,
            losing: low,
            neutral: legal & !low,
            best: legal & !low,
        }},
        _ => Record {{
            value: Value::Win,
            distance,
            winning: high,
            losing: low & !high,
            neutral: legal & !high & !low,
            best: high & low,
        }},
    }})
}}

/// Where the row of each set of occupied cells begins in the slots.
static ROWS: [u16; {row_count}] = [
{rows}];

/// The records, each in the column of X's cells.
static SLOTS: [u32; {slot_count}] = [
{slots}];
",
        mask = (1 << CELLS) - 1,
        score_mask = (1 << SCORE_BITS) - 1,
    )
}
