//! What a table says of a state. Each record that differs from the others is kept once,
//! and states refer to it by number: far more states than records are alike.
//!
//! They are sorted: losses first, then draws, draws without an end, and wins. So the number
//! of a record tells the value, and who wants to know no more need not read the record.
//! What it holds:
//!
//! | bits | content |
//! | --- | --- |
//! | as the greatest distance needs | distance |
//! | a set | good: the moves that are winning or neutral |
//! | a set | bad: the moves that are losing or neutral |
//! | a set | best |
//!
//! A set of moves is a mask with a bit for every move of the game; or the number of such
//! a mask, where the masks are kept apart, each once, because that takes less.

#[cfg(feature = "bake")]
use alloc::collections::BTreeSet;
#[cfg(feature = "bake")]
use alloc::vec::Vec;

#[cfg(feature = "bake")]
use super::packed_rows::push_row;
use super::packed_rows::{Field, PackedRows, row_bytes, width_of};
use crate::kernel::Analysis;
use crate::kernel::{Moves, Value};

/// How many records there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) losses: u32,
    pub(crate) draws: u32,
    pub(crate) endless: u32,
    pub(crate) wins: u32,
}

impl Counts {
    pub(crate) const fn sum(self) -> u64 {
        self.losses as u64 + self.draws as u64 + self.endless as u64 + self.wins as u64
    }
}

/// How wide the parts of a record are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// How many moves the game has.
    pub(crate) moves: u32,
    pub(crate) distance_bits: u32,
    /// How many masks are kept apart; 0 if they are in the records.
    pub(crate) masks: u32,
}

impl Layout {
    /// How many bytes so many records take.
    pub(crate) const fn record_bytes(self, records: u32) -> u64 {
        records as u64 * row_bytes(self.record_bits())
    }

    /// How many bytes the masks take that are kept apart.
    pub(crate) const fn mask_bytes(self) -> u64 {
        self.masks as u64 * row_bytes(self.moves)
    }

    const fn record_bits(self) -> u32 {
        self.set_bit(3)
    }

    /// At which bit the set with this number begins.
    const fn set_bit(self, set: u32) -> u32 {
        self.distance_bits + set * self.set_bits()
    }

    pub(crate) const fn set_bits(self) -> u32 {
        match self.masks {
            0 => self.moves,
            masks => width_of(masks as u64 - 1),
        }
    }

    const fn set(self, set: u32) -> Field {
        Field::new(self.set_bit(set), self.set_bits())
    }
}

/// The records of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Records<'a> {
    first_draw: u32,
    first_endless: u32,
    first_win: u32,
    count: u32,
    records: PackedRows<'a>,
    distance: Field,
    good: Field,
    bad: Field,
    best: Field,
    masks_apart: bool,
    masks: PackedRows<'a>,
    mask: Field,
}

impl<'a> Records<'a> {
    /// Records of these counts, which have a sum.
    pub(crate) const fn new(
        layout: Layout,
        counts: Counts,
        records: &'a [u8],
        masks: &'a [u8],
    ) -> Self {
        let first_endless = counts.losses + counts.draws;
        let first_win = first_endless + counts.endless;
        Self {
            first_draw: counts.losses,
            first_endless,
            first_win,
            count: first_win + counts.wins,
            records: PackedRows::new(records, layout.record_bits()),
            distance: Field::new(0, layout.distance_bits),
            good: layout.set(0),
            bad: layout.set(1),
            best: layout.set(2),
            masks_apart: layout.masks > 0,
            masks: PackedRows::new(masks, layout.moves),
            mask: Field::new(0, layout.moves),
        }
    }

    /// The record with this number; `None` if there is no such.
    // Inlined always: what nobody asks for need not be read then.
    #[inline(always)]
    pub(crate) fn get(&self, number: u32) -> Option<Analysis> {
        if number >= self.count {
            return None;
        }
        let (good, bad) = (self.set(number, self.good), self.set(number, self.bad));
        // Sums and not branches, which would be guessed wrong.
        let rank = usize::from(number >= self.first_draw) + usize::from(number >= self.first_win);
        let endless = number >= self.first_endless && number < self.first_win;
        let distance = self.part(number, self.distance) as u32;
        Some(Analysis {
            winning: good.difference(bad),
            losing: bad.difference(good),
            neutral: good.intersection(bad),
            best: self.set(number, self.best),
            value: [Value::Loss, Value::Draw, Value::Win][rank],
            distance: (!endless).then_some(distance),
        })
    }

    /// A number of a record that exists. All its bytes do, too: were a part's absence a
    /// reason to have no record, each would have to be looked for.
    #[inline(always)]
    fn part(&self, number: u32, field: Field) -> u64 {
        let part = self.records.get(number, field);
        part.unwrap_or_default()
    }

    #[inline(always)]
    fn set(&self, number: u32, field: Field) -> Moves {
        let set = self.part(number, field);
        if !self.masks_apart {
            return Moves::from_bits(set);
        }
        let mask = self.masks.get(set as u32, self.mask);
        Moves::from_bits(mask.unwrap_or_default())
    }
}

/// What the number of a record tells.
#[cfg(feature = "bake")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Loss,
    Draw,
    Endless,
    Win,
}

#[cfg(feature = "bake")]
pub(crate) const fn kind(record: &Analysis) -> Kind {
    match (record.value, record.distance) {
        (Value::Loss, _) => Kind::Loss,
        (Value::Draw, Some(_)) => Kind::Draw,
        (Value::Draw, None) => Kind::Endless,
        (Value::Win, _) => Kind::Win,
    }
}

/// Records and masks, packed.
#[cfg(feature = "bake")]
pub(crate) struct Packed {
    pub(crate) layout: Layout,
    pub(crate) counts: Counts,
    pub(crate) records: Vec<u8>,
    pub(crate) masks: Vec<u8>,
}

/// Packs records of a game with so many moves, sorted by [`Kind`].
#[cfg(feature = "bake")]
pub(crate) fn pack(moves: u32, records: &[Analysis]) -> Packed {
    let masks: BTreeSet<Moves> = records.iter().flat_map(sets).collect();
    let mut masks: Vec<Moves> = masks.into_iter().collect();
    let greatest = records.iter().filter_map(|record| record.distance).max();
    let together = Layout {
        moves,
        distance_bits: width_of(greatest.unwrap_or(0).into()),
        masks: 0,
    };
    let apart = Layout {
        masks: masks.len() as u32,
        ..together
    };
    let bytes = |layout: Layout| layout.record_bytes(records.len() as u32) + layout.mask_bytes();
    let layout = if bytes(apart) < bytes(together) || moves > Field::WIDEST {
        apart
    } else {
        masks.clear();
        together
    };

    let mut packed = Packed {
        layout,
        counts: Counts::default(),
        records: Vec::new(),
        masks: Vec::new(),
    };
    for record in records {
        *match kind(record) {
            Kind::Loss => &mut packed.counts.losses,
            Kind::Draw => &mut packed.counts.draws,
            Kind::Endless => &mut packed.counts.endless,
            Kind::Win => &mut packed.counts.wins,
        } += 1;
        let distance = u64::from(record.distance.unwrap_or(0));
        let sets = sets(record).map(|set| {
            let number = match layout.masks {
                0 => set.bits(),
                // Every set of a record is among them.
                _ => masks.partition_point(|&mask| mask < set) as u64,
            };
            (number, layout.set_bits())
        });
        let distance = [(distance, layout.distance_bits)];
        push_row(&mut packed.records, distance.into_iter().chain(sets));
    }
    for mask in masks {
        push_row(&mut packed.masks, [(mask.bits(), moves)]);
    }
    packed
}

/// The sets of moves as they stand in a record.
#[cfg(feature = "bake")]
fn sets(record: &Analysis) -> [Moves; 3] {
    let &Analysis {
        winning,
        losing,
        neutral,
        best,
        ..
    } = record;
    [winning | neutral, losing | neutral, best]
}
