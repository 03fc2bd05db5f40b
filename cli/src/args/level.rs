//! `--level` and `--error-rate`: how well the computer plays.

use clap::ValueEnum;
use perfectplay::Level;
use perfectplay::level::ErrorRate;

use crate::Failure;

/// The name of a level.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum LevelName {
    /// The fastest win and the slowest loss; in a draw, the moves that set the most traps
    #[default]
    Perfect,
    /// Keeps every win and every draw, but does not hurry
    Invincible,
    /// Errs now and then, but never misses a win in one move
    Casual,
    /// Any legal move
    Random,
}

impl LevelName {
    /// Returns the level. Only *casual* takes a rate of errors.
    pub fn level(self, error_rate: Option<ErrorRate>) -> Result<Level, Failure> {
        match (self, error_rate) {
            (Self::Casual, rate) => Ok(Level::Casual(rate.unwrap_or(ErrorRate::USUAL))),
            (_, Some(_)) => Err(no_error_rate()),
            (Self::Perfect, None) => Ok(Level::Perfect),
            (Self::Invincible, None) => Ok(Level::Invincible),
            (Self::Random, None) => Ok(Level::Random),
        }
    }
}

/// Returns the error for `--error-rate` with a level other than *casual*.
pub fn no_error_rate() -> Failure {
    Failure::Use("only casual takes --error-rate".to_owned())
}

/// Parses a rate of errors.
pub fn error_rate(text: &str) -> Result<ErrorRate, &'static str> {
    let rate = text.parse().ok().and_then(ErrorRate::from_percent);
    rate.ok_or("expected a whole number from 0 to 100")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command's level names are those of the library, in the same order.
    #[test]
    fn every_level_has_its_name() {
        let levels = LevelName::value_variants().iter().map(|name| {
            let value = name.to_possible_value().expect("a name");
            let level = name.level(None).expect("a level");
            assert_eq!(value.get_name().parse(), Ok(level));
            level
        });
        assert_eq!(levels.collect::<Vec<_>>(), Level::ALL);
    }
}
