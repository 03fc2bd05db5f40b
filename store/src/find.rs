//! Forwards: which states of a batch some game reaches.

use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay::{Moves, Ranked, Tier, Walk, starts};

use crate::cursor::{Cursor, ones};
use crate::error::Error;
use crate::parallel;
use crate::plan::{Plan, PlannedTier};
use crate::watch::Meter;

/// Which states of a batch are reachable, a bit for each of its codes.
pub(crate) struct Found {
    /// Those that some game from a start passes through.
    pub reached: Vec<u64>,
    /// Those of them in which the game goes on.
    pub open: Vec<u64>,
}

/// The ways from a tier into a batch.
#[derive(Clone, Debug)]
struct Way {
    /// Where the bits of the tier are.
    from: PlannedTier,
    /// The tier: that one, or its twin, which has the same bits.
    tier: Tier,
    /// The moves that may lead into the batch.
    moves: Moves,
    /// By the index of the tiers that follow: where it is, if it belongs to the batch.
    into: Vec<Option<PlannedTier>>,
}

/// How many ranks are looked at in one piece of work.
const PIECE: u64 = 1 << 18;

/// The ranks of a tier, a piece of work at a time.
fn pieces(size: u64) -> impl Iterator<Item = Range<u64>> {
    (0..size.div_ceil(PIECE)).map(move |piece| piece * PIECE..((piece + 1) * PIECE).min(size))
}

/// Finds the states of a batch. `open` tells which states of an earlier batch go on.
pub(crate) fn find<'a, G: Ranked + Sync>(
    game: &G,
    plan: &Plan,
    batch: usize,
    open: impl Fn(usize) -> &'a [u64] + Sync,
    meter: &Meter,
) -> Result<Found, Error> {
    let words = plan.batches()[batch].len / 64;
    let reached: Vec<AtomicU64> = iter::repeat_with(AtomicU64::default)
        .take(words as usize)
        .collect();
    let mark = |code: u64| {
        let (word, bit) = (&reached[(code / 64) as usize], 1 << (code % 64));
        // Most states are reached from several others, and to look is quicker.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    };
    for start in starts(game) {
        if let Some((tier, rank)) = game.rank(start) {
            let planned = plan.tier(game.twin(tier));
            if planned.batch == batch {
                mark(planned.offset + rank);
            }
        }
    }
    let ways: Vec<Way> = ways(game, plan, batch).collect();
    let work: Vec<(&Way, Range<u64>)> = ways
        .iter()
        .flat_map(|way| pieces(way.from.size).map(move |ranks| (way, ranks)))
        .collect();
    parallel::try_map(work, |(way, ranks)| {
        meter.add(ranks.end - ranks.start)?;
        follow(game, way, open(way.from.batch), ranks, mark)
    })?;
    let reached: Vec<u64> = reached.into_iter().map(AtomicU64::into_inner).collect();

    let tiers = plan.tiers_of(batch);
    let work: Vec<(PlannedTier, Range<u64>)> = tiers
        .iter()
        .flat_map(|&planned| pieces(planned.size).map(move |ranks| (planned, ranks)))
        .collect();
    let open = parallel::try_map(work, |(planned, ranks)| {
        meter.add(ranks.end - ranks.start)?;
        still_open(game, planned, &reached, ranks)
    })?;
    Ok(Found {
        reached,
        open: open.concat(),
    })
}

/// How many ranks are looked at to find the states of a batch.
pub(crate) fn work<G: Ranked>(game: &G, plan: &Plan, batch: usize) -> u64 {
    let before = ways(game, plan, batch).map(|way| way.from.size);
    let own = plan.tiers_of(batch).iter().map(|planned| planned.size);
    before.chain(own).sum()
}

/// The ways into a batch.
//
// What is reached from a twin is the mirror image of what is reached from the tier that
// stands for it, and where tiers have twins themselves, that has the same rank. But a tier
// without a twin has both images in it, each with a rank of its own.
fn ways<'a, G: Ranked>(
    game: &'a G,
    plan: &'a Plan,
    batch: usize,
) -> impl Iterator<Item = Way> + 'a {
    let before = plan.batches()[batch].previous.iter();
    before
        .flat_map(|&before| plan.tiers_of(before))
        .flat_map(|&from| {
            let twin = from.twin.map(|twin| (from, twin));
            [(from, from.tier)].into_iter().chain(twin)
        })
        .map(move |(from, tier)| {
            let mut moves = Moves::EMPTY;
            let into = game.next_tiers(tier).map(|next| {
                let into = *plan.tier(game.twin(next.tier));
                let leads = into.batch == batch && (tier == from.tier || into.twin.is_none());
                leads.then(|| {
                    moves = moves | next.moves;
                    into
                })
            });
            let into = into.collect();
            Way {
                from,
                tier,
                moves,
                into,
            }
        })
        .filter(|way| !way.moves.is_empty())
}

/// Marks the states after the moves along one way.
fn follow<G: Ranked>(
    game: &G,
    way: &Way,
    open: &[u64],
    ranks: Range<u64>,
    mark: impl Fn(u64),
) -> Result<(), Error> {
    let from = way.from;
    let mut cursor = Cursor::new(game, way.tier);
    for code in ones(open, from.offset + ranks.start..from.offset + ranks.end) {
        let walk = cursor.seek(code - from.offset);
        for mv in game.legal(walk.state()) & way.moves {
            let (next, rank) = walk.after(mv);
            match way.into.get(next) {
                Some(Some(into)) if rank < into.size => mark(into.offset + rank),
                // In another batch.
                Some(None) => {}
                _ => {
                    let state = format!("{:?}", walk.state());
                    return Err(Error::NotFound { state });
                }
            }
        }
    }
    Ok(())
}

/// Which of the states that are reached go on, from whole words to whole words.
fn still_open<G: Ranked>(
    game: &G,
    planned: PlannedTier,
    reached: &[u64],
    ranks: Range<u64>,
) -> Result<Vec<u64>, Error> {
    let first = planned.offset + ranks.start;
    let end = planned.offset + ranks.end;
    let mut open = vec![0; (end.div_ceil(64) - first / 64) as usize];
    let mut cursor = Cursor::new(game, planned.tier);
    for code in ones(reached, first..end) {
        let state = cursor.seek(code - planned.offset).state();
        if game.outcome(state).is_some() {
            continue;
        }
        if game.legal(state).is_empty() {
            return Err(Error::NoMoves {
                state: format!("{state:?}"),
            });
        }
        open[(code / 64 - first / 64) as usize] |= 1 << (code % 64);
    }
    Ok(open)
}
