//! Properties of a game that make proofs fast.

use crate::{Game, Move, Moves, Score, Value};

/// A game that tells what its rules show of a state without a search, so that a proof of the
/// state's value is fast. `perfectplay::prove` uses it.
///
/// The defaults fit every game, and proofs are correct with them. A game that tells more is
/// proved with fewer states: Connect Four declares which moves lose at once, and tries first
/// the moves that make the most threats.
///
/// ```
/// use perfectplay::game::{Outlook, Provable};
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::{Game, Moves};
///
/// let outlook = TicTacToe.outlook(TicTacToe.start());
/// assert!(matches!(outlook, Outlook::Open { moves, .. } if moves == Moves::first_n(9)));
/// ```
pub trait Provable: Game {
    /// Returns what is known of a state before any search. It must report that a game is
    /// [over](Game::outcome), unless the game's outlook never contains a move that ends the
    /// game.
    ///
    /// The default knows only finished games, and has every legal move searched.
    #[inline]
    fn outlook(&self, state: Self::State) -> Outlook {
        Outlook::of_rules(self, state)
    }

    /// Returns the priority of a move: moves with greater numbers are tried first. Numbers are
    /// below 2^26; a greater one counts as the greatest. A proof is fastest if the best move is
    /// tried first, and if moves that leave the opponent few answers come before others.
    #[inline]
    fn promise(&self, _state: Self::State, _mv: Move) -> u32 {
        0
    }

    /// Returns the key under which the transposition table stores the value of a state. States
    /// may share a key if they have the same value and distance, as symmetric states do. If
    /// turns do not alternate, they must also have the same player to move. For `None`, the value
    /// is not stored: then searching the state again takes less time than a look-up in a large
    /// table.
    ///
    /// The default is the [key](Game::key) of the state.
    #[inline]
    fn proof_key(&self, state: Self::State) -> Option<u64> {
        Some(self.key(state))
    }
}

/// What is known of a state before any search. Distances of draws are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The score of the state.
    Known(Score),
    /// The state must be searched.
    Open {
        /// The moves to search, with some best move among them. Moves may be left out if they
        /// lose at once, or are no better than another.
        moves: Moves,
        /// A lower bound of the score, such as a loss in four plies if nobody wins sooner.
        least: Score,
        /// An upper bound of the score.
        most: Score,
    },
}

impl Outlook {
    /// Returns what the rules alone tell: the value of a finished game, or all legal moves.
    /// This is the default of [`Provable::outlook`].
    #[inline]
    pub fn of_rules<G: Game + ?Sized>(game: &G, state: G::State) -> Self {
        match game.outcome(state) {
            Some(value) => Self::Known(Score::finished(value)),
            None => Self::Open {
                moves: game.legal(state),
                least: Score::new(Value::Loss, Some(1)),
                most: Score::new(Value::Win, Some(1)),
            },
        }
    }
}

impl<G: Provable> Provable for &G {
    #[inline]
    fn outlook(&self, state: Self::State) -> Outlook {
        (**self).outlook(state)
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
