//! Solves a game whose rules are in JavaScript. JavaScript asks the rules about every state, and
//! passes the graph of states to the module.

use std::convert::Infallible;
use std::fmt;

use perfectplay::solve::{Solution, solve_watched};
use perfectplay::{Analysis, Game, Move, Moves, Player, Solved, Value, bake};
use perfectplay_any::{Error, Progress};
use serde::Deserialize;

use crate::watch;

/// The greatest number of moves that a state may have.
const MOST: usize = 64;

/// The graph of states of a game, with what the rules say about each state. States are numbered from 0, and state 0 is
/// the start.
pub(crate) struct RulesGraph {
    /// The player to move in each state.
    movers: Vec<Player>,
    /// The outcome of each state for the player to move; `None` if the game is not over.
    outcomes: Vec<Option<Value>>,
    /// For each state, the index of its first move in `steps`. The last item is the length of
    /// `steps`.
    firsts: Vec<u32>,
    /// The index of the next state after each move. The moves of state 0 come first.
    steps: Vec<u32>,
    /// The index of each move, in the same order as `steps`. For each state, the indexes of its moves are in ascending
    /// order.
    indexes: Vec<Move>,
}

/// The declarations that the rules in JavaScript make about the game. The fingerprint of a table depends on these
/// declarations. If a program in Rust or Python opens this table, its rules must make the same declarations.
#[derive(Debug, Deserialize)]
pub(crate) struct Declared {
    /// The number of different moves.
    moves: u32,
    turns_alternate: bool,
    is_loopy: bool,
    last_mover_may_lose: bool,
}

/// The number of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct GraphState(u32);

impl fmt::Debug for GraphState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state {}", self.0)
    }
}

/// Reads little-endian integers of four bytes each.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let chunks = bytes.chunks_exact(4);
    chunks.map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")))
}

fn wrong(what: &str) -> Error {
    Error::Format(format!("expected {what} in a graph of states"))
}

impl RulesGraph {
    /// Reads a graph of `states` states. The graph begins with one byte for each state. Bit 0 of this byte is the
    /// player to move. The higher bits are the outcome: 0 if the game is not over, 1 for a loss, 2 for a draw, and 3
    /// for a win. Then comes the number of moves of each state, in one byte. At the end comes, for each move, the index
    /// of the state to which the move leads, as a little-endian integer of four bytes.
    pub fn read(states: usize, bytes: &[u8]) -> Result<Self, Error> {
        match Self::read_first(states, bytes)? {
            (graph, []) => Ok(graph),
            _ => Err(wrong("a state for each move, and no more")),
        }
    }

    /// Reads a graph with the indexes of its moves and the keys of its states. After the graph come the index of each
    /// move in one byte, and then the key of each state in eight little-endian bytes.
    pub fn read_keyed(states: usize, bytes: &[u8]) -> Result<(Self, Vec<u64>), Error> {
        let (mut graph, rest) = Self::read_first(states, bytes)?;
        let (indexes, keys) = rest
            .split_at_checked(graph.steps.len())
            .filter(|(_, keys)| keys.len() == 8 * states)
            .ok_or_else(|| wrong("an index for each move and a key for each state"))?;
        let rise = |ends: &[u32]| {
            let moves = &indexes[ends[0] as usize..ends[1] as usize];
            moves.is_sorted_by(|one, next| one < next)
        };
        let moves = indexes.iter().map(|&index| Move::new(index));
        graph.indexes = moves
            .collect::<Option<_>>()
            .filter(|_| graph.firsts.windows(2).all(rise))
            .ok_or_else(|| wrong("indexes from 0 to 63 that rise"))?;
        let keys = keys.chunks_exact(8);
        let keys = keys.map(|eight| u64::from_le_bytes(eight.try_into().expect("eight bytes")));
        Ok((graph, keys.collect()))
    }

    /// Reads the outcomes and moves of a graph. The moves of each state get the indexes 0, 1, 2 and
    /// so on. Returns the graph, and the bytes that follow it.
    fn read_first(states: usize, bytes: &[u8]) -> Result<(Self, &[u8]), Error> {
        let (kinds, rest) = bytes
            .split_at_checked(states)
            .ok_or_else(|| wrong("a byte for each state"))?;
        let (counts, rest) = rest
            .split_at_checked(states)
            .ok_or_else(|| wrong("a number of moves for each state"))?;
        let mut firsts = Vec::with_capacity(states + 1);
        firsts.push(0);
        let mut moves = 0u32;
        for (&count, &kind) in counts.iter().zip(kinds) {
            let is_over = kind >> 1 != 0;
            if usize::from(count) > MOST || kind > 7 || is_over != (count == 0) {
                return Err(wrong("an outcome, or 1 to 64 moves, of each state"));
            }
            moves += u32::from(count);
            firsts.push(moves);
        }
        let (steps, rest) = rest
            .split_at_checked(4 * moves as usize)
            .filter(|_| states > 0)
            .ok_or_else(|| wrong("a state for each move"))?;
        let steps: Vec<u32> = numbers(steps).collect();
        if steps.iter().any(|&step| step as usize >= states) {
            return Err(wrong("moves to its states"));
        }
        let indexes = counts
            .iter()
            .flat_map(|&count| (0..count).filter_map(Move::new));
        let graph = Self {
            movers: kinds
                .iter()
                .map(|kind| Player::BOTH[usize::from(kind & 1)])
                .collect(),
            outcomes: kinds
                .iter()
                .map(|kind| match kind >> 1 {
                    0 => None,
                    1 => Some(Value::Loss),
                    2 => Some(Value::Draw),
                    _ => Some(Value::Win),
                })
                .collect(),
            firsts,
            steps,
            indexes: indexes.collect(),
        };
        Ok((graph, rest))
    }

    /// Solves the game. The returned bytes begin with the value of each state in one byte: 0 for a loss, 1 for a draw,
    /// and 2 for a win. Then comes a little-endian integer of four bytes for each state: the distance plus 1, or 0 if
    /// best play never ends.
    pub fn solve(&self) -> Result<Vec<u8>, Error> {
        let solution = self.solution()?;
        let scores: Vec<_> = (0..self.movers.len() as u32)
            .map(|state| solution.score(GraphState(state)))
            .collect::<Option<_>>()
            .ok_or_else(|| Error::Format("expected states that moves lead to".to_owned()))?;
        let mut bytes: Vec<u8> = scores
            .iter()
            .map(|score| match score.value() {
                Value::Loss => 0,
                Value::Draw => 1,
                Value::Win => 2,
            })
            .collect();
        for score in scores {
            let distance = score.distance().map_or(0, |distance| distance + 1);
            bytes.extend(distance.to_le_bytes());
        }
        Ok(bytes)
    }

    /// Solves the game. Returns the bytes of the game's table. A program in Rust or Python can open this table if its
    /// rules are the same and give the same keys.
    pub fn table(&self, name: &str, keys: &[u64], declared: &Declared) -> Result<Vec<u8>, Error> {
        let moves = Moves::first_n(declared.moves.min(MOST as u32));
        if !self.indexes.iter().all(|&index| moves.contains(index)) {
            return Err(wrong("indexes below the number of moves"));
        }
        let keyed = GraphGame {
            graph: self,
            keyed: Some((keys, declared)),
        };
        let solution = self.solution()?;
        Ok(bake::table_of(
            name,
            &SolvedKeyed { keyed, solution },
            |_| (),
        )?)
    }

    fn solution(&self) -> Result<Solution<GraphGame<'_>>, Error> {
        let game = GraphGame {
            graph: self,
            keyed: None,
        };
        Ok(solve_watched(game, |progress| {
            watch::tell(Progress::of_states(
                progress.phase,
                progress.done,
                self.movers.len() as u64,
            ))
        })?)
    }

    fn moves(&self, GraphState(state): GraphState) -> std::ops::Range<usize> {
        let [first, end] = [state, state + 1].map(|at| self.firsts[at as usize] as usize);
        first..end
    }
}

/// A graph as a game.
struct GraphGame<'g> {
    graph: &'g RulesGraph,
    /// The keys of the states, and the declarations of the rules. `None` if the rules give no keys; the key of a state
    /// is then its index. If turns alternate, two states that differ only in the player to move may have the same key.
    /// States with the same key have the same moves and values.
    keyed: Option<(&'g [u64], &'g Declared)>,
}

impl GraphGame<'_> {
    fn declared(&self) -> Option<&Declared> {
        self.keyed.map(|(_, declared)| declared)
    }
}

impl Game for GraphGame<'_> {
    type State = GraphState;

    const TURNS_ALTERNATE: bool = false;

    fn turns_alternate(&self) -> bool {
        self.declared()
            .is_some_and(|declared| declared.turns_alternate)
    }

    fn move_count(&self) -> u32 {
        self.declared()
            .map_or(MOST as u32, |declared| declared.moves)
    }

    fn start(&self) -> GraphState {
        GraphState(0)
    }

    fn outcome(&self, GraphState(state): GraphState) -> Option<Value> {
        self.graph.outcomes[state as usize]
    }

    fn legal(&self, state: GraphState) -> Moves {
        let indexes = self.graph.indexes[self.graph.moves(state)].iter();
        indexes.copied().collect()
    }

    fn play(&self, state: GraphState, mv: Move) -> GraphState {
        let moves = self.graph.moves(state);
        let mut indexes = self.graph.indexes[moves.clone()].iter();
        let place = indexes.position(|&index| index == mv);
        GraphState(self.graph.steps[moves][place.expect("a legal move")])
    }

    fn key(&self, GraphState(state): GraphState) -> u64 {
        self.keyed
            .map_or(state.into(), |(keys, _)| keys[state as usize])
    }

    fn to_move(&self, GraphState(state): GraphState) -> Option<Player> {
        Some(self.graph.movers[state as usize])
    }

    fn last_mover_may_lose(&self) -> bool {
        self.declared()
            .is_none_or(|declared| declared.last_mover_may_lose)
    }

    fn is_loopy(&self) -> bool {
        self.declared().is_none_or(|declared| declared.is_loopy)
    }
}

/// The solution of a graph, together with the keys of its states.
struct SolvedKeyed<'g> {
    keyed: GraphGame<'g>,
    solution: Solution<GraphGame<'g>>,
}

impl<'g> Solved for SolvedKeyed<'g> {
    type Game = GraphGame<'g>;
    type Error = Infallible;

    fn game(&self) -> &GraphGame<'g> {
        &self.keyed
    }

    fn states(&self) -> u64 {
        self.solution.states()
    }

    fn try_analysis(&self, state: GraphState) -> Result<Option<Analysis>, Infallible> {
        self.solution.try_analysis(state)
    }
}

#[cfg(test)]
mod tests {
    use perfectplay::{Table, verify};
    use perfectplay_games::subtraction::Subtraction;

    use super::*;

    /// Returns the graph of a game with a heap of `n` things. A player takes one or two things, and
    /// the player who takes the last thing wins.
    fn heap(n: u32) -> Vec<u8> {
        // A state consists of the number of things left and the player to move.
        let states = 2 * (n + 1);
        let left = |state: u32| n - state / 2;
        let kind = |state: u32| (state % 2) as u8 | u8::from(left(state) == 0) << 1;
        let mut bytes: Vec<u8> = (0..states).map(kind).collect();
        bytes.extend((0..states).map(|state| left(state).min(2) as u8));
        for state in 0..states {
            for take in 1..=left(state).min(2) {
                bytes.extend((2 * (state / 2 + take) + 1 - state % 2).to_le_bytes());
            }
        }
        bytes
    }

    /// Returns the bytes of [`heap`] with indexes and keys appended.
    fn keyed_heap(n: u32) -> Vec<u8> {
        let left = |state: u32| n - state / 2;
        let mut bytes = heap(n);
        for state in 0..2 * (n + 1) {
            bytes.extend((0..left(state).min(2)).map(|take| take as u8));
        }
        for state in 0..2 * (n + 1) {
            bytes.extend(u64::from(left(state)).to_le_bytes());
        }
        bytes
    }

    fn declared() -> Declared {
        Declared {
            moves: 2,
            turns_alternate: true,
            is_loopy: false,
            last_mover_may_lose: false,
        }
    }

    #[test]
    fn the_same_rules_in_rust_open_its_table() {
        let rules = |heap| Subtraction::new(heap, 2, false).expect("a game");
        let (graph, keys) = RulesGraph::read_keyed(22, &keyed_heap(10)).expect("a graph");
        let bytes = graph.table("heap", &keys, &declared()).expect("a table");
        let table = Table::from_bytes(rules(10), &bytes).expect("a table of the game");
        assert_eq!(table.validate(), Ok(()));
        assert_eq!(table.states(), 11);
        verify(&table).expect("a table that is right");
        assert_eq!(table.data().name(), "heap");
        assert!(Table::from_bytes(rules(9), &bytes).is_ok_and(|table| table.validate().is_err()));
    }

    #[test]
    fn a_graph_with_wrong_indexes_or_keys_is_refused() {
        let good = keyed_heap(2);
        assert!(RulesGraph::read_keyed(6, &good).is_ok());
        // The first two states have two moves each, and the next two states have one move each.
        let first = good.len() - 6 * 8 - 6;
        for (at, byte) in [(first, 1), (first, 64), (first + 3, 0)] {
            let mut bad = good.clone();
            bad[at] = byte;
            assert!(RulesGraph::read_keyed(6, &bad).is_err(), "{at} {byte}");
        }
        assert!(RulesGraph::read_keyed(6, &good[..good.len() - 1]).is_err());
        let (graph, keys) = RulesGraph::read_keyed(6, &good).expect("a graph");
        let one = Declared {
            moves: 1,
            ..declared()
        };
        assert!(graph.table("heap", &keys, &one).is_err());
    }

    #[test]
    fn states_that_no_move_leads_to_are_refused() {
        let bytes = heap(2);
        let error = RulesGraph::read(6, &bytes).and_then(|graph| graph.solve());
        // The state with the start's heap and the other player to move is unreachable.
        assert!(matches!(error, Err(Error::Format(_))), "{error:?}");
    }

    #[test]
    fn a_graph_is_read_and_solved() {
        // In state 0, Blue moves to state 1 or 2. In state 1, Orange has lost. In state 2, Orange
        // moves back to state 0, or to state 3, in which Blue has won.
        let mut bytes = vec![0, 1 | 1 << 1, 1, 3 << 1];
        bytes.extend([2, 0, 2, 0]);
        for step in [1u32, 2, 0, 3] {
            bytes.extend(step.to_le_bytes());
        }
        let solved = RulesGraph::read(4, &bytes).expect("a graph").solve();
        let solved = solved.expect("a solution");
        assert_eq!(solved[..4], [2, 0, 0, 2]);
        let distances: Vec<u32> = numbers(&solved[4..]).collect();
        assert_eq!(distances, [2, 1, 3, 1]);
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let good = {
            let mut bytes = vec![0, 1 | 1 << 1];
            bytes.extend([1, 0]);
            bytes.extend(1u32.to_le_bytes());
            bytes
        };
        assert!(RulesGraph::read(2, &good).is_ok());
        for (at, byte) in [(0, 8), (0, 2), (1, 1), (2, 0), (2, 65), (4, 2), (7, 1)] {
            let mut bad = good.clone();
            bad[at] = byte;
            assert!(RulesGraph::read(2, &bad).is_err(), "{at} {byte}");
        }
        for len in 0..good.len() {
            assert!(RulesGraph::read(2, &good[..len]).is_err(), "{len}");
        }
        assert!(RulesGraph::read(0, &[]).is_err());
        assert!(RulesGraph::read(3, &good).is_err());
    }
}
