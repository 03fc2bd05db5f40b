//! The records of a table, which are the analyses of its states. There are far fewer distinct
//! records than states. So each distinct record is stored once, and a state refers to its record by
//! the record's index.
//!
//! The records are sorted: losses first, then draws, then endless draws, then wins. So the index of
//! a record alone tells its value. A caller that uses only the value need not read the record. A
//! record holds:
//!
//! | bits | content |
//! | --- | --- |
//! | the bits of the greatest distance | distance |
//! | a set of moves | good: the winning and neutral moves |
//! | a set of moves | bad: the losing and neutral moves |
//! | a set of moves | best: the best moves |
//!
//! A set of moves is a mask with one bit for each move of the game. Each distinct mask is stored
//! only once, apart from the records, if this saves space. If masks are stored apart, a record
//! holds the indexes of three masks instead of the masks.

#[cfg(feature = "bake")]
use alloc::collections::BTreeSet;
#[cfg(feature = "bake")]
use alloc::vec::Vec;

#[cfg(feature = "bake")]
use super::packed_rows::push_row;
use super::packed_rows::{Field, PackedRows, row_bytes, width_of};
use perfectplay_core::{Analysis, AnalysisParts};
use perfectplay_core::{Moves, Value};

/// How many records of a table are losses, draws, endless draws and wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordCounts {
    pub(crate) losses: u32,
    pub(crate) draws: u32,
    pub(crate) endless: u32,
    pub(crate) wins: u32,
}

impl RecordCounts {
    pub(crate) const fn sum(self) -> u64 {
        self.losses as u64 + self.draws as u64 + self.endless as u64 + self.wins as u64
    }
}

/// The sizes that determine where each field of a record begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) moves: u32,
    pub(crate) distance_bits: u32,
    /// The number of masks that are stored apart from the records; 0 if the records hold the masks.
    pub(crate) masks: u32,
}

impl Layout {
    pub(crate) const fn record_bytes(self, records: u32) -> u64 {
        records as u64 * row_bytes(self.record_bits())
    }

    /// Returns the number of bytes of the masks that are stored apart from the records.
    pub(crate) const fn mask_bytes(self) -> u64 {
        self.masks as u64 * row_bytes(self.moves)
    }

    pub(crate) const fn record_bits(self) -> u32 {
        self.set_bit(3)
    }

    /// Returns the bit at which a set of moves begins in a record. `set` is the index of the set in
    /// the record.
    pub(crate) const fn set_bit(self, set: u32) -> u32 {
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
    /// Creates records from their bytes and the number of records of each kind. There must be at
    /// least one record.
    pub(crate) const fn new(
        layout: Layout,
        counts: RecordCounts,
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

    /// Returns the record with the index `number`; `None` if there is no such record.
    // This is always inlined, so that the program does not read the parts that the caller does not
    // use.
    #[inline(always)]
    pub(crate) fn get(&self, number: u32) -> Option<Analysis> {
        if number >= self.count {
            return None;
        }
        let (good, bad) = (self.set(number, self.good), self.set(number, self.bad));
        // Sums replace branches, which would be mispredicted.
        let rank = usize::from(number >= self.first_draw) + usize::from(number >= self.first_win);
        let endless = number >= self.first_endless && number < self.first_win;
        let distance = self.part(number, self.distance) as u32;
        Some(
            AnalysisParts {
                winning: good.difference(bad),
                losing: bad.difference(good),
                neutral: good.intersection(bad),
                best: self.set(number, self.best),
                value: [Value::Loss, Value::Draw, Value::Win][rank],
                distance: (!endless).then_some(distance),
            }
            .analysis(),
        )
    }

    /// Returns the number in a field of an existing record. `unwrap_or_default` never uses the
    /// default, because all bytes of the record exist. A function that may return `None` would be
    /// slower: the compiler could not leave out the fields that a caller ignores.
    #[inline(always)]
    fn part(&self, number: u32, field: Field) -> u64 {
        self.records.get(number, field).unwrap_or_default()
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

/// The kind of a record. The index of a record determines its kind, because records are sorted by
/// kind.
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
    match (record.value(), record.distance()) {
        (Value::Loss, _) => Kind::Loss,
        (Value::Draw, Some(_)) => Kind::Draw,
        (Value::Draw, None) => Kind::Endless,
        (Value::Win, _) => Kind::Win,
    }
}

#[cfg(feature = "bake")]
pub(crate) struct Packed {
    pub(crate) layout: Layout,
    pub(crate) counts: RecordCounts,
    pub(crate) records: Vec<u8>,
    pub(crate) masks: Vec<u8>,
}

/// Packs the records of a game with `moves` moves. The records must be sorted by [`Kind`].
#[cfg(feature = "bake")]
pub(crate) fn pack(moves: u32, records: &[Analysis]) -> Packed {
    let masks: BTreeSet<Moves> = records.iter().flat_map(sets).collect();
    let mut masks: Vec<Moves> = masks.into_iter().collect();
    let greatest = records.iter().filter_map(|record| record.distance()).max();
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
        counts: RecordCounts::default(),
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
        let distance = u64::from(record.distance().unwrap_or(0));
        let sets = sets(record).map(|set| {
            let number = match layout.masks {
                0 => set.bits(),
                // `masks` contains every set of every record.
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

/// Returns the sets of moves in the order in which a record holds them.
#[cfg(feature = "bake")]
fn sets(record: &Analysis) -> [Moves; 3] {
    let AnalysisParts {
        winning,
        losing,
        neutral,
        best,
        ..
    } = record.parts();
    [winning | neutral, losing | neutral, best]
}
