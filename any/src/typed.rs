//! Where the type of a game is forgotten: states of a game as positions, and all of them as
//! numbers.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use perfectplay::game::{Score, canonical, starts};
use perfectplay::graph::{Meeting, States};
use perfectplay::playbook::{Playbook, PlaybookData};
use perfectplay::{Analysis, Move, Moves, Player, Solved, Value};
use perfectplay_games::Listed;
use perfectplay_games::show::{Place, Square, SquareLine, Threat};

use crate::answer::Choice;
use crate::error::Error;
use crate::info::{Info, text};
use crate::solved::{Any, lacking};

/// A state of a game, with its table: what it is worth, what its moves lead to, how it looks.
///
/// It is made by [`Table::start`](crate::Table::start), [`Table::parse`](crate::Table::parse) and
/// [`play`](Self::play), and need not be one that a game reaches.
pub struct Position<'t>(pub(crate) Box<dyn State<'t> + Send + Sync + 't>);

/// What depends on the type of the game.
pub(crate) trait State<'t> {
    fn info(&self) -> &'t Info;
    fn clone(&self) -> Position<'t>;
    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result;
    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result;
    fn mover(&self) -> Option<Player>;
    fn key(&self) -> u64;
    fn outcome(&self) -> Option<Value>;
    fn legal(&self) -> Moves;
    /// The move is legal.
    fn play(&self, mv: Move) -> Position<'t>;
    fn score(&self) -> Result<Option<Score>, Error>;
    fn analysis(&self) -> Result<Option<Analysis>, Error>;
    /// The moves, best first; none if the table lacks the state, or the game is over.
    fn choices(&self) -> Result<Vec<Choice>, Error>;
    /// The move of a playbook of this game.
    fn choose_by_book(&self, data: PlaybookData<'_>) -> Option<Move>;
    fn is_canonical(&self) -> bool;
    fn why_unreachable(&self) -> Option<String>;
    fn square(&self, square: u8) -> Square;
    fn place(&self, mv: Move) -> Place;
    fn covers(&self, mv: Move) -> Vec<u8>;
    fn points(&self) -> Option<[u32; 2]>;
    fn lines(&self) -> Vec<SquareLine>;
    fn threats(&self, player: Player) -> Vec<Threat>;
    fn numbers(&self) -> Numbers<'t>;
    fn save(&self) -> SavedState;
}

/// A state without its table, which [restores](crate::Table::restore) the position.
#[derive(Clone)]
pub struct SavedState(pub(crate) Arc<dyn std::any::Any + Send + Sync>);

/// A state of a game, with its type.
pub(crate) struct Typed<'t, G: Listed> {
    pub solved: &'t Any<'t, G>,
    pub info: &'t Info,
    pub state: G::State,
}

impl<'t, G: Listed> Typed<'t, G> {
    fn game(&self) -> &'t G {
        self.solved.game()
    }

    fn with(&self, state: G::State) -> Position<'t> {
        Position(Box::new(Self { state, ..*self }))
    }
}

impl<'t, G: Listed> State<'t> for Typed<'t, G> {
    fn info(&self) -> &'t Info {
        self.info
    }

    fn clone(&self) -> Position<'t> {
        self.with(self.state)
    }

    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.game().write_state(self.state, out)
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.game().write_move(self.state, mv, out)
    }

    fn mover(&self) -> Option<Player> {
        self.game().to_move(self.state)
    }

    fn key(&self) -> u64 {
        self.game().key(self.state)
    }

    fn outcome(&self) -> Option<Value> {
        self.game().outcome(self.state)
    }

    fn legal(&self) -> Moves {
        self.game().legal(self.state)
    }

    fn play(&self, mv: Move) -> Position<'t> {
        self.with(self.game().play(self.state, mv))
    }

    fn score(&self) -> Result<Option<Score>, Error> {
        self.solved.try_score(self.state)
    }

    fn analysis(&self) -> Result<Option<Analysis>, Error> {
        self.solved.try_analysis(self.state)
    }

    fn choices(&self) -> Result<Vec<Choice>, Error> {
        let game = self.game();
        // A reference to it, so that this is compiled once for all tables of the game.
        let evaluated = (&self.solved).try_moves(self.state);
        let evaluated = evaluated.map_err(|error| lacking(game, error))?;
        let mut choices = Vec::new();
        // A loop is a third of the code that collecting takes, for each game.
        for evaluated in evaluated {
            choices.push(Choice {
                mv: evaluated.mv,
                name: text(&|out| game.write_move(self.state, evaluated.mv, out)),
                place: game.place(self.state, evaluated.mv),
                after: text(&|out| game.write_state(evaluated.after, out)),
                value: evaluated.value,
                distance: evaluated.distance,
                is_best: evaluated.is_best,
            });
        }
        Ok(choices)
    }

    fn choose_by_book(&self, data: PlaybookData<'_>) -> Option<Move> {
        Playbook::new(self.game(), data).choose(self.state)
    }

    fn is_canonical(&self) -> bool {
        canonical(self.game(), self.state).1 == 0
    }

    fn why_unreachable(&self) -> Option<String> {
        let why = self.game().why_unreachable(self.state);
        why.map(|why| why.to_string())
    }

    fn square(&self, square: u8) -> Square {
        self.game().square(self.state, square)
    }

    fn place(&self, mv: Move) -> Place {
        self.game().place(self.state, mv)
    }

    fn covers(&self, mv: Move) -> Vec<u8> {
        self.game().covers(self.state, mv).collect()
    }

    fn points(&self) -> Option<[u32; 2]> {
        self.game().points(self.state)
    }

    fn lines(&self) -> Vec<SquareLine> {
        self.game().lines(self.state).collect()
    }

    fn threats(&self, player: Player) -> Vec<Threat> {
        self.game().threats(self.state, player).collect()
    }

    fn numbers(&self) -> Numbers<'t> {
        Interned::new(self.solved, self.info, [self.state]).into()
    }

    fn save(&self) -> SavedState {
        SavedState(Arc::new(self.state))
    }
}

/// A solved game whose states are numbers, given in the order in which they are met. Whatever
/// the library does with games and tables, it does with this one: play rounds, audit, count.
///
/// To ask it costs a call that is not known before, and to play a move a look at a hash table.
/// That is little beside an answer, and much inside a solver.
pub struct Numbers<'t> {
    pub(crate) game: Box<dyn Numbered<'t> + Send + 't>,
    pub(crate) info: &'t Info,
}

impl<'t, G: Listed> From<Interned<'t, G>> for Numbers<'t> {
    fn from(game: Interned<'t, G>) -> Self {
        Self {
            info: game.info,
            game: Box::new(game),
        }
    }
}

/// What depends on the type of the game.
pub(crate) trait Numbered<'t> {
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
