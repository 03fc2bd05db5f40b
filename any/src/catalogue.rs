//! The games that a program knows.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "games")]
use perfectplay_games::TypeVisitor;
use perfectplay_games::{Listed, Listing};

use crate::game::AnyGame;
use crate::rules::rules;
use crate::spec::SpecError;

/// The games that a program knows, in the order in which it lists them. The first is the
/// one that a subcommand is about unless another is named.
#[derive(Clone, Default)]
pub struct Catalogue(Arc<Vec<Entry>>);

/// A game on the list.
#[derive(Clone)]
struct Entry {
    listing: Listing,
    /// The players that the game has of its own: their names, and how they play.
    players: Vec<(&'static str, &'static str)>,
    /// The game with these parameters.
    open: fn(&str) -> Option<AnyGame>,
}

impl Catalogue {
    /// Adds a game at the end.
    pub fn add<G: Listed>(&mut self) {
        let own = G::PLAYERS.iter();
        Arc::make_mut(&mut self.0).push(Entry {
            listing: Listing::new::<G>(),
            players: own.map(|player| (player.name, player.about)).collect(),
            open: |parameters| {
                let game = G::with_parameters(parameters)?;
                Some(rules(game))
            },
        });
    }

    /// The games that ship.
    #[cfg(feature = "games")]
    #[must_use]
    pub fn with_games_that_ship() -> Self {
        let mut catalogue = Self::default();
        catalogue.add_those_that_ship();
        catalogue
    }

    /// Adds the games that ship.
    // All that there is of these games is compiled with this crate, and not again whenever a
    // program changes that stands on it.
    #[cfg(feature = "games")]
    pub fn add_those_that_ship(&mut self) {
        perfectplay_games::visit_types(self);
    }

    /// What there is to tell of each game.
    pub fn listings(&self) -> impl Iterator<Item = &Listing> {
        self.0.iter().map(|entry| &entry.listing)
    }

    /// The first game, with its usual parameters.
    ///
    /// # Panics
    /// When there is no game.
    #[must_use]
    pub fn usual(&self) -> AnyGame {
        let mut names = self.listings().map(|listing| listing.name);
        let first = names.next().map(|name| self.find(name));
        first
            .and_then(Result::ok)
            .expect("a valid catalogue, which has a game with a sample")
    }

    /// The players that games have of their own: their names, and how they play.
    #[must_use]
    pub fn own_players(&self) -> BTreeSet<(&'static str, &'static str)> {
        let entries = self.0.iter();
        entries.flat_map(|entry| entry.players.clone()).collect()
    }

    /// The game that a text such as `mnk:4,4,4` names: a name, and parameters behind a
    /// colon; without them, the usual ones.
    ///
    /// # Errors
    /// When no game has the name, or it has no such parameters.
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

    /// Checks that each game has a name of its own.
    ///
    /// # Errors
    /// When two have the same.
    pub fn validate(&self) -> Result<(), NameClash> {
        let mut names = BTreeSet::new();
        let mut listed = self.listings().map(|listing| listing.name);
        match listed.find(|name| !names.insert(*name)) {
            Some(name) => Err(NameClash { name }),
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

/// Two games of a program have the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Error for NameClash {}
