//! The reasons why a game was not solved.

use core::fmt;

use crate::{Fault, Finding, Game, Route};

/// The reason why a game was not solved.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The rules have a fault.
    Rules(Finding),
    /// The game has more states than this solver can count.
    TooManyStates,
    /// The watcher stopped the solver.
    Stopped,
}

impl SolveError {
    /// Returns the fault of the rules and its state; `None` if the error has another reason.
    #[must_use]
    pub const fn finding(&self) -> Option<&Finding> {
        match self {
            Self::Rules(finding) => Some(finding),
            Self::TooManyStates | Self::Stopped => None,
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(finding) => fmt::Display::fmt(finding, f),
            Self::TooManyStates => {
                write!(f, "the game has more than {} states", u32::MAX)
            }
            Self::Stopped => f.write_str("the solver was stopped"),
        }
    }
}

crate::debug_as_display!([] SolveError);

impl core::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Rules(finding) => Some(finding),
            Self::TooManyStates | Self::Stopped => None,
        }
    }
}

/// The reason why a solver stopped. A problem does not name a state; [`at`](Self::at) adds the
/// state in which the solver stopped.
#[derive(Debug)]
pub enum Problem {
    /// The rules have a fault.
    Rules(Fault),
    /// The game has more states than the solver can count.
    TooManyStates,
    /// The watcher stopped the solver.
    Stopped,
}

impl Problem {
    /// Converts the problem into an error. `state` is the state in which the solver stopped.
    pub fn at<G: Game>(self, game: &G, state: G::State) -> SolveError {
        match self {
            Self::Rules(fault) => SolveError::Rules(Finding {
                fault,
                route: Route::find(game, state),
            }),
            Self::TooManyStates => SolveError::TooManyStates,
            Self::Stopped => SolveError::Stopped,
        }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Rules(fault)
    }
}
