//! Plays a playbook against every reply, by the rules alone.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use indicatif::HumanCount;
use perfectplay::verify::PlayedThrough;
use perfectplay::{Player, Value};
use perfectplay_any::{AnyGame, Error};
use serde::Serialize;

use crate::Failure;
use crate::args::playbook;
use crate::io::print::print;
use crate::io::progress::Meter;

/// Plays a book on each of its sides.
pub(super) fn play_through(path: &Path, game: &AnyGame, json: bool) -> Result<(), Failure> {
    let book = playbook::read(path, &game.without_table())?;
    let meter = Meter::new();
    for side in Player::BOTH {
        if !book.data().plays(side) {
            continue;
        }
        let played = game.play_through(&book, side, &|progress| meter.watch(progress));
        meter.clear();
        let played = played.map_err(|error| match error {
            Error::Flaw(problem) => Failure::Input(format!("{}: {problem}", path.display())),
            error => error.into(),
        })?;
        let answer = Played {
            game: Arc::clone(&game.info().spec),
            side,
            noun: game.info().players.noun(side),
            played,
        };
        print(&answer, json)?;
    }
    Ok(())
}

/// The result of playing a book on one side.
#[derive(Serialize)]
struct Played {
    game: Arc<str>,
    side: Player,
    #[serde(skip)]
    noun: String,
    #[serde(flatten)]
    played: PlayedThrough,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, noun, .. } = self;
        let comes_to = match self.played.value {
            Value::Win => "wins",
            Value::Draw => "never loses",
            Value::Loss => "may lose",
        };
        let states = HumanCount(self.played.states);
        let replies = HumanCount(self.played.replies);
        writeln!(
            f,
            "{noun} {comes_to} {game} by the playbook: {states} states met, {replies} replies \
             answered."
        )
    }
}
