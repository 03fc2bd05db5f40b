//! Solves a game while people look on.

use std::ops::ControlFlow;

use indicatif::HumanCount;
use perfectplay::games::Listed;
use perfectplay::{Effort, Fault, Progress, Solution, SolveError, forecast, solve_watched};

use super::progress::Bar;
use super::spec::Spec;
use crate::Failure;

/// The most states of a game that is solved on the way to something else: they take some
/// ten seconds, and a gigabyte.
const LIMIT: u64 = 20_000_000;

/// How many states the forecast looks at that a solver begins with: a few milliseconds.
const EFFORT: Effort = Effort {
    states: 20_000,
    seed: 0,
};

/// Solves a game, with a bar that shows how far it is, until Ctrl-C is pressed.
pub fn solve<'g, G: Listed>(
    game: &'g G,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<Solution<'g, G>, Failure> {
    let expected = expected_states(game)?;
    let stop = |_| is_interrupted();
    solve_until(&stop, game, expected).map_err(|error| match error.fault() {
        Fault::Stopped => Failure::Interrupted,
        _ => wrong_rules(&error),
    })
}

/// Solves a game on the way to something else, unless it is so large that nobody wants to
/// wait for that each time.
pub fn solve_small<G: Listed>(game: &G) -> Result<Solution<'_, G>, Failure> {
    let expected = expected_states(game)?;
    if expected > LIMIT {
        return Err(too_large(game, expected));
    }
    // A forecast may fall short.
    let stop = |progress: Progress| progress.found > LIMIT;
    solve_until(&stop, game, expected).map_err(|error| match error.fault() {
        Fault::Stopped => too_large(game, LIMIT),
        _ => wrong_rules(&error),
    })
}

fn solve_until<'g, G: Listed>(
    stop: &dyn Fn(Progress) -> bool,
    game: &'g G,
    expected: u64,
) -> Result<Solution<'g, G>, SolveError> {
    let mut bar = Bar::new(expected);
    solve_watched(game, |progress| {
        bar.show(progress);
        if stop(progress) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
}

fn expected_states<G: Listed>(game: &G) -> Result<u64, Failure> {
    let forecast = forecast(game, EFFORT).map_err(|error| wrong_rules(&error))?;
    Ok(forecast.states)
}

fn too_large<G: Listed>(game: &G, found: u64) -> Failure {
    let [most, found] = [LIMIT, found].map(HumanCount);
    let game = Spec::of(game);
    Failure::Use(format!(
        "expected at most {most} states, or a table in a file (`perfectplay solve --game {game} \
         -o FILE` writes one), found {found} or more"
    ))
}

fn wrong_rules(error: &SolveError) -> Failure {
    Failure::Input(error.to_string())
}
