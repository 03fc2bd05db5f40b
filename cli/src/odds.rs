//! How likely each player wins.

use std::convert::Infallible;

use perfectplay::audit::{Odds, odds};
use perfectplay::{Level, Solved};
use perfectplay_games::Listed;

use crate::Failure;

/// The odds between two players of one level.
pub fn of<G: Listed>(
    solved: &dyn Solved<Game = G, Error = Infallible>,
    level: Level,
) -> Result<Odds, Failure> {
    let strategy = level.on(solved);
    let odds = odds(solved.game(), [&strategy, &strategy]);
    odds.map_err(|error| Failure::Input(error.to_string()))
}
