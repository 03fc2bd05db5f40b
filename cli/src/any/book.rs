//! A solved game without its types: states and moves are text.

use perfectplay::games::Listed;
use perfectplay::{Game, Level, Move, ReadError, Solved, principal_variation_in};

use super::spec::Spec;
use super::view::{Choice, View};

/// What a subcommand asks of a solved game.
pub trait Book {
    /// Which game it is.
    fn spec(&self) -> Spec;

    /// The state in which it begins.
    fn start(&self) -> String;

    /// What is known of a state.
    fn view(&self, state: &str) -> Result<View, ReadError>;

    /// What both players do from a state on if neither errs.
    fn best_play(&self, state: &str) -> Result<BestPlay, ReadError>;

    /// The move of a player of this level; `None` when the game is over or no game
    /// reaches the state.
    fn choose(&self, level: Level, state: &str, entropy: u64) -> Result<Option<String>, ReadError>;
}

/// The line of best play.
pub struct BestPlay {
    /// The moves, and the state that each leads to.
    pub plies: Vec<(String, String)>,
    /// Whether the last state has stood on the board before, so that it goes on for ever.
    pub returns: bool,
}

/// The book of any solved game that is on the list, however its table is kept.
pub struct BookOf<'a, G: Game>(pub &'a dyn Solved<Game = G>);

impl<G: Listed> Book for BookOf<'_, G> {
    fn spec(&self) -> Spec {
        Spec::of(self.0.game())
    }

    fn start(&self) -> String {
        let game = self.0.game();
        game.state_text(game.start()).to_string()
    }

    fn view(&self, state: &str) -> Result<View, ReadError> {
        let game = self.0.game();
        let state = game.read_state(state)?;
        let analysis = self.0.analysis(state);
        let legal = analysis
            .map(|analysis| analysis.legal())
            .unwrap_or_default();
        Ok(View {
            game: self.spec(),
            state: game.state_text(state).to_string(),
            verdict: analysis.map(|analysis| (analysis.value, analysis.distance)),
            choices: legal
                .iter()
                .filter_map(|mv| choice(self.0, state, mv))
                .collect(),
        })
    }

    fn best_play(&self, state: &str) -> Result<BestPlay, ReadError> {
        let game = self.0.game();
        let start = game.read_state(state)?;
        let mut seen = vec![start];
        let mut best_play = BestPlay {
            plies: Vec::new(),
            returns: false,
        };
        for (mv, after) in principal_variation_in(&self.0, start) {
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

    fn choose(&self, level: Level, state: &str, entropy: u64) -> Result<Option<String>, ReadError> {
        let game = self.0.game();
        let state = game.read_state(state)?;
        let mv = level.choose_in(&self.0, state, entropy);
        Ok(mv.map(|mv| game.move_text(state, mv).to_string()))
    }
}

/// What is known of a legal move.
fn choice<G: Listed>(solved: &dyn Solved<Game = G>, state: G::State, mv: Move) -> Option<Choice> {
    let game = solved.game();
    let after = game.play(state, mv);
    let score = solved.analysis(after)?.score().before();
    let reply = principal_variation_in(&solved, after).next();
    Some(Choice {
        mv: game.move_text(state, mv).to_string(),
        after: game.state_text(after).to_string(),
        kind: score.value(),
        distance: score.distance(),
        is_best: solved.analysis(state)?.best.contains(mv),
        reply: reply.map(|(reply, _)| game.move_text(after, reply).to_string()),
    })
}
