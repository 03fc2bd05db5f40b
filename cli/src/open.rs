//! Opens a solved game: by the table in this program, by one in a file, or by solving it now.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use perfectplay::table::{TableData, TableError};

use crate::Failure;
use crate::any_game::AnyGame;
use crate::game_arg::GameArg;
use crate::opener::{Opener, Source, wrong};
use crate::solved_game::SolvedGame;
use crate::tier_work::told;

/// The options that name a solved game.
#[derive(clap::Args)]
pub struct TableArg {
    #[command(flatten)]
    pub game: GameArg,

    /// Read the table of the game from a file that `perfectplay solve -o` wrote, instead of
    /// solving the game now.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// Solve the game even if it seems too large for that.
    #[arg(long, conflicts_with = "table")]
    pub anyway: bool,
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
                solve(game, self.anyway, then)
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
pub fn solve<T>(game: Box<dyn AnyGame>, anyway: bool, then: impl Then<T>) -> Result<T, Failure> {
    open(game, Source::Solving { anyway }, then)
}

/// What to do with a solved game.
pub trait Then<T>: FnOnce(&dyn SolvedGame) -> Result<T, Failure> {}

impl<T, F: FnOnce(&dyn SolvedGame) -> Result<T, Failure>> Then<T> for F {}

fn open<T>(game: Box<dyn AnyGame>, source: Source<'_>, then: impl Then<T>) -> Result<T, Failure> {
    let (mut then, mut done) = (Some(then), None);
    game.open(Opener {
        source,
        task: &mut |game| {
            if let Some(then) = then.take() {
                done = Some(then(game)?);
            }
            Ok(())
        },
    })?;
    Ok(done.expect("a game was opened, since there was no error"))
}

/// The version of the tables that are read tier by tier.
const TIERS: u16 = 2;

/// A file that holds the table of a game on the list.
pub struct TableFile<'a> {
    path: &'a Path,
    content: Content,
    game: Box<dyn AnyGame>,
}

/// What has been read of a table.
enum Content {
    /// All of it.
    Bytes(Vec<u8>),
    /// Its name: it is read piece by piece.
    Tiers,
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
        match TableData::byte_len_from_header(&bytes) {
            Ok(expected) => {
                let rest = (expected + 1).saturating_sub(bytes.len() as u64);
                read(&mut bytes, rest)?;
                Self::from_bytes(path, bytes, asked)
            }
            Err(TableError::Version { found: TIERS, .. }) => Self::of_tiers(path, asked),
            Err(error) => Err(wrong(path, &error)),
        }
    }

    fn from_bytes(path: &'a Path, bytes: Vec<u8>, asked: &GameArg) -> Result<Self, Failure> {
        let data = TableData::from_bytes(&bytes).map_err(|error| wrong(path, &error))?;
        let name = data.name().to_owned();
        Self::new(path, &name, asked, Content::Bytes(bytes))
    }

    fn of_tiers(path: &'a Path, asked: &GameArg) -> Result<Self, Failure> {
        if !path.is_file() {
            return Err(wrong(
                path,
                &"expected a file, since this table is read piece by piece",
            ));
        }
        let name = perfectplay_tablebase::table::name(path).map_err(told)?;
        Self::new(path, &name, asked, Content::Tiers)
    }

    fn new(path: &'a Path, name: &str, asked: &GameArg, content: Content) -> Result<Self, Failure> {
        let game = asked.catalogue.find(name);
        let game = game.map_err(|error| wrong(path, &error))?;
        let expected = asked.expect(&game.spec());
        expected.map_err(|error| wrong(path, &error))?;
        Ok(Self {
            path,
            content,
            game,
        })
    }

    /// Does something with the table. If it has been read whole, all of its bytes are validated
    /// first.
    pub fn open<T>(self, then: impl Then<T>) -> Result<T, Failure> {
        let source = match &self.content {
            Content::Bytes(bytes) => Source::Bytes(bytes, self.path),
            Content::Tiers => Source::Tiers(self.path),
        };
        open(self.game, source, then)
    }
}
