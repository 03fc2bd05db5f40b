//! Going through some of the ranks of a tier.

use std::ops::Range;

use perfectplay::ranked::{Ranked, Tier, Walk};

/// A walk that goes on to any later rank.
pub(crate) struct Cursor<'g, G: Ranked> {
    game: &'g G,
    tier: Tier,
    /// The rank at which the walk is.
    walk: Option<(u64, G::Walk<'g>)>,
}

impl<'g, G: Ranked> Cursor<'g, G> {
    pub(crate) const fn new(game: &'g G, tier: Tier) -> Self {
        Self {
            game,
            tier,
            walk: None,
        }
    }

    /// The walk at this rank, which is no lower than the last one.
    #[inline]
    pub(crate) fn seek(&mut self, rank: u64) -> &G::Walk<'g> {
        let (at, walk) = self
            .walk
            .get_or_insert_with(|| (rank, self.game.walk(self.tier, rank)));
        match rank - *at {
            0 => {}
            1 => walk.step(),
            ranks => walk.skip(ranks),
        }
        *at = rank;
        walk
    }
}

/// The numbers of the bits that are set among those of a range, which begins and ends at
/// multiples of 64 or at the end.
#[inline]
pub(crate) fn ones(bits: &[u64], range: Range<u64>) -> impl Iterator<Item = u64> {
    let words = range.start / 64..range.end.div_ceil(64);
    words.flat_map(move |word| {
        let mut rest = bits[word as usize];
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (bit < 64).then(|| word * 64 + u64::from(bit))
        })
    })
}
