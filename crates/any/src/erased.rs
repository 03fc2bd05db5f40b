//! A game without its type: the methods that depend on the type, as an object.
//!
//! Each rule is written once, in [`game_rules`] or in [`hint_rules`]. From these lists, macros make
//! the method of the trait [`Erased`], the method of [`ErasedGame`](crate::erased_game::ErasedGame)
//! that calls the typed game, and the method of [`AnyGame`](crate::AnyGame) that calls the trait.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use perfectplay::bake::SourceRules;
use perfectplay::check::{Check, Checked, Fault, Finding};
use perfectplay::forecast::{Effort, Forecast, TierForecast};
use perfectplay::game::{Outlook, ParseStateError};
use perfectplay::solve::{Solution, SolveError};
use perfectplay::watch::Progress;
use perfectplay::{Analysis, Move, Moves, Player, Value};
use perfectplay_games::show::{Place, Square, SquareLine, Threat};
use perfectplay_tablebase::KeyedTiers;

use crate::info::Info;
use crate::proofs::Proofs;

/// A game without its type. Its states are numbers, so an `AnyGame` is a
/// [`Game`](perfectplay::Game) like any other: every function of the library accepts it, and is
/// compiled once for all games.
///
/// If a game [tells states from keys](perfectplay_games::Listed::of_key), the number of a state is
/// its key. Any other game stores the states that it has met, by their numbers. Use only numbers
/// that this game returned: methods may panic for others.
/// [`AnyTable::position_of_key`](crate::AnyTable::position_of_key) accepts any key.
#[derive(Clone)]
pub struct AnyGame(pub(crate) Arc<dyn Erased>);

/// Passes the rules of [`Game`](perfectplay::Game) to a macro, apart from those
/// that return states.
macro_rules! game_rules {
    ($with:ident) => {
        $with! {
            fn outcome(state) -> Option<Value>;
            fn legal(state) -> Moves;
            fn legal_count(state) -> Option<u32>;
            fn to_move(state) -> Option<Player>;
            fn player_names() -> [&'static str; 2];
            fn last_mover_may_lose() -> bool;
            fn tier(state) -> Option<u32>;
            fn state_bytes() -> usize;
        }
    };
}
pub(crate) use game_rules;

/// Passes the rules of [`Hints`](perfectplay::game::Hints) to a macro.
macro_rules! hint_rules {
    ($with:ident) => {
        $with! {
            fn winning_moves(state) -> Moves;
            fn safe_moves(state) -> Moves;
            fn stage(state) -> u32;
            fn features() -> u32;
            fn outlook(state) -> Outlook;
            fn upper_bound(state) -> Value;
            fn promise(state, mv: Move) -> u32;
            fn proof_key(state) -> Option<u64>;
        }
    };
}
pub(crate) use hint_rules;

/// Declares methods that take the number of a state.
macro_rules! declared {
    ($(
        fn $name:ident($($state:ident $(, $argument:ident: $type:ty)*)?)
            -> $result:ty;
    )+) => {
        $(fn $name(&self $(, $state: u64 $(, $argument: $type)*)?) -> $result;)+
    };
}

/// The methods that depend on the type of a game. Each state is given by its number, which is its
/// key in most games.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &Info;

    game_rules!(declared);
    hint_rules!(declared);
    fn start(&self) -> u64;
    fn play(&self, state: u64, mv: Move) -> u64;
    /// Returns the other starts, as a function that returns one of them at each call.
    fn other_starts(&self) -> Box<dyn FnMut() -> Option<u64> + '_>;
    fn key(&self, state: u64) -> u64;
    fn image(&self, symmetry: u32, state: u64) -> u64;
    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move;
    fn may_reach(&self, from: u64, to: u64) -> bool;
    /// Returns the least key of the symmetric images of a state.
    fn canonical_key(&self, state: u64) -> u64;
    fn each_feature(&self, state: u64, moves: Moves, each: &mut dyn FnMut(Move, u32));

    /// Returns the state with this key; `None` if no state has it.
    fn of_key(&self, key: u64) -> Option<u64>;
    /// Returns the fault of a start whose key belongs to another state or to none.
    fn fault_in_start(&self) -> Option<Finding>;
    /// Returns the fault of a move to a state whose key belongs to another state or to none.
    fn fault_after(&self, state: u64) -> Option<Fault>;

    // Texts and boards, as in `Notation` and `Show`.
    fn write_state(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result;
    fn read_state(&self, text: &str) -> Result<u64, ParseStateError>;
    fn write_move(&self, state: u64, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result;
    fn read_move(&self, state: u64, text: &str) -> Option<Move>;
    fn warning(&self, text: &str) -> Option<&'static str>;
    fn stand_in(&self, state: u64) -> Option<u64>;
    /// Calls `each` with all squares of the board.
    fn each_square(&self, state: u64, each: &mut dyn FnMut(Square));
    /// Returns the character for each content that a square may have.
    fn characters(&self) -> Vec<(Square, char)>;
    fn place(&self, state: u64, mv: Move) -> Place;
    fn covers(&self, state: u64, mv: Move) -> Vec<u8>;
    fn points(&self, state: u64) -> Option<[u32; 2]>;
    fn lines(&self, state: u64) -> Vec<SquareLine>;
    fn threats(&self, state: u64, player: Player) -> Vec<Threat>;
    fn why_unreachable(&self, state: u64) -> Option<String>;

    // The players and formats that the game itself brings.
    fn own_choices(&self, player: usize, state: u64) -> Moves;
    fn source_rules(&self) -> SourceRules;

    /// Checks the rules with their type, if the game asks for that or its keys do not tell states; otherwise
    /// returns `None`. The numbers of states follow from keys, so a check by numbers would blame another method
    /// for a wrong key.
    fn check_with_type(&self, check: Check) -> Option<Checked>;

    // Solvers and tables work on the type.
    /// Returns the number of states of the table in the program, if it has one.
    fn baked_states(&self) -> Option<u64>;
    /// Looks up a state in the table in the program.
    fn baked_analysis(&self, state: u64) -> Option<Analysis>;
    /// Forecasts the game and its tiers with their type, if the game asks for that or its keys do not
    /// tell states. A survey by numbers would hold all states whose keys do not tell them.
    fn survey_with_type(&self, effort: Effort, watch: SurveyWatch<'_>) -> Option<SurveyResult>;
    fn solve(
        self: Arc<Self>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<AnyGame>, SolveError>;
    /// Returns the opening in the program, if it has one.
    fn opening(&self) -> Option<&'static [u8]>;
    /// Returns the proofs that know the type of the game, if the game
    /// [asks for them](perfectplay_games::Listed::PROVES_WITH_TYPE).
    fn proofs(&self) -> Option<&dyn Proofs>;
    /// Returns the tiers of the game; `None` for a game without tiers.
    fn tiers(&self) -> Option<&KeyedTiers>;
}

/// A function that a survey calls with the number of states found so far.
pub(crate) type SurveyWatch<'w> = &'w mut dyn FnMut(u64) -> ControlFlow<()>;

/// The forecast of a game and of its tiers.
pub(crate) type SurveyResult = Result<(Forecast, Vec<TierForecast>), SolveError>;
