//! A state of a solved game.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use perfectplay::{Moves, Player, Value};
use perfectplay_any::{self as any, SavedState};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::errors::{OrRaise, error};
use crate::objects;
use crate::rules::{Game, hash, is_same, shape};
use crate::solved::{Solved, Table};
use crate::values::{made, named_move, named_moves, player, read_level, read_move, value};

/// A state of a game, and what its table knows of it.
#[pyclass(frozen, module = "perfectplay")]
pub struct Position {
    solved: Arc<Solved>,
    state: SavedState,
}

impl Position {
    /// A position of a table.
    pub fn new(solved: &Arc<Solved>, position: &any::Position<'_>) -> Self {
        Self {
            solved: Arc::clone(solved),
            state: position.save(),
        }
    }

    /// Does something with the position. What rules in Python raise is raised.
    pub fn with<'s, T>(
        &'s self,
        py: Python<'_>,
        ask: impl FnOnce(any::Position<'s>) -> PyResult<T>,
    ) -> PyResult<T> {
        self.solved.guarded(py, || {
            let position = self.solved.table.restore(&self.state);
            ask(position.expect("a position of this table"))
        })
    }

    /// Its table.
    pub fn solved(&self) -> &Arc<Solved> {
        &self.solved
    }

    /// What the table holds of it.
    fn analysis(&self, py: Python<'_>) -> PyResult<perfectplay::Analysis> {
        self.with(py, |position| match position.analysis().or_raise(py)? {
            Some(analysis) => Ok(analysis),
            None => Err(unreachable_state(py, &position)),
        })
    }

    fn kind<'py>(
        &self,
        py: Python<'py>,
        which: impl Fn(&perfectplay::Analysis) -> Moves,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let moves = which(&self.analysis(py)?);
        self.with(py, |position| named_moves(py, &position, moves))
    }
}

impl Solved {
    /// The position that a text tells.
    pub fn parse(self: &Arc<Self>, py: Python<'_>, text: &str) -> PyResult<Position> {
        self.guarded(py, || {
            let position = self.table.parse(text).map_err(|problem| {
                let any::Info { name, states, .. } = self.table.info();
                let problem = format!("{problem}; a state of {name} is {states}");
                error(py, "StateError", problem)
            })?;
            Ok(Position::new(self, &position))
        })
    }

    /// The position of a state: a text, a key, a board, a position, or a state of rules in Python.
    pub fn position(
        self: &Arc<Self>,
        state: &Bound<'_, PyAny>,
        mover: Option<Player>,
    ) -> PyResult<Position> {
        let py = state.py();
        if let Ok(position) = state.cast::<Position>() {
            let text = position.get().with(py, |position| Ok(position.text()))?;
            return self.parse(py, &text);
        }
        if let Some(own) = &self.rules.own {
            // Whatever is a state of the rules is meant as one.
            if !state.is_instance_of::<PyString>() {
                if let Some(handle) = own.handle(state)? {
                    return self.parse(py, &handle);
                }
            }
        }
        if let Ok(text) = state.cast::<PyString>() {
            return self.parse(py, &text.to_cow()?);
        }
        if let Ok(key) = state.extract::<u64>() {
            let position = self.table.position_of_key(key).or_raise(py)?;
            let position = position.ok_or_else(|| {
                let game = &self.table.info().spec;
                error(
                    py,
                    "StateError",
                    format!("expected a key of {game}, found {key}"),
                )
            })?;
            return Ok(Position::new(self, &position));
        }
        let (codes, shape_found) = board_codes(state)?;
        let expected = self.shape(py)?;
        if shape_found != expected {
            let problem =
                format!("expected a board of shape {expected:?}, found shape {shape_found:?}");
            return Err(error(py, "StateError", problem));
        }
        let position = self.table.position_of_board(&codes, mover).or_raise(py)?;
        Ok(Position::new(self, &position))
    }
}

/// The numbers of an array of boards, and its shape.
pub fn board_codes(boards: &Bound<'_, PyAny>) -> PyResult<(Vec<i8>, Vec<usize>)> {
    let py = boards.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (boards,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u" | "b") {
        return Err(PyTypeError::new_err(format!(
            "expected boards of integers, found the dtype {}",
            array.getattr("dtype")?
        )));
    }
    let narrow = array.call_method1("astype", ("int8",))?;
    let is_same: bool = numpy
        .call_method1("array_equal", (&narrow, &array))?
        .extract()?;
    if !is_same {
        return Err(PyValueError::new_err(
            "expected boards of numbers from -128 to 127, found others",
        ));
    }
    let narrow: PyReadonlyArrayDyn<'_, i8> = numpy
        .call_method1("ascontiguousarray", (narrow,))?
        .cast_into::<PyArrayDyn<i8>>()?
        .readonly();
    Ok((narrow.as_slice()?.to_vec(), narrow.shape().to_vec()))
}

/// The error for a state that no game reaches.
pub fn unreachable_state(py: Python<'_>, position: &any::Position<'_>) -> PyErr {
    let why = position.why_unreachable();
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    error(
        py,
        "Unreachable",
        format!("no game reaches {position}{why}"),
    )
}

#[pymethods]
impl Position {
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |position| Ok(position.text()))
    }

    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |position| Ok(position.key()))
    }

    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |position| {
            let Some(shape) = shape(position.info()) else {
                let problem = format!("{} has no board", position.info().spec);
                return Err(error(py, "StateError", problem));
            };
            let board = PyArray1::from_vec(py, position.codes());
            Ok(board.reshape(shape)?.into_any())
        })
    }

    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.solved().rules))
    }

    #[getter]
    fn mover<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mover = self.with(py, |position| Ok(position.mover()))?;
        mover.map(|mover| player(py, mover)).transpose()
    }

    #[getter]
    fn is_reachable(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |position| {
            Ok(position.analysis().or_raise(py)?.is_some())
        })
    }

    #[getter]
    fn why_unreachable(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |position| Ok(position.why_unreachable()))
    }

    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |position| Ok(position.outcome().is_some()))
    }

    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let winner = self.with(py, |position| {
            Ok(match (position.outcome(), position.mover()) {
                (Some(Value::Win), Some(mover)) => Some(mover),
                (Some(Value::Loss), Some(mover)) => Some(mover.other()),
                _ => None,
            })
        })?;
        winner.map(|winner: Player| player(py, winner)).transpose()
    }

    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.analysis(py)?.value)
    }

    #[getter]
    fn distance(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        Ok(self.analysis(py)?.distance)
    }

    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.with(py, |position| named_moves(py, &position, position.legal()))
    }

    #[getter]
    fn winning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.winning)
    }

    #[getter]
    fn neutral<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.neutral)
    }

    #[getter]
    fn losing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.losing)
    }

    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.best)
    }

    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.with(py, |position| {
            let answer = position.answer().or_raise(py)?;
            if !answer.is_reachable() {
                return Err(unreachable_state(py, &position));
            }
            let moves = answer.best_first().map(|choice| {
                let mv = named_move(py, &position, choice.mv)?;
                let value = value(py, choice.value)?;
                made(
                    py,
                    "Choice",
                    (mv, &choice.after, value, choice.distance, choice.is_best),
                )
            });
            PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
        })
    }

    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.analysis(py)?;
        self.with(py, |position| {
            let mut at = position.clone();
            let plies = position.best_play().or_raise(py)?.plies.into_iter();
            let names = plies.map(|(mv, after)| {
                let name = named_move(py, &at, mv);
                at = after;
                name
            });
            PyTuple::new(py, names.collect::<PyResult<Vec<_>>>()?)
        })
    }

    #[getter]
    fn move_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let analysis = self.analysis(py)?;
        let moves = self.solved().table.info().moves as usize;
        let mut values = vec![f32::NAN; moves];
        for (kind, number) in [(Value::Win, 1.0), (Value::Draw, 0.0), (Value::Loss, -1.0)] {
            for mv in analysis.of_kind(kind) {
                values[usize::from(mv.index())] = number;
            }
        }
        Ok(PyArray1::from_vec(py, values))
    }

    #[pyo3(name = "move")]
    fn find_move<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |position| {
            named_move(py, &position, read_move(&position, name)?)
        })
    }

    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, |position| {
            let mv = read_move(&position, r#move)?;
            let after = position.play(mv).expect("a legal move");
            Ok(Self::new(&self.solved, &after))
        })
    }

    #[pyo3(signature = (level = "perfect", seed = None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        level: &str,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let level = read_level(level)?;
        let seed = seed.map_or_else(|| entropy(py), Ok)?;
        self.with(py, |position| {
            if position.outcome().is_some() {
                let problem = format!("the game is over in {position}");
                return Err(error(py, "MoveError", problem));
            }
            match position.choose(level, seed).or_raise(py)? {
                Some(mv) => named_move(py, &position, mv),
                None => Err(unreachable_state(py, &position)),
            }
        })
    }

    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |position| {
            objects::json(py, &position.answer().or_raise(py)?)
        })
    }

    #[pyo3(signature = (*, marked = true))]
    fn svg(&self, py: Python<'_>, marked: bool) -> PyResult<String> {
        self.with(py, |position| {
            perfectplay_cli::show::picture(&position, marked).or_raise(py)
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, true)
    }

    fn __getitem__<'py>(&self, square: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.board(square.py())?.get_item(square)
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The board is made for whoever asks.
        let _ = copy;
        let board = self.board(py)?;
        match dtype {
            Some(dtype) => {
                let options = PyDict::new(py);
                options.set_item("copy", false)?;
                board.call_method("astype", (dtype,), Some(&options))
            }
            None => Ok(board),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |position| {
            perfectplay_cli::show::text(&position).or_raise(py)
        })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        Ok(is_same(&self.solved().rules, &other.solved().rules)
            && self.text(py)? == other.text(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.text(py).map(hash)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Table, String))> {
        let table = Table(Arc::clone(self.solved()));
        Ok((objects::native(py, "_position")?, (table, self.text(py)?)))
    }
}

/// The position of a table with this text: how positions are pickled.
#[pyfunction]
pub fn _position(py: Python<'_>, table: &Table, text: &str) -> PyResult<Position> {
    table.0.parse(py, text)
}

/// Some entropy from the system.
pub fn entropy(py: Python<'_>) -> PyResult<u64> {
    let bytes = py.import("os")?.call_method1("urandom", (8,))?;
    let bytes: [u8; 8] = bytes.extract()?;
    Ok(u64::from_le_bytes(bytes))
}
