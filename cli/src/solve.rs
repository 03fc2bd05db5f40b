//! `perfectplay solve`: solves a game, tells what it is worth, and keeps the table.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount};
use perfectplay::Value;
use perfectplay::bake::{self, BakeError};
use perfectplay::games::{Listed, Visitor};
use serde::Serialize;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::game_arg::{GameArg, Spec};
use crate::print::print;
use crate::solved_game::{InText, SolvedGame};
use crate::state_view::Verdict;
use crate::{Failure, INTERRUPTED, output};
use crate::{peak_memory, solving};

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
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let interrupt = Interrupt::new()?;
    let (summary, table) = args.game.spec().open(Solver {
        interrupt: &interrupt,
        bakes: args.output.is_some(),
    })?;
    if let (Some(path), Some(table)) = (&args.output, table) {
        let bytes = table.map_err(|error| Failure::Input(error.to_string()))?;
        output::write_whole(Some(path), &bytes)?;
    }
    Ok(print(&summary, args.json)?)
}

struct Solver<'a> {
    interrupt: &'a Interrupt,
    /// Whether the table is wanted.
    bakes: bool,
}

/// A table in bytes.
type Baked = Result<Vec<u8>, BakeError>;

impl Visitor for Solver<'_> {
    type Output = Result<(Summary, Option<Baked>), Failure>;

    fn visit<G: Listed + 'static>(self, game: G) -> Self::Output {
        let start = Instant::now();
        let solution = solving::solve(&game, &|| self.interrupt.is_set())?;
        let mut summary = Summary::new(&InText(&solution), start.elapsed());
        for (_, score) in solution.scores() {
            summary.count(score.value());
        }
        if !self.bakes {
            return Ok((summary, None));
        }
        let name = summary.game.to_string();
        let _working = self.interrupt.end_at_once()?;
        Ok((summary, Some(bake::table(&name, &solution))))
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

    /// While something is done that cannot be stopped half way, and leaves nothing
    /// behind, Ctrl-C ends the process where it is.
    fn end_at_once(&self) -> Result<Working, Failure> {
        let working = Arc::new(AtomicBool::new(true));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&working))?;
        if self.is_set() {
            return Err(Failure::Interrupted);
        }
        Ok(Working(working))
    }
}

/// Something that is being done.
struct Working(Arc<AtomicBool>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// What came of it.
#[derive(Serialize)]
struct Summary {
    game: Spec,
    states: u64,
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
    /// That of a game that was solved just now, before its states are counted.
    fn new(book: &dyn SolvedGame, time: Duration) -> Self {
        let start = book
            .view(&book.start())
            .ok()
            .and_then(|start| start.verdict);
        let (value, distance) = start.expect("a start, which has been solved");
        Self {
            game: book.spec(),
            states: book.states(),
            value,
            distance,
            wins: 0,
            draws: 0,
            losses: 0,
            seconds: time.as_secs_f64(),
            peak_bytes: peak_memory::bytes(),
        }
    }

    const fn count(&mut self, value: Value) {
        match value {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
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
