//! The table as lines of columns.

use std::borrow::Cow;
use std::io::Write;

use super::TableFormat;
use super::row::Row;
use crate::Failure;
use crate::solved_game::SolvedGame;

const COLUMNS: [&str; 9] = [
    "state", "to_move", "status", "value", "winning", "losing", "neutral", "best", "distance",
];

/// A header and a line for each state. Moves have spaces between them, and the column of
/// the distance is empty if perfect play never ends.
pub struct Delimited {
    /// What stands between columns.
    pub separator: &'static str,
}

impl TableFormat for Delimited {
    fn write(&self, game: &dyn SolvedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let separator = self.separator;
        writeln!(out, "{}", COLUMNS.join(separator))?;
        game.views(&mut |view| {
            let row = Row::of(&view);
            let line = [
                quoted(row.state, separator).into_owned(),
                row.to_move.to_owned(),
                row.status.into_owned(),
                row.value.to_string(),
                row.winning.join(" "),
                row.losing.join(" "),
                row.neutral.join(" "),
                row.best.join(" "),
                row.distance
                    .map_or_else(String::new, |plies| plies.to_string()),
            ]
            .join(separator);
            Ok(writeln!(out, "{line}")?)
        })
    }
}

/// A state, in quotes if it contains the separator (RFC 4180). Other columns never do.
fn quoted<'a>(text: &'a str, separator: &str) -> Cow<'a, str> {
    if text.contains(separator) {
        Cow::Owned(format!("\"{text}\""))
    } else {
        Cow::Borrowed(text)
    }
}
