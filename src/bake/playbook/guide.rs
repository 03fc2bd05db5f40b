//! What is told of a game that is too large to be explored as a whole.

use perfectplay_core::Score;

/// What is told of a game that is too large to be explored as a whole: how large books are from
/// each state on, about. The search then chooses among moves after which they are small.
pub trait Guide<S> {
    /// How many states are explored for each side at most, if a book needs no more. Each takes some
    /// two hundred bytes.
    fn states(&self) -> usize;

    /// Tells which states are asked about until this is told anew. Whether what is known of them
    /// can be read.
    fn fetch(&self, states: &[S]) -> bool;

    /// The score of a state; `None` for one that no game reaches.
    fn score(&self, state: S) -> Option<Score>;

    /// About how many entries a book has for an own state and those that follow, in eighths;
    /// `None` for a state that no game reaches.
    fn estimate(&self, state: S) -> Option<u64>;
}

/// By how much a choice is worse than another, from what both add: the logarithm of the
/// quotient, in sixteenths.
pub(super) const fn regret(least: u64, addition: u64) -> u32 {
    log2(addition).saturating_sub(log2(least))
}

/// The logarithm of a number and one entry, in sixteenths, linear between powers of two.
const fn log2(number: u64) -> u32 {
    const ENTRY: u64 = 8;
    let number = number.saturating_add(ENTRY);
    let power = number.ilog2();
    16 * power + (((number as u128) << 4 >> power) & 15) as u32
}
