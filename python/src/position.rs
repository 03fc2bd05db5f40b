//! A state of a solved game.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyUntypedArray};
use perfectplay::game::Score;
use perfectplay::{Moves, Player, Value};
use perfectplay_any as any;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::errors::{OrRaise, error};
use crate::objects;
use crate::rules::{PyGame, hash, is_same, shape};
use crate::solved::{AnySolved, SolvedGame};
use crate::values::{
    board_codes, choice_of, made, named_move, named_moves, player, read_level, read_move, value,
};

/// A state of a game, and what the game's table says about the state.
///
/// A position never changes: `play` returns the next position. A player that is a function is
/// called with a position. A position also stands for its board: `position[row, column]` is the
/// code of a square, and `numpy.asarray(position)` is the whole board. Positions of the same game
/// are equal if their states are equal.
#[pyclass(frozen, module = "perfectplay", name = "Position")]
pub struct PyPosition {
    solved: Arc<SolvedGame>,
    state: u64,
    /// Whether the position hides the values of its table.
    is_blind: bool,
}

impl PyPosition {
    /// Creates the Python object for a position of the table.
    pub fn new(solved: &Arc<SolvedGame>, position: &any::Position<'_>) -> Self {
        Self {
            solved: Arc::clone(solved),
            state: position.state(),
            is_blind: false,
        }
    }

    /// Calls a function with the position. If rules in Python raise an exception, raises it
    /// again.
    pub fn with<'s, T>(
        &'s self,
        py: Python<'_>,
        ask: impl FnOnce(any::Position<'s>) -> PyResult<T>,
    ) -> PyResult<T> {
        self.solved
            .guarded(py, || ask(self.solved.table.position(self.state)))
    }

    /// Returns the integer that represents the state in the Rust library.
    pub const fn state(&self) -> u64 {
        self.state
    }

    pub fn solved(&self) -> &Arc<SolvedGame> {
        &self.solved
    }

    /// Raises an error if the position hides the values of its table.
    fn expect_seeing(&self, py: Python<'_>) -> PyResult<()> {
        if !self.is_blind {
            return Ok(());
        }
        let problem = "a player's position knows no values: look it up in a table, \
            such as table[position].value";
        Err(error(py, "PlayerError", problem))
    }

    /// Asks the table a question about the position.
    pub fn ask<'s, T: Send>(
        &'s self,
        py: Python<'_>,
        question: impl FnOnce(any::Position<'s>) -> Result<T, any::Error> + Send,
    ) -> PyResult<T> {
        self.solved
            .ask(py, |table| question(table.position(self.state)))
    }

    /// Returns the content of `answer`. If `answer` is `None`, no game reaches the state, and the
    /// method raises `Unreachable`.
    fn reached<T>(&self, py: Python<'_>, answer: Option<T>) -> PyResult<T> {
        match answer {
            Some(answer) => Ok(answer),
            None => self.with(py, |position| Err(unreachable_state(py, &position))),
        }
    }

    /// Returns the values of the state and of its moves.
    fn analysis(&self, py: Python<'_>) -> PyResult<perfectplay::Analysis> {
        self.expect_seeing(py)?;
        let analysis = self.ask(py, |position| position.analysis())?;
        self.reached(py, analysis)
    }

    /// Returns whether the table knows the state. An oracle knows a state unless the rules say that
    /// no game reaches it.
    pub fn is_known(&self, py: Python<'_>) -> PyResult<bool> {
        if self.solved.oracle.is_some() {
            return self.with(py, |position| Ok(position.why_unreachable().is_none()));
        }
        let analysis = self.ask(py, |position| position.analysis())?;
        Ok(analysis.is_some())
    }

    /// Returns all that the table knows of the state.
    fn answer(&self, py: Python<'_>) -> PyResult<any::Answer<'_>> {
        self.expect_seeing(py)?;
        let answer = self.ask(py, |position| position.answer())?;
        let answer = answer.is_reachable().then_some(answer);
        self.reached(py, answer)
    }

    fn score(&self, py: Python<'_>) -> PyResult<Score> {
        self.expect_seeing(py)?;
        let score = self.ask(py, |position| position.score())?;
        self.reached(py, score)
    }

    fn kind<'py>(
        &self,
        py: Python<'py>,
        which: impl Fn(&perfectplay::Analysis) -> Moves,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let moves = which(&self.analysis(py)?);
        self.with(py, |position| named_moves(py, &position, moves))
    }
}

impl SolvedGame {
    pub fn parse(self: &Arc<Self>, py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        self.guarded(py, || {
            let position = self.table.parse(text).map_err(|problem| {
                let any::Info { name, states, .. } = self.table.info();
                let problem = format!("{problem}; a state of {name} is {states}");
                error(py, "StateError", problem)
            })?;
            Ok(PyPosition::new(self, &position))
        })
    }

    /// Returns the position of a state. The state is a text, a key, a board, a position, or a
    /// state of rules in Python.
    pub fn position(
        self: &Arc<Self>,
        state: &Bound<'_, PyAny>,
        mover: Option<Player>,
    ) -> PyResult<PyPosition> {
        let py = state.py();
        if let Ok(position) = state.cast::<PyPosition>() {
            let text = position.get().with(py, |position| Ok(position.text()))?;
            return self.parse(py, &text);
        }
        if let Some(own) = &self.rules.own {
            // In rules in Python, an object of any type may be a state.
            if !state.is_instance_of::<PyString>() {
                if let Some(handle) = own.handle(state)? {
                    return self.parse(py, &handle);
                }
            }
        }
        if let Ok(text) = state.cast::<PyString>() {
            return self.parse(py, &text.to_cow()?);
        }
        if state.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!(
                "expected a state (a text, a key, a board or a position), found {state}"
            )));
        }
        let is_array = state.cast::<PyUntypedArray>().is_ok();
        if !is_array && state.is_instance_of::<PyInt>() && state.lt(0)? {
            return Err(error(
                py,
                "StateError",
                format!("expected a key from 0 on, found {state}"),
            ));
        }
        if let Some(key) = state.extract::<u64>().ok().filter(|_| !is_array) {
            let position = self.table.position_of_key(key);
            let position = position.ok_or_else(|| {
                let game = &self.table.info().spec;
                error(
                    py,
                    "StateError",
                    format!("expected a key of {game}, found {key}"),
                )
            })?;
            return Ok(PyPosition::new(self, &position));
        }
        let (codes, shape_found) = board_codes(state)?;
        let expected = self.shape(py)?;
        if shape_found != expected {
            let problem =
                format!("expected a board of shape {expected:?}, found shape {shape_found:?}");
            return Err(error(py, "StateError", problem));
        }
        let position = self.table.position_of_board(&codes, mover).or_raise(py)?;
        Ok(PyPosition::new(self, &position))
    }
}

impl SolvedGame {
    /// Returns the position in which the game begins, or the first such position.
    pub fn start(self: &Arc<Self>, py: Python<'_>) -> PyResult<PyPosition> {
        self.guarded(py, || Ok(PyPosition::new(self, &self.table.start())))
    }

    /// Returns the position of `state`, or of the start of the game if `state` is `None`.
    pub fn start_at(
        self: &Arc<Self>,
        py: Python<'_>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        match state {
            Some(state) => self.position(state, None),
            None => self.start(py),
        }
    }

    /// Returns the position of a state, and raises an error if no game reaches the state. With an
    /// oracle, raises an error only if the rules say that no game reaches the state.
    pub fn reachable(self: &Arc<Self>, state: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let py = state.py();
        let position = self.position(state, None)?;
        match position.is_known(py)? {
            true => Ok(position),
            false => position.with(py, |position| Err(unreachable_state(py, &position))),
        }
    }
}

/// Creates the error for a state that no game reaches.
pub fn unreachable_state(py: Python<'_>, position: &any::Position<'_>) -> PyErr {
    let why = position.why_unreachable();
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    error(
        py,
        "Unreachable",
        format!("no game reaches {position}{why}"),
    )
}

#[pymethods]
impl PyPosition {
    /// Returns a copy of the position that hides its values, as players receive it. In this
    /// copy, values, best moves and lines of play raise `PlayerError`. But `table[position]`
    /// still looks the position up.
    fn blind(&self) -> Self {
        Self {
            solved: Arc::clone(&self.solved),
            state: self.state,
            is_blind: true,
        }
    }

    /// The state as text, in the form that `Table.position` reads.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |position| Ok(position.text()))
    }

    /// The key of the state, which is a number that no other state of the game has.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |position| Ok(position.key()))
    }

    /// The board as an array of the shape `Game.shape`: 0 for an empty square, 1 for a piece of
    /// the first player, -1 for a piece of the second. `Table.arrays` lists the codes of other
    /// pieces.
    ///
    /// Raises `StateError` if the game has no board.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |position| {
            let Some(shape) = shape(position.info()) else {
                let problem = format!("{} has no board", position.info().spec);
                return Err(error(py, "StateError", problem));
            };
            let board = PyArray1::from_vec(py, position.codes());
            Ok(board.reshape(shape)?.into_any())
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(Arc::clone(&self.solved().rules))
    }

    /// The player to move, or None if the state does not say whose turn it is.
    #[getter]
    fn mover<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mover = self.with(py, |position| Ok(position.mover()))?;
        mover.map(|mover| player(py, mover)).transpose()
    }

    /// The points of the first and of the second player, or None in a game without points.
    #[getter]
    fn points(&self, py: Python<'_>) -> PyResult<Option<(u32, u32)>> {
        let points = self.with(py, |position| Ok(position.points()))?;
        Ok(points.map(<(u32, u32)>::from))
    }

    /// Whether some game reaches the state. A position of an `Oracle` returns True unless the
    /// rules say that no game reaches the state.
    #[getter]
    fn is_reachable(&self, py: Python<'_>) -> PyResult<bool> {
        self.expect_seeing(py)?;
        self.is_known(py)
    }

    /// The reason why no game reaches the state, if the rules can tell this without a search.
    #[getter]
    fn why_unreachable(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |position| Ok(position.why_unreachable()))
    }

    /// Whether the game is over, by the rules.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |position| Ok(position.outcome().is_some()))
    }

    /// The player who has won. None if nobody has won, or if the state does not say who has
    /// won.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let winner = self.with(py, |position| {
            Ok(match (position.outcome(), position.mover()) {
                (Some(Value::Win), Some(mover)) => Some(mover),
                (Some(Value::Loss), Some(mover)) => Some(mover.other()),
                _ => None,
            })
        })?;
        winner.map(|winner: Player| player(py, winner)).transpose()
    }

    /// Returns how the game has ended, or None while the game goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.with(py, |position| Ok(position.outcome()))?;
        let ending = match outcome {
            None => return Ok(None),
            Some(Value::Draw) => "drawn",
            Some(_) => "won",
        };
        made(py, "Outcome", (ending, self.winner(py)?)).map(Some)
    }

    /// The value for the player to move. Raises `Unreachable`, `Unproved`.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.score(py)?.value())
    }

    /// The number of plies to the end, if the winner hurries and the loser delays. None if
    /// perfect play never ends, or if an `Oracle` did not prove the number. Raises
    /// `Unreachable`, `Unproved`.
    #[getter]
    fn distance(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        Ok(self.score(py)?.distance())
    }

    /// The legal moves; empty if the game is over.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.with(py, |position| named_moves(py, &position, position.legal()))
    }

    /// The moves that win against perfect play. Raises `Unreachable`, `Unproved`.
    #[getter]
    fn winning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.winning())
    }

    /// The moves that draw against perfect play. Raises `Unreachable`, `Unproved`.
    #[getter]
    fn neutral<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.neutral())
    }

    /// The moves that lose against perfect play. Raises `Unreachable`, `Unproved`.
    #[getter]
    fn losing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.losing())
    }

    /// The moves that keep both the value and the distance. Raises `Unreachable`, `Unproved`.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kind(py, |analysis| analysis.best())
    }

    /// Each legal move with its value, the best first. Raises `Unreachable`. Raises
    /// `Unproved` if an `Oracle` did not prove all moves. In this case, `unproved` lists the
    /// moves without a proof, and `to_json` contains the other moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let answer = self.answer(py)?;
        if !answer.unproved.is_empty() {
            let missing = answer.unproved.len();
            let all = missing + answer.choices.len();
            let problem = format!(
                "{missing} of {all} moves are not proved: `unproved` lists them, and `to_json` has the others"
            );
            return Err(error(py, "Unproved", problem));
        }
        self.with(py, |position| {
            let moves = answer.best_first().map(|choice| {
                let mv = named_move(py, &position, choice.mv)?;
                let value = value(py, choice.value)?;
                choice_of(
                    (mv, &choice.after, value, choice.distance, choice.is_best)
                        .into_pyobject(py)?,
                )
            });
            PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
        })
    }

    /// The legal moves that an `Oracle` did not prove within its limit. Raises `Unreachable`.
    #[getter]
    fn unproved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let answer = self.answer(py)?;
        let moves = answer.unproved.iter().map(|choice| choice.mv);
        self.with(py, |position| named_moves(py, &position, moves.collect()))
    }

    /// A line of best play from this position to the end. Raises `Unreachable`,
    /// `Unproved`.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.analysis(py)?;
        let line = self.ask(py, |position| position.best_play())?;
        self.with(py, |position| {
            let mut at = position;
            let plies = line.plies.into_iter();
            let names = plies.map(|(mv, after)| {
                let name = named_move(py, &at, mv);
                at = after;
                name
            });
            PyTuple::new(py, names.collect::<PyResult<Vec<_>>>()?)
        })
    }

    /// An array with the value of every move, by index. A winning move has the value 1, a
    /// drawing move 0 and a losing move -1. A move that is not legal has the value NaN. Raises
    /// `Unreachable`, `Unproved`.
    #[getter]
    fn move_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let analysis = self.analysis(py)?;
        let moves = self.solved().table.info().moves as usize;
        let mut values = vec![f32::NAN; moves];
        for (kind, number) in [(Value::Win, 1.0), (Value::Draw, 0.0), (Value::Loss, -1.0)] {
            for mv in analysis.of_kind(kind) {
                values[usize::from(mv.index())] = number;
            }
        }
        Ok(PyArray1::from_vec(py, values))
    }

    /// Returns the legal move that has the given name or index.
    ///
    /// A name may have spaces around it, and an annotation (`!`, `?`, `+` or `#`) at the end.
    /// Upper and lower case may be confused if no other move has the same letters. Raises
    /// `MoveError`.
    #[pyo3(name = "move")]
    fn find_move<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |position| {
            named_move(py, &position, read_move(&position, name)?)
        })
    }

    /// Returns the position after a move. Raises `MoveError`.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, |position| {
            let mv = read_move(&position, r#move)?;
            let after = position.play(mv).expect("a legal move");
            Ok(Self {
                solved: Arc::clone(&self.solved),
                state: after.state(),
                is_blind: self.is_blind,
            })
        })
    }

    /// Returns the move that a level chooses.
    ///
    /// The levels are "perfect", "invincible", "casual", "casual:25" (which errs in 25 of 100
    /// moves) and "random". The same seed gives the same choice.
    ///
    /// Raises `Unreachable` or `Unproved`. Raises `MoveError` if the game is over.
    #[pyo3(signature = (level = "perfect", seed = None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        level: &str,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.expect_seeing(py)?;
        let level = read_level(level)?;
        let seed = seed.map_or_else(|| entropy(py), Ok)?;
        self.with(py, |position| {
            if position.outcome().is_some() {
                let problem = format!("the game is over in {position}");
                return Err(error(py, "MoveError", problem));
            }
            Ok(())
        })?;
        let chosen = self.ask(py, move |position| position.choose(level, seed))?;
        let chosen = self.reached(py, chosen)?;
        self.with(py, |position| named_move(py, &position, chosen))
    }

    /// Returns the object that `perfectplay lookup --json` prints.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.expect_seeing(py)?;
        objects::json(py, &self.ask(py, |position| position.answer())?)
    }

    /// Returns the legal moves whose bits are set in a mask. A mask is, for example, an item
    /// of the column `winning` of `Table.arrays`.
    fn moves_in<'py>(&self, py: Python<'py>, mask: u64) -> PyResult<Bound<'py, PyTuple>> {
        self.with(py, |position| {
            named_moves(py, &position, position.legal() & Moves::from_bits(mask))
        })
    }

    /// Draws the board as SVG. With `marked`, the picture shows the value of each move.
    #[pyo3(signature = (*, marked = true))]
    fn svg(&self, py: Python<'_>, marked: bool) -> PyResult<String> {
        if marked {
            self.expect_seeing(py)?;
        }
        self.ask(py, |position| {
            perfectplay_present::picture(&position, marked)
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, !self.is_blind)
    }

    fn __getitem__<'py>(&self, square: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.board(square.py())?.get_item(square)
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The array is always a copy, whatever `copy` says.
        let _ = copy;
        let board = self.board(py)?;
        match dtype {
            Some(dtype) => {
                let options = PyDict::new(py);
                options.set_item("copy", false)?;
                board.call_method("astype", (dtype,), Some(&options))
            }
            None => Ok(board),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_blind {
            return Ok(format!("<Position {}>", self.text(py)?));
        }
        self.ask(py, |position| perfectplay_present::text(&position))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        Ok(is_same(&self.solved().rules, &other.solved().rules)
            && self.text(py)? == other.text(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.text(py).map(hash)
    }

    #[expect(clippy::type_complexity, reason = "what pickling expects")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, String, bool))> {
        let solved = self.solved().object(py)?;
        let arguments = (solved, self.text(py)?, self.is_blind);
        Ok((objects::native(py, "_position")?, arguments))
    }
}

/// Restores a position from the arguments that pickle stored.
#[pyfunction]
pub fn _position(
    py: Python<'_>,
    solved: AnySolved,
    text: &str,
    is_blind: bool,
) -> PyResult<PyPosition> {
    let position = solved.0.parse(py, text)?;
    Ok(PyPosition {
        is_blind,
        ..position
    })
}

/// Reads random bits from the system.
pub fn entropy(py: Python<'_>) -> PyResult<u64> {
    let bytes = py.import("os")?.call_method1("urandom", (8,))?;
    let bytes: [u8; 8] = bytes.extract()?;
    Ok(u64::from_le_bytes(bytes))
}
