//! Plays a playbook against every reply, by the rules alone.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use indicatif::HumanCount;
use perfectplay::verify::PlayedThrough;
use perfectplay::{Player, Value};
use perfectplay_any::{AnyGame, Error};
use serde::Serialize;

use crate::Failure;
use crate::args::playbook_file;
use crate::io::print::print;
use crate::io::progress::Meter;

/// The result that the player of a playbook must reach at least, in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Expected {
    /// The player may lose: for a side on which the game is lost
    Loss,
    /// The player never loses
    Draw,
    /// The player wins every game
    Win,
}

impl Expected {
    fn is_met_by(self, value: Value) -> bool {
        self as u8 <= value as u8
    }
}

/// Plays a book on each of its sides, and fails if the result on a side is worse than `expected`.
pub(super) fn play_through(
    path: &Path,
    game: &AnyGame,
    expected: Expected,
    json: bool,
) -> Result<(), Failure> {
    let mut failed = None;
    let book = playbook_file::read(path, &game.without_table())?;
    let meter = Meter::new();
    for side in Player::BOTH {
        if !book.data().plays(side) {
            continue;
        }
        let played = game.play_through(&book, side, &|progress| meter.watch(progress));
        meter.clear();
        let played = played.map_err(|error| match error {
            Error::Flaw(problem) => Failure::at(path, &problem),
            error => error.into(),
        })?;
        let answer = Played {
            game: Arc::clone(&game.info().spec),
            side,
            noun: game.info().players.noun(side),
            played,
        };
        print(&answer, json)?;
        if !expected.is_met_by(answer.played.value) {
            let noun = &answer.noun;
            let problem = match expected {
                Expected::Win => format!("expected that {noun} wins every game"),
                _ => format!(
                    "expected that {noun} never loses (--expect loss is for a side on which the game \
                     is lost)"
                ),
            };
            failed.get_or_insert(Failure::Player(format!("{}: {problem}", path.display())));
        }
    }
    failed.map_or(Ok(()), Err)
}

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
