//! Reads the two parts that only a playbook by rules contains. The first part contains the weights
//! of features. The second part is a function that recognises the states that have an entry.

use super::error::PlaybookError;
use super::function::{Function, Width, field, number};
use super::layout::Hash;
use perfectplay_core::Value;

/// The weights of a playbook by rules, and the function that recognises its entries.
#[derive(Clone, Copy)]
pub(crate) struct ByRules<'a> {
    /// The least value that the player must reach. A move is left out if the rules alone show that
    /// the player cannot reach this value after it.
    goal: Value,
    /// The number of features, or 0 if no feature has a weight.
    features: u32,
    /// The groups of features. Each group of features begins with the number of weights in all
    /// groups before it. After this number, the group holds one bit for each of its features. The
    /// bit is 1 if the feature has a weight.
    groups: &'a [u8],
    /// The weights. Each weight takes [`WEIGHT_BITS`] bits, the lowest bits first.
    weights: &'a [u8],
    /// The thresholds that divide states into bins by their margins. The bin of a state is the
    /// number of thresholds below the state's margin.
    thresholds: &'a [u8],
    /// Four bits for each class of states. They store the number of check bits that a state of the
    /// class has, or [`NO_ENTRY`] if no state of the class has an entry.
    classes: &'a [u8],
    check: Function<'a>,
}

/// The values that a goal can have, in the order of their codes.
pub(crate) const GOALS: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];
pub(crate) const WEIGHT_BITS: u32 = 5;
pub(crate) const WEIGHT_ZERO: i32 = 1 << (WEIGHT_BITS - 1);
pub(crate) const GROUP: u32 = 128;
const GROUP_BYTES: usize = 2 + GROUP as usize / 8;
pub(crate) const MOST_BINS: u8 = 16;
/// The code that a class without entries stores in place of a number of check bits.
pub(crate) const NO_ENTRY: u8 = 15;
/// The greatest number of features of a game. Each group of features begins with the number of
/// weights in earlier groups, in two bytes. With more features, this number might not fit into two
/// bytes.
pub(crate) const MOST_FEATURES: u32 = 1 << 16;

impl<'a> ByRules<'a> {
    /// Reads the parts that only a playbook by rules contains. Returns these parts, and the bytes
    /// after them. Returns `None` if the bytes end too early.
    pub(super) const fn read(bytes: &'a [u8]) -> Result<Option<(Self, &'a [u8])>, PlaybookError> {
        let Some((&[goal], rest)) = bytes.split_first_chunk() else {
            return Ok(None);
        };
        if goal as usize >= GOALS.len() {
            return Err(field("goal", goal as u32));
        }
        let Some((features, rest)) = number(rest) else {
            return Ok(None);
        };
        if features > MOST_FEATURES {
            return Err(field("number of features", features));
        }
        let groups = features.div_ceil(GROUP) as usize * GROUP_BYTES;
        let Some((groups, rest)) = rest.split_at_checked(groups) else {
            return Ok(None);
        };
        let count = weights(groups) as u64 * WEIGHT_BITS as u64;
        let Some((weights, rest)) = rest.split_at_checked(count.div_ceil(8) as usize) else {
            return Ok(None);
        };
        let Some((&[bins], rest)) = rest.split_first_chunk() else {
            return Ok(None);
        };
        if bins == 0 || bins > MOST_BINS {
            return Err(field("number of bins", bins as u32));
        }
        let Some((thresholds, rest)) = rest.split_at_checked(bins as usize - 1) else {
            return Ok(None);
        };
        let Some((stages, rest)) = number(rest) else {
            return Ok(None);
        };
        if stages > 1 << 16 {
            return Err(field("number of stages", stages));
        }
        let classes = (stages as u64 * bins as u64).div_ceil(2) as usize;
        let Some((classes, rest)) = rest.split_at_checked(classes) else {
            return Ok(None);
        };
        let Some((length, rest)) = number(rest) else {
            return Ok(None);
        };
        if length as usize as u64 != length as u64 {
            return Ok(None);
        }
        let Some((check, rest)) = rest.split_at_checked(length as usize) else {
            return Ok(None);
        };
        let check = match Function::read(check, Width::Two) {
            Ok(Some(check)) => check,
            Ok(None) => return Ok(None),
            Err(error) => return Err(error),
        };
        let by_rules = Self {
            goal: GOALS[goal as usize],
            features,
            groups,
            weights,
            thresholds,
            classes,
            check,
        };
        Ok(Some((by_rules, rest)))
    }

    pub(super) fn validate(&self) -> Result<(), PlaybookError> {
        let mut before = 0;
        for group in self.groups.chunks_exact(GROUP_BYTES) {
            let found = u16::from_le_bytes([group[0], group[1]]);
            if u32::from(found) != before {
                return Err(field("number of weights", found.into()));
            }
            before += weights(group);
        }
        self.check.validate()
    }

    pub(crate) const fn goal(&self) -> Value {
        self.goal
    }

    /// Returns the number of features, or 0 if none has a weight.
    pub(super) const fn features(&self) -> u32 {
        self.features
    }

    /// Returns the weight of a feature. The weight is 0 for a feature that the playbook does not
    /// know.
    #[inline]
    pub(super) fn weight(&self, feature: u32) -> i32 {
        let (group, number) = (feature / GROUP, feature % GROUP);
        let from = group as usize * GROUP_BYTES;
        let Some(group) = self.groups.get(from..from + GROUP_BYTES) else {
            return 0;
        };
        if group[2 + number as usize / 8] >> (number % 8) & 1 == 0 {
            return 0;
        }
        let half = |at: usize| {
            let bytes = group.get(at..at + 8).and_then(|bytes| bytes.first_chunk());
            bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes))
        };
        let (low, high) = (half(2), half(10));
        let below = (1 << (number % 64)) - 1;
        let in_group = if number < 64 {
            (low & below).count_ones()
        } else {
            low.count_ones() + (high & below).count_ones()
        };
        let before = u32::from(u16::from_le_bytes([group[0], group[1]])) + in_group;
        let at = before * WEIGHT_BITS;
        let byte = |index: u32| self.weights.get(index as usize).copied().unwrap_or(0);
        let pair = u16::from_le_bytes([byte(at / 8), byte(at / 8 + 1)]);
        i32::from(pair >> (at % 8) & ((1 << WEIGHT_BITS) - 1)) - WEIGHT_ZERO
    }

    /// Returns whether a state may have an entry. A state may have an entry if its class has
    /// entries, and if the state passes the check.
    #[inline]
    pub(super) fn may_have_entry(&self, stage: u32, margin: u8, key: u64) -> bool {
        let class = class(stage, margin, self.thresholds);
        let Some(pair) = self.classes.get(class / 2) else {
            return false;
        };
        match pair >> (class % 2 * 4) & 15 {
            NO_ENTRY => false,
            bits => passes(&self.check, key, bits.into()),
        }
    }
}

/// Methods for writing the playbook as source code in another language. The playbook must be valid.
#[cfg(feature = "bake")]
impl<'a> ByRules<'a> {
    pub(crate) fn weights(&self) -> impl Iterator<Item = i32> {
        (0..self.features).map(|feature| self.weight(feature))
    }

    pub(crate) const fn thresholds(&self) -> &'a [u8] {
        self.thresholds
    }

    /// Returns, for each class, the number of check bits, or [`NO_ENTRY`]. A class for which no
    /// number is returned has no entries.
    pub(crate) fn classes(&self) -> impl Iterator<Item = u8> {
        self.classes.iter().flat_map(|pair| [pair & 15, pair >> 4])
    }

    pub(crate) const fn check(&self) -> &Function<'a> {
        &self.check
    }
}

/// The number of check bits that `ByRules::check` stores under one key. If a state has more check
/// bits, they are stored under further keys.
//
// The bits of a key depend on four bytes of an array. With more check bits for each key, an array
// would have too few keys, and its bytes would occur in too few equations.
pub(crate) const CHECKS_OF_KEY: u32 = 2;

/// Returns the key under which `ByRules::check` stores check bit `bit` of the state whose key is
/// `key`.
#[inline]
pub(crate) const fn check_key(key: u64, bit: u32) -> u64 {
    key ^ (((bit / CHECKS_OF_KEY).wrapping_mul(0x9e37_79b1) as u64) << u32::BITS)
}

/// Returns whether the state with the key `key` passes the check. The state passes if its first
/// `bits` check bits, which `check` returns, are equal to the lowest bits of [`Hash::mark`].
#[inline]
pub(crate) fn passes(check: &Function<'_>, key: u64, bits: u32) -> bool {
    let mark = Hash::new(key).mark();
    let is_right = |from: u32| {
        let found = check.bits(check_key(key, from));
        let count = CHECKS_OF_KEY.min(bits - from);
        (0..count).all(|bit| found.bit(bit) == mark >> (from + bit) & 1)
    };
    (0..bits).step_by(CHECKS_OF_KEY as usize).all(is_right)
}

/// Returns the class of a state from its stage and its margin. The margin is the greatest score of
/// a move minus the second greatest.
#[inline]
pub(crate) fn class(stage: u32, margin: u8, thresholds: &[u8]) -> usize {
    let bin = thresholds.iter().filter(|&&least| margin > least).count();
    stage as usize * (thresholds.len() + 1) + bin
}

/// Returns the number of features in `groups` that have a weight.
const fn weights(groups: &[u8]) -> u32 {
    let (mut count, mut index) = (0, 0);
    while index < groups.len() {
        if index % GROUP_BYTES >= 2 {
            count += groups[index].count_ones();
        }
        index += 1;
    }
    count
}
