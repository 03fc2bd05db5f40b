//! What is counted of the states of a game.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use perfectplay::{Analysis, Moves, Value};
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::solved_game::{SolvedGame, Visit};
use crate::spec::Spec;
use crate::wording::PlayerNames;

/// The number of states for each value of something.
pub type Histogram<K> = BTreeMap<K, u64>;

/// How many states of a histogram have this value.
pub fn number<K: Ord>(counts: &Histogram<K>, key: &K) -> u64 {
    counts.get(key).copied().unwrap_or(0)
}

/// Everything that is counted.
#[derive(Serialize)]
pub struct Stats {
    pub game: Spec,
    #[serde(skip)]
    pub players: PlayerNames,
    pub states: u64,
    /// States up to symmetry.
    pub classes: u64,
    /// Different games from a start to an end; `None` if states come back, or if there are
    /// more games than can be counted.
    pub games: Option<u64>,
    pub statuses: Histogram<Cow<'static, str>>,
    pub values: Histogram<Value>,
    pub plies: Vec<Ply>,
    /// For each kind of moves, the number of unfinished states by the number of such moves.
    pub moves: BTreeMap<&'static str, Histogram<u32>>,
}

/// The states at the same distance from the start.
#[derive(Default, Serialize)]
pub struct Ply {
    pub ply: u32,
    pub states: u64,
    pub classes: u64,
    pub values: Histogram<Value>,
    pub distances: Histogram<Distance>,
    /// States in which the game goes on.
    pub ongoing: u64,
    /// All legal moves of these states.
    pub legal_moves: u64,
    /// Those after which the opponent is winning.
    pub losing_moves: u64,
    /// States in which one move alone keeps a win or a draw, and there are others.
    pub only_moves: u64,
}

/// The distance to the end. States from which perfect play never ends come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Distance {
    Plies(u32),
    Endless,
}

/// A kind of moves: its name, and the moves of this kind in a state.
type Kind = (&'static str, fn(&Analysis) -> Moves);

pub const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

pub const KINDS: [Kind; 4] = [
    ("winning", |analysis| analysis.winning),
    ("neutral", |analysis| analysis.neutral),
    ("losing", |analysis| analysis.losing),
    ("best", |analysis| analysis.best),
];

impl Stats {
    /// Counts the states of a game, and shows each to somebody else too.
    pub fn of(game: &dyn SolvedGame, mut also: impl FnMut(&Visit<'_>)) -> Result<Self, Failure> {
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
        game.visit(&mut |visit| {
            stats.count(visit);
            also(visit);
        })?;
        Ok(stats)
    }

    fn count(&mut self, visit: &Visit<'_>) {
        let analysis = &visit.analysis;
        self.states += 1;
        self.classes += u64::from(visit.is_canonical);
        count(&mut self.statuses, visit.status.name(self.players));
        count(&mut self.values, analysis.value);
        while self.plies.len() <= visit.ply as usize {
            self.plies.push(Ply {
                ply: self.plies.len() as u32,
                ..Ply::default()
            });
        }
        self.plies[visit.ply as usize].count(visit);
        if !analysis.legal().is_empty() {
            for (kind, moves) in KINDS {
                let sizes = self.moves.entry(kind).or_default();
                count(sizes, moves(analysis).len());
            }
        }
    }
}

impl Ply {
    fn count(&mut self, visit: &Visit<'_>) {
        let analysis = &visit.analysis;
        let legal = analysis.legal().len();
        self.states += 1;
        self.classes += u64::from(visit.is_canonical);
        count(&mut self.values, analysis.value);
        count(&mut self.distances, analysis.distance.into());
        self.ongoing += u64::from(legal > 0);
        self.legal_moves += u64::from(legal);
        self.losing_moves += u64::from(analysis.losing.len());
        self.only_moves += u64::from(has_only_move(analysis));
    }
}

/// The shares of states and moves at a ply. Without states or moves, there is none.
impl Ply {
    /// Of states that are won, drawn and lost for the player to move.
    pub fn shares(&self) -> [f64; 3] {
        [Value::Win, Value::Draw, Value::Loss]
            .map(|value| number(&self.values, &value) as f64 / self.states as f64)
    }

    /// Of losing moves among the legal ones.
    pub fn losing_share(&self) -> Option<f64> {
        share(self.losing_moves, self.legal_moves)
    }

    /// Of states with an only move among those in which the game goes on.
    pub fn only_share(&self) -> Option<f64> {
        share(self.only_moves, self.ongoing)
    }
}

/// The share of a part in a whole, from 0 to 1; `None` if there is no whole.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Whether one move alone keeps a win or a draw, and there are others.
fn has_only_move(analysis: &Analysis) -> bool {
    let keeping = match analysis.value {
        Value::Win => analysis.winning,
        Value::Draw => analysis.neutral,
        Value::Loss => return false,
    };
    keeping.len() == 1 && analysis.legal().len() > 1
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
