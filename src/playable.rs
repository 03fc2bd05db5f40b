//! What a level of play must know of a state.

use crate::solved::{Solved, StateOf, lawful_analysis};
use perfectplay_core::{Game, Moves};

/// A game whose moves are judged, so that a [`Level`](crate::Level) can play it.
///
/// Everything that is [`Solved`] is playable. So are [`Values`](crate::Values), which know no
/// distances.
pub trait Playable {
    /// The rules.
    type Game: Game;

    /// The game.
    fn rules(&self) -> &Self::Game;

    /// What the moves of a state are worth, none if the game is over; `None` for a state
    /// that is known to be unreachable, or of which what is stored contradicts the rules.
    fn judge(&self, state: <Self::Game as Game>::State) -> Option<Judged>;
}

/// What the moves of a state are worth, by value alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// The winning moves.
    pub winning: Moves,
    /// The legal moves that neither win nor lose.
    pub neutral: Moves,
    /// The losing moves.
    pub losing: Moves,
    /// The moves to play. Where distances are known, the [best](crate::Analysis::best) ones.
    /// Elsewhere the moves that win at once; if there are none, all winning ones, otherwise
    /// all neutral ones, otherwise all.
    pub best: Moves,
    /// Whether a move ends the game as a win.
    pub wins_at_once: bool,
}

impl Judged {
    /// The legal moves; empty if the game is over.
    #[must_use]
    pub const fn legal(&self) -> Moves {
        self.winning.union(self.losing).union(self.neutral)
    }

    /// The moves that keep the value of the state.
    #[must_use]
    pub const fn keeping(&self) -> Moves {
        if !self.winning.is_empty() {
            self.winning
        } else if !self.neutral.is_empty() {
            self.neutral
        } else {
            self.losing
        }
    }

    /// The moves that turn a win into a draw or a loss, or a draw into a loss.
    #[must_use]
    pub const fn mistakes(&self) -> Moves {
        self.legal().difference(self.keeping())
    }
}

impl<T: Solved + ?Sized> Playable for T {
    type Game = T::Game;

    fn rules(&self) -> &T::Game {
        self.game()
    }

    fn judge(&self, state: StateOf<T>) -> Option<Judged> {
        let analysis = lawful_analysis(self, state)?;
        Some(Judged {
            winning: analysis.winning,
            neutral: analysis.neutral,
            losing: analysis.losing,
            best: analysis.best,
            wins_at_once: !analysis.winning.is_empty() && analysis.distance == Some(1),
        })
    }
}
