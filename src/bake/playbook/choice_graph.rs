//! Stores, in plain arrays, the states in which one side is to move. The search for a playbook
//! reads only these arrays, and calls no method of the game.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The states in which a side is to move, the choices of moves in each state, and the next states
/// of each choice. The next states of a choice are the states in which the side may have its next
/// turn, depending on the opponent's reply.
///
/// This is an AND/OR graph. A *choice* in a state is a set of moves that all lead to the same next
/// states. A playbook contains some of the states, with one choice for each of them. The playbook
/// must also contain all next states of these choices. Each state has an index, counted from 0.
/// Each choice has an index, too: the choices of state 0 come first, then those of state 1, and so
/// on. If the game always reaches a state after the same number of turns, the state has a lower
/// index than its next states.
///
/// The graph leaves out a choice *A* if the same state has a better choice *B*. Here *B* is better
/// if all next states of *B* are also next states of *A*, and *A* has further next states. So at
/// least one of the smallest playbooks contains none of the choices that the graph leaves out.
#[derive(Clone, Debug)]
pub struct ChoiceGraph {
    roots: Vec<u32>,
    keys: Vec<u64>,
    needs_entry: Vec<bool>,
    /// For each state, the index of its first choice. The last item is the total number of choices.
    choices: Vec<u32>,
    /// For each choice, an index in `rank_sets`. The set at this index is a bit mask. Bit *i* tells
    /// whether the choice contains the legal move number *i*, counted from 0.
    ranks: Vec<u16>,
    rank_sets: Vec<u64>,
    /// For each choice, the index in `next` at which its next states begin. The last item is the
    /// length of `next`.
    nexts: Vec<u32>,
    next: Vec<u32>,
}

impl ChoiceGraph {
    pub(super) fn new() -> Self {
        Self {
            roots: Vec::new(),
            keys: Vec::new(),
            needs_entry: Vec::new(),
            choices: vec![0],
            ranks: Vec::new(),
            rank_sets: Vec::new(),
            nexts: vec![0],
            next: Vec::new(),
        }
    }

    pub(super) fn set_roots(&mut self, mut roots: Vec<u32>) {
        roots.sort_unstable();
        roots.dedup();
        self.roots = roots;
    }

    /// Adds a state, which gets the next index. `found` lists the choices of the state. Each choice
    /// consists of a mask of the ranks of its moves, and a list of its next states in rising order.
    pub(super) fn add(&mut self, key: u64, needs_entry: bool, found: &[(u64, Vec<u32>)]) {
        self.keys.push(key);
        self.needs_entry.push(needs_entry);
        for (number, (ranks, next)) in found.iter().enumerate() {
            let wider = |(other, (_, states)): (usize, &(u64, Vec<u32>))| {
                other != number && states.len() < next.len() && is_subset(states, next)
            };
            if found.iter().enumerate().any(wider) {
                continue;
            }
            let set = self.rank_set(*ranks);
            self.ranks.push(set);
            self.next.extend(next);
            self.nexts.push(self.next.len() as u32);
        }
        self.choices.push(self.ranks.len() as u32);
    }

    fn rank_set(&mut self, ranks: u64) -> u16 {
        let found = self.rank_sets.iter().position(|&other| other == ranks);
        let index = found.unwrap_or_else(|| {
            self.rank_sets.push(ranks);
            self.rank_sets.len() - 1
        });
        match u16::try_from(index) {
            Ok(index) => index,
            Err(_) => {
                // The index does not fit 16 bits. Keep one of the equally good moves: there are
                // only 64 such sets.
                self.rank_sets.pop();
                self.rank_set(1 << ranks.trailing_zeros())
            }
        }
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether the graph contains no states, as for a side that never moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the states in which the side may make its first move, in rising order.
    #[must_use]
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// Returns the [key](crate::Game::key) of the state with the index `state`.
    #[must_use]
    pub fn key(&self, state: u32) -> u64 {
        self.keys[state as usize]
    }

    /// Returns whether a playbook needs an entry for the state. A state needs no entry if it has
    /// only one legal move, or if a rule of the user covers the state.
    #[must_use]
    pub fn needs_entry(&self, state: u32) -> bool {
        self.needs_entry[state as usize]
    }

    /// Returns the indexes of a state's choices. Each state has at least one choice.
    #[must_use]
    pub fn choices(&self, state: u32) -> Range<u32> {
        self.choices[state as usize]..self.choices[state as usize + 1]
    }

    /// Returns the moves of a choice as a bit mask. Bit *i* stands for the legal move number *i* of
    /// the state, counted from 0. All moves of a choice lead to the same states.
    #[must_use]
    pub fn ranks(&self, choice: u32) -> u64 {
        self.rank_sets[usize::from(self.ranks[choice as usize])]
    }

    /// Returns the next states of a choice, in rising order.
    #[must_use]
    pub fn next(&self, choice: u32) -> &[u32] {
        let (from, to) = (self.nexts[choice as usize], self.nexts[choice as usize + 1]);
        &self.next[from as usize..to as usize]
    }

    pub(super) fn next_count(&self) -> usize {
        self.next.len()
    }

    /// Returns an index in `rank_sets`, where the moves of a choice are stored.
    pub(super) fn rank_index(&self, choice: u32) -> usize {
        usize::from(self.ranks[choice as usize])
    }

    pub(super) fn rank_sets(&self) -> &[u64] {
        &self.rank_sets
    }

    /// Returns the number of choices that lead to each state.
    pub(super) fn in_degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.len()];
        for &state in &self.next {
            degrees[state as usize] += 1;
        }
        degrees
    }
}

/// Returns whether the rising list `many` contains all numbers of the list `few`.
fn is_subset(few: &[u32], many: &[u32]) -> bool {
    few.iter().all(|number| many.binary_search(number).is_ok())
}
