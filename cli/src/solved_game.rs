//! A solved game without its types: states and moves are text.

use std::collections::BTreeSet;
use std::io::Read;
use std::iter;

use fastrand::Rng;
use perfectplay::games::Listed;
use perfectplay::{
    Analysis, Game, Level, ParseStateError, Player, Seat, Solved, Strategy, Verified, VerifyError,
    canonical, principal_variation, verify, walk,
};

use crate::auditing::{self, Contestant, Extent, Finding};
use crate::picture::Picture;
use crate::round::{RoundInText, RoundOf};
use crate::score::{self, Position};
use crate::spec::Spec;
use crate::state_view::{StateView, Status};
use crate::web::GameData;
use crate::wording::PlayerNames;
use crate::{Failure, own_formats};

/// What a subcommand asks of a solved game.
pub trait SolvedGame {
    /// Which game it is.
    fn spec(&self) -> Spec;

    /// What people call it.
    fn title(&self) -> String;

    /// What its players are called.
    fn players(&self) -> PlayerNames;

    /// The state in which it begins.
    fn start(&self) -> String;

    /// What is known of a state.
    fn view(&self, state: &str) -> Result<StateView, ParseStateError>;

    /// What the board looks like in a state.
    fn picture(&self, state: &str) -> Result<Picture, ParseStateError>;

    /// How many states there are.
    fn states(&self) -> u64;

    /// Every reachable state, the nearest to a start first, up to one that the table lacks or
    /// of which it holds what the rules contradict.
    fn views(&self) -> Box<dyn Iterator<Item = Result<StateView, Failure>> + '_>;

    /// Visits the same states, without their texts.
    fn visit(&self, visit: &mut dyn FnMut(Visit)) -> Result<(), Failure>;

    /// How many different games there are; `None` if they cannot be counted.
    fn games(&self) -> Option<u64>;

    /// All of it, for the page.
    fn page_data(&self) -> Result<GameData, Failure>;

    /// Verifies the table against the rules.
    fn verify(&self) -> Result<Verified, VerifyError>;

    /// Plays a player on one side against every reply.
    fn audit(&self, contestant: Contestant<'_, '_>, extent: Extent) -> Result<Finding, Failure>;

    /// The whole table in a format of the game's own; `None` if it has none of this name.
    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Failure>>;

    /// Compares what is read with the table in the game's own format that begins like it,
    /// and tells the name of this format.
    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, String>;

    /// The line of best play from a state on.
    fn best_play(&self, state: &str) -> Result<BestPlay, ParseStateError>;

    /// The first move of best play; `None` when the game is over.
    fn best_move(&self, state: &str) -> Result<Option<String>, ParseStateError>;

    /// A move that a level chooses by this entropy. `None` if there is no move, or the table
    /// has no record of the state.
    fn choose(
        &self,
        state: &str,
        level: Level,
        entropy: u64,
    ) -> Result<Option<String>, ParseStateError>;

    /// All moves that a level may choose.
    fn choices(&self, state: &str, level: Level) -> Result<Vec<String>, ParseStateError>;

    /// The number of a state: no other state has it.
    fn key(&self, state: &str) -> Result<u64, ParseStateError>;

    /// This number of positions, drawn at random.
    fn sample(
        &self,
        number: u32,
        side: Option<Player>,
        random: &mut Rng,
    ) -> Result<Vec<Position>, Failure>;

    /// A new round between the first and the second player.
    fn round(&self, seats: [Seat; 2]) -> Box<dyn RoundInText + '_>;
}

/// A state on a visit.
pub struct Visit {
    /// How many plies it is from the nearest start.
    pub ply: u32,
    /// A number that the symmetric images of the state have as well, and no other state.
    pub class: u64,
    pub analysis: Analysis,
    pub status: Status,
}

/// The line of best play.
pub struct BestPlay {
    /// The moves, and the state that each leads to.
    pub plies: Vec<(String, String)>,
    /// Whether the last state has been on the board before, so that the game never ends.
    pub returns: bool,
}

/// Any solved game that is on the list, however its table is kept.
pub struct InText<'a, G: Game> {
    solved: &'a dyn Solved<Game = G>,
    spec: Spec,
}

impl<'a, G: Listed> InText<'a, G> {
    pub fn of(solved: &'a dyn Solved<Game = G>) -> Self {
        Self {
            spec: Spec::of(solved.game()),
            solved,
        }
    }
}

impl<G: Listed> SolvedGame for InText<'_, G> {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn title(&self) -> String {
        title(self.solved.game())
    }

    fn players(&self) -> PlayerNames {
        PlayerNames(self.solved.game().player_names())
    }

    fn start(&self) -> String {
        let game = self.solved.game();
        game.state_text(game.start()).to_string()
    }

    fn view(&self, state: &str) -> Result<StateView, ParseStateError> {
        let state = self.solved.game().read_state(state)?;
        Ok(StateView::of(self.solved, &self.spec, state))
    }

    fn picture(&self, state: &str) -> Result<Picture, ParseStateError> {
        let game = self.solved.game();
        Ok(Picture::of(game, game.read_state(state)?))
    }

    fn states(&self) -> u64 {
        self.solved.states()
    }

    fn views(&self) -> Box<dyn Iterator<Item = Result<StateView, Failure>> + '_> {
        let mut states = walk(&self.solved);
        let mut has_failed = false;
        Box::new(iter::from_fn(move || {
            if has_failed {
                return None;
            }
            let found = states.next().map(|visit| visit.state);
            let state = found.or_else(|| states.fault())?;
            let view = StateView::of(self.solved, &self.spec, state);
            has_failed = !view.is_reachable();
            Some(if has_failed {
                Err(no_record(&view.state))
            } else {
                Ok(view)
            })
        }))
    }

    fn visit(&self, visit: &mut dyn FnMut(Visit)) -> Result<(), Failure> {
        let game = self.solved.game();
        let mut states = walk(&self.solved);
        for found in states.by_ref() {
            visit(Visit {
                ply: found.ply,
                class: game.key(canonical(game, found.state).0),
                analysis: found.analysis,
                status: Status::of(
                    found.analysis.legal().is_empty(),
                    found.analysis.value,
                    game.to_move(found.state),
                ),
            });
        }
        match states.fault() {
            Some(state) => Err(no_record(&game.state_text(state).to_string())),
            None => Ok(()),
        }
    }

    /// The games of a player that may choose any move.
    fn games(&self) -> Option<u64> {
        let anything = Level::Random.on(self.solved);
        let found = perfectplay::audit(self.solved, &anything, Player::First).ok()?;
        let decided = found.won.checked_add(found.lost)?;
        decided.checked_add(found.drawn)
    }

    fn page_data(&self) -> Result<GameData, Failure> {
        GameData::of(self.solved)
    }

    fn verify(&self) -> Result<Verified, VerifyError> {
        verify(self.solved)
    }

    fn audit(&self, contestant: Contestant<'_, '_>, extent: Extent) -> Result<Finding, Failure> {
        auditing::run(self.solved, contestant, extent)
    }

    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Failure>> {
        own_formats::write(self.solved, name)
    }

    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, String> {
        own_formats::compare(self.solved, beginning, whole)
    }

    fn best_play(&self, state: &str) -> Result<BestPlay, ParseStateError> {
        let game = self.solved.game();
        let start = game.read_state(state)?;
        let mut before = start;
        let mut seen = BTreeSet::from([game.key(start)]);
        let mut best_play = BestPlay {
            plies: Vec::new(),
            returns: false,
        };
        for (mv, after) in principal_variation(&self.solved, start) {
            let texts = (game.move_text(before, mv), game.state_text(after));
            best_play
                .plies
                .push((texts.0.to_string(), texts.1.to_string()));
            if !seen.insert(game.key(after)) {
                best_play.returns = true;
                break;
            }
            before = after;
        }
        Ok(best_play)
    }

    fn best_move(&self, state: &str) -> Result<Option<String>, ParseStateError> {
        let game = self.solved.game();
        let state = game.read_state(state)?;
        let first = principal_variation(&self.solved, state).next();
        Ok(first.map(|(mv, _)| game.move_text(state, mv).to_string()))
    }

    fn choose(
        &self,
        state: &str,
        level: Level,
        entropy: u64,
    ) -> Result<Option<String>, ParseStateError> {
        let game = self.solved.game();
        let state = game.read_state(state)?;
        let chosen = level.choose(self.solved, state, entropy);
        Ok(chosen.map(|mv| game.move_text(state, mv).to_string()))
    }

    fn choices(&self, state: &str, level: Level) -> Result<Vec<String>, ParseStateError> {
        let game = self.solved.game();
        let state = game.read_state(state)?;
        let choices = level.on(self.solved).choices(state).iter();
        let names = choices.map(|mv| game.move_text(state, mv).to_string());
        Ok(names.collect())
    }

    fn key(&self, state: &str) -> Result<u64, ParseStateError> {
        let game = self.solved.game();
        Ok(game.key(game.read_state(state)?))
    }

    fn sample(
        &self,
        number: u32,
        side: Option<Player>,
        random: &mut Rng,
    ) -> Result<Vec<Position>, Failure> {
        score::positions(self.solved, number, side, random)
    }

    fn round(&self, seats: [Seat; 2]) -> Box<dyn RoundInText + '_> {
        Box::new(RoundOf::new(self.solved, self.spec.clone(), seats))
    }
}

/// What people call a game.
pub fn title<G: Listed>(game: &G) -> String {
    let mut title = String::new();
    game.write_title(&mut title).expect("memory");
    title
}

/// The answer about a state that the game itself has written, and so can read.
pub fn written<T>(answer: Result<T, ParseStateError>) -> T {
    answer.expect("a game reads the states that it writes")
}

/// The failure for a table that lacks a state which the rules reach, or holds what they
/// contradict.
pub fn no_record(state: &str) -> Failure {
    Failure::Input(format!(
        "expected a record of {state} that the rules allow, found none: \
         `perfectplay verify` tells what is wrong with the table"
    ))
}
