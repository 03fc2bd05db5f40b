//! Solves a game in memory, and shows the progress.

use std::ops::ControlFlow;

use indicatif::HumanCount;
use perfectplay::forecast::{Certainty, Effort, Forecast};
use perfectplay::solve::{Progress, Solution, SolveError, solve_watched};
use perfectplay_games::Listed;

use crate::Failure;
use crate::io::memory;
use crate::io::progress::{Meter, Phase};
use crate::io::stop::Stop;
use crate::large::estimate::{Estimate, Room, Tiers};

/// The most states of a game that a subcommand other than `solve` solves: they take about
/// ten seconds and a gigabyte.
const LIMIT: u64 = 20_000_000;

const FINDING: Phase = Phase::of_states("finding");
const SOLVING: Phase = Phase::of_states("solving");

/// Solves a game, unless somebody interrupts it, or it is too large for this room. There is
/// room for any game, if it is `None`.
pub fn solve<G: Listed>(game: G, room: Option<Room>, stop: &Stop) -> Result<Solution<G>, Failure> {
    let estimate = estimate(&game, None, room)?;
    if let Some(shortage) = room.and_then(|room| estimate.shortage(room)) {
        return Err(estimate.refusal(&shortage));
    }
    solve_until(&|_| stop.is_asked_for(), game, &estimate)
        .map_err(|error| failure(&error, || stop.failure(None)))
}

/// Solves a game for a subcommand other than `solve`, unless it is too large for that.
/// `tiers` is what it would take tier by tier.
pub fn solve_small<G: Listed>(
    game: G,
    tiers: Option<Tiers>,
    anyway: bool,
) -> Result<Solution<G>, Failure> {
    let room = Room {
        memory: memory::free(),
        disk: None,
    };
    let estimate = estimate(&game, tiers, (!anyway).then_some(room))?;
    let is_large = |forecast: &Forecast| {
        forecast.certainty == Certainty::AtLeast
            || forecast.states > LIMIT
            || room.memory.is_some_and(|free| free < forecast.memory)
    };
    if !anyway && is_large(&estimate.forecast) {
        return Err(estimate.refusal_each_time(&estimate.states()));
    }
    // A forecast may fall short.
    solve_until(
        &|progress| !anyway && progress.found > LIMIT,
        game,
        &estimate,
    )
    .map_err(|error| {
        let found = format_args!("more than {}", HumanCount(LIMIT)).to_string();
        failure(&error, || estimate.refusal_each_time(&found))
    })
}

/// What it takes to solve a game. Without tiers it depends on how many states there are, and
/// the count may end as soon as there is no room for more.
fn estimate<G: Listed>(
    game: &G,
    tiers: Option<Tiers>,
    room: Option<Room>,
) -> Result<Estimate, Failure> {
    match room.filter(|_| tiers.is_none()) {
        Some(room) => Estimate::up_to(game, |_| None, room),
        None => Estimate::new(game, tiers, Effort::default()),
    }
    .map_err(|error| wrong_rules(&error))
}

fn solve_until<G: Listed>(
    stop: &dyn Fn(Progress) -> bool,
    game: G,
    estimate: &Estimate,
) -> Result<Solution<G>, SolveError> {
    let meter = Meter::new();
    let expected = estimate.states().rounded();
    solve_watched(game, |progress| {
        if progress.all_found {
            meter.show(SOLVING, progress.solved, progress.found);
        } else {
            meter.show(FINDING, progress.found, expected);
        }
        if stop(progress) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// The failure for an error of the solver.
fn failure(error: &SolveError, stopped: impl FnOnce() -> Failure) -> Failure {
    match error {
        SolveError::Stopped => stopped(),
        _ => wrong_rules(error),
    }
}

fn wrong_rules(error: &SolveError) -> Failure {
    Failure::Input(error.to_string())
}
