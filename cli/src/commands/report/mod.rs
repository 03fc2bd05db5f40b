//! `perfectplay report`: what the author of a game wants to know of it.

mod page;
mod plot;
mod text;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::PathBuf;

use perfectplay::{Level, Value};
use perfectplay_any::stats::{Counted, Stats};
use perfectplay_any::{self as any, Answer, Name, Picture, Players, Position, Table, odds};
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::args::level::LevelName;
use crate::args::table::{TableArg, solve};
use crate::io::output;
use crate::io::print::write_json;
use crate::io::progress::Meter;
use crate::program::Program;
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

pub fn run(args: &Args, program: &Program) -> Result<(), Failure> {
    let compared = match &args.compare {
        Some(text) => Some(program.catalogue.games.find(text).map_err(|error| {
            Failure::Use(format!(
                "invalid value '{text}' for '--compare <SPEC>': {error}"
            ))
        })?),
        None => None,
    };
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let mut reports = vec![Report::of(&*args.game.open()?)?];
    if let Some(game) = compared {
        reports.push(Report::of(&*solve(&*game, args.game.anyway)?)?);
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
    #[serde(skip)]
    players: Players,
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
    fn of(table: &dyn Table) -> Result<Self, Failure> {
        let mut longest = Longest::default();
        let mut hardest = Hardest::default();
        let meter = Meter::new();
        let stats = Stats::count(table, |counted, done| {
            meter.show_states("counting", done, table.states());
            longest.meet(counted);
            if counted.is_canonical {
                hardest.meet(counted);
            }
        })?;
        drop(meter);
        let position = |state: &str| table.parse(state).map_err(any::Error::from);
        let start = table.start();
        let answer = start.answer()?;
        let (value, distance) = answer.verdict.ok_or_else(|| start.no_record())?;
        Ok(Self {
            stats,
            players: table.info().players.clone(),
            value,
            distance,
            best_play: Line::of(&start)?,
            longest_win: match longest.0 {
                Some((_, state)) => Some(Line::of(&position(&state)?)?),
                None => None,
            },
            chances: Chances::of(table)?,
            opening: Opening::all(&start, &answer)?,
            puzzles: hardest.puzzles(position)?,
        })
    }
}

impl Chances {
    fn of(table: &dyn Table) -> Result<Option<Self>, Failure> {
        if table.is_large() {
            return Ok(None);
        }
        Ok(Some(Self {
            random: odds(table, Level::Random)?,
            casual: odds(table, LevelName::Casual.level(None)?)?,
            perfect: odds(table, Level::Perfect)?,
        }))
    }
}

impl Line {
    fn of(position: &Position<'_>) -> Result<Self, Failure> {
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
    fn all(start: &Position<'_>, answer: &Answer<'_>) -> Result<Vec<Self>, Failure> {
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
                best_play: Line::of(&position)?,
            })
        });
        opening.collect()
    }
}

/// The win that is farthest away, of those that have been met: its distance, and the state.
#[derive(Default)]
struct Longest(Option<(u32, String)>);

impl Longest {
    fn meet(&mut self, counted: &Counted<'_, '_>) {
        let record = self.0.as_ref().map_or(0, |(distance, _)| *distance);
        let analysis = &counted.visit.analysis;
        if analysis.value == Value::Win {
            if let Some(distance) = analysis.distance.filter(|&plies| plies > record) {
                self.0 = Some((distance, counted.visit.position.text()));
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

    fn meet(&mut self, counted: &Counted<'_, '_>) {
        let visit = counted.visit;
        let analysis = &visit.analysis;
        if analysis.winning.len() != 1 || analysis.legal().len() == 1 {
            return;
        }
        let full = self.0.get(Self::MOST - 1);
        let record = full.map_or(Self::NEAREST - 1, |(distance, ..)| *distance);
        if let Some(distance) = analysis.distance.filter(|&plies| plies > record) {
            let ply = visit.ply.unwrap_or(u32::MAX);
            self.0.push((distance, ply, visit.position.text()));
            self.0
                .sort_by_key(|&(distance, ply, _)| (Reverse(distance), ply));
            self.0.truncate(Self::MOST);
        }
    }

    fn puzzles<'t>(
        self,
        position: impl Fn(&str) -> Result<Position<'t>, any::Error>,
    ) -> Result<Vec<Puzzle>, Failure> {
        let puzzles = self.0.into_iter().map(|(distance, _, state)| {
            let position = position(&state)?;
            let winning = position.record()?.winning;
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
