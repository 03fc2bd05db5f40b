//! Estimates the size of playbooks from each state on, tier by tier, from the last tiers to the
//! first. With these estimates, a search for a playbook looks only where books are small.
//!
//! The estimates of a shard are a result like those of jobs: whole or absent, so that the work
//! can resume. In addition to the results of jobs, there are these kinds:
//!
//! | kind | content |
//! | --- | --- |
//! | 4 | estimates where each move keeps the value |
//! | 5 | estimates where each move keeps the distance as well |

use std::sync::{Mutex, MutexGuard, PoisonError};

use perfectplay::Value;
use perfectplay::game::Score;
use perfectplay::playbook::Keep;

use super::reader::TableFile;
use super::tablebase::{StateOf, Tablebase};
use crate::error::Error;
use crate::file::block::{self, QUICK};
use crate::index::{ALL, Form, Index};
use crate::jobs::job::Kind;
use crate::jobs::plan::{Plan, Way};
use crate::jobs::result::{JobResult, Results, Status};
use crate::jobs::sharding::Sharding;
use crate::jobs::store::ResultStore;
use crate::parallel;
use crate::solve::held_shards::Window;
use crate::solve::successors::{NextTiers, Ranks};
use crate::watch::{Limits, Meter, Phase};

/// The number of places in a block.
const BLOCK: u64 = Form::Dense.block();

/// The data of a state on which a guide is based.
///
/// | bits | content |
/// | --- | --- |
/// | 0 to 7 | the estimate for a book of the player to move |
/// | 8 to 15 | the estimate for a book of the other player |
/// | 16 to 31 | the code of the score; 0 if there is no state |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell(u32);

impl Cell {
    const fn new(code: u32, estimates: u32) -> Self {
        Self(code << 16 | estimates)
    }

    const fn code(self) -> u32 {
        self.0 >> 16
    }

    const fn estimates(self) -> u32 {
        self.0 & 0xffff
    }

    const fn own(self) -> u64 {
        unpacked(self.0 & 0xff)
    }

    const fn other(self) -> u64 {
        unpacked(self.0 >> 8 & 0xff)
    }
}

/// The weight of one entry of a book.
const ENTRY: u64 = 8;
/// The factor by which the entries after an own move are reduced, because several ways lead to
/// most states.
const SHARED: (u64, u64) = (3, 4);

/// Packs a number into a byte: its four highest bits, and the distance by which they are
/// shifted.
const fn packed(number: u64) -> u32 {
    const MOST: u64 = 15 << 30;
    let number = if number < MOST { number } else { MOST };
    if number < 16 {
        return number as u32;
    }
    let shift = number.ilog2() - 3;
    let rounded = (number + (1 << shift >> 1)) >> shift;
    8 * shift + rounded as u32
}

const fn unpacked(byte: u32) -> u64 {
    if byte < 16 {
        return byte as u64;
    }
    let shift = byte / 8 - 1;
    (8 + byte as u64 % 8) << shift
}

/// A tablebase file with estimates of the size of a playbook from each state on. They are read
/// for many states at a time.
pub struct Guide<'a, I> {
    table: &'a Tablebase<I>,
    results: Results<'a>,
    kind: Kind,
    /// The fetched cells, by rising place.
    asked: Mutex<Vec<(u64, Cell)>>,
}

impl<I: Index> Tablebase<I> {
    /// Estimates the sizes of playbooks from each state on, for either player. The estimates of
    /// each shard are written into the store, and are not computed again.
    ///
    /// # Errors
    ///
    /// When the file or a result cannot be read, or the results cannot be written; when the
    /// file contradicts the rules; and when the work is stopped.
    pub fn guide<'a>(
        &'a self,
        plan: &'a Plan,
        keep: Keep,
        store: &'a dyn ResultStore,
        limits: &Limits<'_>,
    ) -> Result<Guide<'a, I>, Error> {
        let guide = Guide {
            table: self,
            results: Results {
                plan,
                fingerprint: self.index().fingerprint(),
                store,
            },
            kind: match keep {
                Keep::Distance => Kind::FastEstimates,
                Keep::Value | Keep::Start => Kind::Estimates,
            },
            asked: Mutex::default(),
        };
        parallel::with_threads(limits.threads, || guide.estimate_all(limits))?;
        Ok(guide)
    }

    /// Plans the work on a guide, within this memory if possible. Returns `None` if there are no
    /// guides: with a sparse index, or for a loopy game.
    ///
    /// # Errors
    /// As for [`Plan::new`].
    pub fn plan_guide(&self, memory: u64) -> Result<Option<Plan>, Error> {
        if self.index().form() == Form::Sparse || self.index().is_loopy() {
            return Ok(None);
        }
        let mut plan = Plan::new(self.index(), Sharding::Whole)?;
        for bits in (Sharding::LEAST_BITS..36).rev().step_by(2) {
            if plan
                .most_together()
                .saturating_mul(size_of::<Cell>() as u64)
                <= memory
            {
                break;
            }
            plan = Plan::new(self.index(), Sharding::Bits(bits))?;
        }
        Ok(Some(plan))
    }
}

impl Plan {
    /// Returns the names of the results that a guide may have in its store.
    pub fn guide_files(&self) -> impl Iterator<Item = String> {
        let shards = 0..self.shards().len();
        shards.flat_map(|shard| {
            [Kind::Estimates, Kind::FastEstimates].map(|kind| self.file_of(kind, shard))
        })
    }
}

impl<I: Index> Guide<'_, I> {
    /// Returns about how many entries a book of the player to move has for a
    /// [fetched](Self::fetch) state and everything after it, in eighths. `None` for another
    /// state, and for an unreachable one.
    pub fn estimate(&self, state: StateOf<I>) -> Option<u64> {
        self.cell(state).map(Cell::own)
    }

    /// Returns the score of a fetched state.
    pub fn score(&self, state: StateOf<I>) -> Option<Score> {
        self.file().codes().score(self.cell(state)?.code())
    }

    fn plan(&self) -> &Plan {
        self.results.plan
    }

    const fn file(&self) -> &TableFile {
        self.table.file()
    }

    fn asked(&self) -> MutexGuard<'_, Vec<(u64, Cell)>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, state: StateOf<I>) -> Option<u64> {
        self.plan().place(self.table.index().place(state)?)
    }

    /// Fetches the data of some states. Each block is read once. Data that were fetched before
    /// are dropped.
    ///
    /// # Errors
    /// When the file or a result cannot be read.
    pub fn fetch(&self, states: &[StateOf<I>]) -> Result<(), Error> {
        let places = states.iter().filter_map(|&state| self.place(state));
        let mut places: Vec<u64> = places.collect();
        parallel::sort(&mut places);
        places.dedup();
        let mut found = Vec::with_capacity(places.len());
        let shard = |&place: &u64| self.plan().shard_with(place);
        for places in places.chunk_by(|a, b| shard(a) == shard(b)) {
            let shard = shard(&places[0]);
            let result = self.results.read_of(self.kind, shard)?;
            let blocks = places.chunk_by(|a, b| a / BLOCK == b / BLOCK);
            let read = |places: &[u64]| self.cells_at(shard, &result, places);
            let cells = parallel::try_map(blocks.collect(), read)?;
            found.extend(cells.into_iter().flatten());
        }
        *self.asked() = found;
        Ok(())
    }

    /// Returns the cells at some places of a block, where there are states.
    fn cells_at(
        &self,
        shard: usize,
        result: &JobResult,
        places: &[u64],
    ) -> Result<Vec<(u64, Cell)>, Error> {
        let first = self.plan().shards()[shard].places.start;
        let number = places[0] / BLOCK;
        let codes = self.file().block(number)?;
        let at = (number - first / BLOCK) as usize;
        let estimates = result.block(at, Form::Dense, number * BLOCK, 2);
        let estimates = estimates.ok_or_else(|| self.damaged(shard))?;
        let cell = |&place: &u64| {
            let code = codes.code(place)?;
            Some(match estimates.code(place) {
                Some(_) if !self.file().is_code(code) => {
                    Err(self.file().damaged("codes of scores"))
                }
                Some(estimates) => Ok((place, Cell::new(code, estimates))),
                None => Err(self.damaged(shard)),
            })
        };
        places.iter().filter_map(cell).collect()
    }

    fn cell(&self, state: StateOf<I>) -> Option<Cell> {
        let place = self.place(state)?;
        let asked = self.asked();
        let at = asked.binary_search_by_key(&place, |&(place, _)| place);
        Some(asked[at.ok()?].1)
    }

    fn bytes(&self, shard: usize) -> u64 {
        self.plan().shards()[shard].len() * size_of::<Cell>() as u64
    }

    fn damaged(&self, shard: usize) -> Error {
        self.results.damaged_of(self.kind, shard)
    }

    /// Reads the states of a shard with its estimates, which must exist.
    fn read(&self, shard: usize) -> Result<Vec<Cell>, Error> {
        let result = self.results.read_of(self.kind, shard)?;
        self.cells(shard, |number, base, cells| {
            let read = result.block(number, Form::Dense, base, 2);
            let read = read.ok_or_else(|| self.damaged(shard))?;
            let mut fits = true;
            read.each(|place, estimates| {
                let cell = cells.get_mut((place - base) as usize);
                fits &= cell.is_some_and(|cell| {
                    *cell = Cell::new(cell.code(), estimates);
                    cell.code() != 0
                });
            });
            fits.then_some(()).ok_or_else(|| self.damaged(shard))
        })
    }

    /// Returns the states of a shard, each with the result of a function that looks at each
    /// block.
    fn cells(
        &self,
        shard: usize,
        each: impl Fn(usize, u64, &mut [Cell]) -> Result<(), Error> + Sync,
    ) -> Result<Vec<Cell>, Error> {
        let places = self.plan().shards()[shard].places.clone();
        let mut cells = vec![Cell::default(); (places.end - places.start) as usize];
        let blocks: Vec<_> = cells.chunks_mut(BLOCK as usize).enumerate().collect();
        parallel::try_map(blocks, |(number, cells)| {
            let base = places.start + number as u64 * BLOCK;
            let mut fits = true;
            self.file().block(base / BLOCK)?.each(|place, code| {
                let cell = cells.get_mut((place - base) as usize);
                fits &= self.file().is_code(code);
                fits &= cell.is_some_and(|cell| {
                    *cell = Cell::new(code, 0);
                    true
                });
            });
            if !fits {
                return Err(self.file().damaged("a state for each code"));
            }
            each(number, base, cells)
        })?;
        Ok(cells)
    }

    /// Computes all missing estimates.
    fn estimate_all(&self, limits: &Limits<'_>) -> Result<(), Error> {
        let plan = self.plan();
        let shards = 0..plan.shards().len();
        let checking = Meter::new(limits.watch, Phase::Checking, shards.len() as u64);
        let mut open = Vec::new();
        for shard in shards.rev() {
            checking.add(1)?;
            if self.results.status_of(self.kind, shard)? != Status::Done {
                open.push(shard);
            }
        }
        let total = open.iter().map(|&shard| plan.shards()[shard].len()).sum();
        let meter = Meter::new(limits.watch, Phase::Estimating, total);
        let kept = self.kept();
        let held = &mut Window::new(limits.memory());
        for shard in open {
            let next = plan.next(shard);
            for &later in &next {
                if held.get(later).is_none() {
                    held.make_room(self.bytes(later), &next);
                    held.insert(later, self.read(later)?);
                }
            }
            held.make_room(self.bytes(shard), &next);
            let (cells, blocks) = self.estimate_shard(shard, &kept, held, &meter)?;
            let bytes = self.results.bytes_of(self.kind, shard, &blocks, &[]);
            self.results
                .store
                .write(&plan.file_of(self.kind, shard), bytes)?;
            held.insert(shard, cells);
            let first_asked = |later| plan.previous(later).first().copied();
            held.retain(|later| first_asked(later).is_some_and(|first| first < shard));
        }
        Ok(())
    }

    /// Returns, for each code, what a move must keep of the state before it. Moves after which
    /// this is the same are equally good.
    fn kept(&self) -> Vec<u32> {
        let codes = self.file().codes();
        let kept = |code| match codes.score(code).map(Score::value) {
            None => u32::MAX,
            Some(Value::Win | Value::Loss) if self.kind == Kind::FastEstimates => code,
            Some(Value::Loss) => 1,
            Some(Value::Draw) => codes.horizon() + 2,
            Some(Value::Win) => codes.count() - 1,
        };
        (0..codes.count()).map(kept).collect()
    }

    /// Returns the estimates of a shard, by place and as blocks.
    fn estimate_shard(
        &self,
        shard: usize,
        kept: &[u32],
        held: &Window<Cell>,
        meter: &Meter<'_>,
    ) -> Result<(Vec<Cell>, Vec<Vec<u8>>), Error> {
        let mut cells = self.cells(shard, |_, _, _| Ok(()))?;
        let first = self.plan().shards()[shard].places.start;
        let bases = (first..).step_by(BLOCK as usize);
        let blocks = bases.zip(cells.chunks_mut(BLOCK as usize)).collect();
        let blocks = parallel::try_map(blocks, |(base, cells): (u64, &mut [Cell])| {
            meter.add(cells.len() as u64)?;
            self.estimate_block(base, cells, kept, held)
        })?;
        Ok((cells, blocks))
    }

    fn estimate_block(
        &self,
        base: u64,
        cells: &mut [Cell],
        kept: &[u32],
        held: &Window<Cell>,
    ) -> Result<Vec<u8>, Error> {
        let (plan, rules, codes) = (self.plan(), self.table.index(), self.file().codes());
        let before = [codes.before::<u16>(), codes.later::<u16>()];
        let (mut places, mut estimates) = (Vec::new(), Vec::new());
        for (from, ranks) in plan.tiers_in(base..base + cells.len() as u64) {
            let at = |rank: u64| (from.place + rank - base) as usize;
            let is_there = |&rank: &u64| cells[at(rank)].code() != 0;
            let numbers: Vec<u64> = ranks.clone().filter(is_there).collect();
            if numbers.is_empty() {
                continue;
            }
            let way = Way::own(from, ranks);
            let reaches = plan.reaches(rules, &way).into_iter();
            let held = |shard| held.get(shard).unwrap_or_default();
            let next = reaches.map(|reach| (reach.next, Ranks::new(plan, &reach, held)));
            let mut next = NextTiers::new(next);
            rules.look_at(from.tier, &numbers, ALL, &mut |seen| {
                for (look, after) in seen.iter() {
                    let cell = &mut cells[at(look.number)];
                    let wrong = || self.file().damaged("the states after a move");
                    let own = kept[cell.code() as usize];
                    let (mut least, mut sum, mut again) = (u64::MAX, 0_u64, look.again);
                    for &place in after {
                        let ranks = next.get(place.tier).ok_or_else(wrong)?;
                        let then = *ranks.get(place.number).ok_or_else(wrong)?;
                        let of_move = before[(again & 1) as usize][then.code() as usize];
                        let (mine, theirs) = if again & 1 == 1 {
                            (then.own(), then.other())
                        } else {
                            (then.other(), then.own())
                        };
                        again >>= 1;
                        sum += theirs;
                        if kept[usize::from(of_move)] == own {
                            least = least.min(mine);
                        }
                    }
                    if look.outcome.is_some() {
                        least = 0;
                    } else if least == u64::MAX {
                        return Err(wrong());
                    }
                    let entry = if after.len() > 1 { ENTRY } else { 0 };
                    let least = entry + least * SHARED.0 / SHARED.1;
                    *cell = Cell::new(cell.code(), packed(least) | packed(sum) << 8);
                    places.push(from.place + look.number);
                    estimates.push(cell.estimates() as u16);
                }
                Ok(())
            })?;
        }
        Ok(block::pack(base, &places, &estimates, QUICK))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_byte_are_about_right() {
        for byte in 0..=255 {
            assert_eq!(packed(unpacked(byte)), byte);
        }
        for number in (0..1_000_000).chain([1 << 33, u64::MAX >> 1]) {
            let found = unpacked(packed(number));
            assert!(
                number > 15 << 30 || found.abs_diff(number) * 16 <= number,
                "{number}"
            );
        }
    }
}
