//! The options for solving a game.

pub use perfectplay::watch::{Limits, Phase, Progress, Watch, unwatched};

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
    /// Whether its table will be written as bytes, which takes more memory than solving it.
    pub writes_bytes: bool,
    /// Is told the progress.
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
    /// The greatest number of states of a game that is solved for each question. They take
    /// about ten seconds and a gigabyte.
    pub const LIMIT: u64 = 20_000_000;
}
