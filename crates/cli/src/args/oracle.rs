//! The options for answers about a game that is too large to solve.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use perfectplay_any::{AnyGame, AnyTable, OracleOptions};

use crate::Failure;
use crate::args::limits::{bytes, threads};
use crate::args::number::whole_number;
use crate::args::playbook_file;
use crate::io::input;
use crate::io::progress::Meter;
use crate::io::stop::Stop;

/// A file of `perfectplay solve --plies` is refused if it is longer than this many bytes.
pub const MOST_OPENING: u64 = 1 << 30;

/// The effect of Ctrl-C during proofs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OnInterrupt {
    /// Ctrl-C ends the process.
    End,
    /// The proof ends, and the subcommand reports what it has found so far.
    Report,
}

/// The options for answers about a game that is too large to solve.
#[derive(clap::Args)]
#[command(next_help_heading = "Games too large to solve, whose values are proved")]
pub struct OracleArg {
    #[command(flatten)]
    pub proofs: ProofArg,

    /// Prove with NUMBER threads, at most one for each core [default: one for each core].
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    pub threads: Option<usize>,
}

/// The options for proofs, without the number of threads.
#[derive(clap::Args)]
#[command(next_help_heading = "Games too large to solve, whose values are proved")]
pub struct ProofArg {
    /// Also prove how many plies each win or loss takes. These proofs take longer. A table always
    /// has distances. Without this option, only distances of one and two plies are known. So a move
    /// counts as best if it wins at once. If no move wins at once, every move that keeps the value
    /// counts as best. A move that loses at once counts as best only if every move loses at once.
    #[arg(long)]
    distance: bool,

    /// Try for at most NUMBER seconds to solve the whole game. If that fails, prove the value of
    /// each state separately, for at most NUMBER seconds a state. A value that is not proved within
    /// this time is reported as unproved.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>)]
    seconds: Option<u64>,

    /// Use a transposition table of this size, such as 4G or 500MiB [default: 256 MiB]. This option
    /// and the options below are refused if the game has a table, because nothing has to be proved
    /// then.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Look up the states of the first plies in this file, which `perfectplay solve --plies` wrote
    /// [default: the file in this program, if it has one].
    #[arg(long, value_name = "FILE")]
    opening: Option<PathBuf>,

    /// Trust that the playbook in this file wins every game, as `perfectplay verify --playbook FILE
    /// --expect win` proves. The program then knows the values of all states that can occur while
    /// the book plays.
    #[arg(long, value_name = "FILE")]
    winning_playbook: Option<PathBuf>,
}

impl OracleArg {
    /// Fails if the user gave an option that only proofs use. A subcommand calls this method when it needs no proof.
    /// `source` is a clause that says why no proof is needed, such as "the moves are in the playbook".
    pub fn expect_unused(&self, source: &str) -> Result<(), Failure> {
        self.proofs.expect_unused(source)?;
        refuse(source, &[("--threads", self.threads.is_some())])
    }
}

/// Fails if the user gave one of `options`. `.0` of an item is the name of an option, and `.1` says
/// whether the user gave it. `source` is a clause that says why the option is of no use.
fn refuse(source: &str, options: &[(&str, bool)]) -> Result<(), Failure> {
    Failure::refuse_options(options, |option| {
        format!("{option} is an option for proofs, but {source}")
    })
}

impl ProofArg {
    /// Returns the time by which the game must be solved; `None` without `--seconds`.
    pub fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_secs(self.seconds?))
    }

    /// Fails if the user gave an option that only proofs use. A subcommand calls this method when it needs no proof.
    /// `source` is a clause that says why no proof is needed, such as "the moves are in the playbook".
    pub fn expect_unused(&self, source: &str) -> Result<(), Failure> {
        let options = [
            ("--memory", self.memory.is_some()),
            ("--opening", self.opening.is_some()),
            ("--winning-playbook", self.winning_playbook.is_some()),
        ];
        refuse(source, &options)
    }

    /// Returns an [`AnyTable`] of the game. The table is an oracle: it proves the value of a state
    /// only when a caller asks for this value. A proof runs on `threads` threads.
    pub fn open(
        &self,
        game: &AnyGame,
        threads: Option<usize>,
        interrupt: OnInterrupt,
    ) -> Result<AnyTable, Failure> {
        let read = |path: &PathBuf| input::read(path, MOST_OPENING);
        let book = |path: &PathBuf| playbook_file::read(path, &game.without_table());
        let book = self.winning_playbook.as_ref().map(book).transpose()?;
        let (meter, stop) = (Arc::new(Meter::new()), Stop::new()?);
        let ends_at_once = match interrupt {
            OnInterrupt::End => Some(stop.end_at_once()?),
            OnInterrupt::Report => None,
        };
        let shown = Arc::clone(&meter);
        let options = OracleOptions {
            memory: self.memory,
            threads,
            distances: self.distance,
            time: self.seconds.map(Duration::from_secs),
            opening: self.opening.as_ref().map(read).transpose()?,
            winning_playbook: book.map(|book| book.bytes().to_vec()),
            watch: Arc::new(move |progress| {
                let _ = &ends_at_once;
                stop.check()?;
                meter.watch(progress)
            }),
            ended: Arc::new(move || shown.clear()),
            ..OracleOptions::default()
        };
        game.oracle(options).map_err(|error| match &self.opening {
            Some(path) => Failure::at(path, &error),
            None => error.into(),
        })
    }
}
