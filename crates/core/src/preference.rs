//! Orders the moves of a state without a table.

use crate::{Move, Moves, Symmetric, Value, is_extra_turn};

/// A game whose moves can be ordered without a table. It declares which moves win at once, which
/// lose at once, and the features of each move. A playbook *by rules* stores a weight for each
/// feature, and an entry for each state in which the weights do not find the right move.
///
/// The defaults follow from the rules of the game. Better features make smaller books: Connect Four
/// declares the patterns of the lines through each square.
///
/// **These declarations are part of the format of playbooks by rules.** The fingerprint of such a
/// book contains them, so that a book with other features is refused.
///
/// ```
/// use perfectplay::game::Preference;
/// use perfectplay::tictactoe::{TicTacToe, state};
///
/// let state = state!(X X . / O . . / O . .); // X to move
/// assert_eq!(TicTacToe.winning_moves(state).to_string(), "{2}");
/// ```
pub trait Preference: Symmetric {
    /// Returns the moves of a state after which the game is over and its player has won. The game
    /// must not be over in the state.
    #[inline]
    fn winning_moves(&self, state: Self::State) -> Moves {
        let wins = |&mv: &Move| {
            let after = self.play(state, mv);
            self.outcome(after) == Some(won(is_extra_turn(self, state, after)))
        };
        self.legal(state).iter().filter(wins).collect()
    }

    /// Returns the moves of a state that do not lose at once: the game is not lost with the move, and
    /// no reply wins. The game must not be over in the state, and no move of it may win at once.
    #[inline]
    fn safe_moves(&self, state: Self::State) -> Moves {
        let is_safe = |&mv: &Move| {
            let after = self.play(state, mv);
            let again = is_extra_turn(self, state, after);
            match self.outcome(after) {
                Some(value) => value != won(!again),
                None => again || self.winning_moves(after).is_empty(),
            }
        };
        self.legal(state).iter().filter(is_safe).collect()
    }

    /// Returns the stage of a state, by which a book classes states. The stage never falls in the
    /// course of a game, and is at most the number of plies.
    ///
    /// The default is the [tier](crate::Game::tier), or 0 for a game without tiers.
    #[inline]
    fn stage(&self, state: Self::State) -> u32 {
        self.tier(state).unwrap_or(0)
    }

    /// Returns the number of features. The default is the number of moves.
    #[inline]
    fn features(&self) -> u32 {
        self.move_count()
    }

    /// Calls `each` with the number of each feature that each of these moves has. The game must not
    /// be over in the state, and all of the moves must be legal.
    ///
    /// By default each move has one feature, with the number of its index.
    #[inline]
    fn each_feature(&self, _state: Self::State, moves: Moves, mut each: impl FnMut(Move, u32)) {
        for mv in moves {
            each(mv, mv.index().into());
        }
    }
}

/// Returns the value of a finished game for its player to move, if the player of the last move has
/// won. With an extra turn, this is the same player.
const fn won(is_extra_turn: bool) -> Value {
    if is_extra_turn {
        Value::Win
    } else {
        Value::Loss
    }
}

impl<G: Preference> Preference for &G {
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
    fn each_feature(&self, state: Self::State, moves: Moves, each: impl FnMut(Move, u32)) {
        (**self).each_feature(state, moves, each);
    }
}
