//! Nine men's morris, six men's morris, and other games of mills.
//!
//! The board has one to three squares, one inside the other. Lines join the middles of the sides of
//! neighbouring squares. Stones stand on the corners and on the middles of the sides, so each
//! square has eight points. X moves first.
//!
//! - First, the players take turns to set a stone on any empty point, until all stones are set.
//! - Then the players take turns to move a stone along a line to the next point, if that point is
//!   empty. If *flying* is allowed, a player with three stones may move a stone to any empty point.
//! - Three stones of a player in a line are a *mill*. Such a line is a side of a square, or joins
//!   the middles of sides of three squares. A player who closes a mill takes a stone of the
//!   opponent. The taken stone must be in no mill, unless all stones of the opponent are in mills.
//!   A player who closes two mills at once takes only one stone. Taking is a separate move, played
//!   in an extra turn.
//! - A player who has fewer than three stones, on the board and in hand together, loses. A player
//!   who cannot move also loses.
//! - Play without end is a draw. A position may be repeated.
//!
//! These are the rules of Gasser (Solving Nine Men's Morris, Games of No Chance, 1996), who proved
//! that nine men's morris with flying is a draw.
//!
//! A state consists of the stones on the board, the number of stones in hand, the player to move, and
//! whether the player has closed a mill and must take a stone.

mod board;
mod dense;
mod listed;
mod orbits;
mod point_sets;
mod stages;

use alloc::sync::Arc;

use perfectplay::game::Hints;
use perfectplay::{Game, Move, Moves, Player, Value};

use self::board::{BOARDS, MILL, Squares};
use self::stages::{Numbering, hands};
use crate::Listed;
use crate::pieces::{Pieces, cells};

/// A state: the stones on the board, the player to move, the total number of stones in hand, and
/// whether the player to move must take a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    on_board: Pieces,
    in_hand: u8,
    takes: bool,
}

impl Stones {
    /// Returns the stones on the board, and the player to move. Point *i* is bit *i*. Points are
    /// numbered square by square from the outer square, and in each square clockwise from the top
    /// left.
    #[must_use]
    pub const fn on_board(self) -> Pieces {
        self.on_board
    }
}

/// The rules of a game of mills, with a given number of squares and of stones.
///
/// The index of a move that sets or takes a stone is the number of the point. The index of a move along a line is the
/// index of the edge between two neighbouring points. For a stone that flies, let *n* be the number of points that hold
/// no stone of the player to move. The index of the move is *n* times the stone's index among the player's stones, plus
/// the target's index among those *n* points.
#[derive(Clone, Debug)]
pub struct Mills {
    board: &'static Squares,
    men: u8,
    flies: bool,
    numbering: Arc<Numbering>,
}

/// The action of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MillsMove {
    Set(u8),
    Take(u8),
    /// Moves a stone from the first point to the second.
    Step(u8, u8),
}

impl Mills {
    /// Creates the game on a board of `squares` squares, with `men` men for each player. `flies`
    /// tells whether a player with three stones may move a stone to any empty point. `None` unless
    /// `squares` is 1 to 3, and `men` is 3 to 9 and at most half of the number of points.
    #[must_use]
    pub fn new(squares: u8, men: u8, flies: bool) -> Option<Self> {
        let board = BOARDS.get(usize::from(squares.checked_sub(1)?))?;
        let most = (board.points() / 2).min(9);
        (MILL..=most).contains(&men).then(|| Self {
            board,
            men,
            flies,
            numbering: Arc::new(Numbering::new(board, men)),
        })
    }

    /// Returns the number of stones that a player has, on the board and in hand.
    fn stones_of(&self, state: Stones, player: Player) -> u32 {
        let on_board = state.on_board.held_by(player).count_ones();
        on_board + u32::from(hands(state.in_hand)[player as usize])
    }

    /// Returns whether the player to move may move a stone to any empty point.
    #[inline]
    fn may_fly(&self, state: Stones) -> bool {
        self.flies && state.on_board.mine().count_ones() == MILL.into()
    }

    fn not_mine(&self, state: Stones) -> u32 {
        self.board.all() & !state.on_board.mine()
    }

    #[inline]
    fn action(&self, state: Stones, mv: Move) -> MillsMove {
        let index = mv.index();
        if state.takes {
            return MillsMove::Take(index);
        }
        if state.in_hand > 0 {
            return MillsMove::Set(index);
        }
        let mine = state.on_board.mine();
        if self.may_fly(state) {
            return self.flight(mine, index);
        }
        let (a, b) = self.board.edges()[usize::from(index)];
        if mine >> a & 1 == 1 {
            MillsMove::Step(a, b)
        } else {
            MillsMove::Step(b, a)
        }
    }

    /// Returns the two points of the move with the index `index`, by which a stone flies. `mine` is the set of the
    /// stones of the player to move.
    fn flight(&self, mine: u32, index: u8) -> MillsMove {
        let places = self.board.points() - MILL;
        let from = cells(mine).nth((index / places).into());
        // The index skips the player's stones, so each of them up to the target adds one.
        let to = cells(mine).fold(index % places, |to, stone| to + u8::from(stone <= to));
        MillsMove::Step(from.unwrap_or_default(), to)
    }

    /// Returns the index that stands for `action` among the moves of the state. This is the inverse of
    /// [`action`](Self::action).
    fn index(&self, state: Stones, action: MillsMove) -> u8 {
        match action {
            MillsMove::Set(point) | MillsMove::Take(point) => point,
            MillsMove::Step(from, to) if self.may_fly(state) => {
                let below = |set: u32, point: u8| (set & ((1 << point) - 1)).count_ones() as u8;
                let places = self.board.points() - MILL;
                below(state.on_board.mine(), from) * places + below(self.not_mine(state), to)
            }
            MillsMove::Step(from, to) => self.board.edge_between(from, to),
        }
    }

    /// Returns whether the player to move can move a stone on the board.
    fn has_step(&self, state: Stones) -> bool {
        let (mine, free) = (state.on_board.mine(), self.free(state));
        free != 0 && (self.may_fly(state) || self.board.edges_across(mine, free) != 0)
    }

    fn free(&self, state: Stones) -> u32 {
        self.board.all() & !state.on_board.occupied()
    }

    /// Returns the moves that move a stone on the board.
    #[inline]
    fn steps(&self, state: Stones) -> Moves {
        let (mine, free) = (state.on_board.mine(), self.free(state));
        if self.may_fly(state) {
            let places = self.board.points() - MILL;
            let to = cells(self.not_mine(state)).zip(0..);
            let to = to.filter(|&(point, _)| free >> point & 1 == 1);
            let steps = to.flat_map(|(_, to)| (0..MILL).map(move |stone| stone * places + to));
            return steps.filter_map(Move::new).collect();
        }
        Moves::from_bits(self.board.edges_across(mine, free).into())
    }

    /// Returns the state after the player to move has set a stone on `point` or moved a stone
    /// there. `mine` are the stones of this player after the move.
    #[inline]
    fn with_stone(&self, state: Stones, mine: u32, point: u8, in_hand: u8) -> Stones {
        let Stones { on_board, .. } = state;
        let takes = self.board.is_in_mill(mine, point);
        let after = on_board.after(mine, on_board.theirs());
        Stones {
            on_board: if takes { after.passed() } else { after },
            in_hand,
            takes,
        }
    }
}

impl Game for Mills {
    type State = Stones;

    crate::listed::describe_as_text!();

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        let (points, edges) = (self.board.points(), self.board.edges().len() as u32);
        let flights = MILL * (points - MILL);
        edges
            .max(points.into())
            .max(if self.flies { flights.into() } else { 0 })
    }

    fn start(&self) -> Stones {
        Stones {
            on_board: Pieces::start(0, 0),
            in_hand: 2 * self.men,
            takes: false,
        }
    }

    fn outcome(&self, state: Stones) -> Option<Value> {
        if state.takes {
            return None;
        }
        let is_lost = self.stones_of(state, state.on_board.to_move()) < MILL.into()
            || state.in_hand == 0 && !self.has_step(state);
        is_lost.then_some(Value::Loss)
    }

    fn legal(&self, state: Stones) -> Moves {
        let Stones { on_board, .. } = state;
        if state.takes {
            let outside = self.board.outside_mills(on_board.theirs());
            let taken = if outside == 0 {
                on_board.theirs()
            } else {
                outside
            };
            return Moves::from_bits(taken.into());
        }
        if state.in_hand > 0 {
            return Moves::from_bits(self.free(state).into());
        }
        self.steps(state)
    }

    #[inline]
    fn play(&self, state: Stones, mv: Move) -> Stones {
        let Stones {
            on_board, in_hand, ..
        } = state;
        let (mine, theirs) = (on_board.mine(), on_board.theirs());
        match self.action(state, mv) {
            MillsMove::Take(point) => Stones {
                on_board: on_board.after(mine, theirs & !(1 << point)),
                takes: false,
                ..state
            },
            MillsMove::Set(point) => self.with_stone(state, mine | 1 << point, point, in_hand - 1),
            MillsMove::Step(from, to) => {
                self.with_stone(state, mine ^ 1 << from | 1 << to, to, in_hand)
            }
        }
    }

    /// Returns a number that identifies the state. Bits 0 to 23 are the stones of X, bits 24 to 47
    /// the stones of O, and bits 48 to 52 the number of stones in hand. Bit 53 is set if O is to
    /// move, and bit 54 if the player to move must take a stone.
    fn key(&self, state: Stones) -> u64 {
        let [x, o] = Player::BOTH.map(|player| u64::from(state.on_board.held_by(player)));
        let to_move = state.on_board.to_move() as u64;
        x | o << 24 | u64::from(state.in_hand) << 48 | to_move << 53 | u64::from(state.takes) << 54
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: Stones) -> Option<Player> {
        Some(state.on_board.to_move())
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

impl Hints for Mills {
    fn symmetries(&self) -> u32 {
        self.board.symmetries()
    }

    fn image(&self, symmetry: u32, state: Stones) -> Stones {
        let image = |player| self.board.image(symmetry, state.on_board.held_by(player));
        let [x, o] = Player::BOTH.map(image);
        Stones {
            on_board: Pieces::new(x, o, state.on_board.to_move()),
            ..state
        }
    }

    fn image_of_move(&self, symmetry: u32, state: Stones, mv: Move) -> Move {
        let image = |point| self.board.image_of_point(symmetry, point);
        let action = match self.action(state, mv) {
            MillsMove::Set(point) => MillsMove::Set(image(point)),
            MillsMove::Take(point) => MillsMove::Take(image(point)),
            MillsMove::Step(from, to) => MillsMove::Step(image(from), image(to)),
        };
        mv.map(|_| self.index(self.image(symmetry, state), action))
    }
}
