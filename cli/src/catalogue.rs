//! The games that a program knows, and those that are solved tier by tier.

use std::sync::Arc;

use perfectplay_any as any;
use perfectplay_games::{Listed, TypeVisitor, visit_types};

use crate::large::any_game::AnyGame;

/// The games that a program knows.
#[derive(Clone, Default)]
pub struct Catalogue {
    pub games: any::Catalogue,
    large: Arc<Vec<(&'static str, Open)>>,
}

/// Opens the game with some parameters.
type Open = fn(&str) -> Option<Box<dyn AnyGame>>;

impl Catalogue {
    /// Adds a game at the end.
    pub fn add<G: Listed>(&mut self) {
        self.games.add::<G>();
        let open: Open = |parameters| Some(Box::new(G::with_parameters(parameters)?));
        Arc::make_mut(&mut self.large).push((G::NAME, open));
    }

    /// Adds the games that ship.
    #[inline]
    pub fn add_those_that_ship(&mut self) {
        visit_types(self);
    }

    /// The game with this name and parameters, if it is on the list.
    pub fn large(&self, spec: &str) -> Option<Box<dyn AnyGame>> {
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let (_, open) = self.large.iter().find(|(known, _)| *known == name)?;
        open(parameters)
    }
}

impl TypeVisitor for Catalogue {
    fn visit<G: Listed>(&mut self) {
        self.add::<G>();
    }
}
