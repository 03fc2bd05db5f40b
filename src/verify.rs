//! The verifier: holds a table against the rules, whoever made it.
//!
//! It shares no code with the solver.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use crate::kernel::{Analysis, Game, Move, Moves, Route, Value, route_to, starts};
use crate::solved::{Solved, StateOf};

/// Verifies a table: walks every state that the rules reach, once, and finds any record
/// that is missing, too many or wrong in any bit.
///
/// The verifier knows nothing of how the table was solved. It asks of each state that its
/// record follows from the rules and from the records of the next states. The rules are
/// taken as they are: to look for mistakes in them is what [`check`](crate::check()) is
/// for. That the table answers for no other state is taken from its own
/// [count](Solved::states). In memory are the keys of the states, and none of the records.
///
/// ```
/// use perfectplay::{tictactoe::TicTacToe, verify};
///
/// let verified = verify(&TicTacToe)?;
/// assert_eq!(verified.states, 5478);
/// assert_eq!(verified.longest, 9);
/// # Ok::<(), perfectplay::VerifyError>(())
/// ```
///
/// # Why one table passes and no other
///
/// *Wins and losses are true.* A state recorded as won in d plies has a move to a state
/// recorded as lost in d - 1; of one recorded as lost in d, every move leads to a state
/// recorded as won in at most d - 1. Only a finished state has distance 0, and there the
/// rules tell the value. So, by induction on d, who is recorded as the winner can force
/// the end within d plies. Going round in circles does not help: the distance falls with
/// every ply.
///
/// *Draws are true.* From a state recorded as drawn no move leads to a state recorded as
/// lost, and some move leads to one recorded as drawn, unless the game is over. So both
/// players can stay among the drawn states for as long as the game lasts, and neither can
/// be made to lose. Each state has one of the three values, and each is true.
///
/// *Distances are true.* Suppose two tables pass and differ in distances. Of the states
/// where they do, take the one to which either table gives the least distance, n; the
/// draws without an end count as infinite. All distances below n are common to both.
/// If n is one more than a least distance, that one, n - 1, is common, so that the other
/// table has at most n here; and not less, by the choice of n. If n is one more than a
/// largest distance, all of those are below n, and common. Either way the two agree.
///
/// *Moves are true*: the winning, losing, neutral and best ones follow from values and
/// distances.
///
/// # Errors
/// The first flaw found.
pub fn verify<T: Solved + ?Sized>(table: &T) -> Result<Verified, VerifyError> {
    let game = table.game();
    let mut reached = BTreeSet::new();
    let mut open = Vec::new();
    let mut verified = Verified::default();
    for start in starts(game) {
        if reached.insert(game.key(start)) {
            open.push(start);
        }
    }
    while let Some(state) = open.pop() {
        let analysis = verify_state(table, state).map_err(|(state, flaw)| VerifyError::Record {
            route: route_to(game, state),
            flaw,
        })?;
        verified.count(&analysis);
        for mv in analysis.legal() {
            let next = game.play(state, mv);
            if reached.insert(game.key(next)) {
                open.push(next);
            }
        }
    }
    if verified.states == table.states() {
        Ok(verified)
    } else {
        Err(VerifyError::Count {
            expected: verified.states,
            found: table.states(),
        })
    }
}

/// A flaw, and the state that has it.
type Flawed<S> = (S, Flaw);

/// The record of a state, if it follows from the rules and from the next states' records.
fn verify_state<T: Solved + ?Sized>(
    table: &T,
    state: StateOf<T>,
) -> Result<Analysis, Flawed<StateOf<T>>> {
    let found = record(table, state)?;
    let expected = expected(table, state)?;
    match difference(&expected, &found) {
        Some(flaw) => Err((state, flaw)),
        None => Ok(found),
    }
}

/// What the table has of a state, if it can be true.
fn record<T: Solved + ?Sized>(
    table: &T,
    state: StateOf<T>,
) -> Result<Analysis, Flawed<StateOf<T>>> {
    let found = table.analysis(state).ok_or((state, Flaw::Missing))?;
    // Equations between records alone would let a ring of states be won without an end,
    // or at the one distance to which nothing can be added.
    let possible = match found.distance {
        Some(plies) => plies < u32::MAX,
        None => found.value == Value::Draw,
    };
    if possible {
        Ok(found)
    } else {
        let (value, found) = (found.value, found.distance);
        Err((state, Flaw::Impossible { value, found }))
    }
}

/// What the record of a state must be.
fn expected<T: Solved + ?Sized>(
    table: &T,
    state: StateOf<T>,
) -> Result<Analysis, Flawed<StateOf<T>>> {
    let game = table.game();
    if let Some(value) = game.outcome(state) {
        return Ok(Analysis { value, ..OVER });
    }
    let mut after = Vec::new();
    for mv in game.legal(state) {
        after.push((mv, record(table, game.play(state, mv))?));
    }
    implied(&after).ok_or((state, Flaw::NoMoves))
}

/// The record of a finished state, but for its value.
const OVER: Analysis = Analysis {
    winning: Moves::EMPTY,
    losing: Moves::EMPTY,
    neutral: Moves::EMPTY,
    best: Moves::EMPTY,
    value: Value::Draw,
    distance: Some(0),
};

/// What follows for a state from the records after its moves; nothing, if it has none.
fn implied(after: &[(Move, Analysis)]) -> Option<Analysis> {
    let leading_to = |value| {
        after
            .iter()
            .filter(move |(_, next)| next.value == value)
            .map(|&(mv, next)| (mv, next.distance))
    };
    let mut expected = Analysis {
        winning: leading_to(Value::Loss).map(|(mv, _)| mv).collect(),
        losing: leading_to(Value::Win).map(|(mv, _)| mv).collect(),
        neutral: leading_to(Value::Draw).map(|(mv, _)| mv).collect(),
        ..OVER
    };

    // The distance of the state that perfect play moves to. A win hurries, a loss
    // delays, and of draws the nearest counts.
    let nearest = |value| leading_to(value).filter_map(|(_, plies)| plies).min();
    let next = if !expected.winning.is_empty() {
        expected.value = Value::Win;
        nearest(Value::Loss)
    } else if !expected.neutral.is_empty() {
        expected.value = Value::Draw;
        nearest(Value::Draw)
    } else if !expected.losing.is_empty() {
        expected.value = Value::Loss;
        leading_to(Value::Win).filter_map(|(_, plies)| plies).max()
    } else {
        return None;
    };
    expected.distance = next.map(|plies| plies + 1);
    expected.best = match expected.value {
        Value::Draw => expected.neutral,
        value => leading_to(value.flip())
            .filter(|&(_, plies)| plies == next)
            .map(|(mv, _)| mv)
            .collect(),
    };
    Some(expected)
}

/// The first difference of two records. The others mostly follow from it.
fn difference(expected: &Analysis, found: &Analysis) -> Option<Flaw> {
    // Spelled out, so that a new field cannot be forgotten.
    let &Analysis {
        winning,
        losing,
        neutral,
        best,
        value,
        distance,
    } = expected;
    let moves = |kind, expected, found| {
        (expected != found).then_some(Flaw::Moves {
            kind,
            expected,
            found,
        })
    };
    moves("winning", winning, found.winning)
        .or_else(|| moves("losing", losing, found.losing))
        .or_else(|| moves("neutral", neutral, found.neutral))
        .or_else(|| {
            (value != found.value).then_some(Flaw::Value {
                expected: value,
                found: found.value,
            })
        })
        .or_else(|| {
            (distance != found.distance).then_some(Flaw::Distance {
                expected: distance,
                found: found.distance,
            })
        })
        .or_else(|| moves("best", best, found.best))
}

/// What a verified table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Reachable states, the finished ones among them.
    pub states: u64,
    /// States that are won for the player to move.
    pub wins: u64,
    /// Drawn states.
    pub draws: u64,
    /// Lost states.
    pub losses: u64,
    /// Drawn states from which perfect play goes on for ever.
    pub endless: u64,
    /// The largest distance, in plies.
    pub longest: u32,
}

impl Verified {
    fn count(&mut self, analysis: &Analysis) {
        self.states += 1;
        match analysis.value {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
        }
        match analysis.distance {
            Some(plies) => self.longest = self.longest.max(plies),
            None => self.endless += 1,
        }
    }
}

/// What is wrong with the record of a state.
///
/// What is expected follows from the rules and from the records of the next states. If one
/// of those is wrong, the flaw may show here first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// The table has none.
    Missing,
    /// No state has such a distance: what is won or lost comes to an end, and in less
    /// than `u32::MAX` plies.
    Impossible {
        /// The value of the record.
        value: Value,
        /// Its distance.
        found: Option<u32>,
    },
    /// The moves of one kind are others.
    Moves {
        /// The field of the [`Analysis`]: winning, losing, neutral or best.
        kind: &'static str,
        /// What follows.
        expected: Moves,
        /// What the record has.
        found: Moves,
    },
    /// The value is another.
    Value {
        /// What follows.
        expected: Value,
        /// What the record has.
        found: Value,
    },
    /// The distance is another.
    Distance {
        /// What follows.
        expected: Option<u32>,
        /// What the record has.
        found: Option<u32>,
    },
    /// The rules are at fault: the game goes on, but there is no legal move.
    NoMoves,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("expected a record, found none"),
            Self::Impossible { value, found } => {
                write!(f, "expected a {value} that ends, found {}", Plies(*found))
            }
            Self::Moves {
                kind,
                expected,
                found,
            } => write!(f, "expected the {kind} moves {expected:?}, found {found:?}"),
            Self::Value { expected, found } => {
                write!(f, "expected a {expected}, found a {found}")
            }
            Self::Distance { expected, found } => {
                let [expected, found] = [expected, found].map(|&distance| Plies(distance));
                write!(f, "expected {expected}, found {found}")
            }
            Self::NoMoves => f.write_str("expected a legal move or an outcome, found neither"),
        }
    }
}

/// A distance, in words.
struct Plies(Option<u32>);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(plies) => write!(f, "an end in {plies} plies"),
            None => f.write_str("no end"),
        }
    }
}

/// Why a table cannot be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The record of a state is wrong.
    Record {
        /// The state.
        route: Route,
        /// What is wrong.
        flaw: Flaw,
    },
    /// The table counts other states than the reachable ones.
    Count {
        /// How many are reachable.
        expected: u64,
        /// How many the table says it has.
        found: u64,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record { route, flaw } => write!(f, "{flaw}, in {route}"),
            Self::Count { expected, found } => {
                write!(f, "expected {expected} states, found {found}")
            }
        }
    }
}

impl core::error::Error for VerifyError {}
