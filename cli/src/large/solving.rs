//! Solves a game in memory, and shows the progress.

use std::ops::ControlFlow;

use perfectplay::forecast::Effort;
use perfectplay::solve::{Progress, Solution, SolveError, solve_watched};
use perfectplay_games::Listed;

use crate::Failure;
use crate::io::progress::{Meter, Phase};
use crate::io::stop::Stop;
use crate::large::estimate::{estimate, estimate_up_to};
use perfectplay_any::{Estimate, Room};

const FINDING: Phase = Phase::of_states("finding");
const SOLVING: Phase = Phase::of_states("solving");

/// Solves a game, unless somebody interrupts it, or it is too large for this room. There is
/// room for any game, if it is `None`.
pub fn solve<G: Listed>(game: G, room: Option<Room>, stop: &Stop) -> Result<Solution<G>, Failure> {
    let estimate = match room {
        // The count may end as soon as there is no room for more.
        Some(room) => estimate_up_to(&game, |_| None, room),
        None => estimate(&game, None, Effort::default()),
    };
    let estimate = estimate.map_err(|error| wrong_rules(&error))?;
    if let Some(shortage) = room.and_then(|room| estimate.shortage(room)) {
        return Err(estimate.refusal(shortage).into());
    }
    solve_until(&|_| stop.is_asked_for(), game, &estimate)
        .map_err(|error| failure(&error, || stop.failure(None)))
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
