//! Writes the answer about a state as text for people.

use std::fmt;

use perfectplay::{Player, Value};
use perfectplay_games::show::Square;

use anstream::adapter::strip_str;
use perfectplay_any::{Answer, Error, Picture, Players, Position, Status};

use crate::drawing::BoardDrawing;
use crate::words::{InWords, List, capitalized};

/// Returns the text that `perfectplay lookup` prints for a position: the board, the value and the moves. The
/// text has no colours and no newline at the end.
///
/// # Errors
/// Fails when the table cannot be read, or the rules contradict it.
pub fn text(position: &Position<'_>) -> Result<String, Error> {
    let (view, picture) = (&position.answer()?, &position.picture());
    let text = StateText { view, picture }.to_string();
    Ok(strip_str(&text).to_string().trim_end().to_owned())
}

/// The text for a state, which consists of the board and the answer of the table.
pub struct StateText<'a> {
    /// The answer of the table about the state.
    pub view: &'a Answer<'a>,
    /// The picture of the board.
    pub picture: &'a Picture,
}

impl fmt::Display for StateText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { view, picture } = *self;
        let board = BoardDrawing::with_values(view, picture);
        writeln!(f, "{board}")?;
        match view.status() {
            Status::Unreachable => match &view.problem {
                Some(problem) => writeln!(f, "No game reaches this state: {problem}."),
                None => writeln!(f, "No game of {} reaches this state.", view.info.spec),
            },
            Status::Ongoing | Status::Unproved => {
                writeln!(f, "{}.\n{}", view.outlook(), Kinds(view))
            }
            Status::Drawn => writeln!(f, "The game is drawn."),
            Status::WonBy(winner) => {
                let name = capitalized(&view.info.players.noun(winner));
                let line = WinningLine {
                    picture,
                    winner,
                    players: &view.info.players,
                };
                writeln!(f, "{name} has won{line}.")
            }
            Status::Over => {
                let has = match view.verdict {
                    Some((Value::Win, _)) => "won",
                    _ => "lost",
                };
                writeln!(f, "The game is over: the player to move has {has}.")
            }
        }
    }
}

/// The squares of the line that decided the game, as text. The text begins with a colon, such as `: 0 1 2`, and follows
/// words such as "X has won". The text is empty if no line decided the game.
pub struct WinningLine<'a> {
    /// The picture of the board.
    pub picture: &'a Picture,
    /// The player who has won.
    pub winner: Player,
    /// The names of the players.
    pub players: &'a Players,
}

impl fmt::Display for WinningLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.picture.line_squares();
        let Some(&first) = squares.first() else {
            return Ok(());
        };
        let names = List(squares.iter().map(|&square| self.picture.name(square)));
        match self.picture.square(first) {
            // In a misère game, the player who completes a line loses.
            Square::Piece { owner, .. } if owner != self.winner => {
                write!(f, ": {} completed {names}", self.players.noun(owner))
            }
            _ => write!(f, ": {names}"),
        }
    }
}

/// The text that lists the names of the moves, with one line for each kind of move.
pub struct Kinds<'a>(pub &'a Answer<'a>);

impl fmt::Display for Kinds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "winning +  {}", List(self.0.of_kind(Value::Win)))?;
        writeln!(f, "neutral =  {}", List(self.0.of_kind(Value::Draw)))?;
        writeln!(f, "losing  -  {}", List(self.0.of_kind(Value::Loss)))?;
        if !self.0.unproved.is_empty() {
            let unproved = self.0.unproved.iter();
            let names = unproved.map(|choice| choice.name.as_str());
            return write!(f, "unproved   {}", List(names));
        }
        write!(f, "best    *  {}", List(self.0.best()))
    }
}
