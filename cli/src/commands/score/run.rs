//! A run: the games that a player plays, or the positions that it is asked about.

use fastrand::Rng;
use perfectplay::Player;

use super::log::{Log, Settings};
use crate::Failure;
use crate::io::progress::Counter;
use crate::player::sample;
use crate::player::scoring::{Record, Scoring};

pub struct Run<'g, 'c> {
    pub scoring: Scoring<'g, 'c>,
    pub records: Vec<Record>,
}

impl Run<'_, '_> {
    /// Plays the games that are missing, or asks the missing positions. The records have all
    /// that was done, even if this fails.
    pub fn go_on(
        &mut self,
        settings: &Settings,
        games: u32,
        mut log: Option<&mut Log>,
    ) -> Result<(), Failure> {
        let mut seeds = Rng::with_seed(settings.seed);
        let positions = match settings.positions {
            Some(number) => {
                sample::positions(self.scoring.table, number, settings.side, &mut seeds.fork())?
            }
            None => Vec::new(),
        };
        let (numbers, doing, what) = match settings.positions {
            Some(_) => (positions.len() as u32, "asking", "positions"),
            None => (games, "playing", "games"),
        };
        let done = self.records.len() as u64;
        let counter = Counter::new(doing, what, Some(numbers.into()), done);
        for number in 0..numbers {
            // Each has its own, so that a run that is resumed goes on as if it had not ended.
            let mut random = seeds.fork();
            if (number as usize) < self.records.len() {
                continue;
            }
            let record = match positions.get(number as usize) {
                Some(position) => self.scoring.ask(number, position, &mut random)?,
                None => {
                    let turn = Player::BOTH[number as usize % 2];
                    self.scoring
                        .play(number, settings.side.unwrap_or(turn), &mut random)?
                }
            };
            if let Some(log) = &mut log {
                log.write(&record)?;
            }
            self.records.push(record);
            counter.count();
        }
        Ok(())
    }
}
