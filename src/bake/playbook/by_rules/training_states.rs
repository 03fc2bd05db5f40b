//! Learns the weights of features from states whose good moves are proved.

use alloc::vec;
use alloc::vec::Vec;

use crate::entropy::{below, mix};
use crate::playbook::by_rules::WEIGHT_ZERO;

/// The states from which the weights are learned. In each of these states, some moves are good and
/// others are not.
#[derive(Clone, Default)]
pub(super) struct Lessons {
    features: Vec<u16>,
    /// Contains one pair for each move. `.0` is the index in `features` at which the move's
    /// features end. `.1` is `true` if the move is good.
    moves: Vec<(u32, bool)>,
    /// For each state, the index in `moves` at which the state's moves end.
    states: Vec<u32>,
}

/// The number of passes through all states while the weights are learned.
const EPOCHS: u32 = 9;
/// The weights are learned as floating-point numbers. At the end, each weight is multiplied by this
/// factor and rounded to an integer.
const SCALE: f32 = 8.0;

impl Lessons {
    /// Adds a state. For each move in `moves`, `.0` is the list of the move's features, and `.1`
    /// tells whether the move is good. A state in which all moves are good, or none, teaches
    /// nothing and is left out.
    pub fn add(&mut self, moves: &[(Vec<u16>, bool)]) {
        let good = moves.iter().filter(|(_, is_good)| *is_good).count();
        if good == 0 || good == moves.len() {
            return;
        }
        for (features, is_good) in moves {
            self.features.extend(features);
            self.moves.push((self.features.len() as u32, *is_good));
        }
        self.states.push(self.moves.len() as u32);
    }

    fn moves_of(&self, state: usize) -> core::ops::Range<usize> {
        let from = state.checked_sub(1).map_or(0, |before| self.states[before]);
        from as usize..self.states[state] as usize
    }

    fn features_of(&self, mv: usize) -> &[u16] {
        let from = mv.checked_sub(1).map_or(0, |before| self.moves[before].0);
        &self.features[from as usize..self.moves[mv].0 as usize]
    }

    /// Learns the weights by stochastic gradient descent. In the model, a move is chosen with a
    /// probability that is proportional to the exponential of its score. The descent maximises the
    /// logarithm of the probability that a good move is chosen. The sizes of the steps follow the
    /// method AdaGrad (Duchi, Hazan and Singer, Adaptive subgradient methods, JMLR 12, 2011).
    pub fn weights(&self, features: u32, seed: u64) -> Vec<i8> {
        let mut weights = vec![0_f32; features as usize];
        let mut squares = vec![1e-3_f32; features as usize];
        let mut order: Vec<u32> = (0..self.states.len() as u32).collect();
        let mut random = seed;
        let mut scores = Vec::new();
        for epoch in 0..EPOCHS {
            let rate = 0.15 / (1.0 + 0.2 * epoch as f32);
            for place in (1..order.len()).rev() {
                random = mix(random);
                let other = below((random >> 32) as u32, place as u32 + 1);
                order.swap(place, other as usize);
            }
            for &state in &order {
                self.learn(
                    state as usize,
                    rate,
                    &mut weights,
                    &mut squares,
                    &mut scores,
                );
            }
        }
        let rounded = |weight: f32| {
            let (least, most) = (-WEIGHT_ZERO as f32, (WEIGHT_ZERO - 1) as f32);
            (weight * SCALE).round().clamp(least, most) as i8
        };
        weights.into_iter().map(rounded).collect()
    }

    fn learn(
        &self,
        state: usize,
        rate: f32,
        weights: &mut [f32],
        squares: &mut [f32],
        scores: &mut Vec<f32>,
    ) {
        let moves = self.moves_of(state);
        scores.clear();
        for mv in moves.clone() {
            let features = self.features_of(mv).iter();
            scores.push(features.map(|&feature| weights[usize::from(feature)]).sum());
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let (mut all, mut good) = (0.0, 1e-9);
        for (score, &(_, is_good)) in scores.iter_mut().zip(&self.moves[moves.clone()]) {
            *score = exp(*score - most);
            all += *score;
            if is_good {
                good += *score;
            }
        }
        if all - good < 0.01 * all {
            return;
        }
        for (mv, &share) in moves.zip(&*scores) {
            let wanted = if self.moves[mv].1 { share / good } else { 0.0 };
            let slope = share / all - wanted;
            if slope.abs() < 1e-3 {
                continue;
            }
            for &feature in self.features_of(mv) {
                let feature = usize::from(feature);
                let slope = slope + 1e-5 * weights[feature];
                squares[feature] += slope * slope;
                weights[feature] -= rate * slope / squares[feature].sqrt();
            }
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = [self.features.len(), self.moves.len(), self.states.len()];
        let mut bytes: Vec<u8> = counts
            .iter()
            .flat_map(|&count| (count as u64).to_le_bytes())
            .collect();
        bytes.extend(
            self.features
                .iter()
                .flat_map(|feature| feature.to_le_bytes()),
        );
        bytes.extend(
            self.moves
                .iter()
                .flat_map(|&(end, is_good)| (end << 1 | u32::from(is_good)).to_le_bytes()),
        );
        bytes.extend(self.states.iter().flat_map(|end| end.to_le_bytes()));
        bytes
    }

    /// Reads bytes that [`to_bytes`](Self::to_bytes) has returned. `features` is the number of
    /// features of the game. Returns `None` for damaged bytes.
    pub fn from_bytes(mut bytes: &[u8], features: u32) -> Option<Self> {
        let mut take = |count: u64, size: usize| {
            let length = usize::try_from(count).ok()?.checked_mul(size)?;
            let (taken, rest) = bytes.split_at_checked(length)?;
            bytes = rest;
            Some(taken)
        };
        let counts = take(3, 8)?.chunks_exact(8);
        let counts: Vec<u64> = counts
            .map(|count| count.try_into().map(u64::from_le_bytes))
            .collect::<Result<_, _>>()
            .ok()?;
        let of_features = take(counts[0], 2)?.chunks_exact(2);
        let of_moves = take(counts[1], 4)?.chunks_exact(4);
        let of_states = take(counts[2], 4)?.chunks_exact(4);
        let number = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        let found = Self {
            features: of_features
                .map(|two| u16::from_le_bytes([two[0], two[1]]))
                .collect(),
            moves: of_moves
                .map(|four| (number(four) >> 1, number(four) & 1 == 1))
                .collect(),
            states: of_states.map(number).collect(),
        };
        let rises = |ends: &[u32], last: usize| {
            ends.is_sorted() && ends.last().map_or(0, |&end| end as usize) == last
        };
        let ends: Vec<u32> = found.moves.iter().map(|&(end, _)| end).collect();
        let is_whole = bytes.is_empty()
            && rises(&ends, found.features.len())
            && rises(&found.states, found.moves.len())
            && found
                .features
                .iter()
                .all(|&feature| u32::from(feature) < features);
        is_whole.then_some(found)
    }
}

/// Returns the exponential of `number`, which must be at most 0. The error is less than a
/// millionth.
//
// The exponential of the standard library differs from system to system.
fn exp(number: f32) -> f32 {
    const LEAST: f32 = -60.0;
    let halvings = (-number.max(LEAST) * core::f32::consts::LOG2_E).floor();
    let rest = number.max(LEAST) + halvings * core::f32::consts::LN_2;
    let mut term = 1.0;
    let mut sum = 1.0;
    for power in 1..10_u8 {
        term *= rest / f32::from(power);
        sum += term;
    }
    let exponent = 127 - halvings as u32;
    sum * f32::from_bits(exponent << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials() {
        for (number, expected) in [
            (0.0, 1.0),
            (-0.5, 0.606_530_66),
            (-3.0, 0.049_787_07),
            (-20.0, 2.061_153_6e-9),
        ] {
            assert!((exp(number) / expected - 1.0).abs() < 1e-5, "{number}");
        }
        assert!(exp(f32::MIN) >= 0.0);
    }

    #[test]
    fn the_features_of_good_moves_get_greater_weights() {
        let mut lessons = Lessons::default();
        for state in 0..200_u16 {
            lessons.add(&[
                (vec![0, 2 + state % 3], true),
                (vec![1, 2 + (state + 1) % 3], false),
            ]);
        }
        lessons.add(&[(vec![0], true)]);
        assert_eq!(lessons.states.len(), 200);
        let weights = lessons.weights(5, 0);
        assert!(weights[0] > 3 && weights[1] < -3, "{weights:?}");
        assert!(weights[2..].iter().all(|weight| weight.abs() < weights[0]));

        let bytes = lessons.to_bytes();
        let read = Lessons::from_bytes(&bytes, 5).expect("lessons");
        assert_eq!(read.weights(5, 0), weights);
        assert!(Lessons::from_bytes(&bytes, 4).is_none());
        assert!(Lessons::from_bytes(&bytes[1..], 5).is_none());
    }
}
