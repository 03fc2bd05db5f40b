//! The table as lines of columns.

use std::borrow::Cow;
use std::fmt::Write;

use super::Row;
use crate::solved_game::SolvedGame;

const COLUMNS: [&str; 8] = [
    "state", "status", "value", "winning", "losing", "neutral", "best", "distance",
];

/// A header and a line for each state, the nearest to the start first. Moves have spaces
/// between them, and no distance is an empty column.
pub fn write(book: &dyn SolvedGame, separator: &str) -> String {
    let mut text = COLUMNS.join(separator);
    text.push('\n');
    for view in book.views() {
        let row = Row::of(&view);
        let line = [
            quoted(row.state, separator).into_owned(),
            view.status().to_owned(),
            row.value.to_string(),
            row.winning.join(" "),
            row.losing.join(" "),
            row.neutral.join(" "),
            row.best.join(" "),
            row.distance
                .map_or_else(String::new, |plies| plies.to_string()),
        ]
        .join(separator);
        writeln!(text, "{line}").expect("a string takes every text");
    }
    text
}

/// A text that may hold a separator, in quotes if it does (RFC 4180). The other columns
/// never do.
fn quoted<'a>(text: &'a str, separator: &str) -> Cow<'a, str> {
    if text.contains(separator) {
        Cow::Owned(format!("\"{text}\""))
    } else {
        Cow::Borrowed(text)
    }
}
