//! Bounds for the number of entries of a playbook: a lower bound, and for small games the least
//! number.
//!
//! A playbook has a choice for each state in it, and contains all states that its choices lead
//! to. As an integer program: *x* of a state is 1 if the state is in the book, and *y* of a
//! choice is 1 if it is taken. Then
//!
//! - *x* is 1 for each root;
//! - for each state, *x* is at most the sum of *y* over its choices;
//! - for each state *s* and each state *t* that may follow it, *x* of *t* is at least the sum of
//!   *y* over those choices of *s* that lead to *t*.
//!
//! The objective is to minimise the sum of *x* over the states that need an entry. The last
//! line could be split into one line for each choice. The sum makes the linear relaxation so
//! strong that hardly any branching is left for tic-tac-toe.
//!
//! The solver computes with floating-point numbers, so its proofs hold only up to rounding. But
//! an error would have to be far larger than rounding to turn one whole number into the next.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};
use perfectplay::bake::Arena;

/// Bounds for the number of entries of a playbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// A lower bound: every playbook has at least this number of entries.
    pub least: u64,
    /// An upper bound: some playbook has this number of entries. `None` if the time was too
    /// short to find one.
    pub most: Option<u64>,
    /// That playbook: its states, and the choice in each. Empty if there is none.
    pub book: Vec<(u32, u32)>,
}

impl Bounds {
    /// Returns whether the bounds are equal, so that the least number is known.
    #[must_use]
    pub fn are_met(&self) -> bool {
        self.most == Some(self.least)
    }
}

/// The reason why there are no bounds.
#[derive(Clone, Debug)]
pub struct BoundsError(microlp::Error);

impl fmt::Display for BoundsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the solver of integer programs failed: {}", self.0)
    }
}

impl std::error::Error for BoundsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// A smaller difference than this is a rounding error.
const ROUNDING: f64 = 1e-4;

/// Searches for the least playbook until the time is over, and returns the best bounds so far.
/// The lower bound is 0 if there is no better one.
///
/// A game with ten thousand choices takes seconds.
///
/// # Errors
/// When the solver fails.
pub fn bounds(arena: &Arena, limit: Duration) -> Result<Bounds, BoundsError> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    problem.set_time_limit(limit);
    let states: Vec<Variable> = (0..arena.len() as u32)
        .map(|state| {
            let is_root = arena.roots().binary_search(&state).is_ok();
            let cost = f64::from(u8::from(arena.needs_entry(state)));
            problem.add_var(cost, (f64::from(u8::from(is_root)), 1.0))
        })
        .collect();
    let mut choices = Vec::with_capacity(arena.choice_count());
    for state in 0..arena.len() as u32 {
        let here = states[state as usize];
        // For each state after this one: the choices that lead to it. An only choice is taken
        // with its state.
        let mut leading: BTreeMap<u32, Vec<Variable>> = BTreeMap::new();
        let mut taken = Vec::new();
        for choice in arena.choices(state) {
            let variable = if arena.choices(state).len() == 1 {
                here
            } else {
                let variable = problem.add_binary_var(0.0);
                taken.push((variable, 1.0));
                variable
            };
            choices.push(variable);
            for &next in arena.next(choice) {
                leading.entry(next).or_default().push(variable);
            }
        }
        if !taken.is_empty() {
            taken.push((here, -1.0));
            problem.add_constraint(taken, ComparisonOp::Ge, 0.0);
        }
        for (next, taken) in leading {
            let taken = taken.into_iter().map(|choice| (choice, -1.0));
            let sum: Vec<_> = taken.chain([(states[next as usize], 1.0)]).collect();
            problem.add_constraint(sum, ComparisonOp::Ge, 0.0);
        }
    }
    let outcome = problem.solve().map_err(BoundsError)?;
    let stats = outcome.stats();
    let (bound, book) = match &outcome {
        SolveOutcome::Solution(solution) => {
            let bound = if outcome.is_optimal() {
                Some(solution.objective())
            } else {
                stats.best_bound
            };
            let book = book_of(arena, |choice| {
                solution.var_value_raw(choices[choice as usize])
            });
            (bound, Some(book))
        }
        SolveOutcome::Interrupted(_) => (stats.best_bound, None),
    };
    let least = (bound.unwrap_or(0.0) - ROUNDING).max(0.0).ceil() as u64;
    let has_entry = |&&(state, _): &&(u32, u32)| arena.needs_entry(state);
    let most = book
        .as_ref()
        .map(|book| book.iter().filter(has_entry).count() as u64);
    let book = book.unwrap_or_default();
    Ok(Bounds { least, most, book })
}

/// Returns the states that follow from the roots with the choice of the greatest value in each.
fn book_of(arena: &Arena, value: impl Fn(u32) -> f64) -> Vec<(u32, u32)> {
    let mut open = arena.roots().to_vec();
    let mut book = BTreeMap::new();
    while let Some(state) = open.pop() {
        let best = arena
            .choices(state)
            .max_by(|&a, &b| value(a).total_cmp(&value(b)));
        if let (Some(best), false) = (best, book.contains_key(&state)) {
            book.insert(state, best);
            open.extend(arena.next(best));
        }
    }
    book.into_iter().collect()
}

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
