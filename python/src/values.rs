//! Converts values, players, moves, levels and columns to Python's types, and back.

use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use perfectplay::level::ParseLevelError;
use perfectplay::{Level, Move, Moves, Player, Value};
use perfectplay_any::{self as any, Column, value_code};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple, PyType};

/// The Python module that contains the classes for values, moves and players.
const VALUES: &str = "perfectplay._values";

/// Returns the members of the enumeration `name` that have the values `numbers`. The members are
/// created only once, because creating a member takes longer than a look-up.
fn members<'py, const N: usize>(
    py: Python<'py>,
    cell: &'static PyOnceLock<[Py<PyAny>; N]>,
    name: &str,
    numbers: [i8; N],
) -> PyResult<&'py [Py<PyAny>; N]> {
    cell.get_or_try_init(py, || {
        let class = py.import(VALUES)?.getattr(name)?;
        let members = numbers.map(|number| class.call1((number,)).map(Bound::unbind));
        let members = members.into_iter().collect::<PyResult<Vec<_>>>()?;
        Ok(members.try_into().expect("as many members as numbers"))
    })
}

pub fn value(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    static VALUES: PyOnceLock<[Py<PyAny>; 3]> = PyOnceLock::new();
    let values = members(py, &VALUES, "Value", [-1, 0, 1])?;
    let index = value_code(value) + 1;
    Ok(values[index as usize].bind(py).clone())
}

/// Reads the value that the method `outcome` of a game in Python has returned.
pub fn read_value(found: &Bound<'_, PyAny>) -> PyResult<Value> {
    match read_index(found) {
        Some(1) => Ok(Value::Win),
        Some(0) => Ok(Value::Draw),
        Some(-1) => Ok(Value::Loss),
        _ => Err(PyTypeError::new_err(format!(
            "expected a Value (1, 0, -1) or None from `outcome`, found {}",
            found.repr()?
        ))),
    }
}

/// Returns the `repr` of an object, for an error message. If `repr` fails, returns an empty text.
pub fn shown(found: &Bound<'_, PyAny>) -> String {
    let shown = found.repr().map(|found| found.to_string());
    shown.unwrap_or_default()
}

/// Reads an integer. Refuses booleans and arrays, although Python would accept them as integers.
pub fn read_index(found: &Bound<'_, PyAny>) -> Option<i64> {
    let is_other =
        found.is_instance_of::<PyBool>() || found.cast::<numpy::PyUntypedArray>().is_ok();
    if is_other { None } else { found.extract().ok() }
}

pub fn player(py: Python<'_>, player: Player) -> PyResult<Bound<'_, PyAny>> {
    static PLAYERS: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    let players = members(py, &PLAYERS, "Player", [0, 1])?;
    Ok(players[player as usize].bind(py).clone())
}

/// Reads a player, which is given by an index or a name.
pub fn read_player(found: &Bound<'_, PyAny>) -> PyResult<Player> {
    let index = match found.cast::<PyString>() {
        Ok(name) => match name.to_cow()?.as_ref() {
            "first" => 0,
            "second" => 1,
            _ => -1,
        },
        Err(_) => read_index(found).unwrap_or(-1),
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

/// Creates a `Move` with its name.
pub fn named_move<'py>(
    py: Python<'py>,
    position: &any::Position<'_>,
    mv: Move,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static MOVES: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    /// The greatest number of `Move` objects that are kept for reuse. Most programs use the same
    /// few moves again and again.
    const KEPT: usize = 1 << 12;
    let key = (mv.index(), position.move_name(mv)).into_pyobject(py)?;
    let moves = MOVES.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    if let Some(known) = moves.get_item(&key)? {
        return Ok(known);
    }
    let made = CLASS.import(py, VALUES, "Move")?.call1(&key)?;
    if moves.len() >= KEPT {
        moves.clear();
    }
    moves.set_item(key, &made)?;
    Ok(made)
}

/// Creates a `Choice` with the constructor of tuples. This constructor is three times as fast as a
/// call of the class.
pub fn choice_of<'py>(fields: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = fields.py();
    let new = NEW.get_or_try_init(py, || {
        let new = py.get_type::<PyTuple>().getattr("__new__")?;
        Ok::<_, PyErr>(new.unbind())
    })?;
    new.bind(py)
        .call1((CLASS.import(py, VALUES, "Choice")?, fields))
}

/// Creates a tuple of `Move`.
pub fn named_moves<'py>(
    py: Python<'py>,
    position: &any::Position<'_>,
    moves: Moves,
) -> PyResult<Bound<'py, PyTuple>> {
    let moves = moves.iter().map(|mv| named_move(py, position, mv));
    PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
}

/// Creates an object of a class of `perfectplay._values`.
pub fn made<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import(VALUES)?.getattr(name)?.call1(arguments)
}

/// Finds the legal move that has the given name. The name may have spaces around it, letters of the
/// wrong case, or an annotation at the end.
fn find_by_name(position: &any::Position<'_>, name: &str) -> Option<Move> {
    let plain = name.trim().trim_end_matches(['!', '?', '+', '#']);
    let exact = position.find_move(name);
    exact.or_else(|| position.find_move(plain)).or_else(|| {
        let mut alike = position
            .legal()
            .iter()
            .filter(|&mv| position.move_name(mv).eq_ignore_ascii_case(plain));
        let found = alike.next();
        found.filter(|_| alike.next().is_none())
    })
}

/// Reads a legal move, which is given by its index or its name.
pub fn read_move(position: &any::Position<'_>, found: &Bound<'_, PyAny>) -> PyResult<Move> {
    let py = found.py();
    let legal = position.legal();
    let mv = match found.cast::<PyString>() {
        Ok(name) => find_by_name(position, name.to_cow()?.as_ref()),
        Err(_) => {
            let index = read_index(found).ok_or_else(|| {
                PyTypeError::new_err(format!(
                    "expected a move, by its index or its name, found {}",
                    shown(found)
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
                shown(found)
            )
        };
        crate::errors::error(py, "MoveError", problem)
    })
}

pub fn read_level(name: &str) -> PyResult<Level> {
    name.parse()
        .map_err(|error: ParseLevelError| PyValueError::new_err(format!("{error}, found {name:?}")))
}

/// Returns the columns with the given names; returns `usual` if `names` is `None`.
pub fn read_columns(names: Option<&Bound<'_, PyAny>>, usual: &[Column]) -> PyResult<Vec<Column>> {
    let Some(names) = names else {
        return Ok(usual.to_vec());
    };
    // Refuse a text, which is a sequence of texts, too.
    let names: Vec<String> = match names.cast::<PyString>() {
        Ok(_) => None,
        Err(_) => names.extract().ok(),
    }
    .ok_or_else(|| {
        PyTypeError::new_err(format!(
            "expected a list of names of columns, found {}",
            shown(names)
        ))
    })?;
    let columns = names.iter().map(|name| {
        let mut all = Column::ALL.into_iter();
        all.find(|column| column.name() == name).ok_or_else(|| {
            let known = Column::ALL.map(Column::name).join(", ");
            PyValueError::new_err(format!("expected columns among {known}, found {name:?}"))
        })
    });
    columns.collect()
}

/// Reads an array of boards. Returns the codes of the squares, and the shape of the array.
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
    let shape = array.getattr("shape")?.extract()?;
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
    Ok((narrow.as_slice()?.to_vec(), shape))
}

/// An argument that must be a whole number, and not negative. If a number is out of range, the
/// conversion raises `ValueError` with this number.
pub struct Natural<N>(pub N);

impl<'a, 'py, N: TryFrom<u64>> FromPyObject<'a, 'py> for Natural<N> {
    type Error = PyErr;

    fn extract(found: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = found.extract::<u64>();
        if found.is_instance_of::<PyInt>() {
            let fitting = number.ok().and_then(|number| N::try_from(number).ok());
            return fitting.map(Self).ok_or_else(|| {
                let most = u64::MAX >> (64 - 8 * size_of::<N>());
                PyValueError::new_err(format!(
                    "expected a whole number from 0 to {most}, found {}",
                    &*found
                ))
            });
        }
        let number = number?;
        N::try_from(number)
            .map(Self)
            .map_err(|_| PyValueError::new_err(number))
    }
}
