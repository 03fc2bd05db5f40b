//! The type [`Score`], which combines a value and a distance.

use core::fmt;

use crate::Value;

/// A value and a distance, combined in one number. A better score is a greater number. From worst
/// to best, scores are early losses, late losses, the endless draw, far draws, near draws, late
/// wins, and early wins. So a move with the greatest score is a best move. In a drawn state,
/// [`Analysis::best`](crate::Analysis::best) contains every neutral move, whatever its score.
///
/// ```
/// use perfectplay::game::Score;
/// use perfectplay::Value;
///
/// let [soon, late] = [3, 7].map(|plies| Score::new(Value::Win, Some(plies)));
/// assert!(soon > late && late > Score::new(Value::Draw, None));
/// // If the opponent loses in seven plies after a move, the move wins in eight.
/// assert_eq!(Score::new(Value::Loss, Some(7)).before(), Score::new(Value::Win, Some(8)));
/// // If it gives an extra turn to a player who loses in seven, it loses in eight.
/// assert_eq!(Score::new(Value::Loss, Some(7)).later(), Score::new(Value::Loss, Some(8)));
/// ```
//
// The number is *d* for a loss in *d* plies, `DRAW` for the endless draw, `NEAR` - *d*
// for a draw in *d* plies, and `WON` - *d* for a win in *d* plies. This leaves room for
// more than 10^9 plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u32);

impl Score {
    const DRAW: u32 = 1 << 30;
    const NEAR: u32 = 1 << 31;
    const WON: u32 = u32::MAX;

    /// The score of a draw that never ends, because states repeat.
    pub const ENDLESS: Self = Self(Self::DRAW);

    /// The greatest distance that a score can contain, in plies. The library refuses to read a
    /// greater distance from a table file or a serialized [`Analysis`](crate::Analysis).
    pub const MAX_DISTANCE: u32 = Self::UNKNOWN - 1;

    /// The score of a win or a loss at an unknown distance contains this number in place of the
    /// distance.
    const UNKNOWN: u32 = Self::DRAW - 1;
    const LATEST_LOSS: u32 = Self::UNKNOWN;
    const LATEST_WIN: u32 = Self::WON - Self::UNKNOWN;

    /// Creates the score of a value at a distance. Without a distance, a draw is the endless draw,
    /// and a win or a loss has an unknown distance. A distance beyond
    /// [`MAX_DISTANCE`](Self::MAX_DISTANCE) counts as the greatest distance.
    #[must_use]
    #[inline]
    pub const fn new(value: Value, distance: Option<u32>) -> Self {
        let plies = match distance {
            Some(plies) if plies > Self::MAX_DISTANCE => Self::MAX_DISTANCE,
            Some(plies) => plies,
            None => match value {
                Value::Draw => return Self::ENDLESS,
                _ => Self::UNKNOWN,
            },
        };
        match value {
            Value::Loss => Self(plies),
            Value::Draw => Self(Self::NEAR - plies),
            Value::Win => Self(Self::WON - plies),
        }
    }

    /// Creates the score of a finished game.
    #[must_use]
    #[inline]
    pub const fn finished(value: Value) -> Self {
        Self::new(value, Some(0))
    }

    /// Returns the value.
    #[must_use]
    #[inline]
    pub const fn value(self) -> Value {
        if self.0 < Self::DRAW {
            Value::Loss
        } else if self.0 <= Self::NEAR {
            Value::Draw
        } else {
            Value::Win
        }
    }

    /// Returns the number of plies to the end; `None` for an endless draw, and for a win or a loss at an
    /// unknown distance.
    #[must_use]
    #[inline]
    pub const fn distance(self) -> Option<u32> {
        if matches!(self.0, Self::DRAW | Self::LATEST_LOSS | Self::LATEST_WIN) {
            return None;
        }
        Some(match self.value() {
            Value::Loss => self.0,
            Value::Draw => Self::NEAR - self.0,
            Value::Win => Self::WON - self.0,
        })
    }

    /// Returns the score of a move after which the opponent is to move. `self` is the score of the
    /// state after the move. The result has the opposite value, and a distance that is greater by
    /// one ply, but at most [`MAX_DISTANCE`](Self::MAX_DISTANCE). For a move that may give an extra
    /// turn, call [`of_move`](Self::of_move).
    #[must_use]
    #[inline]
    pub const fn before(self) -> Self {
        let distance = match self.distance() {
            Some(plies) => Some(plies + 1),
            None => None,
        };
        Self::new(self.value().flip(), distance)
    }

    /// Returns the score of a move after which the same player is to move again. `self` is the
    /// score of the state after the move. The result has the same value, and a distance that is
    /// greater by one ply.
    #[must_use]
    #[inline]
    pub const fn later(self) -> Self {
        // `before` repeats these lines, because a shared function would cost some instructions for
        // every state.
        let distance = match self.distance() {
            Some(plies) => Some(plies + 1),
            None => None,
        };
        Self::new(self.value(), distance)
    }

    /// Returns the score of a move for the player who makes the move. `self` is the score of the
    /// state after the move, for the player who is to move in that state.
    #[must_use]
    #[inline]
    pub const fn of_move(self, is_extra_turn: bool) -> Self {
        if is_extra_turn {
            self.later()
        } else {
            self.before()
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
            None if self.value() == Value::Draw => f.write_str("endless draw"),
            None => write!(f, "{} at an unknown distance", self.value()),
        }
    }
}
