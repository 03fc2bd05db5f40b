//! Counts the states of a game.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use perfectplay::{Analysis, Moves, Value};
use serde::{Serialize, Serializer};

use crate::answer::Status;
use crate::error::Error;
use crate::table::AnyTable;
use crate::visits::Visit;

/// A state that [`Stats::count`] has just counted.
pub struct Counted<'a, 't> {
    /// The state and the table's record of it.
    pub visit: &'a Visit<'t>,
    /// Whether the state is canonical. Each set of symmetric states has one canonical state, which
    /// stands for all of them.
    pub is_canonical: bool,
}

/// Counts states by a property: maps each value of the property, such as each [`Distance`], to the number of states
/// that have this value.
pub type Histogram<K, N = u64> = BTreeMap<K, N>;

fn add<K: Ord>(histogram: &mut Histogram<K>, other: Histogram<K>) {
    for (key, number) in other {
        *histogram.entry(key).or_default() += number;
    }
}

/// All counts of the states of a game.
#[derive(Default, Serialize)]
pub struct Stats {
    /// The game.
    pub game: Arc<str>,
    /// The number of states.
    pub states: u64,
    /// The number of states, where symmetric states count as one.
    pub classes: u64,
    /// The number of lines of play from a start to an end. `None` if states repeat, or if the number is too large
    /// to count.
    pub games: Option<u64>,
    /// The number of states for each status, such as "ongoing" or "draw".
    pub statuses: Histogram<Cow<'static, str>>,
    /// For each value (win, draw or loss), the number of states that have this value.
    pub values: Histogram<Value>,
    /// The counts of each ply. If the table does not tell the ply of every state, `plies` contains a single entry,
    /// which counts all states together.
    pub plies: Vec<Ply>,
    /// A histogram for each kind of move. For each number *n*, the histogram counts the unfinished states with
    /// exactly *n* moves of this kind.
    pub moves: Histogram<&'static str, Histogram<u32>>,
}

/// The counts of the states at one ply. The ply of a state is its distance from the nearest start.
#[derive(Default, Serialize)]
pub struct Ply {
    /// The ply; `None` if the entry counts all states together.
    pub ply: Option<u32>,
    /// The number of states.
    pub states: u64,
    /// The number of states, where symmetric states count as one.
    pub classes: u64,
    /// For each value (win, draw or loss), the number of states that have this value.
    pub values: Histogram<Value>,
    /// For each distance to the end, the number of states that have this distance.
    pub distances: Histogram<Distance>,
    /// The number of unfinished states.
    pub ongoing: u64,
    /// The total number of legal moves in all unfinished states.
    pub legal_moves: u64,
    /// The number of legal moves that let the opponent force a win.
    pub losing_moves: u64,
    /// The number of states with an only move. In a state with an only move, exactly one of several legal moves
    /// keeps a win or a draw.
    pub only_moves: u64,
}

/// The distance to the end. In sorted order, `Endless` comes after every `Plies`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Distance {
    /// The number of plies.
    Plies(u32),
    /// Perfect play never ends.
    Endless,
}

/// The name of a kind of move, and a function that returns all moves of this kind in a state.
type CountedKind = (&'static str, fn(&Analysis) -> Moves);

/// All values, the worst first.
pub const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

/// The kinds of moves that are counted, with their names.
pub const KINDS: [CountedKind; 4] = [
    ("winning", |analysis| analysis.winning()),
    ("neutral", |analysis| analysis.neutral()),
    ("losing", |analysis| analysis.losing()),
    ("best", |analysis| analysis.best()),
];

impl Stats {
    /// Counts the states of a game. After each state, calls `also` with the state and with the number of states counted
    /// so far.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
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

    fn empty(table: &AnyTable) -> Self {
        Self {
            game: Arc::clone(&table.info().spec),
            games: table.games(),
            ..Self::default()
        }
    }

    fn add(&mut self, table: &AnyTable, counted: &Counted<'_, '_>, ply: Option<u32>) {
        let analysis = &counted.visit.analysis;
        let is_over = analysis.legal().is_empty();
        let status = Status::new(is_over, analysis.value(), counted.visit.position.mover());
        self.states += 1;
        self.classes += u64::from(counted.is_canonical);
        *self
            .statuses
            .entry(status.name(&table.info().players))
            .or_default() += 1;
        *self.values.entry(analysis.value()).or_default() += 1;
        self.ply(ply).count(counted);
        if !analysis.legal().is_empty() {
            for (kind, moves) in KINDS {
                let numbers = self.moves.entry(kind).or_default();
                *numbers.entry(moves(analysis).len()).or_default() += 1;
            }
        }
    }

    /// Returns whether the ply of every state is known.
    pub fn tells_plies(&self) -> bool {
        self.plies.iter().all(|ply| ply.ply.is_some())
    }

    /// Returns the entry that counts the states at `ply`. The first call with `None` merges all entries into one, which
    /// counts all states from then on.
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
        *self.values.entry(analysis.value()).or_default() += 1;
        let distance = analysis
            .distance()
            .map_or(Distance::Endless, Distance::Plies);
        *self.distances.entry(distance).or_default() += 1;
        self.ongoing += u64::from(legal > 0);
        self.legal_moves += u64::from(legal);
        self.losing_moves += u64::from(analysis.losing().len());
        self.only_moves += u64::from(has_only_move(analysis));
    }

    /// Returns the ply as text. The text is "-" if the entry counts the states of all plies together.
    pub fn label(&self) -> String {
        self.ply
            .map_or_else(|| "-".to_owned(), |ply| ply.to_string())
    }

    /// Returns the share of won states, of drawn states and of lost states. A state is won if the player to
    /// move wins.
    pub fn shares(&self) -> [f64; 3] {
        [Value::Win, Value::Draw, Value::Loss].map(|value| {
            let states = self.values.get(&value).copied().unwrap_or_default();
            states as f64 / self.states as f64
        })
    }

    /// Returns the share of losing moves among the legal moves; `None` if there are no legal moves.
    pub fn losing_share(&self) -> Option<f64> {
        share(self.losing_moves, self.legal_moves)
    }

    /// Returns the share of unfinished states that have an only move; `None` if there are no unfinished states.
    pub fn only_share(&self) -> Option<f64> {
        share(self.only_moves, self.ongoing)
    }
}

/// Returns `part` divided by `whole`; `None` if `whole` is 0.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Returns whether exactly one move keeps a win or a draw, and there are other legal moves.
fn has_only_move(analysis: &Analysis) -> bool {
    let keeping = match analysis.value() {
        Value::Win => analysis.winning(),
        Value::Draw => analysis.neutral(),
        Value::Loss => return false,
    };
    keeping.len() == 1 && analysis.legal().len() > 1
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => plies.fmt(f),
            Self::Endless => f.pad("none"),
        }
    }
}

/// Serializes the distance as text, because it is a key of a JSON object.
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
    use perfectplay_games::mnk::Connect;

    use super::*;
    use crate::{Solve, rules};

    /// If the ply of one state is unknown, a single entry counts all states, including the states that were
    /// counted before.
    #[test]
    fn without_plies_all_states_are_together() {
        let game = Connect::with_parameters("3x3,3").expect("a game");
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
            |ply| ply.values.get(&Value::Win).copied().unwrap_or_default(),
            |ply| {
                ply.distances
                    .get(&Distance::Plies(2))
                    .copied()
                    .unwrap_or_default()
            },
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
