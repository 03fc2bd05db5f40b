//! Estimates for a game that is too large to explore as a whole.

use perfectplay_core::Score;

/// Estimates for a game that is too large to explore as a whole: the size of a book from each state
/// on. The search then chooses among moves after which books are small.
pub trait Guide<S> {
    /// Returns the most states to explore for each side. Each takes about two hundred bytes.
    fn states(&self) -> usize;

    /// Loads the scores and estimates of `states`. Later questions are about these states, until
    /// the next call. Returns false if they cannot be read.
    fn fetch(&self, states: &[S]) -> bool;

    /// The score of a state; `None` for one that no game reaches.
    fn score(&self, state: S) -> Option<Score>;

    /// Estimates the number of entries of a book for an own state and the states that follow, in
    /// eighths. `None` for a state that no game reaches.
    fn estimate(&self, state: S) -> Option<u64>;
}

/// Returns the regret of a choice: the logarithm, in sixteenths, of how many times more it adds
/// than the best choice.
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
