//! Audits, scores, evaluates and ranks players. A player may be a function in Python.

use std::ffi::OsString;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use perfectplay::level::Strategy;
use perfectplay::{Level, Move, Moves, Player};
use perfectplay_any::{self as any, Audited, AuditedSample, Error, Extent, Phase, Progress, Watch};
use perfectplay_judge::answers::{Answers, Asking};
use perfectplay_judge::evaluation::evaluate;
use perfectplay_judge::fault::{Broken, Fault};
use perfectplay_judge::protocol::Program;
use perfectplay_judge::rank::{Contestant, Judge, Ranking, positions};
use perfectplay_judge::sample::PositionSample;
use perfectplay_judge::score::{Run, ScoreReport, Settings};
use perfectplay_judge::scoring::Scoring;
use perfectplay_judge::{Chosen, JudgeError, Mover, NamedMove, Player as Judged, Step, unwatched};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use crate::errors::{error, of_library};
use crate::objects;
use crate::position::PyPosition;
use crate::solved::{AnySolved, SolvedGame};
use crate::values::{Natural, read_level, read_player};
use crate::work::{WorkProgress, work};

/// The first exception that a player raised. When the judge ends, it raises this exception again.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A player, as an argument from Python.
enum Given {
    Level(Level),
    /// The name of a player that comes with the game.
    Own(String),
    Program {
        command: String,
        timeout: Duration,
    },
    /// An object with the methods of `perfectplay._players.Function`.
    Function(Py<PyAny>),
}

impl Given {
    fn new(player: &Bound<'_, PyAny>, solved: &SolvedGame) -> PyResult<Self> {
        if let Ok(name) = player.cast::<PyString>() {
            let name = name.to_cow()?;
            let is_own = solved.table.info().own_players.contains(&&*name);
            return if is_own {
                Ok(Self::Own(name.into_owned()))
            } else {
                read_level(&name).map(Self::Level)
            };
        }
        match player.getattr_opt("command")? {
            Some(command) => {
                let seconds: f64 = player.getattr("timeout")?.extract()?;
                guard_by(player.py())?;
                Ok(Self::Program {
                    command: command.extract()?,
                    timeout: read_seconds(seconds)?,
                })
            }
            None => Ok(Self::Function(player.clone().unbind())),
        }
    }

    /// Starts the player. The player must give all its answers before the `deadline`, if there is
    /// one.
    fn start<'c>(
        &'c self,
        name: &'c str,
        asking: &PlayerContext<'c>,
        deadline: Option<Instant>,
    ) -> Mover<'c> {
        match self {
            Self::Level(level) => Mover::Level(*level),
            // The player was refused before.
            Self::Own(_) => Mover::Level(Level::Perfect),
            Self::Program { command, timeout } => {
                let mut program = Program::new(name, command, *timeout);
                if let Some(deadline) = deadline {
                    program.end_at(deadline);
                }
                Mover::Player(Box::new(program))
            }
            Self::Function(function) => Mover::Player(Box::new(PyFunction {
                function,
                asked: asking.clone(),
                deadline,
                answers: 0,
                thought: Duration::ZERO,
            })),
        }
    }
}

/// Sets the command that starts guards. A guard is a separate process that starts a player and ends
/// it.
fn guard_by(py: Python<'_>) -> PyResult<()> {
    #[cfg(unix)]
    {
        let python: OsString = py.import("sys")?.getattr("executable")?.extract()?;
        let arguments = ["-P", "-m", "perfectplay"].map(OsString::from);
        perfectplay_judge::guard::start_by([python].into_iter().chain(arguments).collect());
    }
    Ok(())
}

fn read_seconds(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero()).ok_or_else(|| {
        PyValueError::new_err(format!("expected more than 0 seconds, found {seconds}"))
    })
}

/// The data with which the judge asks a player that is a Python function.
#[derive(Clone)]
struct PlayerContext<'c> {
    solved: &'c Arc<SolvedGame>,
    raised: Raised,
    /// Returns whether the judge has to stop, for example after Ctrl-C.
    is_stopped: &'c (dyn Fn() -> bool + Sync),
}

struct PyFunction<'c> {
    function: &'c Py<PyAny>,
    asked: PlayerContext<'c>,
    deadline: Option<Instant>,
    answers: u32,
    thought: Duration,
}

impl PyFunction<'_> {
    /// Converts an exception of the player to a fault. Keeps the first exception, which is raised
    /// again later.
    fn fault(&self, py: Python<'_>, raised: PyErr) -> Fault {
        let read =
            |name: &str| -> Option<String> { raised.value(py).getattr(name).ok()?.extract().ok() };
        let (kind, problem) = (read("kind"), read("problem").unwrap_or_default());
        let is_late = self.deadline.is_some_and(|end| end <= Instant::now());
        let fault = match kind.as_deref() {
            Some("raised") => Fault::Raised(problem),
            Some("exited") => Fault::Exited(problem),
            Some("slow") if is_late => Fault::Late,
            Some("slow") => {
                let seconds = problem.parse().unwrap_or_default();
                Fault::Slow(Duration::try_from_secs_f64(seconds).unwrap_or_default())
            }
            Some("wrong") => Fault::Wrong(problem),
            _ => Fault::Stopped,
        };
        let mut first = self
            .asked
            .raised
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Raise Ctrl-C even if another exception came first.
        if first.is_none() || !raised.is_instance_of::<PyException>(py) {
            *first = Some(raised);
        }
        fault
    }
}

impl Judged for PyFunction<'_> {
    fn begin(&mut self) {
        Python::attach(|py| {
            if let Err(raised) = self.function.call_method0(py, "begin") {
                // The next question reports the exception.
                self.fault(py, raised);
            }
        });
    }

    fn remembers(&self) -> bool {
        Python::attach(|py| {
            let remembers = self.function.getattr(py, "remembers");
            remembers.and_then(|remembers| remembers.extract(py))
        })
        .unwrap_or(false)
    }

    fn ask(&mut self, position: &any::Position<'_>, _: &[NamedMove]) -> Result<Chosen, Fault> {
        let begun = Instant::now();
        if (self.asked.is_stopped)() {
            return Err(Fault::Stopped);
        }
        let left = self
            .deadline
            .map(|end| end.saturating_duration_since(begun));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(Fault::Late);
        }
        let answer = Python::attach(|py| {
            let position = PyPosition::new(self.asked.solved, position);
            let seconds = left.map(|left| left.as_secs_f64());
            let answer = self
                .function
                .call_method1(py, "ask", (position, seconds))
                .and_then(|answer| answer.extract::<Vec<(u8, f64)>>(py));
            answer.map_err(|raised| self.fault(py, raised))
        })?;
        self.answers += 1;
        self.thought += begun.elapsed();
        let chances = answer.into_iter();
        let chances: Vec<_> = chances
            .filter_map(|(index, likely)| Some((Move::new(index)?, likely)))
            .collect();
        let are_alike = chances.iter().all(|&(_, likely)| likely == chances[0].1);
        Ok(if are_alike {
            let moves = chances.iter();
            Chosen::Alike(moves.fold(Moves::EMPTY, |moves, &(mv, _)| moves | mv.into()))
        } else {
            Chosen::Weighted(chances)
        })
    }

    fn time_per_answer(&self) -> Option<Duration> {
        self.thought.checked_div(self.answers)
    }
}

impl Drop for PyFunction<'_> {
    /// Ends the process of the function, if the function runs in its own process.
    fn drop(&mut self) {
        Python::attach(|py| {
            let closed = match self.function.bind(py).getattr_opt("close") {
                Ok(Some(close)) => close.call0().map(drop),
                _ => Ok(()),
            };
            if let Err(raised) = closed {
                raised.write_unraisable(py, None);
            }
        });
    }
}

/// Creates the exception for a player that does not answer correctly.
fn broken(py: Python<'_>, who: &str, broken: &Broken, raised: Option<PyErr>) -> PyErr {
    let text = broken
        .to_string()
        .replace("--timeout", "`timeout`")
        .replace("`perfectplay score`", "`score`");
    let error = error(py, "PlayerError", format!("{who}{text}"));
    let value = error.value(py);
    let told = value
        .setattr("state", &broken.state)
        .and_then(|()| value.setattr("has_raised", matches!(broken.fault, Fault::Raised(_))));
    if let Err(error) = told {
        return error;
    }
    // The cause is the player's exception, and not the package's own exception for it.
    error.set_cause(py, raised.and_then(|raised| raised.cause(py)));
    error
}

/// Runs the judge in another thread, and releases the interpreter. If a player raised an exception,
/// this function raises the exception when the judge has ended.
fn judged<T: Send>(
    py: Python<'_>,
    solved: &Arc<SolvedGame>,
    progress: Option<&Bound<'_, PyAny>>,
    judge: impl FnOnce(
        &PlayerContext<'_>,
        &(dyn Fn(Step) -> ControlFlow<()> + Sync),
    ) -> Result<T, JudgeError>
    + Send,
) -> PyResult<T> {
    let watcher = WorkProgress::new(py, progress)?;
    let raised: Raised = Arc::default();
    let job = |watch: Watch<'_>| {
        let last = Mutex::new((0, 0));
        let tell = |doing: Option<&'static str>| {
            let (done, total) = *last.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(doing) = doing {
                watcher.call(doing);
            }
            watch(Progress::of_steps(Phase::Checking, done, total))
        };
        let is_stopped = || tell(None) == ControlFlow::Break(());
        let asked = PlayerContext {
            solved,
            raised: Arc::clone(&raised),
            is_stopped: &is_stopped,
        };
        let steps = |step: Step| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) =
                (step.done, step.total.unwrap_or(0));
            tell(Some(step.doing))
        };
        match judge(&asked, &steps) {
            Err(JudgeError::Library(error)) => Err(error),
            Err(JudgeError::Stopped) => Err(Error::Stopped),
            outcome => Ok(outcome),
        }
    };
    let own = solved.rules.own.as_ref();
    let outcome = solved.proving(&watcher, false, || work(py, own, &watcher, job));
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    match outcome {
        Ok(Ok(told)) => Ok(told),
        Ok(Err(JudgeError::Player(fault))) => Err(broken(py, "", &fault, raised)),
        Ok(Err(JudgeError::Opponent(fault))) => Err(broken(py, "opponent: ", &fault, raised)),
        Ok(Err(error)) => Err(of_library(py, Error::Strategy(error.to_string()))),
        // The work of a player was interrupted.
        Err(stopped) => match raised {
            Some(raised) if !raised.is_instance_of::<PyException>(py) => Err(raised),
            _ => Err(stopped),
        },
    }
}

/// Raises an error if the game is too large to ask a player about every state.
fn expect_table(py: Python<'_>, solved: &SolvedGame, advice: &str) -> PyResult<()> {
    if solved.oracle.is_none() {
        return Ok(());
    }
    let game = &solved.table.info().spec;
    let problem = format!("{game} has too many states to ask a player about all of them: {advice}");
    Err(error(py, "TooLarge", problem))
}

/// The result of an audit. The audit plays all games that are possible against the player, or asks
/// about a sample of positions.
#[derive(Serialize)]
#[serde(untagged)]
enum AuditTold {
    Games(Audited),
    Positions(AuditedSample),
}

/// Plays a player against every reply, or asks the player about a sample of positions.
/// Returns the result as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a call of Python")]
pub fn _audit<'py>(
    py: Python<'py>,
    game: AnySolved,
    player: &Bound<'py, PyAny>,
    side: &Bound<'py, PyAny>,
    lines: usize,
    mistakes: usize,
    symmetry: bool,
    positions: Option<Natural<u32>>,
    seed: Natural<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let solved = &game.0;
    let (positions, seed) = (positions.map(|Natural(number)| number), seed.0);
    if positions.is_none() {
        expect_table(py, solved, "positions= asks about a sample")?;
    }
    let given = Given::new(player, solved)?;
    let extent = Extent {
        side: read_player(side)?,
        lines,
        mistakes,
        symmetry,
    };
    let audited = judged(py, solved, None, |asked, _| {
        let table = &solved.table;
        let sample = positions.map(|number| PositionSample {
            number,
            side: Some(extent.side),
            seed,
        });
        let sampled = sample.map(|sample| sample.positions(table)).transpose()?;
        let states = sampled.map(|sampled| {
            let states = sampled.iter().map(|sampled| sampled.position.state());
            states.collect::<Vec<_>>()
        });
        let finding = |strategy: &dyn Strategy<u64, Error = Error>| match &states {
            None => any::audit(table, strategy, extent).map(AuditTold::Games),
            Some(states) => {
                any::audit_sample(table, strategy, states, extent).map(AuditTold::Positions)
            }
        };
        if let Given::Own(name) = &given {
            return Ok(finding(&any::own_player(table.game(), name)?)?);
        }
        match given.start("player", asked, None) {
            Mover::Level(level) => Ok(finding(&level.on(table))?),
            Mover::Player(mut player) => {
                let asking = Asking {
                    times: NonZero::new(2).expect("not 0"),
                    symmetry,
                    forfeit: false,
                    steps: &unwatched,
                };
                let answers = match &states {
                    None => Answers::new(&mut *player, table, extent.side, asking),
                    Some(states) => Answers::to_states(&mut *player, table, states, asking),
                };
                Ok(finding(&answers?)?)
            }
        }
    })?;
    objects::json(py, &audited)
}

/// Reads a player from an argument, and returns the player with its name. Raises an error for a
/// player that comes with the game, because such a player can only be audited.
fn named(player: (String, Bound<'_, PyAny>), solved: &SolvedGame) -> PyResult<(String, Given)> {
    let (name, player) = player;
    match Given::new(&player, solved)? {
        Given::Own(name) => read_level(&name).map(|level| (name, Given::Level(level))),
        given => Ok((name, given)),
    }
}

/// Scores a player, and returns the result as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a call of Python")]
pub fn _score<'py>(
    py: Python<'py>,
    game: AnySolved,
    player: (String, Bound<'py, PyAny>),
    opponent: (String, Bound<'py, PyAny>),
    games: u32,
    positions: Option<u32>,
    side: Option<Bound<'py, PyAny>>,
    seed: u64,
    forfeit: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let solved = &game.0;
    let (player, opponent) = (named(player, solved)?, named(opponent, solved)?);
    let side: Option<Player> = side.map(|side| read_player(&side)).transpose()?;
    let settings = Settings {
        game: solved.table.info().spec.to_string(),
        player: player.0.clone(),
        opponent: positions.is_none().then(|| opponent.0.clone()),
        positions,
        side,
        seed,
    };
    let report = judged(py, solved, progress.as_ref(), |asked, steps| {
        let mut run = Run {
            scoring: Scoring {
                table: &solved.table,
                player: player.1.start(&player.0, asked, None),
                opponent: opponent.1.start(&opponent.0, asked, None),
                forfeit,
            },
            records: Vec::new(),
        };
        run.go_on::<JudgeError>(&settings, games, &mut |_| Ok(()), steps)?;
        ScoreReport::new(&solved.table, settings, &run.records)
    })?;
    objects::json(py, &report)
}

/// Evaluates a player, and returns the result as JSON.
#[pyfunction]
pub fn _evaluate<'py>(
    py: Python<'py>,
    game: AnySolved,
    player: (String, Bound<'py, PyAny>),
    positions: Option<u32>,
    seed: u64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let solved = &game.0;
    let sample = positions.map(|number| PositionSample {
        number,
        side: None,
        seed,
    });
    if sample.is_none() {
        expect_table(py, solved, "evaluate asks about a sample with positions=")?;
    }
    let (name, given) = named(player, solved)?;
    let evaluation = judged(py, solved, progress.as_ref(), |asked, steps| {
        let table = &solved.table;
        evaluate(table, &mut given.start(&name, asked, None), sample, steps)
    })?;
    objects::json(py, &evaluation)
}

/// Ranks players, the best first, and returns the result as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a call of Python")]
pub fn _rank<'py>(
    py: Python<'py>,
    game: AnySolved,
    players: Vec<(String, Bound<'py, PyAny>)>,
    number: u32,
    games: u32,
    seed: u64,
    limit: f64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let solved = &game.0;
    let players = players.into_iter().map(|player| named(player, solved));
    let players = players.collect::<PyResult<Vec<_>>>()?;
    let limit = read_seconds(limit)?;
    // Fork processes while no other thread runs.
    let is_function = |(_, given): &(String, Given)| matches!(given, Given::Function(_));
    let threads = players.iter().any(is_function).then_some(1);
    let ranking = judged(py, solved, progress.as_ref(), |asked, steps| {
        let judge = Judge {
            positions: positions(&solved.table, number, seed)?,
            table: &solved.table,
            games,
            seed,
            limit,
        };
        let contestants: Vec<_> = players
            .iter()
            .map(|(name, given)| Contestant {
                name,
                start: Box::new(move |deadline| given.start(name, asked, Some(deadline))),
            })
            .collect();
        let judged = judge.all(&contestants, threads, steps)?;
        Ok(Ranking::new(&judge, judged, Vec::new()))
    })?;
    objects::json(py, &ranking)
}
