//! Shared code for games in which pieces move only ahead. X's pieces move up, and O's pieces move
//! down.
//!
//! # Ranks
//!
//! All states of a tier have the same player to move, and the same number of each player's pieces in each row. To
//! number the tiers, the pieces of a player are sorted by their distance in rows from the player's own edge of the
//! board. A piece in the player's first row has the distance 0. A captured piece has the distance *rows*, as if it
//! stood beyond the last row. The *place* of a piece is its distance, plus the number of pieces that come before it in
//! the sorted order. So no two pieces of a player have the same place. The places of a player's pieces form a set, and
//! `subsets` gives this set a rank. The tier's number has three digits. The highest digit is the rank of X's set, the
//! middle digit is the rank of O's set, and the lowest digit is the player to move. A move raises the rank of the
//! moving player's set. A capture raises the ranks of both sets.
//!
//! Within a tier, the rank of a state has one digit for each row, and the top row has the lowest digit. The digit of a
//! row combines the ranks of two sets: X's cells in the row, and O's cells among the cells of the row that X does not
//! hold.

use perfectplay::index::{Tier, Walk};
use perfectplay::{Move, Moves, Player};

use crate::board::BoardSize;
use crate::pieces::{Pieces, Stepping, cells};
use crate::subsets;

/// Converts the number of a cell between two numberings: the numbering of the board, and a numbering in which row 0 is
/// the row nearest to `player`. The same function converts in both directions.
#[inline]
pub(super) const fn seen_by(board: BoardSize, player: Player, cell: u8) -> u8 {
    let (row, column) = board.place(cell);
    match player {
        Player::First => (board.rows - 1 - row) * board.columns + column,
        Player::Second => cell,
    }
}

/// Returns the cells of the `rows` rows that are farthest from the player's side of the board, as a
/// mask.
#[inline]
pub(super) const fn last_rows(board: BoardSize, player: Player, rows: u8) -> u32 {
    let top = (1 << (board.columns * rows)) - 1;
    match player {
        Player::First => top,
        Player::Second => top << (board.columns * (board.rows - rows)),
    }
}

/// Returns the tier of a state. For each piece, count the rows ahead of the piece. The tier is [`most_rows`] minus the
/// sum of these counts. Every move lowers the sum, and so leads to a higher tier.
#[inline]
pub(super) fn tier(board: BoardSize, state: Pieces) -> u32 {
    let left = |player| {
        let rows_behind = move |cell| board.place(seen_by(board, player, cell)).0;
        let rows = cells(state.held_by(player)).map(rows_behind);
        rows.map(|row| u32::from(board.rows - 1 - row)).sum::<u32>()
    };
    most_rows(board) - left(Player::First) - left(Player::Second)
}

/// Returns an upper bound of the result of [`tier`].
#[inline]
pub(super) const fn most_rows(board: BoardSize) -> u32 {
    board.cells() as u32 * board.rows as u32
}

/// Returns the mirror image of a cell. The mirror exchanges left and right.
#[inline]
pub(super) const fn mirrored(board: BoardSize, cell: u8) -> u8 {
    let (row, column) = board.place(cell);
    (row + 1) * board.columns - 1 - column
}

/// A game in which a piece moves one row ahead, and may capture a piece on the cell that it
/// reaches.
pub(super) trait Pawns: Stepping {
    /// Returns the number of pieces that each player has at the start.
    fn each(&self) -> u8;

    /// Returns moves of the pieces in one row. `row` counts from the player's own edge of the board. If `captures` is
    /// true, the result includes all captures by these pieces. If `captures` is false, the result includes all their
    /// moves without a capture. In both cases, the result may include further moves of the game.
    fn moves_of_row(&self, row: u8, captures: bool) -> Moves;
}

/// Implements `Sparse` and `Dense` for a game that implements [`Pawns`]. `index_pawns` is a macro, because Rust does
/// not allow implementing another crate's trait for every type with a certain trait.
macro_rules! index_pawns {
    ($game:ty) => {
        impl perfectplay::index::Sparse for $game {
            fn last_tier(&self) -> u32 {
                $crate::pawns::most_rows(self.board)
            }

            fn state_of_key(&self, key: u64) -> Option<$crate::Pieces> {
                Some($crate::Pieces::from_key(key))
            }
        }

        impl perfectplay::index::Dense for $game {
            fn tier_count(&self) -> u64 {
                $crate::pawns::RowRanks::new(self).tier_count()
            }

            fn tier_size(&self, tier: perfectplay::index::Tier) -> u64 {
                $crate::pawns::RowRanks::new(self).tier_size(tier)
            }

            fn next_tiers(
                &self,
                tier: perfectplay::index::Tier,
            ) -> impl Iterator<Item = perfectplay::index::Tier> {
                let next = $crate::pawns::RowRanks::new(self).next(tier);
                next.map(|(_, _, tier)| tier)
            }

            fn moves_between(
                &self,
                tier: perfectplay::index::Tier,
                next: perfectplay::index::Tier,
            ) -> perfectplay::Moves {
                $crate::pawns::RowRanks::new(self).moves_between(self, tier, next)
            }

            fn rank(&self, state: $crate::Pieces) -> Option<(perfectplay::index::Tier, u64)> {
                $crate::pawns::RowRanks::new(self).rank(state)
            }

            fn unrank(&self, tier: perfectplay::index::Tier, rank: u64) -> $crate::Pieces {
                perfectplay::index::Walk::state(&self.walk(tier, rank))
            }

            fn walk(
                &self,
                tier: perfectplay::index::Tier,
                rank: u64,
            ) -> impl perfectplay::index::Walk<State = $crate::Pieces> {
                $crate::pawns::RowRanks::new(self).walk(self, tier, rank)
            }
        }
    };
}
pub(crate) use index_pawns;

/// Defines the items of [`Listed`](crate::Listed) that write and read the parameters, states and
/// moves of a [`Pawns`] game.
macro_rules! write_pawns {
    () => {
        fn with_parameters(text: &str) -> Option<Self> {
            let board = crate::board::BoardSize::from_size(text)?;
            Self::new(board.columns, board.rows)
        }

        fn write_parameters(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            write!(out, "{}x{}", self.board.columns, self.board.rows)
        }

        fn accept<V: crate::Visitor>(self, visitor: V) -> V::Output {
            visitor.visit_dense(self)
        }

        crate::pieces::write_pieces!();

        /// Writes a move as in chess: `b1-b2`, or `a1xb2` for a capture.
        fn write_move(
            &self,
            state: crate::Pieces,
            mv: perfectplay::Move,
            out: &mut dyn core::fmt::Write,
        ) -> core::fmt::Result {
            match crate::pieces::Stepping::step(self, state, mv) {
                Some(step) => state.write_step(crate::pieces::Stepping::board(self), step, out),
                None => write!(out, "{mv}"),
            }
        }
    };
}
pub(crate) use write_pawns;

/// The greatest number of rows of a board.
const MOST_ROWS: usize = 22;

/// Computes tiers and ranks for the states of a [`Pawns`] game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowRanks {
    board: BoardSize,
    each: u8,
}

/// What all states of a tier have in common: the number of pieces of X and of O in each row of the
/// board, and the player to move.
#[derive(Clone, Copy, Debug)]
struct Rows {
    held: [[u8; MOST_ROWS]; 2],
    to_move: Player,
}

struct Digit {
    value: u64,
    base: u64,
}

impl RowRanks {
    pub(crate) fn new(game: &impl Pawns) -> Self {
        Self {
            board: game.board(),
            each: game.each(),
        }
    }

    /// Returns the number of ways to distribute a player's pieces over the rows. Some of the pieces
    /// may be captured.
    fn sets(self) -> u64 {
        subsets::count((self.each + self.board.rows).into(), self.each.into())
    }

    /// Returns the rank of a distribution of a player's pieces over the rows. `held` is the number of pieces in
    /// each row, from the player's first row on.
    fn rank_of_set(self, held: impl Iterator<Item = u8>) -> u64 {
        let (mut set, mut place, mut left) = (0, 0, self.each);
        for pieces in held {
            set |= Moves::first_n(pieces.into()).bits() << place;
            place += pieces + 1;
            left -= pieces;
        }
        subsets::rank(set | Moves::first_n(left.into()).bits() << place)
    }

    /// Converts a row that is counted from the player's own edge to a row of the board, which is
    /// counted from the top. The same function converts in the other direction.
    const fn row(self, player: Player, behind: u8) -> u8 {
        match player {
            Player::First => self.board.rows - 1 - behind,
            Player::Second => behind,
        }
    }

    fn tier(self, rows: &Rows) -> Tier {
        let [x, o] = Player::BOTH.map(|player| {
            let held = rows.held[player as usize];
            let behind = 0..self.board.rows;
            self.rank_of_set(behind.map(|behind| held[usize::from(self.row(player, behind))]))
        });
        Tier::new((x * self.sets() + o) * 2 + rows.to_move as u64)
    }

    fn rows(self, tier: Tier) -> Rows {
        let number = tier.number();
        let sets = [number / 2 / self.sets(), number / 2 % self.sets()];
        let mut rows = Rows {
            held: [[0; MOST_ROWS]; 2],
            to_move: Player::after_plies((number % 2) as u32),
        };
        for player in Player::BOTH {
            let places = u32::from(self.each + self.board.rows);
            let mut set = subsets::unrank(places, self.each.into(), sets[player as usize]);
            for behind in 0..self.board.rows {
                let pieces = set.trailing_ones() as u8;
                rows.held[player as usize][usize::from(self.row(player, behind))] = pieces;
                set >>= pieces + 1;
            }
        }
        rows
    }

    pub(crate) fn tier_count(self) -> u64 {
        2 * self.sets() * self.sets()
    }

    pub(crate) fn tier_size(self, tier: Tier) -> u64 {
        let rows = self.rows(tier);
        (0..self.board.rows)
            .map(|row| self.base(rows.held.map(|held| held[usize::from(row)].into())))
            .product()
    }

    /// Returns the number of ways to place `x` pieces of X and `o` pieces of O in one row.
    fn base(self, [x, o]: [u32; 2]) -> u64 {
        let columns = u32::from(self.board.columns);
        let others = columns.checked_sub(x);
        others.map_or(0, |others| {
            subsets::count(columns, x) * subsets::count(others, o)
        })
    }

    /// Returns the digit of a row in the rank of a state.
    fn digit(self, state: Pieces, row: u8) -> Digit {
        let whole = Moves::first_n(self.board.columns.into()).bits();
        let [x, o] = Player::BOTH
            .map(|player| u64::from(state.held_by(player) >> (row * self.board.columns)) & whole);
        let counts = [x, o].map(u64::count_ones);
        let o_of_each = subsets::count(u32::from(self.board.columns) - counts[0], counts[1]);
        Digit {
            value: subsets::rank(x) * o_of_each + subsets::rank(subsets::squeeze(o, whole & !x)),
            base: self.base(counts),
        }
    }

    /// Returns the cells of X (`[0]`) and of O (`[1]`) in a row with this digit. The leftmost cell
    /// is bit 0.
    fn cells_of_digit(self, [x, o]: [u32; 2], digit: u64) -> [u64; 2] {
        let columns = self.board.columns.into();
        let o_of_each = subsets::count(columns - x, o);
        let of_x = subsets::unrank(columns, x, digit / o_of_each);
        let of_o = subsets::unrank(columns - x, o, digit % o_of_each);
        [of_x, subsets::spread(of_o, !of_x)]
    }

    pub(crate) fn rank(self, state: Pieces) -> Option<(Tier, u64)> {
        let held = Player::BOTH.map(|player| state.held_by(player));
        let is_on_board = u64::from(state.occupied()) >> self.board.cells() == 0;
        let are_few = held
            .iter()
            .all(|held| held.count_ones() <= self.each.into());
        if !is_on_board || !are_few || held[0] & held[1] != 0 {
            return None;
        }
        let mut rows = Rows {
            held: [[0; MOST_ROWS]; 2],
            to_move: state.to_move(),
        };
        for (held, counts) in held.into_iter().zip(&mut rows.held) {
            for cell in cells(held) {
                counts[usize::from(self.board.place(cell).0)] += 1;
            }
        }
        let rank = (0..self.board.rows).rev().fold(0, |rank, row| {
            let digit = self.digit(state, row);
            rank * digit.base + digit.value
        });
        Some((self.tier(&rows), rank))
    }

    /// Lists the kinds of moves in the states of a tier. Each item consists of the row of the
    /// moving piece, whether this piece captures, and the tier after the move.
    pub(crate) fn next(self, tier: Tier) -> impl Iterator<Item = (u8, bool, Tier)> {
        let rows = self.rows(tier);
        let player = rows.to_move;
        let has_arrived = |player: Player| {
            let last = self.row(player, self.board.rows - 1);
            rows.held[player as usize][usize::from(last)] > 0
        };
        let goes_on = !Player::BOTH.into_iter().any(has_arrived);
        let behind = (0..self.board.rows - 1).filter(move |_| goes_on);
        behind
            .flat_map(|behind| [(behind, false), (behind, true)])
            .filter_map(move |(behind, captures)| {
                let [from, to] = [behind, behind + 1].map(|behind| self.row(player, behind));
                let [from_row, to_row] = [from, to].map(usize::from);
                let [mine, theirs] = [player, player.other()].map(|player| player as usize);
                let mut after = rows;
                after.to_move = player.other();
                if captures {
                    let left = after.held[theirs][to_row].checked_sub(1)?;
                    after.held[theirs][to_row] = left;
                }
                after.held[mine][from_row] = after.held[mine][from_row].checked_sub(1)?;
                after.held[mine][to_row] += 1;
                let there = after.held.iter().map(|held| held[to_row]).sum::<u8>();
                let has_room = there <= self.board.columns;
                has_room.then(|| (from, captures, self.tier(&after)))
            })
    }

    pub(crate) fn moves_between<G: Pawns>(self, game: &G, tier: Tier, next: Tier) -> Moves {
        let player = Player::after_plies((tier.number() % 2) as u32);
        let moves = self.next(tier).filter(|&(_, _, tier)| tier == next);
        moves.fold(Moves::EMPTY, |moves, (from, captures, _)| {
            moves | game.moves_of_row(self.row(player, from), captures)
        })
    }

    pub(crate) fn walk<G>(self, game: &G, tier: Tier, rank: u64) -> RowsWalk<'_, G> {
        let rows = self.rows(tier);
        let mut walk = RowsWalk {
            game,
            ranks: self,
            rows,
            weights: [1; MOST_ROWS + 1],
            next: [[tier; 2]; MOST_ROWS],
            state: Pieces::new(0, 0, rows.to_move),
            rank,
        };
        for row in 0..usize::from(self.board.rows) {
            walk.weights[row + 1] = walk.weights[row] * self.base(walk.counts(row));
        }
        for (from, captures, next) in self.next(tier) {
            walk.next[usize::from(from)][usize::from(captures)] = next;
        }
        walk.put_rows(None);
        walk
    }
}

/// Visits states of one tier by their ranks.
#[derive(Clone, Copy, Debug)]
pub struct RowsWalk<'g, G> {
    game: &'g G,
    ranks: RowRanks,
    rows: Rows,
    /// For each row, the number by which the row's digit is multiplied in the rank.
    weights: [u64; MOST_ROWS + 1],
    /// `next[row][0]` is the tier after a piece in `row` moves without a capture. `next[row][1]` is
    /// the tier after a piece in `row` captures.
    next: [[Tier; 2]; MOST_ROWS],
    state: Pieces,
    rank: u64,
}

impl<G> RowsWalk<'_, G> {
    /// Returns the number of pieces of X (`[0]`) and of O (`[1]`) in a row.
    fn counts(&self, row: usize) -> [u32; 2] {
        let [x, o] = &self.rows.held;
        [x[row].into(), o[row].into()]
    }

    /// Updates the pieces row by row from the top, after the rank has changed. `before` is the previous rank. Stops as
    /// soon as all remaining rows have the same digits in both ranks. If `before` is `None`, updates all rows.
    fn put_rows(&mut self, before: Option<u64>) {
        let columns = self.ranks.board.columns;
        let whole = Moves::first_n(columns.into()).bits();
        let [first, second] = Player::BOTH;
        let mut held = [self.state.held_by(first), self.state.held_by(second)];
        for row in 0..self.ranks.board.rows {
            let index = usize::from(row);
            let digit =
                self.rank / self.weights[index] % (self.weights[index + 1] / self.weights[index]);
            let cells = self.ranks.cells_of_digit(self.counts(index), digit);
            for (held, cells) in held.iter_mut().zip(cells) {
                let row = |cells: u64| (cells << (row * columns)) as u32;
                *held = *held & !row(whole) | row(cells);
            }
            let above = |rank: u64| rank / self.weights[index + 1];
            if before.is_some_and(|before| above(before) == above(self.rank)) {
                break;
            }
        }
        self.state = Pieces::new(held[0], held[1], self.rows.to_move);
    }
}

impl<G: Pawns> Walk for RowsWalk<'_, G> {
    type State = Pieces;

    fn state(&self) -> Pieces {
        self.state
    }

    fn step(&mut self) {
        self.skip(1);
    }

    fn skip(&mut self, ranks: u64) {
        let before = self.rank;
        self.rank += ranks;
        self.put_rows(Some(before));
    }

    /// Computes the rank after a move from the rank before the move. The move changes the digits of two adjacent rows.
    /// The digits of all other rows stay the same, but the digits of the rows below get other weights in the rank.
    fn after(&self, mv: Move) -> Option<(Tier, u64)> {
        let (state, board) = (self.state, self.ranks.board);
        let (from, to) = self.game.step(state, mv)?;
        let captures = state.theirs() >> to & 1;
        let (mine, theirs) = (state.mine(), state.theirs());
        let after = state.after(mine ^ 1 << from | 1 << to, theirs & !(1 << to));
        let (from_row, to_row) = (board.place(from).0, board.place(to).0);
        let upper = from_row.min(to_row);
        let first = self.ranks.digit(after, upper);
        let second = self.ranks.digit(after, upper + 1);
        let weight = self.weights[usize::from(upper)];
        let rest = self.rank / self.weights[usize::from(upper) + 2];
        let digits = first.value + first.base * (second.value + second.base * rest);
        let next = self.next[usize::from(from_row)][captures as usize];
        Some((next, self.rank % weight + weight * digits))
    }
}
