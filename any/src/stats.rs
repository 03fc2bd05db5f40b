//! What is counted of the states of a game.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use perfectplay::{Analysis, Moves, Value};
use serde::{Serialize, Serializer};

use crate::answer::Status;
use crate::error::Error;
use crate::table::{AnyTable, Visit};

/// A state that is counted.
pub struct Counted<'a, 't> {
    /// The state, and what is known of it.
    pub visit: &'a Visit<'t>,
    /// Whether it stands for its symmetric images.
    pub is_canonical: bool,
}

/// The number of states for each value of something.
pub type Histogram<K> = BTreeMap<K, u64>;

/// How many states of a histogram have this value.
pub fn number<K: Ord>(counts: &Histogram<K>, key: &K) -> u64 {
    counts.get(key).copied().unwrap_or(0)
}

/// Everything that is counted.
#[derive(Serialize)]
pub struct Stats {
    /// The game.
    pub game: Arc<str>,
    /// How many states there are.
    pub states: u64,
    /// States up to symmetry.
    pub classes: u64,
    /// Different games from a start to an end; `None` if states come back, or if there are
    /// more games than can be counted.
    pub games: Option<u64>,
    /// By how the game stands.
    pub statuses: Histogram<Cow<'static, str>>,
    /// By value.
    pub values: Histogram<Value>,
    /// Ply by ply, or all in one where the plies of some states are not known.
    pub plies: Vec<Ply>,
    /// For each kind of moves, the number of unfinished states by the number of such moves.
    pub moves: BTreeMap<&'static str, Histogram<u32>>,
}

/// The states at the same distance from the start.
#[derive(Default, Serialize)]
pub struct Ply {
    /// This distance; `None` for all states together.
    pub ply: Option<u32>,
    /// How many there are.
    pub states: u64,
    /// How many up to symmetry.
    pub classes: u64,
    /// By value.
    pub values: Histogram<Value>,
    /// By distance to the end.
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
    /// So many plies.
    Plies(u32),
    /// Play without an end.
    Endless,
}

/// A kind of moves: its name, and the moves of this kind in a state.
type Kind = (&'static str, fn(&Analysis) -> Moves);

/// All values, the worst first.
pub const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

/// The kinds of moves.
pub const KINDS: [Kind; 4] = [
    ("winning", |analysis| analysis.winning),
    ("neutral", |analysis| analysis.neutral),
    ("losing", |analysis| analysis.losing),
    ("best", |analysis| analysis.best),
];

impl Stats {
    /// Counts the states of a game, and shows each to a visitor too, with the number of those
    /// that are counted.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn count(
        table: &AnyTable,
        mut also: impl FnMut(&Counted<'_, '_>, u64),
    ) -> Result<Self, Error> {
        let mut stats = Self::empty(table);
        table.visit(&mut |visit| {
            let counted = Counted {
                is_canonical: visit.position.is_canonical(),
                visit: &visit,
            };
            stats.add(table, &counted, visit.ply);
            also(&counted, stats.states);
            Ok(())
        })?;
        Ok(stats)
    }

    /// Before any state is counted.
    fn empty(table: &AnyTable) -> Self {
        Self {
            game: Arc::clone(&table.info().spec),
            states: 0,
            classes: 0,
            games: table.games(),
            statuses: Histogram::new(),
            values: Histogram::new(),
            plies: Vec::new(),
            moves: BTreeMap::new(),
        }
    }

    fn add(&mut self, table: &AnyTable, counted: &Counted<'_, '_>, ply: Option<u32>) {
        let analysis = &counted.visit.analysis;
        let is_over = analysis.legal().is_empty();
        let status = Status::new(is_over, analysis.value, counted.visit.position.mover());
        self.states += 1;
        self.classes += u64::from(counted.is_canonical);
        count(&mut self.statuses, status.name(&table.info().players));
        count(&mut self.values, analysis.value);
        self.ply(ply).count(counted);
        if !analysis.legal().is_empty() {
            for (kind, moves) in KINDS {
                let sizes = self.moves.entry(kind).or_default();
                count(sizes, moves(analysis).len());
            }
        }
    }

    /// Whether the ply of every state is known.
    pub fn tells_plies(&self) -> bool {
        self.plies.iter().all(|ply| ply.ply.is_some())
    }

    /// Where a state of this ply is counted. From the first state of an unknown ply on, that
    /// is together with all others.
    fn ply(&mut self, ply: Option<u32>) -> &mut Ply {
        let number = match ply.filter(|_| self.tells_plies()) {
            Some(ply) => {
                while self.plies.len() <= ply as usize {
                    self.plies.push(Ply {
                        ply: Some(self.plies.len() as u32),
                        ..Ply::default()
                    });
                }
                ply as usize
            }
            None => {
                if self.tells_plies() {
                    let mut all = Ply::default();
                    self.plies.drain(..).for_each(|ply| all.add(ply));
                    self.plies.push(all);
                }
                0
            }
        };
        &mut self.plies[number]
    }
}

impl Ply {
    /// Counts the states of another one here, too.
    fn add(&mut self, other: Self) {
        self.states += other.states;
        self.classes += other.classes;
        add(&mut self.values, other.values);
        add(&mut self.distances, other.distances);
        self.ongoing += other.ongoing;
        self.legal_moves += other.legal_moves;
        self.losing_moves += other.losing_moves;
        self.only_moves += other.only_moves;
    }

    fn count(&mut self, counted: &Counted<'_, '_>) {
        let analysis = &counted.visit.analysis;
        let legal = analysis.legal().len();
        self.states += 1;
        self.classes += u64::from(counted.is_canonical);
        count(&mut self.values, analysis.value);
        count(&mut self.distances, analysis.distance.into());
        self.ongoing += u64::from(legal > 0);
        self.legal_moves += u64::from(legal);
        self.losing_moves += u64::from(analysis.losing.len());
        self.only_moves += u64::from(has_only_move(analysis));
    }
}

impl Ply {
    /// The number of the ply, or a dash for all.
    pub fn label(&self) -> String {
        self.ply
            .map_or_else(|| "-".to_owned(), |ply| ply.to_string())
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
    add(counts, [(key, 1)]);
}

fn add<K: Ord>(counts: &mut Histogram<K>, more: impl IntoIterator<Item = (K, u64)>) {
    for (key, number) in more {
        *counts.entry(key).or_default() += number;
    }
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

#[cfg(test)]
mod tests {
    use perfectplay_games::Listed;
    use perfectplay_games::domineering::Domineering;

    use super::*;
    use crate::{Solve, rules};

    /// Wherever the plies come to an end, all states are counted together.
    #[test]
    fn without_plies_all_states_are_together() {
        let game = Domineering::with_parameters("3x3").expect("a game");
        let table = rules(game).solve(&Solve::default()).expect("a game");
        let known = Stats::count(&table, |_, _| ()).expect("a whole table");
        assert!(known.tells_plies() && known.plies.len() > 3);
        let sum = |number: fn(&Ply) -> u64| known.plies.iter().map(number).sum::<u64>();
        let figures: [fn(&Ply) -> u64; 8] = [
            |ply| ply.states,
            |ply| ply.classes,
            |ply| ply.ongoing,
            |ply| ply.legal_moves,
            |ply| ply.losing_moves,
            |ply| ply.only_moves,
            |ply| number(&ply.values, &Value::Win),
            |ply| number(&ply.distances, &Distance::Plies(2)),
        ];
        for end in [0, 1, known.states / 2, known.states - 1] {
            let mut visited = 0;
            let mut stats = Stats::empty(&table);
            let counted = table.visit(&mut |visit| {
                let ply = visit.ply.filter(|_| visited != end);
                visited += 1;
                let counted = Counted {
                    is_canonical: visit.position.is_canonical(),
                    visit: &visit,
                };
                stats.add(&table, &counted, ply);
                Ok(())
            });
            counted.expect("a whole table");
            let [all] = &stats.plies[..] else {
                panic!("{} plies", stats.plies.len());
            };
            assert_eq!((all.ply, &all.label()[..]), (None, "-"));
            assert_eq!(stats.values, all.values);
            for figure in figures {
                assert_eq!(figure(all), sum(figure));
            }
        }
    }
}
