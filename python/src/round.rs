//! A game in progress.

use std::sync::{Mutex, MutexGuard, PoisonError};

use perfectplay::Round as Playing;
use perfectplay::round::{Ending, ParseSeatError, SavedRound, Seat};
use perfectplay_any as any;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::error;
use crate::objects;
use crate::position::{PyPosition, entropy};
use crate::values::{made, named_move, player, read_move, read_player};

/// A game in progress between humans and levels, with undo and redo.
#[pyclass(frozen, module = "perfectplay", name = "Round")]
pub struct PyRound {
    start: Py<PyPosition>,
    state: Mutex<RoundState>,
}

/// The moves and the two players of a round, and the seed of its next reply.
struct RoundState {
    saved: SavedRound<u64>,
    /// The seed for the next reply of a level. Each reply increases it.
    entropy: u64,
}

fn read_seat(name: &str) -> PyResult<Seat> {
    name.parse()
        .map_err(|error: ParseSeatError| PyValueError::new_err(format!("{error}, found {name:?}")))
}

impl PyRound {
    pub fn new(
        py: Python<'_>,
        start: PyPosition,
        seats: [&str; 2],
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let [first, second] = seats;
        let saved = SavedRound {
            seats: [read_seat(first)?, read_seat(second)?],
            start: start.state(),
            played: Vec::new(),
            taken_back: Vec::new(),
        };
        let entropy = seed.map_or_else(|| entropy(py), Ok)?;
        Ok(Self {
            start: Py::new(py, start)?,
            state: Mutex::new(RoundState { saved, entropy }),
        })
    }

    fn state(&self) -> MutexGuard<'_, RoundState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function with the round, and stores the changed round.
    fn with<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut any::Round<'_>, &mut u64) -> PyResult<T>,
    ) -> PyResult<T> {
        let RoundState { saved, mut entropy } = {
            let state = self.state();
            RoundState {
                saved: state.saved.clone(),
                entropy: state.entropy,
            }
        };
        let solved = self.start.get().solved();
        let (answer, saved) = solved.guarded(py, || {
            let round = Playing::restore(&solved.table, &saved);
            let mut round = round.expect("moves that were played before");
            let answer = ask(&mut round, &mut entropy)?;
            Ok((answer, round.save()))
        })?;
        *self.state() = RoundState { saved, entropy };
        Ok(answer)
    }
}

#[pymethods]
impl PyRound {
    /// The position on the board.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let solved = self.start.get().solved();
        self.with(py, |round, _| {
            Ok(PyPosition::new(
                solved,
                &round.solved().position(round.state()),
            ))
        })
    }

    /// The player to move. After the end of the game, this is the player who would move next.
    #[getter]
    fn mover<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mover = self.with(py, |round, _| Ok(round.mover()))?;
        player(py, mover)
    }

    /// The moves that were played.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.with(py, |round, _| {
            let numbers = round.solved();
            let mut state = self.start.get().state();
            let moves = round.history().iter().map(|ply| {
                let name = named_move(py, &numbers.position(state), ply.mv);
                state = ply.after;
                name
            });
            PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
        })
    }

    /// Whether the game is over. The third repetition of a state also ends the game.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |round, _| Ok(round.ending().is_some()))
    }

    /// The player who has won, or None if nobody has won.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.with(py, |round, _| Ok(round.ending()))? {
            Some(Ending::WonBy(winner)) => player(py, winner).map(Some),
            _ => Ok(None),
        }
    }

    /// How the game has ended, or None while the game goes on.
    #[getter]
    fn ending(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let ending = self.with(py, |round, _| Ok(round.ending()))?;
        Ok(ending.map(|ending| match ending {
            Ending::WonBy(_) => "won",
            Ending::Drawn => "drawn",
            Ending::Repetition => "repetition",
        }))
    }

    /// The seats of the first and of the second player. A seat is "human" or a level.
    #[getter]
    fn seats(&self) -> (String, String) {
        let [first, second] = self.state().saved.seats.map(|seat| seat.to_string());
        (first, second)
    }

    /// Whether a level is to move.
    #[getter]
    fn awaits_reply(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |round, _| Ok(round.awaits_ai()))
    }

    /// Plays a move of a human, and returns the position after the move. If the move is not
    /// legal, raises `MoveError` and changes nothing.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        self.with(py, |round, _| {
            if round.ending().is_some() {
                return Err(error(py, "MoveError", "the game is over"));
            }
            let mv = read_move(&round.solved().position(round.state()), r#move)?;
            round
                .play(mv)
                .map_err(|problem| error(py, "MoveError", problem.to_string()))
        })?;
        self.position(py)
    }

    /// Returns how the game has ended, and who has won. Returns None while the game goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(ending) = self.ending(py)? else {
            return Ok(None);
        };
        made(py, "Outcome", (ending, self.winner(py)?)).map(Some)
    }

    /// Plays a move for the player to move, human or not. If the move is not legal, raises
    /// `MoveError` and changes nothing.
    fn push(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.with(py, |round, _| {
            if round.ending().is_some() {
                return Err(error(py, "MoveError", "the game is over"));
            }
            read_move(&round.solved().position(round.state()), r#move)
        })?;
        let saved = &mut self.state().saved;
        saved.played.push(mv);
        // If this move is the first of the moves that were taken back, the rest of them can
        // still be replayed.
        if saved.taken_back.first() == Some(&mv) {
            saved.taken_back.remove(0);
        } else {
            saved.taken_back.clear();
        }
        Ok(())
    }

    /// Takes back the last move, and returns it. Raises `IndexError` if no move was played.
    fn pop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.history(py)?.iter().next_back();
        let last = last.ok_or_else(|| PyIndexError::new_err("expected a move, found none"))?;
        let saved = &mut self.state().saved;
        if let Some(mv) = saved.played.pop() {
            saved.taken_back.insert(0, mv);
        }
        Ok(last)
    }

    /// If a level is to move, plays the level's move and returns it. Otherwise, returns None.
    fn reply<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.with(py, |round, entropy| {
            let before = round.state();
            let seed = *entropy;
            let reply = self.start.get().solved().ask(py, |table| {
                round.try_respond(seed).map_err(|error| table.error(error))
            })?;
            *entropy = entropy.wrapping_add(1);
            reply
                .map(|mv| named_move(py, &round.solved().position(before), mv))
                .transpose()
        })
    }

    /// Takes back the last move of a human, and all moves after it. Returns the number of
    /// moves that it takes back.
    fn undo(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |round, _| Ok(round.undo()))
    }

    /// Replays moves that were taken back, until a human is to move or all these moves are
    /// replayed. Returns the number of moves that it replays.
    fn redo(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |round, _| Ok(round.redo()))
    }

    /// Sets the seat of a player to "human" or to a level.
    fn set_seat(&self, player: &Bound<'_, PyAny>, seat: &str) -> PyResult<()> {
        let (player, seat) = (read_player(player)?, read_seat(seat)?);
        self.state().saved.seats[player as usize] = seat;
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (first, second) = self.seats();
        let board = Bound::new(py, self.position(py)?)?.repr()?;
        Ok(format!("<Round of {first} and {second}>\n{board}"))
    }

    #[expect(clippy::type_complexity, reason = "what pickling expects")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (Py<PyPosition>, (String, String), Vec<u8>, Vec<u8>, u64),
    )> {
        let state = self.state();
        let indexes =
            |moves: &[perfectplay::Move]| moves.iter().map(|mv| mv.index()).collect::<Vec<_>>();
        let (played, rest) = (
            indexes(&state.saved.played),
            indexes(&state.saved.taken_back),
        );
        let entropy = state.entropy;
        drop(state);
        let arguments = (
            self.start.clone_ref(py),
            self.seats(),
            played,
            rest,
            entropy,
        );
        Ok((objects::native(py, "_round")?, arguments))
    }
}

/// Restores a round from the arguments that pickle stored.
#[pyfunction]
pub fn _round(
    py: Python<'_>,
    start: Py<PyPosition>,
    seats: (String, String),
    played: Vec<u8>,
    taken_back: Vec<u8>,
    entropy: u64,
) -> PyResult<PyRound> {
    let moves = |indexes: Vec<u8>| {
        indexes
            .into_iter()
            .filter_map(perfectplay::Move::new)
            .collect()
    };
    let saved = SavedRound {
        seats: [read_seat(&seats.0)?, read_seat(&seats.1)?],
        start: start.get().state(),
        played: moves(played),
        taken_back: moves(taken_back),
    };
    let solved = start.get().solved();
    let is_legal = solved.guarded(py, || Ok(Playing::restore(&solved.table, &saved).is_ok()))?;
    if !is_legal {
        return Err(error(
            py,
            "MoveError",
            "expected the moves of a round, found others",
        ));
    }
    Ok(PyRound {
        start,
        state: Mutex::new(RoundState { saved, entropy }),
    })
}
