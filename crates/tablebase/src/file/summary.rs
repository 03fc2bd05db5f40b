//! Counts the states of a game by score.

use perfectplay::Value;
use perfectplay::game::Score;

use crate::file::code::Codes;

/// The number of reachable states with each score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    codes: Codes,
    counts: Vec<u64>,
}

impl Summary {
    pub(crate) fn new(codes: Codes) -> Self {
        Self {
            codes,
            counts: vec![0; codes.count() as usize],
        }
    }

    /// Adds states to the summary. `counts[code]` is the number of states with this code. Its codes
    /// may belong to another horizon (greatest distance) than the codes of the summary: the length
    /// of `counts` tells the horizon. Returns `None` if no horizon belongs to this length, or if a
    /// sum is too large.
    pub(crate) fn try_add(&mut self, counts: &[u64]) -> Option<()> {
        if counts.len() != self.counts.len() {
            let codes = Codes::with_count(counts.len())?;
            let [near, far] = if codes.horizon() < self.codes.horizon() {
                [codes, self.codes]
            } else {
                [self.codes, codes]
            };
            if far == self.codes {
                return self.try_add(&recounted(near, far, counts));
            }
            self.counts = recounted(near, far, &self.counts);
            self.codes = far;
        }
        for (count, &more) in self.counts.iter_mut().zip(counts) {
            *count = count.checked_add(more)?;
        }
        let mut states = self.counts.iter();
        let states = states.try_fold(0_u64, |sum, &count| sum.checked_add(count));
        states.map(drop)
    }

    pub(crate) const fn codes(&self) -> Codes {
        self.codes
    }

    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns each score that occurs, with the number of states that have it. The worst score for
    /// the player to move comes first.
    pub fn scores(&self) -> impl Iterator<Item = (Score, u64)> {
        let counts = (0..).zip(&self.counts).filter(|(_, count)| **count > 0);
        counts.filter_map(|(code, &count)| Some((self.codes.score(code)?, count)))
    }

    /// Returns the number of reachable states, including finished ones.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of states with this value for the player to move.
    #[must_use]
    pub fn count(&self, value: Value) -> u64 {
        let of_value = self.scores().filter(|(score, _)| score.value() == value);
        of_value.map(|(_, count)| count).sum()
    }

    /// Returns the number of states that are drawn because play never ends.
    #[must_use]
    pub fn endless(&self) -> u64 {
        let endless = self.scores().find(|&(score, _)| score == Score::ENDLESS);
        endless.map_or(0, |(_, count)| count)
    }

    /// Returns the greatest distance to an end, in plies.
    #[must_use]
    pub fn longest(&self) -> u32 {
        let distances = self.scores().filter_map(|(score, _)| score.distance());
        distances.max().unwrap_or(0)
    }
}

/// Converts the numbers of states with each code (`counts`) from the codes `near` to the codes
/// `far`, whose horizon must be greater.
pub(crate) fn recounted(near: Codes, far: Codes, counts: &[u64]) -> Vec<u64> {
    let mut recounted = vec![0; far.count() as usize];
    for (code, &count) in far.codes_of(near).into_iter().zip(counts) {
        recounted[code as usize] += count;
    }
    recounted
}
