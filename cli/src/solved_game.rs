//! A solved game without its types: states and moves are text.

use perfectplay::games::Listed;
use perfectplay::{
    Analysis, Game, Level, ParseStateError, Player, Solved, Verified, VerifyError, canonical,
    principal_variation, starts, verify, walk,
};

use crate::auditing::{self, Audited, Contestant};
use crate::game_arg::Spec;
use crate::state_view::{MoveView, StateView};
use crate::{Failure, own_formats};

/// What a subcommand asks of a solved game.
pub trait SolvedGame {
    /// Which game it is.
    fn spec(&self) -> Spec;

    /// The state in which it begins.
    fn start(&self) -> String;

    /// All states in which it may begin.
    fn starts(&self) -> Vec<String>;

    /// What is known of a state.
    fn view(&self, state: &str) -> Result<StateView, ParseStateError>;

    /// How many states there are.
    fn states(&self) -> u64;

    /// What is known of every state that some game reaches, the nearest to the start
    /// first.
    fn views(&self) -> Box<dyn Iterator<Item = StateView> + '_>;

    /// Goes through the same states, without their texts.
    fn visit(&self, visit: &mut dyn FnMut(Visit));

    /// How many games there are; `None` if they are more than can be counted.
    fn games(&self) -> Option<u64>;

    /// Holds the table against the rules; tells the first flaw.
    fn verify(&self) -> Result<Verified, VerifyError>;

    /// What becomes of a player against every reply, on one side, with at most this number
    /// of games that it loses.
    fn audit(
        &self,
        contestant: Contestant<'_>,
        side: Player,
        most_lines: usize,
    ) -> Result<Audited, Failure>;

    /// The whole table in a format of the game's own; `None` if it has none of this name.
    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Failure>>;

    /// Compares bytes with the table in the game's own format that begins like them, and
    /// tells the name of this format; `None` if no format does.
    fn compare_own_format(&self, found: &[u8]) -> Option<Result<&'static str, String>>;

    /// What both players do from a state on if neither errs.
    fn best_play(&self, state: &str) -> Result<BestPlay, ParseStateError>;

    /// What is played in a state if nobody errs; nothing when the game is over.
    fn best_move(&self, state: &str) -> Result<Option<String>, ParseStateError>;

    /// The move of a player of this level; `None` when the game is over or no game
    /// reaches the state.
    fn choose(
        &self,
        level: Level,
        state: &str,
        entropy: u64,
    ) -> Result<Option<String>, ParseStateError>;
}

/// A state that is gone through.
pub struct Visit {
    /// How many plies it is from the start.
    pub ply: u32,
    /// The same for the images of a state, and for no other.
    pub class: u64,
    pub analysis: Analysis,
}

/// The line of best play.
pub struct BestPlay {
    /// The moves, and the state that each leads to.
    pub plies: Vec<(String, String)>,
    /// Whether the last state has stood on the board before, so that it goes on for ever.
    pub returns: bool,
}

/// The book of any solved game that is on the list, however its table is kept.
pub struct InText<'a, G: Game>(pub &'a dyn Solved<Game = G>);

impl<G: Listed> SolvedGame for InText<'_, G> {
    fn spec(&self) -> Spec {
        Spec::of(self.0.game())
    }

    fn start(&self) -> String {
        let game = self.0.game();
        game.state_text(game.start()).to_string()
    }

    fn starts(&self) -> Vec<String> {
        let game = self.0.game();
        let starts = starts(game).map(|start| game.state_text(start).to_string());
        starts.collect()
    }

    fn view(&self, state: &str) -> Result<StateView, ParseStateError> {
        let state = self.0.game().read_state(state)?;
        Ok(view(self.0, state))
    }

    fn states(&self) -> u64 {
        self.0.states()
    }

    fn views(&self) -> Box<dyn Iterator<Item = StateView> + '_> {
        Box::new(walk(&self.0).map(|visit| view(self.0, visit.state)))
    }

    fn visit(&self, visit: &mut dyn FnMut(Visit)) {
        let game = self.0.game();
        for found in walk(&self.0) {
            visit(Visit {
                ply: found.ply,
                class: game.key(canonical(game, found.state).0),
                analysis: found.analysis,
            });
        }
    }

    /// Those of a player who may choose any move.
    fn games(&self) -> Option<u64> {
        let anything = Level::Random.on(self.0);
        let found = perfectplay::audit(self.0, &anything, Player::First).ok()?;
        let decided = found.won.checked_add(found.lost)?;
        decided.checked_add(found.drawn)
    }

    fn verify(&self) -> Result<Verified, VerifyError> {
        verify(self.0)
    }

    fn audit(
        &self,
        contestant: Contestant<'_>,
        side: Player,
        most_lines: usize,
    ) -> Result<Audited, Failure> {
        auditing::run(self.0, contestant, side, most_lines)
    }

    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Failure>> {
        own_formats::write(self.0, name)
    }

    fn compare_own_format(&self, found: &[u8]) -> Option<Result<&'static str, String>> {
        own_formats::compare(self.0, found)
    }

    fn best_play(&self, state: &str) -> Result<BestPlay, ParseStateError> {
        let game = self.0.game();
        let start = game.read_state(state)?;
        let mut seen = vec![start];
        let mut best_play = BestPlay {
            plies: Vec::new(),
            returns: false,
        };
        for (mv, after) in principal_variation(&self.0, start) {
            let before = seen[seen.len() - 1];
            let texts = (game.move_text(before, mv), game.state_text(after));
            best_play
                .plies
                .push((texts.0.to_string(), texts.1.to_string()));
            if seen.contains(&after) {
                best_play.returns = true;
                break;
            }
            seen.push(after);
        }
        Ok(best_play)
    }

    fn best_move(&self, state: &str) -> Result<Option<String>, ParseStateError> {
        let game = self.0.game();
        let state = game.read_state(state)?;
        let first = principal_variation(&self.0, state).next();
        Ok(first.map(|(mv, _)| game.move_text(state, mv).to_string()))
    }

    fn choose(
        &self,
        level: Level,
        state: &str,
        entropy: u64,
    ) -> Result<Option<String>, ParseStateError> {
        let game = self.0.game();
        let state = game.read_state(state)?;
        let mv = level.choose(&self.0, state, entropy);
        Ok(mv.map(|mv| game.move_text(state, mv).to_string()))
    }
}

/// What is known of a state.
fn view<G: Listed>(solved: &dyn Solved<Game = G>, state: G::State) -> StateView {
    let game = solved.game();
    let analysis = solved.analysis(state);
    let choices = analysis.map(|analysis| {
        let legal = analysis.legal().iter();
        legal
            .filter_map(|mv| {
                let after = game.play(state, mv);
                let score = solved.analysis(after)?.score().before();
                Some(MoveView {
                    mv: game.move_text(state, mv).to_string(),
                    after: game.state_text(after).to_string(),
                    kind: score.value(),
                    distance: score.distance(),
                    is_best: analysis.best.contains(mv),
                })
            })
            .collect()
    });
    StateView {
        game: Spec::of(game),
        state: game.state_text(state).to_string(),
        verdict: analysis.map(|analysis| (analysis.value, analysis.distance)),
        choices: choices.unwrap_or_default(),
    }
}

/// An answer about a state that the book itself has written.
pub fn written<T>(answer: Result<T, ParseStateError>) -> T {
    answer.expect("a game reads the states that it writes")
}
