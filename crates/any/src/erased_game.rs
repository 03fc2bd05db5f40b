//! Wraps a game of any type in methods that do not depend on the type.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use perfectplay::bake::SourceRules;
use perfectplay::check::{Check, Checked, Fault, Finding, Route};
use perfectplay::forecast::{Effort, forecast_tiers};
use perfectplay::game::{Outlook, ParseStateError, canonical, described, starts};
use perfectplay::index::{Dense, Sparse};
use perfectplay::solve::{
    Solution, SolveError, depth_first_in_form, retrograde, retrograde_in_form,
};
use perfectplay::watch::Progress;
use perfectplay::{Analysis, Move, Moves, Player, Value};
use perfectplay_games::show::{Place, Square, SquareLine, Threat};
use perfectplay_games::{Listed, Visitor};
use perfectplay_tablebase::{DenseIndex, KeyedTiers, SparseIndex, StateNumbers};

use crate::erased::{Erased, SurveyResult, SurveyWatch, game_rules, hint_rules};
use crate::game::AnyGame;
use crate::info::Info;
use crate::numbers::Numbers;
use crate::proofs::Proofs;
use crate::prove::GameToProve;

/// Wraps a game in an [`AnyGame`], which hides the type of the game.
///
/// ```
/// use perfectplay_any::{Solve, rules};
/// use perfectplay::tictactoe::TicTacToe;
///
/// let table = rules(TicTacToe).solve(&Solve::default())?;
/// let position = table.parse("X.O/.../...")?;
/// let answer = position.answer()?;
/// assert_eq!(answer.best(), ["3", "6", "8"]);
/// # Ok::<(), perfectplay_any::Error>(())
/// ```
pub fn rules<G: Listed>(game: G) -> AnyGame {
    rules_with(game, |_| ())
}

/// Wraps a game in an [`AnyGame`], which hides the type of the game. `describe` may change the description of the game.
/// For example, `describe` can set the name of a game whose rules are read at run time.
pub fn rules_with<G: Listed>(game: G, describe: impl FnOnce(&mut Info)) -> AnyGame {
    let mut info = Info::new(&game);
    describe(&mut info);
    game.accept(Erase(info))
}

/// A visitor that receives a game of any type, and turns the game into an [`AnyGame`]. `.0` is the description of the
/// game.
struct Erase(Info);

impl Erase {
    fn erase<G: Listed>(
        self,
        game: G,
        tiers: impl FnOnce(G, Numbers<G>) -> Option<KeyedTiers>,
    ) -> AnyGame {
        let numbers = Numbers::new();
        AnyGame(Arc::new(ErasedGame {
            tiers: tiers(game.clone(), numbers.clone()),
            info: self.0,
            game,
            numbers,
        }))
    }
}

impl Visitor for Erase {
    type Output = AnyGame;

    fn visit<G: Listed>(self, game: G) -> AnyGame {
        self.erase(game, |_, _| None)
    }

    fn visit_sparse<G: Listed + Sparse>(self, game: G) -> AnyGame {
        self.erase(game, |game, numbers| {
            Some(KeyedTiers::new(SparseIndex(game), numbers))
        })
    }

    fn visit_dense<G: Listed + Dense>(self, game: G) -> AnyGame {
        self.erase(game, |game, numbers| {
            Some(KeyedTiers::new(DenseIndex(game), numbers))
        })
    }
}

struct ErasedGame<G: Listed> {
    game: G,
    info: Info,
    numbers: Numbers<G>,
    tiers: Option<KeyedTiers>,
}

impl<G: Listed> ErasedGame<G> {
    fn number(&self, state: G::State) -> u64 {
        self.numbers.number(&self.game, state)
    }

    fn state(&self, number: u64) -> G::State {
        self.numbers.state(&self.game, number)
    }
}

/// Checks that `of_key` turns the key of `state` back into `state`. If not, returns a fault. Returns `None` for a game
/// that cannot compute a state from its key.
fn fault_of_key<G: Listed>(game: &G, state: G::State) -> Option<Fault> {
    if !G::KEYS_TELL_STATES {
        return None;
    }
    let found = game.of_key(game.key(state));
    if found == Some(state) {
        return None;
    }
    let found = found.map(|found| described(game, found));
    Some(Fault::StateOfKey { found })
}

/// Implements each listed method. Each implementation turns the number of a state into a state of the game's own type,
/// and then calls the game's method of the same name.
macro_rules! asked_of_type {
    ($(
        fn $name:ident($($state:ident $(, $argument:ident: $type:ty)*)?)
            -> $result:ty;
    )+) => {
        $(
            fn $name(&self $(, $state: u64 $(, $argument: $type)*)?) -> $result {
                self.game.$name($(self.state($state) $(, $argument)*)?)
            }
        )+
    };
}

impl<G: Listed> Erased for ErasedGame<G> {
    game_rules!(asked_of_type);
    hint_rules!(asked_of_type);

    fn start(&self) -> u64 {
        self.number(self.game.start())
    }

    fn play(&self, state: u64, mv: Move) -> u64 {
        self.number(self.game.play(self.state(state), mv))
    }

    fn info(&self) -> &Info {
        &self.info
    }

    fn other_starts(&self) -> Box<dyn FnMut() -> Option<u64> + '_> {
        let mut starts = self.game.other_starts();
        Box::new(move || starts.next().map(|start| self.number(start)))
    }

    fn key(&self, state: u64) -> u64 {
        if G::KEYS_TELL_STATES {
            state
        } else {
            self.game.key(self.state(state))
        }
    }

    fn image(&self, symmetry: u32, state: u64) -> u64 {
        self.number(self.game.image(symmetry, self.state(state)))
    }

    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move {
        self.game.image_of_move(symmetry, self.state(state), mv)
    }

    fn may_reach(&self, from: u64, to: u64) -> bool {
        self.game.may_reach(self.state(from), self.state(to))
    }

    fn canonical_key(&self, state: u64) -> u64 {
        let (least, _) = canonical(&self.game, self.state(state));
        self.game.key(least)
    }

    fn fault_in_start(&self) -> Option<Finding> {
        let game = &self.game;
        starts(game).find_map(|start| {
            let fault = fault_of_key(game, start)?;
            let route = Route::new(game, start, Vec::new(), start);
            Some(Finding { fault, route })
        })
    }

    fn fault_after(&self, state: u64) -> Option<Fault> {
        let (game, state) = (&self.game, self.state(state));
        if game.outcome(state).is_some() {
            return None;
        }
        // The rules may panic for a move whose index is not below `move_count`.
        let mut moves = (game.legal(state) & Moves::first_n(game.move_count())).iter();
        moves.find_map(|mv| fault_of_key(game, game.play(state, mv)))
    }

    fn of_key(&self, key: u64) -> Option<u64> {
        self.numbers.of_key(&self.game, key)
    }

    fn write_state(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.game.write_state(self.state(state), out)
    }

    fn read_state(&self, text: &str) -> Result<u64, ParseStateError> {
        let state = self.game.read_state(text)?;
        Ok(self.number(state))
    }

    fn write_move(&self, state: u64, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.game.write_move(self.state(state), mv, out)
    }

    fn read_move(&self, state: u64, text: &str) -> Option<Move> {
        self.game.read_move(self.state(state), text)
    }

    fn warning(&self, text: &str) -> Option<&'static str> {
        self.game.warning(text)
    }

    fn stand_in(&self, state: u64) -> Option<u64> {
        let state = self.game.stand_in(self.state(state))?;
        Some(self.number(state))
    }

    fn each_square(&self, state: u64, each: &mut dyn FnMut(Square)) {
        let state = self.state(state);
        for square in 0..self.info.squares() as u8 {
            each(self.game.square(state, square));
        }
    }

    fn characters(&self) -> Vec<(Square, char)> {
        self.game.characters().collect()
    }

    fn place(&self, state: u64, mv: Move) -> Place {
        self.game.place(self.state(state), mv)
    }

    fn covers(&self, state: u64, mv: Move) -> Vec<u8> {
        self.game.covers(self.state(state), mv).collect()
    }

    fn points(&self, state: u64) -> Option<[u32; 2]> {
        self.game.points(self.state(state))
    }

    fn lines(&self, state: u64) -> Vec<SquareLine> {
        self.game.lines(self.state(state)).collect()
    }

    fn threats(&self, state: u64, player: Player) -> Vec<Threat> {
        self.game.threats(self.state(state), player).collect()
    }

    fn why_unreachable(&self, state: u64) -> Option<String> {
        let why = self.game.why_unreachable(self.state(state));
        why.map(|why| why.to_string())
    }

    fn own_choices(&self, player: usize, state: u64) -> Moves {
        let Ok(choices) = G::PLAYERS[player].strategy.choices(self.state(state));
        choices
    }

    fn source_rules(&self) -> SourceRules {
        self.game.source_rules()
    }

    fn baked_states(&self) -> Option<u64> {
        self.game.baked().map(|table| table.states())
    }

    fn baked_analysis(&self, state: u64) -> Option<Analysis> {
        let Ok(analysis) = self.game.baked()?.try_analysis(self.state(state));
        analysis
    }

    fn survey_with_type(&self, effort: Effort, watch: SurveyWatch<'_>) -> Option<SurveyResult> {
        // This condition is constant, so the survey is compiled only for games that need it.
        if G::KEYS_TELL_STATES && !G::CHECKS_WITH_TYPE {
            None
        } else {
            Some(forecast_tiers(&self.game, effort, watch))
        }
    }

    fn solve(
        self: Arc<Self>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<AnyGame>, SolveError> {
        let any = AnyGame(Arc::<Self>::clone(&self));
        let number = &mut |state| self.number(state);
        // `IS_LOOPY` is constant. If it is set, the solvers for other games are not compiled for this game.
        if G::IS_LOOPY {
            retrograde_in_form(&self.game, any, number, watch)
        } else if self.game.is_loopy() {
            retrograde(any, watch)
        } else {
            depth_first_in_form(&self.game, any, number, watch)
        }
    }

    fn check_with_type(&self, check: Check) -> Option<Checked> {
        // This condition is constant, so the check is compiled only for games that need it.
        if G::KEYS_TELL_STATES && !G::CHECKS_WITH_TYPE {
            None
        } else {
            Some(check.run_symmetric_with(&self.game, fault_of_key))
        }
    }

    fn opening(&self) -> Option<&'static [u8]> {
        self.game.opening()
    }

    fn proofs(&self) -> Option<Box<dyn Proofs>> {
        // This condition is constant, so the proofs are compiled only for games that ask for them.
        if !G::PROVES_WITH_TYPE {
            return None;
        }
        let (numbers, of_numbers) = (self.numbers.clone(), self.game.clone());
        Some(Box::new(GameToProve {
            game: self.game.clone(),
            state: move |number| numbers.state(&of_numbers, number),
        }))
    }

    fn tiers(&self) -> Option<&KeyedTiers> {
        self.tiers.as_ref()
    }
}
