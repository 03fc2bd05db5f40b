//! Domineering, also called crosscram (Andersson; Gardner, Mathematical Games, Scientific American,
//! February 1974).
//!
//! A board of *width* by *height* cells is empty at the start. The players take turns to set a
//! domino on two neighbouring empty cells. The first player's dominoes cover two cells of a column.
//! The second player's dominoes cover two cells of a row. A player who cannot set a domino loses.
//!
//! This table shows the winner for each height (rows) and width (columns):
//!
//! | height | 1 wide | 2 | 3 | 4 | 5 |
//! | --- | --- | --- | --- | --- | --- |
//! | 1 | second | second | second | second | second |
//! | 2 | first | first | first | second | first |
//! | 3 | first | first | first | second | second |
//! | 4 | first | first | first | first | first |
//! | 5 | first | second | first | second | second |
//!
//! The table agrees with the published results for square boards. The player who begins wins on
//! 2x2, 3x3 and 4x4, and loses on 5x5 (Breuker, Uiterwijk and van den Herik, Solving 8x8
//! Domineering, Theoretical Computer Science 230, 2000).
//!
//! A state does not store the player to move, because the number of covered cells tells it.

use core::fmt;

use perfectplay::game::{Hints, Outlook, ParseStateError, Score, canonical};
use perfectplay::index::Sparse;
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::listed::{Listed, Visitor};
use crate::show::{Grid, Place, Square};

/// The rules of Domineering.
///
/// A state is the set of the covered cells, with cell *i* in bit *i*. The index of a move is a
/// cell: the upper cell of the first player's domino, or the left cell of the second player's
/// domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering {
    board: BoardSize,
    /// The cells that have a right neighbour.
    left: u64,
}

impl Domineering {
    fn new(board: BoardSize) -> Self {
        let cells = Moves::first_n(board.cells().into()).iter();
        let has_right = |mv: &Move| board.place(mv.index()).1 + 1 < board.columns;
        let left = cells.filter(has_right).collect::<Moves>().bits();
        Self { board, left }
    }

    fn free(&self, covered: u64) -> u64 {
        Moves::first_n(self.board.cells().into()).bits() & !covered
    }

    /// Returns each place where `player` can set a domino on `free` cells. A place is given by the
    /// upper or the left cell of the domino.
    #[inline]
    fn dominoes(&self, free: u64, player: Player) -> u64 {
        match player {
            // If one row has 64 cells, the shift would be by all 64 bits.
            Player::First => free & free.checked_shr(self.board.columns.into()).unwrap_or(0),
            Player::Second => free & free >> 1 & self.left,
        }
    }

    const fn turn(covered: u64) -> Player {
        Player::BOTH[(covered.count_ones() / 2 % 2) as usize]
    }

    /// Returns how far apart the two cells of this player's domino are in the numbering of the
    /// cells: one row for the first player, 1 for the second player.
    const fn step(&self, player: Player) -> u8 {
        match player {
            Player::First => self.board.columns,
            Player::Second => 1,
        }
    }

    const fn domino(&self, covered: u64, mv: Move) -> [u8; 2] {
        let first = mv.index();
        [first, first + self.step(Self::turn(covered))]
    }

    fn image_of_cell(&self, symmetry: u32, cell: u8) -> u8 {
        // Symmetry 1 of a square exchanges rows and columns. This would exchange the players.
        let symmetries = self.board.symmetries() / 4;
        self.board.image(symmetry * symmetries, cell)
    }
}

impl Game for Domineering {
    type State = u64;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        self.board.cells().into()
    }

    fn start(&self) -> u64 {
        0
    }

    fn outcome(&self, covered: u64) -> Option<Value> {
        self.legal(covered).is_empty().then_some(Value::Loss)
    }

    fn legal(&self, covered: u64) -> Moves {
        Moves::from_bits(self.dominoes(self.free(covered), Self::turn(covered)))
    }

    fn play(&self, covered: u64, mv: Move) -> u64 {
        let [first, second] = self.domino(covered, mv);
        covered | 1 << first | 1 << second
    }

    fn key(&self, covered: u64) -> u64 {
        covered
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Vertical", "Horizontal"]
    }

    fn to_move(&self, covered: u64) -> Option<Player> {
        Some(Self::turn(covered))
    }

    fn tier(&self, covered: u64) -> Option<u32> {
        Some(covered.count_ones())
    }
}

impl Sparse for Domineering {
    fn last_tier(&self) -> u32 {
        self.board.cells().into()
    }

    fn state_of_key(&self, key: u64) -> Option<u64> {
        Some(key)
    }
}

impl Hints for Domineering {
    /// Returns 4, because the board may be mirrored left and right, and also up and down.
    fn symmetries(&self) -> u32 {
        4
    }

    fn image(&self, symmetry: u32, covered: u64) -> u64 {
        Moves::from_bits(covered).iter().fold(0, |image, cell| {
            image | 1 << self.image_of_cell(symmetry, cell.index())
        })
    }

    fn image_of_move(&self, symmetry: u32, covered: u64, mv: Move) -> Move {
        let cells = self.domino(covered, mv);
        let [one, other] = cells.map(|cell| self.image_of_cell(symmetry, cell));
        mv.map(|_| one.min(other))
    }

    /// Predicts the result if a player has enough safe dominoes to outlast the other player. A
    /// domino is safe if it covers cells that the other player cannot use.
    #[inline]
    fn outlook(&self, covered: u64) -> Outlook {
        let (free, player) = (self.free(covered), Self::turn(covered));
        let other = player.other();
        let moves = self.dominoes(free, player);
        let [win, loss] = [Value::Win, Value::Loss];
        if moves == 0 {
            return Outlook::Known(Score::finished(loss));
        }
        let [mine, theirs] = [player, other].map(|player| self.most(free, player));
        let won = self.safe(free, player) > theirs;
        let lost = self.safe(free, other) >= mine;
        Outlook::Open {
            moves: Moves::from_bits(moves),
            least: if won {
                Score::new(win, Some(2 * theirs + 1))
            } else {
                Score::new(loss, Some(2))
            },
            most: if lost {
                Score::new(loss, Some(2 * mine))
            } else {
                Score::new(win, Some(1))
            },
        }
    }

    /// Prefers moves that leave many places for the player's own dominoes, and few for the
    /// opponent's.
    #[inline]
    fn promise(&self, covered: u64, mv: Move) -> u32 {
        let player = Self::turn(covered);
        let free = self.free(self.play(covered, mv));
        let count = |player| self.dominoes(free, player).count_ones();
        64 + count(player) - count(player.other())
    }

    /// Returns the key for the transposition table. A cell that nobody can use counts as covered in
    /// the key. As a result, the number of covered cells in the key does not tell whose turn it is.
    /// The key therefore contains a bit for the player to move, unless the board is square. On a
    /// square board, the key exchanges rows and columns if the second player is to move. So, in the
    /// key, the player to move always sets dominoes into columns. If a board of 64 cells is not
    /// square, the key has no room for a bit that tells the player to move. The key is then the set
    /// of covered cells.
    #[inline]
    fn proof_key(&self, covered: u64) -> Option<u64> {
        let player = Self::turn(covered);
        let covered = if covered.count_ones() <= Self::COVERED_OF_IMAGES {
            canonical(self, covered).0
        } else {
            covered
        };
        let free = self.free(covered);
        let useful = Player::BOTH.into_iter().fold(0, |useful, player| {
            useful | self.cells_of(self.dominoes(free, player), player)
        });
        let key = self.free(useful);
        Some(if self.board.columns == self.board.rows {
            match player {
                Player::First => key,
                Player::Second => self.transposed(key),
            }
        } else if u32::from(self.board.cells()) < u64::BITS {
            key | (player as u64) << 63
        } else {
            covered
        })
    }
}

impl Domineering {
    /// Symmetric states share an entry of the transposition table only if at most
    /// `COVERED_OF_IMAGES` cells are covered.
    const COVERED_OF_IMAGES: u32 = 16;

    /// Returns the cells that `dominoes` cover. `dominoes` holds the upper or the left cell of each
    /// domino.
    #[inline]
    fn cells_of(&self, dominoes: u64, player: Player) -> u64 {
        let second = dominoes.checked_shl(self.step(player).into()).unwrap_or(0);
        dominoes | second
    }

    /// Returns the greatest number of dominoes that a player can set on free cells if the other
    /// player sets none.
    #[inline]
    fn most(&self, free: u64, player: Player) -> u32 {
        let step = self.step(player);
        let (mut pairs, mut most) = (self.dominoes(free, player), 0);
        while pairs != 0 {
            let first = pairs & pairs.wrapping_neg();
            pairs &= !(first | first.checked_shl(step.into()).unwrap_or(0));
            most += 1;
        }
        most
    }

    /// Returns how many of a player's dominoes fit on the cells that the other player can never
    /// cover.
    #[inline]
    fn safe(&self, free: u64, player: Player) -> u32 {
        let other = player.other();
        let contested = self.cells_of(self.dominoes(free, other), other);
        self.most(free & !contested, player)
    }

    fn transposed(&self, covered: u64) -> u64 {
        let side = u32::from(self.board.columns);
        // A factor that moves the cells of a column next to each other, beginning at bit `first`.
        // No two products of a cell and a bit of the factor coincide.
        let first = (side - 1) * (side - 1);
        let bits = (0..side).map(|row| 1 << (first - row * (side - 1)));
        let gather = bits.fold(0, |gather: u64, bit: u64| gather | bit);
        let column = (0..side).fold(0, |column: u64, row| column | 1 << (row * side));
        (0..side).fold(0, |transposed, number| {
            let cells = (covered >> number & column).wrapping_mul(gather) >> first;
            transposed | (cells & ((1 << side) - 1)) << (number * side)
        })
    }
}

impl Listed for Domineering {
    const NAME: &'static str = "domineering";
    const TITLE: &'static str = "Domineering";
    const RULES: &'static str = "Set dominoes on two empty cells, the first player upright, \
        the second lying; a player who cannot loses.";
    const PARAMETERS: &'static str = "WIDTHxHEIGHT, such as 4x4: at most 64 cells";
    const STATES: &'static str = "the rows from the top, # for covered cells, such as #../#../...";
    const KEY: &'static str =
        "Bit i is set if cell i is covered. Cells are numbered row by row from the top left.";
    const SAMPLES: &'static [&'static str] = &["4x4", "3x3", "4x3", "2x5", "5x4", "1x3"];
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        BoardSize::from_size(text).map(Self::new)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}x{}", self.board.columns, self.board.rows)
    }

    fn of_key(&self, key: u64) -> Option<u64> {
        self.state_of_key(key)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_sparse(self)
    }

    /// Writes covered cells as `#`: `#../#.#/..#`.
    fn write_state(&self, covered: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.board
            .write_cells(out, |cell| if covered >> cell & 1 == 1 { '#' } else { '.' })
    }

    fn read_state(&self, text: &str) -> Result<u64, ParseStateError> {
        let mut covered = 0;
        self.board
            .read_cells(text, "a cell (one of # .)", |cell, found| {
                covered |= u64::from(found == '#') << cell;
                matches!(found, '#' | '.')
            })?;
        Ok(covered)
    }

    /// Writes the two cells as in chess, the upper or the left one first: `a3-a2`.
    fn write_move(&self, covered: u64, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let [first, second] = self.domino(covered, mv).map(|cell| self.board.name(cell));
        write!(out, "{first}-{second}")
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.board).lettered())
    }

    fn square(&self, covered: u64, square: u8) -> Square {
        if covered >> square & 1 == 1 {
            Square::Common('#')
        } else {
            Square::Empty
        }
    }

    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        [(Square::Empty, '.'), (Square::Common('#'), '#')].into_iter()
    }

    /// Returns the upper or the left cell of the domino. This cell identifies the domino, because a
    /// player sets all dominoes in the same direction.
    fn place(&self, _covered: u64, mv: Move) -> Place {
        Place::Square(mv.index())
    }

    fn covers(&self, covered: u64, mv: Move) -> impl Iterator<Item = u8> {
        self.domino(covered, mv).into_iter()
    }
}
