//! Limits of long work, and how far it is.

use std::ops::ControlFlow;

#[cfg(feature = "tiers")]
use crate::error::Error;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Looking at the results that there are.
    Checking,
    /// Finding the states that some game reaches.
    Finding,
    /// Finding what they are worth.
    Solving,
    /// Making a table of them.
    Baking,
    /// Estimating how large playbooks are.
    Estimating,
    /// Finding the states that a playbook is chosen from.
    Exploring,
    /// Looking for a smaller playbook. Who stops this gets the best one so far.
    Searching,
    /// Writing the table.
    Writing,
    /// Comparing a table with the rules.
    Verifying,
    /// Proving what a state is worth.
    Proving,
}

/// How far work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How much of it is done.
    pub done: u64,
    /// How much there is to do; 0 if nobody knows.
    pub total: u64,
    /// Whether these are numbers of states. Others are steps of equal work, about.
    pub is_of_states: bool,
}

impl Progress {
    /// Says that `states` states have been found, of an unknown number.
    pub(crate) const fn found(states: u64) -> Self {
        Self {
            phase: Phase::Finding,
            done: states,
            total: 0,
            is_of_states: true,
        }
    }
}

/// Is told how far work is, many times a second and by any thread, and tells whether to go on.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Watches nothing, and stops nothing.
pub const fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What work may use, and who watches it.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most bytes that are held, about; `None` for no limit.
    pub memory: Option<u64>,
    /// How many threads work; `None` for one a core.
    pub threads: Option<usize>,
    /// Is told how far it is.
    pub watch: Watch<'a>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            memory: None,
            threads: None,
            watch: &unwatched,
        }
    }
}

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

/// Does work of the tablebase within limits.
#[cfg(feature = "tiers")]
pub(crate) fn within<T>(
    limits: &Limits<'_>,
    work: impl FnOnce(&perfectplay_tablebase::Limits<'_>) -> Result<T, perfectplay_tablebase::Error>,
) -> Result<T, Error> {
    Ok(work(&perfectplay_tablebase::Limits {
        memory: limits.memory,
        threads: limits.threads,
        watch: &|progress| {
            (limits.watch)(Progress {
                phase: match progress.phase {
                    perfectplay_tablebase::Phase::Checking => Phase::Checking,
                    perfectplay_tablebase::Phase::Finding => Phase::Finding,
                    perfectplay_tablebase::Phase::Writing => Phase::Writing,
                    perfectplay_tablebase::Phase::Verifying => Phase::Verifying,
                    perfectplay_tablebase::Phase::Estimating => Phase::Estimating,
                    _ => Phase::Solving,
                },
                done: progress.done,
                total: progress.total,
                is_of_states: false,
            })
        },
    })?)
}
