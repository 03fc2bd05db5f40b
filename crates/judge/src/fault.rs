//! The faults of a player.

use std::fmt;
use std::io;
use std::time::Duration;

use perfectplay_any::Name;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The greatest length of an answer in bytes, with its line break. The limit is needed because a player may
/// write a line that never ends.
pub const ANSWER_LIMIT: u64 = 1 << 10;

/// What is wrong with a player or with its answer.
#[derive(Debug)]
pub enum Fault {
    /// The program of the player cannot be started.
    Start(io::Error),
    /// The pipe to the player's program is broken.
    Pipe(io::Error),
    /// The program ended. The text says how.
    Ended(String),
    /// The program did not answer within this time limit.
    TimeOut(Duration),
    /// The program has used up its time limit for all its answers together.
    Late,
    /// The answer is too long.
    Long,
    /// The program wrote this line before it was asked.
    Unasked(String),
    /// The answer is not a set of legal moves.
    Illegal {
        /// The names of the legal moves.
        legal: Vec<String>,
        /// The answer.
        answer: String,
        /// A guess why the answer is illegal; `None` if there is no guess.
        guess: Option<Guess>,
    },
    /// The program gave two answers to the same question.
    Fickle {
        /// The first answer.
        first: String,
        /// The second answer.
        second: String,
    },
    /// The player is a function, and the function raised an exception. `.0`: the message of the exception.
    Raised(String),
    /// The player is a function, and the function ended the process in which it runs. The text says how.
    Exited(String),
    /// The player is a function, and the function did not answer within this time limit.
    Slow(Duration),
    /// The player is a function, and the function returned something that is not a legal move. The text gives the
    /// reason.
    Wrong(String),
    /// The work was stopped.
    Stopped,
}

/// A guess why a player answered with an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// The player prints a greeting before its first answer.
    Banner,
    /// The player counts moves from 1 instead of 0. If 1 is subtracted from each number, all its answers so far
    /// are legal.
    CountsFromOne,
}

impl Fault {
    /// Returns whether the fault is a missing or illegal answer to one question. A missing or illegal answer
    /// can count as a lost game.
    #[must_use]
    pub const fn is_forfeit(&self) -> bool {
        matches!(
            self,
            Self::Pipe(_)
                | Self::Ended(_)
                | Self::TimeOut(_)
                | Self::Long
                | Self::Illegal { .. }
                | Self::Raised(_)
                | Self::Exited(_)
                | Self::Slow(_)
                | Self::Wrong(_)
        )
    }

    /// Returns whether the player's program or function ended, or raised an exception, instead of giving an answer.
    #[must_use]
    pub const fn is_crash(&self) -> bool {
        matches!(self, Self::Ended(_) | Self::Raised(_) | Self::Exited(_))
    }
}

/// A fault of a player, and the state in which it occurred.
#[derive(Debug)]
pub struct Broken {
    /// The state about which the player was asked.
    pub state: String,
    /// The moves that lead to the state, if they are known.
    pub moves: Vec<String>,
    /// The fault.
    pub fault: Fault,
}

impl From<Fault> for Broken {
    /// Returns the fault without the state in which it occurred.
    fn from(fault: Fault) -> Self {
        Self {
            state: String::new(),
            moves: Vec::new(),
            fault,
        }
    }
}

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("problem", &self.to_string())?;
        map.serialize_entry("state", &self.state)?;
        map.serialize_entry(
            "moves",
            &self.moves.iter().map(|mv| Name(mv)).collect::<Vec<_>>(),
        )?;
        map.end()
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            state,
            moves,
            fault,
        } = self;
        let path = match moves[..] {
            [] => String::new(),
            _ => format!(" (after {})", moves.join(" ")),
        };
        let state = format!("{state}{path}");
        match fault {
            Fault::Start(error) => write!(f, "cannot start the player: {error}"),
            Fault::Pipe(error) => write!(f, "no answer to {state}: {error}"),
            Fault::Ended(how) => {
                write!(f, "the player ended instead of answering {state}: {how}")
            }
            Fault::TimeOut(limit) => write!(
                f,
                "no answer to {state} within {limit:?}: a player must flush its output after \
                 every line, and --timeout gives it more time"
            ),
            Fault::Late => write!(f, "no answer to {state} before the end of its time"),
            Fault::Long => write!(
                f,
                "expected a line of at most {ANSWER_LIMIT} bytes in answer to {state}, found more"
            ),
            Fault::Unasked(answer) => {
                write!(f, "the player wrote {answer:?} before it was sent {state}")
            }
            Fault::Illegal {
                legal,
                answer,
                guess,
            } => {
                let legal = if legal.is_empty() {
                    "none".to_owned()
                } else {
                    legal.join(" ")
                };
                write!(
                    f,
                    "expected one of {legal} in answer to {state}, found {answer:?}"
                )?;
                match guess {
                    None => Ok(()),
                    Some(Guess::Banner) => f.write_str(
                        ": it is the first line of the player, and if it is a banner, it belongs \
                         to standard error",
                    ),
                    Some(Guess::CountsFromOne) => {
                        f.write_str(": moves are counted from 0, and the player may count from 1")
                    }
                }
            }
            Fault::Fickle { first, second } => write!(
                f,
                "the player answered {state} with {first}, and later with {second}: let it answer \
                 with the set of all its choices, or give it a fixed seed, or judge it by \
                 `perfectplay score`"
            ),
            Fault::Raised(problem) => write!(f, "the player raises {problem}, in {state}"),
            Fault::Exited(how) => write!(f, "in {state}, the player's process ends ({how})"),
            Fault::Slow(limit) => write!(f, "no answer to {state} within {limit:?}"),
            Fault::Wrong(problem) => write!(f, "{problem}, in {state}"),
            Fault::Stopped => f.write_str("it was stopped"),
        }
    }
}
