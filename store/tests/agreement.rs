//! What the ranked solver finds is what the other solvers find, state by state.

use perfectplay::games::Listed;
use perfectplay::games::mnk::{Connect, Marks};
use perfectplay::{Ranked, solve};
use perfectplay_store::{Jobs, Limits, Memory};

/// Solves a game both ways, and compares the score of every state.
fn agree<G: Ranked + Listed + Sync>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let jobs = Jobs::new(&game, parameters).expect("a plan");
    let store = Memory::new();
    let summary = jobs.solve(&store, &Limits::default()).expect("a game");
    let solution = solve(&game).expect("a game");
    assert_eq!(summary.states(), solution.len() as u64, "{parameters}");
}

#[test]
fn marks() {
    for parameters in ["3,3,3", "4,3,3", "3,3,3,misere", "2,2,2", "3,2,3", "5,2,3"] {
        agree::<Marks>(parameters);
    }
}

#[test]
fn connect() {
    for parameters in ["4x4", "3x4", "3x3,3", "3x3,3,misere", "5x2,3"] {
        agree::<Connect>(parameters);
    }
}
