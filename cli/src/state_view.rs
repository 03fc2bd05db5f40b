//! What is known of a state of any game, as a value: text and JSON are both made of it.

use std::fmt;

use perfectplay::Value;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::game_arg::Spec;
use crate::print::Reply;
use crate::tictactoe_view::Plies;

/// What is known of a state.
pub struct StateView {
    pub game: Spec,
    pub state: String,
    /// Value and distance; `None` if no game reaches the state.
    pub verdict: Option<(Value, Option<u32>)>,
    /// The legal moves; none when the game is over.
    pub choices: Vec<MoveView>,
}

/// What is known of a legal move.
pub struct MoveView {
    pub mv: String,
    /// The state that it leads to.
    pub after: String,
    /// Whether it wins, draws or loses.
    pub kind: Value,
    /// How far the end is, with this move.
    pub distance: Option<u32>,
    pub is_best: bool,
}

impl StateView {
    pub fn is_over(&self) -> bool {
        self.verdict.is_some() && self.choices.is_empty()
    }

    /// The board, row by row.
    pub fn rows(&self) -> impl fmt::Display {
        self.state.replace('/', "\n")
    }

    pub fn of_kind(&self, kind: Value) -> Vec<&str> {
        self.moves(|choice| choice.kind == kind)
    }

    pub fn best(&self) -> Vec<&str> {
        self.moves(|choice| choice.is_best)
    }

    pub fn moves(&self, which: impl Fn(&MoveView) -> bool) -> Vec<&str> {
        let choices = self.choices.iter().filter(|choice| which(choice));
        choices.map(|choice| choice.mv.as_str()).collect()
    }

    pub fn status(&self) -> &'static str {
        match self.verdict {
            None => "unreachable",
            Some(_) => status_name(self.choices.is_empty()),
        }
    }
}

impl Reply for StateView {
    fn is_wrong(&self) -> bool {
        self.verdict.is_none()
    }
}

impl Serialize for StateView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("state", &self.state)?;
        map.serialize_entry("status", self.status())?;
        if let Some((value, distance)) = self.verdict {
            map.serialize_entry("value", &value)?;
            map.serialize_entry("distance", &distance)?;
            map.serialize_entry("winning", &self.of_kind(Value::Win))?;
            map.serialize_entry("losing", &self.of_kind(Value::Loss))?;
            map.serialize_entry("neutral", &self.of_kind(Value::Draw))?;
            map.serialize_entry("best", &self.best())?;
        }
        map.end()
    }
}

impl fmt::Display for StateView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.rows())?;
        match self.verdict {
            None => writeln!(f, "No game of {} reaches this state.", self.game),
            Some((value, _)) if self.is_over() => writeln!(f, "{}", Ended(value)),
            Some((value, distance)) => {
                writeln!(f, "The player to move {}.", Verdict { value, distance })?;
                writeln!(f, "{}", Kinds(self))
            }
        }
    }
}

/// How a game stands, as programs are told.
pub const fn status_name(is_over: bool) -> &'static str {
    if is_over { "over" } else { "ongoing" }
}

/// How a game has ended.
struct Ended(Value);

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Value::Win => "The game is over: the player to move has won.",
            Value::Draw => "The game is drawn.",
            Value::Loss => "The game is over: the player to move has lost.",
        })
    }
}

/// What a player comes to under perfect play: `wins in 5 plies`.
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

/// The moves by kind, a line for each.
pub struct Kinds<'a>(pub &'a StateView);

impl fmt::Display for Kinds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "winning  {}", List(&self.0.of_kind(Value::Win)))?;
        writeln!(f, "neutral  {}", List(&self.0.of_kind(Value::Draw)))?;
        writeln!(f, "losing   {}", List(&self.0.of_kind(Value::Loss)))?;
        write!(f, "best     {}", List(&self.0.best()))
    }
}

/// Moves, as a list for people.
pub struct List<'a>(pub &'a [&'a str]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            f.write_str("none")
        } else {
            f.write_str(&self.0.join(", "))
        }
    }
}
