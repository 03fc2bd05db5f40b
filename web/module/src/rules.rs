//! Solves a game whose rules are in JavaScript. JavaScript asks the rules about every state, and
//! passes the graph of states.

use std::fmt;

use perfectplay::solve::solve_watched;
use perfectplay::{Game, Move, Moves, Player, Value};
use perfectplay_any::{Error, Phase, Progress};

use crate::watch;

/// The greatest number of moves in a state.
const MOST: usize = 64;

/// The rules' answers about each state, by number. The start has the number 0.
pub(crate) struct Graph {
    /// The player to move.
    movers: Vec<Player>,
    /// The outcome for that player, if the game is over.
    outcomes: Vec<Option<Value>>,
    /// For each state, where its moves begin in `steps`; and at the end the number of steps.
    firsts: Vec<u32>,
    /// The states that moves lead to.
    steps: Vec<u32>,
}

/// The number of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct State(u32);

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state {}", self.0)
    }
}

/// Returns the little-endian numbers of four bytes each.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let chunks = bytes.chunks_exact(4);
    chunks.map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")))
}

impl Graph {
    /// Reads a graph of `states`: a byte for each with its player (bit 0) and its outcome (0 where the game
    /// goes on, 1 loss, 2 draw, 3 win) above that, a byte for each with the number of its moves, and a
    /// little-endian number of four bytes for each move.
    pub fn read(states: usize, bytes: &[u8]) -> Result<Self, Error> {
        let wrong = |what: &str| Error::Format(format!("expected {what} in a graph of states"));
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
        let steps: Vec<u32> = numbers(rest).collect();
        if states == 0 || rest.len() != 4 * moves as usize {
            return Err(wrong("a state for each move"));
        }
        if steps.iter().any(|&step| step as usize >= states) {
            return Err(wrong("moves to its states"));
        }
        Ok(Self {
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
        })
    }

    /// Solves the game. Returns a byte for each state, 0 loss, 1 draw, 2 win, and then a little-endian number
    /// of four bytes for each: the distance and 1, or 0 where best play has no end.
    pub fn solve(&self) -> Result<Vec<u8>, Error> {
        let solution = solve_watched(self, |progress| {
            watch::tell(Progress {
                phase: Phase::Solving,
                done: progress.solved,
                total: self.movers.len() as u64,
                is_of_states: true,
            })
        })?;
        let scores: Vec<_> = (0..self.movers.len() as u32)
            .map(|state| solution.score(State(state)))
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

    fn moves(&self, State(state): State) -> std::ops::Range<usize> {
        let [first, end] = [state, state + 1].map(|at| self.firsts[at as usize] as usize);
        first..end
    }
}

impl Game for Graph {
    type State = State;

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        MOST as u32
    }

    fn start(&self) -> State {
        State(0)
    }

    fn outcome(&self, State(state): State) -> Option<Value> {
        self.outcomes[state as usize]
    }

    fn legal(&self, state: State) -> Moves {
        let count = self.moves(state).len();
        (0..count as u8).filter_map(Move::new).collect()
    }

    fn play(&self, state: State, mv: Move) -> State {
        let steps = &self.steps[self.moves(state)];
        State(steps[mv.index() as usize])
    }

    fn key(&self, State(state): State) -> u64 {
        state.into()
    }

    fn to_move(&self, State(state): State) -> Option<Player> {
        Some(self.movers[state as usize])
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Take one or two of `n`; whoever takes the last one wins.
    fn heap(n: u32) -> Vec<u8> {
        // A state is what is left and who is to move.
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

    #[test]
    fn states_that_no_move_leads_to_are_refused() {
        let bytes = heap(2);
        let error = Graph::read(6, &bytes).and_then(|graph| graph.solve());
        // Nobody meets the first state with the other player to move.
        assert!(matches!(error, Err(Error::Format(_))), "{error:?}");
    }

    #[test]
    fn a_graph_is_read_and_solved() {
        // 0: Blue moves to 1 or 2; 1: Orange has lost; 2: Orange moves back to 0, or to 3, where Blue has won.
        let mut bytes = vec![0, 1 | 1 << 1, 1, 3 << 1];
        bytes.extend([2, 0, 2, 0]);
        for step in [1u32, 2, 0, 3] {
            bytes.extend(step.to_le_bytes());
        }
        let solved = Graph::read(4, &bytes).expect("a graph").solve();
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
        assert!(Graph::read(2, &good).is_ok());
        for (at, byte) in [(0, 8), (0, 2), (1, 1), (2, 0), (2, 65), (4, 2), (7, 1)] {
            let mut bad = good.clone();
            bad[at] = byte;
            assert!(Graph::read(2, &bad).is_err(), "{at} {byte}");
        }
        for len in 0..good.len() {
            assert!(Graph::read(2, &good[..len]).is_err(), "{len}");
        }
        assert!(Graph::read(0, &[]).is_err());
        assert!(Graph::read(3, &good).is_err());
    }
}
