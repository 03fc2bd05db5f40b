//! Puts plies, results and players into words, for texts and pages.

use std::fmt;

use perfectplay::Value;
use perfectplay_any::{Answer, Choice};

pub use crate::scene::capitalized;

/// A number of plies, printed with the noun, such as `5 plies`.
pub struct PlyCount(pub u32);

impl fmt::Display for PlyCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 ply"),
            plies => write!(f, "{plies} plies"),
        }
    }
}

/// The result of perfect play for a player, printed in words, such as `wins in 5 plies`.
pub struct Verdict {
    /// The value for the player.
    pub value: Value,
    /// The number of plies to the end; `None` if a drawn game never ends, or if the distance is unknown.
    pub distance: Option<u32>,
    /// Tells why a draw has no `distance`: the game never ends (`true`), or the distance is unknown (`false`).
    pub knows_distances: bool,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.value {
            Value::Win => "wins",
            Value::Draw => "draws",
            Value::Loss => "loses",
        };
        match self.distance {
            Some(plies) => write!(f, "{verb} in {}", PlyCount(plies)),
            None if self.knows_distances && self.value == Value::Draw => {
                write!(f, "{verb} without an end")
            }
            None => f.write_str(verb),
        }
    }
}

impl Verdict {
    /// Creates a result from the value and the distance in a table. A table knows every distance.
    #[must_use]
    pub const fn of_table(value: Value, distance: Option<u32>) -> Self {
        Self {
            value,
            distance,
            knows_distances: true,
        }
    }

    /// Returns the result of a move for the player who makes it. A draw that never ends is possible only in a
    /// loopy game.
    #[must_use]
    pub const fn of_move(answer: &Answer<'_>, choice: &Choice) -> Self {
        Self {
            value: choice.value,
            distance: choice.distance,
            knows_distances: answer.info.is_loopy,
        }
    }
}

/// Text that says whose turn it is in a state, and how the game ends with perfect play.
pub trait InWords {
    /// Returns the player to move, in words.
    fn mover(&self) -> String;

    /// Returns the opponent of the player to move, in words.
    fn opponent(&self) -> String;

    /// Returns a clause, without a full stop, that names the player to move and the result of perfect play.
    fn outlook(&self) -> String;
}

impl InWords for Answer<'_> {
    fn mover(&self) -> String {
        match self.to_move {
            Some(player) => self.info.players.noun(player),
            None => "the player to move".to_owned(),
        }
    }

    fn opponent(&self) -> String {
        match self.to_move {
            Some(player) => self.info.players.noun(player.other()),
            None => "the opponent".to_owned(),
        }
    }

    fn outlook(&self) -> String {
        let mover = capitalized(&self.mover());
        let verdict = match self.verdict {
            Some((value, distance)) => Verdict {
                value,
                distance,
                knows_distances: self.info.is_loopy,
            }
            .to_string(),
            None => "has an unknown value: no proof was found within the limits".to_owned(),
        };
        match self.to_move {
            None => format!("{mover} {verdict}"),
            Some(_) if self.info.players.are_proper() => format!("{mover} to move {verdict}"),
            Some(_) => format!("{mover} is to move and {verdict}"),
        }
    }
}

/// A list of names, printed with spaces between them.
pub struct List<T>(pub T);

impl<'a, T: IntoIterator<Item = &'a str> + Clone> fmt::Display for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.0.clone().into_iter();
        f.write_str(names.next().unwrap_or("none"))?;
        names.try_for_each(|name| write!(f, " {name}"))
    }
}
