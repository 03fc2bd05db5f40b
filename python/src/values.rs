//! The words of a game as Python's own types, and back.

use perfectplay::level::ParseLevelError;
use perfectplay::{Level, Move, Moves, Player, Value};
use perfectplay_any::{self as any, Column, value_code};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

/// A class of `perfectplay._values`.
fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "perfectplay._values", name)
}

/// A `Value`.
pub fn value(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "Value")?.call1((value_code(value),))
}

/// The value that rules tell.
pub fn read_value(found: &Bound<'_, PyAny>) -> PyResult<Value> {
    match found.extract::<i64>() {
        Ok(1) => Ok(Value::Win),
        Ok(0) => Ok(Value::Draw),
        Ok(-1) => Ok(Value::Loss),
        _ => Err(PyTypeError::new_err(format!(
            "expected a Value (1, 0, -1) or None, found {}",
            found.repr()?
        ))),
    }
}

/// A `Player`.
pub fn player(py: Python<'_>, player: Player) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "Player")?.call1((player as u8,))
}

/// The player that somebody names.
pub fn read_player(found: &Bound<'_, PyAny>) -> PyResult<Player> {
    let index = match found.cast::<PyString>() {
        Ok(name) => match name.to_cow()?.as_ref() {
            "first" => 0,
            "second" => 1,
            _ => -1,
        },
        Err(_) => found.extract::<i64>().unwrap_or(-1),
    };
    match index {
        0 => Ok(Player::First),
        1 => Ok(Player::Second),
        _ => Err(PyValueError::new_err(format!(
            "expected a player (0 or \"first\", 1 or \"second\"), found {}",
            found.repr()?
        ))),
    }
}

/// A `Move` with its name.
pub fn named_move<'py>(
    py: Python<'py>,
    position: &any::Position<'_>,
    mv: Move,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "Move")?.call1((mv.index(), position.move_name(mv)))
}

/// A tuple of `Move`.
pub fn named_moves<'py>(
    py: Python<'py>,
    position: &any::Position<'_>,
    moves: Moves,
) -> PyResult<Bound<'py, PyTuple>> {
    let moves = moves.iter().map(|mv| named_move(py, position, mv));
    PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
}

/// A class of `perfectplay._values` made of some arguments.
pub fn made<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("perfectplay._values")?
        .getattr(name)?
        .call1(arguments)
}

/// The legal move that somebody names: by an index, or by a text.
pub fn read_move(position: &any::Position<'_>, found: &Bound<'_, PyAny>) -> PyResult<Move> {
    let py = found.py();
    let legal = position.legal();
    let mv = match found.cast::<PyString>() {
        Ok(name) => position.find_move(name.to_cow()?.as_ref()),
        Err(_) => {
            let index: i64 = found.extract().map_err(|_| {
                let found = found.repr().map(|found| found.to_string());
                PyTypeError::new_err(format!(
                    "expected a move, by its index or its name, found {}",
                    found.unwrap_or_default()
                ))
            })?;
            let mv = u8::try_from(index).ok().and_then(Move::new);
            mv.filter(|&mv| legal.contains(mv))
        }
    };
    mv.ok_or_else(|| {
        let problem = if legal.is_empty() {
            format!("the game is over in {position}")
        } else {
            format!(
                "expected a legal move in {position} ({}), found {}",
                position.move_names(legal),
                found
                    .repr()
                    .map_or_else(|_| String::new(), |found| found.to_string())
            )
        };
        crate::errors::error(py, "MoveError", problem)
    })
}

/// The level with a name.
pub fn read_level(name: &str) -> PyResult<Level> {
    name.parse().map_err(|error: ParseLevelError| {
        PyValueError::new_err(format!("{error}, found {name:?}"))
    })
}

/// The columns of these names, and in this order; some, if nobody names them.
pub fn read_columns(names: Option<Vec<String>>, usual: &[Column]) -> PyResult<Vec<Column>> {
    let Some(names) = names else {
        return Ok(usual.to_vec());
    };
    let columns = names.iter().map(|name| {
        let mut all = Column::ALL.into_iter();
        all.find(|column| column.name() == name).ok_or_else(|| {
            let known = Column::ALL.map(Column::name).join(", ");
            PyValueError::new_err(format!("expected columns among {known}, found {name:?}"))
        })
    });
    columns.collect()
}
