//! The summary of a solved game.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{DecimalBytes, HumanCount};
use perfectplay::Value;
use perfectplay::game::Score;
use perfectplay_any::AnyGame;
use perfectplay_present::words::Verdict;
use serde::Serialize;

#[derive(Serialize)]
pub struct SolveSummary {
    pub game: Arc<str>,
    pub states: u64,
    /// The value of the start for the first player.
    value: Value,
    /// The number of plies from the start to the end with perfect play; `None` if perfect play
    /// never ends.
    distance: Option<u32>,
    /// The number of states in which the player to move wins.
    wins: u64,
    /// The number of states that are drawn.
    draws: u64,
    /// The number of states in which the player to move loses.
    losses: u64,
    seconds: f64,
    /// The most memory that the process used while it solved the game and wrote the table; `None` if the system does
    /// not report this.
    pub peak_bytes: Option<u64>,
    #[serde(flatten)]
    pub file: Option<WrittenTable>,
}

#[derive(Serialize)]
pub struct WrittenTable {
    file: String,
    bytes: u64,
    bits_per_state: f64,
}

impl WrittenTable {
    pub fn new(file: &Path, bytes: u64, states: u64) -> Self {
        Self {
            file: file.display().to_string(),
            bytes,
            bits_per_state: 8.0 * bytes as f64 / states as f64,
        }
    }
}

impl SolveSummary {
    /// Creates the summary of a game. The array contains the numbers of states in which the player to move wins, draws
    /// and loses, in this order.
    pub fn new(
        game: &AnyGame,
        states: u64,
        [wins, draws, losses]: [u64; 3],
        start: Score,
        time: Duration,
    ) -> Self {
        Self {
            game: Arc::clone(&game.info().spec),
            states,
            value: start.value(),
            distance: start.distance(),
            wins,
            draws,
            losses,
            seconds: time.as_secs_f64(),
            peak_bytes: None,
            file: None,
        }
    }
}

impl fmt::Display for SolveSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(HumanCount);
        let states = HumanCount(self.states);
        writeln!(f, "{}: {states} states", self.game)?;
        writeln!(
            f,
            "The player to move wins {wins}, draws {draws} and loses {losses} of them."
        )?;
        let (value, distance) = (self.value, self.distance);
        let verdict = Verdict::of_table(value, distance);
        writeln!(f, "The first player {verdict}.")?;
        if let Some(table) = &self.file {
            let (bytes, bits) = (DecimalBytes(table.bytes), table.bits_per_state);
            let file = &table.file;
            writeln!(
                f,
                "The table is in {file}: {bytes}, {bits:.2} bits a state."
            )?;
        }
        write!(f, "Solved in {:.2} s", self.seconds)?;
        match self.peak_bytes {
            Some(bytes) => writeln!(f, ", in {}.", DecimalBytes(bytes)),
            None => writeln!(f, "."),
        }
    }
}
