//! The table as a header of C99.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arrays::{
    Arrays, BEST, CELLS, DISTANCE, DISTANCE_BITS, LOSING, NEUTRAL, VALUE, WINNING, items,
};
use perfectplay_core::tictactoe::{Record, State};

/// A C99 header.
#[must_use]
pub fn c(records: &[(State, Record)]) -> String {
    let arrays = Arrays::new(records);
    let (row_count, slot_count) = (arrays.rows.len(), arrays.slots.len());
    let rows = items(&arrays.rows);
    let slots: Vec<String> = arrays.slots.iter().map(|slot| format!("{slot}u")).collect();
    let slots = items(&slots);
    format!(
        r"/*
 * Tic-tac-toe, solved: the value of every position, in constant time.
 *
 * Cells are numbered row by row from 0 to 8, and cell i is bit i of every mask. X moves
 * first, so that the masks of X and O tell who is to move.
 */
#ifndef PERFECTPLAY_TICTACTOE_H
#define PERFECTPLAY_TICTACTOE_H

#include <stdint.h>

/* The value of a position for the player to move, if both play perfectly. */
enum perfectplay_value {{
    PERFECTPLAY_LOSS,
    PERFECTPLAY_DRAW,
    PERFECTPLAY_WIN
}};

struct perfectplay_record {{
    enum perfectplay_value value;
    /* Plies to the end when the winner hurries and the loser delays; 0 at the end. */
    unsigned distance;
    /* The moves after which the opponent is lost, and those after which the opponent wins. */
    unsigned winning;
    unsigned losing;
    /* The other legal moves. */
    unsigned neutral;
    /* The fastest wins, else every neutral move, else the slowest losses. */
    unsigned best;
}};

/* Where the row of each set of occupied cells begins in the slots. */
static const uint16_t perfectplay_rows[{row_count}] = {{
{rows}}};

/* The records, each in the column of X's cells. */
static const uint64_t perfectplay_slots[{slot_count}] = {{
{slots}}};

/*
 * Looks up the position in which X holds the cells of one mask and O those of the other.
 * Returns 1 and fills in the record, or returns 0 if no game reaches the position.
 */
static inline int perfectplay_lookup(unsigned x, unsigned o, struct perfectplay_record *record)
{{
    const unsigned cells = {mask}u;
    uint64_t found = 0;
    unsigned slot;

    if (((x | o) & ~cells) != 0 || (x & o) != 0) {{
        return 0;
    }}
    slot = perfectplay_rows[x | o] + x;
    if (slot < {slot_count}u) {{
        found = perfectplay_slots[slot];
    }}
    if (found == 0 || (found & cells) != (x | o)) {{
        return 0;
    }}
    record->winning = (unsigned)(found >> {WINNING}) & cells;
    record->losing = (unsigned)(found >> {LOSING}) & cells;
    record->neutral = (unsigned)(found >> {NEUTRAL}) & cells;
    record->best = (unsigned)(found >> {BEST}) & cells;
    record->distance = (unsigned)(found >> {DISTANCE}) & {distance_mask}u;
    record->value = (enum perfectplay_value)(found >> {VALUE});
    return 1;
}}

#endif
",
        mask = (1 << CELLS) - 1,
        distance_mask = (1 << DISTANCE_BITS) - 1,
    )
}
