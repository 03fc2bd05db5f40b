//! What the table says of a state, as a value: the text and the JSON are both made of it.

use std::fmt;

use perfectplay::{Moves, Player, State, Status, Unreachable, Value, lookup};
use serde::{Serialize, Serializer};

use crate::board::Board;

/// The answer to a state.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Reachable(View),
    Unreachable {
        state: State,
        #[serde(serialize_with = "as_text")]
        unreachable: Unreachable,
    },
}

/// Everything that is known of a reachable state.
#[derive(Serialize)]
pub struct View {
    pub state: State,
    pub to_move: Player,
    #[serde(serialize_with = "status_name")]
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
}

impl Answer {
    pub fn of(state: State) -> Self {
        match (lookup(state), state.unreachable()) {
            (_, Some(unreachable)) => Self::Unreachable { state, unreachable },
            (None, None) => unreachable!("the table has every reachable state"),
            (Some(record), None) => {
                let status = state.status();
                Self::Reachable(View {
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
                })
            }
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reachable(view) => view.fmt(f),
            Self::Unreachable { state, unreachable } => {
                let board = Board {
                    state: *state,
                    record: None,
                    first_mark: Player::X,
                };
                write!(f, "{board}\nNo game reaches this board: {unreachable}.\n")
            }
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Board {
            state: self.state,
            record: lookup(self.state),
            first_mark: Player::X,
        };
        writeln!(f, "{board}")?;
        let (player, plies) = (self.to_move, Plies(self.distance));
        match (self.status, self.value) {
            (Status::Won(winner), _) => {
                return writeln!(f, "{winner} has won: {}.", Cells(self.state.line_cells()));
            }
            (Status::Drawn, _) => return writeln!(f, "The game is drawn."),
            (Status::Ongoing, Value::Win) => writeln!(f, "{player} to move wins in {plies}.")?,
            (Status::Ongoing, Value::Draw) => {
                writeln!(f, "{player} to move draws, in {plies}.")?;
            }
            (Status::Ongoing, Value::Loss) => writeln!(f, "{player} to move loses in {plies}.")?,
        }
        writeln!(f, "winning +  {}", Cells(self.winning))?;
        writeln!(f, "neutral =  {}", Cells(self.neutral))?;
        writeln!(f, "losing  -  {}", Cells(self.losing))?;
        writeln!(f, "best    *  {}", Cells(self.best))
    }
}

/// A number of plies, with the noun.
struct Plies(u8);

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

fn status_name<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match status {
        Status::Ongoing => "ongoing",
        Status::Won(Player::X) => "x_wins",
        Status::Won(Player::O) => "o_wins",
        Status::Drawn => "draw",
    })
}

fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
