//! Defines the options, tasks and results of proofs. These types have no type parameter for the game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use perfectplay::bake::{self, BakedPlaybook};
use perfectplay::game::Score;
use perfectplay::oracle::{MoveSearch, Sourced};
use perfectplay::playbook::PlaybookData;
use perfectplay::prove::Proof;
use perfectplay::verify::PlayedThrough;
use perfectplay::{Analysis, Player};

use crate::error::Error;
use crate::watch::{Limits, Progress, Watch};

pub(crate) struct Searched {
    pub proof: Proof,
    /// The number of states that the search visited. A state counts each time the search visits it.
    pub nodes: u64,
    /// The size of the transposition table in bytes.
    pub memory: u64,
    pub threads: usize,
}

/// Proves values and playbooks of a game. Only `GameToProve` implements this trait, for an `AnyGame` or for a game
/// whose Rust type is known.
pub(crate) trait Proofs {
    #[cfg(not(target_family = "wasm"))]
    fn prove(
        &self,
        state: u64,
        with_distance: bool,
        limits: &Limits<'_>,
    ) -> Result<Searched, Error>;

    #[cfg(not(target_family = "wasm"))]
    fn play_through(
        &self,
        book: PlaybookData<'_>,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error>;

    fn oracle(&self, options: OracleOptions) -> Result<Box<dyn AnyOracle>, Error>;

    #[cfg(not(target_family = "wasm"))]
    fn prove_opening(
        &self,
        name: &str,
        job: OpeningJob<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<ProvedOpening, Error>;

    #[cfg(not(target_family = "wasm"))]
    fn verify_opening(
        &self,
        bytes: &[u8],
        sample: OpeningSample,
        limits: &Limits<'_>,
    ) -> Result<VerifiedOpening, Error>;

    #[cfg(not(target_family = "wasm"))]
    fn bake_by_rules(
        &self,
        how: bake::Playbook<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<BakedPlaybook, Error>;
}

/// The options of an oracle.
#[derive(Clone)]
pub struct OracleOptions {
    /// The size of the transposition table in bytes; `None` for 256 MiB.
    pub memory: Option<u64>,
    /// The number of threads. `None` uses one thread for each core.
    pub threads: Option<usize>,
    /// Whether to prove distances, too. This takes longer.
    pub distances: bool,
    /// The greatest number of states that the oracle searches for one question; `None` for no limit.
    pub states: Option<u64>,
    /// The longest time that the oracle may take for one question; `None` for no limit.
    pub time: Option<Duration>,
    /// The bytes of an opening table. `None` uses the opening table that is built into the program, if there is
    /// one.
    pub opening: Option<Vec<u8>>,
    /// The bytes of a playbook whose player wins against every reply. Nothing checks that the player of this
    /// book wins; see [`Oracle::with_winning_playbook`](perfectplay::oracle::Oracle::with_winning_playbook).
    pub winning_playbook: Option<Vec<u8>>,
    /// A function that is called with the progress of each proof. If the function returns `Break`, the proof stops, and
    /// the question gets no answer.
    pub watch: Arc<OracleWatch>,
    /// A function that is called at the end of each question.
    pub ended: Arc<dyn Fn() + Send + Sync>,
}

/// A function that is called with the progress of a proof, and that decides whether the proof continues.
pub type OracleWatch = dyn Fn(Progress) -> ControlFlow<()> + Send + Sync;

impl Default for OracleOptions {
    fn default() -> Self {
        Self {
            memory: None,
            threads: None,
            distances: false,
            states: None,
            time: None,
            opening: None,
            winning_playbook: None,
            watch: Arc::new(|_| ControlFlow::Continue(())),
            ended: Arc::new(|| ()),
        }
    }
}

/// An oracle for a game whose Rust type is erased. Every state is passed as a number.
pub(crate) trait AnyOracle: Send + Sync {
    fn analysis(&self, state: u64) -> Result<Option<Analysis>, Error>;
    fn score(&self, state: u64) -> Result<Option<Score>, Error>;
    /// Continues a search. Returns the analysis of the state, if the values of all its moves have been found.
    fn find_more(&self, state: u64, search: &mut MoveSearch) -> Result<Option<Analysis>, Error>;
    /// Returns the value of a state, if the oracle knows it without a search.
    fn recall(&self, state: u64) -> Result<Option<Sourced>, Error>;
}

/// The task to prove the values of an opening, which is a table of the first plies of a game. The task may be
/// divided into parts.
#[derive(Clone, Copy, Debug)]
pub struct OpeningJob<'a> {
    /// The number of plies of the opening.
    pub plies: u8,
    /// The part to prove. `.0` is the index of this part, counted from 0, and `.1` is the number of all parts. `None`
    /// proves all parts.
    pub part: Option<(usize, usize)>,
    /// The content of the file into which the result will be written; `None` if the file does not exist yet. The
    /// proof fails at once if this file does not hold the same part of the same opening.
    pub replaced: Option<&'a [u8]>,
    /// The files with parts that are already proved. `.0` is the name of a file, for errors, and `.1` is its
    /// bytes.
    pub parts: &'a [(String, Vec<u8>)],
}

/// The result of proving an opening, or a part of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProvedOpening {
    /// The number of states that had to be proved. All of them are states after the last ply of the opening. Symmetric
    /// states count as one. A state is not counted if the rules give its value after at most one move.
    pub states: usize,
    /// The bytes of the opening, or of a part if only this part was to be proved.
    pub bytes: Vec<u8>,
}

/// Selects the states of an opening that are proved again.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSample {
    /// The number of states to prove again; `None` for all states.
    pub states: Option<usize>,
    /// The seed of the random numbers that select the states.
    pub seed: u64,
}

/// The result of the verification of an opening.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedOpening {
    /// The number of plies of the opening.
    pub plies: u8,
    /// The number of states from the start to the last ply of the opening. Symmetric states count as one.
    pub states: usize,
    /// The number of states that were proved again. All of them are states after the last ply of the opening.
    pub proved: usize,
    /// The states whose value is wrong, as text.
    pub wrong: Vec<String>,
}
