//! The table as a header of C99.

use std::fmt::Write as _;
use std::io::Write;

use perfectplay_any::Table;

use super::format::TableFormat;
use super::source::{identifier, sorted};
use crate::Failure;

pub struct C;

impl TableFormat for C {
    fn write(&self, table: &dyn Table, out: &mut dyn Write) -> Result<(), Failure> {
        let (spec, name) = (&table.info().spec, identifier(table));
        let upper = name.to_uppercase();
        let mut records = String::new();
        let rows = sorted(table)?;
        let count = rows.len();
        for row in &rows {
            let value = row.value.to_string().to_uppercase();
            let distance = row.distance.map_or(-1, i64::from);
            // A game writes plain texts, which Rust and C escape alike.
            writeln!(
                records,
                "    {{{:?}, {upper}_{value}, {distance}, {:?}, {:?}, {:?}, {:?}}},",
                row.state, row.winning, row.losing, row.neutral, row.best,
            )
            .expect("a string takes every text");
        }
        let source = format!(
            r#"/*
 * {spec}, solved: what every state is worth.
 *
 * States and moves are texts. A set of moves is one text, with spaces between the moves.
 */
#ifndef PERFECTPLAY_{upper}_H
#define PERFECTPLAY_{upper}_H

#include <stddef.h>
#include <string.h>

/* What a state is worth to the player to move, if both play perfectly. */
enum {name}_value {{
    {upper}_LOSS,
    {upper}_DRAW,
    {upper}_WIN
}};

struct {name}_record {{
    const char *state;
    enum {name}_value value;
    /* Plies to the end when the winner hurries and the loser delays; 0 at the end, and -1
       if with best play there is none. */
    long distance;
    /* The moves after which the opponent is lost, and those after which the opponent wins. */
    const char *winning;
    const char *losing;
    /* The other legal moves. */
    const char *neutral;
    /* The fastest wins, else every neutral move, else the slowest losses. */
    const char *best;
}};

/* The records of all reachable states, sorted by state. */
static const struct {name}_record {name}_records[{count}] = {{
{records}}};

/* The record of a state; NULL if no game reaches it. */
static inline const struct {name}_record *{name}_lookup(const char *state)
{{
    size_t begin = 0, end = {count};

    while (begin < end) {{
        const size_t middle = begin + (end - begin) / 2;
        const int order = strcmp(state, {name}_records[middle].state);

        if (order == 0) {{
            return &{name}_records[middle];
        }}
        if (order < 0) {{
            end = middle;
        }} else {{
            begin = middle + 1;
        }}
    }}
    return NULL;
}}

#endif
"#
        );
        Ok(out.write_all(source.as_bytes())?)
    }
}
