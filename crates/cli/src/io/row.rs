//! Rows of data about single states, for formats such as csv. A row names the moves of its state, but not the states to
//! which they lead.

use std::borrow::Cow;
use std::io::Write;

use perfectplay::{Player, Value};
use perfectplay_any::{Error, Position, Status};

/// A reachable state, with its moves sorted into winning, neutral and losing moves. To make a row, the command looks up
/// one state, and not the states to which its moves lead.
pub struct Row {
    pub state: String,
    /// The player to move; `None` if the state does not tell.
    pub to_move: Option<Player>,
    pub status: Cow<'static, str>,
    pub value: Value,
    pub distance: Option<u32>,
    /// The names of the winning moves, separated by spaces. The next three fields list the names of the losing, neutral
    /// and best moves in the same way.
    pub winning: String,
    pub losing: String,
    pub neutral: String,
    pub best: String,
}

impl Row {
    pub fn new(position: &Position<'_>) -> Result<Self, Error> {
        let analysis = position.record()?;
        let (to_move, players) = (position.mover(), &position.info().players);
        let status = Status::new(analysis.legal().is_empty(), analysis.value(), to_move);
        Ok(Self {
            state: position.text(),
            to_move,
            status: status.name(players),
            value: analysis.value(),
            distance: analysis.distance(),
            winning: position.move_names(analysis.winning()),
            losing: position.move_names(analysis.losing()),
            neutral: position.move_names(analysis.neutral()),
            best: position.move_names(analysis.best()),
        })
    }
}

/// A text format with a line for each state, in columns that `separator` separates. Moves are separated by spaces. The
/// column of the distance is empty if perfect play never ends.
#[derive(Clone, Copy, Debug)]
pub struct Delimited {
    pub separator: &'static str,
}

impl Delimited {
    pub const COLUMNS: [&str; 9] = [
        "state", "to_move", "status", "value", "winning", "losing", "neutral", "best", "distance",
    ];

    /// Returns the first line, which names the columns. The text does not end with a line break.
    pub fn header(self) -> String {
        Self::COLUMNS.join(self.separator)
    }

    /// Appends the line of a state, without a line break.
    pub fn push(self, position: &Position<'_>, text: &mut Vec<u8>) -> Result<(), Error> {
        let (separator, players) = (self.separator, &position.info().players);
        let row = Row::new(position)?;
        text.extend_from_slice(self.quoted(&row.state).as_bytes());
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
        Ok(())
    }

    /// Quotes a state that contains the separator (RFC 4180). Other columns never contain the
    /// separator.
    fn quoted(self, text: &str) -> Cow<'_, str> {
        if text.contains(self.separator) {
            Cow::Owned(format!("\"{text}\""))
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Splits a line into its state and its other columns.
    pub fn split(self, line: &str) -> (&str, impl Iterator<Item = &str>) {
        let quoted = line.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (state, rest) = match quoted {
            Some((state, rest)) => (state, rest.strip_prefix(self.separator)),
            None => match line.split_once(self.separator) {
                Some((state, rest)) => (state, Some(rest)),
                None => (line, None),
            },
        };
        (
            state,
            rest.into_iter()
                .flat_map(move |rest| rest.split(self.separator)),
        )
    }
}
