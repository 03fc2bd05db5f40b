//! The report on one state.

use std::fmt;

use perfectplay::Value;
use perfectplay_any::{Answer, Choice, Error, Name, Position};
use serde::{Serialize, Serializer};

use super::figures::{WinningMoves, as_name};
use super::text::percent;
use crate::words::{InWords, Verdict};

/// The report on one state, which can be printed as text and as JSON. The report says how hard the state is for
/// the player to move. For each move, the report says how hard the state after the move is for the opponent.
#[derive(Serialize)]
pub struct StateReport {
    game: String,
    state: String,
    /// The value for the player to move; `None` if an oracle did not prove it within its limits.
    value: Option<Value>,
    /// The number of plies to the end; `None` if it is unknown, or if perfect play never ends.
    distance: Option<u32>,
    #[serde(skip)]
    outlook: String,
    /// The share of losing moves among the legal moves. `None` if the value of some move is not proved, or if the
    /// game is over.
    losing_moves: Option<f64>,
    /// The only move that keeps a win or a draw. `None` if there is no such move, if it is the only legal move, or if
    /// the values of the moves are not proved.
    #[serde(serialize_with = "as_name_or_null")]
    only_move: Option<String>,
    /// The line of best play. `None` if the table is an oracle, because an oracle would first have to prove each state
    /// of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_play: Option<WinningMoves>,
    /// The moves, the best first. Moves with an unknown value come last.
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move", serialize_with = "as_name")]
    mv: String,
    /// The value of the move for the player who makes it; `None` if it is not proved.
    value: Option<Value>,
    distance: Option<u32>,
    #[serde(skip)]
    verdict: String,
    best: bool,
    /// The number of legal replies to the move.
    replies: usize,
    /// The number of replies with the same value as the best reply; `None` if the value of some reply is not
    /// proved.
    good_replies: Option<usize>,
}

fn as_name_or_null<S: Serializer>(mv: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    mv.as_deref().map(Name).serialize(serializer)
}

impl StateReport {
    /// Looks up a state, the states after its moves, and the replies to these moves. If the table is an oracle,
    /// it proves the values of all these states. Returns `None` if the state is unreachable.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn new(position: &Position<'_>) -> Result<Option<Self>, Error> {
        let answer = position.answer()?;
        if !answer.is_reachable() {
            return Ok(None);
        }
        let moves = answer.best_first().map(|choice| (choice, true));
        let moves = moves.chain(answer.unproved.iter().map(|choice| (choice, false)));
        let moves =
            moves.map(|(choice, is_proved)| MoveReport::new(position, &answer, choice, is_proved));
        let legal = answer.choices.len();
        let losing = answer.of_kind(Value::Loss).len();
        let is_whole = answer.unproved.is_empty() && legal > 0;
        let (value, distance) = answer.verdict.unzip();
        let kept = value.filter(|&value| is_whole && value != Value::Loss);
        let keeping = kept.map(|value| answer.of_kind(value)).unwrap_or_default();
        let is_proved_now = answer.choices.iter().any(|choice| choice.found.is_some());
        Ok(Some(Self {
            game: answer.info.spec.to_string(),
            state: answer.state.clone(),
            value,
            distance: distance.flatten(),
            outlook: answer.outlook(),
            losing_moves: is_whole.then(|| losing as f64 / legal as f64),
            only_move: match keeping[..] {
                [only] if legal > 1 => Some(only.to_owned()),
                _ => None,
            },
            best_play: match answer.verdict {
                Some(_) if is_whole && !is_proved_now => Some(WinningMoves::new(position)?),
                _ => None,
            },
            moves: moves.collect::<Result<_, _>>()?,
        }))
    }

    /// Returns whether all values in the report are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut moves = self.moves.iter();
        self.value.is_some() && moves.all(|mv| mv.value.is_some() && mv.good_replies.is_some())
    }
}

impl MoveReport {
    fn new(
        position: &Position<'_>,
        answer: &Answer<'_>,
        choice: &Choice,
        is_proved: bool,
    ) -> Result<Self, Error> {
        let after = position.play(choice.mv).expect("a legal move").answer()?;
        let is_whole = after.unproved.is_empty();
        let best = after.verdict.filter(|_| is_whole);
        Ok(Self {
            mv: choice.name.clone(),
            value: is_proved.then_some(choice.value),
            distance: choice.distance,
            verdict: match is_proved {
                true => Verdict::of_move(answer, choice).to_string(),
                false => "is unproved".to_owned(),
            },
            best: choice.is_best,
            replies: after.choices.len() + after.unproved.len(),
            good_replies: best.map(|(value, _)| after.of_kind(value).len()),
        })
    }
}

impl fmt::Display for StateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14}{}", "game", self.game)?;
        writeln!(f, "{:<14}{}", "state", self.state)?;
        writeln!(f, "{:<14}{}", "perfect play", self.outlook)?;
        writeln!(f, "{:<14}{}", "losing moves", percent(self.losing_moves))?;
        let only = match (&self.only_move, self.losing_moves) {
            (Some(only), _) => only,
            (None, Some(_)) => "none",
            // The value of some move is not proved, or the game is over.
            (None, None) => "-",
        };
        writeln!(f, "{:<14}{only}", "only move")?;
        if let Some(best_play) = &self.best_play {
            writeln!(f, "\nBest play: {best_play}")?;
        }
        if !self.moves.is_empty() {
            writeln!(f, "\nMoves, with the good replies:")?;
        }
        for mv in &self.moves {
            let star = if mv.best { '*' } else { ' ' };
            write!(f, " {star}{}  {}; ", mv.mv, mv.verdict)?;
            match (mv.good_replies, mv.replies) {
                (_, 0) => writeln!(f, "the game is over")?,
                (Some(good), replies) => writeln!(f, "{good} of {replies} replies")?,
                (None, replies) => writeln!(f, "unproved, {replies} replies")?,
            }
        }
        Ok(())
    }
}
