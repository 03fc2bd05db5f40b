//! A ranking of players, which can be printed as text, as JSON and as a page.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::{By, Judge, Judged};
use crate::share::Share;

/// A ranking of players.
#[derive(Serialize)]
pub struct Ranking {
    /// The game with its parameters.
    pub game: Arc<str>,
    /// The number of positions about which each player was asked.
    pub positions: usize,
    seed: u64,
    /// The players, the best first.
    pub players: Vec<Judged>,
    /// The files that are not ranked, because they are not executable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
}

/// The columns of a ranking's table: the heading of each column (`.0`), and whether the column holds numbers (`.1`).
pub const COLUMNS: [(&str, bool); 10] = [
    ("rank", true),
    ("player", false),
    ("unbeatable", false),
    ("judged by", false),
    ("keep the value", false),
    ("missed wins", true),
    ("blunders", true),
    ("forfeits", true),
    ("crashes", true),
    ("ms/move", true),
];

impl Ranking {
    /// Ranks players that have been judged.
    #[must_use]
    pub fn new(judge: &Judge<'_>, mut players: Vec<Judged>, passed_over: Vec<String>) -> Self {
        let unbeatable = |judged: &Judged| match judged.unbeatable {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        // A player that never answers comes last.
        let keeps = |judged: &Judged| {
            let Share { count, of } = judged.keep_the_value;
            Reverse((count * 1_000_000).checked_div(of))
        };
        players.sort_by_cached_key(|judged| {
            let is_known = judged.answers() > 0;
            let is_judged = judged.judged_by != By::Nothing;
            (
                !(is_known && is_judged),
                // A player that crashes ranks below all players that do not crash, no matter how good its other
                // answers are.
                judged.crashes > 0,
                unbeatable(judged),
                keeps(judged),
                (judged.forfeits, judged.missed_wins, judged.blunders),
                judged.player.to_lowercase(),
            )
        });
        Self {
            game: Arc::clone(&judge.table.info().spec),
            positions: judge.positions.len(),
            seed: judge.seed,
            players,
            passed_over,
        }
    }

    /// Returns whether some answers could not be judged, because an oracle did not prove a value within its limits.
    #[must_use]
    pub fn lacks_values(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|judged| judged.unproved.is_some_and(|unproved| unproved > 0))
    }

    /// Returns the cells of the ranking's table, row by row.
    pub fn rows(&self) -> impl Iterator<Item = [String; COLUMNS.len()]> {
        (1..).zip(&self.players).map(|(rank, judged)| {
            let unbeatable = match judged.unbeatable {
                Some(true) => "yes",
                Some(false) => "no",
                None => "unknown",
            };
            let by = match judged.judged_by {
                By::Audit => "audit",
                By::GamesAsItVaries => "games (varies)",
                By::GamesAsItIsSlow => "games (slow)",
                By::GamesAsGameIsLarge => "games (large)",
                By::Nothing => "-",
            };
            let seconds = judged.seconds_per_move;
            let time = seconds.map(|seconds| format!("{:.2}", 1000.0 * seconds));
            [
                usize::to_string(&rank),
                judged.player.clone(),
                unbeatable.to_owned(),
                by.to_owned(),
                judged.keep_the_value.to_string(),
                judged.missed_wins.to_string(),
                judged.blunders.to_string(),
                judged.forfeits.to_string(),
                judged.crashes.to_string(),
                time.unwrap_or_else(|| "-".to_owned()),
            ]
        })
    }

    /// Returns the notes that stand below the ranking's table.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let problems = self.players.iter().filter_map(|judged| {
            let problem = judged.problem.as_ref()?;
            Some(format!("{}: {problem}", judged.player))
        });
        let unproved = self.players.iter().filter_map(|judged| {
            let unproved = judged.unproved.filter(|&unproved| unproved > 0)?;
            let player = &judged.player;
            Some(format!("{player}: {unproved} positions are unproved"))
        });
        let problems = problems.chain(unproved);
        let passed_over = self.passed_over.iter();
        problems.chain(passed_over.map(|file| format!("{file}: not run: it is not executable")))
    }

    /// Returns the heading of the ranking's table. The heading contains the name of the game, and the number of
    /// positions about which each player was asked.
    pub fn heading(&self) -> String {
        let (game, positions) = (&self.game, self.positions);
        format!("{game}, {positions} positions for each player")
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = COLUMNS.map(|(name, _)| name.to_owned());
        let rows: Vec<_> = [heads].into_iter().chain(self.rows()).collect();
        let mut widths = [0; COLUMNS.len()];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        writeln!(f, "{}\n", self.heading())?;
        for row in &rows {
            let mut line = String::new();
            for ((cell, width), (_, is_number)) in row.iter().zip(widths).zip(COLUMNS) {
                line += &match is_number {
                    true => format!("  {cell:>width$}"),
                    false => format!("  {cell:width$}"),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let notes: Vec<_> = self.notes().collect();
        if !notes.is_empty() {
            writeln!(f)?;
        }
        for note in notes {
            writeln!(f, "  {note}")?;
        }
        writeln!(f, "\nIn brackets: Wilson's interval of 95 %.")
    }
}
