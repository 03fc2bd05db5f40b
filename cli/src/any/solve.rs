//! `perfectplay solve`: solves a game, tells what it is worth, and keeps the table.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::{DecimalBytes, HumanCount};
use perfectplay::games::{Listed, Visitor};
use perfectplay::{Solution, Value, bake};
use serde::Serialize;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::spec::{GameArg, Spec};
use super::view::Verdict;
use super::{peak, solving};
use crate::print::print;
use crate::{Failure, INTERRUPTED, output};

/// Solve a game: find every state, and what it is worth.
///
/// A bar on the terminal shows how far it is; Ctrl-C ends it, and nothing is written. The
/// table in a file answers at once in `lookup`, `explain`, `play` and `verify`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay solve --game hexapawn:4x4 --json
  perfectplay solve --game hexapawn:4x4 -o octopawn.table")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Tell the result as one line of JSON.
    #[arg(long)]
    json: bool,

    /// Write the table into this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    args.game.spec().open(Solver(args))
}

struct Solver<'a>(&'a Args);

impl Visitor for Solver<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Listed + 'static>(self, game: G) -> Result<(), Failure> {
        if let Some(path) = &self.0.output {
            output::probe(path)?;
        }
        let interrupt = Interrupt::new()?;
        let start = Instant::now();
        let solution = solving::solve(&game, &|| interrupt.is_set())?;
        let summary = Summary::of(&solution, start);
        if let Some(path) = &self.0.output {
            let bytes = interrupt.ends_at_once(|| table_bytes(&solution))??;
            output::write_whole(Some(path), &bytes)?;
        }
        Ok(print(&summary, self.0.json)?)
    }
}

/// Whether somebody has pressed Ctrl-C.
struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C is taken note of. Who presses it again does not want to wait,
    /// and the process ends there.
    fn new() -> io::Result<Self> {
        let pressed = Arc::default();
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&pressed))?;
        flag::register(SIGINT, Arc::clone(&pressed))?;
        Ok(Self(pressed))
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Does what cannot be stopped half way, and leaves nothing behind: meanwhile Ctrl-C
    /// ends the process where it is.
    fn ends_at_once<T>(&self, work: impl FnOnce() -> T) -> Result<T, Failure> {
        let working = Arc::new(AtomicBool::new(true));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&working))?;
        if self.is_set() {
            return Err(Failure::Interrupted);
        }
        let done = work();
        working.store(false, Ordering::Relaxed);
        Ok(done)
    }
}

fn table_bytes<G: Listed>(solution: &Solution<'_, G>) -> Result<Vec<u8>, Failure> {
    let name = Spec::of(solution.game()).to_string();
    bake::table(&name, solution).map_err(|error| Failure::Input(error.to_string()))
}

/// What came of it.
#[derive(Serialize)]
struct Summary {
    game: Spec,
    states: usize,
    /// What the start is worth to who moves first.
    value: Value,
    /// Plies from the start to the end; `None` if the game never ends.
    distance: Option<u32>,
    /// States that are won for the player to move.
    wins: u64,
    draws: u64,
    losses: u64,
    seconds: f64,
    /// The most memory that the process has held; `None` where the system does not tell.
    peak_bytes: Option<u64>,
}

impl Summary {
    fn of<G: Listed>(solution: &Solution<'_, G>, start: Instant) -> Self {
        let seconds = start.elapsed().as_secs_f64();
        let peak_bytes = peak::bytes();
        let (mut wins, mut draws, mut losses) = (0, 0, 0);
        for (_, score) in solution.scores() {
            match score.value() {
                Value::Win => wins += 1,
                Value::Draw => draws += 1,
                Value::Loss => losses += 1,
            }
        }
        let start = solution.start();
        Self {
            game: Spec::of(solution.game()),
            states: solution.len(),
            value: start.value,
            distance: start.distance,
            wins,
            draws,
            losses,
            seconds,
            peak_bytes,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(HumanCount);
        let states = HumanCount(self.states as u64);
        writeln!(f, "{}: {states} states", self.game)?;
        writeln!(
            f,
            "For the player to move {wins} are won, {draws} drawn, {losses} lost."
        )?;
        let (value, distance) = (self.value, self.distance);
        let verdict = Verdict { value, distance };
        writeln!(f, "Who moves first {verdict}.")?;
        write!(f, "Solved in {:.2} s", self.seconds)?;
        match self.peak_bytes {
            Some(bytes) => writeln!(f, ", in {}.", DecimalBytes(bytes)),
            None => writeln!(f, "."),
        }
    }
}
