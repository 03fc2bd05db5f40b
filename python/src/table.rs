//! Solves games, opens tables, and answers questions about them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use perfectplay::{Player, Value};
use perfectplay_any::cache::Cache;
use perfectplay_any::{
    self as any, Catalogue, Column, Limits, OracleOptions, Solve, TableFile, Watch, stats::Stats,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyString};

use crate::columns::{self, ArrowStream, Batches};
use crate::errors::{OrRaise, error, is_error};
use crate::objects;
use crate::oracle;
use crate::playbook::{PyPlaybook, read_bytes};
use crate::position::PyPosition;
use crate::queries::StatesAsked;
use crate::regret;
use crate::round::PyRound;
use crate::rules::{GameRules, PyGame};
use crate::solved::{PyTable, SolvedGame};
use crate::values::{read_columns, read_player, value};
use crate::work::{WorkProgress, work, work_with_rules};

/// Solves a game. If `cache` is true, uses the user's cache of tables. If `anyway` is true, solves even a game that
/// seems too large. `memory` is the limit for the memory in bytes.
pub fn solve_rules(
    py: Python<'_>,
    rules: Arc<GameRules>,
    cache: bool,
    memory: Option<u64>,
    anyway: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTable> {
    let watcher = WorkProgress::new(py, progress)?;
    let own = rules.own.as_ref();
    if let Some(own) = own {
        own.probe(py)?;
    }
    let cache = if cache && own.is_none() {
        Cache::from_environment().or_raise(py)?
    } else {
        None
    };
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
    Ok(PyTable(SolvedGame::new(rules, table, None)))
}

/// Solves a game, and returns its table.
///
/// If the table is in the package or in the user's cache, it is read from there. Otherwise, the
/// game is solved now. If the game has 100,000 states or more, the table is stored in the cache,
/// unless `cache` is false. Tables of your own rules are not stored.
///
/// `memory` is the limit for the memory, in bytes. With `anyway`, a game is solved even
/// if it seems too large. `progress` is True for a bar, False for no bar, or a function
/// that is called with a `Progress`. If `progress` is None, a bar appears in a terminal
/// or a notebook after a second. Ctrl-C ends the work.
///
/// Raises `SpecError` or `TooLarge`. Raises `RulesError` if the rules have a fault.
#[pyfunction]
#[pyo3(signature = (game, *, cache = true, memory = None, anyway = false, progress = None))]
pub fn solve(
    game: &Bound<'_, PyAny>,
    cache: bool,
    memory: Option<u64>,
    anyway: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<PyTable> {
    let rules = GameRules::from_python(game)?;
    let progress = progress.as_ref();
    solve_rules(game.py(), rules, cache, memory, anyway, progress)
}

/// Creates an `OSError` with the name of a file.
fn of_path(error: io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(code) => {
            let text = error.to_string();
            // Python writes the error code before the text, so the text must not repeat it.
            let text = text
                .split(" (os error")
                .next()
                .unwrap_or_default()
                .to_owned();
            PyOSError::new_err((code, text, path.as_os_str().to_owned()))
        }
        None => error.into(),
    }
}

/// Opens the table in a file. A large table is read block by block. For a game with your own
/// rules, `game` is the object with these rules. Raises `TableError`, `OSError`.
#[pyfunction]
#[pyo3(signature = (path, game = None))]
pub fn open(py: Python<'_>, path: PathBuf, game: Option<&Bound<'_, PyAny>>) -> PyResult<PyTable> {
    let (table, rules) = match game {
        Some(rules) => {
            let rules = GameRules::from_python(rules)?;
            let bytes = crate::file::read(&path).map_err(|error| of_path(error, &path))?;
            let table = rules.any.open_bytes(bytes).map_err(|problem| {
                error(py, "TableError", format!("{}: {problem}", path.display()))
            });
            let table = match &rules.own {
                Some(own) => own.raised(py, None, false).map_or(table, Err)?,
                None => table?,
            };
            (table, rules)
        }
        None => {
            fs::metadata(&path).map_err(|error| of_path(error, &path))?;
            let games = Catalogue::with_games_that_ship();
            let table = py.detach(|| TableFile::read(&path, &games)?.open());
            let table = table.or_raise(py)?;
            let any = table.game().clone();
            (table, Arc::new(GameRules { any, own: None }))
        }
    };
    Ok(PyTable(SolvedGame::new(rules, table, Some(path))))
}

/// Returns the position of a state. The tables that were used last stay in memory. For a
/// game that is too large to solve, use an `Oracle`. Raises `StateError`, or `Unreachable`.
#[pyfunction]
#[pyo3(signature = (state, game = None))]
pub fn lookup(state: &Bound<'_, PyAny>, game: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
    held(state.py(), game)?.reachable(state)
}

/// Returns the table of a game. If the game is given by its name, its table stays in memory for the
/// next call.
fn held(py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<SolvedGame>> {
    /// The tables that were used last. The latest table is at the end.
    static HELD: Mutex<Vec<(String, Arc<SolvedGame>)>> = Mutex::new(Vec::new());
    /// The greatest number of tables in memory.
    const KEPT: usize = 8;
    let lock = || HELD.lock().unwrap_or_else(PoisonError::into_inner);
    let spec = match game {
        Some(game) => match game.cast::<PyString>() {
            Ok(spec) => Some(spec.to_cow()?),
            Err(_) => None,
        },
        None => Some("tictactoe".into()),
    };
    if let Some(spec) = &spec {
        let mut tables = lock();
        if let Some(at) = tables.iter().position(|(name, _)| name == spec) {
            tables[at..].rotate_left(1);
            return Ok(Arc::clone(&tables[tables.len() - 1].1));
        }
    }
    let rules = match (game, &spec) {
        (Some(game), _) => GameRules::from_python(game)?,
        (None, _) => GameRules::from_python(PyString::new(py, "tictactoe").as_any())?,
    };
    let solved = match solve_rules(py, Arc::clone(&rules), true, None, false, None) {
        Ok(table) => table.0,
        Err(problem) if is_error(py, &problem, "TooLarge")? && !rules.any.info().is_loopy => {
            oracle::of_rules(py, rules, OracleOptions::default())?.0
        }
        Err(problem) => return Err(problem),
    };
    if let Some(spec) = spec {
        let mut tables = lock();
        if tables.len() == KEPT {
            tables.remove(0);
        }
        tables.push((spec.into_owned(), Arc::clone(&solved)));
    }
    Ok(solved)
}

#[pymethods]
impl PyTable {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(Arc::clone(&self.0.rules))
    }

    /// The name of the game with its parameters.
    #[getter]
    fn spec(&self) -> &str {
        &self.0.table.info().spec
    }

    /// The position in which the game begins, or the first such position.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<PyPosition> {
        self.0.start(py)
    }

    /// The value of the start for the first player.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = self.0.guarded(py, || {
            let start = self.0.table.start();
            let record = start.record().or_raise(py)?;
            Ok(match start.mover() {
                Some(Player::Second) => record.value().flip(),
                _ => record.value(),
            })
        })?;
        value(py, record)
    }

    /// The number of plies of a game between perfect players. None if such a game never ends.
    #[getter]
    fn distance(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.0.guarded(py, || {
            Ok(self.0.table.start().record().or_raise(py)?.distance())
        })
    }

    /// Returns the position that a text, a key or a board describes. The position need not be
    /// reachable.
    ///
    /// A board is anything that numpy converts to an array of integers of the shape
    /// `Game.shape`. A board does not say whose turn it is. If the texts of the game's states
    /// say so, pass `mover` together with a board.
    ///
    /// Raises `StateError`, or `TypeError` for an array whose items are not integers.
    #[pyo3(signature = (state, mover = None))]
    fn position(
        &self,
        state: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        self.0.position(state, mover.map(read_player).transpose()?)
    }

    fn __getitem__<'py>(
        this: &Bound<'py, Self>,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        if state.is_instance_of::<PySlice>() {
            let walk = py.import("perfectplay._walk")?;
            return walk.call_method1("some_positions", (this, state));
        }
        let position = this.get().0.reachable(state)?;
        Ok(Bound::new(py, position)?.into_any())
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let walk = this.py().import("perfectplay._walk")?;
        walk.call_method1("positions", (this,))
    }

    fn __contains__(&self, state: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = state.py();
        let Ok(position) = self.0.position(state, None) else {
            return Ok(false);
        };
        position.is_known(py)
    }

    fn __len__(&self) -> usize {
        self.0.table.states() as usize
    }

    /// Returns the numbers of states that are won, drawn and lost for the player to move.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = self.0.work(py, None, |_| self.0.table.counts())?;
        let told = PyDict::new(py);
        for (kind, count) in [Value::Win, Value::Draw, Value::Loss]
            .into_iter()
            .zip(counts)
        {
            told.set_item(value(py, kind)?, count)?;
        }
        Ok(told)
    }

    /// Returns every state, column by column.
    ///
    /// ==========  ================  ============================================================
    /// `board`     int8, (n, *shape) 0 empty; 1 and -1 pieces of the first and the second player;
    ///                               2 and -2 and so on for pieces of several kinds or ages; the
    ///                               number of things in a heap; 1 and -1 an X or O of neither
    ///                               player, 2 another mark of neither; -128 no square.
    ///                               Only in games with a board
    /// `key`       uint64            a number that no other state has
    /// `canonical` uint64            the least key among the symmetric images of the state;
    ///                               only if `columns` names it
    /// `mover`     int8              `Player`; -1 if the state does not tell
    /// `points`    int32, (n, 2)     the points of both players; only in games with points
    /// `value`     int8              `Value` for the player to move
    /// `distance`  int32             plies to the end; -1 if the game never ends
    /// `ply`       int32             plies from the nearest start; -1 if unknown
    /// `winning`   uint64            a set of moves: bit i is the move with index i
    /// `neutral`   uint64
    /// `losing`    uint64
    /// `best`      uint64
    /// ==========  ================  ============================================================
    ///
    /// The order of states is the same for every call. States near a start come first. But
    /// the states of a file with more than a million states are ordered by tier.
    ///
    /// Raises `ValueError` for an unknown column, and `TableError` for a damaged table.
    #[pyo3(signature = (columns = None, *, progress = None))]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        columns: Option<Bound<'py, PyAny>>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.columns(py, columns.as_ref())?;
        columns::arrays(py, &self.0, &columns, progress.as_ref())
    }

    /// Returns the same states as `arrays`, but in batches of at least `rows` rows, for
    /// tables that are larger than memory. The last batch may have fewer rows.
    #[pyo3(signature = (columns = None, *, rows = 65536))]
    fn batches<'py>(
        &self,
        py: Python<'py>,
        columns: Option<Bound<'py, PyAny>>,
        rows: usize,
    ) -> PyResult<Batches> {
        Ok(Batches::new(
            &self.0,
            self.columns(py, columns.as_ref())?,
            rows,
        ))
    }

    /// Returns the same states as `arrays`, for libraries that read Arrow, in batches of at
    /// least `rows` rows.
    #[pyo3(signature = (columns = None, *, rows = 65536))]
    fn to_arrow<'py>(
        &self,
        py: Python<'py>,
        columns: Option<Bound<'py, PyAny>>,
        rows: usize,
    ) -> PyResult<ArrowStream> {
        Ok(ArrowStream::new(
            &self.0,
            self.columns(py, columns.as_ref())?,
            rows,
        ))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(py, None, columns::ROWS)?
            .__arrow_c_schema__(py)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(py, None, columns::ROWS)?
            .__arrow_c_stream__(py, requested_schema)
    }

    /// Returns columns for many states. The states are `boards`, an array of the shape (n,
    /// *shape), or `keys`, an array of n integers.
    ///
    /// `columns` may name `mover`, `value`, `distance`, `winning`, `neutral`, `losing` and `best`
    /// of `arrays`. The default is `value`, `distance` and `best`.
    ///
    /// For a state that no game reaches, the value is -128, the distance is -1, and the sets
    /// of moves are empty.
    ///
    /// Raises `StateError`, with the index, for an array that is not a board of the game.
    /// Raises `TypeError` or `ValueError` for an array of another dtype or shape.
    #[pyo3(signature = (boards = None, *, keys = None, movers = None, columns = None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        boards: Option<Bound<'py, PyAny>>,
        keys: Option<Bound<'py, PyAny>>,
        movers: Option<Bound<'py, PyAny>>,
        columns: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let usual = [Column::Value, Column::Distance, Column::Best];
        let columns = read_columns(columns.as_ref(), &usual)?;
        // These columns depend only on the given states, and not on the table.
        let asked = [
            Column::Board,
            Column::Key,
            Column::Canonical,
            Column::Points,
            Column::Ply,
        ];
        if let Some(column) = columns.iter().find(|column| asked.contains(column)) {
            return Err(PyValueError::new_err(format!(
                "expected columns that the table answers, found {}",
                column.name()
            )));
        }
        let wanted = any::ColumnSet::new(&columns);
        let asked = StatesAsked::read(&self.0, boards, keys, movers)?;
        let answers = asked.answers(py, &self.0, |table, queries| {
            table.lookup_many(queries, wanted)
        })?;
        columns::told(py, &self.0, answers, &columns)
    }

    /// Returns the regret of each move in a list of played games. The regret says by how much
    /// the move worsens the value and the distance. Each move has a row.
    ///
    /// Each game is a list of its moves from `start`, by index or by name. The columns are:
    ///
    /// ===============  ======  ==================================================================
    /// `game`           int64   the index of the game
    /// `ply`            int32   the number of moves before this one
    /// `key`            uint64  the key of the state in which the move was made
    /// `move`           int8    the index of the move
    /// `value`          int8    the value of the state for the player who moved
    /// `value_lost`     int8    the value that the move loses: 0 if it keeps the value, 1 for half
    ///                          a win, 2 for a whole win
    /// `distance_lost`  int32   the plies by which a win comes later than possible, or a loss
    ///                          sooner; 0 if the move loses value, and for draws
    /// ===============  ======  ==================================================================
    ///
    /// Raises `MoveError` for a move that is not legal. The error names the game and the ply.
    #[pyo3(signature = (games, *, start = None))]
    fn regrets<'py>(
        &self,
        py: Python<'py>,
        games: &Bound<'py, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        regret::of_games(py, &self.0.start_at(py, start)?, games)
    }

    /// Verifies the table by the rules alone, and returns counts of the verified states. If
    /// the table contradicts the rules, raises `TableError` with the first contradiction.
    #[pyo3(signature = (*, progress = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let verified = self.0.work(py, progress.as_ref(), |watch| {
            self.0.table.verify(&Limits {
                watch,
                ..Limits::default()
            })
        })?;
        objects::json(py, &verified)
    }

    /// Returns the counts that `perfectplay report --json` prints. The states are counted by
    /// ply, by value and by distance.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stats = self
            .0
            .work(py, None, |_| Stats::count(&self.0.table, |_, _| ()))?;
        objects::json(py, &stats)
    }

    /// Returns a page about the game with plots, as `perfectplay report` writes it.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let html = self.html(py, |table, _| perfectplay_present::report_page(table))?;
        objects::page(py, html, &format!("report on {}", self.spec()))
    }

    /// Returns a page on which people can play the game in a browser, as `perfectplay web`
    /// writes it. The page contains the table. Raises `TableError` if the table is too large
    /// for a page.
    fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let html = self.html(py, perfectplay_present::game_page)?;
        objects::page(py, html, self.spec())
    }

    /// Writes the table to a file, whole or not at all. `perfectplay.open` reads the file.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let bytes = self
            .0
            .work(py, None, |watch| self.0.table.bytes(watch).transpose())?;
        match (bytes, &self.0.path) {
            (Some(bytes), _) => crate::file::write_whole(&path, |file| file.write_all(&bytes)),
            (None, Some(from)) => {
                let mut from = fs::File::open(from)?;
                crate::file::write_whole(&path, |file| io::copy(&mut from, file).map(drop))
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

    /// Begins a game. A seat is "human" or a level, as in `Position.choose`.
    #[pyo3(signature = (first = "human", second = "perfect", *, start = None, seed = None))]
    fn round(
        &self,
        py: Python<'_>,
        first: &str,
        second: &str,
        start: Option<&Bound<'_, PyAny>>,
        seed: Option<u64>,
    ) -> PyResult<PyRound> {
        PyRound::new(py, self.0.start_at(py, start)?, [first, second], seed)
    }

    /// Searches for a small playbook for one side or for both. Ctrl-C ends the search, which
    /// then returns the best playbook so far.
    #[pyo3(signature = (side = None, *, symmetry = false, progress = None))]
    fn playbook(
        &self,
        py: Python<'_>,
        side: Option<&Bound<'_, PyAny>>,
        symmetry: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyPlaybook> {
        let side = side.map(read_player).transpose()?;
        PyPlaybook::find(py, &self.0, side, symmetry, progress.as_ref())
    }

    /// Reads a playbook from bytes or from a file. Raises `TableError`.
    fn open_playbook(&self, book: &Bound<'_, PyAny>) -> PyResult<PyPlaybook> {
        PyPlaybook::of_bytes(book.py(), &self.0, read_bytes(book)?)
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

impl PyTable {
    /// Returns the HTML of the page that `make` writes.
    fn html(
        &self,
        py: Python<'_>,
        make: fn(&any::AnyTable, Watch<'_>) -> Result<String, any::Error>,
    ) -> PyResult<String> {
        self.0.work(py, None, |watch| make(&self.0.table, watch))
    }

    /// Returns the columns with these names. Without names, returns all columns of the game except the canonical keys.
    /// Canonical keys take long to compute, because every symmetry must be applied.
    fn columns(&self, py: Python<'_>, names: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Column>> {
        let has_board = self.0.table.info().board.is_some();
        let has_points = self
            .0
            .guarded(py, || Ok(self.0.table.start().points().is_some()))?;
        let all = Column::ALL.into_iter();
        let usual: Vec<_> = all
            .filter(|&column| column != Column::Canonical)
            .filter(|&column| has_board || column != Column::Board)
            .filter(|&column| has_points || column != Column::Points)
            .collect();
        let columns = read_columns(names, &usual)?;
        for (column, has, what) in [
            (Column::Points, has_points, "points"),
            (Column::Board, has_board, "board"),
        ] {
            if columns.contains(&column) && !has {
                let problem = format!("{} has no {what}", self.spec());
                return Err(PyValueError::new_err(problem));
            }
        }
        Ok(columns)
    }
}
