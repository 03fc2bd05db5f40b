//! `perfectplay playbook`: finds the smallest player that never errs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, mem};

use clap::ValueEnum;
use indicatif::HumanCount;
use perfectplay::Player;
use perfectplay::bake::{self, BakedPlaybook, Book};
use perfectplay::playbook::{self, PlaybookData};
use perfectplay_any::{AnyGame, AnyTable, Error, Info, Limits, Phase, Progress, Watch};
use serde::Serialize;

use crate::Failure;
use crate::args::limits::bytes;
use crate::args::number::{seconds, whole_number};
use crate::args::side::SideArg;
use crate::args::table::TableArg;
use crate::context::Context;
use crate::io::output;
use crate::io::print::print_beside;
use crate::io::progress::Meter;
use crate::io::saved_work;
use crate::io::stop::Stop;

/// Find a playbook: the states that a perfect player can meet, with one move for each.
///
/// A player who follows a playbook reaches few states, whatever the opponent plays. So a playbook stores a
/// perfect player in a few bytes. Before the command writes a book, it plays the book against every reply.
/// The subcommands play, choose and audit use a book with --playbook. The subcommand export writes a book as
/// source code.
///
/// The book has an entry for each state that the player can meet, if the state has more than one legal move. The report
/// says how many bytes of data a program needs to play; the file has 16 bytes more. The same options give the same
/// bytes on every machine, except with --seconds. Ctrl-C ends the search, and the best playbook so far is written.
///
/// With --by-rules, the book stores weights for features of moves. The player chooses the move with the greatest
/// weight. If this move is wrong in a state, the book stores another move for this state. For a large game, a book by
/// rules is smaller than other books. To find such a book, the command proves states one by one, so the game needs no
/// table. A game that is too large to solve, such as Connect Four on 7x6, always gets a book by rules. If the states of
/// a tablebase file (--table) do not fit into --memory, the book is also a book by rules. In the search for such a
/// book, each step proves the moves of one state. The weights are learned from these moves. The work is saved in
/// FILE.work until the book is written: after any interruption, the same command continues from there. The book also
/// depends on --memory, because the search prefers moves whose values the prover has in memory. `perfectplay export`
/// writes a book by rules as source code only for Connect Four, in C or Rust.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay playbook --symmetry
  perfectplay playbook --game connect:4x4 --as first -o connect.playbook
  perfectplay playbook --table connect.table --symmetry --seconds 60 --json
  perfectplay playbook --game connect:7x6 --as first --symmetry --memory 4G -o connect-7x6.playbook")]
pub struct Args {
    /// The side of the player.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value = "both")]
    side: SideArg,

    /// Choose what each move must keep.
    #[arg(long, value_enum, default_value = "value")]
    keep: KeepArg,

    /// Let states that are turned or mirrored images of each other share an entry. The data are
    /// smaller, but a program needs a little more code to read them.
    #[arg(long)]
    symmetry: bool,

    /// Store BITS check bits for each state. With n check bits, a state outside the book is
    /// mistaken for a state in the book with probability 2⁻ⁿ.
    #[arg(long, value_name = "BITS", default_value = "0",
        value_parser = clap::value_parser!(u32).range(..=7))]
    check_bits: u32,

    /// Store weights and the exceptions to them, and prove states one by one instead of solving the
    /// game.
    #[arg(long, conflicts_with_all = ["table", "check_bits", "seconds"])]
    by_rules: bool,

    /// Search for NUMBER steps on each side. More steps find smaller books; large games take
    /// millions of steps.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>,
        default_value_t = FEWEST_STEPS)]
    steps: u64,

    /// Keep searching for about SECONDS, with more steps each time, and take the smallest book.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "steps")]
    seconds: Option<Duration>,

    /// Seed the search: another number may find another book.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value = "0")]
    seed: u64,

    /// Use about this much memory to explore the game, such as 500MiB or 4G [default: 1 GiB].
    /// More memory may find smaller books of large games.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "1GiB",
        hide_default_value = true)]
    memory: u64,

    /// Write the playbook to this file. A - stands for standard output; the report then goes to
    /// standard error.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    game: TableArg,
}

/// The default number of steps, enough for small games.
const FEWEST_STEPS: u64 = 1 << 17;

/// Returns the number of steps of the first search. `time` is the limit for all searches together.
/// Even the first search has many steps, because each search has to explore the game first. If the
/// search were short, exploring would take most of the time.
fn first_steps(time: Duration) -> u64 {
    /// The estimated time of one step in a large game, in microseconds: 2 for the first side, 2 for the second side,
    /// and 4 for other work.
    const MICROSECONDS: u128 = 8;
    let steps = time.as_micros() / MICROSECONDS;
    let power = steps.checked_ilog2().unwrap_or(0).min(u64::BITS - 1);
    FEWEST_STEPS.max(1 << power)
}

/// What each move must keep.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum KeepArg {
    /// The value of each state: every mistake of the opponent is punished
    Value,
    /// The value and the distance: the fastest win, and the slowest loss
    Distance,
    /// The value of the start: the player never gets less than the value of the game
    Start,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let is_stdout_taken = match &args.output {
        Some(path) => output::probe(path)?,
        None => false,
    };
    let table = match args.table()? {
        Ok(table) => table,
        Err(game) => {
            let baked = args.search_by_rules(&game)?;
            let report = PlaybookReport::new(args, game.info(), args.steps, &baked);
            return Ok(print_beside(is_stdout_taken, &report, args.json)?);
        }
    };
    let stop = Stop::new()?;
    let (steps, baked) = args.search(&table, &stop)?;
    args.write(&baked)?;
    let report = PlaybookReport::new(args, table.info(), steps, &baked);
    Ok(print_beside(is_stdout_taken, &report, args.json)?)
}

impl Args {
    /// Returns the table of the game. If the book must be a book by rules, returns only the game,
    /// because such a book needs no table.
    fn table(&self) -> Result<Result<AnyTable, AnyGame>, Failure> {
        if self.by_rules {
            return Ok(Err(self.game.game.game()));
        }
        if self.game.table.is_some() {
            let table = self.game.open()?;
            if self.is_beyond_memory(&table) {
                return Ok(Err(table.game().clone()));
            }
            return Ok(Ok(table));
        }
        let game = self.game.game.game();
        match self.game.solve.try_table(&game, None)? {
            Ok(table) => Ok(Ok(table)),
            Err(Error::TooLarge { lack: Some(_), .. }) if !game.info().is_loopy => Ok(Err(game)),
            Err(error) => Err(error.into()),
        }
    }

    fn write(&self, baked: &BakedPlaybook) -> Result<(), Failure> {
        match &self.output {
            Some(path) => output::write_bytes(path, &baked.bytes),
            None => Ok(()),
        }
    }

    /// Finds a book by rules. The work is saved beside the output file.
    fn search_by_rules(&self, game: &AnyGame) -> Result<BakedPlaybook, Failure> {
        let (meter, stop) = (Meter::new(), Stop::new()?);
        let watch = |progress| {
            stop.check()?;
            meter.watch(progress)
        };
        let output = self
            .output
            .as_deref()
            .filter(|&path| path != Path::new("-"));
        let search = |work: bake::Work<'_>| {
            let baked = game.bake_by_rules(self.how(self.steps), work, &self.limits(&watch));
            meter.clear();
            baked
        };
        saved_work::search(output, self.most_saved(), &stop, search, |baked| {
            self.write(baked)
        })
    }

    /// Returns an upper bound for the size of the file in which the work is saved, in bytes. The file contains the
    /// results that the prover has in memory. For each step of the search, the file also contains the features of the
    /// moves in one state.
    const fn most_saved(&self) -> u64 {
        const OF_STEP: u64 = 1 << 13;
        let lessons = self.steps.saturating_mul(OF_STEP);
        self.memory.saturating_add(lessons).saturating_add(1 << 20)
    }

    fn how(&self, steps: u64) -> bake::Playbook<'_> {
        let how = bake::Playbook::new("")
            .keep(match self.keep {
                KeepArg::Value => playbook::Keep::Value,
                KeepArg::Distance => playbook::Keep::Distance,
                KeepArg::Start => playbook::Keep::Start,
            })
            .check_bits(self.check_bits)
            .steps(steps)
            .seed(self.seed);
        let how = match self.side.player() {
            Some(side) => how.only(side),
            None => how,
        };
        if self.symmetry { how.symmetry() } else { how }
    }

    const fn limits<'a>(&self, watch: Watch<'a>) -> Limits<'a> {
        Limits {
            memory: Some(self.memory),
            threads: None,
            watch,
        }
    }

    /// Returns whether a search for a book would need more than `--memory` to explore the states of `table`. If so, the
    /// command makes a book by rules instead. Returns `false` for a loopy game, because loopy games cannot have a book
    /// by rules.
    fn is_beyond_memory(&self, table: &AnyTable) -> bool {
        /// The bytes of memory that the search needs for each state of the game, on average. The search explores about
        /// one state in thirteen, because most states never occur if the player makes no mistakes. Each explored state
        /// takes about a hundred bytes.
        const BYTES: u64 = 8;
        let needed = table.states().saturating_mul(BYTES);
        table.is_large() && needed > self.memory && !table.info().is_loopy
    }

    /// Searches once, or repeatedly until `--seconds` have passed. Returns the smallest playbook that was found (`.1`),
    /// and the number of steps of the search that found this playbook (`.0`).
    fn search(&self, table: &AnyTable, stop: &Stop) -> Result<(u64, BakedPlaybook), Failure> {
        let meter = Meter::new();
        let began = Instant::now();
        // The time of a search is only estimated. End the search when one and a half times the limit has passed.
        let latest = self.seconds.map(|limit| limit + limit / 2);
        let is_late = || latest.is_some_and(|latest| began.elapsed() >= latest);
        let searching = Mutex::new(Searching::default());
        let watch = |progress: Progress| {
            let mut searching = searching.lock().unwrap_or_else(PoisonError::into_inner);
            searching.watch(progress.phase);
            // When the time is over, end only in the phase `Searching`, because there is no book before this
            // phase.
            if stop.is_asked_for() || progress.phase == Phase::Searching && is_late() {
                return ControlFlow::Break(());
            }
            meter.watch(progress)
        };
        let bake = |steps| {
            let baked = table.bake_playbook(self.how(steps), &watch);
            baked.map_err(|error| match error {
                Error::Stopped => stop.failure(None),
                error => error.into(),
            })
        };
        let mut steps = self.seconds.map_or(self.steps, first_steps);
        let mut best = (steps, bake(steps)?);
        while let Some(limit) = self.seconds {
            let left = limit.saturating_sub(began.elapsed());
            let searched =
                mem::take(&mut *searching.lock().unwrap_or_else(PoisonError::into_inner));
            let Some(more) = searched.doublings(left).filter(|_| !stop.is_asked_for()) else {
                break;
            };
            steps <<= more;
            let baked = bake(steps)?;
            if size(&baked) < size(&best.1) {
                best = (steps, baked);
            }
        }
        Ok(best)
    }
}

/// Returns the size of a playbook: the number of entries, and the number of bytes.
fn size(baked: &BakedPlaybook) -> (u64, usize) {
    let states: u64 = baked.books.iter().map(|book| book.states).sum();
    (states, baked.bytes.len())
}

/// Measures how long it takes to make a playbook, and how much of this time the search takes. With
/// twice as many steps, the search takes twice as long, and all other work takes the same time.
struct Searching {
    began: Instant,
    /// `.0` is the time of the last report of progress. `.1` tells whether the phase of this report was `Searching`.
    last: Option<(Instant, bool)>,
    time: Duration,
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            last: None,
            time: Duration::ZERO,
        }
    }
}

impl Searching {
    fn watch(&mut self, phase: Phase) {
        let (now, is_search) = (Instant::now(), phase == Phase::Searching);
        if let Some((last, true)) = self.last.filter(|_| is_search) {
            self.time += now - last;
        }
        self.last = Some((now, is_search));
    }

    /// Returns how often the number of steps can be doubled if the next search must end within the time `left`. Returns
    /// `None` if even one doubling is too much.
    fn doublings(&self, left: Duration) -> Option<u32> {
        /// The greatest number of doublings. The number of steps grows by a factor of at most 65,536.
        const MOST: u32 = 16;
        let other = self.began.elapsed().saturating_sub(self.time);
        let fits = |&more: &u32| other + self.time * (1 << more) <= left;
        (1..=MOST).rev().find(fits)
    }
}

#[derive(Serialize)]
struct PlaybookReport {
    game: Arc<str>,
    keep: KeepArg,
    symmetry: bool,
    steps: u64,
    /// The number of entries in the whole book, on all sides together.
    states: u64,
    /// The number of bytes that a program needs to play by the book. The file is larger than this.
    data_bytes: usize,
    /// The size of the file in bytes. The file contains the data, a fingerprint of the game, and a checksum.
    bytes: usize,
    /// The average number of bits of data for each entry.
    bits_per_state: f64,
    /// One report for each side, under the keys "first" and "second". If the states of the game do not tell whose turn
    /// it is, there is only one report, under the key "both".
    #[serde(flatten)]
    sides: BTreeMap<&'static str, SideReport>,
    /// The sum of `positions` over the reports in `sides`.
    positions: u64,
}

#[derive(Serialize)]
struct SideReport {
    /// The number of entries.
    states: u64,
    /// The number of bits that store the moves of this side. `bytes` is `bits` divided by 8, rounded up.
    bits: u64,
    bytes: u64,
    /// The number of states that the search explored. Only some of these states have an entry in the book.
    explored: u64,
    /// The number of positions that a player can meet on its turn if it follows the book.
    positions: u64,
}

impl SideReport {
    fn new(book: &Book) -> Self {
        Self {
            states: book.states,
            bits: book.bits,
            bytes: book.bits.div_ceil(8),
            explored: book.explored,
            positions: book.positions,
        }
    }
}

impl PlaybookReport {
    fn new(args: &Args, info: &Info, steps: u64, baked: &BakedPlaybook) -> Self {
        let data = PlaybookData::from_bytes(&baked.bytes);
        let data_bytes = data.map_or(baked.bytes.len(), |data| data.content_len());
        let (states, bytes) = size(baked);
        let sides = baked.books.iter().map(|book| {
            let side = match book.sides[..] {
                [Player::First] => "first",
                [Player::Second] => "second",
                _ => "both",
            };
            (side, SideReport::new(book))
        });
        Self {
            game: Arc::clone(&info.spec),
            keep: args.keep,
            symmetry: args.symmetry,
            steps,
            states,
            data_bytes,
            bytes,
            bits_per_state: 8.0 * data_bytes as f64 / states.max(1) as f64,
            sides: sides.collect(),
            positions: baked.books.iter().map(|book| book.positions).sum(),
        }
    }
}

impl fmt::Display for PlaybookReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = match self.keep {
            KeepArg::Value => "a perfect player",
            KeepArg::Distance => "the fastest perfect player",
            KeepArg::Start => "a player that never gets less than the value of the game",
        };
        let bytes = HumanCount(self.data_bytes as u64);
        write!(f, "{}: {player} in {bytes} bytes of data", self.game)?;
        if self.states > 0 {
            write!(f, ", {:.1} bits a state", self.bits_per_state)?;
        }
        writeln!(f, ".")?;
        for (name, side) in &self.sides {
            let [states, explored] = [side.states, side.explored].map(HumanCount);
            writeln!(f, "  {name:7} {states} states of {explored}")?;
        }
        writeln!(f, "  file    {} bytes", HumanCount(self.bytes as u64))?;
        let who = match self.sides.keys().collect::<Vec<_>>()[..] {
            [one] => one,
            _ => "both",
        };
        let positions = HumanCount(self.positions);
        let proof = match self.keep {
            KeepArg::Value | KeepArg::Distance => "never errs",
            KeepArg::Start => "never does worse",
        };
        writeln!(f, "{who}: {proof} in {positions} positions it can meet.")
    }
}
