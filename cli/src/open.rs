//! Opens a solved game: its table in this program, one from a file, or by solving it now.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use perfectplay::games::{Listed, Visitor};
use perfectplay::{Table, TableData};

use crate::Failure;
use crate::game_arg::{GameArg, Spec};
use crate::solved_game::{InText, SolvedGame};
use crate::solving;

/// The options that name a solved game.
#[derive(Default, clap::Args)]
pub struct TableArg {
    #[command(flatten)]
    pub game: GameArg,

    /// Read the table of the game from a file that `perfectplay solve -o` wrote, instead of
    /// solving the game now.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

impl TableArg {
    /// Does something with the solved game. Some states are read first, so that a slip
    /// in one does not have to wait for the solver.
    pub fn open<T>(&self, states: &[&str], then: impl Then<T>) -> Result<T, Failure> {
        match &self.table {
            Some(path) => TableFile::read(path, &self.game)?.open_at(states, then),
            None => solve_at(&self.game.spec(), states, then),
        }
    }
}

/// Does something with a game, by the table in this program or once it is solved.
pub fn solve<T>(game: &Spec, then: impl Then<T>) -> Result<T, Failure> {
    solve_at(game, &[], then)
}

fn solve_at<T>(game: &Spec, states: &[&str], then: impl Then<T>) -> Result<T, Failure> {
    once(then, |then| game.open(Solver { states, then }))
}

/// What is to be done with a solved game.
pub trait Then<T>: FnOnce(&dyn SolvedGame) -> Result<T, Failure> {}

impl<T, F: FnOnce(&dyn SolvedGame) -> Result<T, Failure>> Then<T> for F {}

/// The same without its type: there is one code for each game, whatever is to be done.
type Task<'a> = &'a mut dyn FnMut(&dyn SolvedGame) -> Result<(), Failure>;

/// Does a thing that is done once, as a task.
fn once<T>(
    then: impl Then<T>,
    run: impl FnOnce(Task<'_>) -> Result<(), Failure>,
) -> Result<T, Failure> {
    let (mut then, mut done) = (Some(then), None);
    run(&mut |book| {
        if let Some(then) = then.take() {
            done = Some(then(book)?);
        }
        Ok(())
    })?;
    Ok(done.expect("a game was opened, since no error was told"))
}

/// A file that holds a table of a game that is on the list.
pub struct TableFile<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    spec: Spec,
}

impl<'a> TableFile<'a> {
    /// Reads a file, and looks whether it is of the game that was asked for, if any was.
    pub fn read(path: &'a Path, asked: &GameArg) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| wrong(path, &error))?;
        Self::from_bytes(path, bytes, asked)
    }

    /// The same, once its bytes are read.
    pub fn from_bytes(path: &'a Path, bytes: Vec<u8>, asked: &GameArg) -> Result<Self, Failure> {
        let data = TableData::from_bytes(&bytes).map_err(|error| wrong(path, &error))?;
        let spec: Spec = data.name().parse().map_err(|error| wrong(path, &error))?;
        asked.expect(&spec).map_err(|error| wrong(path, &error))?;
        Ok(Self { path, bytes, spec })
    }

    /// Does something with the table.
    pub fn open<T>(&self, then: impl Then<T>) -> Result<T, Failure> {
        self.open_at(&[], then)
    }

    fn open_at<T>(&self, states: &[&str], then: impl Then<T>) -> Result<T, Failure> {
        once(then, |then| {
            self.spec.open(Reader {
                file: self,
                states,
                then,
            })
        })
    }

    /// The table of the game, once all of it has been read and found whole.
    fn table<G: Listed>(&self, game: G) -> Result<Table<'_, G>, Failure> {
        let table = Table::from_bytes(game, &self.bytes);
        table
            .and_then(|table| table.validate().map(|()| table))
            .map_err(|error| self.wrong(&error))
    }

    /// What is wrong with the file.
    pub fn wrong(&self, problem: &dyn Display) -> Failure {
        wrong(self.path, problem)
    }
}

fn wrong(path: &Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}

/// Opens a game by the table in this program, or by solving it.
struct Solver<'a> {
    states: &'a [&'a str],
    then: Task<'a>,
}

impl Visitor for Solver<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Listed + 'static>(self, game: G) -> Result<(), Failure> {
        read_states(&game, self.states)?;
        if let Some(table) = game.baked() {
            return (self.then)(&InText::of(table));
        }
        let solution = solving::solve_small(&game)?;
        (self.then)(&InText::of(&solution))
    }
}

/// Opens a game by its table.
struct Reader<'a> {
    file: &'a TableFile<'a>,
    states: &'a [&'a str],
    then: Task<'a>,
}

impl Visitor for Reader<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Listed + 'static>(self, game: G) -> Result<(), Failure> {
        read_states(&game, self.states)?;
        let table = self.file.table(game)?;
        (self.then)(&InText::of(&table))
    }
}

/// Looks whether all states of an argument are some.
fn read_states<G: Listed>(game: &G, states: &[&str]) -> Result<(), Failure> {
    for state in states {
        game.read_state(state)
            .map_err(|error| Failure::invalid_state(state, &error))?;
    }
    Ok(())
}
