//! Opens a solved game: by the table in this program, by one in a file, or by solving it now.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use perfectplay::TableData;

use crate::Failure;
use crate::any_game::{AnyGame, Task};
use crate::game_arg::GameArg;
use crate::solved_game::SolvedGame;

/// The options that name a solved game.
#[derive(clap::Args)]
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
            Some(path) => {
                let file = TableFile::read(path, &self.game)?;
                read_states(&*file.game, states)?;
                file.open(then)
            }
            None => {
                let game = self.game.game();
                read_states(&*game, states)?;
                solve(&*game, then)
            }
        }
    }
}

fn read_states(game: &dyn AnyGame, states: &[&str]) -> Result<(), Failure> {
    states.iter().try_for_each(|state| {
        let read = game.read_state(state);
        read.map_err(|error| Failure::invalid_state(&game.listing(), state, &error))
    })
}

/// Does something with a game, by the table in this program or once it is solved.
pub fn solve<T>(game: &dyn AnyGame, then: impl Then<T>) -> Result<T, Failure> {
    done(then, |task| game.open(task))
}

/// What to do with a solved game.
pub trait Then<T>: FnOnce(&dyn SolvedGame) -> Result<T, Failure> {}

impl<T, F: FnOnce(&dyn SolvedGame) -> Result<T, Failure>> Then<T> for F {}

/// Does something with a game that another function opens. The task that this one gets has no
/// type parameter, so its code is compiled once for each game, and not once for each game and
/// task.
fn done<T>(
    then: impl Then<T>,
    open: impl FnOnce(&mut Task<'_>) -> Result<(), Failure>,
) -> Result<T, Failure> {
    let (mut then, mut done) = (Some(then), None);
    open(&mut |game| {
        if let Some(then) = then.take() {
            done = Some(then(game)?);
        }
        Ok(())
    })?;
    Ok(done.expect("a game was opened, since there was no error"))
}

/// A file that holds the table of a game on the list.
pub struct TableFile<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    game: Box<dyn AnyGame>,
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
        let game = asked.catalogue.find(data.name());
        let game = game.map_err(|error| wrong(path, &error))?;
        let expected = asked.expect(&game.spec());
        expected.map_err(|error| wrong(path, &error))?;
        Ok(Self { path, bytes, game })
    }

    /// Does something with the table, once all of its bytes have been validated.
    pub fn open<T>(self, then: impl Then<T>) -> Result<T, Failure> {
        let Self { path, bytes, game } = self;
        let wrong = |problem: &dyn Display| wrong(path, problem);
        done(then, |task| game.open_table(&bytes, &wrong, task))
    }
}

fn wrong(path: &Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}
