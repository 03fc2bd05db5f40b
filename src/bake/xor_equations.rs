//! Searches for the bits of a static function, which maps keys to codes without storing the keys.
//! Solves a system of linear equations modulo 2. Each bit of the code of a key gives one equation.
//!
//! Each equation has three unknown bits. If a bit occurs in only one equation, all other bits can
//! be chosen without regard to this equation, so the equation is removed. In the end, this bit is
//! chosen so that the equation holds. When an equation is removed, another bit may be left in only
//! one equation, so that this equation can be removed, too (*peeling*). If all equations can be
//! removed, the bits are chosen in the reverse order.
//!
//! A [`Playbook`](super::Playbook) solves its equations by elimination instead. Each equation of a
//! playbook has up to 32 unknowns, so hardly any bit occurs in only one equation. A playbook has at
//! most a few thousand equations, so elimination is fast enough, although it takes cubic time.

use alloc::vec;
use alloc::vec::Vec;

use super::error::BakeError;
use crate::wdl::Fuse;

/// The bits of a static function, and their layout.
pub(super) struct SolvedFunction {
    pub(super) fuse: Fuse,
    /// The bits, from the lowest bit of the first byte on.
    pub(super) bits: Vec<u8>,
}

/// How many seeds are tried for each length of the array of bits.
const SEEDS: u32 = 3;
/// How many lengths of the array of bits are tried, from the shortest on. The greatest length is
/// about three bits for each equation.
const LENGTHS: u64 = 60;

/// Finds bits so that each key has the right code. The first bit of the code is 0 for the keys in
/// `keys[0]`, and 1 for all other keys. If `keys[2]` is not empty, codes have a second bit. The
/// second bit is 0 for the keys in `keys[1]`, and 1 for the keys in `keys[2]`.
pub(super) fn solve(mut keys: [Vec<u64>; 3]) -> Result<SolvedFunction, BakeError> {
    let bits_of_others = if keys[2].is_empty() { 1 } else { 2 };
    let others = keys[1].len() + keys[2].len();
    let found = keys[0].len() + others * bits_of_others;
    if others == 0 {
        return Ok(SolvedFunction {
            fuse: Fuse {
                seed: 0,
                segment_bits: 0,
                segments: 0,
            },
            bits: Vec::new(),
        });
    }
    for attempt in 0.. {
        let length = u64::from(attempt / SEEDS);
        if length == LENGTHS {
            break;
        }
        // The first length has an eighth more bits than equations, which is enough for
        // millions.
        let least = found as u64 + (found as u64 * (4 + length)).div_ceil(32);
        let fuse = fuse(attempt, found as u64, least);
        if fuse.bits() > u32::MAX.into() {
            return Err(BakeError::TooManyStates { found });
        }
        // Sort the keys by their places, so that bits that are chosen one after the other are close
        // in memory.
        for keys in &mut keys {
            keys.sort_unstable_by_key(|&key| fuse.hash(key));
            keys.dedup();
        }
        let system = System {
            fuse,
            keys: &keys,
            bits_of_others,
        };
        if let Some(bits) = system.solve() {
            return Ok(SolvedFunction { fuse, bits });
        }
    }
    Err(BakeError::NoPlaces)
}

/// Returns a layout with at least `least` bits, for `equations` equations.
fn fuse(seed: u32, equations: u64, least: u64) -> Fuse {
    // T. M. Graf and D. Lemire found this length to work best: 2.25 + log equations / log 3.33.
    // It is computed in whole numbers, which are the same on every machine.
    let segment_bits = ((equations.ilog2() * 37 + 144) / 64).min(Fuse::SEGMENT_BITS);
    let segments = least.div_ceil(1 << segment_bits).saturating_sub(2).max(1);
    Fuse {
        seed,
        segment_bits,
        segments: segments.try_into().unwrap_or(u32::MAX),
    }
}

struct System<'k> {
    fuse: Fuse,
    keys: &'k [Vec<u64>; 3],
    bits_of_others: usize,
}

/// An equation, which says that the exclusive or of the bits at the three `places` is `sum`.
struct Equation {
    places: [u64; 3],
    sum: bool,
}

impl System<'_> {
    fn len(&self) -> usize {
        let [first, second, third] = self.keys.each_ref().map(Vec::len);
        first + (second + third) * self.bits_of_others
    }

    fn equation(&self, number: usize) -> Equation {
        let [first, second, third] = self.keys;
        let Some(number) = number.checked_sub(first.len()) else {
            return self.of_key(first[number], 0, false);
        };
        let (number, bit) = (number / self.bits_of_others, number % self.bits_of_others);
        match number.checked_sub(second.len()) {
            None => self.of_key(second[number], bit, bit == 0),
            Some(number) => self.of_key(third[number], bit, true),
        }
    }

    fn of_key(&self, key: u64, bit: usize, sum: bool) -> Equation {
        let places = self.fuse.places(key).map(|place| place + bit as u64);
        Equation { places, sum }
    }

    /// Returns bits that satisfy all equations. `None` if peeling leaves equations.
    fn solve(&self) -> Option<Vec<u8>> {
        let places = self.fuse.bits() as usize;
        // For each bit, the number of equations with the bit, and the exclusive or of these
        // equations' numbers. If there is only one equation, the exclusive or is the number of this
        // equation.
        let mut having = vec![0_u8; places];
        let mut numbers = vec![0_u32; places];
        for number in 0..self.len() {
            for place in self.equation(number).places {
                having[place as usize] = having[place as usize].checked_add(1)?;
                numbers[place as usize] ^= number as u32;
            }
        }
        let alone = (0..places).filter(|&place| having[place] == 1);
        let mut queue: Vec<u32> = alone.map(|place| place as u32).collect();
        let (mut next, mut peeled) = (0, 0);
        while let Some(&place) = queue.get(next) {
            next += 1;
            if having[place as usize] == 0 {
                continue; // another of its bits has removed its equation
            }
            queue[peeled] = place;
            peeled += 1;
            let number = numbers[place as usize];
            for other in self.equation(number as usize).places {
                let other = other as usize;
                having[other] -= 1;
                if other != place as usize {
                    numbers[other] ^= number;
                    if having[other] == 1 {
                        queue.push(other as u32);
                    }
                }
            }
        }
        if peeled < self.len() {
            return None;
        }
        let mut bits = vec![0_u8; places.div_ceil(8)];
        for &place in queue[..peeled].iter().rev() {
            let Equation { places, sum } = self.equation(numbers[place as usize] as usize);
            let sum = places.iter().fold(sum, |sum, &place| {
                sum ^ (bits[place as usize / 8] >> (place % 8) & 1 == 1)
            });
            // The bit itself is still 0, so it does not change the sum.
            bits[place as usize / 8] |= u8::from(sum) << (place % 8);
        }
        Some(bits)
    }
}
