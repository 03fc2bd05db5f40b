//! Which game it is, as text.

use std::fmt;
use std::sync::Arc;

use perfectplay_games::Listed;
use serde::{Serialize, Serializer};

/// A game that is on the list, by its name and parameters: `hexapawn:3x3`.
#[derive(Clone, PartialEq, Eq)]
pub struct Spec(pub Arc<str>);

impl Spec {
    /// The name and the parameters of a game.
    pub fn of<G: Listed>(game: &G) -> Self {
        let mut spec = format!("{}:", G::NAME);
        game.write_parameters(&mut spec).expect("memory");
        // A game without parameters has a name only.
        spec.truncate(spec.trim_end_matches(':').len());
        Self(spec.into())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
