//! Opens files that hold the table of any game.

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

/// The version of tables that are read tier by tier.
const TIERS: u16 = 2;

/// A file with the table of a game in a catalogue.
pub struct TableFile<'a> {
    path: &'a Path,
    content: Content,
    game: AnyGame,
}

/// The part of a table that has been read.
enum Content {
    /// The whole table.
    Bytes(Vec<u8>),
    /// Only its name: the table is read tier by tier.
    Tiers,
}

impl<'a> TableFile<'a> {
    /// Reads a file, and finds its game.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is not the table of a game in the catalogue.
    pub fn read(path: &'a Path, catalogue: &Catalogue) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::file(path, &error))?;
        Self::read_from(path, file, catalogue)
    }

    /// Does the same for a source that is already open. It reads as many bytes as the header
    /// announces, and one more to detect a longer source.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is not the table of a game in the catalogue.
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

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the table. If it was read whole, all its bytes are validated.
    ///
    /// # Errors
    /// When it is damaged, or was made from other rules.
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

/// Opens the table of a game in a catalogue, from any source. A table of tiers is read block by
/// block when it is asked; any other is read at once. Errors name the source by this path.
///
/// # Errors
///
/// When it cannot be read, is damaged, or is not the table of a game in the catalogue.
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
    // These bytes are enough to tell the version.
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
