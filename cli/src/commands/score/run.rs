//! A run: the games that a player plays, or the positions that it is asked about.

use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use perfectplay::Player;

use super::log::{Log, Settings};
use crate::Failure;
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
        let (numbers, what) = match settings.positions {
            Some(_) => (positions.len() as u32, "positions"),
            None => (games, "games"),
        };
        let bar = Bar::new(what, numbers, self.records.len());
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
            bar.0.inc(1);
        }
        Ok(())
    }
}

/// A bar on standard error, if that is a terminal. It is cleared at the end.
struct Bar(ProgressBar);

impl Bar {
    fn new(what: &'static str, length: u32, done: usize) -> Self {
        let template = "[{bar:30}] {human_pos} of {human_len} {msg}, {eta} left";
        let style = ProgressStyle::with_template(template).expect("a template");
        let bar = ProgressBar::new(length.into()).with_style(style);
        let bar = bar.with_message(what).with_position(done as u64);
        bar.reset_eta();
        bar.tick();
        Self(bar)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
