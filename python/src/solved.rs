//! Solved games.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use perfectplay_any as any;
use pyo3::prelude::*;

use crate::errors::error;
use crate::rules::{GameRules, shape};
use crate::work::{WorkProgress, work};

/// A solved game.
pub struct SolvedGame {
    /// The table of the game.
    pub table: any::AnyTable,
    /// The game.
    pub rules: Arc<GameRules>,
    /// The file of the table, if the table is in a file.
    pub path: Option<PathBuf>,
}

impl SolvedGame {
    /// Calls a function that may ask the rules, and raises the exceptions of rules in Python.
    pub fn guarded<T>(&self, py: Python<'_>, ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let Some(own) = &self.rules.own else {
            return ask();
        };
        let asked = catch_unwind(AssertUnwindSafe(ask));
        match own.raised(py, None, false) {
            Some(error) => Err(error),
            None => asked.unwrap_or_else(|panic| resume_unwind(panic)),
        }
    }

    /// Runs work on the table without the interpreter, and shows its progress.
    pub fn work<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        job: impl FnOnce(any::Watch<'_>) -> Result<T, any::Error> + Send,
    ) -> PyResult<T> {
        let watcher = WorkProgress::new(py, progress)?;
        work(py, self.rules.own.as_ref(), &watcher, job)
    }

    /// Returns the shape of the board.
    pub fn shape(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        shape(self.table.info()).ok_or_else(|| {
            let game = &self.table.info().spec;
            error(
                py,
                "StateError",
                format!("{game} has no board: ask by text or key"),
            )
        })
    }
}

/// A solved game: every state that some game reaches, with its value.
///
/// `table[state]` is a position, and raises `Unreachable` if no game reaches the state. `state
/// in table` tells whether a game reaches the state. `len(table)` is the number of states, and
/// iterating yields a position for each state. `table[:10]` is a list of the first ten
/// positions.
#[pyclass(frozen, module = "perfectplay", name = "Table")]
pub struct PyTable(pub Arc<SolvedGame>);
