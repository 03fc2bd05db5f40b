//! A file that holds the table of some game.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use perfectplay::table::{TableData, TableError};
use perfectplay_tablebase::Source;

use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::game::AnyGame;
use crate::table::AnyTable;

/// The version of the tables that are read tier by tier.
const TIERS: u16 = 2;

/// A file that holds the table of a game on a list.
pub struct TableFile<'a> {
    path: &'a Path,
    content: Content,
    game: AnyGame,
}

/// What has been read of a table.
enum Content {
    /// All of it.
    Bytes(Vec<u8>),
    /// Its name: it is read tier by tier.
    Tiers,
}

impl<'a> TableFile<'a> {
    /// Reads a file, and finds its game.
    ///
    /// # Errors
    /// When it cannot be read, or is not the table of a game on the list.
    pub fn read(path: &'a Path, catalogue: &Catalogue) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::file(path, &error))?;
        Self::read_from(path, file, catalogue)
    }

    /// The same for what has been opened. No more is read than the header says that there is, and
    /// one byte, which would be too much.
    ///
    /// # Errors
    /// When it cannot be read, or is not the table of a game on the list.
    pub fn read_from(
        path: &'a Path,
        mut file: impl Read,
        catalogue: &Catalogue,
    ) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let mut read = |bytes: &mut Vec<u8>, most| {
            let read = file.by_ref().take(most).read_to_end(bytes);
            read.map_err(|error| Error::file(path, &error))
        };
        read(&mut bytes, TableData::LONGEST_HEADER as u64)?;
        let (name, content) = match TableData::byte_len_from_header(&bytes) {
            Ok(expected) => {
                let rest = (expected + 1).saturating_sub(bytes.len() as u64);
                read(&mut bytes, rest)?;
                let data = TableData::from_bytes(&bytes);
                let data = data.map_err(|error| Error::file(path, &error))?;
                (data.name().to_owned(), Content::Bytes(bytes))
            }
            Err(TableError::Version { found: TIERS, .. }) if !path.is_file() => {
                return Err(Error::file(
                    path,
                    &"expected a file, since this table is read piece by piece",
                ));
            }
            Err(TableError::Version { found: TIERS, .. }) => {
                let file = File::open(path).map_err(|error| Error::file(path, &error))?;
                (crate::large::name(&file, path)?, Content::Tiers)
            }
            Err(error) => return Err(Error::file(path, &error)),
        };
        let game = catalogue.find(&name);
        Ok(Self {
            path,
            content,
            game: game.map_err(|error| Error::file(path, &error))?,
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The table. If it has been read whole, all of its bytes are validated.
    ///
    /// # Errors
    /// When it is damaged, or made by other rules.
    pub fn open(self) -> Result<AnyTable, Error> {
        match self.content {
            Content::Bytes(bytes) => {
                let table = self.game.open_bytes(bytes);
                table.map_err(|error| Error::file(self.path, &error))
            }
            Content::Tiers => {
                let file = File::open(self.path).map_err(|error| Error::file(self.path, &error))?;
                self.game.open_tiers(Box::new(file), self.path)
            }
        }
    }
}

/// The table of a game on a list, wherever its bytes are. What is read tier by tier is read when it is
/// asked, all else at once. Errors tell it by this path.
///
/// # Errors
/// When it cannot be read, is damaged, or is not the table of a game on the list.
pub fn open(
    source: Box<dyn Source>,
    path: &Path,
    catalogue: &Catalogue,
) -> Result<AnyTable, Error> {
    let wrong = |problem: &dyn fmt::Display| Error::file(path, problem);
    let len = source.len().map_err(|error| wrong(&error))?;
    let read = |most: u64| {
        let mut bytes = vec![0; len.min(most) as usize];
        let read = source.read_at(&mut bytes, 0);
        read.map(|()| bytes).map_err(|error| wrong(&error))
    };
    let find = |name: &str| catalogue.find(name).map_err(|error| wrong(&error));
    // Enough to tell the version.
    let version = TableData::byte_len_from_header(&read(64)?);
    if let Err(TableError::Version { found: TIERS, .. }) = version {
        return find(&crate::large::name(&*source, path)?)?.open_tiers(source, path);
    }
    let header = read(TableData::LONGEST_HEADER as u64)?;
    let expected = TableData::byte_len_from_header(&header).map_err(|error| wrong(&error))?;
    let bytes = read(expected + 1)?;
    let data = TableData::from_bytes(&bytes).map_err(|error| wrong(&error))?;
    let game = find(data.name())?;
    game.open_bytes(bytes).map_err(|error| wrong(&error))
}
