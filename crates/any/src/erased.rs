//! A game without its type: the methods that depend on the type, as an object.
//!
//! Each rule is written once, in [`game_rules`] or in [`hint_rules`]. From these lists follow the
//! method of the trait [`Erased`], the method of [`ErasedGame`](crate::erased_game::ErasedGame) that
//! asks the type, and that of [`AnyGame`](crate::AnyGame), which forgets it.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use perfectplay::bake::SourceRules;
use perfectplay::check::{Check, Checked, Fault, Finding};
use perfectplay::forecast::{Effort, Forecast, TierForecast};
use perfectplay::game::{Outlook, ParseStateError};
use perfectplay::solve::{self, Solution, SolveError};
use perfectplay::{Analysis, Move, Moves, Player, Value};
use perfectplay_games::show::{Place, Square, SquareLine, Threat};
use perfectplay_tablebase::KeyedTiers;

use crate::answer::Choice;
use crate::columns::Columns;
use crate::info::Info;
#[cfg(feature = "files")]
use crate::proofs::Proofs;

/// A game without its type. Its states are numbers, so it is a [`Game`](perfectplay::Game) like any other,
/// and every function of the library accepts it, and is compiled once for all games.
///
/// If a game [tells states from keys](perfectplay_games::Listed::of_key), the number of a state
/// is its key. For any other game, the states that were met are stored by their keys. Use only
/// numbers that this game returned: methods may panic for others.
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
            fn describe(state, out: &mut dyn fmt::Write) -> fmt::Result;
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
            fn promise(state, mv: Move) -> u32;
            fn proof_key(state) -> Option<u64>;
        }
    };
}
pub(crate) use hint_rules;

/// Declares rules that are asked by the numbers of states.
macro_rules! declared {
    ($(
        fn $name:ident($($state:ident $(, $argument:ident: $type:ty)*)?)
            -> $result:ty;
    )+) => {
        $(fn $name(&self $(, $state: u64 $(, $argument: $type)*)?) -> $result;)+
    };
}

/// The methods that depend on the type of a game. A state is a number: mostly its key.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &Info;

    game_rules!(declared);
    hint_rules!(declared);
    fn start(&self) -> u64;
    fn play(&self, state: u64, mv: Move) -> u64;
    fn other_starts(&self) -> Box<dyn Iterator<Item = u64> + '_>;
    fn key(&self, state: u64) -> u64;
    fn image(&self, symmetry: u32, state: u64) -> u64;
    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move;
    fn is_canonical(&self, state: u64) -> bool;
    fn each_feature(&self, state: u64, moves: Moves, each: &mut dyn FnMut(Move, u32));

    /// Returns the state with this key; `None` if there is none.
    fn of_key(&self, key: u64) -> Option<u64>;
    /// Returns a start that its key does not lead back to.
    fn fault_in_start(&self) -> Option<Finding>;
    /// Returns the fault of a move to a state that its key does not lead back to.
    fn fault_after(&self, state: u64) -> Option<Fault>;

    // Texts and boards, as in `Notation` and `Show`.
    fn write_state(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result;
    fn read_state(&self, text: &str) -> Result<u64, ParseStateError>;
    fn write_move(&self, state: u64, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result;
    /// Returns all squares of the board.
    fn squares(&self, state: u64) -> Vec<Square>;
    /// Returns the characters for everything that may be on a square.
    fn characters(&self) -> Vec<(Square, char)>;
    fn place(&self, state: u64, mv: Move) -> Place;
    fn covers(&self, state: u64, mv: Move) -> Vec<u8>;
    fn points(&self, state: u64) -> Option<[u32; 2]>;
    fn lines(&self, state: u64) -> Vec<SquareLine>;
    fn threats(&self, state: u64, player: Player) -> Vec<Threat>;
    fn why_unreachable(&self, state: u64) -> Option<String>;
    /// Returns these legal moves of a state, with everything that is shown of them.
    fn moves(&self, state: u64, legal: Moves) -> Vec<Played>;
    /// Appends what the rules tell of a state to some columns.
    fn push_state(&self, state: u64, columns: &mut Columns);

    // Players and formats that a game has of its own.
    fn own_choices(&self, player: usize, state: u64) -> Moves;
    fn source_rules(&self) -> SourceRules;

    /// Checks the rules with their type, if the game asks for that or its keys do not tell states.
    /// Numbers of states follow from keys, so a check of numbered states would blame other methods for
    /// a wrong key.
    fn check_with_type(&self, check: Check) -> Option<Checked>;

    // Solvers and tables work on the type.
    /// Returns the number of states of the table in the program, if it has one.
    fn baked_states(&self) -> Option<u64>;
    /// Looks up a state in the table in the program.
    fn baked_analysis(&self, state: u64) -> Option<Analysis>;
    /// Forecasts the game and its tiers. `watch` is called with the number of states so far. Since
    /// every solver surveys its game first, this is compiled for the type.
    fn survey(
        &self,
        effort: Effort,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Forecast, Vec<TierForecast>), SolveError>;
    fn solve(
        self: Arc<Self>,
        watch: &mut dyn FnMut(solve::SolveProgress) -> ControlFlow<()>,
    ) -> Result<Solution<AnyGame>, SolveError>;
    /// Returns the proofs that know the type of the game, if the game
    /// [asks for them](perfectplay_games::Listed::PROVES_WITH_TYPE).
    #[cfg(feature = "files")]
    fn proofs(&self) -> Option<&dyn Proofs>;
    /// Returns how states are found tier by tier; `None` for a game without tiers.
    fn tiers(&self) -> Option<&KeyedTiers>;
}

/// A legal move whose value is not looked up yet: its [`Choice`] says a draw.
pub(crate) struct Played {
    pub choice: Choice,
    /// The number of the state after it.
    pub after: u64,
    /// Whether the same player is to move.
    pub is_again: bool,
}
