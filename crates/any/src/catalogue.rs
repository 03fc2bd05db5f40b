//! The list of the games that a program knows, and files with tables of these games.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::{error, fmt};

use perfectplay::table::{TableData, TableError};
#[cfg(feature = "games")]
use perfectplay_games::TypeVisitor;
use perfectplay_games::{Listed, Listing};
use perfectplay_tablebase::Source;

use crate::erased_game::rules;
use crate::error::{Error, SpecError};
use crate::game::AnyGame;
use crate::table::AnyTable;

/// The list of the games that a program knows, in the order in which the program shows them. The first game is
/// the default.
#[derive(Clone, Default)]
pub struct Catalogue(Arc<Vec<Entry>>);

#[derive(Clone)]
struct Entry {
    listing: Listing,
    /// Calls a function for each player that comes with the game. The arguments of the function are the
    /// player's name and a description of how the player plays.
    each_player: fn(&mut dyn FnMut(&'static str, &'static str)),
    /// Creates the game with the parameters in a text; `None` if the game does not accept them.
    open: fn(&str) -> Option<AnyGame>,
}

impl Catalogue {
    /// Adds a game at the end of the catalogue.
    pub fn add<G: Listed>(&mut self) {
        Arc::make_mut(&mut self.0).push(Entry {
            listing: Listing::new::<G>(),
            each_player: |each| {
                for player in G::PLAYERS {
                    each(player.name, player.about);
                }
            },
            open: |parameters| G::with_parameters(parameters).map(rules),
        });
    }

    /// Creates the catalogue of the games that come with `perfectplay`.
    #[cfg(feature = "games")]
    #[must_use]
    pub fn with_games_that_ship() -> Self {
        let mut catalogue = Self::default();
        catalogue.add_those_that_ship();
        catalogue
    }

    /// Adds the games that come with `perfectplay`. The code of these games is compiled with this crate. So the
    /// games are not compiled again when only a program that uses this crate changes.
    #[cfg(feature = "games")]
    pub fn add_those_that_ship(&mut self) {
        perfectplay_games::visit_types(self);
    }

    /// Returns the description of each game.
    pub fn listings(&self) -> impl Iterator<Item = &Listing> {
        self.0.iter().map(|entry| &entry.listing)
    }

    /// Returns the first game of the catalogue, with the default parameters of the game.
    ///
    /// # Panics
    /// When the catalogue is empty.
    #[must_use]
    pub fn usual(&self) -> AnyGame {
        let first = self.listings().next();
        let first = first.and_then(|listing| self.find(listing.name).ok());
        first.expect("a valid catalogue, which has a game with a sample")
    }

    /// Returns the players that come with the games, sorted and without repetitions. Each entry contains the name of a
    /// player and a description of how the player plays.
    #[must_use]
    pub fn own_players(&self) -> Vec<(&'static str, &'static str)> {
        let mut players = Vec::new();
        for entry in self.0.iter() {
            (entry.each_player)(&mut |name, about| {
                if let Err(at) = players.binary_search(&(name, about)) {
                    players.insert(at, (name, about));
                }
            });
        }
        players
    }

    /// Returns the game that a text such as `mnk:4,4,4` names. The text is the name of a game, or the name, a colon,
    /// and parameters. If the text contains no parameters, the game has its default parameters.
    ///
    /// # Errors
    /// Fails when no game has this name, or the game does not accept these parameters.
    pub fn find(&self, text: &str) -> Result<AnyGame, SpecError> {
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        let Some(entry) = self.0.iter().find(|entry| entry.listing.name == name) else {
            let names = self.listings().map(|listing| listing.name);
            return Err(SpecError::Name(names.collect()));
        };
        let listing = entry.listing;
        let usual = || listing.samples.first().copied().unwrap_or_default();
        (entry.open)(parameters.unwrap_or_else(usual)).ok_or(SpecError::Parameters(listing))
    }

    /// Checks that no two games have the same name.
    ///
    /// # Errors
    /// Fails when two games have the same name.
    pub fn validate(&self) -> Result<(), NameClash> {
        let names = || self.listings().map(|listing| listing.name);
        let mut places = names().enumerate();
        match places.find(|&(place, name)| names().take(place).any(|other| other == name)) {
            Some((_, name)) => Err(NameClash { name }),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "games")]
impl TypeVisitor for Catalogue {
    fn visit<G: Listed>(&mut self) {
        self.add::<G>();
    }
}

/// The error when two games have the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameClash {
    /// The name.
    pub name: &'static str,
}

impl fmt::Display for NameClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        write!(f, "expected games with different names, found {name} twice")
    }
}

perfectplay::debug_as_display!([] NameClash);

impl error::Error for NameClash {}

/// For each of the sample parameters in `listing`, returns the full name of the game, such as `connect:4x4`.
pub fn samples(listing: &Listing) -> impl Iterator<Item = String> {
    listing.samples.iter().map(|sample| match *sample {
        "" => listing.name.to_owned(),
        parameters => format!("{}:{parameters}", listing.name),
    })
}

/// The version number in the header of a tablebase file. A table with this version is read block by block.
const TIERS: u16 = 2;

/// A file with the table of a game in the catalogue.
pub struct TableFile<'a> {
    path: &'a Path,
    content: FileContent,
    game: AnyGame,
}

enum FileContent {
    /// The whole table, which was read at once.
    Bytes(Vec<u8>),
    Tiers(Box<dyn Source>),
}

impl<'a> TableFile<'a> {
    /// Reads a table file, and finds its game in the catalogue.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be read, or is not the table of a game in the catalogue.
    pub fn read(path: &'a Path, catalogue: &Catalogue) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::file(path, &error))?;
        if path.is_file() {
            Self::from_source(path, Box::new(file), catalogue)
        } else {
            Self::read_from(path, file, catalogue)
        }
    }

    /// Reads the table from a stream. Reads as many bytes as the header announces. Tries to read one byte more, to
    /// detect a stream that is too long.
    ///
    /// # Errors
    ///
    /// Fails when the stream cannot be read, or is not the table of a game in the catalogue.
    pub fn read_from(
        path: &'a Path,
        mut stream: impl Read,
        catalogue: &Catalogue,
    ) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let mut read = |bytes: &mut Vec<u8>, most| {
            let read = stream.by_ref().take(most).read_to_end(bytes);
            read.map_err(|error| Error::file(path, &error))
        };
        read(&mut bytes, TableData::LONGEST_HEADER as u64)?;
        match TableData::byte_len_from_header(&bytes) {
            Ok(expected) => {
                let rest = (expected + 1).saturating_sub(bytes.len() as u64);
                read(&mut bytes, rest)?;
            }
            Err(TableError::Version { found: TIERS, .. }) => {
                return Err(Error::file(
                    path,
                    &"expected a file: this table is too large to be read from a stream",
                ));
            }
            Err(error) => return Err(Error::file(path, &error)),
        }
        Self::from_source(path, Box::new(bytes), catalogue)
    }

    /// Reads a table from a file or another source of bytes. If the table is stored tier by tier, reads only its
    /// beginning.
    fn from_source(
        path: &'a Path,
        source: Box<dyn Source>,
        catalogue: &Catalogue,
    ) -> Result<Self, Error> {
        let wrong = |problem: &dyn fmt::Display| Error::file(path, problem);
        let len = source.len().map_err(|error| wrong(&error))?;
        let read = |most: u64| {
            let mut bytes = vec![0; len.min(most) as usize];
            let read = source.read_at(&mut bytes, 0);
            read.map(|()| bytes).map_err(|error| wrong(&error))
        };
        // The version is in the first bytes of every table.
        let version = TableData::byte_len_from_header(&read(64)?);
        let (name, content) = if let Err(TableError::Version { found: TIERS, .. }) = version {
            let name = crate::tablebase::name(&*source, path)?;
            (name, FileContent::Tiers(source))
        } else {
            let longest = TableData::LONGEST_HEADER as u64;
            let expected = TableData::byte_len_from_header(&read(longest)?);
            let expected = expected.map_err(|error| wrong(&error))?;
            let bytes = read(longest.max(expected + 1))?;
            let data = TableData::from_bytes(&bytes).map_err(|error| wrong(&error))?;
            (data.name().to_owned(), FileContent::Bytes(bytes))
        };
        Ok(Self {
            path,
            content,
            game: catalogue.find(&name).map_err(|error| wrong(&error))?,
        })
    }

    /// Returns the game of the table.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Opens the table. If the whole table has been read already, validates its bytes.
    ///
    /// # Errors
    /// Fails when the table is damaged, or was made from other rules.
    pub fn open(self) -> Result<AnyTable, Error> {
        match self.content {
            FileContent::Bytes(bytes) => {
                let table = self.game.open_bytes(bytes);
                table.map_err(|error| Error::file(self.path, &error))
            }
            FileContent::Tiers(source) => self.game.open_tiers(source, self.path),
        }
    }
}

/// Opens the table of a game in the catalogue from any source. If the table is stored tier by tier, a block of the
/// table is read only when a question needs it. Any other table is read whole at once. Error messages call the source
/// `path`.
///
/// # Errors
///
/// Fails when the source cannot be read, is damaged, or is not the table of a game in the catalogue.
pub fn open(
    source: Box<dyn Source>,
    path: &Path,
    catalogue: &Catalogue,
) -> Result<AnyTable, Error> {
    TableFile::from_source(path, source, catalogue)?.open()
}
