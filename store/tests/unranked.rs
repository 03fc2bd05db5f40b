//! What the solver without ranks finds is what the other solvers find, state by state.

use std::ops::ControlFlow;

use perfectplay::games::Listed;
use perfectplay::games::dots::DotsAndBoxes;
use perfectplay::games::mnk::{Connect, Marks};
use perfectplay::games::notakto::Notakto;
use perfectplay::games::subtraction::Subtraction;
use perfectplay::games::vanishing::Vanishing;
use perfectplay::games::wild::Wild;
use perfectplay::{Ranked, Solved, Value, solve};
use perfectplay_store::{Error, Jobs, Limits, Memory, Summary, Unranked};

/// How many states have each score, as a summary tells it.
fn histogram(summary: &Summary) -> Vec<(perfectplay::Score, u64)> {
    summary.scores().collect()
}

/// Solves a game both ways, and compares the analysis of every state.
fn agree<G: Listed<State: Send + Sync> + Sync>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let solution = solve(&game).expect("a game");
    let limits = Limits::default();
    let solved = Unranked::solve(&game, &limits).expect("a game");
    for (state, analysis) in solution.iter() {
        assert_eq!(
            solved.analysis(state),
            Some(analysis),
            "{parameters}: {state:?}"
        );
    }
    // As many with each score as the other solver has: so there is no stranger.
    let mut counts: Vec<(perfectplay::Score, u64)> = Vec::new();
    for (_, score) in solution.scores() {
        match counts.iter_mut().find(|(other, _)| *other == score) {
            Some((_, count)) => *count += 1,
            None => counts.push((score, 1)),
        }
    }
    counts.sort_unstable();
    assert_eq!(histogram(solved.summary()), counts, "{parameters}");
    assert_eq!(solved.states(), solution.len() as u64);
    let one = Limits {
        threads: Some(1),
        ..limits
    };
    let again = Unranked::solve(&game, &one).expect("a game");
    assert_eq!(again.summary(), solved.summary(), "{parameters}");
}

#[test]
fn marks() {
    for parameters in ["3,3,3", "3,3,3,misere", "2,2,2", "5,2,3"] {
        agree::<Marks>(parameters);
    }
}

#[test]
fn connect() {
    for parameters in ["3x4", "3x3,3,misere", "5x2,3"] {
        agree::<Connect>(parameters);
    }
}

/// Keys that do not tell states, tiers that moves skip, players who move again, and codes of
/// two bytes.
#[test]
fn other_games() {
    agree::<Notakto>("1");
    agree::<Wild>("misere");
    agree::<Subtraction>("21,3");
    agree::<Subtraction>("500,3,misere");
    agree::<DotsAndBoxes>("2x1");
}

/// Larger games, by whole histograms.
#[test]
fn histograms_are_those_of_the_ranked_solver() {
    fn same<G: Ranked + Listed<State: Send + Sync> + Sync>(parameters: &str) {
        let game = G::with_parameters(parameters).expect("parameters of the game");
        let jobs = Jobs::new(&game, parameters).expect("a plan");
        let limits = Limits::default();
        let ranked = jobs.solve(&Memory::new(), &limits).expect("a game");
        let unranked = Unranked::solve(&game, &limits).expect("a game");
        assert_eq!(histogram(unranked.summary()), histogram(&ranked));
        let start = unranked.score(game.start());
        assert!(start.is_some_and(|score| ranked.scores().any(|(other, _)| other == score)));
    }
    same::<Marks>("4,3,3");
    same::<Connect>("4x4");
}

#[test]
fn strangers_have_no_score() {
    let game = Marks::with_parameters("3,3,3").expect("a game");
    let solution = solve(&game).expect("a game");
    let solved = Unranked::solve(&game, &Limits::default()).expect("a game");
    for tier in (0..game.tier_count()).map(perfectplay::Tier::new) {
        for rank in 0..game.tier_size(tier) {
            let state = game.unrank(tier, rank);
            assert_eq!(solved.score(state), solution.score(state), "{state:?}");
        }
    }
}

#[test]
fn games_without_tiers_are_refused() {
    let game = Vanishing::with_parameters("before").expect("a game");
    let refused = Unranked::solve(&game, &Limits::default());
    assert!(matches!(refused, Err(Error::NoTier { .. })));
}

#[test]
fn limits_are_kept() {
    let game = Connect::with_parameters("4x3,3").expect("a game");
    let solved = Unranked::solve(&game, &Limits::default()).expect("a game");
    // Ten bytes a state, and a little for each part of a tier.
    let parts = 64 * 13 * 10;
    assert!(solved.bytes() < 21 * solved.states() / 2 + parts);
    assert_eq!(
        solved.summary().count(Value::Win)
            + solved.summary().count(Value::Loss)
            + solved.summary().count(Value::Draw),
        solved.states()
    );
    let little = Limits {
        memory: Some(solved.bytes() / 2),
        ..Limits::default()
    };
    let refused = Unranked::solve(&game, &little);
    assert!(matches!(refused, Err(Error::Memory { .. })));
    let stopping = Limits {
        watch: &|_| ControlFlow::Break(()),
        ..Limits::default()
    };
    assert!(matches!(
        Unranked::solve(&game, &stopping),
        Err(Error::Stopped)
    ));
}
