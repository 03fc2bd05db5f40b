//! Computes the least number of entries of a playbook by integer programming.
//!
//! For each of its states, a playbook chooses a move. `ChoiceGraph` calls such a move a *choice*. A
//! playbook also contains all states to which its choices lead. The integer program has two kinds
//! of variables. The variable *x* of a state is 1 if the state is in the book. The variable *y* of
//! a choice is 1 if the book takes the choice. The variables satisfy these conditions:
//!
//! - *x* is 1 for each root;
//! - for each state, *x* is at most the sum of *y* over the choices of this state;
//! - for each state *s* and each next state *t* of *s*, *x* of *t* is at least the sum of *y* over
//!   the choices of *s* that lead to *t*.
//!
//! The program minimizes the sum of *x* over the states that need an entry. The last condition adds
//! up *y* over all choices that lead from *s* to *t*. With a separate condition for each of these
//! choices, the program would have the same solutions. However, the linear relaxation would be
//! weaker. With the sum, tic-tac-toe needs hardly any branching.
//!
//! The solver computes with floating-point numbers, so its results have rounding errors. These
//! errors are far too small to turn one whole number into the next.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use perfectplay::bake::ChoiceGraph;

/// Returns the least number of entries that a playbook with choices from this graph can have.
///
/// # Panics
/// Panics if the solver of the integer program finds no solution.
pub fn least_entries(arena: &ChoiceGraph) -> u64 {
    /// An upper bound for the solver's rounding error. The function subtracts it from the solver's
    /// result, and then rounds up.
    const ROUNDING: f64 = 1e-4;
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let states: Vec<Variable> = (0..arena.len() as u32)
        .map(|state| {
            let is_root = arena.roots().binary_search(&state).is_ok();
            let cost = f64::from(u8::from(arena.needs_entry(state)));
            problem.add_var(cost, (f64::from(u8::from(is_root)), 1.0))
        })
        .collect();
    for state in 0..arena.len() as u32 {
        let here = states[state as usize];
        // This map lists, for each next state, the choices that lead to it. If a state has only one
        // choice, every book with this state takes the choice.
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
    let outcome = problem.solve().expect("a program with a solution");
    assert!(outcome.is_optimal(), "{:?}", outcome.stats());
    let solution = outcome.solution().expect("a solution");
    (solution.objective() - ROUNDING).ceil() as u64
}
