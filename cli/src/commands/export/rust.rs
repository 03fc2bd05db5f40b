//! The table as a Rust module.

use std::fmt::Write as _;
use std::io::Write;

use perfectplay_any::Table;

use super::format::TableFormat;
use super::source::sorted;
use crate::Failure;

pub struct Rust;

impl TableFormat for Rust {
    fn write(&self, table: &dyn Table, out: &mut dyn Write) -> Result<(), Failure> {
        let spec = &table.info().spec;
        let mut records = String::new();
        let rows = sorted(table)?;
        let count = rows.len();
        let list = |names: &'_ str| format!("{:?}", names.split_whitespace().collect::<Vec<_>>());
        for row in &rows {
            writeln!(
                records,
                "    ({:?}, Record {{ value: Value::{:?}, distance: {:?}, winning: &{}, \
             losing: &{}, neutral: &{}, best: &{} }}),",
                row.state,
                row.value,
                row.distance,
                list(&row.winning),
                list(&row.losing),
                list(&row.neutral),
                list(&row.best),
            )
            .expect("a string takes every text");
        }
        let source = format!(
            r"// {spec}, solved: what every state is worth.
//
// States and moves are texts.

/// What a state is worth to the player to move, if both play perfectly.
#[allow(dead_code)] // no state of some games is drawn
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {{
    Loss,
    Draw,
    Win,
}}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {{
    pub value: Value,
    /// Plies to the end when the winner hurries and the loser delays; 0 at the end, and
    /// `None` if with best play there is none.
    pub distance: Option<u32>,
    /// The moves after which the opponent is lost.
    pub winning: &'static [&'static str],
    /// The moves after which the opponent wins.
    pub losing: &'static [&'static str],
    /// The other legal moves.
    pub neutral: &'static [&'static str],
    /// The fastest wins, else every neutral move, else the slowest losses.
    pub best: &'static [&'static str],
}}

/// The record of a state; `None` if no game reaches it.
pub fn lookup(state: &str) -> Option<&'static Record> {{
    let at = RECORDS.binary_search_by(|(text, _)| (*text).cmp(state)).ok()?;
    Some(&RECORDS[at].1)
}}

/// All reachable states, sorted.
#[allow(dead_code)] // not every program needs it
pub fn states() -> impl Iterator<Item = &'static str> {{
    RECORDS.iter().map(|(text, _)| *text)
}}

static RECORDS: [(&str, Record); {count}] = [
{records}];
"
        );
        Ok(out.write_all(source.as_bytes())?)
    }
}
