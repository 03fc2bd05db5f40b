//! Solves a game while people look on.

mod progress;

use std::ops::ControlFlow;

use indicatif::HumanCount;
use perfectplay::games::Listed;
use perfectplay::{Effort, Progress, Solution, SolveError, forecast, solve_watched};

use crate::Failure;
use crate::game_arg::Spec;
use progress::Bar;

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
    solve_until(&|_| is_interrupted(), game, expected)
        .map_err(|error| failure(&error, || Failure::Interrupted))
}

/// Solves a game on the way to something else, unless it is so large that nobody wants to
/// wait for that each time.
pub fn solve_small<G: Listed>(game: &G) -> Result<Solution<'_, G>, Failure> {
    let expected = expected_states(game)?;
    let spec = Spec::of(game);
    if expected > LIMIT {
        return Err(too_large(&spec, expected));
    }
    // A forecast may fall short.
    solve_until(&|progress| progress.found > LIMIT, game, expected)
        .map_err(|error| failure(&error, || too_large(&spec, LIMIT)))
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
    match forecast(game, EFFORT) {
        Ok(forecast) => Ok(forecast.states),
        Err(error) => Err(wrong_rules(&error)),
    }
}

/// What an error of the solver means, or that it was stopped.
fn failure(error: &SolveError, stopped: impl FnOnce() -> Failure) -> Failure {
    match error {
        SolveError::Stopped => stopped(),
        _ => wrong_rules(error),
    }
}

fn too_large(game: &Spec, found: u64) -> Failure {
    let [most, found] = [LIMIT, found].map(HumanCount);
    Failure::Use(format!(
        "expected at most {most} states, or a table in a file (`perfectplay solve --game {game} \
         -o FILE` writes one), found {found} or more"
    ))
}

fn wrong_rules(error: &SolveError) -> Failure {
    Failure::Input(error.to_string())
}
