//! Choices from given entropy: pure functions, no generator with a state.

/// What SplitMix64 adds at each step: 2^64 over the golden ratio, made odd.
pub(crate) const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number below `bound`, from 32 bits of entropy, without a division.
pub(crate) const fn below(entropy: u32, bound: u32) -> u32 {
    ((entropy as u64 * bound as u64) >> 32) as u32
}

/// Spreads a difference in a few bits over all 64, one to one: a step of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number
/// generators, OOPSLA 2014), with D. Stafford's constants.
pub(crate) const fn mix(entropy: u64) -> u64 {
    let z = entropy.wrapping_add(GOLDEN_GAMMA);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
