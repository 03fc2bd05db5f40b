//! A file that holds the table of some game.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use perfectplay::table::{TableData, TableError};

use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::rules::Rules;
use crate::table::Table;

/// The version of the tables that are read tier by tier.
const TIERS: u16 = 2;

/// A file that holds the table of a game on a list.
pub struct TableFile<'a> {
    path: &'a Path,
    content: Content,
    game: Box<dyn Rules>,
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
                (crate::large::name(path)?, Content::Tiers)
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
    pub fn game(&self) -> &dyn Rules {
        &*self.game
    }

    /// The table. If it has been read whole, all of its bytes are validated.
    ///
    /// # Errors
    /// When it is damaged, or made by other rules.
    pub fn open(self) -> Result<Box<dyn Table>, Error> {
        match self.content {
            Content::Bytes(bytes) => {
                let table = self.game.open_bytes(bytes);
                table.map_err(|error| Error::file(self.path, &error))
            }
            Content::Tiers => self.game.open_tiers(self.path),
        }
    }
}
