//! The option `--game SPEC`, which selects the game that a subcommand works on.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};

use perfectplay_any::{AnyGame, SpecError, samples};

use perfectplay_any::Catalogue;

/// The value of the option `--game`, and the list of games from which this option selects one.
pub struct GameArg {
    pub catalogue: Catalogue,
    /// The game that the option names, or the default game.
    game: AnyGame,
    /// Whether the user named the game; if not, `game` is the default game.
    is_named: bool,
}

impl GameArg {
    const ID: &'static str = "game";

    /// Returns the default value of the option. `catalogue` lists the games of the program.
    pub fn unnamed(catalogue: Catalogue) -> Self {
        Self {
            game: catalogue.usual(),
            catalogue,
            is_named: false,
        }
    }

    pub const fn is_named(&self) -> bool {
        self.is_named
    }

    /// Returns the game that the user named, or the default game.
    pub fn game(&self) -> AnyGame {
        self.game.clone()
    }

    /// Checks that a table belongs to the game that the user named. `found` is the game of the
    /// table. If the user named no game, accepts any table.
    pub fn expect(&self, found: &str) -> Result<(), String> {
        let asked = &self.game.info().spec;
        if self.is_named && **asked != *found {
            return Err(format!(
                "expected the table of {asked}, found that of {found}"
            ));
        }
        Ok(())
    }

    /// Lets the option `--game` of `subcommand` accept the games of `catalogue`. Does the same in
    /// all subcommands of `subcommand`.
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
        let Found { catalogue, game } = matches
            .get_one(Self::ID)
            .cloned()
            .expect("a default, as the catalogue has set it");
        let is_named = matches.value_source(Self::ID) == Some(ValueSource::CommandLine);
        Ok(Self {
            catalogue,
            game,
            is_named,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The result of parsing the option `--game`: the selected game, and the list of all games. The
/// parser has already created the game from its parameters. This value stores the game, so that it
/// is created only once.
#[derive(Clone)]
struct Found {
    catalogue: Catalogue,
    game: AnyGame,
}

/// A parser for the name and the parameters of a game in the catalogue.
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
            Ok::<_, SpecError>(Found {
                catalogue: catalogue.clone(),
                game: catalogue.find(&text)?,
            })
        };
        StringValueParser::new()
            .try_map(found)
            .parse_ref(command, arg, value)
    }

    /// Returns the name of each game, such as `connect`, and a few examples with parameters, such
    /// as `connect:4x4`. Shells offer these texts as completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let named = self.0.listings().flat_map(|listing| {
            let name = [listing.name.to_owned()].into_iter();
            name.chain(samples(listing).filter(|sample| sample != listing.name))
        });
        Some(Box::new(named.map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use clap::Args;
    use perfectplay::game::Hints;
    use perfectplay::{Game, Move, Moves, Value};
    use perfectplay_games::Listed;

    use super::*;

    /// A game with one heap. Each move takes one or two things from the heap.
    #[derive(Clone, Copy)]
    struct Counted(u32);

    /// The number of times that [`Counted::with_parameters`] was called.
    static MADE: AtomicUsize = AtomicUsize::new(0);

    impl Game for Counted {
        type State = u32;

        fn move_count(&self) -> u32 {
            2
        }

        fn start(&self) -> u32 {
            self.0
        }

        fn outcome(&self, left: u32) -> Option<Value> {
            (left == 0).then_some(Value::Loss)
        }

        fn legal(&self, left: u32) -> Moves {
            Moves::first_n(left.min(2))
        }

        fn play(&self, left: u32, mv: Move) -> u32 {
            left - 1 - u32::from(mv.index())
        }

        fn key(&self, left: u32) -> u64 {
            left.into()
        }
    }

    impl Hints for Counted {}

    impl Listed for Counted {
        const NAME: &'static str = "counted";
        const RULES: &'static str = "Take one or two from a heap; take the last and win.";
        const PARAMETERS: &'static str = "NUMBER";
        const STATES: &'static str = "the number left, such as 9";
        const SAMPLES: &'static [&'static str] = &["9"];

        fn with_parameters(text: &str) -> Option<Self> {
            MADE.fetch_add(1, Ordering::Relaxed);
            text.parse().ok().map(Self)
        }

        fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
            write!(out, "{}", self.0)
        }

        fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
            write!(out, "{left}")
        }
    }

    #[test]
    fn a_game_is_made_once() {
        let mut catalogue = Catalogue::default();
        catalogue.add::<Counted>();
        let command = GameArg::augment_args(Command::new("test"));
        let command = GameArg::with_catalogue(command, &catalogue);
        for (arguments, spec) in [
            (&["test", "--game", "counted:7"][..], "counted:7"),
            (&["test"], "counted:9"),
        ] {
            let before = MADE.load(Ordering::Relaxed);
            let matches = command.clone().get_matches_from(arguments);
            let game = GameArg::from_arg_matches(&matches).expect("a game");
            assert_eq!(&*game.game().info().spec, spec);
            assert_eq!(&*game.game().info().spec, spec);
            assert_eq!(game.is_named(), arguments.len() > 1);
            assert_eq!(MADE.load(Ordering::Relaxed) - before, 1, "{spec}");
        }
    }
}
