//! Facts about a game that its author may declare in addition to the rules.

use crate::{Game, Move, Moves, Outlook, Value, is_extra_turn};

/// Facts about a game that its rules do not tell. The facts are symmetries, features of moves, and
/// bounds for the scores of states. Every method has a default that fits every game, so `impl Hints
/// for MyGame {}` is enough.
///
/// - **Symmetries** are the ways to turn, mirror or rename a position so that the result plays in
///   the same way. The symmetries of a game must form a group. [`canonical`] uses the symmetries,
///   and `perfectplay::check::Check::run_symmetric` tests them. Solvers and tables ignore
///   symmetries, so symmetric states have separate records. By default, the only symmetry of a game
///   is the identity.
/// - **Features** are properties of moves. If each feature has a weight, a program can sort the
///   moves of a state by the weights of their features, without a table. A playbook *by rules*
///   stores a weight for each feature. It also stores an entry for each state in which the weights
///   do not find the right move. Better features make smaller books. For example, most features of
///   Connect Four are patterns of marks in the lines through a square. A book by rules depends on
///   the features, and on what the methods [`winning_moves`], [`safe_moves`], [`upper_bound`] and
///   [`stage`] return. If the features or these methods change, the fingerprint changes, and the
///   library refuses the old book.
/// - **Outlooks** make proofs fast. `perfectplay::prove` uses outlooks. An outlook tells which
///   moves are worth a search, and between which bounds the score lies. By default, the outlook of
///   an unfinished state allows every score. Proofs with the default outlooks are correct, but they
///   visit more states than proofs with narrower bounds. For example, the outlooks of Connect Four
///   leave out the moves that lose at once.
///
/// [`winning_moves`]: Self::winning_moves
/// [`safe_moves`]: Self::safe_moves
/// [`upper_bound`]: Self::upper_bound
/// [`stage`]: Self::stage
///
/// ```
/// use perfectplay::game::{Hints, Outlook, canonical};
/// use perfectplay::tictactoe::{TicTacToe, state};
/// use perfectplay::{Game, Moves};
///
/// assert_eq!(TicTacToe.symmetries(), 8);
/// let corners = [state!(X . . / . . . / . . .), state!(. . . / . . . / . . X)];
/// let [one, other] = corners.map(|state| canonical(&TicTacToe, state).0);
/// assert_eq!(one, other);
///
/// let state = state!(X X . / O . . / O . .); // X to move
/// assert_eq!(TicTacToe.winning_moves(state).to_string(), "{2}");
///
/// let outlook = TicTacToe.outlook(TicTacToe.start());
/// assert!(matches!(outlook, Outlook::Open { moves, .. } if moves == Moves::first_n(9)));
/// ```
pub trait Hints: Game {
    /// Returns the number of symmetries of the game, including the identity.
    fn symmetries(&self) -> u32 {
        1
    }

    /// Returns the image of a state under a symmetry. The symmetries are numbered from 0, and
    /// [`symmetries`](Self::symmetries) returns how many there are. Symmetry 0 is the identity.
    /// Every image of a [start](Game::start) must be a reachable state.
    fn image(&self, _symmetry: u32, state: Self::State) -> Self::State {
        state
    }

    /// Returns the image of a legal move of a state: `play(image(s), image_of_move(s, m))` is
    /// `image(play(s, m))`. A game needs the parameter `state` only if it [numbers the moves of
    /// each state separately](Game::legal_count).
    fn image_of_move(&self, _symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv
    }

    /// Returns the moves of a state that end the game with a win for the player who makes them. The
    /// game must not be over in the state.
    #[inline]
    fn winning_moves(&self, state: Self::State) -> Moves {
        // Loops instead of iterators take half the time to compile for many games.
        let mut winning = Moves::EMPTY;
        for mv in self.legal(state) {
            let after = self.play(state, mv);
            if self.outcome(after) == Some(won(is_extra_turn(self, state, after))) {
                winning |= mv.into();
            }
        }
        winning
    }

    /// Returns the safe moves of a state. A safe move does not end the game with a loss, and the
    /// opponent has no reply that ends the game with a win. Do not call this method for a state in
    /// which the game is over, or in which some move wins at once.
    #[inline]
    fn safe_moves(&self, state: Self::State) -> Moves {
        let mut safe = Moves::EMPTY;
        for mv in self.legal(state) {
            let after = self.play(state, mv);
            let again = is_extra_turn(self, state, after);
            let is_safe = match self.outcome(after) {
                Some(value) => value != won(!again),
                None => again || self.winning_moves(after).is_empty(),
            };
            if is_safe {
                safe |= mv.into();
            }
        }
        safe
    }

    /// Returns the stage of a state, which tells how far the game has advanced. A playbook by rules
    /// has separate weights for each stage. The stage never decreases in the course of play, and is
    /// at most the number of plies played.
    ///
    /// The default is the [tier](crate::Game::tier), or 0 for a game without tiers.
    #[inline]
    fn stage(&self, state: Self::State) -> u32 {
        self.tier(state).unwrap_or(0)
    }

    /// Returns the number of different features in the game. The default is the [number of
    /// moves](Game::move_count).
    #[inline]
    fn features(&self) -> u32 {
        self.move_count()
    }

    /// Calls `each(mv, feature)` for each move in `moves` and each of its features. A feature is an
    /// index below [`features`](Self::features). The game must not be over in the state, and all of
    /// the moves must be legal.
    ///
    /// By default, each move has one feature, which has the same index as the move.
    #[inline]
    fn each_feature(&self, _state: Self::State, moves: Moves, each: &mut dyn FnMut(Move, u32)) {
        for mv in moves {
            each(mv, mv.index().into());
        }
    }

    /// Returns what the author of the game can tell about the score of a state without a search.
    /// For a state in which the game is [over](Game::outcome), the method must return
    /// `Outlook::Known`. There is one exception. If no `Outlook::Open` of the game contains a move
    /// that ends the game, searches never call this method for a finished state.
    ///
    /// By default, a finished state is `Known`, and any other state is `Open` with all its legal
    /// moves.
    #[inline]
    fn outlook(&self, state: Self::State) -> Outlook {
        Outlook::of_rules(self, state)
    }

    /// Returns an upper bound of the state's value for the player to move, found without a search.
    /// The game must not be over in the state. Before each move, a playbook by rules asks for the
    /// bounds of some dozens of states, so the bound must be found quickly. The method may return a
    /// loss only if the opponent has a good reply to every move. A good reply either wins at once,
    /// or leads to a state for which this method also returns a loss.
    ///
    /// The default is a win.
    #[inline]
    fn upper_bound(&self, _state: Self::State) -> Value {
        Value::Win
    }

    /// Returns the priority of a move. A search tries moves with greater priorities first. A proof
    /// treats all priorities of 2^26 - 2 and more as equal. A proof is fastest if the best move is
    /// tried first, and if moves that leave the opponent few answers come before others.
    #[inline]
    fn promise(&self, _state: Self::State, _mv: Move) -> u32 {
        0
    }

    /// Returns whether play may lead from the state `from` to the state `to`. Both states must be
    /// reachable. Returns `false` only if it is certain that play never leads there. A search for a
    /// target state uses this method to skip states from which play cannot lead to the target. The
    /// default is `true`.
    #[inline]
    fn may_reach(&self, _from: Self::State, _to: Self::State) -> bool {
        true
    }

    /// Returns the key under which the transposition table stores the value of a state. States may
    /// share a key if they have the same value and distance, as symmetric states do. If turns do
    /// not alternate, states that share a key must also have the same player to move. If the key is
    /// `None`, the table does not store the value. `None` is faster for a state whose search takes
    /// less time than a look-up in a large table.
    ///
    /// The default is the [key](Game::key) of the state.
    #[inline]
    fn proof_key(&self, state: Self::State) -> Option<u64> {
        Some(self.key(state))
    }
}

/// Returns the value of the state after a move that won the game, for the player who would move
/// next. If the winning move gives an extra turn, the winner is also the player who would move
/// next.
const fn won(is_extra_turn: bool) -> Value {
    if is_extra_turn {
        Value::Win
    } else {
        Value::Loss
    }
}

/// Returns the canonical image of a state: among all images, the one with the least key. Also
/// returns the first symmetry that leads to this image. All images of a state have the same
/// canonical image.
#[inline]
pub fn canonical<G: Hints>(game: &G, state: G::State) -> (G::State, u32) {
    let (mut least, mut key) = ((state, 0), game.key(state));
    for symmetry in 1..game.symmetries() {
        let image = game.image(symmetry, state);
        let key_of_image = game.key(image);
        if key_of_image < key {
            (least, key) = ((image, symmetry), key_of_image);
        }
    }
    least
}

/// A reference to a game is a game, too.
impl<G: Hints> Hints for &G {
    fn symmetries(&self) -> u32 {
        (**self).symmetries()
    }

    fn image(&self, symmetry: u32, state: Self::State) -> Self::State {
        (**self).image(symmetry, state)
    }

    fn image_of_move(&self, symmetry: u32, state: Self::State, mv: Move) -> Move {
        (**self).image_of_move(symmetry, state, mv)
    }

    fn may_reach(&self, from: Self::State, to: Self::State) -> bool {
        (**self).may_reach(from, to)
    }

    #[inline]
    fn winning_moves(&self, state: Self::State) -> Moves {
        (**self).winning_moves(state)
    }

    #[inline]
    fn safe_moves(&self, state: Self::State) -> Moves {
        (**self).safe_moves(state)
    }

    #[inline]
    fn stage(&self, state: Self::State) -> u32 {
        (**self).stage(state)
    }

    #[inline]
    fn features(&self) -> u32 {
        (**self).features()
    }

    #[inline]
    fn each_feature(&self, state: Self::State, moves: Moves, each: &mut dyn FnMut(Move, u32)) {
        (**self).each_feature(state, moves, each);
    }

    #[inline]
    fn outlook(&self, state: Self::State) -> Outlook {
        (**self).outlook(state)
    }

    #[inline]
    fn upper_bound(&self, state: Self::State) -> Value {
        (**self).upper_bound(state)
    }

    #[inline]
    fn promise(&self, state: Self::State, mv: Move) -> u32 {
        (**self).promise(state, mv)
    }

    #[inline]
    fn proof_key(&self, state: Self::State) -> Option<u64> {
        (**self).proof_key(state)
    }
}
