//! Tic-tac-toe: states, lines and the rules.
//!
//! Cells are numbered row by row, and cell *i* is bit *i* of every mask:
//!
//! ```text
//!  0 | 1 | 2
//! ---+---+---
//!  3 | 4 | 5
//! ---+---+---
//!  6 | 7 | 8
//! ```

mod listed;
mod symmetry;
mod text;

use core::fmt;

use crate::game::{Game, Move, Moves, Value};

pub use symmetry::Symmetry;
#[doc(hidden)]
pub use text::literal;
pub use text::{Expected, ParseStateError};

/// Cells along one side of the board, and marks in a line.
const SIDE: u8 = 3;
/// Cells of the board.
pub const CELLS: u8 = SIDE * SIDE;
/// The mask of the whole board.
pub(crate) const BOARD: u16 = (1 << CELLS) - 1;

/// One of the two players, and the mark that they set. X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Somebody is to move.
    Ongoing,
    /// This player has a line.
    Won(Player),
    /// The board is full and nobody has a line.
    Drawn,
}

impl Status {
    /// Whether no move is left to be made.
    #[must_use]
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("the game goes on"),
            Self::Won(player) => write!(f, "{player} has won"),
            Self::Drawn => f.write_str("the game is drawn"),
        }
    }
}

/// One of the eight lines of three: rows top to bottom, columns left to right, the
/// diagonal 0-4-8, the anti-diagonal 6-4-2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u8);

impl Line {
    /// How many lines there are.
    const COUNT: usize = 2 * SIDE as usize + 2;

    /// The cells of every line, made from rows and columns of the board.
    const CELLS: [[u8; SIDE as usize]; Self::COUNT] = {
        let mut lines = [[0; SIDE as usize]; Self::COUNT];
        let mut i = 0;
        while i < SIDE {
            let mut j = 0;
            while j < SIDE {
                lines[i as usize][j as usize] = i * SIDE + j;
                lines[(SIDE + i) as usize][j as usize] = j * SIDE + i;
                j += 1;
            }
            lines[2 * SIDE as usize][i as usize] = i * SIDE + i;
            lines[2 * SIDE as usize + 1][i as usize] = (SIDE - 1 - i) * SIDE + i;
            i += 1;
        }
        lines
    };

    /// Every line as a mask.
    const MASKS: [u16; Self::COUNT] = {
        let mut masks = [0; Self::COUNT];
        let mut line = 0;
        while line < Self::COUNT {
            let mut i = 0;
            while i < SIDE as usize {
                masks[line] |= 1 << Self::CELLS[line][i];
                i += 1;
            }
            line += 1;
        }
        masks
    };

    /// For every mask of nine cells one bit: whether it holds a line.
    const HELD: [u64; (BOARD as usize + 1) / 64] = {
        let mut held = [0; (BOARD as usize + 1) / 64];
        let mut mask = 0;
        while mask <= BOARD {
            let mut line = 0;
            while line < Self::COUNT {
                if mask & Self::MASKS[line] == Self::MASKS[line] {
                    held[(mask >> 6) as usize] |= 1 << (mask & 63);
                }
                line += 1;
            }
            mask += 1;
        }
        held
    };

    /// All eight, in the order above.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The cells, in the order of the line's name: the anti-diagonal starts at 6.
    #[must_use]
    pub const fn cells(self) -> [u8; 3] {
        Self::CELLS[self.0 as usize]
    }

    /// The cells as a set.
    #[must_use]
    pub const fn moves(self) -> Moves {
        Moves::from_bits(self.mask() as u64)
    }

    const fn mask(self) -> u16 {
        Self::MASKS[self.0 as usize]
    }

    /// Whether the mask, of nine bits, holds a line.
    pub(crate) const fn held_by(mask: u16) -> bool {
        // The remainder changes nothing, but shows the compiler that no index is beyond.
        let word = (mask >> 6) as usize % Self::HELD.len();
        Self::HELD[word] >> (mask & 63) & 1 == 1
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.cells();
        write!(f, "{a}-{b}-{c}")
    }
}

/// A board of tic-tac-toe: who holds which cell, and so who is to move.
///
/// Any two disjoint masks are a state, also those that no game reaches. The player to
/// move follows from the counts: O if X has more marks, else X.
///
/// ```
/// use perfectplay::{Player, State, Status};
///
/// let state: State = "X.O/.X./..O".parse()?;
/// assert_eq!((state.x(), state.o()), (0b000_010_001, 0b100_000_100));
/// assert_eq!(state.to_move(), Player::X);
/// let state = state.play(5)?.play(3)?;
/// assert_eq!(state.to_string(), "X.O/OXX/..O");
/// assert_eq!(state.status(), Status::Ongoing);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// States are ordered by their occupied cells, then by those of X, both as masks.
//
// The bits, for `X.O/.X./..O`:
//
//     31      23                      8       0
//     1 0001 0101  00000000000000  0 0001 0001
//     └ occupied ┘                 └─── x ───┘
//
// The occupied cells take the place of O's because they address the row of the baked
// table, and they stand at the top so that one shift gives the row and one comparison
// tells whether a record belongs to the state (`Record::is_of`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(u32);

impl State {
    /// Where the occupied cells begin in the bits of a state.
    pub(crate) const OCCUPIED_SHIFT: u32 = u32::BITS - CELLS as u32;

    /// The empty board.
    pub const EMPTY: Self = Self::from_disjoint(0, 0);

    /// The state in which X holds the cells of one mask and O those of the other.
    ///
    /// ```
    /// use perfectplay::State;
    ///
    /// assert_eq!(State::from_masks(0b001, 0b100)?.to_string(), "X.O/.../...");
    /// assert_eq!(
    ///     State::from_masks(0b011, 0b110).unwrap_err().to_string(),
    ///     "expected disjoint masks, found both players in cells {1}",
    /// );
    /// # Ok::<(), perfectplay::StateError>(())
    /// ```
    ///
    /// # Errors
    /// When the masks share a cell, or one has a bit beyond cell 8.
    pub const fn from_masks(x: u16, o: u16) -> Result<Self, StateError> {
        let beyond = (x | o) & !BOARD;
        if beyond != 0 {
            return Err(StateError::Beyond {
                cells: Moves::from_bits(beyond as u64),
            });
        }
        let shared = x & o;
        if shared != 0 {
            return Err(StateError::Overlap {
                cells: Moves::from_bits(shared as u64),
            });
        }
        Ok(Self::from_disjoint(x, o))
    }

    /// The state of two masks that are known to be disjoint and within the board.
    const fn from_disjoint(x: u16, o: u16) -> Self {
        Self(((x | o) as u32) << Self::OCCUPIED_SHIFT | x as u32)
    }

    /// Every state, reachable or not, in their order: all 19,683 ways to fill the board.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=BOARD).flat_map(|occupied| {
            // The next subset of a mask is the old one less the mask, within the mask.
            let mut next = Some(0_u16);
            core::iter::from_fn(move || {
                let x = next?;
                let following = x.wrapping_sub(occupied) & occupied;
                next = (following != 0).then_some(following);
                Some(Self::from_disjoint(x, occupied ^ x))
            })
        })
    }

    /// The cells that X holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn x(self) -> u16 {
        self.0 as u16
    }

    /// The cells that O holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn o(self) -> u16 {
        self.occupied() ^ self.x()
    }

    /// The cells that this player holds, as a mask of nine bits.
    #[must_use]
    pub const fn held_by(self, player: Player) -> u16 {
        match player {
            Player::X => self.x(),
            Player::O => self.o(),
        }
    }

    /// The cells that somebody holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> u16 {
        (self.0 >> Self::OCCUPIED_SHIFT) as u16
    }

    /// [`occupied`](Self::occupied) as a set.
    #[must_use]
    pub const fn occupied_cells(self) -> Moves {
        Moves::from_bits(self.occupied() as u64)
    }

    /// The empty cells, whether or not the game goes on.
    #[must_use]
    pub const fn empty(self) -> Moves {
        Moves::from_bits((self.occupied() ^ BOARD) as u64)
    }

    /// How many marks are on the board: the plies played, if a game reached it.
    #[must_use]
    pub const fn marks(self) -> u8 {
        self.occupied().count_ones() as u8
    }

    /// Who holds the cell; `None` for an empty cell, and from cell 9 on.
    #[must_use]
    pub const fn cell(self, cell: u8) -> Option<Player> {
        if cell >= CELLS || self.occupied() >> cell & 1 == 0 {
            None
        } else if self.x() >> cell & 1 == 1 {
            Some(Player::X)
        } else {
            Some(Player::O)
        }
    }

    /// The player whose turn it is, by the counts; who would be next, if the game is over.
    #[must_use]
    pub const fn to_move(self) -> Player {
        if self.x().count_ones() > self.o().count_ones() {
            Player::O
        } else {
            Player::X
        }
    }

    /// Whether the player has a line.
    #[must_use]
    pub const fn has_line(self, player: Player) -> bool {
        Line::held_by(self.held_by(player))
    }

    /// How the game stands. A win is tested before a draw: a full board with a line is
    /// won. Where both players have a line, which no game reaches, X is named.
    #[must_use]
    pub const fn status(self) -> Status {
        if self.has_line(Player::X) {
            Status::Won(Player::X)
        } else if self.has_line(Player::O) {
            Status::Won(Player::O)
        } else if self.occupied() == BOARD {
            Status::Drawn
        } else {
            Status::Ongoing
        }
    }

    /// The lines that the player has: one, or two that share the last cell of a won
    /// game.
    pub fn lines(self, player: Player) -> impl Iterator<Item = Line> {
        let held = self.held_by(player);
        Line::all().filter(move |line| held & line.mask() == line.mask())
    }

    /// The cells of all lines of both players, to be highlighted.
    #[must_use]
    pub fn line_cells(self) -> Moves {
        self.lines(Player::X)
            .chain(self.lines(Player::O))
            .fold(Moves::EMPTY, |cells, line| cells | line.moves())
    }

    /// The legal moves: every empty cell while the game goes on, none after it.
    #[must_use]
    pub const fn legal(self) -> Moves {
        if self.status().is_over() {
            Moves::EMPTY
        } else {
            self.empty()
        }
    }

    /// The state after the player to move has marked the cell.
    ///
    /// # Errors
    /// When the cell is not on the board, the game is over, or the cell is occupied, in
    /// this order.
    pub const fn play(self, cell: u8) -> Result<Self, PlayError> {
        if cell >= CELLS {
            return Err(PlayError::OffBoard { cell });
        }
        let status = self.status();
        if status.is_over() {
            return Err(PlayError::GameOver { status });
        }
        if let Some(by) = self.cell(cell) {
            return Err(PlayError::Occupied { cell, by });
        }
        Ok(self.with(self.to_move(), cell))
    }

    /// The state with one more mark, in a cell that is known to be empty; whose turn it
    /// is does not matter.
    pub(crate) const fn with(self, player: Player, cell: u8) -> Self {
        let mark = 1 << cell;
        match player {
            Player::X => Self::from_disjoint(self.x() | mark, self.o()),
            Player::O => Self::from_disjoint(self.x(), self.o() | mark),
        }
    }

    /// The ways in which the player could finish a line with one more mark, whoever is
    /// to move and whether or not the game is over: for every line that holds two of
    /// the player's marks and an empty cell, that line and that cell. In the order of
    /// the lines; a cell that finishes two lines comes twice.
    ///
    /// ```
    /// use perfectplay::{Player, State};
    ///
    /// let state: State = "o../oxo/xx.".parse()?;
    /// let cells = state.completions(Player::X).map(|(_, cell)| cell.index());
    /// assert!(cells.eq([8, 1, 2]));
    /// # Ok::<(), perfectplay::ParseStateError>(())
    /// ```
    pub fn completions(self, player: Player) -> impl Iterator<Item = (Line, Move)> {
        Line::all().filter_map(move |line| Some((line, self.completion(player, line)?)))
    }

    /// The cells of [`completions`](Self::completions), as a set.
    #[must_use]
    pub const fn completing(self, player: Player) -> Moves {
        let mut cells = Moves::EMPTY;
        let mut line = 0;
        while line < Line::COUNT as u8 {
            if let Some(cell) = self.completion(player, Line(line)) {
                cells = cells.union(Moves::from_move(cell));
            }
            line += 1;
        }
        cells
    }

    /// The one empty cell of a line whose other cells the player holds.
    const fn completion(self, player: Player, line: Line) -> Option<Move> {
        let missing = line.mask() & !self.held_by(player);
        if missing.count_ones() == 1 && missing & self.occupied() == 0 {
            Moves::from_bits(missing as u64).first()
        } else {
            None
        }
    }

    /// Why no game reaches this state; `None` for a state that some game reaches.
    ///
    /// ```
    /// use perfectplay::{State, Unreachable};
    ///
    /// let state: State = "XX./.../...".parse()?;
    /// assert_eq!(state.unreachable(), Some(Unreachable::Counts { x: 2, o: 0 }));
    /// # Ok::<(), perfectplay::ParseStateError>(())
    /// ```
    #[must_use]
    pub const fn unreachable(self) -> Option<Unreachable> {
        let x = self.x().count_ones() as u8;
        let o = self.o().count_ones() as u8;
        if x != o && x != o + 1 {
            return Some(Unreachable::Counts { x, o });
        }
        match (self.has_line(Player::X), self.has_line(Player::O)) {
            (true, true) => Some(Unreachable::BothWon),
            (true, false) if x == o => Some(Unreachable::PlayedOn { winner: Player::X }),
            (false, true) if x != o => Some(Unreachable::PlayedOn { winner: Player::O }),
            // Nobody needs to look for a line that the last mark is not part of: two
            // lines without a common cell take six marks of one player.
            _ => None,
        }
    }

    /// A number that no other state has: x in bits 0 to 8, o in bits 9 to 17.
    #[must_use]
    pub const fn key(self) -> u64 {
        self.x() as u64 | (self.o() as u64) << CELLS
    }

    /// Where the baked table holds the state: its row and its column.
    ///
    /// The one definition for the baker, which calls it through [`TicTacToe`], and for
    /// the reader.
    #[inline]
    pub(crate) const fn address(self) -> (usize, usize) {
        ((self.0 >> Self::OCCUPIED_SHIFT) as usize, self.x() as usize)
    }

    /// The state with these bits, which are known to come from a state.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits, as drawn above.
    #[inline]
    pub(crate) const fn to_bits(self) -> u32 {
        self.0
    }
}

impl Default for State {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Masks that are not a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// Both players hold these cells.
    Overlap {
        /// The cells that both masks have.
        cells: Moves,
    },
    /// A mask has bits beyond cell 8.
    Beyond {
        /// The numbers of those bits.
        cells: Moves,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { cells } => {
                write!(
                    f,
                    "expected disjoint masks, found both players in cells {cells:?}"
                )
            }
            Self::Beyond { cells } => {
                write!(f, "expected cells 0 to {}, found {cells:?}", CELLS - 1)
            }
        }
    }
}

impl core::error::Error for StateError {}

/// Why a move was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// There is no such cell.
    OffBoard {
        /// The number asked for.
        cell: u8,
    },
    /// Somebody holds the cell.
    Occupied {
        /// The cell asked for.
        cell: u8,
        /// Who holds it.
        by: Player,
    },
    /// The game has ended.
    GameOver {
        /// How it ended.
        status: Status,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { cell } => {
                write!(f, "expected a cell from 0 to {}, found {cell}", CELLS - 1)
            }
            Self::Occupied { cell, by } => {
                write!(f, "expected an empty cell, found {by} in cell {cell}")
            }
            Self::GameOver { status } => {
                write!(f, "expected a game that goes on, but {status}")
            }
        }
    }
}

impl core::error::Error for PlayError {}

/// Why no game reaches a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreachable {
    /// X moves first and the players take turns, so that X has as many marks as O or
    /// one more.
    Counts {
        /// The marks of X.
        x: u8,
        /// The marks of O.
        o: u8,
    },
    /// Both players have a line, but the game ended at the first.
    BothWon,
    /// The winner's opponent has moved after the end.
    PlayedOn {
        /// Who has a line.
        winner: Player,
    },
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { x, o } => write!(
                f,
                "expected as many X as O or one X more, found {x} X and {o} O"
            ),
            Self::BothWon => f.write_str("expected at most one winner, found a line of each"),
            Self::PlayedOn { winner } => write!(
                f,
                "expected no move after the end, found one of {} after {winner} had won",
                winner.other()
            ),
        }
    }
}

impl core::error::Error for Unreachable {}

/// The rules of tic-tac-toe, for the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = State;

    fn move_count(&self) -> u32 {
        CELLS.into()
    }

    fn start(&self) -> State {
        State::EMPTY
    }

    fn outcome(&self, state: State) -> Option<Value> {
        match state.status() {
            Status::Ongoing => None,
            Status::Drawn => Some(Value::Draw),
            Status::Won(winner) if winner == state.to_move() => Some(Value::Win),
            Status::Won(_) => Some(Value::Loss),
        }
    }

    fn legal(&self, state: State) -> Moves {
        state.legal()
    }

    fn play(&self, state: State, mv: Move) -> State {
        state.with(state.to_move(), mv.index())
    }

    fn key(&self, state: State) -> u64 {
        state.key()
    }

    fn symmetries(&self) -> u32 {
        Symmetry::all().len() as u32
    }

    fn image(&self, symmetry: u32, state: State) -> State {
        Symmetry::all()
            .nth(symmetry as usize)
            .map_or(state, |symmetry| symmetry.state(state))
    }

    fn image_of_move(&self, symmetry: u32, mv: Move) -> Move {
        Symmetry::all()
            .nth(symmetry as usize)
            .and_then(|symmetry| Move::new(symmetry.cell(mv.index())?))
            .unwrap_or(mv)
    }
}
