//! Ranks players. The judge asks all players about the same positions. Then it tests by an audit, or by games, whether
//! each player can be beaten.

mod ranking;

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use perfectplay::{Level, Player, Value};
use perfectplay_any::{Answer, AnyTable, Error, Extent, audit};
use serde::Serialize;

pub use ranking::{COLUMNS, Ranking};

use crate::answers::{Answers, Asking};
use crate::error::JudgeError;
use crate::fault::Fault;
use crate::player::{Mover, Starter};
use crate::sample::{PositionSample, Sampled};
use crate::scoring::{self, Scoring};
use crate::share::Share;
use crate::step::{Step, Steps, unwatched};

/// The settings for judging several players. The method [`all`](Self::all) judges the players.
pub struct Judge<'t> {
    /// The solved game.
    pub table: &'t AnyTable,
    /// The positions about which every player is asked.
    pub positions: Vec<Asked<'t>>,
    /// The number of games that a player plays if it cannot be audited.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The time limit for all answers of one player together.
    pub limit: Duration,
}

/// A player to rank.
pub struct Contestant<'c> {
    /// The name for people.
    pub name: &'c str,
    /// A function that starts the player.
    pub start: Starter<'c>,
}

/// A position about which players are asked.
pub struct Asked<'t> {
    sampled: Sampled<'t>,
    /// The answer of the table about the position. The answer is computed before the player's time starts, because
    /// an oracle may search for a long time.
    view: Answer<'t>,
}

/// How the judge decided whether the player can be beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// An audit judged the player: it asked the player about every state that the player can meet.
    Audit,
    /// Judged by games, because the player does not always give the same answer.
    GamesAsItVaries,
    /// Judged by games, because the player is too slow for an audit.
    GamesAsItIsSlow,
    /// Judged by games, because the game has too many states for an audit.
    GamesAsGameIsLarge,
    /// The judge could not decide, because the player does not speak the protocol or never answers.
    Nothing,
}

/// The judgement of a player.
#[derive(Debug, Serialize)]
pub struct Judged {
    /// The name of the player.
    pub player: String,
    /// How the judge decided whether the player can be beaten.
    pub judged_by: By,
    /// Whether no opponent can beat the player. `None` if this is unknown: there was no audit, and the games
    /// showed no defeat that the player could have avoided.
    pub unbeatable: Option<bool>,
    /// The share of the positions in which the player's move keeps the value.
    pub keep_the_value: Share,
    /// The number of positions whose values an oracle did not prove within its limits. A position with an unproved
    /// value does not count in `keep_the_value`. `None` if the table is not an oracle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproved: Option<u64>,
    /// The number of moves that turn a win into a draw or a loss.
    pub missed_wins: u64,
    /// The number of missed wins, plus the number of moves that turn a draw into a loss.
    pub blunders: u64,
    /// The number of illegal or missing answers. An audit adds its illegal or missing answers only if there were none
    /// before the audit.
    pub forfeits: u64,
    /// The number of forfeits in which the player crashed: its program ended, or its function raised an exception or
    /// ended the process.
    pub crashes: u64,
    /// The average time of an answer in seconds; `None` if it is unknown.
    pub seconds_per_move: Option<f64>,
    /// A text about the first illegal or missing answer, or about another problem with the player; `None` if there
    /// is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Draws positions at random, and looks up the answer of the table about each position.
///
/// # Errors
/// Fails when the table cannot be read, or the rules contradict it.
pub fn positions(table: &AnyTable, number: u32, seed: u64) -> Result<Vec<Asked<'_>>, Error> {
    let sample = PositionSample {
        number,
        side: None,
        seed,
    };
    let asked = sample.positions(table)?.into_iter().map(|sampled| {
        let view = sampled.position.answer()?;
        Ok(Asked { sampled, view })
    });
    asked.collect()
}

/// The reason why a player is asked no more questions.
enum StopReason {
    /// The player's time is over.
    Late,
    /// The player does not always give the same answer.
    Varies,
    /// The game has too many states to ask the player about all of them.
    Large,
    /// The player does not speak the protocol. The text says how.
    Broken(String),
    /// The judge itself cannot continue.
    Failed(JudgeError),
}

impl From<JudgeError> for StopReason {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Player(broken) => match broken.fault {
                Fault::Late => Self::Late,
                _ => Self::Broken(broken.to_string()),
            },
            error => Self::Failed(error),
        }
    }
}

impl From<Error> for StopReason {
    fn from(error: Error) -> Self {
        Self::Failed(error.into())
    }
}

impl Judge<'_> {
    /// Judges all players, and returns the results in the order of the players.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the work was stopped.
    pub fn all(
        &self,
        contestants: &[Contestant<'_>],
        threads: Option<usize>,
        steps: Steps<'_>,
    ) -> Result<Vec<Judged>, JudgeError> {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.unwrap_or_else(cores).min(contestants.len());
        let next = AtomicUsize::new(0);
        let is_stopped = AtomicBool::new(false);
        let results = Mutex::new(contestants.iter().map(|_| None).collect::<Vec<_>>());
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some((number, contestant)) = {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        contestants
                            .get(number)
                            .map(|contestant| (number, contestant))
                    } {
                        let judged = match is_stopped.load(Ordering::Relaxed) {
                            true => Err(JudgeError::Stopped),
                            false => self.judge(contestant),
                        };
                        let mut results = results.lock().expect("no thread has panicked");
                        results[number] = Some(judged);
                        let step = Step {
                            doing: "ranking",
                            unit: "players",
                            done: results.iter().flatten().count() as u64,
                            total: Some(contestants.len() as u64),
                        };
                        if steps(step) == ControlFlow::Break(()) {
                            is_stopped.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        if is_stopped.into_inner() {
            return Err(JudgeError::Stopped);
        }
        let results = results.into_inner().expect("no thread has panicked");
        results.into_iter().flatten().collect()
    }

    /// Judges a player. The player may use a third of its time for the positions, a third for the audit, and a
    /// third for games.
    fn judge(&self, contestant: &Contestant<'_>) -> Result<Judged, JudgeError> {
        let started = Instant::now();
        let end_of_part = |part: u32| started + self.limit / 3 * part;
        let mut judged = Judged {
            player: contestant.name.to_owned(),
            judged_by: By::Nothing,
            unbeatable: None,
            keep_the_value: Share::default(),
            unproved: self.table.is_oracle().then_some(0),
            missed_wins: 0,
            blunders: 0,
            forfeits: 0,
            crashes: 0,
            seconds_per_move: None,
            problem: None,
        };
        let mut end = self.ask(&mut judged, contestant, end_of_part(1)).err();
        if end.is_none() && self.table.is_oracle() {
            end = Some(StopReason::Large);
        }
        if end.is_none() {
            match self.audit(&mut judged, contestant, end_of_part(2)) {
                Ok(is_unbeatable) => {
                    judged.judged_by = By::Audit;
                    judged.unbeatable = Some(is_unbeatable);
                }
                Err(problem) => end = Some(problem),
            }
        }
        let by_games = match end {
            None => return Ok(judged),
            Some(StopReason::Late) if judged.answers() == 0 => {
                judged.problem = Some(format!("no answer within {:?}", self.limit / 3));
                return Ok(judged);
            }
            Some(StopReason::Late) => By::GamesAsItIsSlow,
            Some(StopReason::Varies) => By::GamesAsItVaries,
            Some(StopReason::Large) => By::GamesAsGameIsLarge,
            Some(StopReason::Broken(problem)) => {
                judged.problem = Some(problem);
                return Ok(judged);
            }
            Some(StopReason::Failed(error)) => return Err(error),
        };
        judged.judged_by = by_games;
        match self.is_beaten(&mut judged, contestant, end_of_part(3)) {
            Ok(is_beaten) => judged.unbeatable = is_beaten.then_some(false),
            Err(StopReason::Failed(error)) => return Err(error),
            Err(StopReason::Broken(problem)) => judged.problem = Some(problem),
            Err(StopReason::Late | StopReason::Varies | StopReason::Large) => {}
        }
        Ok(judged)
    }

    fn scoring<'c>(&self, contestant: &Contestant<'c>, deadline: Instant) -> Scoring<'_, 'c> {
        Scoring {
            table: self.table,
            player: (contestant.start)(deadline),
            opponent: Mover::Level(Level::Perfect),
            forfeit: true,
        }
    }

    fn ask(
        &self,
        judged: &mut Judged,
        contestant: &Contestant<'_>,
        deadline: Instant,
    ) -> Result<(), StopReason> {
        let mut scoring = self.scoring(contestant, deadline);
        let mut random = Rng::with_seed(self.seed);
        for (number, Asked { sampled, view }) in (0..).zip(&self.positions) {
            let record = scoring.ask(number, sampled, view, &mut random);
            for answer in record.map_err(|error| or_late(error, deadline))?.answers {
                judged.add(answer);
            }
            if let Mover::Player(player) = &scoring.player {
                judged.seconds_per_move = player.time_per_answer().map(|time| time.as_secs_f64());
            }
        }
        Ok(())
    }

    /// Audits the player twice, first as the first player and then as the second, each time against every reply of the
    /// opponent. Returns `true` if the player never loses, or loses only because the start is lost.
    fn audit(
        &self,
        judged: &mut Judged,
        contestant: &Contestant<'_>,
        deadline: Instant,
    ) -> Result<bool, StopReason> {
        let table = self.table;
        let has_forfeits = judged.forfeits > 0;
        let mut mover = (contestant.start)(deadline);
        let asking = Asking {
            times: NonZero::new(2).expect("not 0"),
            symmetry: false,
            forfeit: true,
            steps: &unwatched,
        };
        for side in Player::BOTH {
            let extent = Extent {
                side,
                lines: 0,
                mistakes: 0,
                symmetry: false,
            };
            let audited = match &mut mover {
                Mover::Level(level) => audit(table, &level.on(table), extent)?,
                Mover::Player(player) if player.remembers() => return Err(StopReason::Varies),
                Mover::Player(player) => {
                    let answers = Answers::new(&mut **player, table, side, asking);
                    let answers = answers.map_err(|broken| match broken.fault {
                        Fault::Late => StopReason::Late,
                        Fault::Fickle { .. } => StopReason::Varies,
                        Fault::Stopped => StopReason::Failed(JudgeError::Stopped),
                        _ => StopReason::Broken(broken.to_string()),
                    })?;
                    for forfeit in answers.forfeits.iter().filter(|_| !has_forfeits) {
                        let is_crash = forfeit.fault.is_crash();
                        judged.add_forfeit(is_crash, || forfeit.to_string());
                    }
                    audit(table, &answers, extent)?
                }
            };
            if !audited.is_faultless() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays games between the contestant and the perfect player. Returns whether the contestant loses a game
    /// after it has given away a win or a draw.
    fn is_beaten(
        &self,
        judged: &mut Judged,
        contestant: &Contestant<'_>,
        deadline: Instant,
    ) -> Result<bool, StopReason> {
        let mut scoring = self.scoring(contestant, deadline);
        let mut random = Rng::with_seed(self.seed);
        for (number, side) in (0..self.games).zip(Player::BOTH.into_iter().cycle()) {
            let record = scoring.play(number, side, &mut random);
            let record = record.map_err(|error| or_late(error, deadline))?;
            for answer in &record.answers {
                if let Some(problem) = &answer.problem {
                    judged.add_forfeit(answer.has_crashed, || problem.clone());
                }
            }
            let throws_away = |answer: &scoring::Answer| answer.keeps_the_value() == Some(false);
            if record.result == Some(Value::Loss) && record.answers.iter().any(throws_away) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Judged {
    /// Returns the number of positions about which the player has been asked.
    fn answers(&self) -> u64 {
        self.keep_the_value.of + self.unproved.unwrap_or(0)
    }

    fn add(&mut self, answer: scoring::Answer) {
        match answer.is_good() {
            Some(is_good) => self.keep_the_value.add(is_good),
            None => *self.unproved.get_or_insert_default() += 1,
        }
        let is_blunder = answer.keeps_the_value() == Some(false);
        self.blunders += u64::from(is_blunder);
        self.missed_wins += u64::from(is_blunder && answer.before == Some(Value::Win));
        if let Some(problem) = answer.problem {
            self.add_forfeit(answer.has_crashed, || problem);
        }
    }

    /// Counts an illegal or missing answer. Stores `problem` if no earlier problem is stored.
    fn add_forfeit(&mut self, is_crash: bool, problem: impl FnOnce() -> String) {
        self.forfeits += 1;
        self.crashes += u64::from(is_crash);
        self.problem.get_or_insert_with(problem);
    }
}

/// Converts `error` into the reason why the player is asked no more questions. A fault of the player after the
/// deadline gives the reason [`StopReason::Late`].
fn or_late(error: JudgeError, deadline: Instant) -> StopReason {
    match StopReason::from(error) {
        StopReason::Broken(_) if Instant::now() >= deadline => StopReason::Late,
        end => end,
    }
}
