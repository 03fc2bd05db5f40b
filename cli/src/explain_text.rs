//! `perfectplay explain --game`: what is known of a state of any game, in words.

use std::fmt;
use std::io::{self, Write};

use perfectplay::{ParseStateError, Value};

use crate::Failure;
use crate::print::Reply;
use crate::solved_game::{BestPlay, SolvedGame};
use crate::state_view::{StateView, Verdict};
use crate::tictactoe_view::Plies;

/// Explains a state of the book.
pub fn run(book: &dyn SolvedGame, state: &str) -> Result<(), Failure> {
    let explanation = Explanation::of(book, state);
    let explanation = explanation.map_err(|error| Failure::invalid_state(state, &error))?;
    write!(io::stdout(), "{explanation}")?;
    if explanation.view.is_wrong() {
        Err(Failure::Told)
    } else {
        Ok(())
    }
}

/// The words for a state.
struct Explanation {
    view: StateView,
    best_play: BestPlay,
    /// What answers each of the moves; nothing, if that was the end.
    replies: Vec<Option<String>>,
}

impl Explanation {
    fn of(book: &dyn SolvedGame, state: &str) -> Result<Self, ParseStateError> {
        let view = book.view(state)?;
        let after = view.choices.iter().map(|choice| &choice.after);
        let replies = after.map(|after| book.best_move(after));
        Ok(Self {
            replies: replies.collect::<Result<_, _>>()?,
            best_play: book.best_play(state)?,
            view,
        })
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = &self.view;
        match view.verdict {
            Some((value, distance)) if !view.is_over() => {
                writeln!(f, "{}\n", view.rows())?;
                write_outlook(f, value, distance)?;
                self.write_only_move(f, value)?;
                self.write_best_play(f)?;
                self.write_choices(f)
            }
            // The state and one sentence say it all.
            _ => write!(f, "{view}"),
        }
    }
}

impl Explanation {
    /// Tells of the move without which the value is gone, or in a lost state the time.
    fn write_only_move(&self, f: &mut fmt::Formatter<'_>, value: Value) -> fmt::Result {
        let (keeping, what) = match value {
            Value::Win => (self.view.of_kind(value), "wins"),
            Value::Draw => (self.view.of_kind(value), "draws"),
            Value::Loss => (self.view.best(), "delays the end"),
        };
        match keeping[..] {
            [mv] if self.view.choices.len() == 1 => writeln!(f, "{mv} is the only move left."),
            [mv] => writeln!(f, "{mv} is the only move that {what}."),
            _ => Ok(()),
        }
    }

    fn write_best_play(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nBest play:")?;
        let plies = &self.best_play.plies;
        let width = width(plies.iter().map(|(mv, _)| mv));
        for (mv, after) in plies {
            writeln!(f, "  {mv:width$}  {after}")?;
        }
        if self.best_play.returns {
            writeln!(
                f,
                "The last state has been there before: so it goes on for ever."
            )?;
        }
        Ok(())
    }

    /// What each move is worth, and what answers it.
    fn write_choices(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nMoves:")?;
        let choices = &self.view.choices;
        let width = width(choices.iter().map(|choice| &choice.mv));
        for (choice, reply) in choices.iter().zip(&self.replies) {
            let star = if choice.is_best { '*' } else { ' ' };
            let verdict = Verdict {
                value: choice.kind,
                distance: choice.distance,
            };
            write!(f, " {star}{:width$}  {verdict}", choice.mv)?;
            match reply {
                Some(reply) => writeln!(f, ": the best reply is {reply}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// How wide a column of such moves is.
fn width<'a>(moves: impl Iterator<Item = &'a String>) -> usize {
    moves.map(|mv| mv.chars().count()).max().unwrap_or(0)
}

fn write_outlook(f: &mut fmt::Formatter<'_>, value: Value, distance: Option<u32>) -> fmt::Result {
    let plies = distance.map(Plies);
    match (value, plies) {
        (Value::Win, Some(Plies(1))) => writeln!(f, "The player to move wins at once."),
        (Value::Win, Some(plies)) => writeln!(
            f,
            "The player to move wins in {plies} whatever the opponent plays."
        ),
        (Value::Loss, Some(plies)) => writeln!(
            f,
            "The opponent wins in {plies} whatever the player to move plays."
        ),
        (_, Some(plies)) => writeln!(f, "With best play nobody wins: a draw in {plies}."),
        (_, None) => writeln!(f, "With best play nobody wins, and the game never ends."),
    }
}
