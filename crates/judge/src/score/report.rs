//! Sums up the records of a scoring run.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Not;

use perfectplay::Value;
use perfectplay_any::{AnyTable, Error, MistakeText, Name};
use serde::{Serialize, Serializer};

use super::Settings;
use crate::error::JudgeError;
use crate::scoring::{Answer, Record};
use crate::share::Share;

/// The result of a run that measures one player. A report can be printed as text and as JSON.
#[derive(Serialize)]
pub struct ScoreReport {
    #[serde(flatten)]
    settings: Settings,
    /// Whether the run was stopped before all games or positions were done.
    #[serde(rename = "interrupted", skip_serializing_if = "Not::not")]
    is_interrupted: bool,
    /// The results of the games; `None` if the player was asked about positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<GameResults>,
    /// The quality of all answers.
    #[serde(flatten)]
    answers: AnswerQuality,
    /// The numbers of unproved answers and of unfinished games. `None` if the table is not an oracle.
    #[serde(flatten)]
    unproved: Option<UnprovedCounts>,
    plies: Vec<PlyQuality>,
    /// The mistakes, with the most frequent mistake first.
    mistakes: Vec<Repeated>,
    /// The illegal and missing answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<Forfeit>,
}

#[derive(Serialize)]
struct Forfeit {
    problem: String,
    state: String,
    #[serde(serialize_with = "as_names")]
    moves: Vec<String>,
}

fn as_names<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| Name(mv)))
}

impl Forfeit {
    /// Returns the illegal and missing answers of the player in one game or one position.
    fn from_record(record: &Record) -> impl Iterator<Item = Self> {
        record.answers.iter().filter_map(|answer| {
            Some(Self {
                problem: answer.problem.clone()?,
                state: answer.state.clone(),
                moves: record.moves.clone(),
            })
        })
    }
}

#[derive(Default, Serialize)]
struct GameResults {
    won: Share,
    drawn: Share,
    lost: Share,
}

/// Says how good a set of answers is: how many of them kept the value of the state, and how many were best moves.
#[derive(Clone, Copy, Default, Serialize)]
struct AnswerQuality {
    keep_the_value: Share,
    best: Share,
}

impl AnswerQuality {
    fn add(&mut self, answer: &Answer) {
        if let Some(is_good) = answer.is_good() {
            self.keep_the_value.add(is_good);
        }
        if let Some(is_best) = answer.is_best {
            self.best.add(is_best);
        }
    }
}

/// Counts the answers that were not judged and the games that were not finished, because an oracle could not prove some
/// values within its limits.
#[derive(Clone, Copy, Serialize)]
struct UnprovedCounts {
    /// The number of answers that were not judged, because the value before the move or after it was not
    /// proved.
    unproved: u64,
    /// The number of unfinished games. A game is broken off if a built-in player (a `Level`) needs a value that is
    /// not proved.
    unfinished: u64,
}

#[derive(Serialize)]
struct PlyQuality {
    ply: u32,
    #[serde(flatten)]
    answers: AnswerQuality,
}

#[derive(Serialize)]
struct Repeated {
    times: u64,
    #[serde(flatten)]
    mistake: MistakeText,
}

impl ScoreReport {
    /// Sums up the records of a scoring run.
    ///
    /// # Errors
    ///
    /// Fails when the table cannot be read, or a record does not belong to the game of the table.
    pub fn new(
        table: &AnyTable,
        settings: Settings,
        records: &[Record],
    ) -> Result<Self, JudgeError> {
        let mut games = GameResults::default();
        for result in records.iter().filter_map(|record| record.result) {
            games.won.add(result == Value::Win);
            games.drawn.add(result == Value::Draw);
            games.lost.add(result == Value::Loss);
        }
        let mut all = AnswerQuality::default();
        let mut plies = BTreeMap::<u32, AnswerQuality>::new();
        let mut met = HashMap::<&str, u64>::new();
        let mut mistakes = BTreeMap::<(&str, Option<&str>), (u64, &Answer)>::new();
        for answer in records.iter().flat_map(|record| &record.answers) {
            all.add(answer);
            plies.entry(answer.ply).or_default().add(answer);
            *met.entry(&answer.state).or_default() += 1;
            if answer.keeps_the_value() == Some(false) {
                let key = (answer.state.as_str(), answer.mv.as_deref());
                mistakes.entry(key).or_insert((0, answer)).0 += 1;
            }
        }
        let repeated = mistakes.into_values().map(|(times, answer)| {
            // The records may come from a forged log, so parse the state and look it up again.
            let view = table.parse(&answer.state).map_err(Error::from)?.answer()?;
            let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
            let (before, after) = answer.before.zip(answer.after).expect("proved values");
            Ok(Repeated {
                times,
                mistake: MistakeText {
                    state: answer.state.clone(),
                    mv: answer.mv.clone(),
                    probability: times as f64 / met[answer.state.as_str()] as f64,
                    before,
                    after,
                    good: names(view.of_kind(before)),
                    best: names(view.best()),
                },
            })
        });
        let mut repeated = repeated.collect::<Result<Vec<_>, JudgeError>>()?;
        repeated.sort_by_key(|repeated| Reverse(repeated.times));
        let plies = plies
            .into_iter()
            .map(|(ply, answers)| PlyQuality { ply, answers });
        let answers = records.iter().flat_map(|record| &record.answers);
        let is_game = settings.positions.is_none();
        let unfinished = records.iter().filter(|record| record.result.is_none());
        let unproved = UnprovedCounts {
            unproved: answers.filter(|answer| answer.is_good().is_none()).count() as u64,
            unfinished: u64::from(is_game) * unfinished.count() as u64,
        };
        Ok(Self {
            games: is_game.then_some(games),
            settings,
            is_interrupted: false,
            answers: all,
            unproved: table.is_oracle().then_some(unproved),
            plies: plies.collect(),
            mistakes: repeated,
            forfeits: records.iter().flat_map(Forfeit::from_record).collect(),
        })
    }

    /// Marks the report as the report of a run that was stopped.
    #[must_use]
    pub fn interrupted(self) -> Self {
        Self {
            is_interrupted: true,
            ..self
        }
    }

    /// Returns whether the oracle failed to prove some values within its limits. Some answers are then not judged, or
    /// some games are not finished.
    #[must_use]
    pub fn lacks_values(&self) -> bool {
        let lacks = |counts: &UnprovedCounts| counts.unproved > 0 || counts.unfinished > 0;
        self.unproved.as_ref().is_some_and(lacks)
    }

    const MISTAKES_SHOWN: usize = 5;

    fn write_games(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(GameResults { won, drawn, lost }) = &self.games else {
            return Ok(());
        };
        for (name, share) in [("won", won), ("drawn", drawn), ("lost", lost)] {
            writeln!(f, "  {name:5}  {:>6}  {share}", share.count)?;
        }
        writeln!(f)
    }

    fn write_answers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  ply     moves  {:26}  best", "keep the value")?;
        let all = ("all".to_owned(), &self.answers);
        let plies = self.plies.iter();
        let plies = plies.map(|ply| (ply.ply.to_string(), &ply.answers));
        for (ply, answers) in plies.chain([all]) {
            let (keep, best) = (answers.keep_the_value, answers.best);
            writeln!(f, "  {ply:5}  {:>6}  {keep:26}  {best}", keep.of)?;
        }
        Ok(())
    }

    fn write_unproved(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(counts) = self.unproved else {
            return Ok(());
        };
        writeln!(f, "\n  unproved    {} answers", counts.unproved)?;
        match &self.games {
            Some(_) => writeln!(f, "  unfinished  {} games", counts.unfinished),
            None => Ok(()),
        }
    }

    fn write_mistakes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mistakes.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n  times  mistake")?;
        for Repeated { times, mistake } in self.mistakes.iter().take(Self::MISTAKES_SHOWN) {
            writeln!(f, "  {times:5}  {mistake}")?;
        }
        match self.mistakes.len().saturating_sub(Self::MISTAKES_SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "         and {more} more, which --json lists"),
        }
    }
}

impl fmt::Display for ScoreReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings {
            player, opponent, ..
        } = &self.settings;
        match (opponent, &self.games) {
            (Some(opponent), Some(games)) => {
                writeln!(f, "{player} against {opponent}, {} games", games.won.of)?;
            }
            _ => {
                let unproved = self.unproved.map_or(0, |counts| counts.unproved);
                let positions = self.answers.keep_the_value.of + unproved;
                writeln!(f, "{player} in {positions} positions")?;
            }
        }
        self.write_games(f)?;
        self.write_answers(f)?;
        self.write_unproved(f)?;
        self.write_mistakes(f)?;
        if let [first, ..] = &self.forfeits[..] {
            let (number, problem) = (self.forfeits.len(), &first.problem);
            writeln!(f, "\n  forfeits  {number}, first: {problem}")?;
        }
        writeln!(f, "\nIn brackets: Wilson's interval of 95 %.")?;
        match self.is_interrupted {
            true => writeln!(f, "Interrupted: this report is not complete."),
            false => Ok(()),
        }
    }
}
