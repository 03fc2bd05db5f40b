//! Solved games.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use perfectplay_any as any;
use pyo3::prelude::*;

use crate::errors::{OrRaise, error};
use crate::rules::{GameRules, shape};
use crate::work::{OracleWork, WorkProgress, work};

/// A solved game, or a game with an oracle.
pub struct SolvedGame {
    pub table: any::AnyTable,
    /// The oracle; `None` if the game is solved.
    pub oracle: Option<OracleAsked>,
    pub rules: Arc<GameRules>,
    /// The file of the table, if the table is in a file.
    pub path: Option<PathBuf>,
}

impl SolvedGame {
    /// Creates a solved game without an oracle. `path` is the file of the table, if the table is in a file.
    pub fn new(rules: Arc<GameRules>, table: any::AnyTable, path: Option<PathBuf>) -> Arc<Self> {
        Arc::new(Self {
            table,
            oracle: None,
            rules,
            path,
        })
    }

    /// Calls `ask`, which may call rules that are written in Python. If the rules raise an exception, returns this
    /// exception.
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

    /// Releases the interpreter, runs work on the table, and shows the progress of this work.
    pub fn work<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        job: impl FnOnce(any::Watch<'_>) -> Result<T, any::Error> + Send,
    ) -> PyResult<T> {
        let watcher = WorkProgress::new(py, progress)?;
        self.proving(&watcher, false, || {
            work(py, self.rules.own.as_ref(), &watcher, job)
        })
    }

    /// Runs work that may ask the oracle. If the work is stopped, a running proof is stopped, too. The progress display
    /// shows the progress of the proofs if `shows_proofs` is true, and the progress of the work if it is false.
    pub fn proving<T>(
        &self,
        watcher: &WorkProgress,
        shows_proofs: bool,
        job: impl FnOnce() -> T,
    ) -> T {
        match &self.oracle {
            Some(oracle) => oracle.work.during(watcher, shows_proofs, job),
            None => job(),
        }
    }

    /// Asks the table a question. If an oracle must prove the answer, releases the interpreter until the proof ends.
    pub fn ask<'s, T: Send>(
        &'s self,
        py: Python<'_>,
        question: impl FnOnce(&'s any::AnyTable) -> Result<T, any::Error> + Send,
    ) -> PyResult<T> {
        if self.oracle.is_none() {
            return self.guarded(py, || question(&self.table).or_raise(py));
        }
        let watcher = WorkProgress::new(py, None)?;
        let own = self.rules.own.as_ref();
        self.proving(&watcher, true, || {
            work(py, own, &watcher, |_| question(&self.table))
        })
    }

    /// Returns the Python object for the game, which is a `Table` or an `Oracle`.
    pub fn object<'py>(self: &Arc<Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let solved = Arc::clone(self);
        Ok(match self.oracle {
            Some(_) => Bound::new(py, PyOracle(solved))?.into_any(),
            None => Bound::new(py, PyTable(solved))?.into_any(),
        })
    }

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

/// The additional data of a [`SolvedGame`] that has an oracle.
pub struct OracleAsked {
    /// The work that asks now.
    pub work: Arc<OracleWork>,
    /// The arguments that created the oracle, except the function that watches its progress.
    pub settings: any::OracleOptions,
}

/// A solved game: every state that some game reaches, with its value.
///
/// `table[state]` is a position, and raises `Unreachable` if no game reaches the state. `state in
/// table` tells whether a game reaches the state. `len(table)` is the number of states. Iterating
/// over `table` yields a position for each state. `table[:10]` is a list of the first ten
/// positions.
#[pyclass(frozen, module = "perfectplay", name = "Table")]
pub struct PyTable(pub Arc<SolvedGame>);

/// Answers about a game that is too large to solve, such as "connect:7x6". A value is proved
/// when you ask for it.
///
/// `oracle[state]` is a position, like `table[state]` of a `Table`. Every answer is exact.
/// If a value is not proved within the limit, reading it raises `Unproved`. The oracle
/// remembers proved states, so later questions about similar states take less time. Proofs
/// release the interpreter, and Ctrl-C ends them.
///
/// `seconds` limits the time for all moves of a position. `memory` is the number of bytes
/// for proved states, 256 MiB by default. `threads` is the number of threads, by default
/// one for each core. With `distance`, the oracle also proves distances, and each proof
/// takes longer. `opening` is a file that `perfectplay solve --plies` wrote, or its bytes.
/// For "connect:7x6", the package contains the opening of eight plies.
///
/// `winning_playbook` is a playbook whose player wins every game, as bytes or a path.
/// With this book, the oracle knows the values of the states that the player of the book
/// reaches. The oracle trusts the book. `perfectplay verify --playbook FILE --expect win`
/// proves that the book wins.
///
/// Raises `SpecError`. Raises `TableError` for a game whose states can repeat, and for an opening
/// of another game.
#[pyclass(frozen, module = "perfectplay", name = "Oracle")]
pub struct PyOracle(pub Arc<SolvedGame>);

/// An argument that is a `Table` or an `Oracle`.
pub struct AnySolved(pub Arc<SolvedGame>);

impl<'a, 'py> FromPyObject<'a, 'py> for AnySolved {
    type Error = PyErr;

    fn extract(found: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(oracle) = found.cast::<PyOracle>() {
            return Ok(Self(Arc::clone(&oracle.get().0)));
        }
        let table = found.cast::<PyTable>()?;
        Ok(Self(Arc::clone(&table.get().0)))
    }
}
