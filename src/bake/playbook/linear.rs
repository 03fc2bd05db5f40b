//! Finds the arrays of a static function by solving linear equations modulo 2. A static function
//! returns stored bits for each key of a fixed set, without storing the keys.

use alloc::vec;
use alloc::vec::Vec;

use crate::bake::BakeError;
use crate::playbook::layout::{Hash, LEAST_BYTES, MOST_BYTES, Places};

/// A key, and the bits that a static function must return for this key: the `length` lowest bits of
/// `bits`. The highest of these bits is returned first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Said {
    pub key: u64,
    pub bits: u32,
    pub length: u32,
}

pub(super) struct Arrays {
    /// For each bucket except the first, the offset of its array.
    pub offsets: Vec<u32>,
    pub seeds: Vec<u8>,
    pub bytes: Vec<u8>,
}

const MOST_BUCKETS: usize = 1 << 16;
/// An offset takes three bytes.
const MOST_OFFSET: usize = 1 << 24;

/// Finds the arrays of a static function. For the `key` of each element of `said`, the function
/// returns the `bits` of the same element. Each bit gives one equation. The keys are divided into
/// buckets with about `in_bucket` equations each. The time for solving a bucket is proportional to
/// the third power of `in_bucket`.
///
/// # Errors
/// Fails when two different elements of `said` have the same key, or the arrays would be too long.
pub(super) fn solve(said: &[Said], in_bucket: usize) -> Result<Arrays, BakeError> {
    let too_many = BakeError::TooManyStates { found: said.len() };
    let equations: usize = said.iter().map(|said| said.length as usize).sum();
    let buckets = equations.div_ceil(in_bucket);
    let mut arrays = Arrays {
        offsets: Vec::new(),
        seeds: Vec::new(),
        bytes: Vec::new(),
    };
    if buckets > MOST_BUCKETS {
        return Err(too_many);
    }
    let mut by_bucket = vec![Vec::new(); buckets];
    for &said in said.iter().filter(|said| said.length > 0) {
        let bucket = Hash::new(said.key).bucket(buckets as u32);
        by_bucket[bucket as usize].push(said);
    }
    for (number, mut said) in by_bucket.into_iter().enumerate() {
        said.sort_unstable();
        said.dedup();
        if let Some(pair) = said.windows(2).find(|pair| pair[0].key == pair[1].key) {
            return Err(BakeError::SharedKey { key: pair[0].key });
        }
        if number > 0 {
            arrays.offsets.push(arrays.bytes.len() as u32);
        }
        let Some((seed, bytes)) = bucket(&said) else {
            return Err(too_many);
        };
        arrays.seeds.push(seed);
        arrays.bytes.extend(bytes);
        if arrays.bytes.len() >= MOST_OFFSET {
            return Err(too_many);
        }
    }
    Ok(arrays)
}

/// Finds the seed and the array of a bucket. Tries all seeds with the shortest possible array. If
/// none succeeds, tries all seeds with an array that is one byte longer, and so on.
fn bucket(said: &[Said]) -> Option<(u8, Vec<u8>)> {
    let equations: usize = said.iter().map(|said| said.length as usize).sum();
    let least = equations.div_ceil(8).max(LEAST_BYTES);
    (least..=MOST_BYTES).find_map(|bytes| {
        (0..=u8::MAX).find_map(|seed| {
            let mut system = EchelonForm::new(bytes);
            let holds = |said: &Said| {
                let places = Hash::new(said.key).places(seed, bytes as u32);
                let bit = |number: u32| said.bits >> (said.length - 1 - number) & 1 == 1;
                (0..said.length).all(|number| system.add(places, number, bit(number)))
            };
            said.iter().all(holds).then(|| (seed, system.solution()))
        })
    })
}

/// A system of equations in row echelon form, in which no two equations begin with the same
/// unknown.
struct EchelonForm {
    /// The equations, indexed by their first unknown. An equation is a row of bits, with one bit
    /// for each unknown and a last bit for the right side of the equation.
    rows: Vec<Option<Vec<u64>>>,
    bytes: usize,
}

impl EchelonForm {
    fn new(bytes: usize) -> Self {
        Self {
            rows: vec![None; 8 * bytes],
            bytes,
        }
    }

    /// Adds the equation for one bit of a key. `places` tells which bytes of the array belong to
    /// the key, and `number` is the index of the bit. The equation says that the static function
    /// must return `sum` for this bit. Returns `false` if the equation contradicts the others.
    fn add(&mut self, places: Places, number: u32, sum: bool) -> bool {
        let unknowns = 8 * self.bytes;
        let mut row = vec![0_u64; unknowns / 64 + 1];
        let mask = places.mask(number);
        for bit in (0..u32::BITS).filter(|bit| mask >> bit & 1 == 1) {
            let place = if bit < 16 {
                places.first
            } else {
                places.second
            };
            let unknown = 8 * place as usize + (bit % 16) as usize;
            row[unknown / 64] ^= 1 << (unknown % 64);
        }
        row[unknowns / 64] ^= u64::from(sum) << (unknowns % 64);
        loop {
            let word = row.iter().position(|&word| word != 0);
            let Some(word) = word else {
                return true;
            };
            let first = 64 * word + row[word].trailing_zeros() as usize;
            if first >= unknowns {
                return false;
            }
            match &self.rows[first] {
                Some(other) => {
                    for (word, other) in row[word..].iter_mut().zip(&other[word..]) {
                        *word ^= other;
                    }
                }
                None => {
                    self.rows[first] = Some(row);
                    return true;
                }
            }
        }
    }

    /// Returns bits that satisfy all equations. In each byte, the lowest bit comes first.
    fn solution(&self) -> Vec<u8> {
        let unknowns = 8 * self.bytes;
        let mut values = vec![0_u64; unknowns / 64 + 1];
        // The sum is the coefficient of a further unknown, whose value is 1.
        values[unknowns / 64] |= 1 << (unknowns % 64);
        for first in (0..unknowns).rev() {
            if let Some(row) = &self.rows[first] {
                let ones = row
                    .iter()
                    .zip(&values)
                    .map(|(row, value)| (row & value).count_ones());
                values[first / 64] |= u64::from(ones.sum::<u32>() % 2) << (first % 64);
            }
        }
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        bytes.take(self.bytes).collect()
    }
}
