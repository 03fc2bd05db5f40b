//! The rules of a game.

use core::{fmt, iter};

use crate::{Move, Moves, Player, Value};

/// The rules of a finite game for two players who see everything. This is the trait that
/// authors of games implement.
///
/// The methods take `&self`, so a game may have parameters, such as the size of its board. Six
/// methods are required, and the rest have default bodies. The default bodies fit a game in which
/// the players take turns and no state occurs twice.
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
/// - Two players. Both players see everything, and nothing is left to chance.
/// - Every finished game is a win, a draw or a loss. The margin of a win does not count.
/// - A state has at most 64 legal moves ([`MOVE_LIMIT`](crate::MOVE_LIMIT)). In the whole game
///   there may be more than 64 different moves, if the game [numbers](Self::legal_count) the moves
///   of each state separately.
/// - Every state is `Copy`, and has a key of 64 bits.
/// - The rules depend only on the state. If earlier moves matter, as in a rule against repetition,
///   the state and its key must contain everything about those moves that the rules need.
///
/// # How to express it
///
/// - **Misère play**: let [`outcome`](Self::outcome) return the opposite of the value in normal
///   play. For example, if the player who makes the last move loses, return [`Value::Win`], because
///   the value is for the player who would move next. Let
///   [`last_mover_may_lose`](Self::last_mover_may_lose) return `true`.
/// - **A player who cannot move**: if the rules say that the game is over when a player cannot
///   move, let `outcome` return the value of the finished game. If the rules say that the player
///   passes, make the pass a move, with an index of its own.
/// - **Extra turns**: set [`TURNS_ALTERNATE`](Self::TURNS_ALTERNATE) to `false`, and let
///   [`to_move`](Self::to_move) tell whose turn it is.
/// - **More than 64 different moves**: number the legal moves of each state from 0 on, and let
///   [`legal_count`](Self::legal_count) return the number of legal moves in the state.
/// - **Several starting states**: let [`start`](Self::start) return one of them, and
///   [`other_starts`](Self::other_starts) the rest.
/// - **A state that may occur twice in one course of play**: let [`is_loopy`](Self::is_loopy)
///   return `true`. Play that never ends is a draw.
/// - **Whose turn it is**: if the board does not tell whose turn it is, store the player to move in
///   the state and in the state's key.
/// - **Symmetries**: implement `Hints`.
pub trait Game {
    /// A position, with the player to move.
    type State: Copy + Eq + fmt::Debug;

    /// Whether every move passes the turn to the other player. If `false`,
    /// [`to_move`](Self::to_move) must return a player in every state, even in a finished one.
    ///
    /// Because this is a constant, the compiler removes the code for extra turns from a game in
    /// which turns alternate.
    const TURNS_ALTERNATE: bool = true;

    /// Returns whether [turns alternate](Self::TURNS_ALTERNATE). Override `turns_alternate` only in
    /// a wrapper that can hold any game, such as a wrapper around a trait object.
    fn turns_alternate(&self) -> bool {
        Self::TURNS_ALTERNATE
    }

    /// Returns the number of different moves in the whole game. Every legal move has an index below
    /// this number. If the game [numbers](Self::legal_count) its moves state by state, returns the
    /// greatest number of legal moves that a state has. The solver refuses a game with more than
    /// [`MOVE_LIMIT`](crate::MOVE_LIMIT) moves.
    fn move_count(&self) -> u32;

    /// Returns the state in which the game begins.
    fn start(&self) -> Self::State;

    /// Returns the value of a finished game for the player who would move next; `None` while
    /// the game goes on.
    fn outcome(&self, state: Self::State) -> Option<Value>;

    /// Returns the legal moves of an unfinished state. There must be at least one legal move. The
    /// method is never called for a finished state.
    fn legal(&self, state: Self::State) -> Moves;

    /// Returns the state after a legal move. In a game in which [turns
    /// alternate](Self::TURNS_ALTERNATE), the other player is to move in the returned state.
    fn play(&self, state: Self::State, mv: Move) -> Self::State;

    /// Returns the key of the state: a number that no other state has.
    fn key(&self, state: Self::State) -> u64;

    /// Returns the states other than [`start`](Self::start) in which the game may begin. A state is
    /// reachable if moves lead to it from `start` or from one of these states.
    fn other_starts(&self) -> impl Iterator<Item = Self::State> {
        iter::empty()
    }

    /// Returns the player to move, or in a finished state the player who would move next. Returns
    /// `None` if the state does not tell whose turn it is. If [turns
    /// alternate](Self::TURNS_ALTERNATE), solvers do not need this method, but displays do.
    fn to_move(&self, _state: Self::State) -> Option<Player> {
        None
    }

    /// Returns the names of the first and the second player. If a name begins with a capital
    /// letter, messages print only the name, as in "X wins". Any other name is an adjective, as in
    /// "the first player wins".
    fn player_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    /// Returns the number of legal moves of an unfinished state, if the game numbers the moves of
    /// each state separately. If the method returns `Some(n)`, the legal moves are `0..n`. Returns
    /// `None` if the index of a move means the same in every state.
    ///
    /// The solver refuses a state whose `legal_count` is more than 64, because a [`Moves`] holds at
    /// most 64 moves.
    fn legal_count(&self, _state: Self::State) -> Option<u32> {
        None
    }

    /// Returns whether the player who makes the last move of a game may lose the game. The last
    /// mover may lose in misère play, and in a game in which points are counted at the end. Only
    /// `check` calls this method. If the method returns `false`, and a player loses by making the
    /// last move, `check` reports a fault. The usual cause of this fault is that
    /// [`outcome`](Self::outcome) returns the value for the wrong player.
    fn last_mover_may_lose(&self) -> bool {
        false
    }

    /// Returns whether the game is loopy, which means that a state may occur twice in one course of
    /// play. A loopy game is solved backwards from its ends. Play that goes on for ever is a draw.
    fn is_loopy(&self) -> bool {
        false
    }

    /// Returns the tier of the state, such as the number of marks on the board. Every move leads to
    /// a later tier. In a [loopy](Self::is_loopy) game, a move may also stay in the same tier.
    /// Either all states have a tier, or no state has one.
    ///
    /// A game with tiers can be solved in separate jobs, on one machine or many. Solving in jobs
    /// also requires that the rules can compute a state from its key.
    fn tier(&self, _state: Self::State) -> Option<u32> {
        None
    }

    /// Writes a state to `out` as messages show it. The default is the state's `Debug` form.
    ///
    /// # Errors
    /// Fails when `out` fails.
    fn describe(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state:?}")
    }

    /// Returns the number of bytes that a solver needs to keep a state in memory.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }
}

/// A reference to a game is a game, too, so code that takes a game by value also accepts a
/// reference.
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

/// Returns a state as the text that messages show.
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
