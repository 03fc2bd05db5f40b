//! `perfectplay stats`: the table in numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write};

use perfectplay::{Moves, Record, State, Status, Value, records};
use serde::Serialize;

use crate::Failure;
use crate::view::status_name;

/// Count what is in the table.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay stats --json")]
pub struct Args {
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let stats = Stats::count();
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &stats).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{stats}")?;
    }
    Ok(())
}

/// How many states have each of something.
type Counts<K> = BTreeMap<K, u64>;

/// Everything counted, from the table and the rules.
#[derive(Default, Serialize)]
struct Stats {
    states: u64,
    /// States of which none is a turned or mirrored other.
    classes: u64,
    /// Ways from the empty board to an end.
    games: u64,
    statuses: Counts<&'static str>,
    values: Counts<Value>,
    plies: Vec<Ply>,
    /// How many states that go on have so many moves of a kind.
    moves: BTreeMap<&'static str, Counts<u32>>,
}

/// The states with the same number of marks.
#[derive(Default, Serialize)]
struct Ply {
    ply: u8,
    states: u64,
    classes: u64,
    values: Counts<Value>,
    distances: Counts<u8>,
}

/// A kind of moves: its name, and those of a state.
type Kind = (&'static str, fn(Record) -> Moves);

const KINDS: [Kind; 4] = [
    ("winning", Record::winning),
    ("neutral", Record::neutral),
    ("losing", Record::losing),
    ("best", Record::best),
];

impl Stats {
    fn count() -> Self {
        let mut stats = Self {
            games: games(State::EMPTY, &mut BTreeMap::new()),
            ..Self::default()
        };
        let mut classes = BTreeSet::new();
        for (state, record) in records() {
            let ply = usize::from(state.marks());
            while stats.plies.len() <= ply {
                stats.plies.push(Ply {
                    ply: stats.plies.len() as u8,
                    ..Ply::default()
                });
            }
            let new_class = u64::from(classes.insert(state.canonical().0));
            stats.states += 1;
            stats.classes += new_class;
            *stats
                .statuses
                .entry(status_name(state.status()))
                .or_default() += 1;
            *stats.values.entry(record.value()).or_default() += 1;
            let ply = &mut stats.plies[ply];
            ply.states += 1;
            ply.classes += new_class;
            *ply.values.entry(record.value()).or_default() += 1;
            *ply.distances.entry(record.distance()).or_default() += 1;
            if !state.status().is_over() {
                for (kind, moves) in KINDS {
                    let sizes = stats.moves.entry(kind).or_default();
                    *sizes.entry(moves(record).len()).or_default() += 1;
                }
            }
        }
        stats
    }
}

/// How many games there are from a state on. Games that meet share what follows.
fn games(state: State, known: &mut BTreeMap<State, u64>) -> u64 {
    if state.status() != Status::Ongoing {
        return 1;
    }
    if let Some(&count) = known.get(&state) {
        return count;
    }
    let children = state
        .legal()
        .iter()
        .filter_map(|mv| state.play(mv.index()).ok());
    let count = children.map(|child| games(child, known)).sum();
    known.insert(state, count);
    count
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states   {}", self.states)?;
        writeln!(f, "classes  {}  (up to symmetry)", self.classes)?;
        writeln!(f, "games    {}", self.games)?;
        writeln!(f, "status   {}", Row(&self.statuses))?;
        writeln!(f, "value    {}", Row(&self.values))?;

        writeln!(f, "\nstates by ply and distance to the end:")?;
        write!(f, "ply  states  classes   loss   draw    win  ")?;
        let farthest = self.plies.len() as u8;
        for distance in 0..farthest {
            write!(f, "{distance:>5}")?;
        }
        writeln!(f)?;
        for ply in &self.plies {
            write!(f, "{:>3}{:>8}{:>9}", ply.ply, ply.states, ply.classes)?;
            for value in [Value::Loss, Value::Draw, Value::Win] {
                write!(f, "{:>7}", count(&ply.values, &value))?;
            }
            write!(f, "  ")?;
            for distance in 0..farthest {
                write!(f, "{:>5}", count(&ply.distances, &distance))?;
            }
            writeln!(f)?;
        }

        writeln!(f, "\nstates that go on by number of moves:")?;
        write!(f, "       ")?;
        for size in 0..=9 {
            write!(f, "{size:>6}")?;
        }
        writeln!(f)?;
        for (kind, _) in KINDS {
            write!(f, "{kind:<7}")?;
            for size in 0..=9 {
                let states = self.moves.get(kind).map_or(0, |sizes| count(sizes, &size));
                write!(f, "{states:>6}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn count<K: Ord>(counts: &Counts<K>, key: &K) -> u64 {
    counts.get(key).copied().unwrap_or(0)
}

/// Counts in one line.
struct Row<'a, K>(&'a Counts<K>);

impl<K: fmt::Display> fmt::Display for Row<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, count)) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{key} {count}")?;
        }
        Ok(())
    }
}
