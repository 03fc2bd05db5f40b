//! Counts the games that a strategy wins, draws and loses, and lists the lost games.

use alloc::vec;
use alloc::vec::Vec;
use core::{fmt, iter};

use perfectplay_core::graph::{Explored, Graph};
use perfectplay_core::{Move, Player, Value};

/// How many games a strategy wins, draws and loses, and a list of the lost games. Each combination
/// of a start and a sequence of moves counts as one game.
#[non_exhaustive]
pub struct Games<'a, S> {
    /// The number of games that the strategy wins.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
    /// The probability that the strategy loses, `0.0..=1.0`, against an opponent who knows the
    /// strategy and tries to beat it. If the game has several starts, the game begins at the start
    /// that is worst for the strategy.
    pub beaten_with_probability: f64,
    explored: &'a Explored<S>,
    /// For each state in `explored`, the counts of the games that begin in this state.
    tallies: Vec<GameTally>,
}

impl<'a, S: Copy + Eq> Games<'a, S> {
    /// Counts the games in which the strategy plays `side`. A step of the graph is a move in one
    /// state of the graph. `probabilities[n]` is the probability that the strategy plays step `n`.
    pub(super) fn count(
        explored: &'a Explored<S>,
        side: Player,
        probabilities: &[f64],
    ) -> Result<Self, GamesError<S>> {
        let graph = &explored.graph;
        let order = graph.backwards().map_err(|cycle| GamesError::Cycle {
            state: explored.states.as_slice()[cycle.state as usize],
        })?;
        let mut tallies = vec![GameTally::NONE; graph.len() as usize];
        for state in order {
            let tally = tally(graph, state, side, probabilities, &tallies);
            tallies[state as usize] = tally.ok_or(GamesError::TooMany)?;
        }
        let mut total = GameTally::NONE;
        for tally in &tallies[..graph.starts().len()] {
            total = total.plus(*tally).ok_or(GamesError::TooMany)?;
            total.beaten = total.beaten.max(tally.beaten);
        }
        Ok(Self {
            won: total.won,
            drawn: total.drawn,
            lost: total.lost,
            beaten_with_probability: total.beaten,
            explored,
            tallies,
        })
    }

    /// Lists the lost games, the shortest first. Games of the same length are in the order of their
    /// starts and moves. The iterator finds each game only when it is asked for. There may be very
    /// many games, so take only as many as you need.
    pub fn losing_lines(&self) -> impl Iterator<Item = Defeat<S>> {
        let graph = &self.explored.graph;
        let spans = graph
            .starts()
            .map(|start| self.tallies[start as usize].losses);
        let span = spans.fold(Span::NONE, Span::union);
        (span.shortest..=span.longest).flat_map(move |plies| {
            graph.starts().flat_map(move |start| {
                self.losing_lines_from(start, plies)
                    .map(move |line| Defeat::new(self.explored, start, line))
            })
        })
    }

    /// Lists the lost games that begin in the state `start` and end after exactly `plies` plies.
    fn losing_lines_from(&self, start: u32, plies: u32) -> impl Iterator<Item = Vec<Move>> {
        let graph = &self.explored.graph;
        let is_lost_in = move |state: u32, plies: u32| {
            let Span { shortest, longest } = self.tallies[state as usize].losses;
            (shortest..=longest).contains(&plies)
        };
        let mut moves = Vec::new();
        let mut open = Vec::new();
        if is_lost_in(start, plies) {
            open.push(graph.steps(start));
        }
        iter::from_fn(move || {
            while let Some(steps) = open.last_mut() {
                let left = plies - moves.len() as u32;
                // A lost game without further moves is complete.
                let line = (left == 0).then(|| moves.clone());
                let next = left
                    .checked_sub(1)
                    .and_then(|left| steps.find(|step| is_lost_in(step.to, left)));
                if let Some(step) = next {
                    moves.push(step.mv);
                    open.push(graph.steps(step.to));
                } else {
                    moves.pop();
                    open.pop();
                }
                if line.is_some() {
                    return line;
                }
            }
            None
        })
    }
}

impl<S> fmt::Debug for Games<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games")
            .field("won", &self.won)
            .field("drawn", &self.drawn)
            .field("lost", &self.lost)
            .field("beaten_with_probability", &self.beaten_with_probability)
            .finish_non_exhaustive()
    }
}

/// A game that a strategy loses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Defeat<S> {
    /// The state in which the game starts.
    pub start: S,
    /// The moves from the start to the end.
    pub moves: Vec<Move>,
}

impl<S: Copy + Eq> Defeat<S> {
    /// Creates a lost game. `start` is the index of a state in the graph.
    pub(super) fn new(explored: &Explored<S>, start: u32, moves: Vec<Move>) -> Self {
        let start = explored.states.as_slice()[start as usize];
        Self { start, moves }
    }
}

/// The reason why games cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GamesError<S> {
    /// A state repeats within a game.
    Cycle {
        /// The state.
        state: S,
    },
    /// There are more games than a `u64` can count.
    TooMany,
}

impl<S: fmt::Debug> fmt::Display for GamesError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle { state } => {
                write!(
                    f,
                    "games without an end cannot be counted: {state:?} repeats"
                )
            }
            Self::TooMany => write!(f, "there are more than {} games", u64::MAX),
        }
    }
}

perfectplay_core::debug_as_display!([S: fmt::Debug] GamesError<S>);

impl<S: fmt::Debug> core::error::Error for GamesError<S> {}

/// Returns the result for the player `side` if the game is over in `state`; `None` if the game goes
/// on.
pub(super) fn result(graph: &Graph, side: Player, state: u32) -> Option<Value> {
    let value = graph.outcome(state)?;
    Some(if graph.mover(state) == Some(side) {
        value
    } else {
        value.flip()
    })
}

/// How many games are won, drawn and lost if play begins in a given state.
#[derive(Clone, Copy)]
struct GameTally {
    won: u64,
    drawn: u64,
    lost: u64,
    /// The probability that the opponent wins from the state.
    beaten: f64,
    /// The lengths of the shortest and the longest lost game, counted from the state.
    losses: Span,
}

/// The lengths, in plies, of the shortest and of the longest game in a set of games. If the set is
/// empty, `shortest` is `u32::MAX` and `longest` is 0.
#[derive(Clone, Copy)]
struct Span {
    shortest: u32,
    longest: u32,
}

impl Span {
    const NONE: Self = Self {
        shortest: u32::MAX,
        longest: 0,
    };

    const fn longer(self) -> Self {
        match self.shortest {
            u32::MAX => self,
            shortest => Self {
                shortest: shortest + 1,
                longest: self.longest + 1,
            },
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            shortest: self.shortest.min(other.shortest),
            longest: self.longest.max(other.longest),
        }
    }
}

impl GameTally {
    const NONE: Self = Self {
        won: 0,
        drawn: 0,
        lost: 0,
        beaten: 0.0,
        losses: Span::NONE,
    };

    /// Returns the tally of a state in which the game is over. `result` is the result for the
    /// strategy.
    fn finished(result: Value) -> Self {
        let mut tally = Self::NONE;
        match result {
            Value::Win => tally.won = 1,
            Value::Draw => tally.drawn = 1,
            Value::Loss => {
                tally.lost = 1;
                tally.beaten = 1.0;
                (tally.losses.shortest, tally.losses.longest) = (0, 0);
            }
        }
        tally
    }

    /// Adds the counts of `other` to the counts of `self`, and leaves the other fields of `self`
    /// unchanged. Returns `None` if a count overflows.
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            won: self.won.checked_add(other.won)?,
            drawn: self.drawn.checked_add(other.drawn)?,
            lost: self.lost.checked_add(other.lost)?,
            ..self
        })
    }
}

/// Computes the tally of a state from `tallies`, which must contain the tallies of all next states.
/// Returns `None` if a count overflows.
fn tally(
    graph: &Graph,
    state: u32,
    side: Player,
    probabilities: &[f64],
    tallies: &[GameTally],
) -> Option<GameTally> {
    if let Some(result) = result(graph, side, state) {
        return Some(GameTally::finished(result));
    }
    let mut tally = GameTally::NONE;
    for number in graph.row(state) {
        let after = tallies[graph.step(number).to as usize];
        tally = tally.plus(after)?;
        tally.losses = tally.losses.union(after.losses.longer());
        tally.beaten = if graph.mover(state) == Some(side) {
            tally.beaten + probabilities[number] * after.beaten
        } else {
            tally.beaten.max(after.beaten)
        };
    }
    Some(tally)
}
