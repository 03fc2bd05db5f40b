//! The table as lines of columns.

use std::borrow::Cow;
use std::io::Write;

use perfectplay::Value;
use perfectplay_any::{Position, Table};

use super::format::{TableFormat, write_each};
use super::row::Row;
use crate::Failure;

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
    fn write(&self, table: &dyn Table, out: &mut dyn Write) -> Result<(), Failure> {
        let (separator, players) = (self.separator, &table.info().players);
        writeln!(out, "{}", COLUMNS.join(separator))?;
        let write = |position: &Position<'_>, text: &mut Vec<u8>| {
            let row = Row::of(position)?;
            text.extend_from_slice(quoted(&row.state, separator).as_bytes());
            let to_move = row.to_move.map_or("", |player| players.plain(player));
            let (status, value) = (&row.status, row.value);
            write!(
                text,
                "{separator}{to_move}{separator}{status}{separator}{value}"
            )?;
            for column in [&row.winning, &row.losing, &row.neutral, &row.best, ""] {
                text.extend_from_slice(separator.as_bytes());
                text.extend_from_slice(column.as_bytes());
            }
            if let Some(plies) = row.distance {
                write!(text, "{plies}")?;
            }
            text.push(b'\n');
            Ok(())
        };
        write_each(table, &write, out)
    }
}

const NUMERIC_COLUMNS: [&str; 7] = [
    "key", "value", "distance", "winning", "losing", "neutral", "best",
];

/// A header and a line of whole numbers for each state.
///
/// The value is -1, 0 or 1: a loss, a draw or a win. The distance is -1 if perfect play never ends.
/// A set of moves is the sum of 2^i over the indexes i of its moves.
pub struct Numeric {
    /// What stands between columns.
    pub separator: &'static str,
}

impl TableFormat for Numeric {
    fn write(&self, table: &dyn Table, out: &mut dyn Write) -> Result<(), Failure> {
        let separator = self.separator;
        writeln!(out, "{}", NUMERIC_COLUMNS.join(separator))?;
        let write = |position: &Position<'_>, text: &mut Vec<u8>| {
            let record = position.record()?;
            let value = match record.value {
                Value::Loss => -1,
                Value::Draw => 0,
                Value::Win => 1,
            };
            let distance = record.distance.map_or(-1, i64::from);
            write!(
                text,
                "{}{separator}{value}{separator}{distance}",
                position.key()
            )?;
            for moves in [record.winning, record.losing, record.neutral, record.best] {
                write!(text, "{separator}{}", moves.bits())?;
            }
            text.push(b'\n');
            Ok(())
        };
        write_each(table, &write, out)
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
