//! The rules that the source code of a table or a playbook can contain.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::template::{Values, fill, when};

/// The rules that the source code contains in addition to the data of a table or a playbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceRules {
    /// No rules. A program then computes the key of a state by itself, and passes this key to the
    /// functions of the source code.
    Keys {
        /// The number of bits of the greatest key, at most 64.
        bits: u32,
        /// A comment that explains how the key of a state is computed. It may be empty.
        about: &'static str,
    },
    /// The rules of [tic-tac-toe](crate::tictactoe::TicTacToe).
    TicTacToe,
    /// The rules of a game like Connect Four, in which marks fall to the lowest empty cell of a
    /// column, and the first line wins. `columns * (rows + 1)` is at most 64.
    Connect {
        /// The number of columns, at least 1.
        columns: u8,
        /// The number of rows, at least 1.
        rows: u8,
        /// The length of a winning line, at least 2.
        length: u8,
    },
}

impl SourceRules {
    pub(super) fn key_bits(self) -> u32 {
        match self {
            Self::Keys { bits, .. } => bits,
            Self::TicTacToe => 18,
            Self::Connect { columns, rows, .. } => u32::from(columns) * (u32::from(rows) + 1),
        }
    }

    /// Returns the rules as C source, or an empty string for `Keys`. All names in the source begin
    /// with `name`.
    pub(super) fn in_c(self, name: &str) -> String {
        let mut values = self.values_in_c(name);
        let steps = [
            "run = cells;",
            "run = ($key)(run & (run >> $by));",
            "found |= run;",
        ];
        match self {
            Self::Keys { .. } => return String::new(),
            Self::TicTacToe => {}
            Self::Connect { .. } => {
                let board = ColumnBoard::new(self).expect("a board");
                values.extend(board.values());
                let width = if self.key_bits() > u32::BITS { 64 } else { 32 };
                let runs = board.runs(width, steps, "    ", &values);
                values.push(("runs", runs));
            }
        }
        String::from(fill(include_str!("rules.c.txt"), &values).trim_end())
    }

    /// Returns the types and names that templates in C use. They depend on the rules.
    pub(super) fn values_in_c(self, name: &str) -> Values<'static> {
        let is_wide = self.key_bits() > u32::BITS;
        let moves = match self {
            Self::Connect { columns: 17.., .. } => "uint32_t",
            Self::Connect { columns: 9.., .. } => "uint16_t",
            _ => "uint8_t",
        };
        Vec::from([
            ("name", name.into()),
            ("upper", name.to_uppercase()),
            ("tictactoe", when(self == Self::TicTacToe)),
            ("moves", moves.into()),
            ("key", if is_wide { "uint64_t" } else { "uint32_t" }.into()),
            ("suffix", if is_wide { "ULL" } else { "UL" }.into()),
        ])
    }

    /// Returns the lines of a C comment that explains how the key of a state is computed.
    pub(super) fn key_comment(self) -> String {
        const WIDTH: usize = 96;
        let Self::Keys { about, .. } = self else {
            return String::new();
        };
        let mut lines = String::new();
        let mut length = WIDTH;
        for word in about.split_whitespace() {
            if length + 1 + word.len() > WIDTH {
                lines += if lines.is_empty() { " *" } else { "\n *" };
                length = 2;
            }
            lines += &format!(" {word}");
            length += 1 + word.len();
        }
        lines
    }
}

/// A board on which marks fall to the lowest empty cell of a column. A set of cells is a mask. Each
/// column takes one bit for each of its cells, and then one more bit. The first column takes the
/// lowest bits.
#[derive(Clone, Copy)]
pub(super) struct ColumnBoard {
    columns: u8,
    rows: u8,
    length: u8,
}

impl ColumnBoard {
    /// Returns the board of `rules`; `None` if the rules are not those of a game like Connect Four.
    pub const fn new(rules: SourceRules) -> Option<Self> {
        match rules {
            SourceRules::Connect {
                columns,
                rows,
                length,
            } => Some(Self {
                columns,
                rows,
                length,
            }),
            _ => None,
        }
    }

    /// Returns the values that templates use for the board: the number of columns, the number of
    /// bits of a column, and masks.
    pub fn values(self) -> Values<'static> {
        let column = (1 << self.rows) - 1;
        Vec::from(
            [
                ("columns", u64::from(self.columns)),
                ("height", self.height().into()),
                // The lowest cells of all columns, and all cells.
                ("bottom", self.in_each(1)),
                ("all", self.in_each(column)),
                // The first column: its cells, its highest cell, and all its bits.
                ("full", column),
                ("top", 1 << (self.rows - 1)),
                ("column", 2 * column + 1),
            ]
            .map(|(name, value)| (name, value.to_string())),
        )
    }

    /// Returns the number of bits of a column, which is one more than the number of rows.
    fn height(self) -> u32 {
        u32::from(self.rows) + 1
    }

    /// Returns a mask of the whole board, in which the bits of every column are `bits`.
    fn in_each(self, bits: u64) -> u64 {
        (0..u32::from(self.columns)).fold(0, |mask, column| mask | bits << (column * self.height()))
    }

    /// For each of the four directions, returns the shifts with which the source code finds lines.
    /// To find the lines in a mask, take one shift *s* after another, and replace the mask by (mask
    /// AND (mask >> *s*)). At the end, one bit of each line is left.
    fn shifts(self) -> [Vec<u32>; 4] {
        let (rows, length) = (u32::from(self.rows), u32::from(self.length));
        [1, rows, rows + 1, rows + 2].map(|step| {
            let mut shifts = Vec::new();
            let mut long = 1;
            while long < length {
                let more = long.min(length - long);
                shifts.push(more * step);
                long += more;
            }
            shifts
        })
    }

    /// Returns source code that finds lines of marks. For each direction, the code consists of
    /// `first`, of one `step` for each shift, and of `last`. Masks have `width` bits.
    pub fn runs(
        self,
        width: u32,
        [first, step, last]: [&str; 3],
        indent: &str,
        values: &Values<'static>,
    ) -> String {
        let mut runs = Vec::new();
        for shifts in self.shifts() {
            // A shift by as many bits as the type has is undefined.
            if shifts.iter().any(|&by| by >= width) {
                continue;
            }
            runs.push(format!("{indent}{first}"));
            for by in shifts {
                let mut values = values.clone();
                values.push(("by", by.to_string()));
                runs.push(format!("{indent}{}", fill(step, &values).trim_end()));
            }
            runs.push(format!("{indent}{last}"));
        }
        runs.join("\n")
    }

    /// Returns whether source code can hold a playbook by rules for this board. A winning line must
    /// have length 4. In every direction, a shift by three cells must be a shift by at most 63
    /// bits.
    pub fn holds_rules(self) -> bool {
        self.length == 4 && 3 * (self.height() + 1) < u64::BITS
    }

    /// Returns the features of moves on this board (properties such as "the move makes a new
    /// threat"), as the game Connect Four defines them. A playbook by rules has a weight for each
    /// feature.
    pub fn features(self) -> Features {
        let (columns, rows) = (u32::from(self.columns), u32::from(self.rows));
        let (left_columns, height) = (columns.div_ceil(2), self.height());
        let all = self.in_each((1 << rows) - 1);
        let left = (1_u64 << (left_columns * height)) - 1;
        let middle = match columns % 2 {
            1 => left & !(left >> height),
            _ => 0,
        };
        // For each direction and each place in a line, the cells of the left half that can have
        // this place. Of the lines through a cell of the middle column, mirror images are left out.
        let places = [height, 1, rows, height + 1].into_iter().enumerate();
        let lines = places.flat_map(|(way, step)| {
            let starts = (0..4).fold(all, |starts, place| starts & all >> (place * step));
            (0..4).map(move |place| {
                let is_image = way == 3 || way == 0 && place > 1;
                starts << (place * step) & left & if is_image { !middle } else { u64::MAX }
            })
        });
        let mut count = 0;
        let lines: Vec<(u64, u32)> = lines
            .map(|cells| {
                count += cells.count_ones();
                (cells, count - cells.count_ones())
            })
            .collect();
        let cells = left_columns * rows;
        let block = count * PATTERNS;
        let mut end = LINE_BLOCKS * block;
        let blocks = [
            ("cellblock", cells * CONTEXTS),
            ("oddcolumns", columns * 2 * CONTEXTS),
            ("newthreats", 3 * 3 * 3),
            ("incolumn", rows * rows * 2),
            ("below", 3 * CONTEXTS),
            ("replies", (columns + 1) * CONTEXTS),
            ("counting", 3 * 3 * 3 * 2),
            ("quarter", cells * 4),
            ("threat", 2 * 5 * 2),
        ];
        let mut values: Values<'static> = Vec::new();
        for (name, length) in blocks {
            values.push((name, end.to_string()));
            end += length;
        }
        let odd = self.in_each((0..rows).step_by(2).fold(0, |rows, row| rows | 1 << row));
        // From a cell of these rows on, an even number of cells is left.
        let even_left = if rows % 2 == 0 { odd } else { all & !odd };
        values.extend(
            [
                ("block", block.into()),
                ("patterns", PATTERNS.into()),
                // The patterns with marks of the player to move come before those of the opponent.
                ("firstoftheirs", u64::from(PATTERNS / 2)),
                ("lineblocks", LINE_BLOCKS.into()),
                ("rows", rows.into()),
                ("size", u64::from(columns * rows)),
                ("oddrows", odd),
                ("evenrows", all & !odd),
                ("evenleft", even_left),
                ("oddleft", all & !even_left),
                ("above", self.in_each(1 << rows)),
            ]
            .map(|(name, value)| (name, value.to_string())),
        );
        Features {
            count: end as usize,
            lines,
            values,
        }
    }
}

/// A line of four through a given cell has three other cells. This is the number of patterns that
/// marks in these three cells can form. A pattern contains marks of at most one player.
const PATTERNS: u32 = 15;
/// The number of blocks of line features. A block contains one feature for every combination of a
/// cell, a line through this cell, and a pattern of the line's other cells.
const LINE_BLOCKS: u32 = 6;
/// The number of different contexts. The context of a state has three bits, which tell who has
/// threats in which rows.
const CONTEXTS: u32 = 8;

pub(super) struct Features {
    pub count: usize,
    /// One item for the first cell of lines in the first direction, one for their second cell, and
    /// so on. `.0` is a mask of the cells that can be this cell of a line. `.1` is the total number
    /// of cells in the masks of all earlier items.
    pub lines: Vec<(u64, u32)>,
    /// The values for the template, such as the index of the first feature of each block.
    pub values: Values<'static>,
}
