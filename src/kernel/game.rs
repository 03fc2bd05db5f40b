//! The rules of a game.

use core::{fmt, iter};

use super::{Move, Moves, Player, Value};

/// The rules of a finite game for two players who take turns and see everything. This is
/// the trait that authors of games implement.
///
/// The methods take a *value* of the implementing type, so that a game may have
/// parameters, such as the size of its board. Six methods are required. The others
/// describe further properties of the game; their defaults promise nothing.
///
/// ```
/// use perfectplay::{Game, Move, Moves, Value};
///
/// /// Take one, two or three from a heap. The player who takes the last one wins.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type State = u32;
///
///     fn move_count(&self) -> u32 {
///         3
///     }
///     fn start(&self) -> u32 {
///         self.0
///     }
///     fn outcome(&self, left: u32) -> Option<Value> {
///         (left == 0).then_some(Value::Loss) // the opponent took the last one
///     }
///     fn legal(&self, left: u32) -> Moves {
///         Moves::first_n(left.min(3))
///     }
///     fn play(&self, left: u32, mv: Move) -> u32 {
///         left - 1 - u32::from(mv.index())
///     }
///     fn key(&self, left: u32) -> u64 {
///         left.into()
///     }
/// }
/// ```
///
/// # Limits
///
/// - Two players, perfect information, no chance.
/// - Every finished game is a win, a draw or a loss.
/// - At most [`MOVE_LIMIT`](super::MOVE_LIMIT) different moves: 64.
/// - Every state has a key of 64 bits and is `Copy`.
///
/// # How to express it
///
/// - **Misère play**: let [`outcome`](Self::outcome) tell the other value. The opponent
///   made the last move, so "the last player to move loses" is a [`Value::Win`].
/// - **A player who cannot move**: either the game is over, and `outcome` tells who wins;
///   or the player passes, and the pass is a move with an index of its own. After every
///   move it is the other player's turn.
/// - **Several starting states**: [`other_starts`](Self::other_starts).
/// - **States that come back**: [`may_repeat`](Self::may_repeat). A game that never ends
///   is a draw.
/// - **Whose turn it is**: where this does not follow from the board, it is part of the
///   state and of its key.
/// - **Symmetries**: implement `Symmetric` as well.
#[cfg_attr(
    not(baked),
    expect(dead_code, reason = "the build script displays no state")
)]
pub trait Game {
    /// A position, with the player to move.
    type State: Copy + Eq + fmt::Debug;

    /// How many different moves the game has. The index of every legal move is below it.
    /// The solver refuses a game that needs more than [`MOVE_LIMIT`](super::MOVE_LIMIT).
    fn move_count(&self) -> u32;

    /// The state in which the game begins.
    fn start(&self) -> Self::State;

    /// The value of a finished game for the player who would move next; `None` while the
    /// game goes on.
    fn outcome(&self, state: Self::State) -> Option<Value>;

    /// The legal moves of a state that is not finished: at least one. Never called for a
    /// finished state.
    fn legal(&self, state: Self::State) -> Moves;

    /// The state after a legal move, with the other player to move.
    fn play(&self, state: Self::State, mv: Move) -> Self::State;

    /// A number that no other state has.
    fn key(&self, state: Self::State) -> u64;

    /// The states, besides [`start`](Self::start), in which the game may begin. A state is
    /// reachable if it follows from any of them.
    fn other_starts(&self) -> impl Iterator<Item = Self::State> {
        iter::empty()
    }

    /// Whose turn it is; `None` if the state does not tell. Only displays need it: every
    /// value is relative to the player to move.
    fn to_move(&self, _state: Self::State) -> Option<Player> {
        None
    }

    /// Whether a state may come back in one game. Such a game is solved backwards from
    /// its ends. If it goes on for ever, it is a draw.
    fn may_repeat(&self) -> bool {
        false
    }

    /// The stage of the game that the state belongs to, such as the number of marks on the
    /// board. Every move leads to a later tier; in a game that
    /// [may repeat](Self::may_repeat), it may also stay in the same one. Either all states
    /// have a tier or none.
    ///
    /// With tiers, a game of a hundred million states can be solved in memory.
    fn tier(&self, _state: Self::State) -> Option<u32> {
        None
    }
}

/// Every state in which a game may begin: its [`start`](Game::start), then the
/// [others](Game::other_starts).
pub fn starts<G: Game>(game: &G) -> impl Iterator<Item = G::State> {
    iter::once(game.start()).chain(game.other_starts())
}
