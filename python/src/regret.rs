//! Computes the regret of moves. The regret of a move says by how much the move worsens the value
//! and the distance.

use numpy::PyArray1;
use perfectplay::Move;
use perfectplay::game::Score;
use perfectplay_any::{self as any, Columns, Error, value_code};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::error;
use crate::position::{PyPosition, unreachable_state};
use crate::solved::SolvedGame;
use crate::values::read_move;

/// The columns of the result. Each move has a row.
#[derive(Default)]
struct RegretRows {
    games: Vec<i64>,
    plies: Vec<i32>,
    keys: Vec<u64>,
    moves: Vec<i8>,
    values: Vec<i8>,
    values_lost: Vec<i8>,
    distances_lost: Vec<i32>,
}

/// Returns the regret of each move in `games`, which all begin in the position `start`.
pub fn of_games<'py>(
    py: Python<'py>,
    start: &PyPosition,
    games: &Bound<'_, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut rows = RegretRows::default();
    let solved = &**start.solved();
    start.with(py, |start| {
        for (number, game) in (0..).zip(games.try_iter()?) {
            let game = game?;
            // Refuse a text, which is a sequence of texts, too.
            if game.is_instance_of::<PyString>() {
                return Err(pyo3::exceptions::PyTypeError::new_err(format!(
                    "expected the moves of game {number} one by one, found the text {}",
                    game.repr()?
                )));
            }
            rows.add(py, solved, number, &start, &game)?;
            if number % 1024 == 1023 {
                py.check_signals()?;
            }
        }
        Ok(())
    })?;
    let columns = PyDict::new(py);
    columns.set_item("game", PyArray1::from_vec(py, rows.games))?;
    columns.set_item("ply", PyArray1::from_vec(py, rows.plies))?;
    columns.set_item("key", PyArray1::from_vec(py, rows.keys))?;
    columns.set_item("move", PyArray1::from_vec(py, rows.moves))?;
    columns.set_item("value", PyArray1::from_vec(py, rows.values))?;
    columns.set_item("value_lost", PyArray1::from_vec(py, rows.values_lost))?;
    columns.set_item("distance_lost", PyArray1::from_vec(py, rows.distances_lost))?;
    Ok(columns)
}

impl RegretRows {
    fn add(
        &mut self,
        py: Python<'_>,
        solved: &SolvedGame,
        number: i64,
        start: &any::Position<'_>,
        game: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut position = *start;
        let mut known = known(py, solved, &position)?;
        for (ply, mv) in (0..).zip(game.try_iter()?) {
            let mv: Move = read_move(&position, &mv?).map_err(|problem| {
                let problem = format!("game {number}, ply {ply}: {}", problem.value(py));
                error(py, "MoveError", problem)
            })?;
            let after = position.play(mv).expect("a legal move");
            let next = self::known(py, solved, &after)?;
            self.games.push(number);
            self.plies.push(ply);
            self.keys.push(position.key());
            self.moves.push(mv.index() as i8);
            let is_extra_turn = position.info().has_extra_turns
                && position.mover().is_some()
                && position.mover() == after.mover();
            let (value_lost, distance_lost) = lost(known, next, is_extra_turn);
            let value = known.map(Score::value);
            self.values.push(value.map_or(Columns::UNKNOWN, value_code));
            self.values_lost.push(value_lost);
            self.distances_lost.push(distance_lost);
            (position, known) = (after, next);
        }
        Ok(())
    }
}

/// Returns the score of a position; `None` if an oracle did not prove the score within its
/// limit.
fn known(
    py: Python<'_>,
    solved: &SolvedGame,
    position: &any::Position<'_>,
) -> PyResult<Option<Score>> {
    let score = solved.ask(py, |_| match position.score() {
        Err(Error::Unproved) => Ok(None),
        score => score.map(Some),
    })?;
    match score {
        Some(None) => Err(unreachable_state(py, position)),
        score => Ok(score.flatten()),
    }
}

/// Returns how much a move worsens a position. `.0` is the loss of value, for example 2 if the move
/// turns a win into a loss. `.1` is the number of plies by which the move delays a win or hastens a
/// loss.
fn lost(before: Option<Score>, after: Option<Score>, is_extra_turn: bool) -> (i8, i32) {
    let (Some(before), Some(after)) = (before, after) else {
        return (Columns::UNKNOWN, 0);
    };
    let (worth, sign) = (
        value_code(before.value()),
        if is_extra_turn { 1 } else { -1 },
    );
    let value_lost = worth - sign * value_code(after.value());
    let distance_lost = match (before.distance(), after.distance()) {
        (Some(could), Some(comes)) if value_lost == 0 => {
            i32::from(worth) * (comes as i32 + 1 - could as i32)
        }
        _ => 0,
    };
    (value_lost, distance_lost)
}
