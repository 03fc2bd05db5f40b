//! The index of a table, which maps the key of a state to the state's place in the list of records.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

#[cfg(feature = "bake")]
use super::packed_rows::push_row;
use super::packed_rows::{Field, PackedRows, row_bytes, width_of};
use super::perfect_hash::PerfectHash;

/// An index that is read in place from its bytes. The bytes contain the pilot of each bucket, which
/// the [`PerfectHash`] needs to find the slot of a key. For each slot, the bytes contain a
/// remainder, which identifies the key of the slot, and the index of the key's record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotIndex<'a> {
    hash: PerfectHash,
    pilots: PackedRows<'a>,
    pilot: Field,
    slots: PackedRows<'a>,
    remainder: Field,
    number: Field,
}

impl<'a> SlotIndex<'a> {
    /// Creates an index from the bytes of its pilots and slots. The table has `records` records.
    pub(crate) const fn new(
        hash: PerfectHash,
        records: u32,
        pilots: &'a [u8],
        slots: &'a [u8],
    ) -> Self {
        Self {
            hash,
            pilots: PackedRows::new(pilots, hash.pilot_bits),
            // The field is widened to whole bytes, because one load can read some of these widths.
            pilot: Field::new(0, hash.pilot_bits.next_multiple_of(u8::BITS)),
            slots: PackedRows::new(slots, slot_bits(&hash, records)),
            remainder: Field::new(0, hash.remainder_bits),
            number: Field::new(hash.remainder_bits, number_bits(records)),
        }
    }

    /// Returns the index of the record for a key; `None` if the key is not in the table.
    #[inline(always)]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        let hashed = self.hash.hash(key)?;
        let pilot = self.pilot(hashed.bucket)?;
        let slot = self.hash.slot(hashed.start, pilot) as u32;
        let (remainder, number) = self.slots.pair(slot, self.remainder, self.number)?;
        (remainder == hashed.remainder).then_some(number as u32)
    }

    /// Returns every key (`.0`) and the index of its record (`.1`), in the order of the slots.
    pub(crate) fn entries(self) -> impl Iterator<Item = (u64, u32)> + use<'a> {
        (0..self.hash.count).filter_map(move |slot| {
            let (remainder, number) = self.slots.pair(slot, self.remainder, self.number)?;
            let pilot = self.pilot(self.hash.bucket(remainder))?;
            Some((self.hash.key(slot, pilot, remainder), number as u32))
        })
    }

    #[inline(always)]
    fn pilot(&self, bucket: u32) -> Option<u32> {
        Some(self.pilots.get(bucket, self.pilot)? as u32)
    }
}

pub(crate) const fn pilot_bytes(hash: &PerfectHash) -> u64 {
    hash.buckets as u64 * row_bytes(hash.pilot_bits)
}

pub(crate) const fn slot_bytes(hash: &PerfectHash, records: u32) -> u64 {
    hash.count as u64 * row_bytes(slot_bits(hash, records))
}

pub(crate) const fn slot_bits(hash: &PerfectHash, records: u32) -> u32 {
    hash.remainder_bits + number_bits(records)
}

/// Returns how many bits the index of a record takes if the table has `records` records.
pub(crate) const fn number_bits(records: u32) -> u32 {
    width_of(records as u64 - 1)
}

#[cfg(feature = "bake")]
pub(crate) fn pack_pilots(bytes: &mut Vec<u8>, hash: &PerfectHash, pilots: &[u32]) {
    for &pilot in pilots {
        push_row(bytes, [(pilot.into(), hash.pilot_bits)]);
    }
}

/// Packs the slots. `slots` contains the remainder of each key (`.0`), and the index of the key's
/// record (`.1`), in the order of the slots.
#[cfg(feature = "bake")]
pub(crate) fn pack_slots(
    bytes: &mut Vec<u8>,
    hash: &PerfectHash,
    records: u32,
    slots: impl Iterator<Item = (u64, u32)>,
) {
    for (remainder, number) in slots {
        let remainder = (remainder, hash.remainder_bits);
        push_row(bytes, [remainder, (number.into(), number_bits(records))]);
    }
}
