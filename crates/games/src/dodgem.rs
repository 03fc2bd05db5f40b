//! Dodgem (C. Vout, 1972; E. Berlekamp, J. Conway and R. Guy, Winning Ways, 1982).
//!
//! On a board of *n* by *n*, each player has *n* − 1 cars. At the start, X's cars stand in the
//! first column, except in the bottom cell. They drive to the right. O's cars stand in the bottom
//! row, except in the first cell. They drive up. X moves first.
//!
//! ```text
//! X . .      X drives >
//! X . .      O drives ^
//! . O O
//! ```
//!
//! - A car moves to the next cell ahead or to either side, if that cell is empty. It never moves
//!   back. Nothing is captured.
//! - A car of X may leave the board from the last column by moving ahead. A car of O may leave the
//!   board from the top row in the same way. A car that has left the board is out of the game. A
//!   car cannot leave the board sideways.
//! - A player who has brought all cars off the board wins at once.
//! - A player who cannot move also wins. So it is a mistake to block all cars of the opponent.
//! - Play without end is a draw.
//!
//! On 3 by 3, X wins in 19 plies. There are 1,963 reachable states, including finished states.
//! States that differ only in the player to move are counted separately. Suppose that a player
//! without cars won only at the next turn of this player. Then X would win on 3 by 3 in 20 plies,
//! and there would be 92 more states. On 4 by 4, with 393,900 states, neither player can win (D.
//! desJardins, 1996).

use core::fmt;

use perfectplay::game::Hints;
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::listed::{Listed, Visitor};
use crate::parameters::number;
use crate::pieces::{Pieces, Stepping, cells};
use crate::show::Shape;

/// The number of directions in which a car moves: ahead, and to either side.
const WAYS: u8 = 3;
const AHEAD: u8 = 0;

/// The rules of dodgem.
///
/// The index of a move is 3 times the cell of the car, plus a direction. Direction 0 is ahead.
/// Direction 1 is up for X and left for O. Direction 2 is down for X and right for O.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dodgem {
    side: u8,
}

impl Dodgem {
    /// Creates the game on a board of `side` by `side` cells. `None` unless `side` is 2 to 4.
    #[must_use]
    pub fn new(side: u8) -> Option<Self> {
        (2..=4).contains(&side).then_some(Self { side })
    }

    const fn board(&self) -> BoardSize {
        BoardSize {
            columns: self.side,
            rows: self.side,
        }
    }

    const fn all(&self) -> u32 {
        (1 << self.board().cells()) - 1
    }

    /// Returns the number of cars that each player has on the board in the states of a tier.
    fn cars(&self, tier: Tier) -> [u32; 2] {
        let side = u64::from(self.side);
        [tier.number() / side, tier.number() % side].map(|off| (side - 1 - off) as u32)
    }

    /// Returns the cell that a car of the player leaves (`.0`) and the cell that it reaches (`.1`).
    /// `.1` is `None` if the move leads off the board. The function does not check whether there is
    /// a car, or whether the move is legal.
    fn step(&self, player: Player, mv: Move) -> (u8, Option<u8>) {
        let (from, way) = (mv.index() / WAYS, mv.index() % WAYS);
        let (row, column) = self.board().place(from);
        // Before row or column 0, the number wraps around to 255, which is not on the board.
        let (row, column) = match (player, way) {
            (Player::First, AHEAD) => (row, column + 1),
            (Player::Second, AHEAD) | (Player::First, 1) => (row.wrapping_sub(1), column),
            (Player::First, _) => (row + 1, column),
            (Player::Second, 1) => (row, column.wrapping_sub(1)),
            (Player::Second, _) => (row, column + 1),
        };
        (from, self.board().cell(row, column))
    }
}

impl Game for Dodgem {
    crate::pieces::play_with_pieces!();

    fn move_count(&self) -> u32 {
        u32::from(self.board().cells() * WAYS)
    }

    fn start(&self) -> Pieces {
        let n = self.side;
        let cars = |cell: fn(u8, u8) -> u8| (0..n - 1).fold(0, |cars, i| cars | 1 << cell(i, n));
        Pieces::start(cars(|i, n| i * n), cars(|i, n| n * n - 1 - i))
    }

    fn outcome(&self, state: Pieces) -> Option<Value> {
        if state.theirs() == 0 {
            return Some(Value::Loss);
        }
        self.legal(state).is_empty().then_some(Value::Win)
    }

    fn legal(&self, state: Pieces) -> Moves {
        let moves = cells(state.mine())
            .flat_map(|car| (0..WAYS).filter_map(move |way| Move::new(car * WAYS + way)));
        let may = |mv: &Move| match self.step(state.to_move(), *mv) {
            (_, Some(to)) => state.occupied() >> to & 1 == 0,
            (_, None) => mv.index() % WAYS == AHEAD,
        };
        moves.filter(may).collect()
    }

    fn play(&self, state: Pieces, mv: Move) -> Pieces {
        let (from, to) = self.step(state.to_move(), mv);
        let to = to.map_or(0, |to| 1 << to);
        state.after(state.mine() ^ 1 << from | to, state.theirs())
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

/// A tier contains the states in which *x* of X's cars and *o* of O's cars have left the board. The
/// index of the tier is `side` times *x*, plus *o*.
impl Dense for Dodgem {
    fn tier_count(&self) -> u64 {
        u64::from(self.side).pow(2)
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        Pieces::count(self.board().cells().into(), self.cars(tier))
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let side = u64::from(self.side);
        let [x, o] = [tier.number() / side, tier.number() % side].map(|off| off + 1 < side);
        let next = [(true, 0), (o, 1), (x, side)].into_iter();
        next.filter(|&(may, _)| may)
            .map(move |(_, off)| Tier::new(tier.number() + off))
    }

    fn rank(&self, state: Pieces) -> Option<(Tier, u64)> {
        let off = |player| u64::from(self.side - 1).checked_sub(count(state.held_by(player)));
        let tier = off(Player::First)? * u64::from(self.side) + off(Player::Second)?;
        Some((Tier::new(tier), state.rank(self.all())))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Pieces {
        Pieces::unrank(self.all(), self.cars(tier), rank)
    }

    fn states_before(&self, state: Pieces) -> Option<impl Iterator<Item = Pieces>> {
        let mover = state.to_move().other();
        let moves = Moves::first_n(self.move_count()).iter();
        Some(moves.filter_map(move |mv| {
            let (from, to) = self.step(mover, mv);
            let to = match to {
                Some(to) => 1 << to,
                None if mv.index() % WAYS == AHEAD => 0,
                None => return None,
            };
            let is_possible = state.theirs() & to == to
                && state.occupied() >> from & 1 == 0
                && (to > 0 || count(state.theirs()) + 1 < self.side.into());
            is_possible.then(|| state.before(state.theirs() ^ to | 1 << from))
        }))
    }
}

const fn count(cars: u32) -> u64 {
    cars.count_ones() as u64
}

impl Stepping for Dodgem {
    fn board(&self) -> BoardSize {
        self.board()
    }

    fn step(&self, state: Pieces, mv: Move) -> Option<(u8, u8)> {
        let (from, to) = self.step(state.to_move(), mv);
        Some((from, to?))
    }

    fn shape_of(&self, _player: Player) -> Shape {
        Shape::Car
    }
}

impl Hints for Dodgem {}

impl Listed for Dodgem {
    const NAME: &'static str = "dodgem";
    const TITLE: &'static str = "Dodgem";
    const RULES: &'static str = "Drive all your cars off the board, \
        ahead or sideways and never back; do not leave the opponent without a move.";
    const PARAMETERS: &'static str = "SIDE, from 2 to 4";
    const STATES: &'static str = "the rows from the top and the player to move, \
        such as X../X../.OO X";
    const SAMPLES: &'static [&'static str] = &["3", "2"];
    const IS_LOOPY: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        Self::new(number(text)?)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.side)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    /// Writes the cell that the car leaves and the cell that it reaches, as in chess: `a3-b3`. A
    /// car that leaves the board is written like `c3-off`.
    fn write_move(&self, state: Pieces, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let (from, to) = self.step(state.to_move(), mv);
        write!(out, "{}-", self.board().name(from))?;
        match to {
            Some(to) => write!(out, "{}", self.board().name(to)),
            None => out.write_str("off"),
        }
    }

    crate::pieces::write_pieces!();
    crate::pieces::draw_by_steps!();
}
