//! `perfectplay solve`: solves a game, and writes its table into a file.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount};
use perfectplay::Value;
use serde::Serialize;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::any_game::JustSolved;
use crate::failure::{Failure, INTERRUPTED};
use crate::game_arg::GameArg;
use crate::output;
use crate::peak_memory;
use crate::print::{print, print_to};
use crate::spec::Spec;
use crate::wording::Verdict;

/// Solve a game: find every state and its value.
///
/// On a terminal, a bar shows the progress. Ctrl-C stops the solver, and nothing is
/// written. With a table in a file, the other subcommands answer at once: give them
/// --table FILE.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay solve --game hexapawn:4x4 --json
  perfectplay solve --game hexapawn:4x4 -o octopawn.table")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    /// Write the table to this file; - is standard output, and the summary then goes to
    /// standard error.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let is_stdout_taken = match &args.output {
        Some(path) => output::probe(path)?,
        None => false,
    };
    let interrupt = Interrupt::new()?;
    let start = Instant::now();
    let is_interrupted = || interrupt.is_set();
    args.game.game().solve(&is_interrupted, &mut |solved| {
        let summary = Summary::new(solved, start.elapsed());
        let written = match &args.output {
            Some(path) => {
                let table = {
                    let _working = interrupt.end_at_once()?;
                    (solved.bake)()
                };
                table
                    .map_err(|error| Failure::Input(error.to_string()))
                    .and_then(|bytes| output::write(path, |out| Ok(out.write_all(&bytes)?)))
            }
            None => Ok(()),
        };
        // What took so long to find is told, even if its table cannot be written.
        if is_stdout_taken {
            print_to(&mut io::stderr().lock(), &summary, args.json)?;
        } else {
            print(&summary, args.json)?;
        }
        written
    })
}

/// Whether Ctrl-C was pressed.
struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on, Ctrl-C sets a flag. Pressed again, it ends the process.
    fn new() -> io::Result<Self> {
        let pressed = Arc::default();
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&pressed))?;
        flag::register(SIGINT, Arc::clone(&pressed))?;
        Ok(Self(pressed))
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Lets Ctrl-C end the process at once, until the result is dropped: for work that
    /// cannot be stopped half way and leaves nothing behind.
    fn end_at_once(&self) -> Result<Working, Failure> {
        let working = Arc::new(AtomicBool::new(true));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&working))?;
        if self.is_set() {
            return Err(Failure::Interrupted);
        }
        Ok(Working(working))
    }
}

/// Work that Ctrl-C ends at once.
struct Working(Arc<AtomicBool>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The result.
#[derive(Serialize)]
struct Summary {
    game: Spec,
    states: u64,
    /// The value of the start for the first player.
    value: Value,
    /// Plies from the start to the end; `None` if the game never ends.
    distance: Option<u32>,
    /// States that are won for the player to move.
    wins: u64,
    draws: u64,
    losses: u64,
    seconds: f64,
    /// The most memory that the process has used; `None` if the system does not tell.
    peak_bytes: Option<u64>,
}

impl Summary {
    fn new(solved: &JustSolved<'_>, time: Duration) -> Self {
        let game = solved.game;
        let start = game
            .view(&game.start())
            .ok()
            .and_then(|start| start.verdict);
        let (value, distance) = start.expect("a start, which has been solved");
        let [wins, draws, losses] = solved.counts;
        Self {
            game: game.spec(),
            states: game.states(),
            value,
            distance,
            wins,
            draws,
            losses,
            seconds: time.as_secs_f64(),
            peak_bytes: peak_memory::bytes(),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(HumanCount);
        let states = HumanCount(self.states);
        writeln!(f, "{}: {states} states", self.game)?;
        writeln!(
            f,
            "The player to move wins {wins}, draws {draws} and loses {losses} of them."
        )?;
        let (value, distance) = (self.value, self.distance);
        let verdict = Verdict { value, distance };
        writeln!(f, "The first player {verdict}.")?;
        write!(f, "Solved in {:.2} s", self.seconds)?;
        match self.peak_bytes {
            Some(bytes) => writeln!(f, ", in {}.", DecimalBytes(bytes)),
            None => writeln!(f, "."),
        }
    }
}
