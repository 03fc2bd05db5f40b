//! Games that can be chosen by name.

use core::convert::Infallible;
use core::fmt;

#[cfg(feature = "formats")]
use perfectplay::bake::SourceRules;
use perfectplay::game::Hints;
use perfectplay::index::{Dense, Sparse};
use perfectplay::{Game, Solved};

#[cfg(feature = "formats")]
use crate::own::OwnFormat;
use crate::own::OwnPlayer;
use crate::show::Show;

/// A table that is part of a program.
pub type Baked<G> = dyn Solved<Game = G, Error = Infallible>;

/// A game that can be chosen by its name and parameters: one that ships, or one of your own.
///
/// A game without parameters needs a name, its rules, the form of its states, and
/// [`with_parameters`](Self::with_parameters). The other items have defaults.
pub trait Listed:
    Show + Hints + Game<State: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
    /// The name, in lower case.
    const NAME: &'static str;

    /// The title for people, such as `Connect Four`.
    const TITLE: &'static str = Self::NAME;

    /// The rules in one sentence.
    const RULES: &'static str;

    /// The parameters and their limits, as an error describes them to a user. Empty for a game
    /// without parameters.
    const PARAMETERS: &'static str = "";

    /// The form of a state, and an example.
    const STATES: &'static str;

    /// Parameters of games that take at most a second to solve. The first are the default.
    /// There is at least one sample; for a game without parameters, it is the empty text.
    const SAMPLES: &'static [&'static str] = &[""];

    /// Whether the game is [loopy](Game::is_loopy) with all parameters. If it is, the solvers for games
    /// without repetition are not compiled for it.
    const IS_LOOPY: bool = false;

    /// Whether proofs and playbooks by rules are compiled for the type of this game. They are then up to
    /// three times as fast. For other games, code that knows no type is compiled once.
    const PROVES_WITH_TYPE: bool = false;

    /// The players that know only this game.
    const PLAYERS: &'static [OwnPlayer<Self::State>] = &[];

    /// The formats that only tables of this game have.
    #[cfg(feature = "formats")]
    const FORMATS: &'static [OwnFormat<Self>] = &[];

    /// Creates the game with these parameters; `None` if they are not of the form that
    /// [`PARAMETERS`](Self::PARAMETERS) describes. A game without parameters accepts only the
    /// empty text.
    fn with_parameters(text: &str) -> Option<Self>;

    /// Writes the parameters in full, as [`with_parameters`](Self::with_parameters) reads
    /// them.
    ///
    /// # Errors
    /// When `out` fails.
    fn write_parameters(&self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    /// Writes the title of the game with these parameters, such as `Connect Four 4×4`: the
    /// title, and the parameters as books print them.
    ///
    /// # Errors
    ///
    /// When `out` fails.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::TITLE)?;
        self.write_parameters(&mut Typeset { out, last: None })
    }

    /// Writes the rules with these parameters, in one sentence.
    ///
    /// # Errors
    /// When `out` fails.
    fn write_rules(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::RULES)
    }

    /// Returns the state with a key. Either it is `None` for every key, or it is the inverse of
    /// `key` for every state that [`read_state`](crate::Notation::read_state) accepts,
    /// reachable or not.
    ///
    /// With this method, programs can store a state as its key. Without it, they number the
    /// states that they meet, which takes memory for each.
    fn of_key(&self, _key: u64) -> Option<Self::State> {
        None
    }

    /// Returns the table of the game, if it is part of the program. Then the game need not be
    /// solved.
    fn baked(&self) -> Option<&Baked<Self>> {
        None
    }

    /// Returns the rules for the source code of a playbook. `None` if the source code answers
    /// only keys.
    #[cfg(feature = "formats")]
    fn source_rules(&self) -> Option<SourceRules> {
        None
    }

    /// Lets a visitor act on the game. A game that is [`Dense`] calls
    /// [`visit_dense`](Visitor::visit_dense) here, and one that is only [`Sparse`] calls
    /// [`visit_sparse`](Visitor::visit_sparse).
    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit(self)
    }
}

/// An action on a game whose type is found by its name.
pub trait Visitor: Sized {
    /// The result.
    type Output;

    /// Acts on a game.
    fn visit<G: Listed>(self, game: G) -> Self::Output;

    /// Acts on a game with a dense index. By default, it acts as on any other.
    fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Acts on a game with a sparse index. By default, it acts as on any other.
    fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Self::Output {
        self.visit(game)
    }
}

/// An action on the type of each game.
pub trait TypeVisitor {
    /// Acts on one type.
    fn visit<G: Listed>(&mut self);
}

/// Writes parameters after a title: a space before them and after each comma, and a
/// multiplication sign between numbers.
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
