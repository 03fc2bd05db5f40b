//! Writes the table as a C99 header.

use alloc::format;
use alloc::string::String;

use super::arrays::{Arrays, CELLS, HIGH, OCCUPIED, SCORE, SCORE_BITS};
use crate::bake::c::{STORAGE, array};
use perfectplay_core::tictactoe::{Record, State};

/// Returns the table as a C99 header.
#[must_use]
pub fn c(records: &[(State, Record)]) -> String {
    let arrays = Arrays::new(records);
    let rows = array("uint16_t", "perfectplay_rows", &arrays.rows);
    let slots = arrays.slots.iter().map(|slot| format!("{slot}UL"));
    let slots: alloc::vec::Vec<String> = slots.collect();
    let slots = array("uint32_t", "perfectplay_slots", &slots);
    format!(
        r"/*
 * Tic-tac-toe, solved: the value of every position, in constant time.
 *
 * Cells are numbered row by row from 0 to 8, and cell i is bit i of every mask. X moves
 * first, so that the masks of X and O tell who is to move.
 *
 * On AVR the 27,864 bytes of data stay in flash.
 */
#ifndef PERFECTPLAY_TICTACTOE_H
#define PERFECTPLAY_TICTACTOE_H

#include <stdint.h>

{STORAGE}/* The value of a position for the player to move, if both play perfectly. */
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
{rows}/* The records, each in the column of X's cells. */
{slots}/*
 * Looks up the position in which X holds the cells of one mask and O those of the other.
 * Returns 1 and fills in the record, or returns 0 if no game reaches the position.
 */
static inline int perfectplay_lookup(unsigned x, unsigned o, struct perfectplay_record *record)
{{
    const unsigned cells = {mask}u;
    unsigned slot, score, legal, high, low;
    uint32_t found;

    if (((x | o) & ~cells) != 0 || (x & o) != 0) {{
        return 0;
    }}
    slot = PERFECTPLAY_WORD(&perfectplay_rows[x | o]) + x;
    if (slot >= {slot_count}u) {{
        return 0;
    }}
    found = PERFECTPLAY_LONG(&perfectplay_slots[slot]);
    if ((unsigned)(found >> {OCCUPIED}) != (x | o)) {{
        return 0;
    }}
    score = (unsigned)(found >> {SCORE}) & {score_mask}u;
    record->value = (enum perfectplay_value)(score % 3);
    record->distance = score / 3;
    legal = record->distance == 0 ? 0 : cells & ~(x | o);
    /* Two bits for each cell say what a move there is worth. */
    high = (unsigned)(found >> {HIGH}) & cells;
    low = (unsigned)found & cells;
    record->winning = high;
    record->losing = record->value == PERFECTPLAY_LOSS ? legal : low & ~high;
    record->neutral = record->value == PERFECTPLAY_LOSS ? 0 : legal & ~(low | high);
    record->best = record->value == PERFECTPLAY_WIN ? high & low : legal & ~low;
    return 1;
}}

#endif
",
        mask = (1 << CELLS) - 1,
        score_mask = (1 << SCORE_BITS) - 1,
        slot_count = arrays.slots.len(),
    )
}
