//! `--game SPEC`: which game a subcommand is about.

use std::ffi::OsStr;
use std::sync::Arc;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};

use perfectplay_any::{AnyGame, SpecError, samples};

use perfectplay_any::Catalogue;

/// The option `--game`, which names one of the games of the program.
pub struct GameArg {
    pub catalogue: Catalogue,
    /// The game that the user has named.
    named: Option<Arc<str>>,
}

impl GameArg {
    /// The name of the option.
    const ID: &'static str = "game";

    /// Returns an option without a value, for a program with these games.
    pub const fn unnamed(catalogue: Catalogue) -> Self {
        Self {
            catalogue,
            named: None,
        }
    }

    /// Returns whether the user named a game.
    pub const fn is_named(&self) -> bool {
        self.named.is_some()
    }

    /// Returns the game that the user named, or the default one.
    pub fn game(&self) -> AnyGame {
        match &self.named {
            Some(spec) => {
                let found = self.catalogue.find(spec);
                found.expect("a game that was found on the list")
            }
            None => self.catalogue.usual(),
        }
    }

    /// Checks that a table belongs to the game that the user named. If no game was named, any
    /// table will do.
    pub fn expect(&self, found: &str) -> Result<(), String> {
        match &self.named {
            Some(asked) if **asked != *found => Err(format!(
                "expected the table of {asked}, found that of {found}"
            )),
            _ => Ok(()),
        }
    }

    /// Tells the option which games the program has, in a subcommand and in the subcommands
    /// below it.
    pub fn with_catalogue(subcommand: Command, catalogue: &Catalogue) -> Command {
        let subcommand =
            subcommand.mut_subcommands(|subcommand| Self::with_catalogue(subcommand, catalogue));
        let first = catalogue.listings().next().map(|listing| listing.name);
        let has_option = subcommand
            .get_arguments()
            .any(|arg| arg.get_id() == Self::ID);
        match first {
            Some(first) if has_option => subcommand.mut_arg(Self::ID, |arg| {
                arg.default_value(first)
                    .value_parser(OnTheList(catalogue.clone()))
            }),
            _ => subcommand,
        }
    }
}

impl clap::Args for GameArg {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(Self::ID)
                .long(Self::ID)
                .value_name("SPEC")
                .help("The game and its parameters, as listed by `perfectplay games`")
                .hide_possible_values(true),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameArg {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let Found { catalogue, spec } = matches
            .get_one(Self::ID)
            .cloned()
            .expect("a default, as the catalogue has set it");
        let is_named = matches.value_source(Self::ID) == Some(ValueSource::CommandLine);
        Ok(Self {
            catalogue,
            named: is_named.then_some(spec),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A parsed text: the game that it names, and the list of all games.
#[derive(Clone)]
struct Found {
    catalogue: Catalogue,
    spec: Arc<str>,
}

/// Parses the name of a game on the list.
#[derive(Clone)]
struct OnTheList(Catalogue);

impl TypedValueParser for OnTheList {
    type Value = Found;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Found, clap::Error> {
        let catalogue = self.0.clone();
        let found = move |text: String| {
            let spec = Arc::clone(&catalogue.find(&text)?.info().spec);
            Ok::<_, SpecError>(Found {
                catalogue: catalogue.clone(),
                spec,
            })
        };
        StringValueParser::new()
            .try_map(found)
            .parse_ref(command, arg, value)
    }

    /// Returns the names and samples of all games, for shell completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let named = self.0.listings().flat_map(|listing| {
            let name = [listing.name.to_owned()].into_iter();
            name.chain(samples(listing).filter(|sample| sample != listing.name))
        });
        Some(Box::new(named.map(PossibleValue::new)))
    }
}
