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
/// default.
#[derive(Clone, Default)]
pub struct Catalogue(Arc<Vec<Entry>>);

/// A game on the list.
#[derive(Clone)]
struct Entry {
    listing: Listing,
    /// The players that this game has of its own: their names, and how they play.
    players: Vec<(&'static str, &'static str)>,
    /// Returns the game with these parameters.
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

    /// Creates the catalogue of the games that ship.
    #[cfg(feature = "games")]
    #[must_use]
    pub fn with_games_that_ship() -> Self {
        let mut catalogue = Self::default();
        catalogue.add_those_that_ship();
        catalogue
    }

    /// Adds the games that ship.
    // The code of these games is compiled with this crate, and not again whenever a program
    // that uses it changes.
    #[cfg(feature = "games")]
    pub fn add_those_that_ship(&mut self) {
        perfectplay_games::visit_types(self);
    }

    /// Returns the description of each game.
    pub fn listings(&self) -> impl Iterator<Item = &Listing> {
        self.0.iter().map(|entry| &entry.listing)
    }

    /// Returns the first game, with its default parameters.
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

    /// Returns the players that single games have of their own: their names, and how they play.
    #[must_use]
    pub fn own_players(&self) -> BTreeSet<(&'static str, &'static str)> {
        let entries = self.0.iter();
        entries.flat_map(|entry| entry.players.clone()).collect()
    }

    /// Returns the game that a text such as `mnk:4,4,4` names: a name, and parameters after a
    /// colon. Without parameters, the default ones are used.
    ///
    /// # Errors
    /// When no game has the name, or the game has no such parameters.
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
    /// When two games have the same name.
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

/// The error for a program in which two games have the same name.
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
