//! Games whose moves have known values, so that a level (a computer player of a given strength) can
//! play them.

use crate::solved::{LookupError, Solved, StateOf, lawful_analysis};
use perfectplay_core::{Game, Moves};

/// A game whose moves have known values, so that a [`Level`](crate::Level) can play it.
///
/// Every type that implements [`Solved`] implements this trait, too. [`Wdl`](crate::Wdl) implements
/// it as well, although a win/draw/loss table contains no distances.
pub trait Playable {
    /// The rules.
    type Game: Game;

    /// The error if stored data cannot be read.
    type Error: core::error::Error + 'static;

    /// Returns the game.
    fn rules(&self) -> &Self::Game;

    /// Returns the moves of a state, grouped by value; no moves if the game is over. `None` for a
    /// state that is known to be unreachable.
    ///
    /// # Errors
    /// Fails when stored data cannot be read, or contradict the rules.
    fn judge(
        &self,
        state: PlayedState<Self>,
    ) -> Result<Option<Judged>, LookupError<PlayedState<Self>, Self::Error>>;

    /// Returns the legal moves of a state, without their values; no moves if the game is over.
    /// `None` for a state that is known to be unreachable.
    ///
    /// # Errors
    /// Fails in the same cases as [`judge`](Self::judge).
    fn legal_moves(
        &self,
        state: PlayedState<Self>,
    ) -> Result<Option<Moves>, LookupError<PlayedState<Self>, Self::Error>> {
        Ok(self.judge(state)?.map(|judged| judged.legal()))
    }
}

/// The state type of a playable game.
pub type PlayedState<T> = <<T as Playable>::Game as Game>::State;

/// The moves of a state, grouped by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judged {
    /// The winning moves.
    pub winning: Moves,
    /// The legal moves that neither win nor lose.
    pub neutral: Moves,
    /// The losing moves.
    pub losing: Moves,
    /// The moves to play. If distances are known, this field contains the
    /// [best](crate::Analysis::best) moves. If distances are unknown and some moves win at once, it
    /// contains these winning moves. In all other cases, it contains every move that [keeps the
    /// value](Self::keeping).
    pub best: Moves,
    /// Whether some move ends the game with a win for the player who makes it.
    pub wins_at_once: bool,
}

impl Judged {
    /// Returns the legal moves; empty if the game is over.
    #[must_use]
    pub const fn legal(&self) -> Moves {
        self.winning.union(self.losing).union(self.neutral)
    }

    /// Returns the moves that keep the value of the state: the winning moves of a won state, the
    /// neutral moves of a drawn state, or all legal moves of a lost state.
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
}

impl<T: Solved + ?Sized> Playable for T {
    type Game = T::Game;
    type Error = T::Error;

    fn rules(&self) -> &T::Game {
        self.game()
    }

    fn judge(
        &self,
        state: StateOf<T>,
    ) -> Result<Option<Judged>, LookupError<StateOf<T>, T::Error>> {
        let analysis = lawful_analysis(self, state)?;
        Ok(analysis.map(|analysis| Judged {
            winning: analysis.winning(),
            neutral: analysis.neutral(),
            losing: analysis.losing(),
            best: analysis.best(),
            wins_at_once: !analysis.winning().is_empty() && analysis.distance() == Some(1),
        }))
    }

    fn legal_moves(
        &self,
        state: StateOf<T>,
    ) -> Result<Option<Moves>, LookupError<StateOf<T>, T::Error>> {
        self.try_legal(state)
    }
}
