//! Solved games.

use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use perfectplay::{Player, Value};
use perfectplay_any::cache::Cache;
use perfectplay_any::{
    self as any, Catalogue, Column, Limits, Questions, Solve, TableFile, Watch, stats::Stats,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::columns::{self, ArrowStream, Batches};
use crate::errors::{OrRaise, error, of_library};
use crate::objects;
use crate::playbook::{Playbook, read_bytes};
use crate::position::{Position, board_codes, unreachable_state};
use crate::round::Round;
use crate::rules::{Game, Rules};
use crate::solved::{Solved, Table};
use crate::values::{read_columns, read_player, value};
use crate::work::{Watcher, work, work_with_rules};

/// How a game is solved.
pub struct How<'a, 'py> {
    /// Whether the user's cache is used.
    pub cache: bool,
    /// How many bytes there are.
    pub memory: Option<u64>,
    /// Whether it is solved even if it seems too large.
    pub anyway: bool,
    /// Who is told how far it is.
    pub progress: Option<&'a Bound<'py, PyAny>>,
}

/// Solves a game.
pub fn solve_rules(py: Python<'_>, rules: Arc<Rules>, how: &How<'_, '_>) -> PyResult<Table> {
    let watcher = Watcher::new(py, how.progress)?;
    let own = rules.own.as_ref();
    let cache = if how.cache && own.is_none() {
        Cache::from_environment().or_raise(py)?
    } else {
        None
    };
    let (memory, anyway) = (how.memory, how.anyway);
    let solve = |watch: Watch<'_>| {
        let solve = Solve {
            memory,
            anyway,
            watch,
            ..Solve::default()
        };
        rules.any.table(&solve, cache.as_ref())
    };
    let table = match own {
        Some(own) => work_with_rules(py, own, &watcher, solve)?,
        None => work(py, None, &watcher, solve)?,
    };
    Ok(Table(Arc::new(Solved {
        table,
        rules,
        path: None,
    })))
}

#[pyfunction]
#[pyo3(signature = (game, *, cache = true, memory = None, anyway = false, progress = None))]
pub fn solve(
    game: &Bound<'_, PyAny>,
    cache: bool,
    memory: Option<u64>,
    anyway: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let how = How {
        cache,
        memory,
        anyway,
        progress: progress.as_ref(),
    };
    solve_rules(game.py(), Rules::from_python(game)?, &how)
}

#[pyfunction]
#[pyo3(signature = (path, game = None))]
pub fn open(py: Python<'_>, path: PathBuf, game: Option<&Bound<'_, PyAny>>) -> PyResult<Table> {
    let solved = match game {
        Some(rules) => {
            let rules = Rules::from_python(rules)?;
            let bytes = fs::read(&path)?;
            let table = rules.any.open_bytes(bytes).map_err(|problem| {
                error(py, "TableError", format!("{}: {problem}", path.display()))
            });
            let table = match &rules.own {
                Some(own) => own.raised(py, None, false).map_or(table, Err)?,
                None => table?,
            };
            Solved {
                table,
                rules,
                path: Some(path),
            }
        }
        None => {
            fs::metadata(&path)?;
            let (game, table) = py
                .detach(|| {
                    let catalogue = Catalogue::with_games_that_ship();
                    let file = TableFile::read(&path, &catalogue)?;
                    let game = catalogue.find(&file.game().info().spec)?;
                    Ok::<_, any::Error>((game, file.open()?))
                })
                .or_raise(py)?;
            let rules = Arc::new(Rules {
                any: game,
                own: None,
            });
            Solved {
                table,
                rules,
                path: Some(path),
            }
        }
    };
    Ok(Table(Arc::new(solved)))
}

#[pyfunction]
#[pyo3(signature = (state, game = None))]
pub fn lookup(state: &Bound<'_, PyAny>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
    let py = state.py();
    let rules = match game {
        Some(game) => Rules::from_python(game)?,
        None => Rules::from_python(PyString::new(py, "tictactoe").as_any())?,
    };
    let how = How {
        cache: true,
        memory: None,
        anyway: false,
        progress: None,
    };
    solve_rules(py, rules, &how)?.__getitem__(state)
}

#[pymethods]
impl Table {
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.0.rules))
    }

    #[getter]
    fn spec(&self) -> &str {
        &self.0.table.info().spec
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        self.0
            .guarded(py, || Ok(Position::new(&self.0, &self.0.table.start())))
    }

    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = self.0.guarded(py, || {
            let start = self.0.table.start();
            let record = start.record().or_raise(py)?;
            Ok(match start.mover() {
                Some(Player::Second) => record.value.flip(),
                _ => record.value,
            })
        })?;
        value(py, record)
    }

    #[getter]
    fn distance(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.0.guarded(py, || {
            Ok(self.0.table.start().record().or_raise(py)?.distance)
        })
    }

    #[pyo3(signature = (state, mover = None))]
    fn position(
        &self,
        state: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        self.0.position(state, mover.map(read_player).transpose()?)
    }

    fn __getitem__(&self, state: &Bound<'_, PyAny>) -> PyResult<Position> {
        let py = state.py();
        let position = self.0.position(state, None)?;
        position.with(py, |position| match position.analysis().or_raise(py)? {
            Some(_) => Ok(()),
            None => Err(unreachable_state(py, &position)),
        })?;
        Ok(position)
    }

    fn __contains__(&self, state: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = state.py();
        let Ok(position) = self.0.position(state, None) else {
            return Ok(false);
        };
        position.with(py, |position| {
            Ok(position.analysis().or_raise(py)?.is_some())
        })
    }

    fn __len__(&self) -> usize {
        self.0.table.states() as usize
    }

    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let watcher = Watcher::new(py, None)?;
        let own = self.0.rules.own.as_ref();
        let counts = work(py, own, &watcher, |_| self.0.table.counts())?;
        let told = PyDict::new(py);
        for (kind, count) in [Value::Win, Value::Draw, Value::Loss]
            .into_iter()
            .zip(counts)
        {
            told.set_item(value(py, kind)?, count)?;
        }
        Ok(told)
    }

    #[pyo3(signature = (columns = None, *, progress = None))]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        columns: Option<Vec<String>>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.columns(columns)?;
        columns::arrays(py, &self.0, &columns, progress.as_ref())
    }

    #[pyo3(signature = (columns = None, *, rows = 65536))]
    fn batches(&self, columns: Option<Vec<String>>, rows: usize) -> PyResult<Batches> {
        Ok(Batches::new(&self.0, self.columns(columns)?, rows))
    }

    #[pyo3(signature = (columns = None, *, rows = 65536))]
    fn to_arrow(&self, columns: Option<Vec<String>>, rows: usize) -> PyResult<ArrowStream> {
        Ok(ArrowStream::new(&self.0, self.columns(columns)?, rows))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(None, columns::ROWS)?.__arrow_c_schema__(py)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(None, columns::ROWS)?
            .__arrow_c_stream__(py, requested_schema)
    }

    #[pyo3(signature = (boards = None, *, keys = None, movers = None, columns = None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        boards: Option<Bound<'py, PyAny>>,
        keys: Option<Bound<'py, PyAny>>,
        movers: Option<Bound<'py, PyAny>>,
        columns: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let usual = [Column::Value, Column::Distance, Column::Best];
        let columns = read_columns(columns, &usual)?;
        // They tell of the question, which may be no state, and not of the answer.
        let asked = [Column::Board, Column::Key, Column::Canonical, Column::Ply];
        if let Some(column) = columns.iter().find(|column| asked.contains(column)) {
            return Err(PyValueError::new_err(format!(
                "expected columns that the table answers, found {}",
                column.name()
            )));
        }
        match (boards, keys) {
            (Some(boards), None) => self.ask_boards(&boards, movers.as_ref(), &columns),
            (None, Some(keys)) => {
                let numpy = py.import("numpy")?;
                let keys = numpy.call_method1("asarray", (keys,))?;
                let kind: String = keys.getattr("dtype")?.getattr("kind")?.extract()?;
                if !matches!(kind.as_str(), "i" | "u") {
                    return Err(PyTypeError::new_err(format!(
                        "expected keys of integers, found the dtype {}",
                        keys.getattr("dtype")?
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
                self.answer(py, &Questions::Keys(keys.as_slice()?), &columns)
            }
            _ => Err(PyTypeError::new_err("expected either boards or keys")),
        }
    }

    #[pyo3(signature = (*, progress = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let watcher = Watcher::new(py, progress.as_ref())?;
        let own = self.0.rules.own.as_ref();
        let verified = work(py, own, &watcher, |watch| {
            self.0.table.verify(&Limits {
                watch,
                ..Limits::default()
            })
        })?;
        objects::json(py, &verified)
    }

    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let watcher = Watcher::new(py, None)?;
        let own = self.0.rules.own.as_ref();
        let stats = work(py, own, &watcher, |_| {
            let mut stats = Stats::count(&*self.0.table, |_, _| ())?;
            stats.games = self.0.table.games();
            Ok(stats)
        })?;
        objects::json(py, &stats)
    }

    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let html = self.html(py, perfectplay_cli::show::report_page)?;
        objects::page(py, html, &format!("report on {}", self.spec()))
    }

    fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let html = self.html(py, perfectplay_cli::show::game_page)?;
        objects::page(py, html, self.spec())
    }

    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let watcher = Watcher::new(py, None)?;
        let own = self.0.rules.own.as_ref();
        let bytes = work(py, own, &watcher, |watch| {
            self.0.table.bytes(watch).transpose()
        })?;
        match (bytes, &self.0.path) {
            (Some(bytes), _) => crate::file::write_whole(&path, |file| file.write_all(&bytes)),
            (None, Some(from)) => {
                let mut from = fs::File::open(from)?;
                crate::file::write_whole(&path, |file| std::io::copy(&mut from, file).map(drop))
            }
            (None, None) => {
                let problem = format!(
                    "{} is written by `perfectplay solve --game {} -o FILE`",
                    self.spec(),
                    self.spec()
                );
                Err(error(py, "TableError", problem))
            }
        }
    }

    #[pyo3(signature = (first = "human", second = "perfect", *, start = None, seed = None))]
    fn round(
        &self,
        py: Python<'_>,
        first: &str,
        second: &str,
        start: Option<&Bound<'_, PyAny>>,
        seed: Option<u64>,
    ) -> PyResult<Round> {
        let start = match start {
            Some(state) => self.0.position(state, None)?,
            None => self.start(py)?,
        };
        Round::new(py, start, [first, second], seed)
    }

    #[pyo3(signature = (side = None, *, symmetry = false, progress = None))]
    fn playbook(
        &self,
        py: Python<'_>,
        side: Option<&Bound<'_, PyAny>>,
        symmetry: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Playbook> {
        let side = side.map(read_player).transpose()?;
        Playbook::find(py, &self.0, side, symmetry, progress.as_ref())
    }

    fn open_playbook(&self, book: &Bound<'_, PyAny>) -> PyResult<Playbook> {
        Playbook::of_bytes(book.py(), &self.0, read_bytes(book)?)
    }

    fn __repr__(&self) -> String {
        let (spec, states) = (self.spec(), self.0.table.states());
        format!("<Table of {spec}: {states} states>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let origin = self.0.rules.origin(py);
        let own = self.0.rules.own.as_ref().map(|_| origin.clone_ref(py));
        match &self.0.path {
            Some(path) => {
                let path = path.clone().into_pyobject(py)?;
                Ok((
                    objects::native(py, "open")?,
                    (path, own).into_pyobject(py)?.into_any(),
                ))
            }
            None => Ok((
                objects::native(py, "solve")?,
                (origin,).into_pyobject(py)?.into_any(),
            )),
        }
    }
}

impl Table {
    /// A page of the command.
    fn html(
        &self,
        py: Python<'_>,
        make: fn(&dyn any::Table) -> Result<String, any::Error>,
    ) -> PyResult<String> {
        let watcher = Watcher::new(py, None)?;
        let own = self.0.rules.own.as_ref();
        work(py, own, &watcher, |_| make(&*self.0.table))
    }

    /// The columns that somebody names; if nobody does, all but the canonical keys, which take
    /// a look at every symmetry.
    fn columns(&self, names: Option<Vec<String>>) -> PyResult<Vec<Column>> {
        let has_board = self.0.table.info().board.is_some();
        let all = Column::ALL.into_iter();
        let usual: Vec<_> = all
            .filter(|&column| column != Column::Canonical)
            .filter(|&column| has_board || column != Column::Board)
            .collect();
        let columns = read_columns(names, &usual)?;
        if columns.contains(&Column::Board) && !has_board {
            return Err(PyValueError::new_err(format!(
                "{} has no board",
                self.spec()
            )));
        }
        Ok(columns)
    }

    fn ask_boards<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        movers: Option<&Bound<'py, PyAny>>,
        columns: &[Column],
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = boards.py();
        let expected = self.0.shape(py)?;
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
        let questions = Questions::Boards {
            codes: &codes,
            movers: &movers,
        };
        self.answer(py, &questions, columns)
    }

    fn answer<'py>(
        &self,
        py: Python<'py>,
        questions: &Questions<'_>,
        columns: &[Column],
    ) -> PyResult<Bound<'py, PyDict>> {
        let wanted = any::Wanted::new(columns);
        let answers =
            py.detach(|| catch_unwind(AssertUnwindSafe(|| self.0.table.ask(questions, wanted))));
        if let Some(error) = self
            .0
            .rules
            .own
            .as_ref()
            .and_then(|own| own.raised(py, None, false))
        {
            return Err(error);
        }
        let answers = answers.unwrap_or_else(|panic| resume_unwind(panic));
        let answers = answers.map_err(|problem| match problem {
            any::Error::Board { number, problem } => {
                error(py, "StateError", format!("board {number}: {problem}"))
            }
            problem => of_library(py, problem),
        })?;
        columns::told(py, &self.0, answers, columns)
    }
}
