//! `--level`: how well the computer plays.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use perfectplay::Level;

/// Parses a level in the syntax that `Level::from_str` accepts. The help lists all levels.
#[derive(Clone, Copy)]
pub struct LevelParser;

impl TypedValueParser for LevelParser {
    type Value = Level;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Level, Error> {
        let parse = |text: &str| text.parse::<Level>();
        // A level may have a rate of errors after its name, as in `casual:25`.
        let has_rate = value.to_string_lossy().contains(':');
        if parse.parse_ref(command, arg, value).is_err() && !has_rate {
            // The error for a wrong name suggests a similar name.
            let names = PossibleValuesParser::new(Level::ALL.into_iter().map(listed));
            names.parse_ref(command, arg, value)?;
        }
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Level::ALL.into_iter().map(listed)))
    }
}

/// Returns the entry of a level in the help: its name and a description.
pub fn listed(level: Level) -> PossibleValue {
    match level {
        Level::Perfect => PossibleValue::new("perfect").help(
            "The fastest win and the slowest loss; in a draw, the moves that set the most traps",
        ),
        Level::Invincible => PossibleValue::new("invincible")
            .help("Keeps every win and every draw, but does not hurry"),
        Level::Casual(_) => PossibleValue::new("casual").help(
            "Errs in 25 of 100 moves, or as casual:10 in 10, but never misses a win in one move",
        ),
        Level::Random => PossibleValue::new("random").help("Any legal move"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that the name that the help prints for a level is parsed as this level.
    #[test]
    fn every_level_has_its_name() {
        for level in Level::ALL {
            assert_eq!(listed(level).get_name().parse(), Ok(level));
        }
    }
}
