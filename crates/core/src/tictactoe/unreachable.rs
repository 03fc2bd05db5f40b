//! The reasons why no game reaches a board.

use core::fmt;

use super::state::State;
use super::text::mark;
use crate::Player;

impl State {
    /// Returns why no game reaches this state; `None` for a reachable state.
    ///
    /// ```
    /// use perfectplay::tictactoe::State;
    /// use perfectplay::tictactoe::Unreachable;
    ///
    /// let state: State = "XX./.../...".parse()?;
    /// assert_eq!(state.unreachable(), Some(Unreachable::Counts { x: 2, o: 0 }));
    /// # Ok::<(), perfectplay::game::ParseStateError>(())
    /// ```
    #[must_use]
    pub const fn unreachable(self) -> Option<Unreachable> {
        let counts = [self.x().count_ones(), self.o().count_ones()];
        let lines = [self.has_line(Player::First), self.has_line(Player::Second)];
        Unreachable::from_marks(counts, lines)
    }
}

/// The reason why no game reaches a state.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreachable {
    /// X moves first and the players take turns, so X must have as many marks as O, or
    /// one more.
    Counts {
        /// The number of marks of X.
        x: u8,
        /// The number of marks of O.
        o: u8,
    },
    /// Both players have a line, but the game ends with the first line.
    BothWon,
    /// A move was played after a player had completed a line.
    PlayedOn {
        /// The player who has a line.
        winner: Player,
    },
}

impl Unreachable {
    /// Returns the reason why no game reaches a board. `x` and `o` are the numbers of marks.
    /// `lines[0]` tells whether X has a line, and `lines[1]` whether O has a line.
    #[must_use]
    #[doc(hidden)]
    pub const fn from_marks([x, o]: [u32; 2], lines: [bool; 2]) -> Option<Self> {
        if x != o && x != o + 1 {
            let (x, o) = (x as u8, o as u8);
            return Some(Self::Counts { x, o });
        }
        match lines {
            [true, true] => Some(Self::BothWon),
            [true, false] if x == o => Some(Self::PlayedOn {
                winner: Player::First,
            }),
            [false, true] if x != o => Some(Self::PlayedOn {
                winner: Player::Second,
            }),
            // No other case is left on a board of 3 by 3: two lines without a common cell take six
            // marks of one player.
            _ => None,
        }
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { x, o } => {
                write!(
                    f,
                    "expected equally many X and O, or one more X, found {x} X and {o} O"
                )?;
                if *o == *x + 1 {
                    f.write_str("; if O began, exchange the marks")?;
                }
                Ok(())
            }
            Self::BothWon => f.write_str("expected at most one winner, found two"),
            Self::PlayedOn { winner } => write!(
                f,
                "expected no move after the end, found one of {} after {} had won",
                mark(winner.other()),
                mark(*winner)
            ),
        }
    }
}

crate::debug_as_display!([] Unreachable);

impl core::error::Error for Unreachable {}
