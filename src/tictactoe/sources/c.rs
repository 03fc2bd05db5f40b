//! Writes the table as a C99 header.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::arrays::{Arrays, CELLS, HIGH, OCCUPIED, SCORE, SCORE_BITS};
use crate::bake::c::{STORAGE, array};
use crate::bake::template::fill;
use perfectplay_core::tictactoe::{Record, State};

/// Returns the table as a C99 header.
#[must_use]
pub fn c(records: &[(State, Record)]) -> String {
    let arrays = Arrays::new(records);
    let slots: Vec<String> = arrays
        .slots
        .iter()
        .map(|slot| format!("{slot}UL"))
        .collect();
    let values = Vec::from([
        ("storage", STORAGE.trim_end().into()),
        ("rows", array("uint16_t", "perfectplay_rows", &arrays.rows)),
        ("slots", array("uint32_t", "perfectplay_slots", &slots)),
        ("slotcount", format!("{}u", slots.len())),
        ("cells", format!("{}u", (1 << CELLS) - 1)),
        ("high", HIGH.to_string()),
        ("score", SCORE.to_string()),
        ("scoremask", format!("{}u", (1 << SCORE_BITS) - 1)),
        ("occupied", OCCUPIED.to_string()),
    ]);
    fill(include_str!("tictactoe.c.txt"), &values)
}
