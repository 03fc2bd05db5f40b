//! `perfectplay stats`: counts the states of a game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::Failure;
use crate::args::table::TableArg;
use crate::context::Context;
use crate::io::print::print;
use crate::io::progress::Meter;
use perfectplay_any::stats::{Distance, Histogram, KINDS, Stats, VALUES, number};

/// Count the states of a game by value, distance and moves.
///
/// The ply of a state is the number of moves on the shortest way to it. A class is a set of
/// states that are symmetric images of each other.
///
/// For a table of tiers with more than a million states, games are not counted. Plies are
/// counted only if all ways to a tier have the same length; otherwise all states are counted
/// together.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay stats --json
  perfectplay stats --game morris:tapatan")]
pub struct Args {
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    game: TableArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let table = args.game.open()?;
    let meter = Meter::new();
    let stats = Stats::count(&table, |_, done| {
        meter.show_states("counting", done, table.states());
    })?;
    drop(meter);
    Ok(print(&Text(&stats), args.json)?)
}

/// The counts, as text and as JSON.
#[derive(Serialize)]
#[serde(transparent)]
struct Text<'a>(&'a Stats);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game     {}", self.0.game)?;
        writeln!(f, "states   {}", self.0.states)?;
        writeln!(f, "classes  {}  (up to symmetry)", self.0.classes)?;
        match self.0.games {
            Some(games) => writeln!(f, "games    {games}")?,
            None => writeln!(f, "games    more than can be counted")?,
        }
        writeln!(f, "status   {}", Row(&self.0.statuses))?;
        writeln!(f, "value    {}", Row(&self.0.values))?;
        self.write_plies(f)?;
        self.write_moves(f)
    }
}

impl Text<'_> {
    /// The greatest number of distances that the text shows side by side.
    const MOST_COLUMNS: usize = 32;

    fn write_plies(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.0.plies.iter().flat_map(|ply| ply.distances.keys());
        let mut distances: BTreeSet<Distance> = found.copied().collect();
        let has_room = distances.len() <= Self::MOST_COLUMNS;
        let title = match (self.0.tells_plies(), has_room) {
            (true, true) => "states by ply and distance to the end",
            (true, false) => "states by ply (--json has the distances to the end)",
            (false, true) => "states by distance to the end (the tiers do not tell their plies)",
            (false, false) => "states of all plies (--json has the distances to the end)",
        };
        writeln!(f, "\n{title}:")?;
        if !has_room {
            distances.clear();
        }
        let digits = self.0.states.to_string().len();
        let wide = |least: usize| least.max(digits + 1);
        let [states, classes, value, distance] = [8, 9, 7, 5].map(wide);

        write!(f, "ply{:>states$}{:>classes$}", "states", "classes")?;
        for name in VALUES {
            write!(f, "{name:>value$}")?;
        }
        let gap = if distances.is_empty() { "" } else { "  " };
        write!(f, "{gap}")?;
        for column in &distances {
            write!(f, "{column:>distance$}")?;
        }
        writeln!(f)?;
        for ply in &self.0.plies {
            write!(
                f,
                "{:>3}{:>states$}{:>classes$}",
                ply.label(),
                ply.states,
                ply.classes
            )?;
            for name in VALUES {
                write!(f, "{:>value$}", number(&ply.values, &name))?;
            }
            write!(f, "{gap}")?;
            for column in &distances {
                write!(f, "{:>distance$}", number(&ply.distances, column))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.0.moves.values().flat_map(BTreeMap::keys);
        let most = sizes.copied().max().unwrap_or(0);
        let width = 6.max(self.0.states.to_string().len() + 1);

        writeln!(f, "\nunfinished states by number of moves:")?;
        write!(f, "       ")?;
        for size in 0..=most {
            write!(f, "{size:>width$}")?;
        }
        writeln!(f)?;
        for (kind, _) in KINDS {
            write!(f, "{kind:<7}")?;
            for size in 0..=most {
                let states = self
                    .0
                    .moves
                    .get(kind)
                    .map_or(0, |sizes| number(sizes, &size));
                write!(f, "{states:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A histogram on one line.
struct Row<'a, K>(&'a Histogram<K>);

impl<K: fmt::Display> fmt::Display for Row<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, count)) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{key} {count}")?;
        }
        Ok(())
    }
}
