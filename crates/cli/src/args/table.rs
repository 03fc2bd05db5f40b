//! `--game`, `--table`, `--force` and `--no-cache`: the solved game that a subcommand uses.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Instant;

use perfectplay_any::cache::Cache;
use perfectplay_any::{AnyGame, AnyTable, Error, Position, Solve, TableFile};

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::oracle::{OnInterrupt, OracleArg, ProofArg};
use crate::failure::report;
use crate::io::memory;
use crate::io::output::free_disk;
use crate::io::progress::Meter;

/// The options that name a solved game.
#[derive(clap::Args)]
pub struct TableArg {
    #[command(flatten)]
    pub game: GameArg,

    /// Read the table from a file that `perfectplay solve -o` wrote, instead of solving the game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["force", "no_cache"])]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub solve: SolveArg,
}

/// The options of subcommands that solve a game if they find no table of the game.
#[derive(clap::Args)]
pub struct SolveArg {
    /// Solve the game even if it seems too large.
    #[arg(long)]
    force: bool,

    /// Read no tables from the cache, and store none there. `perfectplay cache --help` describes
    /// the cache.
    #[arg(long)]
    no_cache: bool,
}

impl SolveArg {
    /// The values of the options when the user gives `--no-cache` but not `--force`.
    pub const NO_CACHE: Self = Self {
        force: false,
        no_cache: true,
    };

    /// Returns the table of a game. Takes the table from this program or from the user's cache, or
    /// else solves the game. Fails if the game is not solved by `deadline`.
    pub fn table(&self, game: &AnyGame, deadline: Option<Instant>) -> Result<AnyTable, Failure> {
        let table = self.try_table(game, deadline)?;
        table.map_err(|error| match error {
            Error::TooLarge { lack: Some(_), .. } if !game.info().is_loopy => {
                let spec = &game.info().spec;
                Failure::Input(format!(
                    "{error} (--force tries it; `perfectplay prove --game {spec}` proves what one \
                     state is worth)"
                ))
            }
            error => unsolved(game, error),
        })
    }

    /// Does the same as [`table`](Self::table), but returns one result inside another. The outer result is an error if
    /// the cache could not be opened. The inner result is an error if the game could not be opened or solved. The inner
    /// error is [`Error::Stopped`] if the game is not solved by `deadline`.
    pub fn try_table(
        &self,
        game: &AnyGame,
        deadline: Option<Instant>,
    ) -> Result<Result<AnyTable, Error>, Failure> {
        let cache = if self.no_cache {
            None
        } else {
            Cache::from_environment()?
        };
        if let Some(cache) = &cache {
            warn_of(cache, game);
        }
        let meter = Meter::new();
        let how = Solve {
            memory: memory::free(),
            disk: free_disk(Path::new(".")),
            anyway: self.force,
            watch: &|progress| match deadline {
                Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(()),
                _ => meter.watch(progress),
            },
            ..Solve::default()
        };
        Ok(game.table(&how, cache.as_ref()))
    }
}

fn unsolved(game: &AnyGame, error: Error) -> Failure {
    match error {
        Error::Stopped => Failure::Unproved(Some(format!(
            "{} is not solved within --seconds",
            game.info().spec
        ))),
        error => error.into(),
    }
}

/// Warns once, on standard error, if the cache cannot be used. Does not warn if the table of `game`
/// is part of the program.
fn warn_of(cache: &Cache, game: &AnyGame) {
    static ONCE: Once = Once::new();
    if let Some(refused) = cache.refused().filter(|_| game.baked().is_none()) {
        ONCE.call_once(|| report(&refused));
    }
}

impl TableArg {
    pub fn open(&self) -> Result<AnyTable, Failure> {
        Ok(self.open_for(&|_| Ok(Vec::new()))?.0)
    }

    /// Opens the table or solves the game, as [`open_for`](Self::open_for) does. If the game is too large to solve,
    /// returns an oracle instead, which proves each value only when a caller asks for it.
    pub fn open_to_ask(
        &self,
        oracle: &OracleArg,
        interrupt: OnInterrupt,
        states: &dyn Fn(&AnyGame) -> Result<Vec<u64>, Failure>,
    ) -> Result<(AnyTable, Vec<u64>), Failure> {
        let (table, states) =
            self.open_or_prove(&oracle.proofs, oracle.threads, interrupt, states)?;
        if !table.is_oracle() {
            oracle.expect_unused(&in_table(&table))?;
        }
        Ok((table, states))
    }

    /// Opens the table, or solves the game. If the game is too large to solve, returns an oracle
    /// whose proofs run on `threads` threads.
    pub fn open_to_judge(
        &self,
        proofs: &ProofArg,
        threads: Option<usize>,
        interrupt: OnInterrupt,
    ) -> Result<AnyTable, Failure> {
        let (table, _) = self.open_or_prove(proofs, threads, interrupt, &|_| Ok(Vec::new()))?;
        if !table.is_oracle() {
            proofs.expect_unused(&in_table(&table))?;
        }
        Ok(table)
    }

    /// Opens the table or solves the game, as [`open_for`](Self::open_for) does. Returns an oracle instead if the game
    /// is too large to solve, or if solving takes longer than `--seconds`. Also returns an oracle if the program
    /// contains an opening table of the game, unless the user gives `--force`.
    fn open_or_prove(
        &self,
        proofs: &ProofArg,
        threads: Option<usize>,
        interrupt: OnInterrupt,
        states: &dyn Fn(&AnyGame) -> Result<Vec<u64>, Failure>,
    ) -> Result<(AnyTable, Vec<u64>), Failure> {
        if self.table.is_some() {
            return self.open_for(states);
        }
        let game = self.game.game();
        let states = states(&game)?;
        let prove = || proofs.open(&game, threads, interrupt);
        // The authors of an opening find the game too large to solve. So no survey counts its states.
        if game.has_opening() && !self.solve.force {
            return Ok((prove()?, states));
        }
        let table = match self.solve.try_table(&game, proofs.deadline())? {
            Err(Error::TooLarge { .. } | Error::Stopped) if !game.info().is_loopy => prove()?,
            table => table.map_err(|error| unsolved(&game, error))?,
        };
        Ok((table, states))
    }

    /// Calls `states` to read states, and then opens the table or solves the game. In this order, a
    /// typing error in a state is reported before the game is solved.
    pub fn open_for(
        &self,
        states: &dyn Fn(&AnyGame) -> Result<Vec<u64>, Failure>,
    ) -> Result<(AnyTable, Vec<u64>), Failure> {
        match &self.table {
            Some(path) => {
                let file = read(path, &self.game)?;
                let states = states(file.game())?;
                Ok((file.open()?, states))
            }
            None => {
                let game = self.game.game();
                let states = states(&game)?;
                Ok((self.solve.table(&game, None)?, states))
            }
        }
    }
}

/// Returns a part of an error message, such as "the values of connect:4x4 are in a table".
fn in_table(table: &AnyTable) -> String {
    format!("the values of {} are in a table", table.info().spec)
}

/// Opens a table file. If the user named a game, the table must belong to this game.
pub fn read<'a>(path: &'a Path, asked: &GameArg) -> Result<TableFile<'a>, Failure> {
    expected(TableFile::read(path, &asked.catalogue)?, path, asked)
}

/// Returns `file` if its table belongs to the game that the user named.
pub fn expected<'a>(
    file: TableFile<'a>,
    path: &Path,
    asked: &GameArg,
) -> Result<TableFile<'a>, Failure> {
    match asked.expect(&file.game().info().spec) {
        Ok(()) => Ok(file),
        Err(problem) => Err(Failure::at(path, &problem)),
    }
}

pub fn read_states(game: &AnyGame, states: &[&str]) -> Result<Vec<u64>, Failure> {
    let states = states.iter().map(|state| read_state(game, state));
    states.collect()
}

/// Parses a state of a game. Warns on standard error if `text` contains something that the rules
/// ignore, such as the clock of the fifty-move rule in chess.
pub fn read_state(game: &AnyGame, text: &str) -> Result<u64, Failure> {
    let read = game.parse(text);
    let state = read.map_err(|error| Failure::invalid_state(game.info(), text, &error))?;
    if let Some(warning) = game.warning(text) {
        report(&format_args!("{text}: {warning}"));
    }
    Ok(state)
}

/// Returns the position of the first of `states`, or the start of the game if `states` is empty.
pub fn position<'t>(table: &'t AnyTable, states: &[u64]) -> Position<'t> {
    let state = states.first();
    state.map_or_else(|| table.start(), |&state| table.position(state))
}
