//! Going through a table: state by state, or on all cores where it is a file that is read tier by
//! tier.

#[cfg(feature = "files")]
use std::path::Path;

use perfectplay::Analysis;
#[cfg(feature = "files")]
use perfectplay::bake::{self, BakedPlaybook};
#[cfg(feature = "tiers")]
use perfectplay::verify::Verified;
#[cfg(feature = "tiers")]
use perfectplay_games::Listed;

#[cfg(feature = "tiers")]
use crate::columns::{Columns, Wanted};
use crate::error::Error;
#[cfg(feature = "tiers")]
use crate::info::Info;
#[cfg(feature = "tiers")]
use crate::solved::Any;
use crate::typed::Position;
#[cfg(feature = "tiers")]
use crate::watch::Limits;

/// A state that is visited, with what the table holds of it.
pub(crate) struct Visited<S> {
    pub state: S,
    pub analysis: Analysis,
    pub ply: Option<u32>,
}

/// What writes something about a state. Several threads may ask it.
pub type Writer<'a> = dyn Fn(&Position<'_>, &mut Vec<u8>) -> Result<(), Error> + Sync + 'a;

/// What takes the bytes that were written about some states, and the number of these states.
pub type Sink<'a> = dyn FnMut(&[u8], u64) -> Result<(), Error> + 'a;

/// What a table in a file does beside answering.
#[cfg(feature = "tiers")]
pub(crate) trait Tiers<G: Listed>: Send + Sync {
    /// The table itself.
    fn as_solved(&self) -> &Any<'_, G>;

    /// Calls something with every reachable state, tier by tier. It is looked at on all cores.
    fn visit(
        &self,
        each: &mut dyn FnMut(Visited<G::State>) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Writes something about each reachable state, on all cores, and gives the text of some
    /// hundred states at a time and their number, in order.
    fn write_each(&self, info: &Info, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error>;

    /// Tells the same states column by column, some hundred at a time. It works on all cores.
    fn columns(
        &self,
        info: &Info,
        wanted: Wanted,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// What is known of some states, and of their moves if these are asked for.
    fn know_many(
        &self,
        states: &[G::State],
        with_moves: bool,
    ) -> Result<Vec<Option<Analysis>>, Error>;

    /// All bytes of the file, if they are in memory.
    fn in_memory(&self) -> Option<&[u8]>;

    /// Reads what will be asked about some states.
    fn prefetch(&self, states: &[G::State]) -> Result<(), Error>;

    /// Verifies the table against the rules.
    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error>;

    /// Finds a playbook by estimates that are made tier by tier, and are beside a file until they
    /// are [cleared](Self::clear_guide). `None` if the table has no such tiers.
    #[cfg(feature = "files")]
    fn bake_guided(
        &self,
        how: bake::Playbook<'_>,
        beside: &Path,
        limits: &Limits<'_>,
    ) -> Result<Option<BakedPlaybook>, Error>;

    /// Deletes these estimates.
    #[cfg(feature = "files")]
    fn clear_guide(&self, beside: &Path, limits: &Limits<'_>) -> Result<(), Error>;

    /// Whether it has more states than should be in memory at once.
    fn is_large(&self) -> bool {
        self.as_solved().states() > MOST_IN_MEMORY
    }
}

/// The most states that are found move by move, so that the nearest to a start come first:
/// all that were found are kept in memory.
#[cfg(feature = "tiers")]
pub(crate) const MOST_IN_MEMORY: u64 = 1_000_000;
