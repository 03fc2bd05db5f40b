//! How a game is solved.

pub use perfectplay::watch::{Limits, Phase, Progress, Watch, unwatched};

/// How a game is solved.
#[derive(Clone, Copy)]
pub struct Solve<'a> {
    /// The memory that there is, in bytes; `None` if unknown.
    pub memory: Option<u64>,
    /// The disk that there is for a table, in bytes; `None` if unknown.
    pub disk: Option<u64>,
    /// The most states of a game that is solved for each question; `None` for one whose table is
    /// kept.
    pub limit: Option<u64>,
    /// Whether to solve it even if it seems too large.
    pub anyway: bool,
    /// Whether its table will be written as bytes, which takes more memory than to solve it.
    pub writes_bytes: bool,
    /// Is told how far it is.
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
    /// The most states of a game that is solved for each question: they take about ten seconds and a
    /// gigabyte.
    pub const LIMIT: u64 = 20_000_000;
}
