//! Solves a game, with a bar that shows the progress.

mod progress;

use std::ops::ControlFlow;

use indicatif::HumanCount;
use perfectplay::games::Listed;
use perfectplay::{Effort, Progress, Solution, SolveError, forecast, solve_watched};

use crate::Failure;
use crate::spec::Spec;
use progress::Bar;

/// The most states of a game that a subcommand other than `solve` solves: they take about
/// ten seconds and a gigabyte.
const LIMIT: u64 = 20_000_000;

/// The effort of the forecast before solving: a few milliseconds.
const EFFORT: Effort = Effort {
    states: 20_000,
    seed: 0,
};

/// Solves a game, unless it is interrupted.
pub fn solve<'g, G: Listed>(
    game: &'g G,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<Solution<'g, G>, Failure> {
    let expected = expected_states(game)?;
    solve_until(&|_| is_interrupted(), game, expected)
        .map_err(|error| failure(&error, || Failure::Interrupted))
}

/// Solves a game for a subcommand other than `solve`, unless it is too large for that.
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

/// The failure for an error of the solver.
fn failure(error: &SolveError, stopped: impl FnOnce() -> Failure) -> Failure {
    match error {
        SolveError::Stopped => stopped(),
        _ => wrong_rules(error),
    }
}

fn too_large(game: &Spec, found: u64) -> Failure {
    let found = HumanCount(found);
    Failure::Use(format!(
        "{game} has {found} states or more, too many to solve each time: write its table once \
         with `perfectplay solve --game {game} -o FILE`, and read it with --table FILE"
    ))
}

fn wrong_rules(error: &SolveError) -> Failure {
    Failure::Input(error.to_string())
}
