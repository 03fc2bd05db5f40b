//! Games, solved or not.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use perfectplay::check::Check;
use perfectplay_any::{self as any, Catalogue, samples};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::in_python_words;
use crate::objects;
use crate::own::PyRules;
use crate::rules::{GameRules, PyGame, hash, is_same, shape};
use crate::solved::PyTable;
use crate::table;
use crate::work::{WorkProgress, work};

impl PyGame {
    fn info(&self) -> &any::Info {
        self.0.any.info()
    }
}

#[pymethods]
impl PyGame {
    /// The name with its parameters, such as "connect:5x4,4".
    #[getter]
    fn spec(&self) -> &str {
        &self.info().spec
    }

    /// The name without parameters.
    #[getter]
    fn name(&self) -> &str {
        &self.info().name
    }

    /// The name as people write it, such as "Connect Four 5×4".
    #[getter]
    fn title(&self) -> &str {
        &self.info().title
    }

    /// The rules in one sentence.
    #[getter]
    fn rules(&self) -> &str {
        &self.info().rules
    }

    /// How to write a state as text, with an example.
    #[getter]
    fn states(&self) -> &str {
        &self.info().states
    }

    /// The names of the first and of the second player.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [first, second] = &self.info().players.0;
        (first, second)
    }

    /// The shape of a board: (rows, columns), or (boards, rows, columns) if the game has
    /// several boards. None for a game without a board.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let shape = shape(self.info());
        shape.map(|shape| PyTuple::new(py, shape)).transpose()
    }

    /// The number of different moves. A move has an index from 0 to `moves` - 1.
    #[getter]
    fn moves(&self) -> u32 {
        self.info().moves
    }

    /// The number of symmetries of the game, including the identity.
    #[getter]
    fn symmetries(&self) -> u32 {
        self.info().symmetries
    }

    /// Whether a state may occur twice in one course of play.
    #[getter]
    fn is_loopy(&self) -> bool {
        self.info().is_loopy
    }

    /// Whether a player may have several moves in a row.
    #[getter]
    fn has_extra_turns(&self) -> bool {
        self.info().has_extra_turns
    }

    /// Whether the rules are an object of Python.
    #[getter]
    fn is_own(&self) -> bool {
        self.0.own.is_some()
    }

    /// The names of the players that come with the game. `audit` accepts these names.
    #[getter]
    fn own_players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.info().own_players)
    }

    /// Solves the game. See `perfectplay.solve`.
    #[pyo3(signature = (*, cache = true, memory = None, anyway = false, progress = None))]
    fn solve(
        &self,
        py: Python<'_>,
        cache: bool,
        memory: Option<u64>,
        anyway: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyTable> {
        let rules = Arc::clone(&self.0);
        table::solve_rules(py, rules, cache, memory, anyway, progress.as_ref())
    }

    fn __repr__(&self) -> String {
        format!("<Game {}: {}>", self.info().spec, self.info().title)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| is_same(&self.0, &other.get().0))
    }

    fn __hash__(&self) -> u64 {
        hash(&*self.info().spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        Ok((objects::native(py, "game")?, (self.0.origin(py),)))
    }
}

/// Returns the game with a name such as "connect:5x4", or the game whose rules are your own
/// object. Raises `SpecError`.
#[pyfunction]
pub fn game(spec: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    GameRules::from_python(spec).map(PyGame)
}

/// Looks for faults in the rules of a game. Examines up to 100,000 states, those near a
/// start first, and plays random games if there are more states.
///
/// A fault is, for example, an answer that changes when the rules are asked again, a key
/// that two states share, or a move that leads to an object that is not a state. If a
/// method returns the wrong type or raises an exception, the fault names this method.
#[pyfunction]
pub fn check<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = game.py();
    let rules = GameRules::from_python(game)?;
    let own = rules.own.as_ref().map(PyRules::asked_anew);
    let anew = own.as_ref().map(PyRules::listed);
    let any = anew.as_ref().unwrap_or(&rules.any);
    if let Some(own) = &rules.own {
        if let Some(faults) = own.faults(py, "faults")? {
            return Ok(faults);
        }
    }
    let watcher = WorkProgress::new(py, None)?;
    let checked = match &own {
        // An exception of the rules is reported as a fault.
        Some(own) => {
            let checked = py.detach(|| catch_unwind(AssertUnwindSafe(|| any.check(Check::new()))));
            match checked {
                Ok(checked) => {
                    if let Some(interrupt) = own.interrupted(py) {
                        return Err(interrupt);
                    }
                    checked
                }
                // The key of a start is wrong.
                Err(panic) => {
                    let raised = own.raised(py, None, false);
                    return match own.faults(py, "faults_of_keys")? {
                        Some(faults) => Ok(faults),
                        None => Err(raised.unwrap_or_else(|| resume_unwind(panic))),
                    };
                }
            }
        }
        None => work(py, None, &watcher, |_| Ok(any.check(Check::new())))?,
    };
    let faults = checked.findings.iter().map(|finding| {
        let fault = PyDict::new(py);
        fault.set_item("problem", in_python_words(&finding.fault.to_string()))?;
        fault.set_item("state", finding.route.state())?;
        let moves = finding.route.moves().iter().map(|mv| mv.index());
        fault.set_item("moves", moves.map(u32::from).collect::<Vec<_>>())?;
        Ok(fault)
    });
    let told = PyDict::new(py);
    told.set_item("states", checked.states)?;
    told.set_item("complete", checked.complete)?;
    told.set_item("faults", faults.collect::<PyResult<Vec<_>>>()?)?;
    let remarks = checked.remarks.iter().map(ToString::to_string);
    told.set_item("remarks", remarks.collect::<Vec<_>>())?;
    Ok(told)
}

/// Returns the games that ship, each with its `name`, `rules`, `parameters`, `states` and
/// `samples`. The samples are names that `solve` accepts.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let catalogue = Catalogue::with_games_that_ship();
    let told = catalogue.listings().map(|listing| {
        let told = PyDict::new(py);
        told.set_item("name", listing.name)?;
        told.set_item("rules", listing.rules)?;
        told.set_item("parameters", listing.parameters)?;
        told.set_item("states", listing.states)?;
        told.set_item("samples", samples(listing).collect::<Vec<_>>())?;
        Ok(told)
    });
    told.collect()
}
