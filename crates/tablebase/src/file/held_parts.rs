//! Holds parts of a tablebase file in memory. Each state has a mark that tells whether the verifier
//! has found a move to the state.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

use super::gather;
use super::layout::TierEntry;
use super::reader::TableFile;
use crate::array;
use crate::error::Error;
use crate::index::bits::ones;
use crate::index::keys::Sorted;
use crate::index::{ErasedIndex, Form, Place};
use crate::jobs::plan::{Plan, Way};
use crate::jobs::sharding::Sharding;
use crate::parallel;
use crate::solve::successors::{NextTiers, RankValues};
use crate::sorted_map::SortedMap;

/// A cell in memory, which holds the code of a state and a mark.
pub(super) trait Cell: Default + Send + Sync {
    /// The greatest number of codes.
    const CODES: u32;

    fn new(code: u32, is_marked: bool) -> Self;

    /// Returns the code of the state in the cell; 0 if the cell holds no state.
    fn code(&self) -> u32;

    fn is_marked(&self) -> bool;

    /// Marks the state, if the cell holds one, and returns its code.
    fn mark(&self) -> u32;
}

/// Implements [`Cell`] for an integer whose highest bit is the mark. No lock is needed, because
/// threads that mark a cell at the same time write the same bits.
macro_rules! cell {
    ($atomic:ty, $number:ty) => {
        impl Cell for $atomic {
            const CODES: u32 = 1 << (<$number>::BITS - 1);

            fn new(code: u32, is_marked: bool) -> Self {
                let mark = if is_marked { Self::CODES } else { 0 };
                Self::new((code | mark) as $number)
            }

            #[inline]
            fn code(&self) -> u32 {
                u32::from(self.load(Ordering::Relaxed)) & (Self::CODES - 1)
            }

            #[inline]
            fn is_marked(&self) -> bool {
                u32::from(self.load(Ordering::Relaxed)) & Self::CODES != 0
            }

            #[inline]
            fn mark(&self) -> u32 {
                let cell = self.load(Ordering::Relaxed);
                let mark = Self::CODES as $number;
                if cell & mark == 0 && cell != 0 {
                    self.store(cell | mark, Ordering::Relaxed);
                }
                u32::from(cell & !mark)
            }
        }
    };
}
cell!(AtomicU8, u8);
cell!(AtomicU16, u16);
cell!(AtomicU32, u32);

/// A part of a file that is held in memory. With a dense index, a part is a shard. With a sparse
/// index, a part is a tier.
pub(super) struct Held<C> {
    keys: Keys,
    /// The cells. With a dense index, there is one cell for each place of the shard, in the order
    /// of the places. With a sparse index, there is one cell for each key, in the order of the
    /// keys.
    pub cells: Vec<C>,
    pub states: u64,
}

enum Keys {
    /// A bit for each cell.
    Dense(Vec<u64>),
    Sparse(Sorted),
}

/// Consecutive cells of a [`Held`] part, which all belong to one tier.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldPiece {
    pub tier: u64,
    /// The number of the tier that contains the mirror images, if each cell stands for a state of
    /// `tier` and its mirror image. `None` if each cell stands for one state.
    pub mirror: Option<u64>,
    /// The position of the first cell of the piece.
    pub from: usize,
    /// The position after the last cell of the piece.
    pub to: usize,
    /// With a dense index, the rank of a state is the position of its cell minus this offset.
    pub first: u64,
}

impl HeldPiece {
    /// The greatest number of cells of a piece.
    const CELLS: usize = 1 << 14;

    /// Returns the number of states that each cell stands for: 2 if the tier has a mirror image,
    /// otherwise 1.
    pub const fn weight(&self) -> u64 {
        if self.mirror.is_some() { 2 } else { 1 }
    }

    /// Returns a number for each state in these cells. With a dense index, this number is the
    /// state's rank. With a sparse index, it is the state's key.
    pub fn numbers<C: Cell>(&self, held: &Held<C>) -> Vec<u64> {
        match &held.keys {
            Keys::Sparse(sorted) => sorted.keys[self.from..self.to].to_vec(),
            Keys::Dense(words) => {
                let cells = self.from as u64..self.to as u64;
                ones(words, cells, self.first.wrapping_neg())
            }
        }
    }

    /// Returns the cell of a state. With a sparse index, `behind` is the index of the cell in the
    /// piece. With a dense index, `number` is the rank of the state.
    #[inline]
    pub fn cell<'h, C>(&self, held: &'h Held<C>, number: u64, behind: usize) -> &'h C {
        match held.keys {
            Keys::Sparse(_) => &held.cells[self.from + behind],
            Keys::Dense(_) => &held.cells[number.wrapping_add(self.first) as usize],
        }
    }
}

/// Those states in a piece of a loopy tier that the verifier has not visited yet.
pub(super) struct Rest {
    pub piece: HeldPiece,
    /// One bit for each cell of the piece: 1 if the cell holds a state that the verifier has not
    /// visited.
    words: Vec<u64>,
}

impl Rest {
    pub fn new<C>(piece: HeldPiece, held: &Held<C>) -> Self {
        let words = match &held.keys {
            Keys::Sparse(_) => &[][..],
            Keys::Dense(words) => &words[piece.from / 64..piece.to.div_ceil(64)],
        };
        Self {
            piece,
            words: words.to_vec(),
        }
    }

    fn numbers(&self) -> Vec<u64> {
        let HeldPiece {
            from, to, first, ..
        } = self.piece;
        let cells = 0..(to - from) as u64;
        ones(&self.words, cells, (from as u64).wrapping_sub(first))
    }

    /// Removes the states that are marked or are starts. Returns the ranks of the removed states.
    pub fn take_reached<C: Cell>(
        &mut self,
        held: &Held<C>,
        is_start: impl Fn(u64) -> bool,
    ) -> Vec<u64> {
        let mut numbers = self.numbers();
        numbers.retain(|&number| self.piece.cell(held, number, 0).is_marked() || is_start(number));
        for number in &numbers {
            let at = number.wrapping_add(self.piece.first) as usize - self.piece.from;
            self.words[at / 64] &= !(1 << (at % 64));
        }
        numbers
    }

    /// Returns the piece, and the lowest rank among the states that the verifier has not visited;
    /// `None` if it has visited all states of the piece.
    pub fn first(&self) -> Option<(HeldPiece, u64)> {
        let first = self.numbers().first().copied();
        first.map(|number| (self.piece, number))
    }
}

/// The parts of a file, ordered so that no move leads to an earlier part.
pub(super) struct Parts<'a> {
    pub file: &'a TableFile,
    pub rules: &'a dyn ErasedIndex,
    /// With a dense index, the plan that divides the game into shards. Each shard is a part.
    pub plan: Option<Plan>,
    /// The entries of the tiers. With a sparse index, each tier is a part.
    pub entries: Vec<TierEntry>,
}

impl<'a> Parts<'a> {
    /// Divides a file into parts. If possible, makes the parts so small that all parts that are
    /// needed at the same time fit into `memory` bytes.
    pub fn new<C: Cell>(
        file: &'a TableFile,
        rules: &'a dyn ErasedIndex,
        memory: u64,
    ) -> Result<Self, Error> {
        let entries = file.entries(rules)?;
        // The file must have all tiers of the plan, so a tier that is not in the file takes no
        // memory.
        let plan = |sharding| {
            let plan = Plan::new(rules, sharding)?;
            if entries == gather::entries(&plan) {
                Ok(plan)
            } else {
                Err(file.damaged("the places of all tiers"))
            }
        };
        let plan = match file.form() {
            Form::Dense => {
                let mut cut = plan(Sharding::Whole)?;
                for bits in (Sharding::LEAST_BITS..36).rev().step_by(2) {
                    if bytes_of_places::<C>(cut.most_together()) <= memory {
                        break;
                    }
                    cut = plan(Sharding::Bits(bits))?;
                }
                Some(cut)
            }
            Form::Sparse => None,
        };
        Ok(Self {
            file,
            rules,
            plan,
            entries,
        })
    }

    pub fn count(&self) -> usize {
        match &self.plan {
            Some(plan) => plan.shards().len(),
            None => self.entries.len(),
        }
    }

    /// Returns whether a part is loopy: a course of play may reach the same state of this part
    /// twice.
    pub fn is_loopy(&self, part: usize) -> bool {
        let plan = self.plan.as_ref();
        plan.is_some_and(|plan| plan.shards()[part].is_loopy)
    }

    /// With a dense index, returns each part to which a move from `part` may lead.
    pub fn next(&self, part: usize) -> Vec<usize> {
        let plan = self.plan.as_ref();
        plan.map_or(Vec::new(), |plan| plan.next(part))
    }

    /// With a sparse index, returns the part of a tier, if the tier has states.
    pub fn part_of(&self, tier: u64) -> Option<usize> {
        let found = self.entries.binary_search_by_key(&tier, |entry| entry.tier);
        found.ok()
    }

    /// Returns the code of a state in a held part; 0 if the part has no such state.
    pub fn code<C: Cell>(&self, window: &Window<C>, place: Place) -> u32 {
        let cell = match &self.plan {
            Some(plan) => plan.place(place).and_then(|place| {
                let shard = plan.shard_with(place);
                let at = place - plan.shards()[shard].places.start;
                window.get(shard)?.cells.get(at as usize)
            }),
            None => {
                let part = self.part_of(place.tier);
                let held = part.and_then(|part| window.get(part));
                held.and_then(|held| held.cell(place.number))
            }
        };
        cell.map_or(0, Cell::code)
    }

    /// Returns the pieces of a part. Together they contain all states of the part.
    pub fn pieces(&self, part: usize) -> Vec<HeldPiece> {
        let tiers = match &self.plan {
            Some(plan) => {
                let places = plan.shards()[part].places.clone();
                let first = places.start;
                let tiers = plan.tiers_in(places).map(|(planned, ranks)| HeldPiece {
                    tier: planned.tier,
                    mirror: planned.mirror,
                    from: (planned.place + ranks.start - first) as usize,
                    to: (planned.place + ranks.end - first) as usize,
                    first: planned.place.wrapping_sub(first),
                });
                tiers.collect()
            }
            None => vec![HeldPiece {
                tier: self.entries[part].tier,
                mirror: None,
                from: 0,
                to: self.entries[part].size as usize,
                first: 0,
            }],
        };
        let pieces = tiers.into_iter().flat_map(|tier| {
            let starts = (tier.from..tier.to).step_by(HeldPiece::CELLS);
            starts.map(move |from| HeldPiece {
                from,
                to: tier.to.min(from + HeldPiece::CELLS),
                ..tier
            })
        });
        pieces.collect()
    }

    fn bytes<C>(&self, part: usize) -> u64 {
        match &self.plan {
            Some(plan) => bytes_of_places::<C>(plan.shards()[part].len()),
            None => Sorted::bytes_for(self.entries[part].size as usize, size_of::<C>()),
        }
    }

    /// Reads a part. If the part was in memory before, `marks` holds one bit for each cell: 1 if
    /// the cell was marked when the part was dropped from memory.
    fn read<C: Cell>(&self, part: usize, marks: Option<&[u64]>) -> Result<Held<C>, Error> {
        let is_marked = |at: usize| marks.is_some_and(|marks| marks[at / 64] >> (at % 64) & 1 == 1);
        let file = self.file;
        let Some(plan) = &self.plan else {
            let entry = self.entries[part];
            let blocks = file.blocks_of(entry).collect();
            let blocks = parallel::try_map(blocks, |number| file.numbers_of(entry, number))?;
            let keys: Vec<u64> = blocks.iter().flat_map(|(keys, _)| keys).copied().collect();
            if !keys.is_sorted_by(|a, b| a < b) {
                return Err(file.damaged("keys in rising order"));
            }
            let codes = blocks.iter().flat_map(|(_, codes)| codes).enumerate();
            return Ok(Held {
                states: keys.len() as u64,
                cells: codes
                    .map(|(at, &code)| C::new(code, is_marked(at)))
                    .collect(),
                keys: Keys::Sparse(Sorted::new(keys)),
            });
        };
        let places = plan.shards()[part].places.clone();
        let block = Form::Dense.block();
        let len = places.end - places.start;
        let mut cells = array::with_room(len as usize)?;
        cells.resize_with(len as usize, C::default);
        let mut words = array::zeros((len / 64) as usize)?;
        let pieces = cells.chunks_mut(block as usize);
        let pieces = pieces.zip(words.chunks_mut(block as usize / 64));
        let pieces = (places.start / block..).zip(pieces);
        let states = parallel::try_map(
            pieces.collect(),
            |(number, (cells, words)): (u64, (&mut [C], &mut [u64]))| {
                let read = file.block(number)?;
                let base = number * block;
                let mut fits = true;
                read.each(|place, code| {
                    let at = (place - base) as usize;
                    fits &= at < cells.len() && file.is_code(code);
                    if fits {
                        words[at / 64] |= 1 << (at % 64);
                        cells[at] = C::new(code, is_marked((place - places.start) as usize));
                    }
                });
                if fits {
                    Ok(read.len() as u64)
                } else {
                    Err(file.damaged("a state for each code"))
                }
            },
        )?;
        Ok(Held {
            keys: Keys::Dense(words),
            cells,
            states: states.into_iter().sum(),
        })
    }
}

/// Returns the memory in bytes for `places` places with a dense index. Each place takes one cell,
/// and one bit that tells whether the cell holds a state.
const fn bytes_of_places<C>(places: u64) -> u64 {
    places
        .saturating_mul(size_of::<C>() as u64)
        .saturating_add(places / 8)
}

/// The parts that are held in memory, as many as the memory limit allows. If a part is dropped to
/// make room, only its marks are kept.
pub(super) struct Window<C> {
    held: SortedMap<usize, Held<C>>,
    /// The marks of parts that are no longer held, one bit for each cell.
    marks: BTreeMap<usize, Vec<u64>>,
    /// The memory limit in bytes. The limit is exceeded if the parts that are needed at the same
    /// time do not fit into it.
    limit: u64,
}

impl<C: Cell> Window<C> {
    pub const fn new(limit: u64) -> Self {
        Self {
            held: SortedMap::new(),
            marks: BTreeMap::new(),
            limit,
        }
    }

    pub fn get(&self, part: usize) -> Option<&Held<C>> {
        self.held.get(part)
    }

    pub fn hold(&mut self, parts: &Parts<'_>, needed: &[usize]) -> Result<(), Error> {
        for &part in needed {
            if self.held.get(part).is_none() {
                self.make_room(parts, parts.bytes::<C>(part), needed);
                let marks = self.marks.remove(&part);
                self.held.insert(part, parts.read(part, marks.as_deref())?);
            }
        }
        Ok(())
    }

    pub fn bytes(&self, parts: &Parts<'_>) -> u64 {
        self.held.keys().map(|part| parts.bytes::<C>(part)).sum()
    }

    fn bytes_of_marks(&self) -> u64 {
        let marks = self.marks.values();
        marks
            .map(|words| size_of_val(words.as_slice()) as u64)
            .sum()
    }

    pub fn drop_part(&mut self, part: usize) {
        self.held.remove(part);
        self.marks.remove(&part);
    }

    fn make_room(&mut self, parts: &Parts<'_>, bytes: u64, needed: &[usize]) {
        while self.bytes(parts) + self.bytes_of_marks() + bytes > self.limit {
            let is_rest = |part: &usize| !needed.contains(part);
            let rest = self.held.keys().find(is_rest);
            let Some((part, held)) = rest.and_then(|part| Some((part, self.held.remove(part)?)))
            else {
                return;
            };
            let cells = held.cells;
            let words = cells.chunks(64).map(|cells| {
                (0..).zip(cells).fold(0, |word, (bit, cell)| {
                    word | u64::from(cell.is_marked()) << bit
                })
            });
            self.marks.insert(part, words.collect());
        }
    }
}

/// Finds the cell of each state to which a move from a given tier leads.
pub(super) struct NextCells<'a, C> {
    parts: &'a Parts<'a>,
    window: &'a Window<C>,
    next: NextTiers<TierOfCells<'a, C>>,
}

enum TierOfCells<'a, C> {
    Ranks(RankValues<'a, C>),
    Keys(Option<&'a Held<C>>),
}

/// The error for a look-up in the tier `.0`, which is not held in memory.
pub(super) struct NotHeld(pub u64);

impl<'a, C: Cell> NextCells<'a, C> {
    /// Prepares look-ups for moves from the states of `piece` to other states. With a dense index,
    /// the result must not be used for moves from states outside `piece`.
    pub fn new(parts: &'a Parts<'a>, window: &'a Window<C>, piece: &HeldPiece, tier: u64) -> Self {
        let reaches = match &parts.plan {
            Some(plan) => plan.find_any(tier).map(|&from| {
                let rank = |cell: usize| (cell as u64).wrapping_sub(piece.first);
                let ranks = rank(piece.from)..rank(piece.to);
                let way = Way { from, tier, ranks };
                plan.reaches(parts.rules, &way)
            }),
            None => None,
        };
        let held = |part| window.get(part).map_or(&[][..], |held| &held.cells);
        let next = reaches.into_iter().flatten().filter_map(|reach| {
            let ranks = RankValues::new(parts.plan.as_ref()?, &reach, held);
            Some((reach.next, TierOfCells::Ranks(ranks)))
        });
        Self {
            parts,
            window,
            next: NextTiers::new(next),
        }
    }

    /// Returns the cell of the state at `place`; `None` if there is no state.
    #[inline(always)]
    pub fn get(&mut self, place: Place) -> Result<Option<&'a C>, NotHeld> {
        match self.next.get(place.tier) {
            Some(TierOfCells::Ranks(ranks)) => Ok(ranks.get(place.number)),
            Some(TierOfCells::Keys(held)) => Ok(held.and_then(|held| held.cell(place.number))),
            None if self.parts.plan.is_some() => Ok(None),
            None => self.get_of_other_tier(place),
        }
    }

    /// With a sparse index, returns the cell of the state at `place`. Remembers the tier of this
    /// state, so that the next look-up in this tier is faster.
    fn get_of_other_tier(&mut self, place: Place) -> Result<Option<&'a C>, NotHeld> {
        let held = match self.parts.part_of(place.tier) {
            Some(part) => Some(self.window.get(part).ok_or(NotHeld(place.tier))?),
            None => None,
        };
        self.next.push(place.tier, TierOfCells::Keys(held));
        Ok(held.and_then(|held| held.cell(place.number)))
    }
}

impl<C: Cell> Held<C> {
    /// With a sparse index, returns the cell of a key.
    #[inline]
    fn cell(&self, key: u64) -> Option<&C> {
        match &self.keys {
            Keys::Sparse(sorted) => Some(&self.cells[sorted.place(key)?]),
            Keys::Dense(_) => None,
        }
    }
}
