//! Answers questions about games that are too large to solve. Values are proved when somebody
//! asks for them.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use numpy::PyArray1;
use perfectplay::{Moves, Value};
use perfectplay_any::{self as any, Answer, Columns, OracleOptions, Phase, Progress, value_code};
use perfectplay_judge::sample::PositionSample;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::OrRaise;
use crate::playbook::read_bytes;
use crate::position::PyPosition;
use crate::queries::StatesAsked;
use crate::regret;
use crate::round::PyRound;
use crate::rules::{GameRules, PyGame};
use crate::solved::{OracleAsked, PyOracle, SolvedGame};
use crate::values::{Natural, read_player};
use crate::work::OracleWork;

pub fn of_rules(
    py: Python<'_>,
    rules: Arc<GameRules>,
    settings: OracleOptions,
) -> PyResult<PyOracle> {
    let work = Arc::<OracleWork>::default();
    let watching = Arc::clone(&work);
    let options = OracleOptions {
        // Rules in Python are asked by the thread that has the interpreter.
        threads: rules.own.as_ref().map_or(settings.threads, |_| Some(1)),
        watch: Arc::new(move |progress| watching.watch(progress)),
        ..settings.clone()
    };
    Ok(PyOracle(Arc::new(SolvedGame {
        table: rules.any.oracle(options).or_raise(py)?,
        oracle: Some(OracleAsked { work, settings }),
        rules,
        path: None,
    })))
}

#[pymethods]
impl PyOracle {
    #[new]
    #[pyo3(signature = (
        game, *, seconds = None, memory = None, threads = None, distance = false, opening = None,
        winning_playbook = None
    ))]
    fn new(
        game: &Bound<'_, PyAny>,
        seconds: Option<f64>,
        memory: Option<Natural<u64>>,
        threads: Option<Natural<usize>>,
        distance: bool,
        opening: Option<&Bound<'_, PyAny>>,
        winning_playbook: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| {
            let found = seconds.unwrap_or_default();
            PyValueError::new_err(format!("expected a number of seconds, found {found}"))
        })?;
        let settings = OracleOptions {
            time,
            memory: memory.map(|Natural(bytes)| bytes),
            threads: threads.map(|Natural(threads)| threads),
            distances: distance,
            opening: opening.map(read_bytes).transpose()?,
            winning_playbook: winning_playbook.map(read_bytes).transpose()?,
            ..OracleOptions::default()
        };
        of_rules(game.py(), GameRules::from_python(game)?, settings)
    }

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

    /// Returns the position that a text, a key or a board describes. `Table.position`
    /// explains these.
    #[pyo3(signature = (state, mover = None))]
    fn position(
        &self,
        state: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        self.0.position(state, mover.map(read_player).transpose()?)
    }

    fn __getitem__(&self, state: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        self.0.reachable(state)
    }

    /// Returns different unfinished positions. Each position is taken from a new game, in which
    /// both sides play at random.
    ///
    /// With a `side`, the player of this side is to move in all positions. The same seed
    /// draws the same positions. If the game has fewer than `number` positions, all are
    /// returned.
    #[pyo3(signature = (number, *, seed = Natural(0), side = None))]
    fn sample(
        &self,
        py: Python<'_>,
        number: Natural<u32>,
        seed: Natural<u64>,
        side: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<PyPosition>> {
        let (Natural(number), Natural(seed)) = (number, seed);
        let side = side.map(read_player).transpose()?;
        let sample = PositionSample { number, side, seed };
        let drawn = self.0.ask(py, |table| sample.positions(table))?;
        let drawn = drawn.iter();
        Ok(drawn
            .map(|sampled| PyPosition::new(&self.0, &sampled.position))
            .collect())
    }

    /// Returns columns for many states. The states are given as in `Table.ask`. The limit of
    /// `seconds` is for each state.
    ///
    /// ==========  ======  ========================================================================
    /// `status`    str     "proved" if all moves are proved; "unproved" if not; "unreachable" if
    ///                     the rules tell that no game reaches the state
    /// `value`     int8    `Value` for the player to move; -128 if it is not known. The value
    ///                     may be known although some moves are not proved
    /// `distance`  int32   plies to the end; -1 if they are not known
    /// `winning`   uint64  the set of moves that are proved to win: bit i is the move with index i
    /// `neutral`   uint64
    /// `losing`    uint64
    /// `best`      uint64  the best moves, if all moves are proved
    /// `unproved`  uint64  the moves that are not proved
    /// ==========  ======  ========================================================================
    ///
    /// Raises `StateError`, with the index, for an array that is not a board of the game.
    /// Raises `TypeError` or `ValueError` for an array of another dtype or shape.
    #[pyo3(signature = (boards = None, *, keys = None, movers = None, progress = None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        boards: Option<Bound<'py, PyAny>>,
        keys: Option<Bound<'py, PyAny>>,
        movers: Option<Bound<'py, PyAny>>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = StatesAsked::read(&self.0, boards, keys, movers)?;
        let mut rows = ProvedRows::default();
        let positions = asked.answers(py, &self.0, |table, queries| table.positions(queries))?;
        self.0.work(py, progress.as_ref(), |watch| {
            let total = positions.len() as u64;
            for (done, position) in (1..).zip(&positions) {
                let answer = position.as_ref().map(any::Position::answer);
                rows.add(answer.transpose()?.as_ref());
                let progress = Progress::of_states(Phase::Proving, done, total);
                if watch(progress) == ControlFlow::Break(()) {
                    return Err(any::Error::Stopped);
                }
            }
            Ok(())
        })?;
        rows.columns(py)
    }

    /// Returns the regret of each move in a list of played games. The regret says by how much
    /// the move worsens the value and the distance. The columns are those of `Table.regrets`.
    /// If a value is not proved within the limit, `value` is -128. If the value before or
    /// after a move is not proved, `value_lost` is -128.
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

    fn __repr__(&self) -> String {
        format!("<Oracle of {}>", self.spec())
    }

    /// Returns whether the rules allow the state. Only a table knows whether some game reaches the
    /// state.
    fn __contains__(&self, state: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = state.py();
        match self.0.position(state, None) {
            Ok(position) => position.is_known(py),
            Err(_) => Ok(false),
        }
    }

    /// Raises `TypeError`.
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(format!(
            "an Oracle cannot list the states of {}: `sample` draws some",
            self.spec()
        )))
    }

    /// Returns the arguments for creating the same oracle again. The new oracle remembers no
    /// proofs.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Py<PyAny>,), Bound<'py, PyDict>)> {
        let oracle = self.0.oracle.as_ref();
        let settings = oracle.map(|oracle| oracle.settings.clone());
        let settings = settings.unwrap_or_default();
        let bytes = |bytes: Option<Vec<u8>>| bytes.map(|bytes| PyBytes::new(py, &bytes));
        let options = PyDict::new(py);
        let seconds = settings.time.map(|time| time.as_secs_f64());
        options.set_item("seconds", seconds)?;
        options.set_item("memory", settings.memory)?;
        options.set_item("threads", settings.threads)?;
        options.set_item("distance", settings.distances)?;
        options.set_item("opening", bytes(settings.opening))?;
        options.set_item("winning_playbook", bytes(settings.winning_playbook))?;
        Ok(((self.0.rules.origin(py),), options))
    }
}

/// The columns of [`PyOracle::ask`].
#[derive(Default)]
struct ProvedRows {
    statuses: Vec<&'static str>,
    values: Vec<i8>,
    distances: Vec<i32>,
    /// For each state, the set of winning moves (`[0]`), of neutral moves (`[1]`) and of losing
    /// moves (`[2]`).
    kinds: [Vec<u64>; 3],
    best: Vec<u64>,
    unproved: Vec<u64>,
}

impl ProvedRows {
    /// Adds a row for the answer about a state. `None` adds the row for an unreachable state.
    fn add(&mut self, answer: Option<&Answer<'_>>) {
        let answer = answer.filter(|answer| answer.is_reachable());
        let moves = |which: &dyn Fn(&any::Choice) -> bool| {
            let choices = answer.into_iter().flat_map(|answer| &answer.choices);
            let moves = choices
                .filter(|choice| which(choice))
                .map(|choice| choice.mv);
            moves.collect::<Moves>().bits()
        };
        let unproved = answer.into_iter().flat_map(|answer| &answer.unproved);
        let unproved = unproved.map(|choice| choice.mv).collect::<Moves>();
        let (value, distance) = answer.and_then(|answer| answer.verdict).unzip();
        self.statuses.push(match answer {
            None => "unreachable",
            Some(_) if unproved.is_empty() => "proved",
            Some(_) => "unproved",
        });
        self.values.push(value.map_or(Columns::UNKNOWN, value_code));
        let distance = distance.flatten();
        self.distances
            .push(distance.map_or(-1, |plies| plies as i32));
        let kinds = [Value::Win, Value::Draw, Value::Loss];
        for (column, kind) in self.kinds.iter_mut().zip(kinds) {
            column.push(moves(&|choice| choice.value == kind));
        }
        self.best.push(moves(&|choice| choice.is_best));
        self.unproved.push(unproved.bits());
    }

    fn columns(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let columns = PyDict::new(py);
        let numpy = py.import("numpy")?;
        columns.set_item(
            "status",
            numpy.call_method1("array", (self.statuses, "str"))?,
        )?;
        columns.set_item("value", PyArray1::from_vec(py, self.values))?;
        columns.set_item("distance", PyArray1::from_vec(py, self.distances))?;
        for (name, moves) in ["winning", "neutral", "losing"].into_iter().zip(self.kinds) {
            columns.set_item(name, PyArray1::from_vec(py, moves))?;
        }
        columns.set_item("best", PyArray1::from_vec(py, self.best))?;
        columns.set_item("unproved", PyArray1::from_vec(py, self.unproved))?;
        Ok(columns)
    }
}
