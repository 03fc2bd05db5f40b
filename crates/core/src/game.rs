//! The rules of a game.

use core::{fmt, iter};

use crate::{Move, Moves, Player, Value};

/// The rules of a finite game for two players who see everything. This is the trait that
/// authors of games implement.
///
/// The methods take a *value* of the implementing type, so that a game may have
/// parameters, such as the size of its board. Six methods are required. The others
/// describe further properties of the game; their defaults describe a game whose players
/// take turns and no state occurs twice.
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
/// - Two players. Both see everything, and nothing is left to chance.
/// - Every finished game is a win, a draw or a loss. The margin of a win does not count.
/// - At most [`MOVE_LIMIT`](crate::MOVE_LIMIT) legal moves in a state: 64. A game may have
///   more different moves if it [numbers](Self::legal_count) them state by state.
/// - Every state is `Copy`, and has a key of 64 bits.
/// - The rules depend only on the state. If earlier moves matter, as in a rule against
///   repetition, the relevant part of them must be part of the state and of its key.
///
/// # How to express it
///
/// - **Misère play**: let [`outcome`](Self::outcome) return the other value. The opponent made
///   the last move, so "the last player to move loses" is a [`Value::Win`]. Declare it by
///   [`last_mover_may_lose`](Self::last_mover_may_lose).
/// - **A player who cannot move**: either the game is over, and `outcome` tells who wins;
///   or the player passes, and the pass is a move with an index of its own.
/// - **Extra turns**: [`TURNS_ALTERNATE`](Self::TURNS_ALTERNATE) is `false`,
///   and [`to_move`](Self::to_move) tells whose turn it is.
/// - **More than 64 different moves**: number the legal moves of each state from 0 on, and
///   let [`legal_count`](Self::legal_count) tell how many there are.
/// - **Several starting states**: [`other_starts`](Self::other_starts).
/// - **A state that may occur twice in a game**: [`is_loopy`](Self::is_loopy). A game that
///   never ends is a draw.
/// - **Whose turn it is**: if this does not follow from the board, make it part of the state
///   and of its key.
/// - **Symmetries**: implement `Hints`.
pub trait Game {
    /// A position, with the player to move.
    type State: Copy + Eq + fmt::Debug;

    /// Whether the other player is to move after every move. If not, [`to_move`](Self::to_move)
    /// must return a player in every state, even in a finished one.
    ///
    /// This is a constant and not a method, so that in games whose turns alternate the compiler
    /// removes all code for extra turns, and an unoptimised build script never runs it.
    const TURNS_ALTERNATE: bool = true;

    /// Returns whether [turns alternate](Self::TURNS_ALTERNATE). Only a type that stands for any
    /// game overrides this method.
    fn turns_alternate(&self) -> bool {
        Self::TURNS_ALTERNATE
    }

    /// Returns the number of different moves. The index of every legal move is below this number.
    /// If the game [numbers](Self::legal_count) its moves state by state, it is the greatest number
    /// of moves in a state. The solver refuses a game with more than
    /// [`MOVE_LIMIT`](crate::MOVE_LIMIT).
    fn move_count(&self) -> u32;

    /// Returns the state in which the game begins.
    fn start(&self) -> Self::State;

    /// Returns the value of a finished game for the player who would move next; `None` while
    /// the game goes on.
    fn outcome(&self, state: Self::State) -> Option<Value>;

    /// Returns the legal moves of a state that is not finished: at least one. Never called for
    /// a finished state.
    fn legal(&self, state: Self::State) -> Moves;

    /// Returns the state after a legal move. If [turns alternate](Self::TURNS_ALTERNATE), the
    /// other player is to move.
    fn play(&self, state: Self::State, mv: Move) -> Self::State;

    /// Returns a number that identifies the state: no other state has it.
    fn key(&self, state: Self::State) -> u64;

    /// Returns the states, besides [`start`](Self::start), in which the game may begin. A state
    /// is reachable if moves lead to it from any of them.
    fn other_starts(&self) -> impl Iterator<Item = Self::State> {
        iter::empty()
    }

    /// Returns the player to move, or in a finished state the player who would move next; `None` if
    /// the state does not tell. Values are for the player to move. So if [turns
    /// alternate](Self::TURNS_ALTERNATE), only displays need this method.
    fn to_move(&self, _state: Self::State) -> Option<Player> {
        None
    }

    /// Returns the names of the first and the second player. A name that begins with a capital
    /// letter stands alone: "X wins". Any other name is an adjective: "the first player wins".
    fn player_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    /// Returns the number of legal moves of a state that is not finished, if the game numbers
    /// its moves state by state: the legal moves are then `0..legal_count`. `None` if the index
    /// of a move means the same in every state.
    ///
    /// The solver refuses a state whose `legal_count` is more than 64, since a [`Moves`] would
    /// silently lack the other moves.
    fn legal_count(&self, _state: Self::State) -> Option<u32> {
        None
    }

    /// Returns whether the player who makes the last move may have lost by it, as in misère play,
    /// or when points are counted at the end. Only `check` calls this method. In other games, it
    /// reports such an end as a fault: [`outcome`](Self::outcome) probably returns the value for
    /// the wrong player.
    fn last_mover_may_lose(&self) -> bool {
        false
    }

    /// Returns whether the game is loopy: a state may occur twice in one game. Such a game is
    /// solved backwards from its ends. A game that goes on for ever is a draw.
    fn is_loopy(&self) -> bool {
        false
    }

    /// Returns the tier of the state, such as the number of marks on the board. Every move leads to
    /// a later tier; in a [loopy](Self::is_loopy) game, it may also stay in the same tier. Either
    /// all states have a tier or none.
    ///
    /// A game with tiers can be solved in jobs, on one machine or many, if it can also compute a
    /// state from its key.
    fn tier(&self, _state: Self::State) -> Option<u32> {
        None
    }

    /// Writes a state for a message about it: by default its `Debug` form.
    ///
    /// # Errors
    /// When `out` fails.
    fn describe(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state:?}")
    }

    /// Returns the number of bytes that a solver in memory takes for a state.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }
}

/// A reference to a game is a game, too: code that owns its game can also borrow one.
impl<G: Game> Game for &G {
    type State = G::State;

    const TURNS_ALTERNATE: bool = G::TURNS_ALTERNATE;

    #[inline]
    fn turns_alternate(&self) -> bool {
        (**self).turns_alternate()
    }

    #[inline]
    fn move_count(&self) -> u32 {
        (**self).move_count()
    }

    #[inline]
    fn start(&self) -> Self::State {
        (**self).start()
    }

    #[inline]
    fn outcome(&self, state: Self::State) -> Option<Value> {
        (**self).outcome(state)
    }

    #[inline]
    fn legal(&self, state: Self::State) -> Moves {
        (**self).legal(state)
    }

    #[inline]
    fn play(&self, state: Self::State, mv: Move) -> Self::State {
        (**self).play(state, mv)
    }

    #[inline]
    fn key(&self, state: Self::State) -> u64 {
        (**self).key(state)
    }

    #[inline]
    fn other_starts(&self) -> impl Iterator<Item = Self::State> {
        (**self).other_starts()
    }

    #[inline]
    fn to_move(&self, state: Self::State) -> Option<Player> {
        (**self).to_move(state)
    }

    #[inline]
    fn player_names(&self) -> [&'static str; 2] {
        (**self).player_names()
    }

    #[inline]
    fn legal_count(&self, state: Self::State) -> Option<u32> {
        (**self).legal_count(state)
    }

    #[inline]
    fn last_mover_may_lose(&self) -> bool {
        (**self).last_mover_may_lose()
    }

    #[inline]
    fn is_loopy(&self) -> bool {
        (**self).is_loopy()
    }

    #[inline]
    fn tier(&self, state: Self::State) -> Option<u32> {
        (**self).tier(state)
    }

    fn describe(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result {
        (**self).describe(state, out)
    }

    fn state_bytes(&self) -> usize {
        (**self).state_bytes()
    }
}

/// Returns a state as text for a message about it.
#[cfg(feature = "alloc")]
pub fn described<G: Game>(game: &G, state: G::State) -> alloc::string::String {
    let mut text = alloc::string::String::new();
    // Writing to a string does not fail. A message is better than none.
    let _ = game.describe(state, &mut text);
    text
}

/// Returns every state in which a game may begin: its [`start`](Game::start), then the
/// [others](Game::other_starts).
pub fn starts<G: Game>(game: &G) -> impl Iterator<Item = G::State> {
    iter::once(game.start()).chain(game.other_starts())
}
