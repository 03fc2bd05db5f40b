//! Turns a solved game into plain arrays. The rest of the search for a playbook reads only these
//! arrays, and calls no method of the game.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{BuildHasherDefault, Hasher};
use core::ops::ControlFlow;
use std::collections::HashMap;

use super::choice_graph::ChoiceGraph;
use crate::bake::BakeError;
use crate::entropy::mix;
use crate::playbook::Keep;
use crate::solved::{Solved, StateOf, known_score};
use perfectplay_core::watch::{Phase, Progress};
use perfectplay_core::{
    Game, Hints, Move, Player, Score, Value, canonical, is_extra_turn, score_of_move, starts,
};

/// A function by which the user chooses the move in some states. The function returns `None` in all
/// other states.
pub(super) type Rule<'r, S> = &'r dyn Fn(S) -> Option<Move>;

const TOLD: usize = 1 << 12;

pub(super) struct Explorer<'t, 'r, T: Solved> {
    pub solved: &'t T,
    pub keep: Keep,
    pub symmetry: bool,
    pub rule: Option<Rule<'r, StateOf<T>>>,
}

/// The states that the search has found, numbered in the order in which it found them.
struct MetNumbers<S> {
    states: Vec<S>,
    by_key: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
}

/// Hashes the keys of states with the function [`mix`].
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(self.0 ^ key);
    }
}

impl<T: Solved> Explorer<'_, '_, T>
where
    T::Game: Hints,
{
    /// Explores all states that can occur when a player plays one of `sides`. The player chooses
    /// only moves that `self.keep` allows.
    pub fn arena(
        &self,
        sides: &[Player],
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<ChoiceGraph, BakeError> {
        let mut numbers = MetNumbers {
            states: Vec::new(),
            by_key: HashMap::default(),
        };
        let mut arena = ChoiceGraph::new();
        let mut roots = Vec::new();
        let mut floors = [Value::Loss; 2];
        for &side in sides {
            for start in starts(self.game()) {
                let first = self.game().to_move(start).unwrap_or(Player::First);
                let value = self.score(start)?.value();
                let value = if first == side { value } else { value.flip() };
                let floor = &mut floors[usize::from(side == Player::Second)];
                *floor = value.max(*floor);
                let mut first_own = Vec::new();
                if self.game().outcome(start).is_some() {
                } else if first == side {
                    first_own.push(self.image(start));
                } else {
                    self.replies(start, &mut first_own);
                }
                roots.extend(self.numbered(&first_own, &mut numbers)?);
            }
        }
        arena.set_roots(roots);
        let mut next = 0;
        while next < numbers.states.len() {
            self.add(next, &floors, &mut numbers, &mut arena)?;
            if u32::try_from(arena.next_count()).is_err() {
                return Err(BakeError::TooManyStates { found: arena.len() });
            }
            next += 1;
            let states = next as u64;
            let progress = Progress::of_states(Phase::Exploring, states, 0);
            if next % TOLD == 0 && watch(progress).is_break() {
                return Err(BakeError::Stopped);
            }
        }
        Ok(arena)
    }

    fn game(&self) -> &T::Game {
        self.solved.game()
    }

    fn score(&self, state: StateOf<T>) -> Result<Score, BakeError> {
        known_score(self.solved, state).map_err(|_| BakeError::NoRecord)
    }

    /// Returns the canonical image of a state if symmetric states share an entry, and otherwise the
    /// state itself.
    fn image(&self, state: StateOf<T>) -> StateOf<T> {
        if self.symmetry {
            canonical(self.game(), state).0
        } else {
            state
        }
    }

    /// Returns the indexes of `states` in rising order. A state that the search has not found
    /// before gets the next index.
    fn numbered(
        &self,
        states: &[StateOf<T>],
        numbers: &mut MetNumbers<StateOf<T>>,
    ) -> Result<Vec<u32>, BakeError> {
        let mut found = Vec::with_capacity(states.len());
        for &state in states {
            let before = numbers.states.len();
            let new = u32::try_from(before);
            let new = new.map_err(|_| BakeError::TooManyStates { found: before })?;
            let number = *numbers.by_key.entry(self.game().key(state)).or_insert(new);
            if number != new && numbers.states[number as usize] != state {
                let key = self.game().key(state);
                return Err(BakeError::SharedKey { key });
            }
            if number == new {
                numbers.states.push(state);
            }
            found.push(number);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Adds to `found` each state in which the player may have its next turn. `state` is an
    /// unfinished state in which the opponent is to move. The opponent may move more than once.
    fn replies(&self, state: StateOf<T>, found: &mut Vec<StateOf<T>>) {
        let game = self.game();
        let (mut theirs, mut next) = (vec![state], 0);
        while let Some(&state) = theirs.get(next) {
            next += 1;
            for mv in game.legal(state) {
                let after = game.play(state, mv);
                if game.outcome(after).is_some() {
                } else if !is_extra_turn(game, state, after) {
                    found.push(self.image(after));
                } else if !theirs.contains(&after) {
                    theirs.push(after);
                }
            }
        }
    }

    /// Returns each state in which the player may have its next turn after its move `mv`.
    fn after(&self, state: StateOf<T>, mv: Move) -> Vec<StateOf<T>> {
        let game = self.game();
        let after = game.play(state, mv);
        let mut found = Vec::new();
        if game.outcome(after).is_some() {
        } else if is_extra_turn(game, state, after) {
            found.push(self.image(after));
        } else {
            self.replies(after, &mut found);
        }
        found
    }

    fn add(
        &self,
        number: usize,
        floors: &[Value; 2],
        numbers: &mut MetNumbers<StateOf<T>>,
        arena: &mut ChoiceGraph,
    ) -> Result<(), BakeError> {
        let (game, state) = (self.game(), numbers.states[number]);
        let floor = match game.to_move(state) {
            Some(side) => floors[usize::from(side == Player::Second)],
            None => floors[0].max(floors[1]),
        };
        let key = game.key(state);
        let (covered, ruled) = self.ruled(state, floor)?;
        let ruled = self.numbered(&ruled, numbers)?;
        if covered {
            arena.add(key, false, &[(1, ruled)]);
            return Ok(());
        }
        let kept = self.kept(state, floor)?;
        let ends = |mv: &(u32, Move)| game.outcome(game.play(state, mv.1)).is_some();
        let any_ends = ruled.is_empty() && kept.iter().any(ends);
        let mut found: Vec<(u64, Vec<u32>)> = Vec::new();
        for (rank, mv) in kept {
            // A move that ends the game has no next states, so no other move is better.
            if any_ends && !ends(&(rank, mv)) {
                continue;
            }
            let mut next = self.numbered(&self.after(state, mv), numbers)?;
            next.extend(&ruled);
            next.sort_unstable();
            next.dedup();
            match found.iter_mut().find(|(_, states)| *states == next) {
                Some((ranks, _)) => *ranks |= 1 << rank,
                None => found.push((1 << rank, next)),
            }
        }
        arena.add(key, game.legal(state).len() > 1, &found);
        Ok(())
    }

    /// Returns the moves that `self.keep` allows, each with its rank among the legal moves.
    fn kept(&self, state: StateOf<T>, floor: Value) -> Result<Vec<(u32, Move)>, BakeError> {
        let game = self.game();
        let mut scores = Vec::new();
        for mv in game.legal(state) {
            let after = game.play(state, mv);
            let score = score_of_move(game, state, after, self.score(after)?);
            scores.push((mv, score));
        }
        kept_of(&scores, self.keep, floor, game.is_loopy()).ok_or(BakeError::NoRecord)
    }

    /// Asks the user's rule for its move in a state. Returns whether the rule covers the state
    /// (`.0`), and each state in which the player may have its next turn after the rule's move
    /// (`.1`).
    //
    // A player asks the rule about the state on the board, which may be any image of `state`.
    fn ruled(&self, state: StateOf<T>, floor: Value) -> Result<(bool, Vec<StateOf<T>>), BakeError> {
        let Some(rule) = self.rule else {
            return Ok((false, Vec::new()));
        };
        let images = if self.symmetry {
            self.game().symmetries()
        } else {
            1
        };
        let (mut covered, mut found) = (true, Vec::new());
        for image in (0..images).map(|symmetry| self.game().image(symmetry, state)) {
            let Some(mv) = rule(image) else {
                covered = false;
                continue;
            };
            if !self.kept(image, floor)?.iter().any(|&(_, kept)| kept == mv) {
                return Err(BakeError::Rule { mv });
            }
            found.extend(self.after(image, mv));
        }
        Ok((covered, found))
    }
}

/// Returns the moves that `keep` allows, each with its rank among the legal moves. `None` for an
/// empty list.
fn kept_of(
    scores: &[(Move, Score)],
    keep: Keep,
    floor: Value,
    is_loopy: bool,
) -> Option<Vec<(u32, Move)>> {
    let best = scores.iter().map(|&(_, score)| score).max()?;
    let (is_exact, least) = match keep {
        Keep::Value => (false, best.value()),
        Keep::Distance => (best.value() != Value::Draw, best.value()),
        Keep::Start => (false, best.value().min(floor)),
    };
    // Where states repeat, a player who only keeps a win might never win.
    let is_exact = is_exact || is_loopy && least == Value::Win;
    let kept = (0..).zip(scores).filter(|&(_, &(_, score))| {
        if is_exact {
            score == best
        } else {
            score.value() >= least
        }
    });
    Some(kept.map(|(rank, &(mv, _))| (rank, mv)).collect())
}
