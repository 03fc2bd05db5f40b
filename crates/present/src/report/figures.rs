//! The figures of a report, which can be printed as text, as JSON and as a page.

use std::cmp::Reverse;

use perfectplay::audit::Odds;
use perfectplay::level::ErrorRate;
use perfectplay::{Level, Value};
use perfectplay_any::stats::{Counted, Stats};
use perfectplay_any::{Answer, AnyTable, Error, Name, Picture, Players, Position, odds};
use serde::{Serialize, Serializer};

/// The figures of one game.
#[derive(Serialize)]
pub struct GameReport {
    /// The number of all states, and the numbers of states with each value, status and ply.
    #[serde(flatten)]
    pub stats: Stats,
    /// The names of the players.
    #[serde(skip)]
    pub players: Players,
    /// The value of the start for the first player.
    pub value: Value,
    /// The number of plies from the start to the end in perfect play; `None` if perfect play never ends.
    pub distance: Option<u32>,
    /// The line of best play from the start.
    pub best_play: WinningMoves,
    /// Best play from the won state that is farthest from the end; `None` if no state is won.
    pub longest_win: Option<WinningMoves>,
    /// The probabilities of the results between two computer players of the same level. `None` if the game has too many
    /// states to compute them.
    pub chances: Option<Chances>,
    /// The moves from the start.
    pub opening: Vec<Opening>,
    /// The puzzles, with the longest win first.
    pub puzzles: Vec<Puzzle>,
}

/// A state, and the line of best play from there.
#[derive(Serialize)]
pub struct WinningMoves {
    pub state: String,
    #[serde(serialize_with = "as_names")]
    pub moves: Vec<String>,
    /// Whether the last state already occurred earlier in the line, so that play never ends.
    pub returns: bool,
}

/// The probabilities of the results between two computer players of the same level: random, casual or perfect.
#[derive(Serialize)]
pub struct Chances {
    pub random: Odds,
    /// Both players play at the level *casual*: they make errors at the default rate.
    pub casual: Odds,
    pub perfect: Odds,
}

/// A move from the start.
#[derive(Serialize)]
pub struct Opening {
    #[serde(rename = "move", serialize_with = "as_name")]
    pub mv: String,
    /// The value of the move for the player who makes it.
    pub value: Value,
    pub distance: Option<u32>,
    pub best: bool,
    /// The number of legal replies to the move.
    pub replies: usize,
    /// The number of replies with the same value as the best reply.
    pub good_replies: usize,
    pub best_play: WinningMoves,
}

/// A state in which exactly one move wins, and the win takes many plies.
#[derive(Serialize)]
pub struct Puzzle {
    pub state: String,
    #[serde(rename = "move", serialize_with = "as_name")]
    pub mv: String,
    pub distance: u32,
    #[serde(skip)]
    pub picture: Picture,
}

pub(super) fn as_name<S: Serializer>(mv: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Name(mv).serialize(serializer)
}

fn as_names<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| Name(mv)))
}

impl GameReport {
    /// Computes the figures of a game. For each state, calls `counted` with the number of states counted so far.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn new(table: &AnyTable, counted: &dyn Fn(u64)) -> Result<Self, Error> {
        let mut longest = Longest::default();
        let mut hardest = Hardest::default();
        let stats = Stats::count(table, |state, done| {
            counted(done);
            longest.meet(state);
            if state.is_canonical {
                hardest.meet(state);
            }
        })?;
        let position = |state: &str| table.parse(state).map_err(Error::from);
        let start = table.start();
        let answer = start.answer()?;
        let (value, distance) = answer.verdict.ok_or_else(|| start.no_record())?;
        Ok(Self {
            stats,
            players: table.info().players.clone(),
            value,
            distance,
            best_play: WinningMoves::new(&start)?,
            longest_win: match longest.0 {
                Some((_, state)) => Some(WinningMoves::new(&position(&state)?)?),
                None => None,
            },
            chances: Chances::new(table)?,
            opening: Opening::all(&start, &answer)?,
            puzzles: hardest.puzzles(position)?,
        })
    }
}

impl Chances {
    fn new(table: &AnyTable) -> Result<Option<Self>, Error> {
        if table.is_large() {
            return Ok(None);
        }
        Ok(Some(Self {
            random: odds(table, Level::Random)?,
            casual: odds(table, Level::Casual(ErrorRate::USUAL))?,
            perfect: odds(table, Level::Perfect)?,
        }))
    }
}

impl WinningMoves {
    pub(super) fn new(position: &Position<'_>) -> Result<Self, Error> {
        let best_play = position.best_play()?;
        let mut before = position;
        let moves = best_play.plies.iter().map(|(mv, after)| {
            let name = before.move_name(*mv);
            before = after;
            name
        });
        Ok(Self {
            state: position.text(),
            moves: moves.collect(),
            returns: best_play.returns,
        })
    }
}

impl Opening {
    fn all(start: &Position<'_>, answer: &Answer<'_>) -> Result<Vec<Self>, Error> {
        let opening = answer.choices.iter().map(|choice| {
            let position = start.play(choice.mv).expect("a legal move");
            let after = position.answer()?;
            let (value, _) = after.verdict.ok_or_else(|| position.no_record())?;
            Ok(Self {
                mv: choice.name.clone(),
                value: choice.value,
                distance: choice.distance,
                best: choice.is_best,
                replies: after.choices.len(),
                good_replies: after.of_kind(value).len(),
                best_play: WinningMoves::new(&position)?,
            })
        });
        opening.collect()
    }
}

/// The won state that is farthest from the end, among those found so far. `.0`: the distance of this state. `.1`:
/// the state as text.
#[derive(Default)]
struct Longest(Option<(u32, String)>);

impl Longest {
    fn meet(&mut self, counted: &Counted<'_, '_>) {
        let record = self.0.as_ref().map_or(0, |(distance, _)| *distance);
        let analysis = &counted.visit.analysis;
        if analysis.value() == Value::Win {
            if let Some(distance) = analysis.distance().filter(|&plies| plies > record) {
                self.0 = Some((distance, counted.visit.position.text()));
            }
        }
    }
}

/// The puzzles that take the most plies to win, among those found so far. Each entry consists of the distance,
/// the ply and the text of a state.
#[derive(Default)]
struct Hardest(Vec<(u32, u32, String)>);

impl Hardest {
    /// The greatest number of puzzles in a report.
    const MOST: usize = 6;

    /// The least distance of a win in a puzzle. A shorter win would be too easy for a puzzle.
    const NEAREST: u32 = 3;

    fn meet(&mut self, counted: &Counted<'_, '_>) {
        let visit = counted.visit;
        let analysis = &visit.analysis;
        if analysis.winning().len() != 1 || analysis.legal().len() == 1 {
            return;
        }
        let full = self.0.get(Self::MOST - 1);
        let record = full.map_or(Self::NEAREST - 1, |(distance, ..)| *distance);
        if let Some(distance) = analysis.distance().filter(|&plies| plies > record) {
            let ply = visit.ply.unwrap_or(u32::MAX);
            self.0.push((distance, ply, visit.position.text()));
            self.0
                .sort_by_key(|&(distance, ply, _)| (Reverse(distance), ply));
            self.0.truncate(Self::MOST);
        }
    }

    fn puzzles<'t>(
        self,
        position: impl Fn(&str) -> Result<Position<'t>, Error>,
    ) -> Result<Vec<Puzzle>, Error> {
        let puzzles = self.0.into_iter().map(|(distance, _, state)| {
            let position = position(&state)?;
            let winning = position.record()?.winning();
            Ok(Puzzle {
                mv: position.move_names(winning),
                distance,
                picture: position.picture(),
                state,
            })
        });
        puzzles.collect()
    }
}
