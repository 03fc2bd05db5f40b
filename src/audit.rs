//! The audit: every reply against a strategy.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::game::{Game, Move, Moves, Value};
use crate::games::tictactoe::{Player, State, TicTacToe};
use crate::solved::{Solved, StateOf};
use crate::strategy::Strategy;

/// Plays a strategy, on one side, against every reply and over all of its own choices.
///
/// ```
/// use perfectplay::{Level, Player, TrapAvoider, audit};
///
/// assert!(audit(&Level::Perfect, Player::O)?.is_unbeatable());
///
/// let published = audit(&TrapAvoider::Published, Player::O)?;
/// assert!(!published.is_unbeatable());
/// assert_eq!(published.beaten_with_probability, 1.0);
/// # Ok::<(), perfectplay::AuditError>(())
/// ```
///
/// # Errors
/// When the strategy chooses nothing, or a move that is not legal.
pub fn audit(strategy: &(impl Strategy + ?Sized), side: Player) -> Result<Audit, AuditError> {
    audit_in(&TicTacToe, strategy, side, usize::MAX)
}

/// [`audit`] in any solved game without repetition. [`Player::X`] is who moves first. Of
/// the games lost at most so many are kept as lines.
///
/// # Errors
/// When the strategy chooses nothing, or a move that is not legal; when a state comes
/// back, or there are more games than a `u64` counts.
pub fn audit_in<T: Solved>(
    solved: &T,
    strategy: &(impl Strategy<StateOf<T>> + ?Sized),
    side: Player,
    most_lines: usize,
) -> Result<Audit, AuditError<StateOf<T>>> {
    let mut auditor = Auditor {
        solved,
        strategy,
        side,
        seen: BTreeMap::new(),
        missed_wins: 0,
        blunders: 0,
    };
    let start = solved.game().start();
    let tally = auditor.visit(start, Player::X)?;
    let mut lines = Lines {
        kept: Vec::new(),
        most: most_lines,
        moves: Vec::new(),
    };
    auditor.losing_lines(start, Player::X, &mut lines);
    Ok(Audit {
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
        losing_lines: lines.kept,
        missed_wins: auditor.missed_wins,
        blunders: auditor.blunders,
        beaten_with_probability: tally.beaten,
    })
}

/// What became of a strategy that was played against every reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// Games that the strategy won: distinct sequences of moves.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The games lost, as their moves from the start, in the order of the moves.
    pub losing_lines: Vec<Vec<Move>>,
    /// Choices that give away a won state: pairs of a state that the strategy meets and
    /// a move that it may choose there.
    pub missed_wins: u64,
    /// Choices that turn a win into less or a draw into a loss: the missed wins and the
    /// lost draws.
    pub blunders: u64,
    /// How likely the strategy is to lose to an opponent who knows it and does the most
    /// for that, `0.0..=1.0`.
    pub beaten_with_probability: f64,
}

impl Audit {
    /// Whether no reply ever beats the strategy.
    #[must_use]
    pub const fn is_unbeatable(&self) -> bool {
        self.lost == 0
    }
}

/// What can come of a state.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    /// How likely the opponent is to win from here.
    beaten: f64,
}

impl Tally {
    /// Both together, as games; `None` if that is more than can be counted.
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            won: self.won.checked_add(other.won)?,
            drawn: self.drawn.checked_add(other.drawn)?,
            lost: self.lost.checked_add(other.lost)?,
            beaten: self.beaten,
        })
    }
}

/// The games lost, while they are looked for.
struct Lines {
    kept: Vec<Vec<Move>>,
    most: usize,
    /// The moves that have led to where we look.
    moves: Vec<Move>,
}

struct Auditor<'a, T: Solved, S: ?Sized> {
    solved: &'a T,
    strategy: &'a S,
    side: Player,
    /// What the strategy chooses depends on the state alone, and so does the tally: each
    /// state is looked at once for each player to move, however many games pass through
    /// it. Without a tally while it is looked at.
    seen: BTreeMap<(u64, Player), Option<Tally>>,
    missed_wins: u64,
    blunders: u64,
}

impl<T: Solved, S: Strategy<StateOf<T>> + ?Sized> Auditor<'_, T, S> {
    fn visit(
        &mut self,
        state: StateOf<T>,
        to_move: Player,
    ) -> Result<Tally, AuditError<StateOf<T>>> {
        let place = self.place(state, to_move);
        match self.seen.get(&place) {
            Some(Some(tally)) => return Ok(*tally),
            Some(None) => return Err(AuditError::Repetition { state }),
            None => self.seen.insert(place, None),
        };
        let own = to_move == self.side;
        let tally = match self.solved.game().outcome(state) {
            Some(value) => finished(if own { value } else { value.flip() }),
            None => {
                let mut tally = Tally::default();
                for mv in self.moves(state, own)? {
                    let next = self.solved.game().play(state, mv);
                    let after = self.visit(next, to_move.other())?;
                    tally = tally.plus(after).ok_or(AuditError::TooManyGames)?;
                    tally.beaten = if own {
                        tally.beaten + self.strategy.probability(state, mv) * after.beaten
                    } else {
                        tally.beaten.max(after.beaten)
                    };
                }
                if own {
                    self.judge(state);
                }
                tally
            }
        };
        self.seen.insert(place, Some(tally));
        Ok(tally)
    }

    fn place(&self, state: StateOf<T>, to_move: Player) -> (u64, Player) {
        (self.solved.game().key(state), to_move)
    }

    /// The moves to be tried in a state that goes on: the strategy's own choices, or
    /// every reply.
    fn moves(&self, state: StateOf<T>, own: bool) -> Result<Moves, AuditError<StateOf<T>>> {
        let legal = self.solved.game().legal(state);
        if !own {
            return Ok(legal);
        }
        let choices = self.strategy.choices(state);
        if choices.is_empty() {
            return Err(AuditError::NoChoice { state });
        }
        let illegal = choices - legal;
        if !illegal.is_empty() {
            return Err(AuditError::Illegal {
                state,
                moves: illegal,
                legal,
            });
        }
        Ok(choices)
    }

    /// Counts what the choices of a state give away, by the table.
    fn judge(&mut self, state: StateOf<T>) {
        if let Some(analysis) = self.solved.analysis(state) {
            let choices = self.strategy.choices(state);
            let mistakes = u64::from((choices & analysis.mistakes()).len());
            self.blunders += mistakes;
            if analysis.value == Value::Win {
                self.missed_wins += mistakes;
            }
        }
    }

    /// Adds the games lost from a state, to which the moves of the lines have led.
    fn losing_lines(&self, state: StateOf<T>, to_move: Player, lines: &mut Lines) {
        let tally = self.seen.get(&self.place(state, to_move)).copied();
        let lost = tally.flatten().map_or(0, |tally| tally.lost);
        if lost == 0 || lines.kept.len() == lines.most {
            return;
        }
        if self.solved.game().outcome(state).is_some() {
            lines.kept.push(lines.moves.clone());
            return;
        }
        let own = to_move == self.side;
        for mv in self.moves(state, own).unwrap_or_default() {
            let next = self.solved.game().play(state, mv);
            lines.moves.push(mv);
            self.losing_lines(next, to_move.other(), lines);
            lines.moves.pop();
        }
    }
}

/// One game, by what it came to for the strategy.
fn finished(value: Value) -> Tally {
    let mut tally = Tally::default();
    match value {
        Value::Win => tally.won = 1,
        Value::Draw => tally.drawn = 1,
        Value::Loss => (tally.lost, tally.beaten) = (1, 1.0),
    }
    tally
}

/// Why a strategy cannot be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError<S = State> {
    /// The game goes on, but no move was chosen.
    NoChoice {
        /// Where.
        state: S,
    },
    /// Moves were chosen that are not legal.
    Illegal {
        /// Where.
        state: S,
        /// Those moves.
        moves: Moves,
        /// The legal moves.
        legal: Moves,
    },
    /// A state comes back in one game, so that there is no end of games.
    Repetition {
        /// Which.
        state: S,
    },
    /// There are more games than can be counted.
    TooManyGames,
}

impl<S: fmt::Debug> fmt::Display for AuditError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice { state } => write!(f, "expected a move for {state:?}, found none"),
            Self::Illegal {
                state,
                moves,
                legal,
            } => write!(
                f,
                "expected legal moves for {state:?}, found {moves:?} of {legal:?}"
            ),
            Self::Repetition { state } => {
                write!(
                    f,
                    "expected a game without repetition, found {state:?} again"
                )
            }
            Self::TooManyGames => write!(f, "expected at most {} games, found more", u64::MAX),
        }
    }
}

impl<S: fmt::Debug> core::error::Error for AuditError<S> {}
