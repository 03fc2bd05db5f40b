//! Going through a table: state by state, or on all cores where it is a file that is read tier by
//! tier.

use perfectplay::Analysis;
#[cfg(feature = "files")]
use perfectplay::verify::Verified;
#[cfg(feature = "files")]
use perfectplay_games::Listed;

use crate::error::Error;
#[cfg(feature = "files")]
use crate::info::Info;
#[cfg(feature = "files")]
use crate::kept::Any;
use crate::typed::Position;
#[cfg(feature = "files")]
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
#[cfg(feature = "files")]
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

    /// Verifies the table against the rules.
    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error>;

    /// Whether it has more states than should be in memory at once.
    fn is_large(&self) -> bool {
        self.as_solved().states() > MOST_IN_MEMORY
    }
}

/// The most states that are found move by move, so that the nearest to a start come first:
/// all that were found are kept in memory.
#[cfg(feature = "files")]
pub(crate) const MOST_IN_MEMORY: u64 = 1_000_000;
