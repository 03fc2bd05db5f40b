//! The options for solving a game.

use std::ops::ControlFlow;

use perfectplay::bake::PlaybookProgress;
use perfectplay::solve;
pub use perfectplay_tablebase::{Limits, Phase, Progress, Watch, unwatched};

/// The options for solving a game.
#[derive(Clone, Copy)]
pub struct Solve<'a> {
    /// The available memory in bytes; `None` if unknown.
    pub memory: Option<u64>,
    /// The available disk for a table in bytes; `None` if unknown.
    pub disk: Option<u64>,
    /// The greatest number of states if the game is solved for each question; `None` if its
    /// table is stored.
    pub limit: Option<u64>,
    /// Whether to solve the game even if it seems too large.
    pub anyway: bool,
    /// Whether the table will be written as bytes, which takes more memory than solving the game.
    pub writes_bytes: bool,
    /// A function that is called with the progress.
    pub watch: Watch<'a>,
}

impl Default for Solve<'_> {
    fn default() -> Self {
        Self {
            memory: None,
            disk: None,
            limit: Some(Self::LIMIT),
            anyway: false,
            writes_bytes: false,
            watch: &unwatched,
        }
    }
}

impl Solve<'_> {
    /// The greatest number of states of a game that is solved again for each question. Solving so
    /// many states takes about ten seconds and a gigabyte.
    pub const LIMIT: u64 = 20_000_000;
}

/// Returns the progress of work whose unit is a state.
pub(crate) const fn of_states(phase: Phase, done: u64, total: u64) -> Progress {
    Progress {
        phase,
        done,
        total,
        is_of_states: true,
    }
}

/// Converts the progress of the solver in memory. `expected` is the expected number of states.
pub(crate) fn small_progress(progress: solve::SolveProgress, expected: u64) -> Progress {
    if progress.all_found {
        of_states(Phase::Solving, progress.solved, progress.found)
    } else {
        of_states(Phase::Finding, progress.found, expected)
    }
}

/// Converts the progress of the search for a playbook, which explores at most `all_states`
/// states.
pub(crate) fn searching(
    progress: PlaybookProgress,
    all_states: u64,
    watch: Watch<'_>,
) -> ControlFlow<()> {
    /// The number of steps into which a search with a fractional progress is divided.
    const STEPS: u64 = 1_000;
    watch(match progress {
        PlaybookProgress::Proving { nodes } => of_states(Phase::Proving, nodes, 0),
        PlaybookProgress::Exploring { states } => of_states(Phase::Exploring, states, all_states),
        PlaybookProgress::Searching { part, .. } => Progress {
            phase: Phase::Searching,
            done: (part * STEPS as f64) as u64,
            total: STEPS,
            is_of_states: false,
        },
        _ => return ControlFlow::Continue(()),
    })
}
