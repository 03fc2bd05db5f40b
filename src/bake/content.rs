//! Collects the content of a table, and encodes it in bytes.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use std::collections::HashMap;

use super::error::BakeError;
use super::hash_seeds::{STEP, place};
use crate::fingerprint::fingerprint;
use crate::solved::Solved;
use crate::table::checksum;
use crate::table::{PackedRows, TableData, TableHeader, kind, pack, pack_pilots, pack_slots};
use crate::walk::walk;
use perfectplay_core::solve::Solution;
use perfectplay_core::{Analysis, AnalysisParts, Game, MOVE_LIMIT};

/// Returns the table of a solved game as bytes, for
/// [`Table::from_bytes`](crate::Table::from_bytes). The table also contains `name`, as a note for
/// people; the library ignores the name.
///
/// # Errors
/// Fails when the name has more than 255 bytes, or the game has 2^32 states or more.
pub fn table<G: Game>(name: &str, solution: &Solution<G>) -> Result<Vec<u8>, BakeError> {
    table_watched(name, solution, |_| ())
}

/// Does the same as [`table`], and calls `watch` now and then with the number of finished steps.
/// Each state counts as two steps. The first step adds the record of the state, and the second step
/// finds a slot for the state.
///
/// # Errors
/// Fails in the same cases as [`table`].
pub fn table_watched<G: Game>(
    name: &str,
    solution: &Solution<G>,
    mut watch: impl FnMut(u64),
) -> Result<Vec<u8>, BakeError> {
    let game = solution.game();
    let mut records = solution
        .iter()
        .map(|(state, analysis)| (game.key(state), analysis));
    let rules = (game.move_count(), fingerprint(game));
    TableContent::new(rules, solution.len(), &mut records, &mut watch)?.table(name, &mut watch)
}

/// Returns the table of any [`Solved`] game as bytes. The solved game may be a tablebase file, for
/// example. The bytes do not depend on how the solved game is stored. For the same game, [`table`]
/// returns a table with the same records, but a record may be in a different slot. `watch` works as
/// for [`table_watched`].
///
/// # Errors
/// Fails in the same cases as [`table`], and also when the solved game cannot be read, or has no
/// answer for a state.
pub fn table_of<T: Solved + ?Sized>(
    name: &str,
    solved: &T,
    mut watch: impl FnMut(u64),
) -> Result<Vec<u8>, BakeError> {
    let game = solved.game();
    let states = usize::try_from(solved.states()).unwrap_or(usize::MAX);
    let mut is_whole = true;
    let mut records = walk(solved).map_while(|visit| {
        is_whole = visit.is_ok();
        let visit = visit.ok()?;
        Some((game.key(visit.state), visit.analysis))
    });
    let rules = (game.move_count(), fingerprint(game));
    let content = TableContent::new(rules, states, &mut records, &mut watch)?;
    if is_whole {
        content.table(name, &mut watch)
    } else {
        Err(BakeError::NoRecord)
    }
}

/// The content of a table, which is the keys of all states and the records of these states. Equal
/// records are stored only once.
struct TableContent {
    moves: u32,
    fingerprint: u64,
    keys: Vec<u64>,
    numbers: Vec<u32>,
    records: Vec<Analysis>,
}

impl TableContent {
    /// Collects the keys and the records of `states`. `found` is the number of states. `moves` is
    /// the [`move_count`](Game::move_count) of the game. Calls `watch` with the number of finished
    /// steps.
    // The function does not know the type of the game, so it is compiled only once.
    fn new(
        (moves, fingerprint): (u32, u64),
        found: usize,
        states: &mut dyn Iterator<Item = (u64, Analysis)>,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Self, BakeError> {
        if moves > MOVE_LIMIT {
            return Err(BakeError::MoveCount { found: moves });
        }
        u32::try_from(found).map_err(|_| BakeError::TooManyStates { found })?;
        let (mut keys, mut numbers) = (Vec::with_capacity(found), Vec::with_capacity(found));
        // The distinct records in the order in which they are found, and the number of each record.
        let (mut records, mut number_of) = (Vec::new(), HashMap::new());
        for (key, analysis) in states {
            let number = *number_of.entry(analysis).or_insert_with(|| {
                records.push(analysis);
                records.len() as u32 - 1
            });
            keys.push(key);
            numbers.push(number);
            if keys.len() % STEP == 0 {
                watch(keys.len() as u64);
            }
        }
        let mut order: Vec<u32> = (0..records.len() as u32).collect();
        order.sort_unstable_by_key(|&number| rank(&records[number as usize]));
        let mut sorted = vec![0; order.len()];
        for (place, &number) in (0..).zip(&order) {
            sorted[number as usize] = place;
        }
        for number in &mut numbers {
            *number = sorted[*number as usize];
        }
        let records = order.iter().map(|&number| records[number as usize]);
        Ok(Self {
            moves,
            fingerprint,
            keys,
            numbers,
            records: records.collect(),
        })
    }

    /// Returns the whole table in bytes. Calls `watch` with the number of finished steps, which
    /// includes the steps of [`new`](Self::new).
    fn table(&self, name: &str, watch: &mut dyn FnMut(u64)) -> Result<Vec<u8>, BakeError> {
        let recorded = self.keys.len() as u64;
        let placed = place(&self.keys, |placed| watch(recorded + placed))?;
        let mut index = Vec::new();
        pack_pilots(&mut index, &placed.hash, &placed.shifts.pilots);
        let records = self.records.len() as u32;
        let slots = placed.shifts.slots.iter();
        let slots = slots.map(|&(remainder, key)| (remainder, self.numbers[key as usize]));
        pack_slots(&mut index, &placed.hash, records, slots);
        self.bytes(name, placed.key_bits, placed.multiplier, &index)
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
        let header = TableHeader {
            layout: packed.layout,
            key_bits,
            states: self.keys.len() as u32,
            counts: packed.counts,
            multiplier,
            fingerprint: self.fingerprint,
            name,
        };
        let mut bytes = Vec::new();
        header.write(&mut bytes);
        bytes.extend(index);
        bytes.extend(packed.records);
        bytes.extend(packed.masks);
        bytes.extend([0; PackedRows::PADDING]);
        bytes.extend(checksum(&bytes).to_le_bytes());
        TableData::from_bytes(&bytes).map_err(BakeError::Table)?;
        Ok(bytes)
    }
}

/// Returns a sort key for a record. Different records have different sort keys.
fn rank(analysis: &Analysis) -> impl Ord + use<> {
    let AnalysisParts {
        winning,
        losing,
        neutral,
        best,
        distance,
        ..
    } = analysis.parts();
    (kind(analysis), distance, [winning, losing, neutral, best])
}
