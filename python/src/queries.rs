//! Reads the arguments of questions about many states.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use perfectplay::Player;
use perfectplay_any::{AnyTable, Error, Queries};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{error, of_library};
use crate::solved::SolvedGame;
use crate::values::{board_codes, read_player};

/// States that are given by keys or by boards.
pub enum StatesAsked {
    Keys(Vec<u64>),
    /// The boards. `.0` holds the codes of the squares of all boards. `.1` holds the player to move
    /// in each state, or is empty if the players are not given.
    Boards(Vec<i8>, Vec<Player>),
}

impl StatesAsked {
    /// Reads the boards or the keys from the arguments of a question.
    pub fn read(
        solved: &SolvedGame,
        boards: Option<Bound<'_, PyAny>>,
        keys: Option<Bound<'_, PyAny>>,
        movers: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        match (boards, keys) {
            (Some(boards), None) => Self::of_boards(solved, &boards, movers.as_ref()),
            (None, Some(keys)) => Self::of_keys(&keys),
            _ => Err(PyTypeError::new_err("expected either boards or keys")),
        }
    }

    fn of_keys(keys: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numpy = keys.py().import("numpy")?;
        let keys = numpy.call_method1("asarray", (keys,))?;
        if keys.getattr("size")?.extract::<usize>()? == 0 {
            return Ok(Self::Keys(Vec::new()));
        }
        let kind: String = keys.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(kind.as_str(), "i" | "u") {
            return Err(PyTypeError::new_err(format!(
                "expected keys of integers, found the dtype {}",
                keys.getattr("dtype")?
            )));
        }
        let least = keys.call_method0("min")?;
        if least.lt(0)? {
            return Err(PyValueError::new_err(format!(
                "expected keys from 0 on, found {least}"
            )));
        }
        let keys = numpy.call_method1("ascontiguousarray", (keys, "uint64"))?;
        let keys = keys.cast_into::<PyArrayDyn<u64>>()?.readonly();
        if keys.ndim() != 1 {
            return Err(PyValueError::new_err(format!(
                "expected an array of keys, found the shape {:?}",
                keys.shape()
            )));
        }
        Ok(Self::Keys(keys.as_slice()?.to_vec()))
    }

    fn of_boards(
        solved: &SolvedGame,
        boards: &Bound<'_, PyAny>,
        movers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = boards.py();
        let expected = solved.shape(py)?;
        let array = py.import("numpy")?.call_method1("asarray", (boards,))?;
        if array.getattr("size")?.extract::<usize>()? == 0 {
            return Ok(Self::Boards(Vec::new(), Vec::new()));
        }
        let (codes, found) = board_codes(boards)?;
        if found.get(1..) != Some(&expected[..]) {
            let problem = format!(
                "expected boards of shape (n, {}), found shape {found:?}",
                expected
                    .iter()
                    .map(usize::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            return Err(error(py, "StateError", problem));
        }
        let movers = match movers {
            None => Vec::new(),
            Some(movers) => {
                let numpy = py.import("numpy")?;
                let movers = numpy.call_method1("broadcast_to", (movers, (found[0],)))?;
                let movers = movers.call_method0("tolist")?.try_iter()?;
                movers
                    .map(|mover| read_player(&mover?))
                    .collect::<PyResult<_>>()?
            }
        };
        Ok(Self::Boards(codes, movers))
    }

    /// Asks the table a question about the states. Meanwhile, the interpreter is released.
    pub fn answers<'s, T: Send>(
        &self,
        py: Python<'_>,
        solved: &'s SolvedGame,
        ask: impl FnOnce(&'s AnyTable, &Queries<'_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let queries = match self {
            Self::Keys(keys) => Queries::Keys(keys),
            Self::Boards(codes, movers) => Queries::Boards { codes, movers },
        };
        let answers = py.detach(|| catch_unwind(AssertUnwindSafe(|| ask(&solved.table, &queries))));
        let own = solved.rules.own.as_ref();
        if let Some(error) = own.and_then(|own| own.raised(py, None, false)) {
            return Err(error);
        }
        let answers = answers.unwrap_or_else(|panic| resume_unwind(panic));
        answers.map_err(|problem| match problem {
            Error::Board { number, problem } => {
                error(py, "StateError", format!("board {number}: {problem}"))
            }
            problem => of_library(py, problem),
        })
    }
}
