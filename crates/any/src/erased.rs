//! A game without its type. [`AnyGame`] holds a trait object. All methods that depend on the type of the game are
//! called through this trait object.
//!
//! The macros [`game_rules`] and [`hint_rules`] list the methods that state the rules of a game. For each listed
//! method, other macros write a declaration in the trait [`Erased`]. They also write two implementations of the method.
//! In `ErasedGame`, the method calls the typed game. In [`AnyGame`], the method calls the trait object.

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

/// A game without its type. The states of an `AnyGame` are numbers. Every function of the library accepts an `AnyGame`,
/// because an `AnyGame` implements [`Game`](perfectplay::Game). A function that takes an `AnyGame` is compiled once for
/// all games.
///
/// If a game can [find a state by its key](perfectplay_games::Listed::of_key), the number of a state is its key. A game
/// that cannot find a state by its key gives a number to each new state, and stores the state. Use only numbers that
/// this `AnyGame` returned, because the methods may panic for other numbers.
/// [`AnyTable::position_of_key`](crate::AnyTable::position_of_key) accepts any key.
#[derive(Clone)]
pub struct AnyGame(pub(crate) Arc<dyn Erased>);

/// Passes the methods of [`Game`](perfectplay::Game) to a macro, except the methods that return states.
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

/// Passes the methods of [`Hints`](perfectplay::game::Hints) to a macro.
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
            fn each_feature(state, moves: Moves, each: &mut dyn FnMut(Move, u32)) -> ();
        }
    };
}
pub(crate) use hint_rules;

/// Declares each listed method in the trait `Erased`. Each method takes a state by its number.
macro_rules! declared {
    ($(
        fn $name:ident($($state:ident $(, $argument:ident: $type:ty)*)?)
            -> $result:ty;
    )+) => {
        $(fn $name(&self $(, $state: u64 $(, $argument: $type)*)?) -> $result;)+
    };
}

/// The methods that depend on the type of a game. A state is given by its number. In most games, the number of a state
/// is its key.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &Info;

    game_rules!(declared);
    hint_rules!(declared);
    fn start(&self) -> u64;
    fn play(&self, state: u64, mv: Move) -> u64;
    /// Returns a function that lists all starts of the game except the first start. Each call of this function
    /// returns the next start; after the last start, the function returns `None`.
    fn other_starts(&self) -> Box<dyn FnMut() -> Option<u64> + '_>;
    fn key(&self, state: u64) -> u64;
    fn image(&self, symmetry: u32, state: u64) -> u64;
    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move;
    fn may_reach(&self, from: u64, to: u64) -> bool;
    /// Returns the smallest key among the symmetric images of a state.
    fn canonical_key(&self, state: u64) -> u64;

    fn of_key(&self, key: u64) -> Option<u64>;
    /// Checks that the key of each start turns back into this start. Returns the first fault.
    fn fault_in_start(&self) -> Option<Finding>;
    /// Checks that the key of each state after a move from `state` turns back into the same state. Returns the first
    /// fault.
    fn fault_after(&self, state: u64) -> Option<Fault>;

    // These methods are for texts and boards, like the methods of `Notation` and `Show`.
    fn write_state(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result;
    fn read_state(&self, text: &str) -> Result<u64, ParseStateError>;
    fn write_move(&self, state: u64, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result;
    fn read_move(&self, state: u64, text: &str) -> Option<Move>;
    fn warning(&self, text: &str) -> Option<&'static str>;
    fn stand_in(&self, state: u64) -> Option<u64>;
    fn each_square(&self, state: u64, each: &mut dyn FnMut(Square));
    /// Returns each content that a square may have, with the character that stands for it in texts.
    fn characters(&self) -> Vec<(Square, char)>;
    fn place(&self, state: u64, mv: Move) -> Place;
    fn covers(&self, state: u64, mv: Move) -> Vec<u8>;
    fn points(&self, state: u64) -> Option<[u32; 2]>;
    fn lines(&self, state: u64) -> Vec<SquareLine>;
    fn threats(&self, state: u64, player: Player) -> Vec<Threat>;
    fn why_unreachable(&self, state: u64) -> Option<String>;

    // These methods are for the players and formats that come with the game.
    fn own_choices(&self, player: usize, state: u64) -> Moves;
    fn source_rules(&self) -> SourceRules;

    /// Checks the rules with code that is compiled for the type of the game. Does so for a game that sets
    /// [`CHECKS_WITH_TYPE`](perfectplay_games::Listed::CHECKS_WITH_TYPE), and for a game whose keys do not determine
    /// its states. Returns `None` for any other game: such a game is checked as an `AnyGame`, with code that is
    /// compiled once for all games.
    fn check_with_type(&self, check: Check) -> Option<Checked>;

    // These methods need the type of the game.
    /// Returns the number of states in the table that is built into the program; `None` if no table is built
    /// in.
    fn baked_states(&self) -> Option<u64>;
    fn baked_analysis(&self, state: u64) -> Option<Analysis>;
    /// Forecasts the cost of solving the game and each of its tiers, with code that is compiled for the type of the
    /// game. Does so for a game that sets [`CHECKS_WITH_TYPE`](perfectplay_games::Listed::CHECKS_WITH_TYPE), and for a
    /// game whose keys do not determine its states, because the `AnyGame` would store each state that the forecast
    /// visits. Returns `None` for any other game: its forecast is made for the `AnyGame`, with code that is compiled
    /// once for all games.
    fn survey_with_type(&self, effort: Effort, watch: SurveyWatch<'_>) -> Option<SurveyResult>;
    fn solve(
        self: Arc<Self>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<AnyGame>, SolveError>;
    /// Returns the bytes of the built-in opening, which stores the values of states near the start; `None` if the
    /// program contains no opening of this game.
    fn opening(&self) -> Option<&'static [u8]>;
    /// Returns an object that proves values with code that is compiled for the type of the game. Returns `None` if the
    /// game does not set [`PROVES_WITH_TYPE`](perfectplay_games::Listed::PROVES_WITH_TYPE).
    fn proofs(&self) -> Option<Box<dyn Proofs>>;
    fn tiers(&self) -> Option<&KeyedTiers>;
}

/// A function that is called with the number of states that a forecast has found so far.
pub(crate) type SurveyWatch<'w> = &'w mut dyn FnMut(u64) -> ControlFlow<()>;

pub(crate) type SurveyResult = Result<(Forecast, Vec<TierForecast>), SolveError>;
