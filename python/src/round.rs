//! A game in progress.

use std::sync::{Mutex, MutexGuard, PoisonError};

use perfectplay::round::{Ending, ParseSeatError, Round as Playing, SavedRound, Seat};
use perfectplay_any as any;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{OrRaise, error};
use crate::objects;
use crate::position::{Position, entropy};
use crate::values::{named_move, player, read_move, read_player};

/// A game in progress: it is kept as what was played, and made again for each question.
#[pyclass(frozen, module = "perfectplay")]
pub struct Round {
    start: Py<Position>,
    state: Mutex<State>,
}

/// What is kept of a round.
struct State {
    saved: SavedRound<u32>,
    /// Each reply takes the next number.
    entropy: u64,
}

type At<'t> = Playing<any::Numbers<'t>, Vec<perfectplay::round::Ply<u32>>>;

fn read_seat(name: &str) -> PyResult<Seat> {
    name.parse()
        .map_err(|error: ParseSeatError| PyValueError::new_err(format!("{error}, found {name:?}")))
}

impl Round {
    /// A new round from a position on.
    pub fn new(
        py: Python<'_>,
        start: Position,
        seats: [&str; 2],
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let [first, second] = seats;
        let saved = SavedRound {
            seats: [read_seat(first)?, read_seat(second)?],
            start: 0,
            played: Vec::new(),
            taken_back: Vec::new(),
        };
        let entropy = seed.map_or_else(|| entropy(py), Ok)?;
        Ok(Self {
            start: Py::new(py, start)?,
            state: Mutex::new(State { saved, entropy }),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the round.
    fn with<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut At<'_>, &mut u64) -> PyResult<T>,
    ) -> PyResult<T> {
        let State { saved, mut entropy } = {
            let state = self.state();
            State {
                saved: state.saved.clone(),
                entropy: state.entropy,
            }
        };
        let (answer, saved) = self.start.get().with(py, |start| {
            let round = Playing::restore(start.numbers(), &saved);
            let mut round = round.expect("moves that were played before");
            let answer = ask(&mut round, &mut entropy)?;
            Ok((answer, round.save()))
        })?;
        *self.state() = State { saved, entropy };
        Ok(answer)
    }
}

#[pymethods]
impl Round {
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        let solved = self.start.get().solved();
        self.with(py, |round, _| {
            Ok(Position::new(
                solved,
                &round.solved().position(round.state()),
            ))
        })
    }

    #[getter]
    fn mover<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mover = self.with(py, |round, _| Ok(round.mover()))?;
        player(py, mover)
    }

    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.with(py, |round, _| {
            let numbers = round.solved();
            let mut state = 0;
            let moves = round.history().iter().map(|ply| {
                let name = named_move(py, &numbers.position(state), ply.mv);
                state = ply.after;
                name
            });
            PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
        })
    }

    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |round, _| Ok(round.ending().is_some()))
    }

    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.with(py, |round, _| Ok(round.ending()))? {
            Some(Ending::WonBy(winner)) => player(py, winner).map(Some),
            _ => Ok(None),
        }
    }

    #[getter]
    fn ending(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let ending = self.with(py, |round, _| Ok(round.ending()))?;
        Ok(ending.map(|ending| match ending {
            Ending::WonBy(_) => "won",
            Ending::Drawn => "drawn",
            Ending::Repetition => "repetition",
        }))
    }

    #[getter]
    fn seats(&self) -> (String, String) {
        let [first, second] = self.state().saved.seats.map(|seat| seat.to_string());
        (first, second)
    }

    #[getter]
    fn awaits_reply(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |round, _| Ok(round.awaits_ai()))
    }

    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
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

    fn reply<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.with(py, |round, entropy| {
            let before = round.state();
            let reply = round.try_respond(*entropy);
            let reply = reply
                .map_err(|error| round.solved().error(error))
                .or_raise(py)?;
            *entropy = entropy.wrapping_add(1);
            reply
                .map(|mv| named_move(py, &round.solved().position(before), mv))
                .transpose()
        })
    }

    fn undo(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |round, _| Ok(round.undo()))
    }

    fn redo(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |round, _| Ok(round.redo()))
    }

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
        (Py<Position>, (String, String), Vec<u8>, Vec<u8>, u64),
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

/// The round with these moves: how rounds are pickled.
#[pyfunction]
pub fn _round(
    py: Python<'_>,
    start: Py<Position>,
    seats: (String, String),
    played: Vec<u8>,
    taken_back: Vec<u8>,
    entropy: u64,
) -> PyResult<Round> {
    let moves = |indexes: Vec<u8>| {
        indexes
            .into_iter()
            .filter_map(perfectplay::Move::new)
            .collect()
    };
    let saved = SavedRound {
        seats: [read_seat(&seats.0)?, read_seat(&seats.1)?],
        start: 0,
        played: moves(played),
        taken_back: moves(taken_back),
    };
    let is_legal = start.get().with(py, |start| {
        Ok(Playing::<_, Vec<_>>::restore(start.numbers(), &saved).is_ok())
    })?;
    if !is_legal {
        return Err(error(
            py,
            "MoveError",
            "expected the moves of a round, found others",
        ));
    }
    Ok(Round {
        start,
        state: Mutex::new(State { saved, entropy }),
    })
}
