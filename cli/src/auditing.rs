//! Audits of any solved game, with states and moves as text.

use std::collections::{BTreeMap, BTreeSet};

use perfectplay::games::{self, LIST, Listed, Visitor};
use perfectplay::{
    AuditError, Defeat, Level, Moves, Player, Solved, Strategy, audit, refutation, starts,
};
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::state_view::Name;

/// The answers of a player: a move in each state.
pub type Answers = BTreeMap<String, String>;

/// A player to audit.
#[derive(Clone, Copy)]
pub enum Contestant<'a> {
    Level(Level),
    /// One of the players that the game has of its own, by name.
    Own(&'a str),
    /// A player that was asked for its move in every state that it meets.
    Answers(&'a Answers),
}

/// The result of an audit on one side. What cannot be counted is `None`.
#[derive(Serialize)]
pub struct Audited {
    pub won: Option<u64>,
    pub drawn: Option<u64>,
    pub lost: Option<u64>,
    pub beaten_with_probability: Option<f64>,
    pub losing_lines: Vec<LosingLine>,
    pub missed_wins: Option<u64>,
    pub blunders: Option<u64>,
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

fn as_names<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| Name(mv)))
}

/// Audits a player on one side, and tells at most this number of games that it loses.
pub fn run<G: Listed>(
    solved: &dyn Solved<Game = G>,
    contestant: Contestant<'_>,
    side: Player,
    most_lines: usize,
) -> Result<Audited, Failure> {
    let game = solved.game();
    match contestant {
        Contestant::Level(level) => of(solved, &level.on(solved), side, most_lines),
        Contestant::Answers(answers) => of(solved, &ByText { game, answers }, side, most_lines),
        Contestant::Own(name) => {
            let own = G::PLAYERS.iter().find(|player| player.name == name);
            let own = own.ok_or_else(|| {
                let game = G::NAME;
                Failure::Use(format!("the game {game} has no player {name:?}"))
            })?;
            of(solved, own.strategy, side, most_lines)
        }
    }
}

/// Counts the games of a player. Where that cannot be done, looks for one that it loses.
fn of<G: Listed>(
    solved: &dyn Solved<Game = G>,
    strategy: &dyn Strategy<G::State>,
    side: Player,
    most_lines: usize,
) -> Result<Audited, Failure> {
    let game = solved.game();
    let has_several_starts = starts(game).nth(1).is_some();
    let wrong = |error: AuditError<G::State>| Failure::Input(error.to_string());
    match audit(solved, strategy, side) {
        Err(AuditError::Repetition { .. } | AuditError::TooManyGames) => {
            let lost = refutation(solved, strategy, side).map_err(wrong)?;
            let never = lost.is_none();
            Ok(Audited {
                won: None,
                drawn: None,
                lost: never.then_some(0),
                beaten_with_probability: never.then_some(0.0),
                losing_lines: lost.iter().map(|lost| line(game, lost)).collect(),
                missed_wins: None,
                blunders: None,
                has_several_starts,
            })
        }
        counted => {
            let counted = counted.map_err(wrong)?;
            let lost = counted.losing_lines().take(most_lines);
            Ok(Audited {
                won: Some(counted.won),
                drawn: Some(counted.drawn),
                lost: Some(counted.lost),
                beaten_with_probability: Some(counted.beaten_with_probability),
                losing_lines: lost.map(|lost| line(game, &lost)).collect(),
                missed_wins: Some(counted.missed_wins),
                blunders: Some(counted.blunders),
                has_several_starts,
            })
        }
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

/// A player that answers in text, as a strategy.
struct ByText<'a, G> {
    game: &'a G,
    answers: &'a Answers,
}

impl<G: Listed> Strategy<G::State> for ByText<'_, G> {
    fn choices(&self, state: G::State) -> Moves {
        let answer = self.answers.get(&self.game.state_text(state).to_string());
        let mut legal = self.game.legal(state).iter();
        let found = answer.and_then(|answer| {
            legal.find(|&mv| self.game.move_text(state, mv).to_string() == *answer)
        });
        found.map_or(Moves::EMPTY, Moves::from)
    }
}

/// The players that games have of their own: their names, and how they play.
pub fn own_players() -> BTreeSet<(&'static str, &'static str)> {
    struct Names;

    impl Visitor for Names {
        type Output = Vec<(&'static str, &'static str)>;

        fn visit<G: Listed>(self, _game: G) -> Self::Output {
            let players = G::PLAYERS.iter();
            players.map(|player| (player.name, player.about)).collect()
        }
    }

    let games = LIST.iter().map(|listing| listing.name);
    games
        .flat_map(|game| games::open(game, Names).expect("a game on the list"))
        .collect()
}
