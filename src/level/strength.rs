//! The levels at which the computer plays, and how each level chooses its moves.

use core::convert::Infallible;
use core::fmt;
use core::str::FromStr;

use crate::entropy::{GOLDEN_GAMMA, below, mix};
use crate::solved::LookupError;
use perfectplay_core::{Game, Move, Moves, is_extra_turn};

use crate::playable::{Judged, Playable, PlayedState};
use crate::strategy::Strategy;

/// The strength at which the computer plays.
///
/// If distances are unknown, as in a [`Wdl`](crate::Wdl), the best moves are the moves that win at
/// once. If no move wins at once, the best moves are all moves that keep the value of the state.
///
/// As text, a level is `perfect`, `invincible`, `casual:25` or `random`. `casual` is short for
/// `casual:25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Plays only best moves, such as the fastest win or the slowest loss. In a drawn state, this
    /// level sets traps: it plays the neutral moves after which the largest share of the opponent's
    /// replies are losing moves. After a move with an extra turn, the opponent has no reply, so
    /// such a move sets no trap.
    #[default]
    Perfect,
    /// Plays any move that keeps the value of the state. In a won state it plays any winning move,
    /// in a drawn state any neutral move, and in a lost state any move. This level never gives away
    /// a win or a draw, but does not hurry to win.
    Invincible,
    /// Wins at once if it can. If it cannot, and some moves are mistakes, this level plays one of
    /// the mistakes with the probability of the [`ErrorRate`]. In all other cases, this level plays
    /// a best move. A mistake is a move that turns a win into a draw or a loss, or a draw into a
    /// loss.
    Casual(ErrorRate),
    /// Plays any legal move.
    Random,
}

impl Level {
    /// All levels, from the strongest to the weakest. The casual level has the default rate of
    /// mistakes.
    pub const ALL: [Self; 4] = [
        Self::Perfect,
        Self::Invincible,
        Self::Casual(ErrorRate::USUAL),
        Self::Random,
    ];

    /// Chooses a legal move. `None` if the game is over, if no game reaches the state, or if the
    /// rules contradict the table's record of the state.
    ///
    /// The function is pure. If `entropy` is uniformly distributed, every choice has the
    /// probability that [`Strategy::probability`] returns. A clock or a counter is good enough as
    /// entropy, because the bits are mixed first.
    ///
    /// ```
    /// use perfectplay::Level;
    /// use perfectplay::tictactoe::{TicTacToe, state};
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
    pub fn choose<T: Playable<Error = Infallible> + ?Sized>(
        self,
        solved: &T,
        state: PlayedState<T>,
        entropy: u64,
    ) -> Option<Move> {
        self.try_choose(solved, state, entropy).ok().flatten()
    }

    /// Does the same as [`choose`](Self::choose), but returns an error if the table cannot be read
    /// or contradicts the rules. `None` only if the game is over or no game reaches the state.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or contradicts the rules.
    pub fn try_choose<T: Playable + ?Sized>(
        self,
        solved: &T,
        state: PlayedState<T>,
        entropy: u64,
    ) -> Result<Option<Move>, LookupError<PlayedState<T>, T::Error>> {
        let Some(plan) = self.plan(solved, state)? else {
            return Ok(None);
        };
        let entropy = mix(entropy);
        let erring = below(entropy as u32, 100) < plan.error_rate.percent().into();
        let moves = if erring { plan.errors } else { plan.usual };
        Ok(moves.nth(below((entropy >> 32) as u32, moves.len())))
    }

    /// Returns the level as a strategy for a solved game.
    ///
    /// ```
    /// use perfectplay::Level;
    /// use perfectplay::level::Strategy;
    /// use perfectplay::tictactoe::{TicTacToe, state};
    ///
    /// let perfect = Level::Perfect.on(&TicTacToe);
    /// assert_eq!(perfect.choices(state!(X X . / . O . / . . .))?.bits(), 0b100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn on<T: Playable>(self, solved: T) -> LevelOn<T> {
        LevelOn {
            level: self,
            solved,
        }
    }

    /// Returns the moves that the level may play in a state, with their probabilities. `None` if
    /// the state is finished or unreachable.
    fn plan<T: Playable + ?Sized>(
        self,
        solved: &T,
        state: PlayedState<T>,
    ) -> Result<Option<ChoicePlan>, LookupError<PlayedState<T>, T::Error>> {
        let judged = match self {
            // The values are not needed, and an oracle may take long to find them.
            Self::Random => solved.legal_moves(state)?.map(|neutral| Judged {
                neutral,
                ..Judged::default()
            }),
            _ => solved.judge(state)?,
        };
        let Some(judged) = judged else {
            return Ok(None);
        };
        let (legal, keeping) = (judged.legal(), judged.keeping());
        if legal.is_empty() {
            return Ok(None);
        }
        let errors = legal - keeping;
        let always = |usual| ChoicePlan {
            usual,
            errors: Moves::EMPTY,
            error_rate: ErrorRate::NEVER,
        };
        Ok(Some(match self {
            Self::Perfect if keeping == judged.neutral => {
                always(traps(solved, state, judged.best)?)
            }
            Self::Casual(error_rate) if !judged.wins_at_once && !errors.is_empty() => ChoicePlan {
                usual: judged.best,
                errors,
                error_rate,
            },
            Self::Perfect | Self::Casual(_) => always(judged.best),
            Self::Invincible => always(keeping),
            Self::Random => always(legal),
        }))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.pad("perfect"),
            Self::Invincible => f.pad("invincible"),
            Self::Casual(rate) => write!(f, "casual:{}", rate.percent()),
            Self::Random => f.pad("random"),
        }
    }
}

/// Parses the text that `Display` writes. Also parses `casual`, which stands for the
/// [default](ErrorRate::USUAL) rate of mistakes.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        match text {
            "perfect" => Ok(Self::Perfect),
            "invincible" => Ok(Self::Invincible),
            "casual" => Ok(Self::Casual(ErrorRate::USUAL)),
            "random" => Ok(Self::Random),
            _ => {
                // `parse` alone would accept a plus sign.
                let percent = text
                    .strip_prefix("casual:")
                    .filter(|rate| !rate.starts_with('+'))
                    .and_then(|rate| rate.parse().ok());
                let rate = percent.and_then(ErrorRate::from_percent);
                rate.map(Self::Casual).ok_or(ParseLevelError)
            }
        }
    }
}

#[cfg(feature = "serde")]
crate::text::serialize_as_text!(Level, "a level of play");

/// The error for a text that is not a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a level (perfect, invincible, casual, casual:0 to casual:100, random)",
        )
    }
}

perfectplay_core::debug_as_display!([] ParseLevelError);

impl core::error::Error for ParseLevelError {}

/// Returns a number that you can pass to [`Level::choose`] as entropy, for a choice in the state
/// with the key `key`. Use the same `seed` for all choices of a series of games. The same seed and
/// key always give the same entropy. With the same seed, different keys give different entropy.
#[must_use]
pub const fn entropy(seed: u64, key: u64) -> u64 {
    // The factor is odd, so no two keys get the same result.
    seed.wrapping_add(key.wrapping_mul(GOLDEN_GAMMA))
}

/// A level as a strategy for a solved game, made by [`Level::on`].
#[derive(Clone, Copy, Debug)]
pub struct LevelOn<T> {
    level: Level,
    solved: T,
}

impl<T: Playable> LevelOn<T> {
    /// Returns the moves that the level may play in a state, with their probabilities. `None` if
    /// the state is finished or unreachable, or if a table contradicts the rules.
    fn plan(&self, state: PlayedState<T>) -> Result<Option<ChoicePlan>, T::Error> {
        match self.level.plan(&self.solved, state) {
            Err(LookupError::Read(error)) => Err(error),
            plan => Ok(plan.ok().flatten()),
        }
    }
}

/// If a table contradicts the rules, `choices` returns no moves, and not an error.
impl<T: Playable> Strategy<PlayedState<T>> for LevelOn<T> {
    type Error = T::Error;

    fn choices(&self, state: PlayedState<T>) -> Result<Moves, T::Error> {
        let plan = self.plan(state)?;
        Ok(
            plan.map_or(Moves::EMPTY, |plan| match plan.error_rate.percent() {
                0 => plan.usual,
                100 => plan.errors,
                _ => plan.usual | plan.errors,
            }),
        )
    }

    fn probability(&self, state: PlayedState<T>, mv: Move) -> Result<f64, T::Error> {
        let plan = self.plan(state)?;
        Ok(plan.map_or(0.0, |plan| {
            let rate = f64::from(plan.error_rate.percent()) / 100.0;
            let share = |moves: Moves, weight: f64| {
                if moves.contains(mv) {
                    weight / f64::from(moves.len())
                } else {
                    0.0
                }
            };
            share(plan.usual, 1.0 - rate) + share(plan.errors, rate)
        }))
    }
}

/// A rate of mistakes, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorRate(u8);

impl ErrorRate {
    const NEVER: Self = Self(0);

    /// The default rate of the level *casual*: 25 percent.
    pub const USUAL: Self = Self(25);

    /// Returns the rate for a percentage; `None` above 100.
    #[must_use]
    pub const fn from_percent(percent: u8) -> Option<Self> {
        if percent <= 100 {
            Some(Self(percent))
        } else {
            None
        }
    }

    /// Returns the rate in percent, `0..=100`.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }
}

/// The moves that a level may play in one state, with their probabilities. With the probability
/// `error_rate`, the level plays a move of `errors`, and otherwise a move of `usual`. All moves of
/// `errors` are equally likely, and so are all moves of `usual`. `usual` is never empty. `errors`
/// is empty only if `error_rate` is zero.
struct ChoicePlan {
    usual: Moves,
    errors: Moves,
    error_rate: ErrorRate,
}

/// Returns the moves after which the largest share of the opponent's replies are losing moves.
fn traps<T: Playable + ?Sized>(
    solved: &T,
    state: PlayedState<T>,
    moves: Moves,
) -> Result<Moves, LookupError<PlayedState<T>, T::Error>> {
    let mut best = Moves::EMPTY;
    // The largest share so far as a fraction: `.0` of `.1` replies lose.
    let mut best_share = (0, 1);
    for mv in moves {
        let after = solved.rules().play(state, mv);
        let replies = if is_extra_turn(solved.rules(), state, after) {
            Judged::default()
        } else {
            let replies = solved.judge(after)?;
            replies.ok_or(LookupError::Missing { state: after })?
        };
        // If there is no reply, the share is 0.
        let share = (replies.losing.len(), replies.legal().len().max(1));
        let (here, there) = (share.0 * best_share.1, best_share.0 * share.1);
        if here > there {
            best = Moves::EMPTY;
            best_share = share;
        }
        if here >= there {
            best |= mv.into();
        }
    }
    Ok(best)
}
