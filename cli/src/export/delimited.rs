//! The table as lines of columns.

use std::fmt::Write;

use super::views;
use crate::board::mark;
use crate::tictactoe_view::status_name;

const COLUMNS: [&str; 10] = [
    "x", "o", "to_move", "status", "value", "winning", "losing", "neutral", "best", "distance",
];

/// A header and a line for each state. No column ever holds a separator.
pub fn write(separator: char) -> String {
    let mut text = COLUMNS.join(&separator.to_string());
    text.push('\n');
    for view in views() {
        let columns = [
            view.state.x().to_string(),
            view.state.o().to_string(),
            mark(view.to_move).to_string(),
            status_name(view.status).to_owned(),
            view.value.to_string(),
            view.winning.bits().to_string(),
            view.losing.bits().to_string(),
            view.neutral.bits().to_string(),
            view.best.bits().to_string(),
            view.distance.to_string(),
        ];
        let line = columns.join(&separator.to_string());
        writeln!(text, "{line}").expect("a string takes every text");
    }
    text
}
