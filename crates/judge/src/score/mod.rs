//! Scores a player. A score measures how well the player plays, from a sample of its moves.

mod report;

use fastrand::Rng;
use perfectplay::Player;
use serde::{Deserialize, Serialize};

pub use report::ScoreReport;

use crate::error::JudgeError;
use crate::fault::Broken;
use crate::sample::PositionSample;
use crate::scoring::{Record, Scoring};
use crate::step::{Step, Steps};

/// The settings of a scoring run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The game with its parameters.
    pub game: String,
    /// The player's name in the report.
    pub player: String,
    /// The name of the opponent; `None` if the player is asked about positions, and plays no games.
    pub opponent: Option<String>,
    /// The number of positions about which the player is asked; `None` if the player plays games.
    pub positions: Option<u32>,
    /// The side of the player; `None` if the player changes sides after each game.
    pub side: Option<Player>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A scoring run, in which the player either plays games or is asked about positions.
pub struct Run<'g, 'c> {
    /// The player and its opponent.
    pub scoring: Scoring<'g, 'c>,
    /// The records of the finished games or positions.
    pub records: Vec<Record>,
}

impl Run<'_, '_> {
    /// Continues the run with the games or positions that have no record in `records` yet. Calls `keep` with each new
    /// record. Even after an error, `records` contains a record for every game or position that was finished.
    ///
    /// # Errors
    ///
    /// Fails when a player fails, the table cannot be read, or `keep` fails.
    pub fn go_on<E: From<JudgeError>>(
        &mut self,
        settings: &Settings,
        games: u32,
        keep: &mut dyn FnMut(&Record) -> Result<(), E>,
        steps: Steps<'_>,
    ) -> Result<(), E> {
        let mut seeds = Rng::with_seed(settings.seed);
        let positions = match settings.positions {
            Some(number) => {
                let (side, seed) = (settings.side, seeds.u64(..));
                let sample = PositionSample { number, side, seed };
                let positions = sample.positions(self.scoring.table);
                positions.map_err(JudgeError::from)?
            }
            None => Vec::new(),
        };
        let (numbers, doing, unit) = match settings.positions {
            Some(_) => (positions.len() as u32, "asking", "positions"),
            None => (games, "playing", "games"),
        };
        for number in 0..numbers {
            // Each game has its own random numbers, so that a resumed run continues as if it had never been
            // stopped.
            let mut random = seeds.fork();
            if (number as usize) < self.records.len() {
                continue;
            }
            let record = match positions.get(number as usize) {
                Some(sampled) => {
                    let view = sampled.position.answer().map_err(JudgeError::from)?;
                    self.scoring.ask(number, sampled, &view, &mut random)?
                }
                None => {
                    let turn = Player::BOTH[number as usize % 2];
                    self.scoring
                        .play(number, settings.side.unwrap_or(turn), &mut random)?
                }
            };
            keep(&record)?;
            self.records.push(record);
            let step = Step {
                doing,
                unit,
                done: self.records.len() as u64,
                total: Some(numbers.into()),
            };
            let told = step.tell(steps);
            told.map_err(|fault| JudgeError::from(Broken::from(fault)))?;
        }
        Ok(())
    }
}
