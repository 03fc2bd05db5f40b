//! Checks the file of an opening, which contains values for the first plies of a game. To check the file, the command
//! proves some of these values again.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use indicatif::HumanCount;
use perfectplay_any::{AnyGame, Error, OpeningSample};
use serde::Serialize;

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::args::oracle::MOST_OPENING;
use crate::io::input;
use crate::io::limited_work::LimitedWork;
use crate::io::print::print;
use crate::io::stop::Stop;

/// Proves a sample of an opening's values again, and fails if a value is wrong.
pub(super) fn prove_again(
    path: &Path,
    game: &AnyGame,
    sample: OpeningSample,
    limits: &LimitsArg,
    json: bool,
) -> Result<(), Failure> {
    let bytes = input::read(path, MOST_OPENING)?;
    let stop = Stop::new()?;
    let work = LimitedWork::new(limits.given_memory(), limits.threads, &stop, None);
    let verified = work.run(|limits| {
        let verified = game.verify_opening(&bytes, sample, limits);
        verified.map_err(|error| match error {
            Error::Flaw(problem) => Error::Flaw(format!("{}: {problem}", path.display())),
            error => error,
        })
    })?;
    let answer = ProvedAgain {
        game: Arc::clone(&game.info().spec),
        plies: verified.plies,
        states: verified.states,
        proved: verified.proved,
        wrong: verified.wrong.len(),
    };
    print(&answer, json)?;
    match verified.wrong.first() {
        None => Ok(()),
        Some(state) => {
            let problem = format!("a proof contradicts the value of {state}");
            Err(Failure::at(path, &problem))
        }
    }
}

#[derive(Serialize)]
struct ProvedAgain {
    game: Arc<str>,
    plies: u8,
    /// The number of states that a game can reach within the plies of the opening. Symmetric states count once.
    states: usize,
    /// The number of states whose values were proved again. The file contains values only for states after the last ply
    /// of the opening, so only these states are proved.
    proved: usize,
    /// The number of states whose value in the file is wrong.
    wrong: usize,
}

impl fmt::Display for ProvedAgain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |count: usize| HumanCount(count as u64);
        writeln!(
            f,
            "{}: {} states of the first {} plies",
            self.game,
            count(self.states),
            self.plies
        )?;
        writeln!(
            f,
            "Proved {} states after the last ply again: {} values are wrong. The values before it \
             follow by the rules.",
            count(self.proved),
            count(self.wrong)
        )
    }
}
