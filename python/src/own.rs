//! A game whose rules are an object of Python.
//!
//! The states stay in Python, and the code in Rust refers to a state by its number. The answers of the rules are
//! stored, so the rules get each question about a state only once. If the rules raise an exception, this crate turns it
//! into a panic. The solver and the checker catch each panic, and report the state in which the panic occurred. At the
//! end, the call from Python raises a `RulesError` that is caused by the exception.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use perfectplay::check::{Check, Finding};
use perfectplay::game::{Hints, ParseStateError};
use perfectplay::{Game, Move, Moves, Player, Value};
use perfectplay_any::{self as any, Error};
use perfectplay_games::Listed;
use perfectplay_games::show::{self, Grid, Square};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

use crate::errors;
use crate::values::{board_codes, read_index, read_player, read_value, shown};

/// The greatest number of states that are visited in a search for the state with a given text.
const SEARCHED: u32 = 1 << 20;

/// The greatest number of states in which a game may begin.
const STARTS: usize = 1 << 20;

/// A game whose rules are in Python. `.1` is true if the answers of the rules are stored.
#[derive(Clone)]
pub struct PyRules(Arc<RulesInner>, bool);

struct RulesInner {
    number: u32,
    rules: Py<PyAny>,
    methods: Methods,
    name: String,
    about: String,
    move_count: u32,
    is_loopy: bool,
    has_extra_turns: bool,
    last_mover_may_lose: bool,
    players: [&'static str; 2],
    grid: Option<Grid>,
    /// A dictionary from each state to its number. Access to this dictionary requires the interpreter.
    numbers: Py<PyDict>,
    known: Mutex<Vec<StateAnswers>>,
    /// `.0` is the first exception of the rules; `.1` is the text of the state in which the rules
    /// raised it.
    raised: Mutex<Option<(PyErr, Option<String>)>>,
    /// Whether Ctrl-C has ended the work. After Ctrl-C, the rules are not called any more.
    is_ended: AtomicBool,
}

struct Methods {
    outcome: Py<PyAny>,
    legal: Py<PyAny>,
    play: Py<PyAny>,
    key: Py<PyAny>,
    mover: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    move_name: Option<Py<PyAny>>,
    board: Option<Py<PyAny>>,
    place: Option<Py<PyAny>>,
}

struct StateAnswers {
    object: Py<PyAny>,
    outcome: Option<Option<Value>>,
    legal: Option<Moves>,
    key: Option<u64>,
    mover: Option<Option<Player>>,
    /// The numbers of the states after the legal moves, in the order of the moves. The list is filled when one of the
    /// moves is played for the first time.
    next: Box<[u32]>,
    board: Option<Box<[i8]>>,
}

/// A state. `game` is the key of the state's game in `GAMES`. `number` is the index of the state in the list `known` of
/// this game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PyState {
    game: u32,
    number: u32,
}

/// All games whose rules are in Python, by their field `number`. The `Debug` implementation of [`PyState`] needs this
/// map to find the rules that write a state as text.
static GAMES: Mutex<BTreeMap<u32, Weak<RulesInner>>> = Mutex::new(BTreeMap::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change under the lock is complete, so a panic leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for PyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = lock(&GAMES).get(&self.game).and_then(Weak::upgrade);
        match game {
            Some(game) => f.write_str(&PyRules(game, true).text(*self)),
            None => write!(f, "state {}", self.number),
        }
    }
}

impl PyRules {
    pub fn new(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let py = rules.py();
        let required = |name: &str| {
            let method = rules.getattr_opt(name)?.filter(Bound::is_callable);
            method.map(Bound::unbind).ok_or_else(|| {
                PyTypeError::new_err(format!(
                    "expected rules with the methods move_count, start, outcome, legal, play and \
                     key, found {} without {name}",
                    rules.get_type()
                ))
            })
        };
        let optional = |name: &str| match rules.getattr_opt(name)? {
            Some(method) if method.is_callable() => Ok(Some(method.unbind())),
            Some(found) => Err(wrong(&format!("a method `{name}`"), &found)),
            None => Ok(None),
        };
        let flag = |name: &str| match rules.getattr_opt(name)? {
            Some(flag) => flag
                .extract::<bool>()
                .map_err(|_| wrong(&format!("True or False as `{name}`"), &flag)),
            None => Ok(false),
        };
        required("start")?;
        let methods = Methods {
            outcome: required("outcome")?,
            legal: required("legal")?,
            play: required("play")?,
            key: required("key")?,
            mover: optional("mover")?,
            text: optional("text")?,
            move_name: optional("move_name")?,
            board: optional("board")?,
            place: optional("place")?,
        };
        let move_count = match rules.getattr_opt("move_count")? {
            Some(count) if count.is_callable() => count.call0()?,
            Some(count) => count,
            None => return required("move_count").map(|_| unreachable!("it is not there")),
        };
        let class = rules.get_type();
        let name = match rules.getattr_opt("name")? {
            Some(name) => name
                .extract()
                .map_err(|_| wrong("a text as `name`", &name))?,
            None => class.name()?.to_string().to_lowercase(),
        };
        let about = match rules
            .getattr_opt("__doc__")?
            .filter(|about| !about.is_none())
        {
            Some(about) => about.extract::<String>()?,
            None => String::new(),
        };
        let about = about.trim().lines().next().unwrap_or("").to_owned();
        let players = match rules.getattr_opt("players")? {
            Some(players) => players
                .extract::<(String, String)>()
                .map(<[String; 2]>::from)
                .map_err(|_| wrong("a tuple of two names as `players`", &players))?,
            None => ["first", "second"].map(str::to_owned),
        };
        let mut inner = RulesInner {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            rules: rules.clone().unbind(),
            methods,
            name,
            about,
            move_count: read_index(&move_count)
                .and_then(|count| u32::try_from(count).ok())
                .ok_or_else(|| wrong("a number of moves from `move_count`", &move_count))?,
            is_loopy: flag("is_loopy")?,
            has_extra_turns: flag("has_extra_turns")?,
            last_mover_may_lose: flag("last_mover_may_lose")?,
            // The names are leaked. This costs little, because games are created rarely, and
            // names are short.
            players: players.map(|name| &*Box::leak(name.into_boxed_str())),
            grid: None,
            numbers: PyDict::new(py).unbind(),
            known: Mutex::new(Vec::new()),
            raised: Mutex::new(None),
            is_ended: AtomicBool::new(false),
        };
        if inner.has_extra_turns && inner.methods.mover.is_none() {
            return Err(PyTypeError::new_err(
                "expected a method `mover`, which a game with extra turns needs, found none",
            ));
        }
        if let Some(board) = &inner.methods.board {
            let start = rules.call_method0("start")?;
            inner.grid = Some(grid_of(&board.bind(py).call1((start,))?)?);
        }
        let own = Self(Arc::new(inner), true);
        lock(&GAMES).insert(own.0.number, Arc::downgrade(&own.0));
        Ok(own)
    }

    /// Calls every method of the rules on some states. Raises an error if an answer is wrong.
    pub fn probe(&self, py: Python<'_>) -> PyResult<()> {
        let probe = py.import("perfectplay._probe")?;
        probe.call_method1("probe", (&self.0.rules,)).map(drop)
    }

    /// Calls `probe` of `perfectplay._probe`. Returns a report with the first wrong answer, or `None` if there is none.
    /// The report has the same form as the result of `check`.
    pub fn faults<'py>(
        &self,
        py: Python<'py>,
        probe: &str,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let faults = py
            .import("perfectplay._probe")?
            .call_method1(probe, (&self.0.rules,))?;
        faults.extract().map_err(PyErr::from)
    }

    /// Returns whether two objects have the same rules. Two objects have the same rules if they are
    /// identical, or if they have the same class and equal attributes.
    pub fn is_same(&self, other: &Self) -> bool {
        Python::attach(|py| {
            let [one, other] = [self, other].map(|own| own.0.rules.bind(py));
            one.is(other)
                || one.get_type().is(other.get_type())
                    && match (one.getattr_opt("__dict__"), other.getattr_opt("__dict__")) {
                        (Ok(Some(one)), Ok(Some(other))) => one.eq(other).unwrap_or(false),
                        (Ok(None), Ok(None)) => one.eq(other).unwrap_or(false),
                        _ => false,
                    }
        })
    }

    pub fn rules(&self) -> &Py<PyAny> {
        &self.0.rules
    }

    /// Returns the same game without stored answers: the copy asks the rules every time, even if they have answered the
    /// same question before.
    pub fn asked_anew(&self) -> Self {
        Self(Arc::clone(&self.0), false)
    }

    pub fn listed(&self) -> any::AnyGame {
        let describe = |info: &mut any::Info| {
            info.spec = self.0.name.as_str().into();
            info.name.clone_from(&self.0.name);
            info.title.clone_from(&self.0.name);
            info.rules.clone_from(&self.0.about);
        };
        if self.0.has_extra_turns {
            any::rules_with(OwnGame::<false>(self.clone()), describe)
        } else {
            any::rules_with(OwnGame::<true>(self.clone()), describe)
        }
    }

    /// Returns a short name for the state `object`. Where a table expects the text of a state, it also accepts this
    /// name. Returns `None` for an object that cannot be a state. Also returns `None` for an integer that is not a
    /// known state; callers then take the integer for the key of a state.
    pub fn handle(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        if object.hash().is_err() {
            return Ok(None);
        }
        let is_met = self.0.numbers.bind(object.py()).contains(object)?;
        if !is_met && object.is_instance_of::<PyInt>() {
            return Ok(None);
        }
        let state = self.meet(object)?;
        Ok(Some(format!("{HANDLE}{}", state.number)))
    }

    /// Returns the exception that the rules have raised since the last call; `None` if there is none. A `RulesError`
    /// names the state in which the rules failed, and the moves to this state. The moves come from `error`. If `error`
    /// is `None` and `finds_route` is true, a search finds the moves.
    pub fn raised(
        &self,
        py: Python<'_>,
        error: Option<&Error>,
        finds_route: bool,
    ) -> Option<PyErr> {
        let (raised, state) = lock(&self.0.raised).take()?;
        self.0.is_ended.store(false, Ordering::Relaxed);
        if !raised.is_instance_of::<PyException>(py) {
            return Some(raised);
        }
        let problem = message(py, &raised);
        let finding = match error {
            Some(Error::Solve(error)) => error.finding().cloned(),
            Some(_) => None,
            // No route is known, so a check searches for one.
            None if finds_route => self.find_route(py),
            None => None,
        };
        let (place, state, moves) = match finding {
            Some(Finding { route, .. }) => {
                let moves = route.moves().iter().map(|mv| mv.index().to_string());
                let moves = moves.collect();
                (route.to_string(), route.state().to_owned(), moves)
            }
            None => {
                let state = state.unwrap_or_default();
                (state.clone(), state, Vec::new())
            }
        };
        let text = format!("the rules raise {problem}, in {place}");
        let told = errors::of_rules(py, text, &state, moves);
        told.set_cause(py, Some(raised));
        Some(told)
    }

    /// Searches for a state in which the rules raise an exception. The state is as near to a
    /// start as possible.
    fn find_route(&self, py: Python<'_>) -> Option<Finding> {
        let rules = self.asked_anew().listed();
        let checked = py.detach(|| catch_unwind(AssertUnwindSafe(|| rules.check(Check::new()))));
        lock(&self.0.raised).take();
        // If the key of a start is wrong, there is no route.
        let checked = checked.ok()?;
        let mut findings = checked.findings.into_iter();
        findings.find(|finding| matches!(finding.fault, perfectplay::check::Fault::Panic { .. }))
    }

    /// Returns the interrupt, such as Ctrl-C, that the rules have raised since the last call;
    /// `None` if there is none. Drops any other exception.
    pub fn interrupted(&self, py: Python<'_>) -> Option<PyErr> {
        let (raised, _) = lock(&self.0.raised).take()?;
        self.0.is_ended.store(false, Ordering::Relaxed);
        (!raised.is_instance_of::<PyException>(py)).then_some(raised)
    }

    /// Stores the exception that the rules raised, and panics. The panic ends the call that needs the answer of the
    /// rules.
    fn fail(&self, py: Python<'_>, raised: PyErr, state: Option<String>) -> ! {
        if !raised.is_instance_of::<PyException>(py) {
            self.0.is_ended.store(true, Ordering::Relaxed);
        }
        let problem = message(py, &raised);
        lock(&self.0.raised).get_or_insert((raised, state));
        resume_unwind(Box::new(problem))
    }

    fn ask<T>(
        &self,
        state: PyState,
        question: impl for<'py> FnOnce(Python<'py>, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> T {
        Python::attach(|py| {
            if self.0.is_ended.load(Ordering::Relaxed) {
                resume_unwind(Box::new("interrupted".to_owned()));
            }
            let object = self.object(py, state);
            match question(py, &object) {
                Ok(answer) => answer,
                Err(raised) => {
                    let text = self.written(py, &object);
                    self.fail(py, raised, text.ok())
                }
            }
        })
    }

    fn object<'py>(&self, py: Python<'py>, state: PyState) -> Bound<'py, PyAny> {
        let known = lock(&self.0.known);
        known[state.number as usize]
            .object
            .clone_ref(py)
            .into_bound(py)
    }

    fn state(&self, number: u32) -> PyState {
        let game = self.0.number;
        PyState { game, number }
    }

    /// Returns the state for a Python object. If the object is not known yet, gives it the next free number.
    fn meet(&self, object: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let py = object.py();
        let numbers = self.0.numbers.bind(py);
        if let Some(number) = numbers.get_item(object)? {
            return Ok(self.state(number.extract()?));
        }
        let number = {
            let mut known = lock(&self.0.known);
            known.push(StateAnswers {
                object: object.clone().unbind(),
                outcome: None,
                legal: None,
                key: None,
                mover: None,
                next: Box::default(),
                board: None,
            });
            u32::try_from(known.len() - 1)
                .map_err(|_| PyValueError::new_err("the game has more than 2^32 states"))?
        };
        // Another thread may have added the state meanwhile.
        let number = numbers.call_method1(intern!(py, "setdefault"), (object, number))?;
        Ok(self.state(number.extract()?))
    }

    /// Returns the stored answer about a state, or asks for the answer and stores it.
    fn recall<T: Clone>(
        &self,
        state: PyState,
        place: impl Fn(&mut StateAnswers) -> &mut Option<T>,
        question: impl for<'py> FnOnce(Python<'py>, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> T {
        let at = state.number as usize;
        if let Some(answer) = place(&mut lock(&self.0.known)[at])
            .as_ref()
            .filter(|_| self.1)
        {
            return answer.clone();
        }
        let answer = self.ask(state, question);
        if self.1 {
            *place(&mut lock(&self.0.known)[at]) = Some(answer.clone());
        }
        answer
    }

    fn text(&self, state: PyState) -> String {
        self.ask(state, |py, object| self.written(py, object))
    }

    /// Writes a state as text on one line.
    fn written(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = match (&self.0.methods.text, object.cast::<PyString>()) {
            (Some(text), _) => text.bind(py).call1((object,))?.extract()?,
            (None, Ok(text)) => text.to_string(),
            (None, Err(_)) => object.repr()?.to_string(),
        };
        Ok(text.replace('\n', " "))
    }

    /// Returns the squares of the board in a state.
    fn board(&self, state: PyState) -> Box<[i8]> {
        self.recall(
            state,
            |known| &mut known.board,
            |py, object| {
                let Some(board) = &self.0.methods.board else {
                    return Ok(Box::default());
                };
                let board = board.bind(py).call1((object,))?;
                let (codes, _) = codes_of(&board)?;
                let squares = self.0.grid.map_or(0, |grid| usize::from(grid.squares()));
                if codes.len() != squares {
                    return Err(PyValueError::new_err(format!(
                        "expected a board of {squares} squares, as at the start, found {}",
                        codes.len()
                    )));
                }
                Ok(codes.into())
            },
        )
    }
}

/// The first character of a handle. A handle is a text that contains the number of a state instead
/// of the state's own text.
const HANDLE: char = '\0';

/// Returns the type and the message of an exception.
fn message(py: Python<'_>, error: &PyErr) -> String {
    let name = error.get_type(py).name().map(|name| name.to_string());
    let text = error.value(py).to_string();
    match (name, text.as_str()) {
        (Ok(name), "") => name,
        (Ok(name), text) => format!("{name}: {text}"),
        (Err(_), text) => text.to_owned(),
    }
}

/// Reads a board from Python. Returns the codes of the squares, and the shape of the board.
fn codes_of(board: &Bound<'_, PyAny>) -> PyResult<(Vec<i8>, Vec<usize>)> {
    board_codes(board).map_err(|error| {
        let problem = error.value(board.py()).to_string();
        PyTypeError::new_err(format!("{problem}, from `board`"))
    })
}

/// Creates the error for a member of the rules that has a wrong type or a wrong value.
fn wrong(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("expected {expected}, found {}", shown(found)))
}

fn grid_of(board: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let (_, shape) = codes_of(board)?;
    let sizes: Option<Vec<u8>> = shape.iter().map(|&size| u8::try_from(size).ok()).collect();
    let sizes = sizes.filter(|sizes| {
        let squares = sizes.iter().map(|&size| u32::from(size)).product::<u32>();
        (1..=127).contains(&squares)
    });
    let (boards, rows, columns) = match sizes.as_deref() {
        Some(&[columns]) => (1, 1, columns),
        Some(&[rows, columns]) => (1, rows, columns),
        Some(&[boards, rows, columns]) => (boards, rows, columns),
        _ => {
            return Err(PyValueError::new_err(format!(
                "expected a board of 1 to 127 squares in rows and columns, found the shape {shape:?}"
            )));
        }
    };
    Ok(Grid::new(columns, rows).times(boards))
}

/// Returns how many of the moves in `moves` have a smaller index than `mv`.
const fn place(moves: Moves, mv: Move) -> usize {
    let lower = moves.bits() & ((1 << mv.index()) - 1);
    lower.count_ones() as usize
}

/// A game with its rules in Python. `ALTERNATE` tells whether turns alternate.
#[derive(Clone)]
struct OwnGame<const ALTERNATE: bool>(PyRules);

impl<const ALTERNATE: bool> Game for OwnGame<ALTERNATE> {
    type State = PyState;

    const TURNS_ALTERNATE: bool = ALTERNATE;

    fn move_count(&self) -> u32 {
        self.0.0.move_count
    }

    fn start(&self) -> PyState {
        let Self(own) = self;
        Python::attach(|py| {
            let start = own.0.rules.bind(py).call_method0("start");
            match start.and_then(|start| own.meet(&start)) {
                Ok(start) => start,
                Err(raised) => own.fail(py, raised, Some("the start".to_owned())),
            }
        })
    }

    fn other_starts(&self) -> impl Iterator<Item = PyState> {
        let Self(own) = self;
        let starts = Python::attach(|py| {
            let starts = || -> PyResult<Vec<PyState>> {
                let mut met = Vec::new();
                let Some(starts) = own.0.rules.bind(py).getattr_opt("other_starts")? else {
                    return Ok(met);
                };
                for start in starts.call0()?.try_iter()? {
                    met.push(own.meet(&start?)?);
                    if met.len() > STARTS {
                        return Err(PyValueError::new_err(format!(
                            "expected at most {STARTS} states from `other_starts`, found more"
                        )));
                    }
                    if met.len() % 1024 == 0 {
                        py.check_signals()?;
                    }
                }
                Ok(met)
            };
            let of_starts = || Some("the other starts".to_owned());
            starts().unwrap_or_else(|raised| own.fail(py, raised, of_starts()))
        });
        starts.into_iter()
    }

    fn outcome(&self, state: PyState) -> Option<Value> {
        let Self(own) = self;
        own.recall(
            state,
            |known| &mut known.outcome,
            |py, object| {
                let outcome = own.0.methods.outcome.bind(py).call1((object,))?;
                if outcome.is_none() {
                    return Ok(None);
                }
                read_value(&outcome).map(Some)
            },
        )
    }

    fn legal(&self, state: PyState) -> Moves {
        let Self(own) = self;
        own.recall(
            state,
            |known| &mut known.legal,
            |py, object| {
                let mut moves = Moves::EMPTY;
                for found in own.0.methods.legal.bind(py).call1((object,))?.try_iter()? {
                    let found = found?;
                    let index = read_index(&found).and_then(|index| u8::try_from(index).ok());
                    let index = index.and_then(Move::new);
                    let Some(mv) = index else {
                        return Err(PyValueError::new_err(format!(
                            "expected indexes of moves, from 0 to 63, from `legal`, found {}",
                            found.repr()?
                        )));
                    };
                    moves |= mv.into();
                }
                Ok(moves)
            },
        )
    }

    fn play(&self, state: PyState, mv: Move) -> PyState {
        let Self(own) = self;
        let at = state.number as usize;
        // Most callers that play one legal move also play the other legal moves. So play all
        // of them.
        let moves = {
            let known = &lock(&own.0.known)[at];
            let moves = known.legal.filter(|moves| own.1 && moves.contains(mv));
            if let Some(&number) = moves.and_then(|moves| known.next.get(place(moves, mv))) {
                return own.state(number);
            }
            moves
        };
        let next = own.ask(state, |py, object| {
            let play = own.0.methods.play.bind(py);
            let next = moves.unwrap_or(mv.into()).iter().map(|mv| {
                let after = own.meet(&play.call1((object, mv.index()))?)?;
                Ok(after.number)
            });
            next.collect::<PyResult<Box<[_]>>>()
        });
        let after = own.state(next[moves.map_or(0, |moves| place(moves, mv))]);
        if moves.is_some() {
            lock(&own.0.known)[at].next = next;
        }
        after
    }

    fn key(&self, state: PyState) -> u64 {
        let Self(own) = self;
        own.recall(
            state,
            |known| &mut known.key,
            |py, object| {
                let key = own.0.methods.key.bind(py).call1((object,))?;
                let number = match key.is_instance_of::<PyBool>() {
                    true => None,
                    false => key.extract().ok(),
                };
                number.ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "expected a number from 0 to 2^64 - 1 from `key`, found {}",
                        shown(&key)
                    ))
                })
            },
        )
    }

    fn to_move(&self, state: PyState) -> Option<Player> {
        let Self(own) = self;
        own.0.methods.mover.as_ref()?;
        own.recall(
            state,
            |known| &mut known.mover,
            |py, object| {
                let Some(mover) = &own.0.methods.mover else {
                    return Ok(None);
                };
                let mover = mover.bind(py).call1((object,))?;
                if mover.is_none() {
                    return Ok(None);
                }
                read_player(&mover).map(Some)
            },
        )
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.0.0.players
    }

    fn is_loopy(&self) -> bool {
        self.0.0.is_loopy
    }

    fn last_mover_may_lose(&self) -> bool {
        self.0.0.last_mover_may_lose
    }
}

impl<const ALTERNATE: bool> Hints for OwnGame<ALTERNATE> {}

impl<const ALTERNATE: bool> Listed for OwnGame<ALTERNATE> {
    const NAME: &'static str = "own";
    const RULES: &'static str = "A game of one's own.";
    const STATES: &'static str = "as its rules write it";

    fn with_parameters(_text: &str) -> Option<Self> {
        None
    }

    fn write_state(&self, state: PyState, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.0.text(state))
    }

    /// Finds the state whose text is `text`. To do so, visits states in breadth-first order from
    /// the starts, and compares the text of each state with `text`.
    fn read_state(&self, text: &str) -> Result<PyState, ParseStateError> {
        let Self(own) = self;
        if let Some(number) = text
            .strip_prefix(HANDLE)
            .and_then(|number| number.parse().ok())
        {
            return Ok(own.state(number));
        }
        self.start();
        self.other_starts().for_each(|_| ());
        for number in 0..SEARCHED {
            if number as usize >= lock(&own.0.known).len() {
                break;
            }
            let state = own.state(number);
            if own.text(state) == text {
                return Ok(state);
            }
            if self.outcome(state).is_none() {
                self.legal(state)
                    .iter()
                    .for_each(|mv| _ = self.play(state, mv));
            }
        }
        Err(ParseStateError::at(
            text,
            0,
            "a state as the rules write it",
        ))
    }

    fn write_move(&self, state: PyState, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let Self(own) = self;
        let Some(name) = &own.0.methods.move_name else {
            return write!(out, "{mv}");
        };
        let name = own.ask(state, |py, object| {
            let name = name.bind(py).call1((object, mv.index()))?;
            Ok(name.cast::<PyString>()?.to_string())
        });
        out.write_str(&name)
    }

    fn grid(&self) -> Option<Grid> {
        self.0.0.grid
    }

    fn square(&self, state: PyState, square: u8) -> Square {
        let code = self.0.board(state)[usize::from(square)];
        let kind = match code.unsigned_abs() {
            kind @ 2..=9 => Some(char::from(b'0' + kind)),
            kind @ 10..=35 => Some(char::from(b'A' + kind - 10)),
            _ => None,
        };
        let owner = match code {
            0 => return Square::Empty,
            i8::MIN => return Square::Absent,
            1.. => Player::First,
            _ => Player::Second,
        };
        Square::Piece {
            owner,
            age: None,
            kind,
        }
    }

    fn place(&self, state: PyState, mv: Move) -> show::Place {
        let Self(own) = self;
        let Some(place) = &own.0.methods.place else {
            return show::Place::OffBoard;
        };
        let squares = own.0.grid.map_or(0, Grid::squares);
        own.ask(state, |py, object| {
            let place = place.bind(py).call1((object, mv.index()))?;
            if place.is_none() {
                return Ok(show::Place::OffBoard);
            }
            let square = place
                .extract::<u8>()
                .ok()
                .filter(|&square| square < squares);
            square.map(show::Place::Square).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "expected a square from 0 to {} or None from `place`, found {place}",
                    i16::from(squares) - 1
                ))
            })
        })
    }
}
