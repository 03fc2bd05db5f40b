//! Converts scores to *codes*: small numbers, which arrays and files store.

use perfectplay::Value;
use perfectplay::game::Score;

/// An integer type for codes, with one byte or two.
pub(crate) trait CodeWidth: Copy + Ord + Default + Send + Sync + 'static {
    const BYTES: usize;

    /// Converts a number that fits into this type.
    fn new(number: u32) -> Self;

    fn number(self) -> u32;
}

impl CodeWidth for u8 {
    const BYTES: usize = 1;

    fn new(number: u32) -> Self {
        number as Self
    }

    fn number(self) -> u32 {
        self.into()
    }
}

impl CodeWidth for u16 {
    const BYTES: usize = 2;

    fn new(number: u32) -> Self {
        number as Self
    }

    fn number(self) -> u32 {
        self.into()
    }
}

/// Tells which code stands for which score. The greatest distance that has a code is the *horizon*,
/// in plies.
///
/// Codes have the order of [`Score`]: a better score for the player has a greater code. With a
/// horizon of *h* plies:
///
/// | code | means |
/// | --- | --- |
/// | 0 | no game reaches the state |
/// | 1 + *d* | lost in *d* plies |
/// | *h* + 2 | drawn without an end |
/// | 2*h* + 3 - *d* | drawn in *d* plies |
/// | 3*h* + 4 - *d* | won in *d* plies |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codes {
    horizon: u32,
}

impl Codes {
    /// The farthest horizon whose codes fit into two bytes.
    pub const FARTHEST: u32 = (u16::MAX as u32 - 4) / 3;

    /// Creates the codes for a horizon; `None` if `horizon` is beyond the
    /// [farthest](Self::FARTHEST) horizon.
    #[must_use]
    pub const fn new(horizon: u32) -> Option<Self> {
        if horizon <= Self::FARTHEST {
            Some(Self { horizon })
        } else {
            None
        }
    }

    /// Finds the horizon for which there are `count` codes, and returns the codes for this horizon;
    /// `None` if there is no such horizon.
    pub(crate) fn with_count(count: usize) -> Option<Self> {
        let codes = Self::new(u32::try_from(count).ok()?.checked_sub(5)? / 3)?;
        (codes.count() as usize == count).then_some(codes)
    }

    /// Returns an assignment of codes to scores with a horizon of at least `plies`. Returns `self`
    /// if its horizon is far enough. If not, the horizon of `self` is doubled and increased by 1
    /// until it is far enough. Returns `None` if `plies` is beyond the [farthest](Self::FARTHEST)
    /// horizon.
    pub(crate) fn reaching(self, plies: u64) -> Option<Self> {
        let mut horizon = self.horizon;
        while u64::from(horizon) < plies {
            if horizon == Self::FARTHEST {
                return None;
            }
            horizon = (2 * horizon + 1).min(Self::FARTHEST);
        }
        Self::new(horizon)
    }

    /// Returns a table that converts codes of `other` to codes of `self`. The entry for a code is 0
    /// if the code's score is beyond the horizon of `self`.
    pub(crate) fn codes_of(self, other: Self) -> Vec<u32> {
        let scores = other.scores().into_iter();
        let codes = scores.map(|score| score.and_then(|score| self.code(score)));
        codes.map(Option::unwrap_or_default).collect()
    }

    /// Returns the greatest distance, in plies, that a code can represent.
    #[must_use]
    pub const fn horizon(self) -> u32 {
        self.horizon
    }

    /// Returns the number of codes, including 0.
    #[must_use]
    pub const fn count(self) -> u32 {
        3 * self.horizon + 5
    }

    /// Returns the number of bytes of a code: 1 or 2.
    #[must_use]
    pub const fn width(self) -> usize {
        if self.count() <= 1 << u8::BITS { 1 } else { 2 }
    }

    /// Returns the code of a score; `None` if it is beyond the horizon.
    #[must_use]
    pub const fn code(self, score: Score) -> Option<u32> {
        let Some(distance) = score.distance() else {
            return Some(self.horizon + 2);
        };
        if distance > self.horizon {
            return None;
        }
        Some(match score.value() {
            Value::Loss => 1 + distance,
            Value::Draw => 2 * self.horizon + 3 - distance,
            Value::Win => 3 * self.horizon + 4 - distance,
        })
    }

    /// Returns the score that `code` stands for; `None` for code 0 and for numbers that are not
    /// codes.
    #[must_use]
    pub const fn score(self, code: u32) -> Option<Score> {
        let h = self.horizon;
        let (value, distance) = if code == 0 || code >= self.count() {
            return None;
        } else if code < h + 2 {
            (Value::Loss, Some(code - 1))
        } else if code == h + 2 {
            (Value::Draw, None)
        } else if code < 2 * h + 4 {
            (Value::Draw, Some(2 * h + 3 - code))
        } else {
            (Value::Win, Some(3 * h + 4 - code))
        };
        Some(Score::new(value, distance))
    }

    /// Returns a list in which the entry with index *c* is the score that the code *c* stands for.
    pub(crate) fn scores(self) -> Vec<Option<Score>> {
        (0..self.count()).map(|code| self.score(code)).collect()
    }

    /// Returns a table that maps the code of a state to the code of a move that leads to this
    /// state. The code of the move tells what the move is worth to the player who makes it. An
    /// entry is 0 if its index is not a code, or if the score of the move is beyond the horizon.
    pub(crate) fn before<W: CodeWidth>(self) -> Vec<W> {
        self.passed_on(Score::before)
    }

    /// Returns the same table as [`before`](Self::before), but for moves that give an extra turn.
    pub(crate) fn later<W: CodeWidth>(self) -> Vec<W> {
        self.passed_on(Score::later)
    }

    fn passed_on<W: CodeWidth>(self, on: impl Fn(Score) -> Score) -> Vec<W> {
        let passed_on = |code| Some(W::new(self.code(on(self.score(code)?))?));
        let numbers = 0..1 << (8 * W::BYTES);
        numbers
            .map(|code| passed_on(code).unwrap_or_default())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_scores_in_order() {
        for horizon in [0, 1, 2, 9, 83, 84, 1000] {
            let codes = Codes::new(horizon).expect("a near horizon");
            let scores: Vec<Score> = (1..codes.count())
                .map(|code| {
                    let score = codes.score(code).expect("a code");
                    assert_eq!(codes.code(score), Some(code));
                    score
                })
                .collect();
            assert!(scores.is_sorted_by(|a, b| a < b));
            // There are three scores for each distance from 0 to `horizon`, and the endless draw.
            assert_eq!(scores.len() as u32, 3 * (horizon + 1) + 1);
        }
        assert_eq!(Codes::new(83).map(Codes::width), Some(1));
        assert_eq!(Codes::new(84).map(Codes::width), Some(2));
        assert_eq!(Codes::new(Codes::FARTHEST + 1), None);
    }

    #[test]
    fn codes_reach_farther_step_by_step() {
        let near = Codes::new(83).expect("a near horizon");
        for (plies, horizon) in [(0, 83), (83, 83), (84, 167), (168, 335), (20_000, 21_503)] {
            let codes = near.reaching(plies).expect("codes");
            assert_eq!(codes.horizon(), horizon);
            assert_eq!(Codes::with_count(codes.count() as usize), Some(codes));
            let same = codes.codes_of(near);
            for (code, &same) in (0..near.count()).zip(&same) {
                assert_eq!(codes.score(same), near.score(code));
            }
        }
        let farthest = near.reaching(Codes::FARTHEST.into());
        assert_eq!(farthest.map(Codes::horizon), Some(Codes::FARTHEST));
        assert_eq!(near.reaching(u64::from(Codes::FARTHEST) + 1), None);
        assert_eq!(Codes::with_count(255), None);
        assert_eq!(Codes::with_count(4), None);
    }
}
