//! Finds games by their names or their rules.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use perfectplay_any::{self as any, Catalogue};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{error, of_library};
use crate::own::PyRules;

/// A game, and the Python object with its rules if they are written in Python.
pub struct GameRules {
    pub any: any::AnyGame,
    pub own: Option<PyRules>,
}

impl GameRules {
    /// Returns the game for an argument, which is the name of a game or an object with the rules.
    pub fn from_python(named: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        if let Ok(game) = named.cast::<PyGame>() {
            return Ok(Arc::clone(&game.get().0));
        }
        let py = named.py();
        if let Ok(spec) = named.cast::<PyString>() {
            let spec = spec.to_cow()?;
            let found = Catalogue::with_games_that_ship().find(&spec);
            let any = found.map_err(|problem| unknown_game(py, &spec, problem))?;
            return Ok(Arc::new(Self { any, own: None }));
        }
        if named.is_instance_of::<pyo3::types::PyType>() {
            return Err(PyTypeError::new_err(format!(
                "expected a game, found the class {}: give an object of it",
                named.repr()?
            )));
        }
        let own = PyRules::new(named)?;
        let any = own.listed();
        Ok(Arc::new(Self {
            any,
            own: Some(own),
        }))
    }

    /// Returns the argument that creates the same game again: the name, or the object with the
    /// rules.
    pub fn origin(&self, py: Python<'_>) -> Py<PyAny> {
        match &self.own {
            Some(own) => own.rules().clone_ref(py),
            None => PyString::new(py, &self.any.info().spec).into_any().unbind(),
        }
    }
}

/// A game, which need not be solved. It tells the game's name, rules and board.
#[pyclass(frozen, module = "perfectplay", name = "Game")]
pub struct PyGame(pub Arc<GameRules>);

/// Returns the shape of the board, if there is one.
pub fn shape(info: &any::Info) -> Option<Vec<usize>> {
    let grid = info.board.as_ref()?.grid;
    let sizes = [grid.boards, grid.rows, grid.columns].map(usize::from);
    Some(match sizes {
        [1, rows, columns] => vec![rows, columns],
        sizes => sizes.to_vec(),
    })
}

pub fn is_same(one: &Arc<GameRules>, other: &Arc<GameRules>) -> bool {
    Arc::ptr_eq(one, other)
        || match (&one.own, &other.own) {
            (None, None) => one.any.info().spec == other.any.info().spec,
            (Some(one), Some(other)) => one.is_same(other),
            _ => false,
        }
}

/// Creates the error for a text that names no game. The error suggests the most similar name.
fn unknown_game(py: Python<'_>, spec: &str, problem: any::SpecError) -> PyErr {
    let any::SpecError::Name(names) = &problem else {
        return of_library(py, problem.into());
    };
    let name = spec.split(':').next().unwrap_or(spec).trim().to_lowercase();
    let alike = py
        .import("difflib")
        .and_then(|difflib| difflib.call_method1("get_close_matches", (name, names.clone(), 1)))
        .and_then(|alike| alike.extract::<Vec<String>>());
    match alike.unwrap_or_default().first() {
        Some(name) => {
            let text = format!("{problem}; did you mean {name:?}?");
            error(py, "SpecError", text)
        }
        None => of_library(py, problem.into()),
    }
}

/// Returns the hash of a value. Equal values have the same hash.
pub fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
