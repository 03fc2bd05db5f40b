//! The content of a table, and its encoding in bytes.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::BakeError;
use super::pilots::place;
use crate::fingerprint::fingerprint;
use crate::kernel::Analysis;
use crate::kernel::Game;
use crate::kernel::solve::Solution;
use crate::table::checksum;
use crate::table::layout::{Header, PackedRows, kind, pack, pack_pilots, pack_slots};

/// The table of a solved game in bytes, for
/// [`Table::from_bytes`](crate::Table::from_bytes). The name tells people what the table
/// is; the library ignores it.
///
/// # Errors
/// When the name has more than 255 bytes, or the game has 2^32 states or more.
pub fn table<G: Game>(name: &str, solution: &Solution<'_, G>) -> Result<Vec<u8>, BakeError> {
    Content::of(solution)?.table(name)
}

/// The keys of all states of a game, and its distinct records.
pub(super) struct Content {
    moves: u32,
    /// Of the rules.
    fingerprint: u64,
    pub(super) keys: Vec<u64>,
    /// For each key, the number of its record.
    pub(super) numbers: Vec<u32>,
    records: Vec<Analysis>,
}

impl Content {
    pub(super) fn of<G: Game>(solution: &Solution<'_, G>) -> Result<Self, BakeError> {
        let found = solution.len();
        u32::try_from(found).map_err(|_| BakeError::TooManyStates { found })?;
        let game = solution.game();
        let analyses = solution.iter();
        let analyses = analyses.map(|(state, analysis)| (game.key(state), analysis));
        Ok(Self::new(game, &analyses.collect::<Vec<_>>()))
    }

    /// The content for a game, from the key and the analysis of each state.
    fn new<G: Game>(game: &G, analyses: &[(u64, Analysis)]) -> Self {
        // The distinct records, sorted, and their numbers.
        let mut records: BTreeMap<_, (u32, Analysis)> = BTreeMap::new();
        for (_, analysis) in analyses {
            records.insert(rank(analysis), (0, *analysis));
        }
        for ((number, _), i) in records.values_mut().zip(0..) {
            *number = i;
        }
        Self {
            moves: game.move_count(),
            fingerprint: fingerprint(game),
            keys: analyses.iter().map(|&(key, _)| key).collect(),
            numbers: analyses
                .iter()
                .map(|(_, analysis)| records[&rank(analysis)].0)
                .collect(),
            records: records.into_values().map(|(_, record)| record).collect(),
        }
    }

    /// The whole table in bytes.
    pub(super) fn table(&self, name: &str) -> Result<Vec<u8>, BakeError> {
        let placed = place(&self.keys)?;
        let mut index = Vec::new();
        pack_pilots(&mut index, &placed.hash, &placed.shifts.pilots);
        let records = self.records.len() as u32;
        let slots = placed.shifts.slots.iter();
        let slots = slots.map(|&(remainder, key)| (remainder, self.numbers[key as usize]));
        pack_slots(&mut index, &placed.hash, records, slots);
        self.bytes(name, placed.key_bits, placed.multiplier, &index)
    }

    /// Only the records, without an index.
    pub(super) fn records(&self, name: &str) -> Result<Vec<u8>, BakeError> {
        self.bytes(name, 0, 0, &[])
    }

    fn bytes(
        &self,
        name: &str,
        key_bits: u32,
        multiplier: u64,
        index: &[u8],
    ) -> Result<Vec<u8>, BakeError> {
        if name.len() > u8::MAX.into() {
            return Err(BakeError::Name {
                found: name.to_string(),
            });
        }
        let packed = pack(self.moves, &self.records);
        let header = Header {
            layout: packed.layout,
            key_bits,
            states: self.keys.len() as u32,
            counts: packed.counts,
            multiplier,
            fingerprint: Some(self.fingerprint),
            name,
        };
        let mut bytes = Vec::new();
        header.write(&mut bytes);
        bytes.extend(index);
        bytes.extend(packed.records);
        bytes.extend(packed.masks);
        bytes.extend([0; PackedRows::PADDING]);
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }
}

/// The order of records; it is equal only for equal records.
fn rank(analysis: &Analysis) -> impl Ord + use<> {
    let &Analysis {
        winning,
        losing,
        neutral,
        best,
        distance,
        ..
    } = analysis;
    (kind(analysis), distance, [winning, losing, neutral, best])
}
