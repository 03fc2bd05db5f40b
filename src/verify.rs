//! The verifier, which checks a table against the rules. The verifier accepts a correct table from
//! any source.
//!
//! The verifier shares no code with the solvers or with their graph of states. A mistake in shared
//! code could make both the solvers and the verifier miss some states, and nobody would notice. The
//! verifier and the solvers share only two things: the rules, and the code that finds the moves to
//! a state so that an error message can show them.

mod playbook;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use crate::solved::{Solved, StateOf};
use perfectplay_core::{Analysis, AnalysisParts, Game, Move, Moves, Route, Score, Value, starts};

pub use playbook::{PlayError, PlayedThrough, play_through};

/// Verifies a table. Visits every reachable state once, and finds any record that is missing,
/// superfluous or wrong in any bit.
///
/// The verifier does not know how the table was solved. The verifier checks that the record of each
/// state follows from the rules and from the records of the next states. The verifier assumes that
/// the rules are right; [`check`](crate::check()) looks for mistakes in the rules. To find out
/// whether the table also contains records of unreachable states, the verifier trusts the table's
/// own [count](Solved::states). The verifier keeps the keys of the states in memory, but not their
/// records.
///
/// ```
/// use perfectplay::{tictactoe::TicTacToe, verify};
///
/// let verified = verify(&TicTacToe)?;
/// assert_eq!(verified.states, 5478);
/// assert_eq!(verified.longest, 9);
/// # Ok::<(), perfectplay::verify::VerifyError>(())
/// ```
///
/// # Why only the correct table passes
///
/// The value in a record is for the player to move. After a move, the opponent of the player who
/// moved is to move. After a move that gives an extra turn, the same player is to move again. In
/// this proof, the value after a move is always the value *for the player who made the move*.
///
/// *Wins and losses are true.* From a state recorded as won in d plies, some move leads to a state
/// recorded as won in d - 1 plies. From a state recorded as lost in d plies, every move leads to a
/// state recorded as lost in at most d - 1 plies. Only a finished state has distance 0, and the
/// rules give the value of a finished state. So, by induction on d, the recorded winner can force
/// the end within d plies. Repeating states does not help the loser, because the distance falls
/// with every ply.
///
/// *Draws are true.* From a state recorded as drawn, no move leads to a state that is recorded as
/// won for the player who moves. Some move leads to a state recorded as drawn, unless the game is
/// over. So both players can stay among the drawn states for as long as the game lasts, and neither
/// can be forced to lose. Each state has one of the three values, so each recorded value is true.
///
/// *Distances are true.* Suppose that two tables pass, but differ in the distances of some states.
/// Count the distance of an endless draw as infinite. Let n be the least of all differing distances
/// in both tables. Take a state that has the distance n in one table, and another distance in the
/// other table. All distances below n are the same in both tables. If the state is a win or a draw,
/// consider the next states that keep the value. The least distance of these next states is n - 1.
/// This least distance is the same in both tables. So in the other table, the distance of the state
/// is at most n. It is not less than n, because n is the least of all differing distances. If the
/// state is a loss, n is one more than the greatest distance of the next states. All these
/// distances are below n, and so they are the same in both tables. In either case the two tables
/// have the same distance for the state, which contradicts the supposition.
///
/// *Moves are true.* The winning, losing, neutral and best moves follow from the values and
/// distances.
///
/// # Errors
/// Fails when a record is wrong, or the table cannot be read. The error describes the first flaw
/// that is found.
pub fn verify<T: Solved + ?Sized>(table: &T) -> Result<Verified, VerifyError<T::Error>> {
    verify_watched(table, |_| {})
}

/// Does the same as [`verify`], and calls `watch` after each state with the number of states
/// verified so far.
///
/// # Errors
/// Fails in the same cases as [`verify`].
pub fn verify_watched<T: Solved + ?Sized>(
    table: &T,
    mut watch: impl FnMut(u64),
) -> Result<Verified, VerifyError<T::Error>> {
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
        let analysis = verify_state(table, state).map_err(|wrong| match wrong {
            Wrong::Flaw(state, flaw) => VerifyError::Record {
                route: Route::find(game, state),
                flaw,
            },
            Wrong::Read(error) => VerifyError::Read(error),
        })?;
        verified.count(&analysis);
        watch(verified.states);
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

/// The reason why a state was not verified.
enum Wrong<S, E> {
    Flaw(S, Flaw),
    /// The table cannot be read.
    Read(E),
}

type WrongOf<T> = Wrong<StateOf<T>, <T as Solved>::Error>;

/// Returns the record of a state if it follows from the rules and from the records of the next
/// states. Otherwise, returns the flaw.
fn verify_state<T: Solved + ?Sized>(table: &T, state: StateOf<T>) -> Result<Analysis, WrongOf<T>> {
    let found = record(table, state)?;
    let expected = expected(table, state)?;
    match difference(&expected, &found) {
        Some(flaw) => Err(Wrong::Flaw(state, flaw)),
        None => Ok(found),
    }
}

/// Returns the table's record of a state, or a flaw if the distance in the record is impossible.
fn record<T: Solved + ?Sized>(table: &T, state: StateOf<T>) -> Result<Analysis, WrongOf<T>> {
    let found = table.try_analysis(state).map_err(Wrong::Read)?;
    let found = found.ok_or(Wrong::Flaw(state, Flaw::Missing))?;
    // Without this check, the records of the states of a cycle could agree with each other: all won
    // without an end, or all with the greatest distance.
    let possible = match found.distance() {
        Some(plies) => plies <= Score::MAX_DISTANCE,
        None => found.value() == Value::Draw,
    };
    if possible {
        Ok(found)
    } else {
        let (value, found) = (found.value(), found.distance());
        Err(Wrong::Flaw(state, Flaw::Impossible { value, found }))
    }
}

fn expected<T: Solved + ?Sized>(table: &T, state: StateOf<T>) -> Result<Analysis, WrongOf<T>> {
    let game = table.game();
    if let Some(value) = game.outcome(state) {
        return Ok(AnalysisParts { value, ..OVER }.analysis());
    }
    let mut after = Vec::new();
    for mv in game.legal(state) {
        let next = game.play(state, mv);
        let AnalysisParts {
            value, distance, ..
        } = record(table, next)?.parts();
        let value = if is_extra_turn(game, state, next)? {
            value
        } else {
            value.flip()
        };
        after.push(RecordAfter {
            mv,
            value,
            distance,
        });
    }
    implied(&after).ok_or(Wrong::Flaw(state, Flaw::NoMoves))
}

/// A move, with the value and the distance that are recorded for the state after the move. The
/// value is for the player who makes the move.
struct RecordAfter {
    mv: Move,
    value: Value,
    distance: Option<u32>,
}

/// Returns whether the player who moved in `state` is to move again in `next`. Returns an error if
/// turns should alternate but do not. Also returns an error if a state does not tell the player to
/// move, although turns need not alternate.
fn is_extra_turn<G: Game, E>(
    game: &G,
    state: G::State,
    next: G::State,
) -> Result<bool, Wrong<G::State, E>> {
    match (game.to_move(state), game.to_move(next)) {
        (Some(before), Some(after)) if before != after => Ok(false),
        (Some(_), Some(_)) if !game.turns_alternate() => Ok(true),
        (None, _) | (_, None) if game.turns_alternate() => Ok(false),
        _ => Err(Wrong::Flaw(next, Flaw::Turn)),
    }
}

/// The record of a state in which the game has ended with a draw. The verifier makes the records of
/// all other states from this record, by replacing some fields.
const OVER: AnalysisParts = AnalysisParts {
    winning: Moves::EMPTY,
    losing: Moves::EMPTY,
    neutral: Moves::EMPTY,
    best: Moves::EMPTY,
    value: Value::Draw,
    distance: Some(0),
};

/// Computes the record of a state from the records of the states after its moves; `None` if there
/// are no moves.
fn implied(after: &[RecordAfter]) -> Option<Analysis> {
    let of_value = |value| {
        after
            .iter()
            .filter(move |after| after.value == value)
            .map(|after| (after.mv, after.distance))
    };
    let mut expected = AnalysisParts {
        winning: of_value(Value::Win).map(|(mv, _)| mv).collect(),
        losing: of_value(Value::Loss).map(|(mv, _)| mv).collect(),
        neutral: of_value(Value::Draw).map(|(mv, _)| mv).collect(),
        ..OVER
    };

    // The distance of the next state under perfect play: the nearest end for the winner, the
    // farthest end for the loser, and the nearest drawn end in a draw.
    let nearest = |value| of_value(value).filter_map(|(_, plies)| plies).min();
    let next = if !expected.winning.is_empty() {
        expected.value = Value::Win;
        nearest(Value::Win)
    } else if !expected.neutral.is_empty() {
        expected.value = Value::Draw;
        nearest(Value::Draw)
    } else if !expected.losing.is_empty() {
        expected.value = Value::Loss;
        of_value(Value::Loss).filter_map(|(_, plies)| plies).max()
    } else {
        return None;
    };
    expected.distance = next.map(|plies| plies + 1);
    expected.best = match expected.value {
        Value::Draw => expected.neutral,
        value => of_value(value)
            .filter(|&(_, plies)| plies == next)
            .map(|(mv, _)| mv)
            .collect(),
    };
    Some(expected.analysis())
}

/// Returns the first difference between two records. Further differences are usually consequences
/// of the first one.
fn difference(expected: &Analysis, found: &Analysis) -> Option<Flaw> {
    // The pattern lists all fields, so that no new field can be forgotten.
    let AnalysisParts {
        winning,
        losing,
        neutral,
        best,
        value,
        distance,
    } = expected.parts();
    let moves = |kind, expected, found| {
        (expected != found).then_some(Flaw::Moves {
            kind,
            expected,
            found,
        })
    };
    moves("winning", winning, found.winning())
        .or_else(|| moves("losing", losing, found.losing()))
        .or_else(|| moves("neutral", neutral, found.neutral()))
        .or_else(|| {
            (value != found.value()).then_some(Flaw::Value {
                expected: value,
                found: found.value(),
            })
        })
        .or_else(|| {
            (distance != found.distance()).then_some(Flaw::Distance {
                expected: distance,
                found: found.distance(),
            })
        })
        .or_else(|| moves("best", best, found.best()))
}

/// Statistics of a verified table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Verified {
    /// The number of reachable states, including finished states.
    pub states: u64,
    /// The number of states in which the player to move wins.
    pub wins: u64,
    /// The number of drawn states.
    pub draws: u64,
    /// The number of states in which the player to move loses.
    pub losses: u64,
    /// The number of drawn states from which perfect play never ends.
    pub endless: u64,
    /// The greatest distance, in plies.
    pub longest: u32,
}

impl fmt::Display for Verified {
    /// Writes text such as `5478 states verified: 2836 wins, 1068 draws, 1574 losses; the longest
    /// game from any of them has 9 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            states,
            wins,
            draws,
            losses,
            endless,
            longest,
        } = self;
        write!(f, "{states} states verified: {wins} wins, {draws} draws")?;
        if *endless > 0 {
            write!(f, " ({endless} of them endless)")?;
        }
        write!(
            f,
            ", {losses} losses; the longest game from any of them has {longest} plies"
        )
    }
}

impl Verified {
    fn count(&mut self, analysis: &Analysis) {
        self.states += 1;
        match analysis.value() {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
        }
        match analysis.distance() {
            Some(plies) => self.longest = self.longest.max(plies),
            None => self.endless += 1,
        }
    }
}

/// A flaw in the record of a state.
///
/// The expected record of a state is computed from the rules and from the table's records of the
/// states after its moves. So if the record of a state differs from the expected record, the
/// mistake may also be in the record of a state after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// The table has no record of the state.
    Missing,
    /// The record's distance is impossible. Either the distance is greater than
    /// [`Score::MAX_DISTANCE`], or a won or lost state has no distance.
    Impossible {
        /// The value of the record.
        value: Value,
        /// The distance of the record.
        found: Option<u32>,
    },
    /// A set of moves in the record is wrong.
    Moves {
        /// Which set of moves is wrong: `winning`, `losing`, `neutral` or `best`.
        kind: &'static str,
        /// The expected moves.
        expected: Moves,
        /// The moves of the record.
        found: Moves,
    },
    /// The value is wrong.
    Value {
        /// The expected value.
        expected: Value,
        /// The value of the record.
        found: Value,
    },
    /// The distance is wrong.
    Distance {
        /// The expected distance.
        expected: Option<u32>,
        /// The distance of the record.
        found: Option<u32>,
    },
    /// The rules are wrong, because the game is not over, but there is no legal move.
    NoMoves,
    /// The rules contradict [`TURNS_ALTERNATE`](Game::TURNS_ALTERNATE). If `TURNS_ALTERNATE` is
    /// `true`, the flaw is that a player moves twice in a row. If `TURNS_ALTERNATE` is `false`, the
    /// flaw is that a state does not tell the player to move.
    Turn,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("expected a record, found none"),
            Self::Impossible { value, found } => {
                write!(
                    f,
                    "expected a {value} that ends, found {}",
                    DistanceText(*found)
                )
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
                let [expected, found] = [expected, found].map(|&distance| DistanceText(distance));
                write!(f, "expected {expected}, found {found}")
            }
            Self::NoMoves => f.write_str("expected a legal move or an outcome, found neither"),
            Self::Turn => {
                f.write_str("expected turns as `TURNS_ALTERNATE` declares, found other turns")
            }
        }
    }
}

/// A distance, in words.
struct DistanceText(Option<u32>);

impl fmt::Display for DistanceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(plies) => write!(f, "an end in {plies} plies"),
            None => f.write_str("no end"),
        }
    }
}

/// The reason why a table is not correct.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError<E = Infallible> {
    /// The record of a state is wrong.
    Record {
        /// The state, and a line of play that leads to this state.
        route: Route,
        /// The flaw of the record.
        flaw: Flaw,
    },
    /// The table's own count of its states differs from the number of reachable states.
    Count {
        /// The number of reachable states.
        expected: u64,
        /// The number of states that the table claims to have.
        found: u64,
    },
    /// The table cannot be read.
    Read(E),
}

impl<E: fmt::Display> fmt::Display for VerifyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record { route, flaw } => write!(f, "{flaw}, in {route}"),
            Self::Count { expected, found } => {
                write!(f, "the table has {found} states, and the game {expected}")
            }
            Self::Read(error) => error.fmt(f),
        }
    }
}

perfectplay_core::debug_as_display!([E: fmt::Display] VerifyError<E>);

impl<E: core::error::Error + 'static> core::error::Error for VerifyError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            _ => None,
        }
    }
}
