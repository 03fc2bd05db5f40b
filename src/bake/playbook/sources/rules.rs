//! The rules in the source code of a playbook.

use alloc::format;
use alloc::string::String;

use crate::playbook::PlaybookData;
use perfectplay_core::Player;

/// The rules that source code contains beside the playbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceRules {
    /// No rules: a function takes a key and returns the rank of a move.
    Keys {
        /// The bits of the greatest key, at most 64.
        bits: u32,
    },
    /// The rules of [tic-tac-toe](crate::tictactoe::TicTacToe).
    TicTacToe,
    /// The rules of a game like Connect Four: marks fall to the lowest empty cell of a column, and
    /// the first line wins. The width times one more than the height is at most 64.
    Connect {
        /// The width of the board, at least 1.
        columns: u8,
        /// Its height, at least 1.
        rows: u8,
        /// The length of a line, at least 2.
        length: u8,
    },
}

impl SourceRules {
    /// The bits of the greatest key.
    pub(super) fn key_bits(self) -> u32 {
        match self {
            Self::Keys { bits } => bits,
            Self::TicTacToe => 18,
            Self::Connect { columns, rows, .. } => u32::from(columns) * (u32::from(rows) + 1),
        }
    }
}

/// A board on which marks fall to the lowest empty cell of a column: masks of cells, the columns
/// one behind the other, each with one bit more than it has cells.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub columns: u8,
    pub rows: u8,
    pub length: u8,
}

impl Board {
    /// The bits of a column.
    pub fn height(self) -> u32 {
        u32::from(self.rows) + 1
    }

    /// The lowest cells.
    pub fn bottom(self) -> u64 {
        self.in_each(1)
    }

    /// All cells.
    pub fn all(self) -> u64 {
        self.in_each(self.full())
    }

    /// The cells of the first column.
    pub fn full(self) -> u64 {
        (1 << self.rows) - 1
    }

    /// The highest cell of the first column.
    pub fn top(self) -> u64 {
        1 << (self.rows - 1)
    }

    /// A mask with the same bits in each column.
    fn in_each(self, bits: u64) -> u64 {
        (0..u32::from(self.columns)).fold(0, |mask, column| mask | bits << (column * self.height()))
    }

    /// Returns the shifts that find lines, for each of four directions. A mask is shifted right by
    /// each of them in turn, and intersected with itself. One bit of each line is left.
    pub fn shifts(self) -> [alloc::vec::Vec<u32>; 4] {
        let (rows, length) = (u32::from(self.rows), u32::from(self.length));
        [1, rows, rows + 1, rows + 2].map(|step| {
            let mut shifts = alloc::vec::Vec::new();
            let mut long = 1;
            while long < length {
                let more = long.min(length - long);
                shifts.push(more * step);
                long += more;
            }
            shifts
        })
    }
}

/// Returns the first lines of a source, without comment marks.
pub(super) fn title(name: &str, data: &PlaybookData<'_>) -> [String; 4] {
    let sides = match [data.plays(Player::First), data.plays(Player::Second)] {
        [true, true] => "both sides",
        [true, false] => "the first player",
        _ => "the second player",
    };
    let (states, bytes) = (data.states(), data.content_len());
    [
        format!("A player of {name} for {sides} that never errs: {states} states, {bytes} bytes of data."),
        String::new(),
        "It knows the states that it can meet while it plays from the start of a game. For any other"
            .into(),
        "state, the answer is left to chance.".into(),
    ]
}

/// Returns the side that a book is for; `None` if it is for both.
pub(super) fn only_side(data: &PlaybookData<'_>) -> Option<Player> {
    match [data.plays(Player::First), data.plays(Player::Second)] {
        [true, true] => None,
        [true, false] => Some(Player::First),
        _ => Some(Player::Second),
    }
}
