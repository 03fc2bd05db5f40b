//! What it takes to solve a game tier by tier, and whether there is as much.

use std::ops::ControlFlow;

use perfectplay::forecast::{self, Effort, Forecast, forecast_watched};
use perfectplay::ranked::Ranked;
use perfectplay::solve::SolveError;
use perfectplay_any::{Estimate, Room, Tiers};
use perfectplay_games::Listed;
use perfectplay_tablebase::Jobs;

use crate::large::spec::Spec;

/// What it takes tier by tier; `None` for a game that has too many tiers, or lasts too long.
pub fn tiers_of_game<G: Listed + Ranked + Sync>(game: &G) -> Option<Tiers> {
    let jobs = Jobs::new(game, &Spec::of(game).to_string()).ok()?;
    Some(tiers_of(&jobs))
}

/// What these jobs take.
pub fn tiers_of<G: Ranked + Sync>(jobs: &Jobs<'_, G>) -> Tiers {
    Tiers {
        numbered: jobs.plan().numbered(),
        memory: jobs.least_memory(),
        disk: jobs.most_disk(),
    }
}

/// What it takes a game without ranks that has so many states: in memory are the keys and
/// scores of a tier and of those that follow it, which are a third of all or fewer, and
/// the results of jobs take three or four bytes a state.
pub const fn tiers_of_keys(states: u64) -> Tiers {
    Tiers {
        numbered: u64::MAX,
        memory: states.saturating_mul(10),
        disk: states.saturating_mul(5),
    }
}

/// The estimate with this effort.
pub fn estimate<G: Listed>(
    game: &G,
    tiers: Option<Tiers>,
    effort: Effort,
) -> Result<Estimate, SolveError> {
    let forecast = forecast::forecast(game, effort)?;
    Ok(Estimate::new(&Spec::of(game).0, tiers, forecast))
}

/// The estimate with the usual effort; or what has been counted, once that is known to be
/// too much for this room. `tiers` tells what it takes tier by tier, by what has been
/// counted.
pub fn estimate_up_to<G: Listed>(
    game: &G,
    tiers: impl Fn(&Forecast) -> Option<Tiers>,
    room: Room,
) -> Result<Estimate, SolveError> {
    let spec = Spec::of(game).0;
    let watch = |so_far: &Forecast| {
        let so_far = Estimate::new(&spec, tiers(so_far), *so_far);
        match so_far.lack(room) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    };
    let forecast = forecast_watched(game, Effort::default(), watch)?;
    Ok(Estimate::new(&spec, tiers(&forecast), forecast))
}
