//! What makes the proof of a game quick.

use crate::{Game, Move, Moves, Score, Value};

/// What the rules of a game show of a state without a search, so that a proof of its value is
/// quick. `perfectplay::prove` asks it.
///
/// The defaults fit every game, and a proof is right with them. A game that says more is proved
/// with fewer states: Connect Four declares which moves lose at once, and tries first the moves
/// that make the most threats.
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
    /// Returns what is known of a state before any search. Where a game is
    /// [over](Game::outcome), this must tell it; but a game whose outlook never contains a move
    /// that ends the game need not look.
    ///
    /// The default knows the finished games, and has every legal move searched.
    #[inline]
    fn outlook(&self, state: Self::State) -> Outlook {
        Outlook::of_rules(self, state)
    }

    /// Returns how early a move is tried: one with a greater number is tried before. The numbers
    /// are below 2^26; a greater one counts as the greatest. A proof is quickest if the first
    /// move that is tried is the best one, and if moves that leave the opponent few answers come
    /// before others.
    #[inline]
    fn promise(&self, _state: Self::State, _mv: Move) -> u32 {
        0
    }

    /// Returns the key under which the value of a state is remembered. States may share it if
    /// they have the same value and distance, as symmetric states do; where turns do not
    /// alternate, the same player must be to move in them.
    ///
    /// The default is the [key](Game::key) of the state.
    #[inline]
    fn proof_key(&self, state: Self::State) -> u64 {
        self.key(state)
    }
}

/// What is known of a state before any search. The distances of draws do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The score of the state.
    Known(Score),
    /// The state must be searched.
    Open {
        /// The moves to search. Some best move is among them: moves may be left out if they
        /// lose at once, or are no better than another.
        moves: Moves,
        /// The score is no less, such as a loss in four plies if nobody wins sooner.
        least: Score,
        /// The score is no greater.
        most: Score,
    },
}

impl Outlook {
    /// Returns what the rules alone tell: the value of a finished game, and otherwise all legal
    /// moves. This is the default of [`Provable::outlook`].
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
    fn proof_key(&self, state: Self::State) -> u64 {
        (**self).proof_key(state)
    }
}
