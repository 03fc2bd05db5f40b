//! The table as a header of C99.

use std::fmt::Write;

use super::{Row, name, sorted};
use crate::solved_game::SolvedGame;

pub fn write(book: &dyn SolvedGame) -> String {
    let (spec, name) = (book.spec(), name(book));
    let upper = name.to_uppercase();
    let mut records = String::new();
    let views = sorted(book);
    let count = views.len();
    for row in views.iter().map(Row::of) {
        let value = row.value.to_string().to_uppercase();
        let distance = row.distance.map_or(-1, i64::from);
        // Texts of a game are plain: what Rust takes out of a string, C does too.
        writeln!(
            records,
            "    {{{:?}, {upper}_{value}, {distance}, {:?}, {:?}, {:?}, {:?}}},",
            row.state,
            row.winning.join(" "),
            row.losing.join(" "),
            row.neutral.join(" "),
            row.best.join(" "),
        )
        .expect("a string takes every text");
    }
    format!(
        r#"/*
 * {spec}, solved: what every state is worth.
 *
 * States and moves are texts, as the game writes them. The texts of a set of moves have
 * spaces between them.
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

/* What is known of every state that some game reaches, sorted by the states. */
static const struct {name}_record {name}_records[{count}] = {{
{records}}};

/* What is known of a state; NULL if no game reaches it. */
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
    )
}
