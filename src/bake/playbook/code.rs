//! Computes a prefix code for the ranks of moves, by Huffman's algorithm (A method for the
//! construction of minimum-redundancy codes, Proceedings of the IRE 40, 1952). Only the lengths of
//! the code words are kept.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::playbook::layout::MAX_LENGTH;
use perfectplay_core::MOVE_LIMIT;

const RANKS: usize = MOVE_LIMIT as usize;

/// The number of times that each rank occurs.
pub(super) type RankCounts = [u32; RANKS];
/// The length of each rank's code word; `None` for a rank that does not occur.
pub(super) type Lengths = [Option<u8>; RANKS];

/// Chooses one rank from each set in `sets`. For each rank, returns how often it was chosen, plus
/// its count in `others`. The ranks of a set are equally good, so the function chooses the most
/// frequent of them.
pub(super) fn histogram(
    sets: impl Iterator<Item = u64> + Clone,
    others: &RankCounts,
) -> RankCounts {
    let mut sure = *others;
    for ranks in sets.clone().filter(|ranks| ranks.count_ones() == 1) {
        sure[ranks.trailing_zeros() as usize] += 1;
    }
    let mut all = sure;
    for ranks in sets.filter(|ranks| ranks.count_ones() > 1) {
        let of_set = (0..RANKS).filter(|rank| ranks >> rank & 1 == 1);
        if let Some(rank) = of_set.max_by_key(|&rank| (sure[rank], Reverse(rank))) {
            all[rank] += 1;
        }
    }
    all
}

/// Returns the rank in the set `ranks` that has the shortest code word, and the length of this
/// word. A rank without a code word counts as if it had the longest possible word.
pub(super) fn shortest(ranks: u64, lengths: &Lengths) -> (u8, u8) {
    let of_set = (0..RANKS as u8).filter(|rank| ranks >> rank & 1 == 1);
    let lengths = of_set.map(|rank| (rank, lengths[usize::from(rank)].unwrap_or(MAX_LENGTH)));
    lengths
        .min_by_key(|&(_, length)| length)
        .unwrap_or((0, MAX_LENGTH))
}

/// Returns the lengths of the code words. With these lengths, frequent ranks have short words, and
/// no word is longer than [`MAX_LENGTH`]. If only one rank occurs, its code word is empty.
pub(super) fn lengths(counts: &RankCounts) -> Lengths {
    let mut counts = *counts;
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().flatten().all(|&length| length <= MAX_LENGTH) {
            return lengths;
        }
        for count in &mut counts {
            *count = count.div_ceil(2);
        }
    }
}

fn unlimited(counts: &RankCounts) -> Lengths {
    // Of trees with the same count, join shallow trees with low ranks first.
    let mut trees = BinaryHeap::new();
    let mut lengths = [None; RANKS];
    for (rank, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        lengths[rank] = Some(0);
        trees.push(Reverse((u64::from(count), 0_u8, rank, 1_u64 << rank)));
    }
    while let Some(Reverse((count, depth, rank, ranks))) = trees.pop() {
        let Some(Reverse(other)) = trees.pop() else {
            break;
        };
        let joined = ranks | other.3;
        for (rank, length) in lengths.iter_mut().enumerate() {
            if joined >> rank & 1 == 1 {
                *length = length.map(|length| length + 1);
            }
        }
        let depth = depth.max(other.1) + 1;
        trees.push(Reverse((count + other.0, depth, rank.min(other.2), joined)));
    }
    lengths
}

/// Returns the entropy of all counted ranks together, in bits.
pub(super) fn entropy(counts: &RankCounts) -> f64 {
    let all: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let some = counts.iter().filter(|&&count| count > 0);
    some.map(|&count| f64::from(count) * (all / f64::from(count)).log2())
        .sum()
}

/// Returns the canonical code word of each rank, from the lengths of the code words. In
/// lexicographic order, shorter words come first, and words of the same length are in the order of
/// their ranks.
pub(super) fn codes(lengths: &Lengths) -> [u32; RANKS] {
    let mut codes = [0; RANKS];
    let mut next = 0;
    for length in 1..=MAX_LENGTH {
        next <<= 1;
        for (code, _) in codes
            .iter_mut()
            .zip(lengths)
            .filter(|of| *of.1 == Some(length))
        {
            *code = next;
            next += 1;
        }
    }
    codes
}
