//! Everything that is known of a state, without the types of the game. The text for people
//! and the JSON are both made of it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use perfectplay::{Move, Player, Solved, Value};
use perfectplay_games::Listed;
use perfectplay_games::show::Place;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::picture::Picture;
use crate::spec::Spec;
use crate::wording::{PlayerNames, Verdict, capitalized};

/// What is known of a state.
pub struct StateView {
    pub game: Spec,
    pub state: String,
    pub players: PlayerNames,
    /// Whose turn it is; `None` if the state does not tell.
    pub to_move: Option<Player>,
    /// Value and distance; `None` if no game reaches the state.
    pub verdict: Option<(Value, Option<u32>)>,
    /// The legal moves by their numbers; none when the game is over.
    pub choices: Vec<MoveView>,
    /// The same moves, best first: where each is among the choices.
    best_first: Vec<usize>,
    /// Once the game is over, the names of the squares of all complete lines.
    line: Option<Vec<String>>,
    /// Why no game reaches the state, if this is known.
    pub problem: Option<String>,
}

/// What is known of a legal move.
pub struct MoveView {
    pub index: Move,
    /// Its name.
    pub mv: String,
    pub place: Place,
    /// The state that it leads to.
    pub after: String,
    /// What it is worth to the player who makes it.
    pub kind: Value,
    /// How far the end is, with this move.
    pub distance: Option<u32>,
    pub is_best: bool,
}

impl MoveView {
    /// What the move comes to.
    pub const fn verdict(&self) -> Verdict {
        Verdict {
            value: self.kind,
            distance: self.distance,
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy)]
pub enum Status {
    /// No game reaches the state.
    Unreachable,
    Ongoing,
    WonBy(Player),
    Drawn,
    /// Somebody has won, and the state does not tell who.
    Over,
}

impl Status {
    /// The status of a reachable state.
    pub const fn of(is_over: bool, value: Value, to_move: Option<Player>) -> Self {
        match (is_over, value, to_move) {
            (false, ..) => Self::Ongoing,
            (true, Value::Draw, _) => Self::Drawn,
            (true, Value::Win, Some(player)) => Self::WonBy(player),
            (true, Value::Loss, Some(player)) => Self::WonBy(player.other()),
            (true, _, None) => Self::Over,
        }
    }

    /// What programs are told.
    pub fn name(self, players: PlayerNames) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Unreachable => "unreachable",
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

impl StateView {
    pub fn of<G: Listed>(
        solved: &dyn Solved<Game = G, Error = Infallible>,
        spec: &Spec,
        state: G::State,
    ) -> Self {
        let game = solved.game();
        let evaluated = (&solved).moves(state).collect::<Vec<_>>();
        // A table may hold what the rules contradict: then it has no moves, though the game
        // is not over.
        let score = (&solved)
            .score(state)
            .filter(|_| evaluated.is_empty() == game.outcome(state).is_some());
        let mut choices = evaluated
            .iter()
            .map(|evaluated| MoveView {
                index: evaluated.mv,
                mv: text(|out| game.write_move(state, evaluated.mv, out)),
                place: game.place(state, evaluated.mv),
                after: text(|out| game.write_state(evaluated.after, out)),
                kind: evaluated.value,
                distance: evaluated.distance,
                is_best: evaluated.is_best,
            })
            .collect::<Vec<_>>();
        choices.sort_unstable_by_key(|choice| choice.index);
        let place = |mv| choices.partition_point(|choice| choice.index < mv);
        let best_first = evaluated.iter().map(|evaluated| place(evaluated.mv));
        let is_over = score.is_some() && choices.is_empty();
        let problem = match score {
            None => game.why_unreachable(state).map(|why| why.to_string()),
            Some(_) => None,
        };
        Self {
            game: spec.clone(),
            state: text(|out| game.write_state(state, out)),
            players: PlayerNames(game.player_names()),
            to_move: game.to_move(state),
            verdict: score.map(|score| (score.value(), score.distance())),
            best_first: best_first.collect(),
            choices,
            line: is_over.then(|| {
                let picture = Picture::of(game, state);
                let squares = picture.line_squares();
                let names = squares
                    .iter()
                    .map(|&square| picture.name(square).to_owned());
                names.collect()
            }),
            problem,
        }
    }

    pub fn is_reachable(&self) -> bool {
        self.verdict.is_some()
    }

    pub fn is_over(&self) -> bool {
        self.verdict.is_some() && self.choices.is_empty()
    }

    pub fn of_kind(&self, kind: Value) -> Vec<&str> {
        self.moves(|choice| choice.kind == kind)
    }

    pub fn best(&self) -> Vec<&str> {
        self.moves(|choice| choice.is_best)
    }

    /// The names of some moves.
    pub fn moves(&self, which: impl Fn(&MoveView) -> bool) -> Vec<&str> {
        let choices = self.choices.iter().filter(|choice| which(choice));
        choices.map(|choice| choice.mv.as_str()).collect()
    }

    pub fn status(&self) -> Status {
        match self.verdict {
            None => Status::Unreachable,
            Some((value, _)) => Status::of(self.is_over(), value, self.to_move),
        }
    }

    /// The player to move in a sentence.
    pub fn mover(&self) -> String {
        match self.to_move {
            Some(player) => self.players.noun(player),
            None => "the player to move".to_owned(),
        }
    }

    /// The other player in a sentence.
    pub fn opponent(&self) -> String {
        match self.to_move {
            Some(player) => self.players.noun(player.other()),
            None => "the opponent".to_owned(),
        }
    }

    /// Whose turn it is and what perfect play comes to, as a sentence without its full stop.
    pub fn outlook(&self) -> String {
        let Some((value, distance)) = self.verdict else {
            return String::new();
        };
        let verdict = Verdict { value, distance };
        let mover = capitalized(&self.mover());
        match self.to_move {
            None => format!("{mover} {verdict}"),
            Some(_) if self.players.are_proper() => format!("{mover} to move {verdict}"),
            Some(_) => format!("{mover} is to move and {verdict}"),
        }
    }
}

impl Serialize for StateView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("state", &self.state)?;
        let to_move = self.to_move.map(|player| self.players.plain(player));
        map.serialize_entry("to_move", &to_move)?;
        map.serialize_entry("status", &self.status().name(self.players))?;
        if let Some((value, distance)) = self.verdict {
            let of_kind = |kind| {
                Names(
                    self.choices
                        .iter()
                        .filter(move |choice| choice.kind == kind),
                )
            };
            map.serialize_entry("value", &value)?;
            map.serialize_entry("distance", &distance)?;
            map.serialize_entry("winning", &of_kind(Value::Win))?;
            map.serialize_entry("losing", &of_kind(Value::Loss))?;
            map.serialize_entry("neutral", &of_kind(Value::Draw))?;
            let best = self.choices.iter().filter(|choice| choice.is_best);
            map.serialize_entry("best", &Names(best))?;
            map.serialize_entry("moves", &BestFirst(self))?;
        }
        if let Some(line) = &self.line {
            let names = line.iter().map(|name| Name(name)).collect::<Vec<_>>();
            map.serialize_entry("line", &names)?;
        }
        if let Some(problem) = &self.problem {
            map.serialize_entry("problem", problem)?;
        }
        map.end()
    }
}

/// What a game writes. There is room from the start for most names and states, and no
/// formatter on the way: a program may ask for half a million states a second.
fn text(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let mut text = String::with_capacity(24);
    write(&mut text).expect("memory");
    text
}

/// The name of a move or a square: a number if it is one, else a string.
pub struct Name<'a>(pub &'a str);

impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<u64>() {
            Ok(number) => serializer.serialize_u64(number),
            Err(_) => serializer.serialize_str(self.0),
        }
    }
}

/// The names of some moves.
struct Names<I>(I);

impl<'a, I: Iterator<Item = &'a MoveView> + Clone> Serialize for Names<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone().map(|choice| Name(&choice.mv)))
    }
}

/// The moves of a state, best first.
struct BestFirst<'a>(&'a StateView);

impl Serialize for BestFirst<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.best_first.len()))?;
        for &place in &self.0.best_first {
            list.serialize_element(&self.0.choices[place])?;
        }
        list.end()
    }
}

impl Serialize for MoveView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &Name(&self.mv))?;
        map.serialize_entry("after", &self.after)?;
        map.serialize_entry("value", &self.kind)?;
        map.serialize_entry("distance", &self.distance)?;
        map.end()
    }
}
