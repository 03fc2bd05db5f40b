//! A game whose states are numbers: what works with it is compiled once for all games.

use std::cell::RefCell;
use std::fmt;

use perfectplay::game::{Score, Symmetric, starts};
use perfectplay::graph::{Meeting, States};
use perfectplay::solved::LookupError;
use perfectplay::{Analysis, Game, Move, Moves, Player, Solved, Value};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::info::Info;
use crate::kept::Any;
use crate::position::{Position, Typed};

/// A solved game whose states are numbers, given in the order in which they are met. Whatever
/// the library does with games and tables, it does with this one: play rounds, audit, count.
///
/// To ask it costs a call that is not known before, and to play a move a look at a hash table.
/// That is little beside an answer, and much inside a solver.
pub struct Numbers<'t> {
    game: Box<dyn Numbered<'t> + Send + 't>,
    info: &'t Info,
}

/// What depends on the type of the game.
pub(crate) trait Numbered<'t> {
    fn info(&self) -> &'t Info;
    /// How many states a game may begin in: they have the first numbers.
    fn roots(&self) -> u32;
    fn states(&self) -> u64;
    fn outcome(&self, number: u32) -> Option<Value>;
    fn legal(&self, number: u32) -> Moves;
    fn play(&self, number: u32, mv: Move) -> u32;
    fn key(&self, number: u32) -> u64;
    fn to_move(&self, number: u32) -> Option<Player>;
    fn image(&self, symmetry: u32, number: u32) -> u32;
    fn image_of_move(&self, symmetry: u32, number: u32, mv: Move) -> Move;
    fn last_mover_may_lose(&self) -> bool;
    fn analysis(&self, number: u32) -> Result<Option<Analysis>, Error>;
    fn score(&self, number: u32) -> Result<Option<Score>, Error>;
    fn position(&self, number: u32) -> Position<'t>;
    /// What a player of the game's own may choose.
    fn own_choices(&self, player: usize, number: u32) -> Moves;
}

/// The states of a game by number.
pub(crate) struct Interned<'t, G: Listed> {
    solved: &'t Any<'t, G>,
    info: &'t Info,
    met: RefCell<Met<G::State>>,
    roots: u32,
}

struct Met<S> {
    states: States<S>,
    /// States that share the key of another: at most one of them is reachable. Their numbers are
    /// given from the greatest down.
    others: Vec<S>,
}

impl<S: Copy + Eq> Met<S> {
    fn number(&mut self, key: u64, state: S) -> u32 {
        match self.states.meet(key, state) {
            Meeting::New(number) | Meeting::Again(number) => number,
            Meeting::Clash(_) => {
                let known = self.others.iter().position(|&other| other == state);
                let place = known.unwrap_or_else(|| {
                    self.others.push(state);
                    self.others.len() - 1
                });
                u32::MAX - place as u32
            }
            Meeting::Full => panic!("more than {} states are held by their numbers", u32::MAX),
        }
    }

    fn state(&self, number: u32) -> S {
        let state = self.states.get(number);
        state.unwrap_or_else(|| self.others[(u32::MAX - number) as usize])
    }
}

impl<'t, G: Listed> Interned<'t, G> {
    /// The game from these states on.
    pub fn new(
        solved: &'t Any<'t, G>,
        info: &'t Info,
        roots: impl IntoIterator<Item = G::State>,
    ) -> Self {
        let mut states = States::new();
        for root in roots {
            states.meet(solved.game().key(root), root);
        }
        Self {
            solved,
            info,
            roots: states.len() as u32,
            met: RefCell::new(Met {
                states,
                others: Vec::new(),
            }),
        }
    }

    /// The game from its starts on.
    pub fn from_starts(solved: &'t Any<'t, G>, info: &'t Info) -> Self {
        Self::new(solved, info, starts(solved.game()))
    }

    fn game(&self) -> &'t G {
        self.solved.game()
    }

    fn state(&self, number: u32) -> G::State {
        self.met.borrow().state(number)
    }

    fn number(&self, state: G::State) -> u32 {
        let key = self.game().key(state);
        self.met.borrow_mut().number(key, state)
    }
}

impl<'t, G: Listed> Numbered<'t> for Interned<'t, G> {
    fn info(&self) -> &'t Info {
        self.info
    }

    fn roots(&self) -> u32 {
        self.roots
    }

    fn states(&self) -> u64 {
        self.solved.states()
    }

    fn outcome(&self, number: u32) -> Option<Value> {
        self.game().outcome(self.state(number))
    }

    fn legal(&self, number: u32) -> Moves {
        self.game().legal(self.state(number))
    }

    fn play(&self, number: u32, mv: Move) -> u32 {
        self.number(self.game().play(self.state(number), mv))
    }

    fn key(&self, number: u32) -> u64 {
        self.game().key(self.state(number))
    }

    fn to_move(&self, number: u32) -> Option<Player> {
        self.game().to_move(self.state(number))
    }

    fn image(&self, symmetry: u32, number: u32) -> u32 {
        self.number(self.game().image(symmetry, self.state(number)))
    }

    fn image_of_move(&self, symmetry: u32, number: u32, mv: Move) -> Move {
        let state = self.state(number);
        self.game().image_of_move(symmetry, state, mv)
    }

    fn last_mover_may_lose(&self) -> bool {
        self.game().last_mover_may_lose()
    }

    fn analysis(&self, number: u32) -> Result<Option<Analysis>, Error> {
        self.solved.try_analysis(self.state(number))
    }

    fn score(&self, number: u32) -> Result<Option<Score>, Error> {
        self.solved.try_score(self.state(number))
    }

    fn position(&self, number: u32) -> Position<'t> {
        Position(Box::new(Typed {
            solved: self.solved,
            info: self.info,
            state: self.state(number),
        }))
    }

    fn own_choices(&self, player: usize, number: u32) -> Moves {
        let Ok(choices) = G::PLAYERS[player].strategy.choices(self.state(number));
        choices
    }
}

impl<'t> Numbers<'t> {
    pub(crate) fn new(game: impl Numbered<'t> + Send + 't) -> Self {
        Self {
            info: game.info(),
            game: Box::new(game),
        }
    }

    /// What there is to tell of the game.
    #[must_use]
    pub fn info(&self) -> &'t Info {
        self.info
    }

    /// The position with a number.
    #[must_use]
    pub fn position(&self, number: u32) -> Position<'t> {
        self.game.position(number)
    }

    /// What one of the [players of the game's own](Info::own_players) may choose, by the index of
    /// the player.
    pub(crate) fn own_choices(&self, player: usize, number: u32) -> Moves {
        self.game.own_choices(player, number)
    }

    /// The error for an answer that a table does not have.
    #[must_use]
    pub fn error(&self, error: LookupError<u32, Error>) -> Error {
        match error {
            LookupError::Missing { state } | LookupError::Contradiction { state } => {
                self.position(state).no_record()
            }
            LookupError::Read(error) => error,
            _ => Error::Flaw("the rules contradict the table".to_owned()),
        }
    }
}

impl Game for Numbers<'_> {
    type State = u32;

    /// Some games have extra turns. A state of any other never tells the same player as the
    /// state before it.
    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        self.info.moves
    }

    fn start(&self) -> u32 {
        0
    }

    fn other_starts(&self) -> impl Iterator<Item = u32> {
        1..self.game.roots()
    }

    fn outcome(&self, number: u32) -> Option<Value> {
        self.game.outcome(number)
    }

    fn legal(&self, number: u32) -> Moves {
        self.game.legal(number)
    }

    fn play(&self, number: u32, mv: Move) -> u32 {
        self.game.play(number, mv)
    }

    fn key(&self, number: u32) -> u64 {
        self.game.key(number)
    }

    fn to_move(&self, number: u32) -> Option<Player> {
        self.game.to_move(number)
    }

    fn is_loopy(&self) -> bool {
        self.info.is_loopy
    }

    fn last_mover_may_lose(&self) -> bool {
        self.game.last_mover_may_lose()
    }
}

impl Symmetric for Numbers<'_> {
    fn symmetries(&self) -> u32 {
        self.info.symmetries
    }

    fn image(&self, symmetry: u32, number: u32) -> u32 {
        self.game.image(symmetry, number)
    }

    fn image_of_move(&self, symmetry: u32, number: u32, mv: Move) -> Move {
        self.game.image_of_move(symmetry, number, mv)
    }
}

impl Solved for Numbers<'_> {
    type Game = Self;
    type Error = Error;

    fn game(&self) -> &Self {
        self
    }

    fn states(&self) -> u64 {
        self.game.states()
    }

    fn try_analysis(&self, number: u32) -> Result<Option<Analysis>, Error> {
        self.game.analysis(number)
    }

    fn try_score(&self, number: u32) -> Result<Option<Score>, Error> {
        self.game.score(number)
    }
}

impl fmt::Debug for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Numbers({})", self.info.spec)
    }
}
