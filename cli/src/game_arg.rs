//! `--game SPEC`: which game a subcommand is about.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use perfectplay::games::{self, Listed, SpecError, Visitor};
use serde::{Serialize, Serializer};

/// The game that every subcommand is about unless `--game` names another.
const DEFAULT: &str = "tictactoe";

/// The option that names a game.
#[derive(Default, clap::Args)]
pub struct GameArg {
    /// The game and its parameters, such as hexapawn:3x3; `perfectplay games` lists them
    /// [default: tictactoe].
    #[arg(long, value_name = "SPEC")]
    pub game: Option<Spec>,
}

impl GameArg {
    /// The game that was named, or the default one.
    pub fn spec(&self) -> Spec {
        self.game.clone().unwrap_or_default()
    }

    /// Checks that a table is of the game that was named, if one was.
    pub fn expect(&self, found: &Spec) -> Result<(), String> {
        match &self.game {
            Some(asked) if asked != found => Err(format!(
                "expected the table of {asked}, found that of {found}"
            )),
            _ => Ok(()),
        }
    }
}

/// A game that is on the list, by its name and parameters: `hexapawn:3x3`.
#[derive(Clone, PartialEq, Eq)]
pub struct Spec(Arc<str>);

impl Spec {
    /// The name and the parameters of a game.
    pub fn of<G: Listed>(game: &G) -> Self {
        let mut spec = format!("{}:", G::NAME);
        game.write_parameters(&mut spec).expect("memory");
        // A game without parameters has a name only.
        spec.truncate(spec.trim_end_matches(':').len());
        Self(spec.into())
    }

    /// Does something with the rules of the game.
    pub fn open<V: Visitor>(&self, visitor: V) -> V::Output {
        games::open(&self.0, visitor).expect("a game that was found on the list")
    }
}

impl Default for Spec {
    fn default() -> Self {
        Self(DEFAULT.into())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        struct Name;

        impl Visitor for Name {
            type Output = Spec;

            fn visit<G: Listed>(self, game: G) -> Spec {
                Spec::of(&game)
            }
        }

        games::open(text, Name)
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
