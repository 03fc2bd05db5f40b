//! `perfectplay solve --plies`: proves the opening of a game that is too large to solve.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use indicatif::HumanCount;
use perfectplay::bake::Work;
use perfectplay_any::{AnyGame, Error, Limits, OpeningJob};
use serde::Serialize;

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::args::number::positive;
use crate::args::oracle::MOST_OPENING;
use crate::io::print::print_beside;
use crate::io::progress::Meter;
use crate::io::saved_work;
use crate::io::stop::Stop;
use crate::io::{input, output};

/// The options with which `solve` proves only an opening: the states of the first plies.
#[derive(clap::Args)]
#[command(next_help_heading = "The opening of a game that is too large to solve")]
pub struct OpeningArg {
    /// Prove only the states of the first NUMBER plies. `lookup --opening FILE` then knows the
    /// values of these states at once.
    #[arg(long, value_name = "NUMBER", requires = "output", conflicts_with_all = ["format", "store", "force"],
        value_parser = positive::<std::num::NonZero<u8>>)]
    plies: Option<std::num::NonZero<u8>>,

    /// Prove only one part of the states, such as 3/8 for the third of eight parts. The file is an
    /// input for --parts.
    #[arg(long, value_name = "I/N", requires = "plies", value_parser = part)]
    part: Option<(usize, usize)>,

    /// Take proved values from these files, which --part wrote. A value that is in none of the
    /// files is proved.
    #[arg(long, value_name = "FILE", requires = "plies", num_args = 1..)]
    parts: Vec<PathBuf>,
}

/// Parses a text such as `3/8`, which names the third of eight parts of the states.
fn part(text: &str) -> Result<(usize, usize), &'static str> {
    let (number, parts) = text.split_once('/').unzip();
    let parsed = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
    match (parsed(number), parsed(parts)) {
        (Some(number), Some(parts)) if (1..=parts).contains(&number) => Ok((number - 1, parts)),
        _ => Err("expected a part such as 3/8, the third of eight"),
    }
}

impl OpeningArg {
    pub const fn is_given(&self) -> bool {
        self.plies.is_some()
    }

    /// Proves the values of an opening, and writes them to a file. Until the file is written, the
    /// work is kept in FILE.work.
    pub fn solve(
        &self,
        game: &AnyGame,
        path: &Path,
        limits: &LimitsArg,
        json: bool,
    ) -> Result<(), Failure> {
        let (began, meter, stop) = (Instant::now(), Meter::new(), Stop::new()?);
        let is_stdout = output::probe(path)?;
        let read = |path: &PathBuf| {
            let bytes = input::read(path, MOST_OPENING)?;
            Ok::<_, Failure>((path.display().to_string(), bytes))
        };
        let parts = self.parts.iter().map(read);
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let watch = |progress| {
            let _ = meter.watch(progress);
            stop.check()
        };
        let limits = Limits {
            memory: limits.given_memory(),
            threads: limits.threads,
            watch: &watch,
        };
        let plies = self.plies.map_or(1, std::num::NonZero::get);
        // A whole opening replaces any old file, as a table does. A part replaces only a file with the same
        // part, because the files of parts have similar names.
        let old = match self.part {
            Some(_) => output::file(path)?.filter(|path| path.exists()),
            None => None,
        };
        let old = old.map(|path| input::read(&path, MOST_OPENING));
        let old = old.transpose()?;
        let job = OpeningJob {
            plies,
            part: self.part,
            replaced: old.as_deref(),
            parts: &parts,
        };
        let prove = |work: Work<'_>| {
            let proved = game.prove_opening(job, work, &limits);
            meter.clear();
            proved.map_err(|error| match error {
                Error::Flaw(problem) if old.is_some() => {
                    Error::Flaw(format!("{}: {problem}", path.display()))
                }
                error => error,
            })
        };
        let output = (!is_stdout).then_some(path);
        let proved = saved_work::search(output, MOST_OPENING, &stop, prove, |proved| {
            output::write_bytes(path, &proved.bytes)
        })?;
        let summary = ProvedStates {
            game: Arc::clone(&game.info().spec),
            plies,
            part: self
                .part
                .map(|(number, parts)| format!("{}/{parts}", number + 1)),
            states: proved.states,
            bytes: proved.bytes.len(),
            seconds: began.elapsed().as_secs_f64(),
        };
        Ok(print_beside(is_stdout, &summary, json)?)
    }
}

#[derive(Serialize)]
struct ProvedStates {
    game: Arc<str>,
    plies: u8,
    /// The part of the states that was proved, such as 3/8.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// The number of values in the file. The file contains the value of each state after the last ply; symmetric states
    /// share one value.
    states: usize,
    bytes: usize,
    seconds: f64,
}

impl fmt::Display for ProvedStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, bytes) = (
            HumanCount(self.states as u64),
            HumanCount(self.bytes as u64),
        );
        let (game, plies) = (&self.game, self.plies);
        let part = self.part.as_ref();
        let part = part.map_or(String::new(), |part| format!("part {part}, "));
        writeln!(
            f,
            "{game}: {part}{states} states after {plies} plies, in {bytes} bytes"
        )?;
        writeln!(f, "Proved in {:.2} s.", self.seconds)
    }
}
