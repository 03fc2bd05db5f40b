//! The options for solving a game.

use std::ops::ControlFlow;

pub use perfectplay_tablebase::{Limits, Phase, Progress, Watch, unwatched};

/// The options for solving a game.
#[derive(Clone, Copy)]
pub struct Solve<'a> {
    /// The available memory in bytes; `None` if unknown.
    pub memory: Option<u64>,
    /// The available disk space for a table, in bytes; `None` if unknown.
    pub disk: Option<u64>,
    /// The greatest number of states that the game may have; `None` for no limit. Set a limit if the table is not
    /// stored, because each question then solves the game again. Set `None` if the table is stored.
    pub limit: Option<u64>,
    /// Whether to solve the game even if it seems too large for the given limits.
    pub anyway: bool,
    /// Whether the table will be written as bytes. Writing the bytes takes more memory than solving the game.
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
    /// The usual limit for a game that is solved anew for each question. Solving a game with this many states takes
    /// about ten seconds and a gigabyte.
    pub const LIMIT: u64 = 20_000_000;
}

/// Reports to `watch` the progress of solving a game in memory or of searching for a playbook. `expected` is an
/// estimate of the number of all states. While the solver finds states, or the search for a playbook explores them,
/// `watch` gets `expected` as the total number of states.
pub(crate) fn expecting(expected: u64, progress: Progress, watch: Watch<'_>) -> ControlFlow<()> {
    watch(match progress.phase {
        Phase::Finding | Phase::Exploring => {
            Progress::of_states(progress.phase, progress.done, expected)
        }
        _ => progress,
    })
}
