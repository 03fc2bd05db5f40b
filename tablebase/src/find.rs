//! Forwards: which states of a part some game reaches.

use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay::Moves;
use perfectplay::game::starts;
use perfectplay::ranked::{Ranked, Walk};

use crate::cursor::{Cursor, ones};
use crate::error::Error;
use crate::parallel;
use crate::plan::{Plan, PlannedTier, Reach, Way};
use crate::watch::Meter;

/// Which states of a part are reachable, a bit for each of its codes.
pub(crate) struct Found {
    /// Those that some game from a start passes through.
    pub reached: Vec<u64>,
    /// Those of them in which the game goes on.
    pub open: Vec<u64>,
}

/// Moves from some ranks into a part.
#[derive(Clone, Debug)]
struct Moving {
    way: Way,
    /// The part that the ranks belong to.
    before: usize,
    /// The moves that may lead into the part.
    moves: Moves,
    /// By the index of the tiers that follow: where moves lead, if that may be in the part.
    into: Vec<Option<Reach>>,
}

/// How many ranks are looked at in one piece of work.
const PIECE: u64 = 1 << 18;

/// The ranks of a range, a piece of work at a time.
fn pieces(ranks: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let end = ranks.end;
    let starts = ranks.step_by(PIECE as usize);
    starts.map(move |start| start..(start + PIECE).min(end))
}

/// Finds the states of a part. `open` tells which states of an earlier part go on.
pub(crate) fn find<'a, G: Ranked + Sync>(
    game: &G,
    plan: &Plan,
    part: usize,
    open: impl Fn(usize) -> &'a [u64] + Sync,
    meter: &Meter,
) -> Result<Found, Error> {
    let own = &plan.parts()[part];
    let reached: Vec<AtomicU64> = iter::repeat_with(AtomicU64::default)
        .take((own.len() / 64) as usize)
        .collect();
    let mark = |code: u64| {
        // A code of another part, if there is no such word.
        let code = code.wrapping_sub(own.codes.start);
        let (word, bit) = (reached.get((code / 64) as usize), 1 << (code % 64));
        // Most states are reached from several others, and to look is quicker.
        if let Some(word) = word.filter(|word| word.load(Ordering::Relaxed) & bit == 0) {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    };
    for start in starts(game) {
        if let Some((tier, rank)) = game.rank(start) {
            let planned = plan.tier(tier);
            if planned.batch == own.batch {
                mark(planned.offset + rank);
            }
        }
    }
    let before = own.previous.iter();
    let work: Vec<Moving> = before
        .flat_map(|&before| plan.ways(before).map(move |way| (before, way)))
        .flat_map(|(before, way)| {
            pieces(way.ranks.clone()).map(move |ranks| {
                let way = Way {
                    ranks,
                    ..way.clone()
                };
                (before, way)
            })
        })
        .filter_map(|(before, way)| Moving::new(game, plan, part, before, way))
        .collect();
    parallel::try_map(work, |moving| {
        meter.add(moving.way.ranks.end - moving.way.ranks.start)?;
        let first = plan.parts()[moving.before].codes.start;
        follow(game, &moving, open(moving.before), first, mark)
    })?;
    let reached: Vec<u64> = reached.into_iter().map(AtomicU64::into_inner).collect();

    let work: Vec<(&PlannedTier, Range<u64>)> = plan
        .tiers_in(own.batch, own.codes.clone())
        .flat_map(|(planned, ranks)| pieces(ranks).map(move |ranks| (planned, ranks)))
        .collect();
    let open = parallel::try_map(work, |(planned, ranks)| {
        meter.add(ranks.end - ranks.start)?;
        still_open(game, planned, &reached, own.codes.start, ranks)
    })?;
    Ok(Found {
        reached,
        open: open.concat(),
    })
}

impl Moving {
    /// `None` if nothing leads into the part.
    fn new<G: Ranked>(game: &G, plan: &Plan, part: usize, before: usize, way: Way) -> Option<Self> {
        let mut moves = Moves::EMPTY;
        let leads = plan.leads(game, &way).map(|(next, reach)| {
            let reach = reach.filter(|reach| plan.parts_with(reach).contains(&part));
            if reach.is_some() {
                moves = moves | next.moves;
            }
            reach
        });
        let into = leads.collect();
        (!moves.is_empty()).then_some(Self {
            way,
            before,
            moves,
            into,
        })
    }
}

/// Marks the states after some moves. The bits begin with this code.
fn follow<G: Ranked>(
    game: &G,
    Moving {
        way, moves, into, ..
    }: &Moving,
    open: &[u64],
    first: u64,
    mark: impl Fn(u64),
) -> Result<(), Error> {
    let Way { from, tier, ranks } = way;
    let mut cursor = Cursor::new(game, *tier);
    let rank_of = |bit: u64| bit + first - from.offset;
    let bit_of = |rank: u64| from.offset + rank - first;
    for bit in ones(open, bit_of(ranks.start)..bit_of(ranks.end)) {
        let walk = cursor.seek(rank_of(bit));
        for mv in game.legal(walk.state()) & *moves {
            let (next, rank) = walk.after(mv);
            match into.get(next) {
                Some(Some(reach)) if reach.ranks.contains(&rank) => mark(reach.into.offset + rank),
                // In another part.
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

/// Which of the states that are reached go on, from whole words to whole words. The bits
/// begin with this code.
fn still_open<G: Ranked>(
    game: &G,
    planned: &PlannedTier,
    reached: &[u64],
    first: u64,
    ranks: Range<u64>,
) -> Result<Vec<u64>, Error> {
    let start = planned.offset + ranks.start - first;
    let end = planned.offset + ranks.end - first;
    let mut open = vec![0; (end.div_ceil(64) - start / 64) as usize];
    let mut cursor = Cursor::new(game, planned.tier);
    for bit in ones(reached, start..end) {
        let state = cursor.seek(bit + first - planned.offset).state();
        if game.outcome(state).is_some() {
            continue;
        }
        if game.legal(state).is_empty() {
            return Err(Error::NoMoves {
                state: format!("{state:?}"),
            });
        }
        open[(bit / 64 - start / 64) as usize] |= 1 << (bit % 64);
    }
    Ok(open)
}
