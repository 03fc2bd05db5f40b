//! Levels of play: a state and some entropy in, a move out. No level searches.

use crate::analysis::Analysis;
use crate::entropy::{below, mix};
use crate::game::{Game, Move, Moves, Value};
use crate::games::tictactoe::{State, TicTacToe};
use crate::solved::{Solved, StateOf};
use crate::strategy::Strategy;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Best moves only: the fastest win, the slowest loss. In a draw it sets traps: of
    /// the neutral moves it takes those after which the opponent has the largest share
    /// of losing replies.
    Perfect,
    /// Any winning move, else any neutral one, else any: never loses what is not lost,
    /// but takes its time.
    Invincible,
    /// Wins at once where it can. Else it errs at this rate: it makes a move that turns
    /// a win into less or a draw into a loss, if there is one; and otherwise plays a best
    /// move.
    Casual(ErrorRate),
    /// Any legal move.
    Random,
}

impl Level {
    /// A move of this level; `None` when the game is over or no game reaches the state.
    ///
    /// A pure function. For a uniformly distributed `entropy` every choice of the level
    /// is as likely as [`Strategy::probability`] says; a clock or a counter serves as
    /// well, since the bits are mixed first.
    ///
    /// ```
    /// use perfectplay::{Level, state};
    ///
    /// let threatened = state!(X X . / . O . / . . .);
    /// for entropy in 0..100 {
    ///     let mv = Level::Perfect.choose(threatened, entropy).map(|mv| mv.index());
    ///     assert_eq!(mv, Some(2));
    /// }
    /// assert_eq!(Level::Perfect.choose(state!(X X X / O O . / . . .), 0), None);
    /// ```
    #[must_use]
    pub fn choose(self, state: State, entropy: u64) -> Option<Move> {
        self.choose_in(&TicTacToe, state, entropy)
    }

    /// [`choose`](Self::choose) in any solved game.
    #[must_use]
    pub fn choose_in<T: Solved>(self, solved: &T, state: StateOf<T>, entropy: u64) -> Option<Move> {
        let plan = self.plan(solved, state)?;
        let entropy = mix(entropy);
        let erring = below(entropy as u32, 100) < plan.error_rate.percent().into();
        let moves = if erring { plan.errors } else { plan.usual };
        moves.nth(below((entropy >> 32) as u32, moves.len()))
    }

    /// The level as a strategy of any solved game.
    ///
    /// ```
    /// use perfectplay::{Level, Strategy, state, tictactoe::TicTacToe};
    ///
    /// let perfect = Level::Perfect.on(&TicTacToe);
    /// assert_eq!(perfect.choices(state!(X X . / . O . / . . .)).bits(), 0b100);
    /// ```
    #[must_use]
    pub const fn on<T: Solved>(self, solved: T) -> LevelOn<T> {
        LevelOn {
            level: self,
            solved,
        }
    }

    /// What the level does in a state that goes on and that some game reaches.
    fn plan<T: Solved>(self, solved: &T, state: StateOf<T>) -> Option<Plan> {
        let analysis = solved.analysis(state)?;
        let legal = analysis.legal();
        if legal.is_empty() {
            return None;
        }
        let always = |usual| Plan {
            usual,
            errors: Moves::EMPTY,
            error_rate: ErrorRate::NEVER,
        };
        Some(match self {
            Self::Perfect if analysis.value == Value::Draw => {
                always(traps(solved, state, analysis.best))
            }
            Self::Perfect => always(analysis.best),
            Self::Invincible => always(keeping(&analysis)),
            Self::Random => always(legal),
            Self::Casual(error_rate) => {
                let wins_at_once = analysis.value == Value::Win && analysis.distance == Some(1);
                let errors = analysis.mistakes();
                if wins_at_once || errors.is_empty() {
                    always(analysis.best)
                } else {
                    Plan {
                        usual: analysis.best,
                        errors,
                        error_rate,
                    }
                }
            }
        })
    }
}

impl Strategy for Level {
    fn choices(&self, state: State) -> Moves {
        self.on(TicTacToe).choices(state)
    }

    fn probability(&self, state: State, mv: Move) -> f64 {
        self.on(TicTacToe).probability(state, mv)
    }
}

/// A level of play in one solved game: what [`Level::on`] makes.
#[derive(Clone, Copy, Debug)]
pub struct LevelOn<T> {
    level: Level,
    solved: T,
}

impl<T: Solved> Strategy<StateOf<T>> for LevelOn<T> {
    fn choices(&self, state: StateOf<T>) -> Moves {
        let plan = self.level.plan(&self.solved, state);
        plan.map_or(Moves::EMPTY, |plan| match plan.error_rate.percent() {
            0 => plan.usual,
            100 => plan.errors,
            _ => plan.usual | plan.errors,
        })
    }

    fn probability(&self, state: StateOf<T>, mv: Move) -> f64 {
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

/// How often a player errs, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorRate(u8);

impl ErrorRate {
    /// Nought percent.
    pub const NEVER: Self = Self(0);

    /// The rate of so many percent; `None` above 100.
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

/// What a level does in one state: at some rate one of the errors, else one of the usual
/// moves, each of a set as likely as the others. The usual moves are never none, and the
/// errors are some if there is a rate.
struct Plan {
    usual: Moves,
    errors: Moves,
    error_rate: ErrorRate,
}

/// The moves that keep the value, however long they take.
const fn keeping(analysis: &Analysis) -> Moves {
    match analysis.value {
        Value::Win => analysis.winning,
        Value::Draw => analysis.neutral,
        Value::Loss => analysis.losing,
    }
}

/// Those of some moves after which the largest share of the opponent's replies loses.
fn traps<T: Solved>(solved: &T, state: StateOf<T>, moves: Moves) -> Moves {
    let mut best = Moves::EMPTY;
    // The share, as losing replies among all.
    let mut best_share = (0, 1);
    for mv in moves {
        let after = solved.analysis(solved.game().play(state, mv));
        let share = after.map_or((0, 1), |reply| {
            // After the last move there is no reply, and so none that loses.
            (reply.losing.len(), reply.legal().len().max(1))
        });
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
