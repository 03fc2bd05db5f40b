//! Levels of play: they choose a move from a state and some entropy. No level searches.

use core::fmt;

use crate::entropy::{below, mix};
use crate::playable::{Judged, Playable};
use crate::strategy::Strategy;
use perfectplay_core::{Game, Move, Moves, moves_again};

/// The states of a game that is played.
type Played<T> = <<T as Playable>::Game as Game>::State;

/// How well the computer plays.
///
/// Where no distances are known, as in [`Values`](crate::Values), the best moves are those
/// that win at once; if there are none, all that keep the value of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Level {
    /// Plays only best moves: the fastest win or the slowest loss. In a draw it sets
    /// traps: it takes the neutral moves after which the largest share of the opponent's
    /// replies loses. If the same player moves again, there is no reply, and so no trap.
    Perfect,
    /// Plays any winning move, otherwise any neutral move, otherwise any move. It never
    /// gives away a win or a draw, but it does not hurry.
    Invincible,
    /// Wins at once if it can. Otherwise it makes a mistake at this rate: a move that
    /// turns a win into a draw or a loss, or a draw into a loss, if there is one. In all
    /// other cases it plays a best move.
    Casual(ErrorRate),
    /// Plays any legal move.
    Random,
}

impl Level {
    /// Chooses a legal move; `None` if the game is over, if no game reaches the state, or if
    /// the rules contradict what a table holds of it.
    ///
    /// The function is pure. If `entropy` is uniformly distributed, every choice has the
    /// probability that [`Strategy::probability`] gives. A clock or a counter serves as
    /// well, because the bits are mixed first.
    ///
    /// ```
    /// use perfectplay::{Level, state, tictactoe::TicTacToe};
    ///
    /// let threatened = state!(X X . / . O . / . . .);
    /// for entropy in 0..100 {
    ///     let mv = Level::Perfect.choose(&TicTacToe, threatened, entropy);
    ///     assert_eq!(mv.map(|mv| mv.index()), Some(2));
    /// }
    /// let over = state!(X X X / O O . / . . .);
    /// assert_eq!(Level::Perfect.choose(&TicTacToe, over, 0), None);
    /// ```
    #[must_use]
    pub fn choose<T: Playable + ?Sized>(
        self,
        solved: &T,
        state: Played<T>,
        entropy: u64,
    ) -> Option<Move> {
        let plan = self.plan(solved, state)?;
        let entropy = mix(entropy);
        let erring = below(entropy as u32, 100) < plan.error_rate.percent().into();
        let moves = if erring { plan.errors } else { plan.usual };
        moves.nth(below((entropy >> 32) as u32, moves.len()))
    }

    /// The level as a strategy for a solved game.
    ///
    /// ```
    /// use perfectplay::{Level, Strategy, state, tictactoe::TicTacToe};
    ///
    /// let perfect = Level::Perfect.on(&TicTacToe);
    /// assert_eq!(perfect.choices(state!(X X . / . O . / . . .)).bits(), 0b100);
    /// ```
    #[must_use]
    pub const fn on<T: Playable>(self, solved: T) -> LevelOn<T> {
        LevelOn {
            level: self,
            solved,
        }
    }

    /// What the level does in a state; `None` if the state is finished or unreachable, or its
    /// record contradicts the rules.
    fn plan<T: Playable + ?Sized>(self, solved: &T, state: Played<T>) -> Option<Plan> {
        let judged = solved.judge(state)?;
        let legal = judged.legal();
        if legal.is_empty() {
            return None;
        }
        let always = |usual| Plan {
            usual,
            errors: Moves::EMPTY,
            error_rate: ErrorRate::NEVER,
        };
        Some(match self {
            Self::Perfect if judged.keeping() == judged.neutral => {
                always(traps(solved, state, judged.best))
            }
            Self::Perfect => always(judged.best),
            Self::Invincible => always(judged.keeping()),
            Self::Random => always(legal),
            Self::Casual(error_rate) => {
                let errors = judged.mistakes();
                if judged.wins_at_once || errors.is_empty() {
                    always(judged.best)
                } else {
                    Plan {
                        usual: judged.best,
                        errors,
                        error_rate,
                    }
                }
            }
        })
    }
}

/// A level of play for one solved game, made by [`Level::on`].
#[derive(Clone, Copy, Debug)]
pub struct LevelOn<T> {
    level: Level,
    solved: T,
}

impl<T: Playable> Strategy<Played<T>> for LevelOn<T> {
    fn choices(&self, state: Played<T>) -> Moves {
        let plan = self.level.plan(&self.solved, state);
        plan.map_or(Moves::EMPTY, |plan| match plan.error_rate.percent() {
            0 => plan.usual,
            100 => plan.errors,
            _ => plan.usual | plan.errors,
        })
    }

    fn probability(&self, state: Played<T>, mv: Move) -> f64 {
        self.level.plan(&self.solved, state).map_or(0.0, |plan| {
            let rate = f64::from(plan.error_rate.percent()) / 100.0;
            let share = |moves: Moves, weight: f64| {
                if moves.contains(mv) {
                    weight / f64::from(moves.len())
                } else {
                    0.0
                }
            };
            share(plan.usual, 1.0 - rate) + share(plan.errors, rate)
        })
    }
}

/// The rate of mistakes, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct ErrorRate(u8);

impl ErrorRate {
    /// Zero percent.
    pub const NEVER: Self = Self(0);

    /// A rate in percent; `None` above 100.
    #[must_use]
    pub const fn from_percent(percent: u8) -> Option<Self> {
        if percent <= 100 {
            Some(Self(percent))
        } else {
            None
        }
    }

    /// The rate in percent, `0..=100`.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }
}

impl From<ErrorRate> for u8 {
    fn from(rate: ErrorRate) -> Self {
        rate.percent()
    }
}

impl TryFrom<u8> for ErrorRate {
    type Error = ErrorRateError;

    fn try_from(percent: u8) -> Result<Self, ErrorRateError> {
        Self::from_percent(percent).ok_or(ErrorRateError { found: percent })
    }
}

/// A number that is no rate in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorRateError {
    /// The number.
    pub found: u8,
}

impl fmt::Display for ErrorRateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected at most 100 percent, found {}", self.found)
    }
}

impl core::error::Error for ErrorRateError {}

/// What a level does in one state: with the probability of the error rate it plays one of
/// the errors, otherwise one of the usual moves. All moves of a set are equally likely.
/// There is always a usual move, and there is an error if the rate is not zero.
struct Plan {
    usual: Moves,
    errors: Moves,
    error_rate: ErrorRate,
}

/// The moves after which the largest share of the opponent's replies loses.
fn traps<T: Playable + ?Sized>(solved: &T, state: Played<T>, moves: Moves) -> Moves {
    let mut best = Moves::EMPTY;
    // The share as a fraction: losing replies and all replies.
    let mut best_share = (0, 1);
    for mv in moves {
        let after = solved.rules().play(state, mv);
        let replies = match solved.judge(after) {
            Some(replies) if !moves_again(solved.rules(), state, after) => replies,
            _ => Judged::default(),
        };
        // If there is no reply, the share is 0.
        let share = (replies.losing.len(), replies.legal().len().max(1));
        let (here, there) = (share.0 * best_share.1, best_share.0 * share.1);
        if here > there {
            best = Moves::EMPTY;
            best_share = share;
        }
        if here >= there {
            best = best | mv.into();
        }
    }
    best
}
