//! The audit: every reply against a strategy.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::game::{Move, Moves, Value};
use crate::games::tictactoe::{Player, State, Status};
use crate::lookup::lookup;
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
    let mut auditor = Auditor {
        strategy,
        side,
        seen: BTreeMap::new(),
        missed_wins: 0,
        blunders: 0,
    };
    let tally = auditor.visit(State::EMPTY)?;
    let mut losing_lines = Vec::new();
    auditor.losing_lines(State::EMPTY, &mut Vec::new(), &mut losing_lines);
    Ok(Audit {
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
        losing_lines,
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
    /// Every game lost, as its moves from the empty board, in the order of the cells.
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

struct Auditor<'a, S: ?Sized> {
    strategy: &'a S,
    side: Player,
    /// What the strategy chooses depends on the state alone, and so does the tally: each
    /// state is looked at once, however many games pass through it.
    seen: BTreeMap<State, Tally>,
    missed_wins: u64,
    blunders: u64,
}

impl<S: Strategy + ?Sized> Auditor<'_, S> {
    fn visit(&mut self, state: State) -> Result<Tally, AuditError> {
        if let Some(&tally) = self.seen.get(&state) {
            return Ok(tally);
        }
        let mut tally = Tally::default();
        match state.status() {
            Status::Drawn => tally.drawn = 1,
            Status::Won(winner) if winner == self.side => tally.won = 1,
            Status::Won(_) => (tally.lost, tally.beaten) = (1, 1.0),
            Status::Ongoing => {
                let own = state.to_move() == self.side;
                for mv in self.moves(state)? {
                    let after = self.visit(state.with(state.to_move(), mv.index()))?;
                    tally.won += after.won;
                    tally.drawn += after.drawn;
                    tally.lost += after.lost;
                    tally.beaten = if own {
                        tally.beaten + self.strategy.probability(state, mv) * after.beaten
                    } else {
                        tally.beaten.max(after.beaten)
                    };
                }
                if own {
                    self.judge(state);
                }
            }
        }
        self.seen.insert(state, tally);
        Ok(tally)
    }

    /// The moves to be tried: the strategy's choices, or every reply.
    fn moves(&self, state: State) -> Result<Moves, AuditError> {
        if state.to_move() != self.side {
            return Ok(state.legal());
        }
        let choices = self.strategy.choices(state);
        if choices.is_empty() {
            return Err(AuditError::NoChoice { state });
        }
        let illegal = choices - state.legal();
        if !illegal.is_empty() {
            return Err(AuditError::Illegal {
                state,
                moves: illegal,
            });
        }
        Ok(choices)
    }

    /// Counts what the choices of a state give away, by the table.
    fn judge(&mut self, state: State) {
        if let Some(record) = lookup(state) {
            let choices = self.strategy.choices(state);
            let mistakes = u64::from((choices & record.mistakes()).len());
            self.blunders += mistakes;
            if record.value() == Value::Win {
                self.missed_wins += mistakes;
            }
        }
    }

    /// Adds the games lost from a state, which the moves have led to.
    fn losing_lines(&self, state: State, moves: &mut Vec<Move>, lines: &mut Vec<Vec<Move>>) {
        if self.seen.get(&state).is_none_or(|tally| tally.lost == 0) {
            return;
        }
        if state.status().is_over() {
            lines.push(moves.clone());
        }
        for mv in self.moves(state).unwrap_or_default() {
            moves.push(mv);
            self.losing_lines(state.with(state.to_move(), mv.index()), moves, lines);
            moves.pop();
        }
    }
}

/// A strategy that does not keep to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError {
    /// The game goes on, but no move was chosen.
    NoChoice {
        /// Where.
        state: State,
    },
    /// Moves were chosen that are not legal.
    Illegal {
        /// Where.
        state: State,
        /// Those moves.
        moves: Moves,
    },
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice { state } => write!(f, "expected a move for {state}, found none"),
            Self::Illegal { state, moves } => write!(
                f,
                "expected legal moves for {state}, found {moves:?} of {:?}",
                state.legal()
            ),
        }
    }
}

impl core::error::Error for AuditError {}
