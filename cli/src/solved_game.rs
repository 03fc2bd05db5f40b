//! A solved game without its types: states and moves are text.

use std::collections::BTreeMap;

use perfectplay::games::Listed;
use perfectplay::{
    Analysis, AuditError, Defeat, Game, Level, Moves, ParseStateError, Player, Solved, Strategy,
    Verified, VerifyError, canonical, principal_variation, refutation, verify, walk,
};

use crate::Failure;
use crate::game_arg::Spec;
use crate::state_view::{MoveView, StateView};

/// What a subcommand asks of a solved game.
pub trait SolvedGame {
    /// Which game it is.
    fn spec(&self) -> Spec;

    /// The state in which it begins.
    fn start(&self) -> String;

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

    /// What becomes of a player against every reply, on one side. Of the games lost at
    /// most so many are told.
    fn audit(&self, player: Audited<'_>, side: Player, lines: usize) -> Result<Found, Failure>;

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

/// What a player has answered: a move to each state.
pub type Answers = BTreeMap<String, String>;

/// A state that is gone through.
pub struct Visit {
    /// How many plies it is from the start.
    pub ply: u32,
    /// The same for the images of a state, and for no other.
    pub class: u64,
    pub analysis: Analysis,
}

/// A player to be audited.
#[derive(Clone, Copy)]
pub enum Audited<'a> {
    Level(Level),
    /// One that was asked for its move in every state that it meets.
    Answers(&'a Answers),
}

/// What has become of it.
pub enum Found {
    Counted(Counted),
    /// Where games cannot be counted: the moves of a shortest one that is lost, if any is.
    Uncounted(Option<Vec<String>>),
}

/// An audit of which every game was counted.
pub struct Counted {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    pub missed_wins: u64,
    pub blunders: u64,
    pub beaten_with_probability: f64,
    /// The moves of games that were lost.
    pub losing_lines: Vec<Vec<String>>,
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

    fn audit(&self, player: Audited<'_>, side: Player, lines: usize) -> Result<Found, Failure> {
        match player {
            Audited::Level(level) => audit(self.0, &level.on(self.0), side, lines),
            Audited::Answers(answers) => {
                let game = self.0.game();
                audit(self.0, &ByText { game, answers }, side, lines)
            }
        }
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

/// A player that answers texts, as one that plays by the rules.
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

/// Counts the games of a player; where that cannot be done, looks whether it is ever
/// beaten.
pub fn audit<G: Listed>(
    solved: &dyn Solved<Game = G>,
    strategy: &dyn Strategy<G::State>,
    side: Player,
    lines: usize,
) -> Result<Found, Failure> {
    let wrong = |error: AuditError<G::State>| Failure::Input(error.to_string());
    let game = solved.game();
    match perfectplay::audit(solved, strategy, side) {
        Err(AuditError::Repetition { .. } | AuditError::TooManyGames) => {
            let lost = refutation(solved, strategy, side).map_err(wrong)?;
            Ok(Found::Uncounted(lost.map(|lost| moves(game, &lost))))
        }
        counted => {
            let counted = counted.map_err(wrong)?;
            Ok(Found::Counted(Counted {
                won: counted.won,
                drawn: counted.drawn,
                lost: counted.lost,
                missed_wins: counted.missed_wins,
                blunders: counted.blunders,
                beaten_with_probability: counted.beaten_with_probability,
                losing_lines: counted
                    .losing_lines()
                    .take(lines)
                    .map(|lost| moves(game, &lost))
                    .collect(),
            }))
        }
    }
}

/// The moves of a game that was lost.
fn moves<G: Listed>(game: &G, lost: &Defeat<G::State>) -> Vec<String> {
    let mut state = lost.start;
    let mut texts = Vec::new();
    for &mv in &lost.moves {
        texts.push(game.move_text(state, mv).to_string());
        state = game.play(state, mv);
    }
    texts
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
