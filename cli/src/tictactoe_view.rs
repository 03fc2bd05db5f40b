//! What the table says of a state, as a value: the text and the JSON are both made of it.

use std::fmt;

use perfectplay::tictactoe::{Status, Unreachable};
use perfectplay::{Moves, Player, Record, State, Value, lookup};
use serde::{Serialize, Serializer};

use crate::board::{Board, mark};

/// The answer to a state.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Reachable(View),
    Unreachable {
        state: State,
        status: &'static str,
        #[serde(serialize_with = "as_text")]
        problem: Unreachable,
    },
}

/// Everything that is known of a reachable state.
#[derive(Serialize)]
pub struct View {
    pub state: State,
    #[serde(serialize_with = "as_mark")]
    pub to_move: Player,
    #[serde(serialize_with = "as_status_name")]
    pub status: Status,
    pub value: Value,
    pub distance: u8,
    pub winning: Moves,
    pub losing: Moves,
    pub neutral: Moves,
    pub best: Moves,
    /// The cells of the winner's line or lines, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Moves>,
    /// What all of this was read from.
    #[serde(skip)]
    pub record: Record,
}

impl Answer {
    pub fn of(state: State) -> Self {
        match state.unreachable() {
            None => Self::Reachable(View::of(state)),
            Some(problem) => Self::Unreachable {
                state,
                status: "unreachable",
                problem,
            },
        }
    }
}

impl View {
    /// That of a reachable state.
    pub fn of(state: State) -> Self {
        let record = lookup(state).expect("the table has every reachable state");
        Self::new(state, record)
    }

    /// What a record tells of its state.
    pub fn new(state: State, record: Record) -> Self {
        let status = state.status();
        Self {
            state,
            to_move: state.to_move(),
            status,
            value: record.value(),
            distance: record.distance(),
            winning: record.winning(),
            losing: record.losing(),
            neutral: record.neutral(),
            best: record.best(),
            line: status.is_over().then(|| state.line_cells()),
            record,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reachable(view) => view.fmt(f),
            Self::Unreachable { state, problem, .. } => {
                let board = Board::new(*state);
                writeln!(f, "{board}\nNo game reaches this board: {problem}.")
            }
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Board {
            record: Some(self.record),
            ..Board::new(self.state)
        };
        writeln!(f, "{board}")?;
        match self.status {
            Status::Won(winner) => {
                let line = Cells(self.state.line_cells());
                return writeln!(f, "{} has won: {line}.", mark(winner));
            }
            Status::Drawn => return writeln!(f, "The game is drawn."),
            Status::Ongoing => writeln!(f, "{}.", Verdict::of(self.to_move, self.record))?,
        }
        writeln!(f, "winning +  {}", Cells(self.winning))?;
        writeln!(f, "neutral =  {}", Cells(self.neutral))?;
        writeln!(f, "losing  -  {}", Cells(self.losing))?;
        writeln!(f, "best    *  {}", Cells(self.best))
    }
}

/// What a game that goes on is worth to the player to move.
pub struct Verdict {
    /// As this player is shown.
    player: Player,
    value: Value,
    distance: u8,
}

impl Verdict {
    pub const fn of(player: Player, record: Record) -> Self {
        Self {
            player,
            value: record.value(),
            distance: record.distance(),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (player, plies) = (mark(self.player), Plies(self.distance.into()));
        match self.value {
            Value::Win => write!(f, "{player} to move wins in {plies}"),
            Value::Draw => write!(f, "{player} to move draws in {plies}"),
            Value::Loss => write!(f, "{player} to move loses in {plies}"),
        }
    }
}

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

/// A set of cells, as a list for people.
pub struct Cells(pub Moves);

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (i, cell) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { " " };
            write!(f, "{separator}{cell}")?;
        }
        Ok(())
    }
}

/// How a game stands, as programs are told.
pub const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Ongoing => "ongoing",
        Status::Won(Player::First) => "x_wins",
        Status::Won(Player::Second) => "o_wins",
        Status::Drawn => "draw",
    }
}

fn as_status_name<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status_name(*status))
}

fn as_mark<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(mark(*player))
}

fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
