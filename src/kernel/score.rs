//! Value and distance as one number.

use core::fmt;

use super::Value;

/// A value and a distance in one number, ordered by what a player prefers: late losses
/// to early ones, then the draw without an end, near draws to far ones, and early wins to
/// late ones. So perfect play is to take the maximum; of draws [`Analysis::best`] has them
/// all.
///
/// ```
/// use perfectplay::{Score, Value};
///
/// let [soon, late] = [3, 7].map(|plies| Score::new(Value::Win, Some(plies)));
/// assert!(soon > late && late > Score::new(Value::Draw, None));
/// // A ply before it is lost for the opponent in seven, a state is won in eight.
/// assert_eq!(Score::new(Value::Loss, Some(7)).before(), Score::new(Value::Win, Some(8)));
/// ```
//
// The number: a loss in d plies is d, the endless draw DRAW, a draw in d plies NEAR - d,
// a win in d plies WON - d. So there is room for more than a thousand million plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u32);

impl Score {
    const DRAW: u32 = 1 << 30;
    const NEAR: u32 = 1 << 31;
    const WON: u32 = u32::MAX;

    /// The draw that has no end, because states come back.
    pub const ENDLESS: Self = Self(Self::DRAW);

    /// The score of a value so many plies away. Without a distance it is that of a draw
    /// without an end, whatever the value: nothing else goes on for ever.
    #[must_use]
    pub const fn new(value: Value, distance: Option<u32>) -> Self {
        match (value, distance) {
            (_, None) => Self::ENDLESS,
            (Value::Loss, Some(plies)) => Self(plies),
            (Value::Draw, Some(plies)) => Self(Self::NEAR - plies),
            (Value::Win, Some(plies)) => Self(Self::WON - plies),
        }
    }

    /// That of a game that is over.
    #[must_use]
    pub const fn finished(value: Value) -> Self {
        Self::new(value, Some(0))
    }

    /// Who wins.
    #[must_use]
    pub const fn value(self) -> Value {
        if self.0 < Self::DRAW {
            Value::Loss
        } else if self.0 <= Self::NEAR {
            Value::Draw
        } else {
            Value::Win
        }
    }

    /// How many plies away the end is; `None` if there is none.
    #[must_use]
    pub const fn distance(self) -> Option<u32> {
        if self.0 == Self::DRAW {
            return None;
        }
        Some(match self.value() {
            Value::Loss => self.0,
            Value::Draw => Self::NEAR - self.0,
            Value::Win => Self::WON - self.0,
        })
    }

    /// The score, for its player, of a move that leads to this one for the opponent.
    #[must_use]
    pub const fn before(self) -> Self {
        if self.0 == Self::DRAW {
            return self;
        }
        match self.value() {
            Value::Loss => Self(Self::WON - 1 - self.0),
            Value::Draw => Self(self.0 - 1),
            Value::Win => Self(Self::WON - self.0 + 1),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) => write!(f, "{} in {plies}", self.value()),
            None => write!(f, "endless {}", self.value()),
        }
    }
}
