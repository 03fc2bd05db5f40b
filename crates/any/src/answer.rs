//! Everything that is known of a state, to be printed as text or as JSON.

use std::borrow::Cow;

use perfectplay::game::Score;
use perfectplay::oracle::ValueSource;
use perfectplay::{Move, Player, Value};
use perfectplay_games::show::Place;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::info::{Info, Players};
use crate::picture::Picture;

/// Everything that is known of a state. The JSON form is the output of `perfectplay lookup --json`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<'t> {
    /// The description of the game.
    pub info: &'t Info,
    /// The state as text.
    pub state: String,
    /// The player to move; `None` if the state does not say whose turn it is.
    pub to_move: Option<Player>,
    /// The value and the distance of the state; `None` if the state is unreachable, or if its value is not
    /// proved.
    pub verdict: Option<(Value, Option<u32>)>,
    /// The legal moves in the order of their indexes; empty if the game is over.
    pub choices: Vec<Choice>,
    /// The moves from the best to the worst. Each move is given by its index in `choices`.
    best_first: Vec<usize>,
    /// The legal moves without a known value, because an oracle did not prove the value within its limits.
    pub unproved: Vec<Choice>,
    /// The names of all squares on complete lines, such as three marks in a row; `None` if the game is not over.
    pub(crate) line: Option<Vec<String>>,
    /// The reason why the state is unreachable; `None` if the state is reachable, or if the rules give no
    /// reason.
    pub problem: Option<String>,
}

/// A legal move, with its value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The name of the move.
    pub name: String,
    /// The place on the board where the move is played.
    pub place: Place,
    /// The state after the move, as text.
    pub after: String,
    /// The value of the move for the player who makes it.
    pub value: Value,
    /// The number of plies to the end, including this move; `None` if perfect play never ends, or if the
    /// distance is unknown.
    pub distance: Option<u32>,
    /// Whether the move is one of the best moves.
    pub is_best: bool,
    /// If an oracle gave the value: how it found the value, and how many states it searched. `None` if a table gave the
    /// value.
    pub found: Option<(ValueSource, u64)>,
}

/// The status of the game in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The state is unreachable.
    Unreachable,
    /// The value was not proved within the limits of an oracle.
    Unproved,
    /// The game is not over.
    Ongoing,
    /// This player has won.
    WonBy(Player),
    /// The game is drawn.
    Drawn,
    /// A player has won, but the state does not say which player.
    Over,
}

impl Status {
    /// Creates the status of a reachable state. `value` is the state's value for the player to move.
    #[must_use]
    pub const fn new(is_over: bool, value: Value, to_move: Option<Player>) -> Self {
        match (is_over, value, to_move) {
            (false, ..) => Self::Ongoing,
            (true, Value::Draw, _) => Self::Drawn,
            (true, Value::Win, Some(player)) => Self::WonBy(player),
            (true, Value::Loss, Some(player)) => Self::WonBy(player.other()),
            (true, _, None) => Self::Over,
        }
    }

    /// Returns the name of the status that the JSON form uses.
    #[must_use]
    pub fn name(self, players: &Players) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Unreachable => "unreachable",
            Self::Unproved => "unproved",
            Self::Ongoing => "ongoing",
            Self::Drawn => "draw",
            Self::Over => "over",
            Self::WonBy(player) => {
                let name = players.plain(player).to_lowercase();
                return Cow::Owned(format!("{name}_wins"));
            }
        })
    }
}

impl<'t> Answer<'t> {
    /// Creates an answer. The moves in `choices` must be in the order of their indexes.
    pub(crate) fn new(
        info: &'t Info,
        state: String,
        to_move: Option<Player>,
        verdict: Option<(Value, Option<u32>)>,
        choices: Vec<Choice>,
    ) -> Self {
        let score = |place: usize| Score::new(choices[place].value, choices[place].distance);
        let mut best_first = Vec::with_capacity(choices.len());
        for place in 0..choices.len() {
            let at = best_first.partition_point(|&other| score(other) >= score(place));
            best_first.insert(at, place);
        }
        Self {
            info,
            state,
            to_move,
            verdict,
            choices,
            best_first,
            unproved: Vec::new(),
            line: None,
            problem: None,
        }
    }

    /// Returns whether the state is reachable.
    #[must_use]
    pub fn is_reachable(&self) -> bool {
        self.verdict.is_some() || !self.unproved.is_empty()
    }

    /// Returns whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.verdict.is_some() && self.choices.is_empty() && self.unproved.is_empty()
    }

    /// Returns the names of the moves whose value is `value`.
    #[must_use]
    pub fn of_kind(&self, value: Value) -> Vec<&str> {
        self.moves(|choice| choice.value == value)
    }

    /// Returns the names of the best moves.
    #[must_use]
    pub fn best(&self) -> Vec<&str> {
        self.moves(|choice| choice.is_best)
    }

    /// Returns the legal moves, best first.
    pub fn best_first(&self) -> impl Iterator<Item = &Choice> {
        self.best_first.iter().map(|&place| &self.choices[place])
    }

    /// Returns the names of the moves for which `which` returns `true`.
    #[must_use]
    pub fn moves(&self, which: impl Fn(&Choice) -> bool) -> Vec<&str> {
        let choices = self.choices.iter().filter(|choice| which(choice));
        choices.map(|choice| choice.name.as_str()).collect()
    }

    /// Returns the legal move whose name is `name`.
    #[must_use]
    pub fn choice(&self, name: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.name == name)
    }

    /// Finds the legal move for a name that a person typed. The name may be the name of the move or the name of the
    /// square where the move is played. Upper and lower case count as equal, unless several moves would then have the
    /// same name.
    #[must_use]
    pub fn find(&self, picture: &Picture, name: &str) -> Option<Move> {
        if let Some(choice) = self.choice(name) {
            return Some(choice.mv);
        }
        let square = picture.find_square(name).map(Place::Square);
        let mut alike = self.choices.iter().filter(|choice| {
            choice.name.eq_ignore_ascii_case(name) || Some(choice.place) == square
        });
        let found = alike.next().filter(|_| alike.next().is_none())?;
        Some(found.mv)
    }

    /// Returns the legal move whose index is `mv`.
    #[must_use]
    pub fn choice_of(&self, mv: Move) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.mv == mv)
    }

    /// Returns the status of the game in this state.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.verdict {
            None if self.is_reachable() => Status::Unproved,
            None => Status::Unreachable,
            Some((value, _)) => Status::new(self.is_over(), value, self.to_move),
        }
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let players = &self.info.players;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &*self.info.spec)?;
        map.serialize_entry("state", &self.state)?;
        let to_move = self.to_move.map(|player| players.plain(player));
        map.serialize_entry("to_move", &to_move)?;
        map.serialize_entry("status", &self.status().name(players))?;
        if self.is_reachable() {
            let (value, distance) = self.verdict.unzip();
            map.serialize_entry("value", &value)?;
            map.serialize_entry("distance", &distance.flatten())?;
            map.serialize_entry("winning", &Names(self.of_kind(Value::Win)))?;
            map.serialize_entry("losing", &Names(self.of_kind(Value::Loss)))?;
            map.serialize_entry("neutral", &Names(self.of_kind(Value::Draw)))?;
            map.serialize_entry("best", &Names(self.best()))?;
            map.serialize_entry("moves", &BestFirst(self))?;
        }
        if let Some(line) = &self.line {
            let names = line.iter().map(String::as_str).collect();
            map.serialize_entry("line", &Names(names))?;
        }
        if let Some(problem) = &self.problem {
            map.serialize_entry("problem", problem)?;
        }
        map.end()
    }
}

/// The name of a move or a square in JSON. A name that looks like a number is written as a number, and any
/// other name as a string.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a>(pub &'a str);

impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<u64>() {
            Ok(number) => serializer.serialize_u64(number),
            Err(_) => serializer.serialize_str(self.0),
        }
    }
}

struct Names<'a>(Vec<&'a str>);

impl Serialize for Names<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|name| Name(name)))
    }
}

struct BestFirst<'a>(&'a Answer<'a>);

impl Serialize for BestFirst<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = self.0.best_first.len() + self.0.unproved.len();
        let mut list = serializer.serialize_seq(Some(length))?;
        for &place in &self.0.best_first {
            list.serialize_element(&self.0.choices[place])?;
        }
        for choice in &self.0.unproved {
            list.serialize_element(&Unproved(choice))?;
        }
        list.end()
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &Name(&self.name))?;
        map.serialize_entry("after", &self.after)?;
        map.serialize_entry("value", &self.value)?;
        map.serialize_entry("distance", &self.distance)?;
        if let Some((source, nodes)) = self.found {
            map.serialize_entry("source", source.name())?;
            map.serialize_entry("nodes", &nodes)?;
        }
        map.end()
    }
}

struct Unproved<'a>(&'a Choice);

impl Serialize for Unproved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &Name(&self.0.name))?;
        map.serialize_entry("after", &self.0.after)?;
        map.serialize_entry("value", &None::<Value>)?;
        map.serialize_entry("distance", &None::<u32>)?;
        map.end()
    }
}
