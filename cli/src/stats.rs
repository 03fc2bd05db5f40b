//! `perfectplay stats`: the states of a game, counted.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use perfectplay::{Analysis, Moves, Value};
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::open::TableArg;
use crate::print::print;
use crate::solved_game::{SolvedGame, Visit};
use crate::spec::Spec;
use crate::wording::PlayerNames;

/// Count the states of a game by value, distance and moves.
///
/// The ply of a state is the number of moves on the shortest way to it. A class is a set of
/// states that symmetries of the board turn into each other.
///
/// In a table of more than a million states that is read tier by tier, different games are
/// not counted.
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

pub fn run(args: &Args) -> Result<(), Failure> {
    args.game
        .open(&[], |game| Ok(print(&Stats::of(game)?, args.json)?))
}

/// The number of states for each value of something.
type Histogram<K> = BTreeMap<K, u64>;

/// Everything that is counted.
#[derive(Serialize)]
struct Stats {
    game: Spec,
    #[serde(skip)]
    players: PlayerNames,
    states: u64,
    /// States up to symmetry.
    classes: u64,
    /// Different games from a start to an end; `None` if states come back, or if there are
    /// more games than can be counted.
    games: Option<u64>,
    statuses: Histogram<Cow<'static, str>>,
    values: Histogram<Value>,
    plies: Vec<Ply>,
    /// For each kind of moves, the number of unfinished states by the number of such moves.
    moves: BTreeMap<&'static str, Histogram<u32>>,
}

/// The states at the same distance from the start.
#[derive(Default, Serialize)]
struct Ply {
    ply: u32,
    states: u64,
    classes: u64,
    values: Histogram<Value>,
    distances: Histogram<Distance>,
}

/// The distance to the end. States from which perfect play never ends come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    Plies(u32),
    Endless,
}

/// A kind of moves: its name, and the moves of this kind in a state.
type Kind = (&'static str, fn(&Analysis) -> Moves);

const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

const KINDS: [Kind; 4] = [
    ("winning", |analysis| analysis.winning),
    ("neutral", |analysis| analysis.neutral),
    ("losing", |analysis| analysis.losing),
    ("best", |analysis| analysis.best),
];

impl Stats {
    /// Counts the states of a game.
    fn of(game: &dyn SolvedGame) -> Result<Self, Failure> {
        let mut stats = Self {
            game: game.spec(),
            players: game.players(),
            states: 0,
            classes: 0,
            games: game.games(),
            statuses: Histogram::new(),
            values: Histogram::new(),
            plies: Vec::new(),
            moves: BTreeMap::new(),
        };
        game.visit(&mut |visit| stats.count(visit))?;
        Ok(stats)
    }

    fn count(&mut self, visit: &Visit) {
        let analysis = &visit.analysis;
        self.states += 1;
        self.classes += u64::from(visit.is_canonical);
        let is_over = analysis.legal().is_empty();
        count(&mut self.statuses, visit.status.name(self.players));
        count(&mut self.values, analysis.value);
        while self.plies.len() <= visit.ply as usize {
            self.plies.push(Ply {
                ply: self.plies.len() as u32,
                ..Ply::default()
            });
        }
        let ply = &mut self.plies[visit.ply as usize];
        ply.states += 1;
        ply.classes += u64::from(visit.is_canonical);
        count(&mut ply.values, analysis.value);
        count(&mut ply.distances, analysis.distance.into());
        if !is_over {
            for (kind, moves) in KINDS {
                let sizes = self.moves.entry(kind).or_default();
                count(sizes, moves(analysis).len());
            }
        }
    }
}

fn count<K: Ord>(counts: &mut Histogram<K>, key: K) {
    *counts.entry(key).or_default() += 1;
}

impl From<Option<u32>> for Distance {
    fn from(distance: Option<u32>) -> Self {
        distance.map_or(Self::Endless, Self::Plies)
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => plies.fmt(f),
            Self::Endless => f.pad("none"),
        }
    }
}

/// As the key of an object in JSON, which must be a text.
impl Serialize for Distance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plies(plies) => serializer.collect_str(plies),
            Self::Endless => serializer.serialize_str("null"),
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game     {}", self.game)?;
        writeln!(f, "states   {}", self.states)?;
        writeln!(f, "classes  {}  (up to symmetry)", self.classes)?;
        match self.games {
            Some(games) => writeln!(f, "games    {games}")?,
            None => writeln!(f, "games    more than can be counted")?,
        }
        writeln!(f, "status   {}", Row(&self.statuses))?;
        writeln!(f, "value    {}", Row(&self.values))?;
        self.write_plies(f)?;
        self.write_moves(f)
    }
}

impl Stats {
    /// The most distances that the text shows side by side.
    const MOST_COLUMNS: usize = 32;

    fn write_plies(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.plies.iter().flat_map(|ply| ply.distances.keys());
        let mut distances: BTreeSet<Distance> = found.copied().collect();
        if distances.len() > Self::MOST_COLUMNS {
            distances.clear();
            writeln!(f, "\nstates by ply (--json has the distances to the end):")?;
        } else {
            writeln!(f, "\nstates by ply and distance to the end:")?;
        }
        let digits = self.states.to_string().len();
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
        for ply in &self.plies {
            write!(
                f,
                "{:>3}{:>states$}{:>classes$}",
                ply.ply, ply.states, ply.classes
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
        let sizes = self.moves.values().flat_map(BTreeMap::keys);
        let most = sizes.copied().max().unwrap_or(0);
        let width = 6.max(self.states.to_string().len() + 1);

        writeln!(f, "\nunfinished states by number of moves:")?;
        write!(f, "       ")?;
        for size in 0..=most {
            write!(f, "{size:>width$}")?;
        }
        writeln!(f)?;
        for (kind, _) in KINDS {
            write!(f, "{kind:<7}")?;
            for size in 0..=most {
                let states = self.moves.get(kind).map_or(0, |sizes| number(sizes, &size));
                write!(f, "{states:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn number<K: Ord>(counts: &Histogram<K>, key: &K) -> u64 {
    counts.get(key).copied().unwrap_or(0)
}

/// A histogram, on one line.
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
