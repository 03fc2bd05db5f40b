//! From a key to the number of its record, in bytes.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

#[cfg(feature = "bake")]
use super::packed_rows::push_row;
use super::packed_rows::{Field, PackedRows, row_bytes, width_of};
use super::perfect_hash::PerfectHash;

/// The pilots of the buckets, and in every slot the remainder of its key and the number
/// of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotIndex<'a> {
    places: PerfectHash,
    pilots: PackedRows<'a>,
    pilot: Field,
    slots: PackedRows<'a>,
    remainder: Field,
    number: Field,
}

impl<'a> SlotIndex<'a> {
    /// The slots that lie at these places and tell one of so many records.
    pub(crate) const fn new(
        places: PerfectHash,
        records: u32,
        pilots: &'a [u8],
        slots: &'a [u8],
    ) -> Self {
        Self {
            places,
            pilots: PackedRows::new(pilots, places.pilot_bits),
            // All of its bytes: some are loaded without more ado.
            pilot: Field::new(0, places.pilot_bits.next_multiple_of(u8::BITS)),
            slots: PackedRows::new(slots, slot_bits(&places, records)),
            remainder: Field::new(0, places.remainder_bits),
            number: Field::new(places.remainder_bits, number_bits(records)),
        }
    }

    /// The number of the key's record.
    #[inline(always)]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        let place = self.places.of(key)?;
        let pilot = self.pilot(place.bucket)?;
        let slot = self.places.slot(place.start, pilot) as u32;
        let (remainder, number) = self.slots.pair(slot, self.remainder, self.number)?;
        (remainder == place.remainder).then_some(number as u32)
    }

    /// Every key and the number of its record, slot by slot.
    pub(crate) fn entries(self) -> impl Iterator<Item = (u64, u32)> + use<'a> {
        (0..self.places.count).filter_map(move |slot| {
            let (remainder, number) = self.slots.pair(slot, self.remainder, self.number)?;
            let pilot = self.pilot(self.places.bucket(remainder))?;
            Some((self.places.key(slot, pilot, remainder), number as u32))
        })
    }

    #[inline(always)]
    fn pilot(&self, bucket: u32) -> Option<u32> {
        Some(self.pilots.get(bucket, self.pilot)? as u32)
    }
}

/// How many bytes the pilots take.
pub(crate) const fn pilot_bytes(places: &PerfectHash) -> u64 {
    places.buckets as u64 * row_bytes(places.pilot_bits)
}

/// How many bytes the slots take.
pub(crate) const fn slot_bytes(places: &PerfectHash, records: u32) -> u64 {
    places.count as u64 * row_bytes(slot_bits(places, records))
}

const fn slot_bits(places: &PerfectHash, records: u32) -> u32 {
    places.remainder_bits + number_bits(records)
}

/// How many bits the number of one of so many records takes.
const fn number_bits(records: u32) -> u32 {
    width_of(records as u64 - 1)
}

/// Packs the pilots.
#[cfg(feature = "bake")]
pub(crate) fn pack_pilots(bytes: &mut Vec<u8>, places: &PerfectHash, pilots: &[u32]) {
    for &pilot in pilots {
        push_row(bytes, [(pilot.into(), places.pilot_bits)]);
    }
}

/// Packs the remainders of keys and the numbers of their records, slot by slot.
#[cfg(feature = "bake")]
pub(crate) fn pack_slots(
    bytes: &mut Vec<u8>,
    places: &PerfectHash,
    records: u32,
    slots: impl Iterator<Item = (u64, u32)>,
) {
    for (remainder, number) in slots {
        let remainder = (remainder, places.remainder_bits);
        push_row(bytes, [remainder, (number.into(), number_bits(records))]);
    }
}
