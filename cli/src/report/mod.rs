//! `perfectplay report`: what the author of a game wants to know of it.

mod page;
mod plot;
mod text;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::PathBuf;

use perfectplay::{Level, Value};
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::level_arg::LevelName;
use crate::open::{TableArg, solve};
use crate::output;
use crate::picture::Picture;
use crate::print::write_json;
use crate::solved_game::{SolvedGame, Visit, no_record, written};
use crate::state_view::{Name, StateView};
use crate::statistics::Stats;
use perfectplay::audit::Odds;

/// Report what is known of a game: who wins, how fast, and how hard that is.
///
/// The report counts states, classes (states up to symmetry) and games. Ply by ply, it gives
/// the shares of states that are won, drawn and lost for the player to move, of losing moves
/// among the legal ones, and of states with an only move: one that alone keeps a win or a
/// draw. The chances are those of two players of one level against each other. A puzzle is a
/// state in which one move alone wins, and the win is far away.
///
/// In a table of more than a million states that is read tier by tier, different games are not
/// counted, nor chances, and plies only where all ways to a tier have the same length.
///
/// With --output, the report is a page in one file, with plots, for any browser.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay report --game connect:4x4
  perfectplay report --game hexapawn:3x3 --compare hexapawn:4x4 -o hexapawn.html")]
pub struct Args {
    #[command(flatten)]
    game: TableArg,

    /// Report on this game too, side by side.
    #[arg(long, value_name = "SPEC")]
    compare: Option<String>,

    /// Answer with one JSON object a line, one for each game.
    #[arg(long)]
    json: bool,

    /// Write a page in HTML to this file; - is standard output.
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let compared = match &args.compare {
        Some(text) => Some(args.game.game.catalogue.find(text).map_err(|error| {
            Failure::Use(format!(
                "invalid value '{text}' for '--compare <SPEC>': {error}"
            ))
        })?),
        None => None,
    };
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let mut reports = vec![args.game.open(&[], Report::of)?];
    if let Some(game) = compared {
        reports.push(solve(game, args.game.anyway, Report::of)?);
    }
    match &args.output {
        Some(path) => {
            let page = page::of(&reports)?.into_string();
            output::write(path, |out| Ok(out.write_all(page.as_bytes())?))
        }
        None if args.json => {
            let mut out = io::stdout().lock();
            Ok(reports
                .iter()
                .try_for_each(|report| write_json(&mut out, report))?)
        }
        None => Ok(write!(io::stdout(), "{}", text::Text(&reports))?),
    }
}

/// What is told of a game: the text, the JSON and the page are made of it.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    stats: Stats,
    /// The value of the start for the first player.
    value: Value,
    /// Plies from the start to the end; `None` if the game never ends.
    distance: Option<u32>,
    best_play: Line,
    /// The longest win that no defence can shorten or avert; `None` if no state is won.
    longest_win: Option<Line>,
    /// `None` if the states are too many for that.
    chances: Option<Chances>,
    opening: Vec<Opening>,
    puzzles: Vec<Puzzle>,
}

/// A state, and best play from there.
#[derive(Serialize)]
struct Line {
    state: String,
    #[serde(serialize_with = "as_names")]
    moves: Vec<String>,
    /// Whether the last state has been on the board before, so that the game never ends.
    returns: bool,
}

/// How likely each player wins, if both play on the same level.
#[derive(Serialize)]
struct Chances {
    random: Odds,
    /// With the usual rate of errors.
    casual: Odds,
    perfect: Odds,
}

/// A first move.
#[derive(Serialize)]
struct Opening {
    #[serde(rename = "move", serialize_with = "as_name")]
    mv: String,
    /// What it is worth to the player who makes it.
    value: Value,
    distance: Option<u32>,
    best: bool,
    /// How many replies there are.
    replies: usize,
    /// How many of them are worth as much to the opponent as the best.
    good_replies: usize,
    best_play: Line,
}

/// A state in which one move alone wins, and the win is far away.
#[derive(Serialize)]
struct Puzzle {
    state: String,
    #[serde(rename = "move", serialize_with = "as_name")]
    mv: String,
    distance: u32,
    #[serde(skip)]
    picture: Picture,
}

fn as_name<S: Serializer>(mv: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Name(mv).serialize(serializer)
}

fn as_names<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| Name(mv)))
}

impl Report {
    fn of(game: &dyn SolvedGame) -> Result<Self, Failure> {
        let mut longest = Longest::default();
        let mut hardest = Hardest::default();
        let stats = Stats::of(game, |visit| {
            longest.meet(visit);
            if visit.is_canonical {
                hardest.meet(visit);
            }
        })?;
        let start = written(game.view(&game.start()));
        let (value, distance) = start.verdict.ok_or_else(|| no_record(&start.state))?;
        Ok(Self {
            stats,
            value,
            distance,
            best_play: Line::of(game, &start.state),
            longest_win: longest.0.map(|(_, state)| Line::of(game, &state)),
            chances: Chances::of(game)?,
            opening: Opening::all(game, &start)?,
            puzzles: hardest.puzzles(game)?,
        })
    }
}

impl Chances {
    /// All states that such players come to are in memory for that.
    fn of(game: &dyn SolvedGame) -> Result<Option<Self>, Failure> {
        if game.is_large() {
            return Ok(None);
        }
        Ok(Some(Self {
            random: game.odds(Level::Random)?,
            casual: game.odds(LevelName::Casual.level(None)?)?,
            perfect: game.odds(Level::Perfect)?,
        }))
    }
}

impl Line {
    fn of(game: &dyn SolvedGame, state: &str) -> Self {
        let best_play = written(game.best_play(state));
        Self {
            state: state.to_owned(),
            moves: best_play.plies.into_iter().map(|(mv, _)| mv).collect(),
            returns: best_play.returns,
        }
    }
}

impl Opening {
    fn all(game: &dyn SolvedGame, start: &StateView) -> Result<Vec<Self>, Failure> {
        let opening = start.choices.iter().map(|choice| {
            let after = written(game.view(&choice.after));
            let (value, _) = after.verdict.ok_or_else(|| no_record(&choice.after))?;
            Ok(Self {
                mv: choice.mv.clone(),
                value: choice.kind,
                distance: choice.distance,
                best: choice.is_best,
                replies: after.choices.len(),
                good_replies: after.of_kind(value).len(),
                best_play: Line::of(game, &choice.after),
            })
        });
        opening.collect()
    }
}

/// The win that is farthest away, of those that have been met: its distance, and the state.
#[derive(Default)]
struct Longest(Option<(u32, String)>);

impl Longest {
    fn meet(&mut self, visit: &Visit<'_>) {
        let record = self.0.as_ref().map_or(0, |(distance, _)| *distance);
        if visit.analysis.value == Value::Win {
            if let Some(distance) = visit.analysis.distance.filter(|&plies| plies > record) {
                self.0 = Some((distance, visit.state.to_string()));
            }
        }
    }
}

/// The states with the farthest wins by an only move: the distance, the ply, and the state.
#[derive(Default)]
struct Hardest(Vec<(u32, u32, String)>);

impl Hardest {
    /// How many puzzles a report has.
    const MOST: usize = 6;

    /// A win that is nearer to the end is no puzzle.
    const NEAREST: u32 = 3;

    fn meet(&mut self, visit: &Visit<'_>) {
        let analysis = &visit.analysis;
        if analysis.winning.len() != 1 || analysis.legal().len() == 1 {
            return;
        }
        let full = self.0.get(Self::MOST - 1);
        let record = full.map_or(Self::NEAREST - 1, |(distance, ..)| *distance);
        if let Some(distance) = analysis.distance.filter(|&plies| plies > record) {
            let ply = visit.ply.unwrap_or(u32::MAX);
            self.0.push((distance, ply, visit.state.to_string()));
            self.0
                .sort_by_key(|&(distance, ply, _)| (Reverse(distance), ply));
            self.0.truncate(Self::MOST);
        }
    }

    fn puzzles(self, game: &dyn SolvedGame) -> Result<Vec<Puzzle>, Failure> {
        let puzzles = self.0.into_iter().map(|(distance, _, state)| {
            let view = written(game.view(&state));
            let winning = view.of_kind(Value::Win);
            let mv = winning.first().ok_or_else(|| no_record(&state))?;
            Ok(Puzzle {
                mv: (*mv).to_owned(),
                distance,
                picture: written(game.picture(&state)),
                state,
            })
        });
        puzzles.collect()
    }
}
