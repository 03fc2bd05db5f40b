//! Functions that make random choices from given entropy. All of these functions are pure.

/// The increment of SplitMix64, which is 2^64 divided by the golden ratio and made odd.
pub(crate) const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a number below `bound`, computed from 32 bits of entropy without a division.
pub(crate) const fn below(entropy: u32, bound: u32) -> u32 {
    ((entropy as u64 * bound as u64) >> 32) as u32
}

/// Mixes the bits of a number. Each bit of the number affects all bits of the result, and different
/// numbers have different results. The function is a step of SplitMix64 (Steele, Lea and Flood,
/// Fast splittable pseudorandom number generators, OOPSLA 2014) with the constants of David
/// Stafford.
pub(crate) const fn mix(entropy: u64) -> u64 {
    let z = entropy.wrapping_add(GOLDEN_GAMMA);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
