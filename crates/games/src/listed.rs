//! The trait that gives a game its name, its text forms and its drawing.

use core::convert::Infallible;
use core::{fmt, iter};

#[cfg(feature = "formats")]
use perfectplay::bake::SourceRules;
use perfectplay::game::{Hints, ParseStateError};
use perfectplay::index::{Dense, Sparse};
use perfectplay::{Game, Move, Player, Solved};

use crate::notation;
use crate::own::OwnPlayer;
use crate::show::{Grid, Place, Shape, Side, Square, SquareLine, Threat};

/// A solved game whose table is compiled into the program.
pub type Baked<G> = dyn Solved<Game = G, Error = Infallible>;

/// A game that programs can offer by its name: one that ships, or one of your own. The trait gives the game a name,
/// text forms for its states and moves, and a drawing.
///
/// A program can show any game through this trait, without knowing which game it is. A game without
/// parameters must define [`NAME`](Self::NAME), [`RULES`](Self::RULES), [`STATES`](Self::STATES),
/// [`with_parameters`](Self::with_parameters) and [`write_state`](Self::write_state). All other
/// items have defaults. A game without a [`grid`](Self::grid) has no board, and is shown by the
/// text of its states.
///
/// ```
/// use perfectplay_games::show::{Place, Square};
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::tictactoe::state;
/// use perfectplay::{Game, Move, Player};
/// use perfectplay_games::Listed;
///
/// let state = state!(X . O / . . . / . . .);
/// let grid = TicTacToe.grid().expect("a board");
/// assert_eq!((grid.columns, grid.rows), (3, 3));
/// assert_eq!(TicTacToe.square(state, 2), Square::piece(Player::Second));
/// assert_eq!(TicTacToe.place(state, Move::FIRST), Place::Square(0));
/// assert_eq!(TicTacToe.player_names(), ["X", "O"]);
/// ```
pub trait Listed:
    Hints + Game<State: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
    /// The name, in lower case.
    const NAME: &'static str;

    /// The title for people, such as `Connect Four`.
    const TITLE: &'static str = Self::NAME;

    /// The rules in one sentence.
    const RULES: &'static str;

    /// The parameters and their limits, as an error message describes them. Empty for a game
    /// without parameters.
    const PARAMETERS: &'static str = "";

    /// The form of a state in text, and an example.
    const STATES: &'static str;

    /// How moves are written as text, and an example. If a text names no legal move, the error
    /// message contains this explanation. Empty if the list of the legal moves explains enough.
    const MOVES: &'static str = "";

    /// How the [key](Game::key) of a state is computed, for programs that look up keys without this
    /// library. Empty if a later version may compute keys in another way.
    const KEY: &'static str = "";

    /// Sample parameters, each for a game that takes at most a second to solve. The first sample is
    /// the default. A game without parameters has the empty text as its only sample.
    const SAMPLES: &'static [&'static str] = &[""];

    /// Whether the game is [loopy](Game::is_loopy), whatever its parameters are. For a game that is always loopy, the
    /// solvers for games without repetition are not compiled, which keeps programs small.
    const IS_LOOPY: bool = false;

    /// Whether [`of_key`](Self::of_key) finds the state for every key. If `true`, a program that does not know the type
    /// of the game can store the keys of states instead of the states. If `false`, the program has to keep a list of
    /// all states that it has visited.
    const KEYS_TELL_STATES: bool = false;

    /// If set, the code for proofs and for playbooks by rules is compiled once more for this game alone, and is up to
    /// three times as fast. If not set, this game uses slower code that is compiled once for many games.
    const PROVES_WITH_TYPE: bool = false;

    /// If set, the code for checks and surveys is compiled once more for this game alone. If not set, this game uses
    /// code that is compiled once for many games. This shared code calls [`of_key`](Self::of_key) for each state, so
    /// set the constant if `of_key` is slow.
    const CHECKS_WITH_TYPE: bool = Self::PROVES_WITH_TYPE;

    /// The computer players that can play only this game.
    const PLAYERS: &'static [OwnPlayer<Self::State>] = &[];

    /// Creates the game with these parameters; `None` if they are not of the form that
    /// [`PARAMETERS`](Self::PARAMETERS) describes. A game without parameters accepts only the
    /// empty text.
    fn with_parameters(text: &str) -> Option<Self>;

    /// Writes the parameters in full, as [`with_parameters`](Self::with_parameters) reads
    /// them.
    ///
    /// # Errors
    /// Fails when `out` fails.
    fn write_parameters(&self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    /// Writes the title and the parameters of the game, such as `Connect Four 4×4`. In the
    /// parameters, a space follows each comma, and `×` replaces the `x` between numbers.
    ///
    /// # Errors
    ///
    /// Fails when `out` fails.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::TITLE)?;
        self.write_parameters(&mut Typeset { out, last: None })
    }

    /// Writes the rules in one sentence, adapted to the parameters of this game.
    ///
    /// # Errors
    /// Fails when `out` fails.
    fn write_rules(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::RULES)
    }

    /// Writes a state on one line. The rows of a board are written from the top, with `/` between
    /// them.
    ///
    /// # Errors
    ///
    /// Fails when `out` fails.
    fn write_state(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Parses the text that [`write_state`](Self::write_state) writes. The state may be
    /// unreachable.
    ///
    /// The default implementation visits the states of the game, from the start on, until it finds a state that is
    /// written as `text`. This search finds only reachable states. The search gives up after about a million states.
    /// The farther the state is from the start, the longer the search takes.
    ///
    /// # Errors
    ///
    /// Fails when the text is not a state.
    fn read_state(&self, text: &str) -> Result<Self::State, ParseStateError> {
        notation::search(self, |state, out| self.write_state(state, out), text)
    }

    /// Writes the name of a move. No other legal move of the state has the same name.
    ///
    /// # Errors
    ///
    /// Fails when `out` fails.
    fn write_move(&self, _state: Self::State, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    /// Returns the move that `text` names in a notation other than that of
    /// [`write_move`](Self::write_move), such as the number of a column. The move need not be
    /// legal. `None` if `text` names no move.
    fn read_move(&self, _state: Self::State, _text: &str) -> Option<Move> {
        None
    }

    /// Returns a warning if a part of `text` means nothing under the rules of this game, although
    /// [`read_state`](Self::read_state) accepts `text`.
    fn warning(&self, _text: &str) -> Option<&'static str> {
        None
    }

    /// Returns a reachable state that is equivalent to the given unreachable state. For example,
    /// the two colours may be exchanged. The given and the returned state have the same value and
    /// distance, and offer the same choices to the player to move. `None` if the game knows no
    /// equivalent state.
    fn stand_in(&self, _state: Self::State) -> Option<Self::State> {
        None
    }

    /// Returns the text of a state, for display.
    fn state_text(&self, state: Self::State) -> impl fmt::Display {
        notation::from_fn(move |f| self.write_state(state, f))
    }

    /// Returns the text of a move, for display.
    fn move_text(&self, state: Self::State, mv: Move) -> impl fmt::Display {
        notation::from_fn(move |f| self.write_move(state, mv, f))
    }

    /// Returns the state that has this key. If [`KEYS_TELL_STATES`](Self::KEYS_TELL_STATES) is set, this works for
    /// every state that [`read_state`](Self::read_state) accepts, reachable or not. If `KEYS_TELL_STATES` is not set,
    /// this method is never called.
    fn of_key(&self, _key: u64) -> Option<Self::State> {
        None
    }

    /// Returns the table of the game, if the table is part of the program. A program need not solve
    /// a game whose table it contains.
    fn baked(&self) -> Option<&Baked<Self>> {
        None
    }

    /// Returns the file of the game's opening table as bytes, if the file is part of the program. For a game with an
    /// opening table, the command `perfectplay` proves only the values that an answer needs. The command solves the
    /// whole game only if the user asks for it.
    fn opening(&self) -> Option<&'static [u8]> {
        None
    }

    /// Returns the rules to include when a table or playbook of this game is written as source
    /// code. By default, no rules are included. Without rules, the functions in the source code
    /// take the key of a state, and not the state itself.
    #[cfg(feature = "formats")]
    fn source_rules(&self) -> SourceRules {
        SourceRules::Keys {
            bits: u64::BITS,
            about: Self::KEY,
        }
    }

    /// Returns the character of the first player's pieces (`[0]`), and that of the second player's
    /// pieces (`[1]`).
    fn marks(&self) -> [char; 2] {
        ['X', 'O']
    }

    /// Returns the size of the board; `None` for a game without one.
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// Returns the content of a square of the [`grid`](Self::grid).
    fn square(&self, _state: Self::State, _square: u8) -> Square {
        Square::Empty
    }

    /// Returns each possible content of a square, and its character in the text of a state. Programs use these
    /// characters to find the state that a board shows. This works only if the text of a state consists of the rows of
    /// the board and, in some games, the player to move.
    ///
    /// By default, `.` is an empty square, and the two [marks](Self::marks) are the players'
    /// pieces.
    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        let [first, second] = self.marks();
        let pieces = [
            (Square::Empty, '.'),
            (Square::piece(Player::First), first),
            (Square::piece(Player::Second), second),
        ];
        pieces.into_iter()
    }

    /// Returns the points of each player. `None` for a game without points.
    fn points(&self, _state: Self::State) -> Option<[u32; 2]> {
        None
    }

    /// Returns where on the board a legal move of the state is played.
    fn place(&self, _state: Self::State, _mv: Move) -> Place {
        Place::OffBoard
    }

    /// Writes the name of a square as in chess, with `a1` at the bottom left. If the game has
    /// several boards, the number of the board comes first.
    ///
    /// # Errors
    ///
    /// Fails when `out` fails.
    fn write_square(&self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.grid() {
            Some(grid) => grid.write_name(square, out),
            None => Ok(()),
        }
    }

    /// Returns the complete lines.
    fn lines(&self, _state: Self::State) -> impl Iterator<Item = SquareLine> {
        iter::empty()
    }

    /// Returns the threats of a player. A threat is a square where the player would complete a line
    /// and win if it were the player's turn. A square that completes two lines is returned twice.
    fn threats(&self, _state: Self::State, _player: Player) -> impl Iterator<Item = Threat> {
        iter::empty()
    }

    /// Returns the shape of a player's pieces that have no [kind](Square::Piece::kind). If the
    /// shape is `None`, the pieces are drawn as discs in a game whose pieces move, and as marks in
    /// any other game.
    fn shape(&self, _player: Player) -> Option<Shape> {
        None
    }

    /// Returns the lines along which pieces move, each as the two squares that the line joins. The
    /// squares at the ends of the lines are drawn as points.
    fn edges(&self) -> impl Iterator<Item = [u8; 2]> {
        iter::empty()
    }

    /// Returns all squares that a legal move covers, such as the two squares of a domino. The
    /// result is empty if the move covers only its [`place`](Self::place).
    fn covers(&self, _state: Self::State, _mv: Move) -> impl Iterator<Item = u8> {
        iter::empty()
    }

    /// Returns whether the content of a square is poisoned, so that nobody wants to take it.
    fn is_poisoned(&self, _square: u8) -> bool {
        false
    }

    /// Returns the side of the board that shows the points of the first player (`[0]`), and the
    /// side that shows those of the second (`[1]`). `None` if the [`points`](Self::points) are only
    /// written as text.
    fn stores(&self) -> Option<[Side; 2]> {
        None
    }

    /// Returns the label at this side of the board for the row or column with the index `number`. `None` if there is no
    /// such label. If no row and no column has a label, programs make labels from the names of the squares.
    fn letter(&self, _side: Side, _number: u8) -> Option<char> {
        None
    }

    /// Returns a reason why a state is unreachable; `None` if a quick test finds no such reason.
    fn why_unreachable(&self, _state: Self::State) -> Option<impl fmt::Display> {
        None::<&str>
    }

    /// Calls a method of `visitor` with the game; by default, the method [`visit`](Visitor::visit). A game that
    /// implements [`Dense`] calls [`visit_dense`](Visitor::visit_dense) here. A game that implements [`Sparse`] but not
    /// [`Dense`] calls [`visit_sparse`](Visitor::visit_sparse).
    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit(self)
    }
}

/// An action on a game whose type the caller does not know, for example because a user named the game.
pub trait Visitor: Sized {
    /// The result.
    type Output;

    /// Acts on a game.
    fn visit<G: Listed>(self, game: G) -> Self::Output;

    /// Acts on a game with a dense index. By default, calls [`visit`](Self::visit).
    fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Acts on a game with a sparse index. By default, calls [`visit`](Self::visit).
    fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Self::Output {
        self.visit(game)
    }
}

/// An action that is done once for each type of game that ships, such as the type of Nim.
pub trait TypeVisitor {
    /// Acts on one type.
    fn visit<G: Listed>(&mut self);
}

/// A writer for the parameters that follow the title of a game. The writer puts a space before the parameters and after
/// each comma, and replaces the `x` between numbers by a multiplication sign.
struct Typeset<'a> {
    out: &'a mut dyn fmt::Write,
    last: Option<char>,
}

impl fmt::Write for Typeset<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if matches!(self.last, None | Some(',')) {
                self.out.write_char(' ')?;
            }
            let is_after_digit = self.last.is_some_and(|last| last.is_ascii_digit());
            self.out.write_char(match character {
                'x' if is_after_digit => '×',
                other => other,
            })?;
            self.last = Some(character);
        }
        Ok(())
    }
}

/// Defines [`Game::describe`] for a game that implements [`Listed`]. Messages then show a state as
/// [`Listed::write_state`] writes it.
macro_rules! describe_as_text {
    () => {
        fn describe(
            &self,
            state: Self::State,
            out: &mut dyn core::fmt::Write,
        ) -> core::fmt::Result {
            crate::Listed::write_state(self, state, out)
        }
    };
}
pub(crate) use describe_as_text;
