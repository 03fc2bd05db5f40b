//! Groups sets of points. Two sets are in the same group, called an orbit, if a symmetry of the
//! board maps one set to the other.

use alloc::vec;
use alloc::vec::Vec;

use super::board::Squares;
use crate::subsets;

/// The orbits of all sets that have a given number of points. Orbits whose sets contain a mill come
/// first.
pub(super) struct Orbits {
    pub(super) orbits: Vec<Orbit>,
    /// The number of orbits whose sets contain a mill.
    pub(super) with_mill: usize,
    /// `places[rank]` describes the set of points that has this rank. An entry is 16 times the
    /// index of the orbit, plus a symmetry. This symmetry maps the set to the representative of the
    /// orbit.
    pub(super) places: Vec<u32>,
}

/// An orbit, which consists of all sets that symmetries map to each other.
#[derive(Clone, Copy)]
pub(super) struct Orbit {
    pub set: u32,
    /// A mask of the symmetries that map the representative to itself.
    pub fixing: u16,
}

impl Orbits {
    pub fn new(board: &Squares, size: u32) -> Self {
        const NONE: u32 = u32::MAX;
        let sets = subsets::count(board.points().into(), size) as usize;
        let mut places = vec![NONE; sets];
        let mut orbits = [Vec::new(), Vec::new()];
        for is_plain in [false, true] {
            let before: usize = orbits.iter().map(Vec::len).sum();
            let orbits = &mut orbits[usize::from(is_plain)];
            let mut set = (1_u64 << size) - 1;
            for rank in 0..sets {
                if rank > 0 {
                    set = subsets::next(set).unwrap_or_default();
                }
                let has_mill = || board.mills(set as u32).next().is_some();
                if places[rank] != NONE || has_mill() == is_plain {
                    continue;
                }
                let number = (before + orbits.len()) as u32;
                orbits.push(set as u32);
                for symmetry in 0..board.symmetries() {
                    let image = subsets::rank(board.image(inverse(symmetry), set as u32).into());
                    let place = &mut places[image as usize];
                    if *place == NONE {
                        *place = number << 4 | symmetry;
                    }
                }
            }
        }
        let [mut sets, plain] = orbits;
        let with_mill = sets.len();
        sets.extend(plain);
        let orbits = sets.into_iter().map(|set| {
            let symmetries = 0..board.symmetries();
            let fixing = symmetries.filter(|&symmetry| board.image(symmetry, set) == set);
            let fixing = fixing.fold(0, |bits, symmetry| bits | 1 << symmetry);
            Orbit { set, fixing }
        });
        Self {
            orbits: orbits.collect(),
            with_mill,
            places,
        }
    }
}

/// Returns the inverse of a symmetry. The inverse of a turn is a turn in the other direction. A
/// symmetry that also mirrors is its own inverse.
const fn inverse(symmetry: u32) -> u32 {
    if symmetry & 4 == 0 {
        symmetry & 8 | (4 - (symmetry & 3)) & 3
    } else {
        symmetry
    }
}
