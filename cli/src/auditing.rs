//! Audits of any solved game, with states and moves as text.

use std::collections::BTreeSet;
use std::convert::Infallible;

use perfectplay::audit::{Audit, Defeat, Mistake, Strategy};
use perfectplay::game::starts;
use perfectplay::{Level, Move, Moves, Player, Solved, Value, audit};
use perfectplay_games::Listed;
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::asking::{Answers, Asking};
use crate::protocol::{Broken, Program};
use crate::state_view::Name;

/// A player to audit.
pub enum Contestant<'p, 'c> {
    Level(Level),
    /// One of the players that the game has of its own, by name.
    Own(&'p str),
    /// A program that is asked for its moves in every state that it meets.
    Program(&'p mut Program<'c>, Asking),
}

/// What an audit is about.
#[derive(Clone, Copy)]
pub struct Extent {
    pub side: Player,
    /// The most lost games to list.
    pub lines: usize,
    /// The most mistakes to list.
    pub mistakes: usize,
    /// Whether mistakes that are images of each other are listed once.
    pub symmetry: bool,
}

/// What comes of an audit on one side.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Finding {
    Audited(Audited),
    /// The player does not speak the protocol.
    Broken(Broken),
}

/// The result of an audit on one side. What cannot be counted is `None`.
#[derive(Serialize)]
pub struct Audited {
    pub won: Option<u64>,
    pub drawn: Option<u64>,
    pub lost: Option<u64>,
    pub beaten_with_probability: Option<f64>,
    pub losing_lines: Vec<LosingLine>,
    pub missed_wins: u64,
    pub blunders: u64,
    /// What the game is worth to the player, from the start that is worst for it.
    pub value: Value,
    /// As many mistakes as were asked for.
    pub mistakes: Vec<MistakeText>,
    /// How many there are to list.
    #[serde(skip)]
    pub mistakes_in_all: usize,
    /// The games that a program forfeited, if they count as lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Broken>,
    /// Whether the game may begin in several states.
    #[serde(skip)]
    pub has_several_starts: bool,
}

/// A game that the player loses.
#[derive(Serialize)]
pub struct LosingLine {
    pub start: String,
    #[serde(serialize_with = "as_names")]
    pub moves: Vec<String>,
}

/// A mistake that the player may make.
#[derive(Serialize)]
pub struct MistakeText {
    pub state: String,
    /// `None` if the player forfeits the game.
    #[serde(rename = "move", serialize_with = "as_name")]
    pub mv: Option<String>,
    pub probability: f64,
    /// What the state is worth to the player.
    pub before: Value,
    /// What the move leaves of that.
    pub after: Value,
    /// The moves that keep the value.
    #[serde(serialize_with = "as_names")]
    pub good: Vec<String>,
    #[serde(serialize_with = "as_names")]
    pub best: Vec<String>,
}

pub fn as_names<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| Name(mv)))
}

fn as_name<S: Serializer>(mv: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    mv.as_deref().map(Name).serialize(serializer)
}

/// Audits a player on one side.
pub fn run<G: Listed>(
    solved: &dyn Solved<Game = G, Error = Infallible>,
    contestant: Contestant<'_, '_>,
    extent: Extent,
) -> Result<Finding, Failure> {
    let game = solved.game();
    let audited = match contestant {
        Contestant::Level(level) => of(solved, &level.on(solved), extent)?,
        Contestant::Own(name) => {
            let own = G::PLAYERS.iter().find(|player| player.name == name);
            let own = own.ok_or_else(|| {
                let game = G::NAME;
                Failure::Use(format!("the game {game} has no player {name:?}"))
            })?;
            of(solved, own.strategy, extent)?
        }
        Contestant::Program(program, asking) => {
            let mut answers = match Answers::of(program, game, extent.side, asking) {
                Ok(answers) => answers,
                Err(broken) => return Ok(Finding::Broken(broken)),
            };
            let mut audited = of(solved, &answers, extent)?;
            audited.forfeits.append(&mut answers.forfeits);
            audited
        }
    };
    Ok(Finding::Audited(audited))
}

/// Counts the games of a player, where that can be done, or looks for one that it loses.
fn of<G: Listed>(
    solved: &dyn Solved<Game = G, Error = Infallible>,
    strategy: &dyn Strategy<G::State, Error = Infallible>,
    extent: Extent,
) -> Result<Audited, Failure> {
    let game = solved.game();
    let audited = audit(solved, strategy, extent.side);
    let played = audited.map_err(|error| Failure::Input(error.to_string()))?;
    let errors = Errors::of(game, &played, extent);
    let audited = Audited {
        won: None,
        drawn: None,
        lost: None,
        beaten_with_probability: None,
        losing_lines: Vec::new(),
        missed_wins: errors.missed_wins,
        blunders: errors.blunders,
        value: value(solved, extent.side),
        mistakes: errors.texts,
        mistakes_in_all: errors.in_all,
        forfeits: Vec::new(),
        has_several_starts: starts(game).nth(1).is_some(),
    };
    match played.games() {
        Err(_) => {
            let lost = played.refutation();
            let never = lost.is_none();
            Ok(Audited {
                lost: never.then_some(0),
                beaten_with_probability: never.then_some(0.0),
                losing_lines: lost.iter().map(|lost| line(game, lost)).collect(),
                ..audited
            })
        }
        Ok(counted) => {
            let lost = counted.losing_lines().take(extent.lines);
            Ok(Audited {
                won: Some(counted.won),
                drawn: Some(counted.drawn),
                lost: Some(counted.lost),
                beaten_with_probability: Some(counted.beaten_with_probability),
                losing_lines: lost.map(|lost| line(game, &lost)).collect(),
                ..audited
            })
        }
    }
}

/// What a game is worth to a player, from the start that is worst for it.
fn value<G: Listed>(solved: &dyn Solved<Game = G, Error = Infallible>, side: Player) -> Value {
    let values = starts(solved.game()).filter_map(|start| {
        let value = (&solved).analysis(start)?.value;
        let to_move = solved.game().to_move(start).unwrap_or(Player::First);
        Some(if to_move == side { value } else { value.flip() })
    });
    values.min().unwrap_or(Value::Draw)
}

/// The mistakes of a player: all are counted, and some are told.
struct Errors {
    missed_wins: u64,
    blunders: u64,
    in_all: usize,
    texts: Vec<MistakeText>,
}

impl Errors {
    fn of<G: Listed>(game: &G, played: &Audit<G::State>, extent: Extent) -> Self {
        let mut errors = Self {
            missed_wins: 0,
            blunders: 0,
            in_all: 0,
            texts: Vec::new(),
        };
        let mut classes = BTreeSet::new();
        for mistake in played.mistakes() {
            errors.blunders += 1;
            errors.missed_wins += u64::from(mistake.before == Value::Win);
            if extent.symmetry && !classes.insert(class(game, &mistake)) {
                continue;
            }
            errors.in_all += 1;
            if errors.texts.len() < extent.mistakes {
                errors.texts.push(in_text(game, &mistake));
            }
        }
        errors
    }
}

/// What all images of a mistake have in common, and no other mistake.
fn class<G: Listed>(game: &G, mistake: &Mistake<G::State>) -> (u64, Option<Move>) {
    let images = (0..game.symmetries()).map(|symmetry| {
        let image_of_move = |mv| game.image_of_move(symmetry, mistake.state, mv);
        let key = game.key(game.image(symmetry, mistake.state));
        (key, mistake.mv.map(image_of_move))
    });
    images.min().expect("the identity")
}

fn in_text<G: Listed>(game: &G, mistake: &Mistake<G::State>) -> MistakeText {
    let name = |mv| game.move_text(mistake.state, mv).to_string();
    let names = |moves: Moves| moves.iter().map(name).collect();
    MistakeText {
        state: game.state_text(mistake.state).to_string(),
        mv: mistake.mv.map(name),
        probability: mistake.probability,
        before: mistake.before,
        after: mistake.after,
        good: names(mistake.good),
        best: names(mistake.best),
    }
}

fn line<G: Listed>(game: &G, lost: &Defeat<G::State>) -> LosingLine {
    let mut state = lost.start;
    let moves = lost.moves.iter().map(|&mv| {
        let text = game.move_text(state, mv).to_string();
        state = game.play(state, mv);
        text
    });
    LosingLine {
        moves: moves.collect(),
        start: game.state_text(lost.start).to_string(),
    }
}
