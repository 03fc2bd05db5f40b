//! What tells the rules of a game, and its ranks, from others.

use std::collections::{BTreeSet, VecDeque};

use perfectplay::{Game, Ranked, Value, starts};

/// How many states are looked at.
const STATES: usize = 1000;

/// A number that follows from the rules and the ranks of the first thousand states.
///
/// A store or a table that was made with other rules has another, most likely, so that
/// results of different rules are not mixed. It proves nothing: that is for the verifier.
pub(crate) fn fingerprint<G: Ranked>(game: &G) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut hash = |number: u64| hasher.update(&number.to_le_bytes());
    hash(game.move_count().into());
    hash(game.tier_count());
    let mut met = BTreeSet::new();
    let mut open: VecDeque<_> = starts(game).collect();
    while let Some(state) = open.pop_front() {
        if met.len() == STATES || !met.insert(game.key(state)) {
            continue;
        }
        hash(game.key(state));
        if let Some((tier, rank)) = game.rank(state) {
            hash(tier.number());
            hash(rank);
        }
        match game.outcome(state) {
            Some(Value::Loss) => hash(0),
            Some(Value::Draw) => hash(1),
            Some(Value::Win) => hash(2),
            None => {
                hash(3);
                let legal = Game::legal(game, state);
                hash(legal.bits());
                open.extend(legal.iter().map(|mv| game.play(state, mv)));
            }
        }
    }
    hasher.finalize()
}
