//! Words that several answers share.

use std::fmt;

use perfectplay::{Player, Value};

/// A number of plies, with the noun.
pub struct Plies(pub u32);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 ply"),
            plies => write!(f, "{plies} plies"),
        }
    }
}

/// What perfect play comes to for a player: `wins in 5 plies`.
pub struct Verdict {
    pub value: Value,
    pub distance: Option<u32>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.value {
            Value::Win => "wins",
            Value::Draw => "draws",
            Value::Loss => "loses",
        };
        match self.distance {
            Some(plies) => write!(f, "{verb} in {}", Plies(plies)),
            None => write!(f, "{verb} without an end"),
        }
    }
}

/// What the two players of a game are called.
#[derive(Clone, Copy)]
pub struct PlayerNames(pub [&'static str; 2]);

impl PlayerNames {
    /// The name as the game gives it.
    pub const fn plain(self, player: Player) -> &'static str {
        self.0[player as usize]
    }

    /// Whether the names stand by themselves, such as X and White. Others tell the order.
    pub fn are_proper(self) -> bool {
        self.0
            .iter()
            .all(|name| name.starts_with(char::is_uppercase))
    }

    /// The player in a sentence: `X`, or `the first player`.
    pub fn noun(self, player: Player) -> String {
        let name = self.plain(player);
        if self.are_proper() {
            name.to_owned()
        } else {
            format!("the {name} player")
        }
    }

    /// What the people who play are called round after round, whoever starts: `X`, or
    /// `Player 1`.
    pub fn of_person(self, person: Player) -> String {
        if self.are_proper() {
            self.plain(person).to_owned()
        } else {
            format!("Player {}", person as u8 + 1)
        }
    }
}

/// A text at the beginning of a sentence.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Names as a list for people.
pub struct List<T>(pub T);

impl<'a, T: IntoIterator<Item = &'a str> + Clone> fmt::Display for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.0.clone().into_iter();
        f.write_str(names.next().unwrap_or("none"))?;
        names.try_for_each(|name| write!(f, " {name}"))
    }
}
