//! What tells the rules of a game, and its ranks, from others.

use perfectplay::ranked::Ranked;
use perfectplay::table::fingerprint_with;

/// A number that follows from the rules and the ranks of some states: the low half of the
/// library's fingerprint, into which a 1, the tier and the rank of each state are absorbed,
/// or three times 0 for a state without a rank.
///
/// A store or a table that was made with other rules has another, most likely, so that
/// results of different rules are not mixed. It proves nothing: that is for the verifier.
pub(crate) fn fingerprint<G: Ranked>(game: &G) -> u32 {
    let fingerprint = fingerprint_with(game, |state| match game.rank(state) {
        Some((tier, rank)) => [1, tier.number(), rank],
        None => [0; 3],
    });
    fingerprint as u32
}
