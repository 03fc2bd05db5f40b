//! The proofs of a game, with or without its type.

use perfectplay::Player;
use perfectplay::bake::{self, BakedPlaybook};
use perfectplay::playbook::PlaybookData;
use perfectplay::prove::Proof;
use perfectplay::verify::PlayedThrough;

use crate::error::Error;
use crate::opening::{OpeningJob, OpeningSample, ProvedOpening, VerifiedOpening};
use crate::oracle::{AnyOracle, OracleOptions};
use crate::watch::{Limits, Watch};

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
    fn prove(
        &self,
        state: u64,
        with_distance: bool,
        limits: &Limits<'_>,
    ) -> Result<Searched, Error>;

    fn play_through(
        &self,
        book: PlaybookData<'_>,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error>;

    fn oracle(&self, options: OracleOptions) -> Result<Box<dyn AnyOracle>, Error>;

    fn prove_opening(
        &self,
        name: &str,
        job: OpeningJob<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<ProvedOpening, Error>;

    fn verify_opening(
        &self,
        bytes: &[u8],
        sample: OpeningSample,
        limits: &Limits<'_>,
    ) -> Result<VerifiedOpening, Error>;

    fn bake_by_rules(
        &self,
        how: bake::Playbook<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<BakedPlaybook, Error>;
}
