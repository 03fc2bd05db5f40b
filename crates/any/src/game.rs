//! A game without its type: its states are numbers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay::bake::{BakeError, SourceRules};
use perfectplay::check::{Fault, Finding};
use perfectplay::game::{Hints, Outlook, ParseStateError, Score, described};
use perfectplay::solve::{self, SolveError};
use perfectplay::solved::LookupError;
use perfectplay::verify::Verified;
use perfectplay::{Analysis, Game, Move, Moves, Player, Solved, Value};
use perfectplay_games::Listed;
use perfectplay_games::show::{Place, Square, SquareLine, Threat};
use perfectplay_tablebase::{AnyIndex, Source};
#[cfg(feature = "files")]
use serde::Serialize;

use crate::answer::Choice;
use crate::columns::{Columns, Wanted};
use crate::error::Error;
use crate::info::{Info, text};
#[cfg(feature = "files")]
use crate::prove::Proofs;
use crate::watch::Limits;

/// A game without its type. Its states are numbers, so it is a [`Game`] like any other, and
/// every function of the library accepts it.
///
/// If a game [tells states from keys](perfectplay_games::Listed::of_key), the number of a state
/// is its key. For any other game, the states that were met are stored by their keys. Use only
/// numbers that this game returned: methods may panic for others.
#[derive(Clone)]
pub struct AnyGame(pub(crate) Arc<dyn Erased>);

/// A legal move whose value is not looked up yet: its [`Choice`] says a draw.
pub(crate) struct Played {
    pub choice: Choice,
    /// The number of the state after it.
    pub after: u64,
    /// Whether the same player is to move.
    pub is_again: bool,
}

/// The methods that depend on the type of a game. States are numbers.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &Info;

    // The rules, as in `Game` and `Hints`.
    fn start(&self) -> u64;
    fn other_starts(&self) -> Box<dyn Iterator<Item = u64> + '_>;
    fn outcome(&self, state: u64) -> Option<Value>;
    fn legal(&self, state: u64) -> Moves;
    fn legal_count(&self, state: u64) -> Option<u32>;
    fn play(&self, state: u64, mv: Move) -> u64;
    fn key(&self, state: u64) -> u64;
    fn to_move(&self, state: u64) -> Option<Player>;
    fn player_names(&self) -> [&'static str; 2];
    fn last_mover_may_lose(&self) -> bool;
    fn tier(&self, state: u64) -> Option<u32>;
    fn describe(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result;
    fn state_bytes(&self) -> usize;
    fn image(&self, symmetry: u32, state: u64) -> u64;
    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move;
    fn is_canonical(&self, state: u64) -> bool;

    // The order of moves, as in `Hints`.
    fn winning_moves(&self, state: u64) -> Moves;
    fn safe_moves(&self, state: u64) -> Moves;
    fn stage(&self, state: u64) -> u32;
    fn features(&self) -> u32;
    fn each_feature(&self, state: u64, moves: Moves, each: &mut dyn FnMut(Move, u32));

    // What proofs may use, as in `Hints`.
    fn outlook(&self, state: u64) -> Outlook;
    fn promise(&self, state: u64, mv: Move) -> u32;
    fn proof_key(&self, state: u64) -> Option<u64>;

    /// Returns a start that its key does not lead back to.
    fn fault_in_start(&self) -> Option<Finding>;
    /// Returns the fault of a move to a state that its key does not lead back to.
    fn fault_after(&self, state: u64) -> Option<Fault>;

    /// Returns the state with this key; `None` if there is none. `Err` if the keys of this game
    /// do not tell its states.
    fn of_key(&self, key: u64) -> Result<Option<u64>, NoKeys>;

    // Texts and boards, as in `Listed`.
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
    fn source_rules(&self) -> Option<SourceRules>;
    /// Returns the number of the format that `is_asked` accepts by its name and its label.
    fn format(&self, is_asked: &dyn Fn(&str, Option<&[u8]>) -> bool) -> Option<usize>;
    fn format_name(&self, format: usize) -> &'static str;
    fn write_format(&self, format: usize, table: Vec<(u64, Analysis)>) -> Result<Vec<u8>, Error>;
    fn validate_format(&self, format: usize, bytes: &[u8]) -> Result<(), Error>;

    // Solvers and tables work on the type.
    fn baked(self: Arc<Self>) -> Option<Box<dyn Stored>>;
    fn solve(
        self: Arc<Self>,
        watch: &mut dyn FnMut(solve::Progress) -> ControlFlow<()>,
    ) -> Result<Box<dyn Stored>, SolveError>;
    /// Returns the proofs that know the type of the game, if the game
    /// [asks for them](Listed::PROVES_WITH_TYPE).
    #[cfg(feature = "files")]
    fn proofs(&self) -> Option<&dyn Proofs>;
    /// How states are found tier by tier; `None` for a game without tiers.
    fn index(&self) -> Option<AnyIndex<'static>>;
    fn open_tiers(
        self: Arc<Self>,
        source: Box<dyn Source>,
        path: &Path,
    ) -> Result<Box<dyn Stored>, Error>;
}

/// The error for a game whose keys do not tell its states.
pub(crate) struct NoKeys;

/// A state of a solved game. It tells the value of the state, where its moves lead, and how its
/// board looks.
///
/// [`AnyTable::start`](crate::AnyTable::start), [`AnyTable::parse`](crate::AnyTable::parse) and
/// [`play`](Self::play) return it. It need not be reachable.
#[derive(Clone, Copy)]
pub struct Position<'t> {
    pub(crate) solved: &'t dyn Stored,
    pub(crate) state: u64,
}

/// A function that writes something about a position. Several threads may call it.
pub type Writer<'a> = dyn Fn(&Position<'_>, &mut Vec<u8>) -> Result<(), Error> + Sync + 'a;

/// A function that receives the bytes written about some states, and the number of these
/// states.
pub type Sink<'a> = dyn FnMut(&[u8], u64) -> Result<(), Error> + 'a;

/// A table of any game, wherever it is stored.
pub(crate) trait Stored: Solved<Game = AnyGame, Error = Error> + Send + Sync {
    /// Counts the states that are won, drawn and lost, if that needs no walk through the game.
    fn counts(&self) -> Option<[u64; 3]> {
        None
    }

    /// Returns the table as bytes, if that needs no walk through the game. `baked` is called with the
    /// number of finished steps.
    fn bytes(&self, _baked: &mut dyn FnMut(u64)) -> Option<Result<Vec<u8>, BakeError>> {
        None
    }

    /// Returns the table if it is a file that is read tier by tier.
    fn tiers(&self) -> Option<&dyn Tiers> {
        None
    }
}

/// The greatest number of states that are found move by move, so that the nearest to a start
/// come first. All states found are kept in memory.
pub(crate) const MOST_IN_MEMORY: u64 = 1_000_000;

/// Gets a state, what the table holds of it, and its ply.
pub(crate) type Each<'a> = dyn FnMut(u64, Analysis, Option<u32>) -> Result<(), Error> + 'a;

/// A table that is read tier by tier.
pub(crate) trait Tiers {
    /// Calls `each` with every reachable state, tier by tier. It uses all cores.
    fn visit(&self, each: &mut Each<'_>) -> Result<(), Error>;

    /// Writes something about each reachable state, on all cores. `out` gets the text of some
    /// hundred states at a time, and their number, in order.
    fn write_each(&self, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error>;

    /// Passes on the same states column by column, some hundred at a time. It uses all cores.
    fn columns(
        &self,
        wanted: Wanted,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Looks up some states, and also their moves if `with_moves` is set.
    fn know_many(&self, states: &[u64], with_moves: bool) -> Result<Vec<Option<Analysis>>, Error>;

    /// Returns all bytes of the file, if they are in memory.
    fn in_memory(&self) -> Option<&[u8]>;

    /// Reads the blocks that hold some states and the states after them.
    fn prefetch(&self, states: &[u64]) -> Result<(), Error>;

    /// Verifies the table against the rules.
    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error>;
}

impl AnyGame {
    /// Returns the description of the game: its name, its players and its board.
    #[must_use]
    pub fn info(&self) -> &Info {
        self.0.info()
    }

    /// Parses a state.
    ///
    /// # Errors
    /// When the text is not a state.
    pub fn parse(&self, text: &str) -> Result<u64, ParseStateError> {
        self.0.read_state(text)
    }

    /// Returns a state as text.
    #[must_use]
    pub fn text(&self, state: u64) -> String {
        text(&|out| self.0.write_state(state, out))
    }

    /// Returns the name of a legal move.
    #[must_use]
    pub fn move_name(&self, state: u64, mv: Move) -> String {
        text(&|out| self.0.write_move(state, mv, out))
    }

    /// Returns the moves that one of the [game's own players](Info::own_players) may choose.
    /// The player is given by its index.
    pub(crate) fn own_choices(&self, player: usize, state: u64) -> Moves {
        self.0.own_choices(player, state)
    }
}

impl Game for AnyGame {
    type State = u64;

    /// The type cannot tell: ask [`turns_alternate`](Game::turns_alternate).
    const TURNS_ALTERNATE: bool = false;

    fn turns_alternate(&self) -> bool {
        !self.info().has_extra_turns
    }

    fn move_count(&self) -> u32 {
        self.info().moves
    }

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn other_starts(&self) -> impl Iterator<Item = u64> {
        self.0.other_starts()
    }

    fn outcome(&self, state: u64) -> Option<Value> {
        self.0.outcome(state)
    }

    fn legal(&self, state: u64) -> Moves {
        self.0.legal(state)
    }

    fn legal_count(&self, state: u64) -> Option<u32> {
        self.0.legal_count(state)
    }

    fn play(&self, state: u64, mv: Move) -> u64 {
        self.0.play(state, mv)
    }

    fn key(&self, state: u64) -> u64 {
        self.0.key(state)
    }

    fn to_move(&self, state: u64) -> Option<Player> {
        self.0.to_move(state)
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.0.player_names()
    }

    fn is_loopy(&self) -> bool {
        self.info().is_loopy
    }

    fn last_mover_may_lose(&self) -> bool {
        self.0.last_mover_may_lose()
    }

    fn tier(&self, state: u64) -> Option<u32> {
        self.0.tier(state)
    }

    fn describe(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.0.describe(state, out)
    }

    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }
}

impl Hints for AnyGame {
    fn symmetries(&self) -> u32 {
        self.info().symmetries
    }

    fn image(&self, symmetry: u32, state: u64) -> u64 {
        self.0.image(symmetry, state)
    }

    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move {
        self.0.image_of_move(symmetry, state, mv)
    }

    fn winning_moves(&self, state: u64) -> Moves {
        self.0.winning_moves(state)
    }

    fn safe_moves(&self, state: u64) -> Moves {
        self.0.safe_moves(state)
    }

    fn stage(&self, state: u64) -> u32 {
        self.0.stage(state)
    }

    fn features(&self) -> u32 {
        self.0.features()
    }

    fn each_feature(&self, state: u64, moves: Moves, mut each: impl FnMut(Move, u32)) {
        self.0.each_feature(state, moves, &mut each);
    }

    fn outlook(&self, state: u64) -> Outlook {
        self.0.outlook(state)
    }

    fn promise(&self, state: u64, mv: Move) -> u32 {
        self.0.promise(state, mv)
    }

    fn proof_key(&self, state: u64) -> Option<u64> {
        self.0.proof_key(state)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.info().spec)
    }
}

/// A game with its type.
pub(crate) struct Typed<G: Listed> {
    pub game: G,
    pub info: Info,
    /// The states that were numbered; `None` if keys tell states.
    met: OnceLock<Option<Mutex<Met<G::State>>>>,
}

/// States by their numbers.
type Met<S> = HashMap<u64, S>;

impl<G: Listed> Typed<G> {
    pub const fn new(game: G, info: Info) -> Self {
        let met = OnceLock::new();
        Self { game, info, met }
    }

    fn met(&self) -> Option<&Mutex<Met<G::State>>> {
        let met = self.met.get_or_init(|| {
            let start = self.game.start();
            let is_told = self.game.of_key(self.game.key(start)) == Some(start);
            (!is_told).then(Mutex::default)
        });
        met.as_ref()
    }

    /// Returns the number of a state.
    pub fn number(&self, state: G::State) -> u64 {
        let mut number = self.game.key(state);
        let Some(met) = self.met() else {
            return number;
        };
        let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match met.entry(number) {
                Entry::Vacant(free) => {
                    free.insert(state);
                    return number;
                }
                Entry::Occupied(known) if *known.get() == state => return number,
                // Another state has the key: at most one of the two is reachable. An odd step
                // visits all numbers.
                Entry::Occupied(_) => number = number.wrapping_add(0x9e37_79b9_7f4a_7c15),
            }
        }
    }

    /// Returns the state with a number.
    pub fn state(&self, number: u64) -> G::State {
        let state = match self.met() {
            None => self.game.of_key(number),
            Some(met) => {
                let met = met.lock().unwrap_or_else(PoisonError::into_inner);
                met.get(&number).copied()
            }
        };
        state.expect("a number that the game gave")
    }

    /// Returns a state as text.
    pub fn text(&self, state: G::State) -> String {
        text(&|out| self.game.write_state(state, out))
    }

    /// Returns the fault of a state that its key does not lead back to, if keys tell states.
    pub fn fault_of_key(&self, state: G::State) -> Option<Fault> {
        if self.met().is_some() {
            return None;
        }
        let found = self.game.of_key(self.game.key(state));
        if found == Some(state) {
            return None;
        }
        let found = found.map(|found| described(&self.game, found));
        Some(Fault::StateOfKey { found })
    }

    /// Returns the number of the state with a key.
    pub fn of_key(&self, key: u64) -> Result<Option<u64>, NoKeys> {
        match self.met() {
            Some(_) => Err(NoKeys),
            None => {
                let state = self.game.of_key(key);
                Ok(state.and_then(|state| (self.game.key(state) == key).then_some(key)))
            }
        }
    }
}

/// A solved game with its type. It is asked by the numbers of states.
pub(crate) struct ByNumber<G: Listed, T> {
    pub any: AnyGame,
    pub typed: Arc<Typed<G>>,
    pub solved: T,
}

impl<G: Listed, T: Solved<Error: Into<Error>>> Solved for ByNumber<G, T>
where
    T::Game: Game<State = G::State>,
{
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        &self.any
    }

    fn states(&self) -> u64 {
        self.solved.states()
    }

    fn try_analysis(&self, number: u64) -> Result<Option<Analysis>, Error> {
        let analysis = self.solved.try_analysis(self.typed.state(number));
        analysis.map_err(Into::into)
    }

    fn try_score(&self, number: u64) -> Result<Option<Score>, Error> {
        let score = self.solved.try_score(self.typed.state(number));
        score.map_err(Into::into)
    }
}

/// The question that a proof answers.
#[cfg(feature = "files")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The state; `None` for the start of the game.
    pub state: Option<&'a str>,
    /// Whether to prove the distance, too, which takes longer.
    pub distance: bool,
}

/// The answer of a proof.
#[cfg(feature = "files")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Proved {
    /// The state.
    pub state: String,
    /// The player to move, if the state tells.
    pub to_move: Option<Player>,
    /// The value for the player to move.
    pub value: Value,
    /// The distance, if it was asked for and the state is not a draw.
    pub distance: Option<u32>,
    /// The number of states that were searched, with repetitions.
    pub nodes: u64,
    /// The bytes of the transposition table.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Returns the error for an answer that a table lacks, or that the rules contradict.
pub(crate) fn lacking(solved: &dyn Stored, error: LookupError<u64, Error>) -> Error {
    match error {
        LookupError::Missing { state } | LookupError::Contradiction { state } => Error::Record {
            state: solved.game().text(state),
        },
        LookupError::Read(error) => error,
        // A later version may add other errors.
        _ => Error::Flaw("the rules contradict the table".to_owned()),
    }
}
