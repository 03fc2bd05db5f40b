//! What is proved of a game, with or without its type: questions, answers and options.

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

/// The result of a search.
pub(crate) struct Searched {
    pub proof: Proof,
    /// The number of states that were searched, with repetitions.
    pub nodes: u64,
    /// The bytes of the transposition table.
    pub memory: u64,
    pub threads: usize,
}

/// The proofs of a game, with or without its type.
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

/// How an oracle finds its answers.
#[derive(Clone)]
pub struct OracleOptions {
    /// The bytes of the transposition table; `None` for 256 MiB.
    pub memory: Option<u64>,
    /// The number of threads; `None` for one for each core.
    pub threads: Option<usize>,
    /// Whether to prove distances, too, which takes longer.
    pub distances: bool,
    /// The greatest number of states that are searched for a question; `None` for no limit.
    pub states: Option<u64>,
    /// The longest time for a question; `None` for no limit.
    pub time: Option<Duration>,
    /// The opening in bytes. `None` for the one that the program has, if it has one.
    pub opening: Option<Vec<u8>>,
    /// A playbook whose player wins every game, in bytes. Nobody checks whether it does: see
    /// [`Oracle::with_winning_playbook`](perfectplay::oracle::Oracle::with_winning_playbook).
    pub winning_playbook: Option<Vec<u8>>,
    /// Is called with the progress of each proof. If it breaks, the question has no answer.
    pub watch: Arc<OracleWatch>,
    /// Is called at the end of each question.
    pub ended: Arc<dyn Fn() + Send + Sync>,
}

/// A function that is called with the progress of a proof, and decides whether to continue.
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

/// An oracle whose states are numbers.
pub(crate) trait AnyOracle: Send + Sync {
    fn analysis(&self, state: u64) -> Result<Option<Analysis>, Error>;
    fn score(&self, state: u64) -> Result<Option<Score>, Error>;
    /// Goes on with a search. Returns the analysis, if all values are found.
    fn find_more(&self, state: u64, search: &mut MoveSearch) -> Result<Option<Analysis>, Error>;
    /// Returns the value of a state, if it is known without a search.
    fn recall(&self, state: u64) -> Result<Option<Sourced>, Error>;
}

/// An opening, or a part of one, to be proved.
#[derive(Clone, Copy, Debug)]
pub struct OpeningJob<'a> {
    /// The number of plies.
    pub plies: u8,
    /// The number of the part to prove, from 0, and the number of parts; `None` for all.
    pub part: Option<(usize, usize)>,
    /// The content of the file that the part will replace, which must be the same part; `None` if there is no
    /// file.
    pub replaced: Option<&'a [u8]>,
    /// The parts that others have proved: the name of each file, for errors, and its bytes.
    pub parts: &'a [(String, Vec<u8>)],
}

/// The values of an opening that are proved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProvedOpening {
    /// The number of states after the last ply whose values are proved, or were to be proved. Symmetric
    /// states count as one, and states that one ply decides are left out.
    pub states: usize,
    /// The opening in bytes, or a part of the work, if only a part was to be proved.
    pub bytes: Vec<u8>,
}

/// A sample of the states of an opening, to be proved again.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSample {
    /// The number of states; `None` for all.
    pub states: Option<usize>,
    /// Selects the states.
    pub seed: u64,
}

/// What the verification of an opening found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedOpening {
    /// The number of plies.
    pub plies: u8,
    /// The number of states up to the last ply, where symmetric states count as one.
    pub states: usize,
    /// The number of states after the last ply that were proved again.
    pub proved: usize,
    /// The states whose value is wrong, as text.
    pub wrong: Vec<String>,
}
