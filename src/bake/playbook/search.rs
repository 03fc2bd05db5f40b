//! Searches for a small playbook. The search reads only a choice graph, and not the rules of the
//! game.
//!
//! The search chooses a first book greedily, and improves this book by simulated annealing
//! (Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, Science 220, 1983). In
//! each step, the search changes the choice in one state of the book. It adds the states that the
//! new choice needs, and removes the states that no choice in the book needs any longer. In each
//! added state, the search takes the choice that makes the book grow least. If the book grows by
//! too much, the step is undone. The search counts, for each state, how many choices need it. So
//! the time of a step depends on how many states the step changes, and not on the size of the book.
//!
//! All numbers are integers, or fractions that every machine rounds alike. So the result depends
//! only on the graph, the seed and the number of steps.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::choice_graph::ChoiceGraph;
use super::code::{self, RankCounts};
use crate::entropy::{GOLDEN_GAMMA, mix};
use perfectplay_core::watch::{Phase, Progress};

/// The fixed cost of an entry. In addition, each bit of the entry's code word costs 1. So it pays
/// to leave out an entry even if the code words of other entries then need 63 more bits in total.
const STATE: i64 = 64;

/// The states of a book in rising order, each with the index of its choice.
pub(super) type Policy = Vec<(u32, u32)>;

/// A way to start a run of the search. The run begins at the temperature `temperature`, where 1
/// stands for the cost of an entry.
#[derive(Clone, Copy)]
struct Start {
    /// If `true`, a state that many choices need gets a lower estimate of its cost. The estimate is
    /// divided by the fourth root of the number of these choices.
    shared: bool,
    temperature: u64,
}

const STARTS: [Start; 4] = [
    Start {
        shared: true,
        temperature: 2,
    },
    Start {
        shared: false,
        temperature: 3,
    },
    Start {
        shared: true,
        temperature: 4,
    },
    Start {
        shared: false,
        temperature: 8,
    },
];

/// The number of rounds in the last phase of the search, which makes the code words of the entries
/// shorter. Each round computes the lengths of the code words anew.
const ROUNDS: u64 = 32;

const STRIDE: u64 = 1 << 12;

/// Finds a book with few entries, and then reduces the bits that the entries' code words take.
///
/// Four short runs, one for each entry of [`STARTS`], together take a quarter of the steps. A long
/// run takes half of the steps. It repeats the start whose short run found the best book. Saving
/// bits takes the rest. All books of a playbook use the same code for ranks; `others` counts how
/// often each rank occurs in the other books. If `watch` returns `Break`, the function returns the
/// best book so far.
pub(super) fn search(
    arena: &ChoiceGraph,
    steps: u64,
    seed: u64,
    others: &RankCounts,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Policy {
    let mut search = ChoiceSearch {
        random: Random(mix(seed)),
        done: 0,
        steps,
        watch,
        stopped: false,
    };
    let mut best: Option<(i64, usize, Policy)> = None;
    for number in 0..STARTS.len() {
        search.run(arena, number, steps / 16, &mut best);
    }
    if let Some((_, number, _)) = best {
        search.run(arena, number, steps / 2, &mut best);
    }
    let Some((_, _, policy)) = best else {
        return Policy::new();
    };
    let mut book = CandidateBook::with(arena, &policy);
    for _ in 0..ROUNDS {
        book.reprice(others);
        search.anneal(&mut book, steps / 4 / ROUNDS, 0);
    }
    book.policy()
}

struct ChoiceSearch<'w> {
    random: Random,
    done: u64,
    steps: u64,
    watch: &'w mut dyn FnMut(Progress) -> ControlFlow<()>,
    stopped: bool,
}

impl ChoiceSearch<'_> {
    /// Chooses a book greedily and improves it by annealing, as `STARTS[number]` says. Stores the
    /// book in `best` if it is the best so far.
    fn run(
        &mut self,
        arena: &ChoiceGraph,
        number: usize,
        steps: u64,
        best: &mut Option<(i64, usize, Policy)>,
    ) {
        if self.stopped {
            return;
        }
        let mut book = CandidateBook::greedy(arena, STARTS[number].shared);
        let mut keep = |book: &CandidateBook<'_>| {
            if best.as_ref().is_none_or(|&(cost, _, _)| book.cost < cost) {
                *best = Some((book.cost, number, book.policy()));
            }
        };
        keep(&book);
        self.anneal(&mut book, steps, STARTS[number].temperature);
        keep(&book);
    }

    /// Anneals for `steps` steps, from `temperature` down to 0. A temperature of 1 stands for the
    /// cost of an entry.
    fn anneal(&mut self, book: &mut CandidateBook<'_>, steps: u64, temperature: u64) {
        let mut taken = 0;
        while taken < steps && !self.stopped && !book.open.is_empty() {
            // The square of the share of steps that are left, in units of 2^-16.
            let left = ((steps - taken) << 16) / steps;
            let heat = temperature * STATE as u64 * ((left * left) >> 16);
            let stride = STRIDE.min(steps - taken);
            for _ in 0..stride {
                book.step(&mut self.random, heat);
            }
            taken += stride;
            let done = self.done + taken;
            let progress = Progress::of_steps(Phase::Searching, done, self.steps.max(1));
            self.stopped = (self.watch)(progress).is_break();
        }
        self.done += steps;
    }
}

/// A random generator, which uses the algorithm SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        (number >> u32::BITS) as u32
    }

    fn below(&mut self, bound: u32) -> u32 {
        crate::entropy::below(self.next(), bound)
    }

    /// Returns a random number from a nearly exponential distribution with the mean 16. The number
    /// is computed from the logarithm of a random fraction. Between powers of two, the logarithm is
    /// interpolated linearly.
    fn exponential(&mut self) -> u64 {
        let number = self.next() | 1;
        let zeros = number.leading_zeros();
        let mantissa = number << zeros >> 27 & 15;
        let log2 = u64::from(16 * (zeros + 1) - mantissa);
        log2 * 177 / 256 // ln 2
    }
}

/// A book that the search changes step by step. The book contains the roots of the graph, which are
/// the states in which the side may make its first move. If a state is in the book, the book also
/// contains every state that may follow the choice in this state.
struct CandidateBook<'a> {
    arena: &'a ChoiceGraph,
    /// For each state, an estimate of how many entries a book needs for this state and all states
    /// after it.
    estimates: Vec<f32>,
    /// The choice in each state, even if the state is not in the book.
    choices: Vec<u32>,
    /// For each state, how many of the book's choices need it; one more if the state is a root.
    needs: Vec<u32>,
    /// The states of the book that have more than one choice, in any order.
    open: Vec<u32>,
    /// For each state, its index in `open`; `OUT` if the state is not in `open`.
    at: Vec<u32>,
    cost: i64,
    /// For each set of ranks, the length of the shortest code word of a rank in the set.
    bits: Vec<i64>,
    /// The states that are to enter or to leave the book.
    stack: Vec<u32>,
    added: Vec<u32>,
    /// The states whose choice the present step has changed, each with its old choice.
    changed: Vec<(u32, u32)>,
}

const OUT: u32 = u32::MAX;

impl<'a> CandidateBook<'a> {
    fn empty(arena: &'a ChoiceGraph) -> Self {
        let states = arena.len();
        Self {
            arena,
            estimates: vec![0.0; states],
            choices: (0..states as u32)
                .map(|state| arena.choices(state).start)
                .collect(),
            needs: vec![0; states],
            open: Vec::new(),
            at: vec![OUT; states],
            cost: 0,
            bits: vec![0; arena.rank_sets().len()],
            stack: Vec::new(),
            added: Vec::new(),
            changed: Vec::new(),
        }
    }

    fn greedy(arena: &'a ChoiceGraph, shared: bool) -> Self {
        let mut book = Self::empty(arena);
        book.estimate(shared);
        for &root in arena.roots() {
            book.need(root);
            book.settle(true, i64::MAX);
        }
        book
    }

    fn with(arena: &'a ChoiceGraph, policy: &Policy) -> Self {
        let mut book = Self::empty(arena);
        book.estimate(true);
        for &(state, choice) in policy
            .iter()
            .filter(|&&(state, _)| (state as usize) < arena.len())
        {
            if arena.choices(state).contains(&choice) {
                book.choices[state as usize] = choice;
            }
        }
        for &root in arena.roots() {
            book.need(root);
        }
        book.settle(false, i64::MAX);
        book
    }

    /// Estimates how many entries each state adds to a book. Goes from the last state to the first.
    /// For each choice of a state, the estimates of the choice's next states are added. The
    /// estimate of the state is the least of these sums, plus 1 if the state needs an entry. With
    /// `shared`, a state that many choices need gets a lower estimate, because the book may already
    /// contain this state.
    fn estimate(&mut self, shared: bool) {
        let needed = self.arena.in_degrees();
        for state in (0..self.arena.len() as u32).rev() {
            let choices = self.arena.choices(state).map(|choice| {
                let next = self.arena.next(choice).iter();
                let sum: f32 = next.map(|&next| self.estimates[next as usize]).sum();
                (sum, choice)
            });
            let least = choices.fold((f32::MAX, 0), |least, choice| {
                if choice.0 < least.0 { choice } else { least }
            });
            let own = f32::from(u8::from(self.arena.needs_entry(state)));
            let share = if shared {
                (needed[state as usize].max(1) as f32).sqrt().sqrt()
            } else {
                1.0
            };
            self.estimates[state as usize] = (own + least.0) / share;
            self.choices[state as usize] = least.1;
        }
    }

    fn choice(&self, state: u32) -> u32 {
        self.choices[state as usize]
    }

    #[inline]
    fn price(&self, state: u32) -> i64 {
        if self.arena.needs_entry(state) {
            STATE + self.bits[self.arena.rank_index(self.choice(state))]
        } else {
            0
        }
    }

    fn need(&mut self, state: u32) {
        self.needs[state as usize] += 1;
        if self.needs[state as usize] == 1 {
            self.stack.push(state);
        }
    }

    fn enter(&mut self, state: u32) {
        self.cost += self.price(state);
        if self.arena.choices(state).len() > 1 {
            self.at[state as usize] = self.open.len() as u32;
            self.open.push(state);
        }
    }

    #[inline]
    fn leave(&mut self, state: u32) {
        self.cost -= self.price(state);
        let at = mem::replace(&mut self.at[state as usize], OUT);
        if at != OUT {
            self.open.swap_remove(at as usize);
            if let Some(&moved) = self.open.get(at as usize) {
                self.at[moved as usize] = at;
            }
        }
    }

    /// Adds the states on the stack to the book, and also every state that may follow them while
    /// the book is played. With `greedy`, each added state gets a new, greedy choice; otherwise
    /// each added state keeps its old choice. Gives up and returns `false` when the book costs more
    /// than `limit`.
    fn settle(&mut self, greedy: bool, limit: i64) -> bool {
        let arena = self.arena;
        while let Some(state) = self.stack.pop() {
            if greedy {
                self.choose(state);
            }
            self.enter(state);
            self.added.push(state);
            for &next in arena.next(self.choice(state)) {
                self.need(next);
            }
            if self.cost > limit {
                return false;
            }
        }
        true
    }

    /// Changes the choice of `state` to the choice that adds least to the book. Keeps the old
    /// choice if no other choice adds less.
    fn choose(&mut self, state: u32) {
        let (arena, before) = (self.arena, self.choice(state));
        if arena.choices(state).len() < 2 {
            return;
        }
        let mut best = (self.addition(before, f32::MAX), before);
        for choice in arena.choices(state) {
            let addition = self.addition(choice, best.0);
            if addition < best.0 {
                best = (addition, choice);
            }
        }
        if best.1 != before {
            self.changed.push((state, before));
            self.choices[state as usize] = best.1;
        }
    }

    /// Estimates the cost, in entries, that a choice adds to the book. Stops early, with the sum so
    /// far, once the sum reaches `limit`.
    #[inline]
    fn addition(&self, choice: u32, limit: f32) -> f32 {
        let bits = self.bits[self.arena.rank_index(choice)];
        let mut sum = bits as f32 / STATE as f32;
        for &next in self.arena.next(choice) {
            if self.needs[next as usize] == 0 {
                sum += self.estimates[next as usize];
                if sum >= limit {
                    break;
                }
            }
        }
        sum
    }

    /// Removes the states that only `choice` needs.
    fn release(&mut self, choice: u32) {
        let arena = self.arena;
        self.release_each(arena.next(choice));
        while let Some(state) = self.stack.pop() {
            self.release_each(arena.next(self.choice(state)));
        }
    }

    #[inline]
    fn release_each(&mut self, states: &[u32]) {
        for &state in states {
            self.needs[state as usize] -= 1;
            if self.needs[state as usize] == 0 {
                self.stack.push(state);
                self.leave(state);
            }
        }
    }

    fn step(&mut self, random: &mut Random, heat: u64) {
        let state = self.open[random.below(self.open.len() as u32) as usize];
        let choices = self.arena.choices(state);
        let old = self.choice(state);
        let other = choices.start + random.below(choices.len() as u32 - 1);
        let new = other + u32::from(other >= old);
        let slack = if heat == 0 {
            0
        } else {
            (heat * random.exponential()) >> 20
        };
        let limit = self.cost + slack as i64;
        self.added.clear();
        self.changed.clear();
        // Where states repeat, the state may be its own next state. It stays in the book while its
        // choice changes.
        self.needs[state as usize] += 1;
        self.cost -= self.price(state);
        self.release(old);
        self.choices[state as usize] = new;
        self.cost += self.price(state);
        for &next in self.arena.next(new) {
            self.need(next);
        }
        if !self.settle(true, limit) || self.cost > limit {
            self.undo(state, old);
        }
        self.needs[state as usize] -= 1;
        if self.needs[state as usize] == 0 {
            self.leave(state);
            self.release(self.choice(state));
        }
    }

    /// Undoes the last step. `old` is the choice in `state` before this step.
    fn undo(&mut self, state: u32, old: u32) {
        let arena = self.arena;
        self.stack.clear();
        for &next in arena.next(self.choice(state)) {
            self.needs[next as usize] -= 1;
        }
        let added = mem::take(&mut self.added);
        for &state in &added {
            self.leave(state);
            for &next in arena.next(self.choice(state)) {
                self.needs[next as usize] -= 1;
            }
        }
        self.added = added;
        while let Some((state, choice)) = self.changed.pop() {
            self.choices[state as usize] = choice;
        }
        self.cost -= self.price(state);
        self.choices[state as usize] = old;
        self.cost += self.price(state);
        for &next in arena.next(old) {
            self.need(next);
        }
        self.settle(false, i64::MAX);
    }

    /// Computes the length of each rank's code word, from how often the rank occurs in this book
    /// and in the other books. Then computes the cost of each set of ranks, and the cost of the
    /// book.
    fn reprice(&mut self, others: &RankCounts) {
        let policy = self.policy();
        let entries = policy
            .iter()
            .filter(|&&(state, _)| self.arena.needs_entry(state));
        let sets = entries.map(|&(_, choice)| self.arena.ranks(choice));
        let lengths = code::lengths(&code::histogram(sets, others));
        self.bits = (self.arena.rank_sets().iter())
            .map(|&ranks| code::shortest(ranks, &lengths).1.into())
            .collect();
        // Where states repeat, the book may hold states that only need each other.
        let needed = (0..self.arena.len() as u32).filter(|&state| self.needs[state as usize] > 0);
        self.cost = needed.map(|state| self.price(state)).sum();
    }

    /// Returns the states that can be reached from the roots, each with its choice.
    fn policy(&self) -> Policy {
        let mut states = self.arena.roots().to_vec();
        let mut met = vec![false; self.arena.len()];
        for &state in &states {
            met[state as usize] = true;
        }
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            for &after in self.arena.next(self.choice(state)) {
                if !mem::replace(&mut met[after as usize], true) {
                    states.push(after);
                }
            }
        }
        states.sort_unstable();
        states
            .iter()
            .map(|&state| (state, self.choice(state)))
            .collect()
    }
}
