//! The protocol of players that are other programs. Each question is a line with a state, and each answer is a
//! line with one or more moves. `docs/protocol.md` describes the protocol.

use std::time::{Duration, Instant};

use perfectplay::{Move, Moves};
use perfectplay_any::Position;

use crate::external::External;
use crate::fault::{Fault, Guess};
use crate::player::{Chosen, NamedMove, Player};

/// A player that is another program. The program is started at the first question, and again after it has
/// failed to answer.
pub struct Program<'a> {
    name: &'a str,
    command: &'a str,
    timeout: Duration,
    deadline: Option<Instant>,
    running: Option<External>,
    earlier: Earlier,
    /// The number of answers whose times are added up in `thought`. The first answer after each start of the program
    /// does not count.
    answers: u32,
    thought: Duration,
}

/// Whether the earlier answers suggest that the program counts moves from 1.
#[derive(Default)]
pub enum Earlier {
    /// There are no answers yet.
    #[default]
    None,
    /// All answers would be legal if moves were counted from 1. `.0`: the most recent answer.
    FitFromOne(String),
    /// At least one answer would be illegal if moves were counted from 1.
    Other,
}

impl<'a> Program<'a> {
    /// Creates a player from a shell command. The program may take the time `timeout` for each answer, and ten times as
    /// long for the first answer. `name` is shown in front of each line that the program writes to standard error.
    #[must_use]
    pub const fn new(name: &'a str, command: &'a str, timeout: Duration) -> Self {
        Self {
            name,
            command,
            timeout,
            deadline: None,
            running: None,
            earlier: Earlier::None,
            answers: 0,
            thought: Duration::ZERO,
        }
    }

    /// Sets the time at which judging ends. A question that the program has not answered by then fails.
    pub const fn end_at(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }
}

impl Player for Program<'_> {
    /// Returns the average time of an answer. The first answer after each start of the program is left out.
    fn time_per_answer(&self) -> Option<Duration> {
        self.thought.checked_div(self.answers)
    }

    fn ask(&mut self, position: &Position<'_>, legal: &[NamedMove]) -> Result<Chosen, Fault> {
        let begun = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline <= begun) {
            return Err(Fault::Late);
        }
        let is_first = self.running.is_none();
        let program = match &mut self.running {
            Some(program) => program,
            stopped => {
                let program = External::start(self.name, self.command, self.timeout);
                stopped.insert(program.map_err(Fault::Start)?)
            }
        };
        let answer = program.answer(&position.text(), self.deadline);
        let answer = answer.inspect_err(|_| self.running = None)?;
        if !is_first {
            self.answers += 1;
            self.thought += begun.elapsed();
        }
        self.earlier.judge(answer, legal).map(Chosen::Alike)
    }
}

impl Earlier {
    /// Returns the moves that the next answer names, if all of them are legal.
    ///
    /// # Errors
    ///
    /// Fails when the answer names no move, or a move that is not legal. The error may contain a guess at the reason.
    pub fn judge(&mut self, answer: String, legal: &[NamedMove]) -> Result<Moves, Fault> {
        let found = read(&answer, legal);
        let fits_from_one = would_be_legal_from_one(&answer, legal);
        let fault = || Fault::Illegal {
            legal: legal.iter().map(|known| known.name.clone()).collect(),
            guess: match self {
                Self::None if !fits_from_one => Some(Guess::Banner),
                Self::None if is_beyond(&answer, legal) => Some(Guess::CountsFromOne),
                Self::FitFromOne(earlier) if fits_from_one && *earlier != answer => {
                    Some(Guess::CountsFromOne)
                }
                _ => None,
            },
            answer: answer.clone(),
        };
        let moves = found.ok_or_else(fault);
        *self = match self {
            Self::None | Self::FitFromOne(_) if fits_from_one => Self::FitFromOne(answer),
            _ => Self::Other,
        };
        moves
    }
}

/// Returns the moves that an answer names. Returns `None` if the answer names no move, or a move that is not
/// legal.
fn read(answer: &str, legal: &[NamedMove]) -> Option<Moves> {
    let mut moves = Moves::EMPTY;
    for name in answer.split_whitespace() {
        moves |= find(name, legal)?.into();
    }
    (!moves.is_empty()).then_some(moves)
}

fn find(name: &str, legal: &[NamedMove]) -> Option<Move> {
    let found = legal.iter().find(|known| known.name == name);
    found.map(|known| known.mv)
}

/// Returns the names of the chosen moves. If each move has its own probability, adds the probability to the name.
pub(crate) fn names(chosen: &Chosen, legal: &[NamedMove]) -> String {
    let moves = chosen.moves();
    let named = legal.iter().filter(|known| moves.contains(known.mv));
    let names = named.map(|known| match chosen {
        Chosen::Alike(_) => known.name.clone(),
        Chosen::Weighted(_) => format!("{}:{}", known.name, chosen.probability(known.mv)),
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Returns whether the answer would be legal if moves were counted from 1. Returns `false` if the moves have
/// names other than their indexes.
fn would_be_legal_from_one(answer: &str, legal: &[NamedMove]) -> bool {
    let is_number = |known: &NamedMove| known.name == known.mv.to_string();
    let is_legal = |name: &str| {
        let number = name.parse::<u8>().ok();
        let before = number.and_then(|number| number.checked_sub(1));
        before.is_some_and(|before| find(&before.to_string(), legal).is_some())
    };
    let mut names = answer.split_whitespace().peekable();
    names.peek().is_some() && legal.iter().all(is_number) && names.all(is_legal)
}

/// Returns whether an answer contains a number that is greater than the index of every legal move.
fn is_beyond(answer: &str, legal: &[NamedMove]) -> bool {
    let last = legal.iter().map(|known| known.mv.index()).max();
    let mut numbers = answer
        .split_whitespace()
        .filter_map(|name| name.parse().ok());
    numbers.any(|number: u8| last.is_some_and(|last| number > last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_set_of_legal_moves() {
        let legal = NamedMove::numbered(&["a1", "a2", "b1"]);
        let bits = |answer| read(answer, &legal).map(Moves::bits);
        assert_eq!(bits("a2"), Some(0b010));
        assert_eq!(bits("b1 a1"), Some(0b101));
        assert_eq!(bits(" a1\ta1 "), Some(0b001));
        for wrong in ["", "a3", "a1 a3", "a1,a2", "A1", "0"] {
            assert_eq!(bits(wrong), None, "{wrong:?}");
        }
        let chosen = Chosen::Alike(Moves::from_bits(0b101));
        assert_eq!(names(&chosen, &legal), "a1 b1");
    }

    /// A player seems to count from 1 if each number in its answer, minus 1, is a legal move. This guess is made
    /// only in a game whose moves are named by their indexes.
    #[test]
    fn counting_from_one_is_recognised() {
        let fits = |answer: &str, names: &[&str]| {
            would_be_legal_from_one(answer, &NamedMove::numbered(names))
        };
        assert!(fits("3", &["0", "1", "2"]));
        assert!(fits("3 1", &["0", "1", "2"]));
        for answer in ["0", "4", "", "centre", "-1", "300"] {
            assert!(!fits(answer, &["0", "1", "2"]), "{answer:?}");
        }
        // In a game with heaps, the name of a move is the number of things that it takes.
        assert!(!fits("4", &["1", "2", "3"]));
    }
}
