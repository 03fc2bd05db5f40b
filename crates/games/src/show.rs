//! The parts of a game that people see, such as its board, its pieces and its lines.

use core::fmt;
use core::iter;

use perfectplay::Player;

use crate::board::BoardSize;

/// The size of a board, or of several boards side by side. Squares are numbered row by row
/// from the top left, one board after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The number of boards.
    pub boards: u8,
    /// The number of columns of each board.
    pub columns: u8,
    /// The number of rows of each board.
    pub rows: u8,
    /// Whether the board is drawn with letters for its columns and numbers for its rows. The
    /// letters and numbers help people to read the names of the moves.
    pub lettered: bool,
    /// Whether the squares show a lattice of points, lines and faces, as in dots and boxes. Rows
    /// and columns are numbered from 0. A square whose row and column are both even is a point. A
    /// square whose row and column are both odd is a face. Every other square is a line between two
    /// points.
    pub lattice: bool,
}

impl Grid {
    /// Creates one board of this size, without letters at its edges.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Self {
        Self {
            boards: 1,
            columns,
            rows,
            lettered: false,
            lattice: false,
        }
    }

    pub(crate) const fn from_board(board: BoardSize) -> Self {
        Self::new(board.columns, board.rows)
    }

    /// Returns `boards` boards of this size, side by side.
    #[must_use]
    pub const fn times(self, boards: u8) -> Self {
        Self { boards, ..self }
    }

    /// Returns the board with letters and numbers at its edges.
    #[must_use]
    pub const fn lettered(self) -> Self {
        Self {
            lettered: true,
            ..self
        }
    }

    /// Returns the board as a lattice of points, lines and faces.
    #[must_use]
    pub const fn lattice(self) -> Self {
        Self {
            lattice: true,
            ..self
        }
    }

    /// Returns the number of squares of all boards together.
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.boards * self.rows * self.columns
    }

    /// Returns the number of columns of all boards side by side. The empty column between two
    /// boards also counts.
    #[must_use]
    pub const fn columns_together(self) -> u8 {
        self.boards * (self.columns + 1) - 1
    }

    /// Returns the index of a square. `board`, `row` and `column` count from 0.
    #[must_use]
    pub const fn square(self, board: u8, row: u8, column: u8) -> u8 {
        (board * self.rows + row) * self.columns + column
    }

    pub(crate) fn write_name(self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        let board = BoardSize {
            columns: self.columns,
            rows: self.rows,
        };
        if self.boards > 1 {
            write!(out, "{}", square / board.cells() + 1)?;
        }
        write!(out, "{}", board.name(square % board.cells()))
    }
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// There is no square in this place, or the square has been removed.
    Absent,
    /// Nothing is on the square.
    Empty,
    /// A player's piece.
    Piece {
        /// The owner of the piece.
        owner: Player,
        /// The age of the piece: 1 for the newest piece of the owner, 2 for the second newest, and
        /// so on. `None` if the age does not matter.
        age: Option<u8>,
        /// The kind of the piece, if a player has several kinds. The kind is a letter, a digit or a
        /// [figure](Square::figure) of chess. For example, a king may have the kind `K`, and a pawn
        /// the kind `None`. Pieces of three sizes may have the kinds `1` to `3`.
        kind: Option<char>,
    },
    /// A piece or mark that belongs to neither player. It is drawn as the character `.0`.
    Common(char),
    /// A place that holds things of one kind, such as a pit for seeds.
    Heap {
        /// The owner of the place, if it belongs to a player.
        owner: Option<Player>,
        /// The number of things in the place.
        number: u8,
    },
}

impl Square {
    /// Creates a piece of `owner`, without a kind and without an age.
    #[must_use]
    pub const fn piece(owner: Player) -> Self {
        Self::Piece {
            owner,
            age: None,
            kind: None,
        }
    }

    /// Returns the kind of a piece if it is a chess figure, from `♔` to `♟`. The figure also shows
    /// the owner, so such a piece is drawn without the mark of the player.
    #[must_use]
    pub const fn figure(self) -> Option<char> {
        match self {
            Self::Piece {
                kind: Some(figure @ '♔'..='♟'),
                ..
            } => Some(figure),
            _ => None,
        }
    }

    /// Returns the square with the kind of its piece changed to `kind`. A square without a piece
    /// stays as it is.
    ///
    /// ```
    /// use perfectplay::Player;
    /// use perfectplay_games::show::Square;
    ///
    /// let king = Square::piece(Player::First).with_kind('K');
    /// assert!(matches!(king, Square::Piece { kind: Some('K'), .. }));
    /// assert_eq!(Square::Empty.with_kind('K'), Square::Empty);
    /// ```
    #[must_use]
    pub const fn with_kind(self, kind: char) -> Self {
        match self {
            Self::Piece { owner, age, .. } => Self::Piece {
                owner,
                age,
                kind: Some(kind),
            },
            other => other,
        }
    }
}

/// The shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// A pawn, as in chess.
    Pawn,
    /// A car.
    Car,
    /// A hound.
    Hound,
    /// A hare.
    Hare,
}

impl Shape {
    /// Returns the name of the shape, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Car => "car",
            Self::Hound => "hound",
            Self::Hare => "hare",
        }
    }
}

/// A side of a board, or of several boards together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// At the left ends of the rows.
    Left,
    /// At the right ends of the rows.
    Right,
    /// Above the first row.
    Top,
    /// Below the last row.
    Bottom,
}

impl Side {
    /// Returns the name of the side, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
        }
    }
}

/// The place where a move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On a square.
    Square(u8),
    /// In the column with this number, counted from 0 at the left. The piece falls to the lowest
    /// empty square.
    Column(u8),
    /// From one square to another.
    Step {
        /// The square that the piece leaves.
        from: u8,
        /// The square that the piece reaches.
        to: u8,
    },
    /// Not on the board, as for a pass or a move that leaves the board.
    OffBoard,
}

/// A line of squares at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareLine {
    /// The square at one end.
    pub first: u8,
    /// The index of a square of the line, minus the index of the square before it.
    pub step: i8,
    /// The number of squares.
    pub length: u8,
}

impl SquareLine {
    /// Returns the squares of the line, beginning with `first`.
    pub fn squares(self) -> impl Iterator<Item = u8> {
        let next = move |square: &u8| square.checked_add_signed(self.step);
        iter::successors(Some(self.first), next).take(self.length.into())
    }
}

/// A square where a player would complete a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The square that completes the line.
    pub square: u8,
    /// The line that the square completes.
    pub line: SquareLine,
}
