//! Ranks the positions of chess endings.
//!
//! All positions with the same men are in the same tier. In every tier, White's men are at least as
//! valuable as Black's. If Black has the more valuable men, the position is *turned*: the colours
//! are exchanged, and the rows are mirrored. If both players have the same men, positions with
//! Black to move are turned, so that White is always to move.
//!
//! The rank combines, in this order: the square of White's king, the square of Black's king, the
//! squares of the other men, whether a pawn can be captured in passing, and the player to move.
//! Some ranks stand for impossible positions, in which two men share a square.
//!
//! - If there are pawns, the columns are mirrored whenever White's king is in the right half.
//! - If there are no pawns, the board is mirrored until White's king is in the upper left quarter,
//!   and on the diagonal or below it. If the king is on the diagonal, mirroring at the diagonal
//!   leaves the king there. A position with White's king on the diagonal thus has two images, with
//!   the same rank. To compute the rank, take the image in which the square of Black's king has the
//!   lower number. If Black's king is on the same square in both images, take the image in which
//!   the squares of the other men have the lower numbers. The squares below the diagonal are
//!   numbered first, then the squares on the diagonal. The squares above the diagonal come last, in
//!   the order of their mirror images. On 4 by 4:
//!
//! ```text
//!      6 10 11 13
//!      0  7 12 14
//!      1  2  8 15
//!      3  4  5  9
//! ```

use perfectplay::Player;
use perfectplay::index::{Dense, Tier};

use super::Chess;
use super::material::Material;
use super::men::{Man, ManKind};
use super::position::ChessState;

/// Returns the number of unordered pairs of `n` items. The two items of a pair may be equal.
const fn pairs(n: u64) -> u64 {
    n * (n + 1) / 2
}

/// Returns the rank of an unordered pair of numbers. Pairs are ordered by their greater number, and
/// then by their lesser number.
fn rank_pair([a, b]: [u64; 2]) -> u64 {
    pairs(a.max(b)) + a.min(b)
}

/// Returns the unordered pair with this rank, the lesser number first.
fn unrank_pair(rank: u64) -> [u64; 2] {
    let greater = (0..).take_while(|&b| pairs(b) <= rank).count() as u64 - 1;
    [rank - pairs(greater), greater]
}

/// How many men there are besides the kings. Two men of the same kind and owner are a separate
/// case, because exchanging them gives the same position.
#[derive(Clone, Copy)]
enum Others {
    None,
    One,
    Two,
    /// Two men that differ only in their squares.
    Twins,
}

impl Others {
    fn new(material: Material) -> Self {
        match material.count() {
            0 => Self::None,
            1 => Self::One,
            _ if material.has_twins() => Self::Twins,
            _ => Self::Two,
        }
    }

    /// Returns the number of ways to put the men on squares. There are `squares[0]` squares for the
    /// first man, and `squares[1]` squares for the second.
    const fn count(self, squares: [u64; 2]) -> u64 {
        match self {
            Self::None => 1,
            Self::One => squares[0],
            Self::Two => squares[0] * squares[1],
            Self::Twins => pairs(squares[0]),
        }
    }

    fn rank(self, squares: [u64; 2], men: [u64; 2]) -> u64 {
        match self {
            Self::None => 0,
            Self::One => men[0],
            Self::Two => men[0] * squares[1] + men[1],
            Self::Twins => rank_pair(men),
        }
    }

    fn unrank(self, squares: [u64; 2], rank: u64) -> [u64; 2] {
        match self {
            Self::None => [0, 0],
            Self::One => [rank, 0],
            Self::Two => [rank / squares[1], rank % squares[1]],
            Self::Twins => unrank_pair(rank),
        }
    }
}

/// The numbering of the squares of a board that may be mirrored at its diagonal.
#[derive(Clone, Copy)]
struct Diagonal {
    side: u64,
}

impl Diagonal {
    /// Returns the number of squares below the diagonal.
    const fn below(self) -> u64 {
        pairs(self.side - 1)
    }

    /// Returns the number of squares below the diagonal or on it.
    const fn low(self) -> u64 {
        pairs(self.side)
    }

    const fn squares(self) -> u64 {
        self.side * self.side
    }

    const fn number(self, row: u64, column: u64) -> u64 {
        if row > column {
            pairs(row - 1) + column
        } else if row == column {
            self.below() + row
        } else {
            self.low() + pairs(column - 1) + row
        }
    }

    /// Returns the row (`.0`) and the column (`.1`) of the square with this number.
    fn place(self, number: u64) -> (u64, u64) {
        if number < self.below() {
            let [column, row] = unrank_pair(number);
            (row + 1, column)
        } else if number < self.low() {
            (number - self.below(), number - self.below())
        } else {
            let [row, column] = unrank_pair(number - self.low());
            (row, column + 1)
        }
    }

    const fn image(self, number: u64) -> u64 {
        if number < self.below() {
            number + self.low()
        } else if number < self.low() {
            number
        } else {
            number - self.low()
        }
    }

    /// Returns the number of ways to put men on squares. Two arrangements that are mirror images
    /// count as one.
    const fn count(self, others: Others) -> u64 {
        let (below, low) = (self.below(), self.low());
        match others {
            Others::None => 1,
            Others::One => low,
            Others::Two => below * self.squares() + self.side * low,
            Others::Twins => self.twins_before(below) + pairs(self.side),
        }
    }

    /// Counts the pairs of squares that have a rank, for two men of the same kind and owner. Only
    /// pairs whose first square has a lower number than `first` are counted. `first` is at most
    /// [`below`](Self::below). In a pair that has a rank, neither the second square nor its mirror
    /// image has a lower number than the first square.
    const fn twins_before(self, first: u64) -> u64 {
        first * (self.squares() + 1 - first)
    }

    /// Returns the rank of `[first, second]`, the squares of the men besides the kings. The caller
    /// must pass the lesser of this pair and its mirror image, compared as arrays.
    fn rank(self, others: Others, [first, second]: [u64; 2]) -> u64 {
        let (below, low) = (self.below(), self.low());
        match others {
            Others::None => 0,
            Others::One => first,
            Others::Two if first < below => first * self.squares() + second,
            Others::Two => below * self.squares() + (first - below) * low + second,
            Others::Twins if first >= below => {
                self.twins_before(below) + rank_pair([first - below, second - below])
            }
            Others::Twins => {
                let left_out = if second < low { first } else { 2 * first };
                self.twins_before(first) + second - left_out
            }
        }
    }

    fn unrank(self, others: Others, rank: u64) -> [u64; 2] {
        let (below, low) = (self.below(), self.low());
        match others {
            Others::None => [0, 0],
            Others::One => [rank, 0],
            Others::Two => match rank.checked_sub(below * self.squares()) {
                None => [rank / self.squares(), rank % self.squares()],
                Some(rank) => [below + rank / low, rank % low],
            },
            Others::Twins => match rank.checked_sub(self.twins_before(below)) {
                Some(rank) => unrank_pair(rank).map(|square| below + square),
                None => {
                    let firsts = (1..).take_while(|&first| self.twins_before(first) <= rank);
                    let first = firsts.count() as u64;
                    let second = rank - self.twins_before(first) + first;
                    [first, if second < low { second } else { second + first }]
                }
            },
        }
    }
}

impl Chess {
    fn diagonal(&self) -> Diagonal {
        Diagonal {
            side: self.side().into(),
        }
    }

    /// Returns, for each man except the kings, the number of squares on which this man may stand.
    fn squares_of(&self, material: Material) -> [u64; 2] {
        let side = u64::from(self.side());
        let mut pieces = material.pieces();
        [(); 2].map(|()| match pieces.next().map(|piece| piece.kind) {
            Some(ManKind::Pawn) => side * (side - 2),
            _ => side * side,
        })
    }

    /// Returns the number of ways to put the men of a material on squares. Arrangements that differ
    /// only by a symmetry of the board count as one.
    fn places(&self, material: Material) -> u64 {
        let others = Others::new(material);
        let (side, cells) = (u64::from(self.side()), u64::from(self.board.cells()));
        let all = others.count(self.squares_of(material));
        if material.pawns() > 0 {
            return cells / 2 * cells * all;
        }
        pairs(side / 2 - 1) * cells * all + side / 2 * self.places_on_diagonal(material)
    }

    /// Returns the number of ways to put all men except White's king on squares, if White's king is
    /// on a given square of the diagonal. Two arrangements that are mirror images count as one.
    fn places_on_diagonal(&self, material: Material) -> u64 {
        let (others, diagonal) = (Others::new(material), self.diagonal());
        let all = others.count(self.squares_of(material));
        diagonal.below() * all + diagonal.side * diagonal.count(others)
    }

    /// Returns two factors. The number of ranks of a material is [`places`](Self::places) times
    /// both factors. The first factor is 2 if a pawn may be captured in passing, and the second
    /// factor is 2 if either player may be to move. Otherwise, a factor is 1.
    fn turns(material: Material) -> [u64; 2] {
        [
            if material.has_opposed_pawns() { 2 } else { 1 },
            if material == material.exchanged() {
                1
            } else {
                2
            },
        ]
    }

    /// Exchanges the colours and mirrors the rows if Black has the more valuable men, or if both
    /// players have the same men and Black is to move. Returns the material in its normal form
    /// (`.0`), and the position, turned or unchanged (`.1`).
    fn turned(&self, position: ChessState) -> (Material, ChessState) {
        let material = Material::from_position(position);
        let exchanged = material.exchanged();
        let is_turned =
            exchanged < material || exchanged == material && position.to_move == Player::Second;
        if !is_turned {
            return (material, position);
        }
        (exchanged, self.turn(position))
    }

    /// Returns the position with the colours exchanged and the rows mirrored.
    pub(super) fn turn(&self, position: ChessState) -> ChessState {
        // Symmetry 4 of the board mirrors the rows.
        let exchanged = position.exchanged();
        exchanged.map(|square| self.board.image(4, square))
    }

    fn rank_with_pawns(&self, material: Material, position: ChessState) -> u64 {
        let half = self.side() / 2;
        let is_right = self.board.place(position.kings[0]).1 >= half;
        let position = if is_right {
            // Symmetry 2 of the board mirrors the columns.
            position.map(|square| self.board.image(2, square))
        } else {
            position
        };
        let [white, black] = position.kings;
        let (row, column) = self.board.place(white);
        let king = u64::from(row * half + column);
        let men = position
            .men
            .map(|man| man.map_or(0, |man| self.number_of_man(man)));
        let squares = self.squares_of(material);
        let others = Others::new(material);
        let kings = king * u64::from(self.board.cells()) + u64::from(black);
        kings * others.count(squares) + others.rank(squares, men)
    }

    fn unrank_with_pawns(&self, material: Material, rank: u64) -> ([u8; 2], [u8; 2]) {
        let half = self.side() / 2;
        let squares = self.squares_of(material);
        let others = Others::new(material);
        let kings = rank / others.count(squares);
        let [white, black] = [
            (kings / u64::from(self.board.cells())) as u8,
            (kings % u64::from(self.board.cells())) as u8,
        ];
        let white = white / half * self.side() + white % half;
        let men = others.unrank(squares, rank % others.count(squares));
        let mut pieces = material.pieces();
        let men = men.map(|man| match pieces.next().map(|piece| piece.kind) {
            Some(ManKind::Pawn) => man as u8 + self.side(),
            _ => man as u8,
        });
        ([white, black], men)
    }

    /// Returns the index of a man's square among the squares on which the man may stand.
    fn number_of_man(&self, man: Man) -> u64 {
        let above = if man.piece.kind == ManKind::Pawn {
            self.side()
        } else {
            0
        };
        // No ranked position has a pawn on the first or the last row.
        u64::from(man.square.wrapping_sub(above))
    }

    fn rank_without_pawns(&self, material: Material, position: ChessState) -> u64 {
        let (diagonal, side) = (self.diagonal(), self.side());
        let (row, column) = self.board.place(position.kings[0]);
        let number = |square: u8| {
            let (a, b) = self.board.place(square);
            let a = if row < side / 2 { a } else { side - 1 - a };
            let b = if column < side / 2 { b } else { side - 1 - b };
            diagonal.number(a.into(), b.into())
        };
        let [white, black] = position.kings.map(number);
        let men = position
            .men
            .map(|man| man.map_or(0, |man| number(man.square)));
        let others = Others::new(material);
        let ordered = |men: [u64; 2]| match others {
            Others::Twins => [men[0].min(men[1]), men[0].max(men[1])],
            _ => men,
        };
        let here = (black, ordered(men));
        let image = (
            diagonal.image(black),
            ordered(men.map(|man| diagonal.image(man))),
        );
        let (below, cells) = (diagonal.below(), diagonal.squares());
        let squares = [cells; 2];
        let all = others.count(squares);
        if !(below..diagonal.low()).contains(&white) {
            let (king, (black, men)) = if white < below {
                (white, here)
            } else {
                (diagonal.image(white), image)
            };
            return (king * cells + black) * all + others.rank(squares, men);
        }
        let (black, men) = here.min(image);
        let first = pairs(u64::from(side) / 2 - 1) * cells * all
            + (white - below) * self.places_on_diagonal(material);
        first
            + if black < below {
                black * all + others.rank(squares, men)
            } else {
                below * all + (black - below) * diagonal.count(others) + diagonal.rank(others, men)
            }
    }

    fn unrank_without_pawns(&self, material: Material, rank: u64) -> ([u8; 2], [u8; 2]) {
        let diagonal = self.diagonal();
        let others = Others::new(material);
        let (below, cells) = (diagonal.below(), diagonal.squares());
        let squares = [cells; 2];
        let all = others.count(squares);
        let first = pairs(diagonal.side / 2 - 1) * cells * all;
        let (white, black, men) = match rank.checked_sub(first) {
            None => {
                let kings = rank / all;
                (
                    kings / cells,
                    kings % cells,
                    others.unrank(squares, rank % all),
                )
            }
            Some(rank) => {
                let one = self.places_on_diagonal(material);
                let (white, rank) = (below + rank / one, rank % one);
                match rank.checked_sub(below * all) {
                    None => (white, rank / all, others.unrank(squares, rank % all)),
                    Some(rank) => {
                        let one = diagonal.count(others);
                        let men = diagonal.unrank(others, rank % one);
                        (white, below + rank / one, men)
                    }
                }
            }
        };
        let square = |number: u64| {
            let (row, column) = diagonal.place(number);
            (row * diagonal.side + column) as u8
        };
        ([white, black].map(square), men.map(square))
    }
}

impl Dense for Chess {
    fn tier_count(&self) -> u64 {
        self.endings.materials().len() as u64
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        let material = self.endings.materials()[tier.number() as usize];
        let [passed, turns] = Self::turns(material);
        self.places(material) * passed * turns
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let material = self.endings.materials()[tier.number() as usize];
        let is_next = move |&other: &Material| {
            !material.is_dead()
                && (other == material || material.after().any(|after| after.normal() == other))
        };
        let tiers = self.endings.materials().iter().zip(0..);
        tiers
            .filter(move |&(other, _)| is_next(other))
            .map(|(_, tier)| Tier::new(tier))
    }

    fn rank(&self, position: ChessState) -> Option<(Tier, u64)> {
        let (material, position) = self.turned(position);
        let tier = self.endings.find(material)?;
        let place = if material.pawns() > 0 {
            self.rank_with_pawns(material, position)
        } else {
            self.rank_without_pawns(material, position)
        };
        let [passed, turns] = Self::turns(material);
        let passing = u64::from(position.en_passant) % passed;
        let rank = (place * passed + passing) * turns + position.to_move as u64 % turns;
        Some((Tier::new(tier as u64), rank))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> ChessState {
        let material = self.endings.materials()[tier.number() as usize];
        let [passed, turns] = Self::turns(material);
        let place = rank / turns / passed;
        let (kings, squares) = if material.pawns() > 0 {
            self.unrank_with_pawns(material, place)
        } else {
            self.unrank_without_pawns(material, place)
        };
        let mut squares = squares.into_iter();
        let mut men = [None; 2];
        for ((man, piece), square) in men.iter_mut().zip(material.pieces()).zip(&mut squares) {
            *man = Some(Man { piece, square });
        }
        ChessState {
            en_passant: rank / turns % passed == 1,
            ..ChessState::new(kings, men, Player::after_plies((rank % turns) as u32))
        }
    }

    fn states_before(&self, position: ChessState) -> Option<impl Iterator<Item = ChessState>> {
        Some(self.before(position))
    }
}
