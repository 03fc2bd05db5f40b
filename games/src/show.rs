//! How a game is shown to people: its players, its board, and the lines on it.

use core::fmt;
use core::iter;

use perfectplay::{Move, Player};

use crate::board::Board;
use crate::notation::Notation;

/// A game that can be drawn.
///
/// A program that shows games asks this trait and never which game it is. Every method has
/// a default, so that `impl Show for MyGame {}` is enough: such a game has no board, and is
/// shown by the text of its states.
///
/// ```
/// use perfectplay_games::show::{Place, Square};
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::tictactoe::state;
/// use perfectplay::{Game, Move, Player};
/// use perfectplay_games::Show;
///
/// let state = state!(X . O / . . . / . . .);
/// let grid = TicTacToe.grid().expect("a board");
/// assert_eq!((grid.columns, grid.rows), (3, 3));
/// assert_eq!(TicTacToe.square(state, 2), Square::piece(Player::Second));
/// assert_eq!(TicTacToe.place(state, Move::FIRST), Place::Square(0));
/// assert_eq!(TicTacToe.player_names(), ["X", "O"]);
/// ```
pub trait Show: Notation {
    /// The characters of the pieces of the first and of the second player.
    fn marks(&self) -> [char; 2] {
        ['X', 'O']
    }

    /// The size of the board; `None` for a game without one.
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// Returns the content of a square of the [`grid`](Self::grid).
    fn square(&self, _state: Self::State, _square: u8) -> Square {
        Square::Empty
    }

    /// Returns the character for everything that may stand on a square, in the text of a state that is
    /// the rows of its board. Programs find the state of a board by it: for a game whose text has
    /// nothing but the rows and perhaps the player to move, a board tells its state.
    ///
    /// The default is `.` for an empty square, and the [marks](Self::marks) of the players.
    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        let [first, second] = self.marks();
        let pieces = [
            (Square::Empty, '.'),
            (Square::piece(Player::First), first),
            (Square::piece(Player::Second), second),
        ];
        pieces.into_iter()
    }

    /// Returns the points of each player. `None` for a game without points.
    fn points(&self, _state: Self::State) -> Option<[u32; 2]> {
        None
    }

    /// Where a legal move of the state is played.
    fn place(&self, _state: Self::State, _mv: Move) -> Place {
        Place::OffBoard
    }

    /// Writes the name of a square: as in chess, with `a1` at the bottom left. On several
    /// boards, the number of the board stands before it.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_square(&self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.grid() {
            Some(grid) => grid.write_name(square, out),
            None => Ok(()),
        }
    }

    /// The lines that are complete.
    fn lines(&self, _state: Self::State) -> impl Iterator<Item = SquareLine> {
        iter::empty()
    }

    /// The threats of a player: the squares where that player would complete a line with
    /// the next move and win, whoever is to move. A square that completes two lines comes
    /// twice.
    fn threats(&self, _state: Self::State, _player: Player) -> impl Iterator<Item = Threat> {
        iter::empty()
    }

    /// What a player's pieces that have no [kind](Square::Piece::kind) are shaped like; `None` for a
    /// mark, or for a disc where pieces move.
    fn shape(&self, _player: Player) -> Option<Shape> {
        None
    }

    /// The lines along which pieces move, each as the two squares that it joins: these squares
    /// are drawn as points.
    fn edges(&self) -> impl Iterator<Item = [u8; 2]> {
        iter::empty()
    }

    /// The squares that a legal move covers together, as a domino does; none if its
    /// [`place`](Self::place) is all of it.
    fn covers(&self, _state: Self::State, _mv: Move) -> impl Iterator<Item = u8> {
        iter::empty()
    }

    /// Whether what stands on a square is poisoned: nobody wants to take it.
    fn is_poisoned(&self, _square: u8) -> bool {
        false
    }

    /// At which side of the board the points of the first and of the second player are kept, in a
    /// game with [`points`](Self::points); `None` if they are only told.
    fn stores(&self) -> Option<[Side; 2]> {
        None
    }

    /// What stands at a side of the board, beside a row or a column of this number, where moves are
    /// named by it. If there is none at all, it follows from the names of the squares.
    fn letter(&self, _side: Side, _number: u8) -> Option<char> {
        None
    }

    /// Why no game reaches a state that is not reachable; `None` if the rules cannot tell
    /// at once.
    fn why_unreachable(&self, _state: Self::State) -> Option<impl fmt::Display> {
        None::<&str>
    }
}

/// The size of a board, or of several boards side by side. Squares are numbered row by row
/// from the top left, one board after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// How many boards there are.
    pub boards: u8,
    /// How many columns each has.
    pub columns: u8,
    /// How many rows each has.
    pub rows: u8,
    /// Whether the letters of the columns and the numbers of the rows help to read the
    /// names of the moves.
    pub lettered: bool,
    /// Whether the squares are a lattice: those in rows and columns of even number are
    /// points, those in rows and columns of odd number are faces, and all others are lines
    /// between two points.
    pub lattice: bool,
}

impl Grid {
    /// One board of this size, without letters at its edges.
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

    /// One board of the size of this one.
    pub(crate) const fn from_board(board: Board) -> Self {
        Self::new(board.columns, board.rows)
    }

    /// Several boards of this size, side by side.
    #[must_use]
    pub const fn times(self, boards: u8) -> Self {
        Self { boards, ..self }
    }

    /// The same with letters and numbers at the edges.
    #[must_use]
    pub const fn lettered(self) -> Self {
        Self {
            lettered: true,
            ..self
        }
    }

    /// The same as a lattice of points, lines and faces.
    #[must_use]
    pub const fn lattice(self) -> Self {
        Self {
            lattice: true,
            ..self
        }
    }

    /// How many squares the boards have together.
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.boards * self.rows * self.columns
    }

    /// How many columns the boards have together, side by side with a space between two.
    #[must_use]
    pub const fn columns_together(self) -> u8 {
        self.boards * (self.columns + 1) - 1
    }

    /// The number of a square.
    #[must_use]
    pub const fn square(self, board: u8, row: u8, column: u8) -> u8 {
        (board * self.rows + row) * self.columns + column
    }

    fn write_name(self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        let board = Board {
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
    /// There is no such square on the board, or no longer.
    Absent,
    /// Nothing stands there.
    Empty,
    /// A player's piece.
    Piece {
        /// Whose piece it is.
        owner: Player,
        /// Which of the player's pieces it is by age, if that matters: 1 for the newest.
        age: Option<u8>,
        /// What kind of piece it is, as a letter or a digit, if a player has several kinds: `K`
        /// for a king, nothing for a pawn, say, or `1` to `3` for sizes.
        kind: Option<char>,
    },
    /// Something that belongs to nobody, and what it looks like.
    Common(char),
    /// A place for things of a kind, such as a pit for seeds.
    Heap {
        /// Whose place it is, if it is a player's.
        owner: Option<Player>,
        /// How many things are there.
        number: u8,
    },
}

impl Square {
    /// A piece of this player, where all are of one kind and age.
    #[must_use]
    pub const fn piece(owner: Player) -> Self {
        Self::Piece {
            owner,
            age: None,
            kind: None,
        }
    }

    /// The piece, of this kind.
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

/// What a piece is shaped like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// As in chess.
    Pawn,
    /// A car.
    Car,
    /// A hound.
    Hound,
    /// A hare.
    Hare,
}

impl Shape {
    /// What it is called, in lower case.
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
    /// Beside the first squares of the rows.
    Left,
    /// Beside their last squares.
    Right,
    /// Over the first row.
    Top,
    /// Below the last row.
    Bottom,
}

impl Side {
    /// What it is called, in lower case.
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

/// Where a move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On a square.
    Square(u8),
    /// In a column, counted from the left: the piece falls to the lowest empty square.
    Column(u8),
    /// From one square to another.
    Step {
        /// Where the piece stands.
        from: u8,
        /// Where it goes.
        to: u8,
    },
    /// Not on the board: a pass, say, or a move that leaves the board.
    OffBoard,
}

/// A line of squares, each as far from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareLine {
    /// The square at one end.
    pub first: u8,
    /// From the number of a square to that of the next.
    pub step: i8,
    /// How many squares there are.
    pub length: u8,
}

impl SquareLine {
    /// The squares, from the first on.
    pub fn squares(self) -> impl Iterator<Item = u8> {
        let next = move |square: &u8| square.checked_add_signed(self.step);
        iter::successors(Some(self.first), next).take(self.length.into())
    }
}

/// A square where a player would complete a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The square.
    pub square: u8,
    /// The line.
    pub line: SquareLine,
}
