//! Opens a solved game: by the table in this program, by one in a file, or by solving it now.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
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
    /// Does something with the solved game. Some states are read first, so that a typing
    /// error in one of them is reported before the game is solved.
    pub fn open<T>(&self, states: &[&str], then: impl Then<T>) -> Result<T, Failure> {
        match &self.table {
            Some(path) => TableFile::read(path, &self.game)?.open_at(states, then),
            None => open(&self.game.spec(), None, states, then),
        }
    }
}

/// Does something with a game, by the table in this program or once it is solved.
pub fn solve<T>(game: &Spec, then: impl Then<T>) -> Result<T, Failure> {
    open(game, None, &[], then)
}

/// What to do with a solved game.
pub trait Then<T>: FnOnce(&dyn SolvedGame) -> Result<T, Failure> {}

impl<T, F: FnOnce(&dyn SolvedGame) -> Result<T, Failure>> Then<T> for F {}

fn open<T>(
    spec: &Spec,
    file: Option<&TableFile<'_>>,
    states: &[&str],
    then: impl Then<T>,
) -> Result<T, Failure> {
    let (mut then, mut done) = (Some(then), None);
    spec.open(Opener {
        file,
        states,
        task: &mut |game| {
            if let Some(then) = then.take() {
                done = Some(then(game)?);
            }
            Ok(())
        },
    })?;
    Ok(done.expect("a game was opened, since there was no error"))
}

/// Opens a game of any type. What to do with it has no type parameter, so the code is
/// compiled once for each game, and not once for each game and task.
struct Opener<'a> {
    file: Option<&'a TableFile<'a>>,
    states: &'a [&'a str],
    task: &'a mut dyn FnMut(&dyn SolvedGame) -> Result<(), Failure>,
}

impl Visitor for Opener<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Listed>(self, game: G) -> Result<(), Failure> {
        for state in self.states {
            game.read_state(state)
                .map_err(|error| Failure::invalid_state::<G>(state, &error))?;
        }
        if let Some(file) = self.file {
            return (self.task)(&InText::of(&file.table(game)?));
        }
        if let Some(table) = game.baked() {
            return (self.task)(&InText::of(table));
        }
        (self.task)(&InText::of(&solving::solve_small(&game)?))
    }
}

/// A file that holds the table of a game on the list.
pub struct TableFile<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    spec: Spec,
}

impl<'a> TableFile<'a> {
    /// Reads a file. If a game was asked for, the table must be of this game.
    pub fn read(path: &'a Path, asked: &GameArg) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|error| wrong(path, &error))?;
        Self::read_from(path, file, asked)
    }

    /// The same for what has been opened. No more is read than the header says that there
    /// is, and one byte, which would be too much.
    pub fn read_from(
        path: &'a Path,
        mut file: impl Read,
        asked: &GameArg,
    ) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let mut read = |bytes: &mut Vec<u8>, most| {
            let read = file.by_ref().take(most).read_to_end(bytes);
            read.map_err(|error| wrong(path, &error))
        };
        read(&mut bytes, TableData::LONGEST_HEADER as u64)?;
        let expected = TableData::byte_len_from_header(&bytes);
        let expected = expected.map_err(|error| wrong(path, &error))?;
        let rest = (expected + 1).saturating_sub(bytes.len() as u64);
        read(&mut bytes, rest)?;
        Self::from_bytes(path, bytes, asked)
    }

    fn from_bytes(path: &'a Path, bytes: Vec<u8>, asked: &GameArg) -> Result<Self, Failure> {
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
        open(&self.spec, Some(self), states, then)
    }

    /// The table, once all of its bytes have been validated.
    fn table<G: Listed>(&self, game: G) -> Result<Table<'_, G>, Failure> {
        let table = Table::from_bytes(game, &self.bytes);
        table
            .and_then(|table| table.validate().map(|()| table))
            .map_err(|error| self.wrong(&error))
    }

    /// The file has a problem.
    pub fn wrong(&self, problem: &dyn Display) -> Failure {
        wrong(self.path, problem)
    }
}

fn wrong(path: &Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}
