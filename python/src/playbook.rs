//! Finds, opens and uses playbooks. A playbook is a small player that never errs.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use perfectplay::bake::SourceLanguage;
use perfectplay::{Player, bake};
use perfectplay_any as any;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors::error;
use crate::objects;
use crate::position::PyPosition;
use crate::rules::{GameRules, is_same};
use crate::solved::SolvedGame;
use crate::values::{named_move, player};
use crate::work::{WorkEnd, WorkProgress, work_until};

/// A small player that never errs. A playbook holds one move for each state that its
/// player can reach.
#[pyclass(frozen, module = "perfectplay", name = "Playbook")]
pub struct PyPlaybook {
    solved: Arc<SolvedGame>,
    book: any::Playbook,
}

impl PyPlaybook {
    pub fn of_bytes(py: Python<'_>, solved: &Arc<SolvedGame>, bytes: Vec<u8>) -> PyResult<Self> {
        let book = solved.guarded(py, || {
            let book = solved.table.open_playbook(bytes);
            book.map_err(|problem| error(py, "TableError", problem.to_string()))
        })?;
        Ok(Self {
            solved: Arc::clone(solved),
            book,
        })
    }

    /// Reads a playbook without the table of its game.
    fn without_table(game: &Bound<'_, PyAny>, bytes: Vec<u8>) -> PyResult<Self> {
        let rules = GameRules::from_python(game)?;
        let table = rules.any.without_table();
        Self::of_bytes(game.py(), &SolvedGame::new(rules, table, None), bytes)
    }

    /// Searches for a small playbook for one side or for both.
    pub fn find(
        py: Python<'_>,
        solved: &Arc<SolvedGame>,
        side: Option<Player>,
        symmetry: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let watcher = WorkProgress::new(py, progress)?;
        let mut how = bake::Playbook::new("book");
        if let Some(side) = side {
            how = how.only(side);
        }
        if symmetry {
            how = how.symmetry();
        }
        let own = solved.rules.own.as_ref();
        let baked = work_until(py, own, &watcher, |watch| {
            solved.table.bake_playbook(how, watch)
        })?;
        match baked {
            // A search that is stopped returns the best playbook so far.
            WorkEnd::Whole(baked) | WorkEnd::Ended(_, Some(baked)) => {
                Self::of_bytes(py, solved, baked.bytes)
            }
            WorkEnd::Ended(error, None) => Err(error),
        }
    }
}

#[pymethods]
impl PyPlaybook {
    /// Opens a playbook without the table of its game. So the game may be of any size. `book`
    /// is bytes or a path.
    ///
    /// Raises `TableError` if `book` is not a playbook of this game.
    #[staticmethod]
    fn open(book: &Bound<'_, PyAny>, game: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::without_table(game, read_bytes(book)?)
    }

    /// The position in which the game begins, or the first such position. If the book was opened
    /// without a table, the values of positions are unknown.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<PyPosition> {
        self.solved.start(py)
    }

    /// The sides that the book plays.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sides = self.book.data().sides();
        let sides = sides
            .map(|side| player(py, side))
            .collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, sides)
    }

    /// The number of states for which the book has a move.
    #[getter]
    fn states(&self) -> u32 {
        self.book.data().states()
    }

    /// Returns the move of the book. Returns None if the game is over, or if the book does
    /// not play for the player to move. In a position that the player of the book cannot
    /// reach, the move is arbitrary.
    fn choose<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if !is_same(&self.solved.rules, &position.solved().rules) {
            let (expected, found) = (&self.solved.rules, &position.solved().rules);
            return Err(PyValueError::new_err(format!(
                "expected a position of {}, found one of {}",
                expected.any.info().spec,
                found.any.info().spec
            )));
        }
        position.with(py, |position| {
            let chosen = self.book.choose(&position);
            chosen.map(|mv| named_move(py, &position, mv)).transpose()
        })
    }

    /// Returns the book as one file of source code without dependencies.
    #[pyo3(signature = (language, name = "book"))]
    fn source(&self, py: Python<'_>, language: &str, name: &str) -> PyResult<String> {
        let language = match language {
            "c" => SourceLanguage::C,
            "rust" => SourceLanguage::Rust,
            "javascript" => SourceLanguage::JavaScript,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "expected a language (c, rust, javascript), found {language:?}"
                )));
            }
        };
        self.solved.guarded(py, || {
            let source = self.book.source(self.solved.table.game(), language, name);
            source.map_err(|error| PyValueError::new_err(error.to_string()))
        })
    }

    /// Writes the book to a file, whole or not at all.
    fn write(&self, path: PathBuf) -> PyResult<()> {
        crate::file::write_whole(&path, |file| file.write_all(self.book.bytes()))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.book.bytes())
    }

    fn __len__(&self) -> usize {
        self.book.bytes().len()
    }

    fn __repr__(&self) -> String {
        let (spec, states) = (&self.solved.rules.any.info().spec, self.states());
        format!(
            "<Playbook of {spec}: {states} states in {} bytes>",
            self.book.bytes().len()
        )
    }

    #[expect(clippy::type_complexity, reason = "what pickling expects")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, Bound<'py, PyBytes>))> {
        let game = self.solved.rules.origin(py);
        Ok((
            objects::native(py, "_playbook")?,
            (game, self.__bytes__(py)),
        ))
    }
}

/// Restores a playbook from the arguments that pickle stored.
#[pyfunction]
pub fn _playbook(game: &Bound<'_, PyAny>, bytes: Vec<u8>) -> PyResult<PyPlaybook> {
    PyPlaybook::without_table(game, bytes)
}

/// Returns the argument itself if it is bytes. If the argument is a path, returns the content of
/// the file.
pub fn read_bytes(book: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match book.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => Ok(crate::file::read(&book.extract::<PathBuf>()?)?),
    }
}
