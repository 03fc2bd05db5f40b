//! Writes the bytes of a playbook by rules.

use alloc::vec;
use alloc::vec::Vec;

use super::entry_search::MetState;
use crate::bake::BakeError;
use crate::bake::playbook::code::{self, RankCounts};
use crate::bake::playbook::linear::{self, Said};
use crate::bake::playbook::write_number;
use crate::playbook::by_rules::{
    CHECKS_OF_KEY, GOALS, GROUP, NO_ENTRY, WEIGHT_BITS, WEIGHT_ZERO, check_key, class,
};
use crate::playbook::function::{Function, Width, even_share};
use crate::playbook::layout::Hash;
use perfectplay_core::{MOVE_LIMIT, Value};

/// A static function maps keys to bits without storing the keys. Its bits are found by solving
/// equations, which are divided into buckets. A bucket gets about this many equations.
const EQUATIONS: usize = 3072;

/// Encodes a book, and appends its bytes to `bytes`. `met` are the states that occur in play by the
/// book.
pub(super) fn write(
    goal: Value,
    weights: &[i8],
    met: &[MetState],
    bytes: &mut Vec<u8>,
) -> Result<(), BakeError> {
    let entries = || met.iter().filter(|met| met.rank > 0);
    let last = entries().map(|met| met.stage).max();
    let stages = last.map_or(0, |last| last + 1);
    let is_early = |met: &&MetState| met.stage < stages;
    let thresholds = thresholds(weights, entries().map(|met| met.margin).collect());
    let class = |met: &MetState| class(met.stage, met.margin, &thresholds);
    let mut counts = vec![(0_u64, 0_u64); stages as usize * (thresholds.len() + 1)];
    for met in met.iter().filter(is_early) {
        let (all, entries) = &mut counts[class(met)];
        *all += 1;
        *entries += u64::from(met.rank > 0);
    }
    let classes: Vec<u8> = counts
        .iter()
        .map(|&(all, entries)| checks(all, entries))
        .collect();

    let mut said = Vec::new();
    for met in entries() {
        let (mark, bits) = (Hash::new(met.key).mark(), u32::from(classes[class(met)]));
        let mut from = 0;
        while from < bits {
            let length = CHECKS_OF_KEY.min(bits - from);
            let of_key = mark >> from & ((1 << length) - 1);
            said.push(Said {
                key: check_key(met.key, from),
                // The highest bit is the first one.
                bits: (0..length).fold(0, |bits, bit| bits << 1 | of_key >> bit & 1),
                length,
            });
            from += length;
        }
    }
    let check = function(&said)?;
    let Ok(Some(reader)) = Function::read(&check, Width::Two) else {
        return Err(BakeError::NoPlaces);
    };

    // Every state that passes the check needs a rank: the entries, and other states that pass by
    // chance.
    let is_asked = |met: &&MetState| {
        let checks = classes[class(met)];
        checks != NO_ENTRY && crate::playbook::by_rules::passes(&reader, met.key, checks.into())
    };
    let asked: Vec<&MetState> = met.iter().filter(is_early).filter(is_asked).collect();
    let mut ranks: RankCounts = [0; MOVE_LIMIT as usize];
    for met in &asked {
        ranks[usize::from(met.rank)] += 1;
    }
    let lengths = code::lengths(&ranks);
    let codes = code::codes(&lengths);
    let said: Vec<Said> = asked
        .iter()
        .map(|met| Said {
            key: met.key,
            bits: codes[usize::from(met.rank)],
            length: lengths[usize::from(met.rank)].unwrap_or(0).into(),
        })
        .collect();

    let (ranks, lengths) = super::super::written_lengths(&ranks);
    bytes.push(ranks);
    bytes.extend(lengths);
    write_number(entries().count() as u32, bytes);
    let number = GOALS.iter().position(|&other| other == goal);
    bytes.push(number.unwrap_or(0) as u8);
    write_weights(weights, bytes);
    bytes.push(thresholds.len() as u8 + 1);
    bytes.extend(&thresholds);
    write_number(stages, bytes);
    bytes.extend(
        classes
            .chunks(2)
            .map(|pair| pair[0] | pair.get(1).unwrap_or(&NO_ENTRY) << 4),
    );
    write_number(check.len() as u32, bytes);
    bytes.extend(&check);
    bytes.extend(function(&said)?);
    Ok(())
}

/// Returns the best number of check bits for the states of a class. With more check bits, fewer of
/// the states without an entry pass the check. A state that passes needs a rank. With the best
/// number, the check bits and the ranks together take the least space. The class contains `all`
/// states, and `entries` of them need an entry.
fn checks(all: u64, entries: u64) -> u8 {
    if entries == 0 {
        return NO_ENTRY;
    }
    // In 1024ths of a bit: the check bits of the entries, and one bit for each state that passes
    // the check by chance.
    let size = |&bits: &u8| ((entries * u64::from(bits)) << 10) + ((all - entries) << 10 >> bits);
    (0..NO_ENTRY).min_by_key(size).unwrap_or(0)
}

/// Divides the entries into bins by margin. The margin of a state is the difference between the two
/// greatest scores of its moves. Returns the greatest margin in each bin except the last.
fn thresholds(weights: &[i8], mut margins: Vec<u8>) -> Vec<u8> {
    /// For each threshold, the percentage of entries whose margin is at most this threshold.
    const PARTS: [usize; 5] = [30, 55, 75, 90, 97];
    const FEW: usize = 1000;
    if margins.len() < FEW || weights.iter().all(|&weight| weight == 0) {
        return Vec::new();
    }
    margins.sort_unstable();
    let mut thresholds: Vec<u8> = PARTS
        .iter()
        .map(|part| margins[part * margins.len() / 100])
        .collect();
    thresholds.dedup();
    thresholds
}

fn write_weights(weights: &[i8], bytes: &mut Vec<u8>) {
    let has_some = weights.iter().any(|&weight| weight != 0);
    let weights = if has_some { weights } else { &[] };
    write_number(weights.len() as u32, bytes);
    let mut before = 0_u16;
    for group in weights.chunks(GROUP as usize) {
        let set = group
            .iter()
            .rev()
            .fold(0_u128, |set, &weight| set << 1 | u128::from(weight != 0));
        bytes.extend(before.to_le_bytes());
        bytes.extend(set.to_le_bytes());
        before += set.count_ones() as u16;
    }
    let (mut pending, mut length) = (0_u32, 0);
    for &weight in weights.iter().filter(|&&weight| weight != 0) {
        pending |= ((i32::from(weight) + WEIGHT_ZERO) as u32) << length;
        length += WEIGHT_BITS;
        while length >= 8 {
            bytes.push(pending as u8);
            (pending, length) = (pending >> 8, length - 8);
        }
    }
    if length > 0 {
        bytes.push(pending as u8);
    }
}

/// Encodes a static function. For each element of `said`, the function maps `key` to `bits`.
fn function(said: &[Said]) -> Result<Vec<u8>, BakeError> {
    let arrays = linear::solve(said, EQUATIONS)?;
    let buckets = arrays.seeds.len() as u32;
    let mut bytes = Vec::new();
    write_number(buckets, &mut bytes);
    for (number, &offset) in arrays.offsets.iter().enumerate() {
        let even = even_share(arrays.bytes.len(), number as u32 + 1, buckets);
        let apart = i16::try_from(i64::from(offset) - even as i64);
        let apart = apart.map_err(|_| BakeError::TooManyStates { found: said.len() })?;
        bytes.extend(apart.to_le_bytes());
    }
    bytes.extend(arrays.seeds);
    bytes.extend(arrays.bytes);
    Ok(bytes)
}
