//! The games that ship with `perfectplay`, one file each, and the list of them; how a game is
//! written, drawn and listed.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "formats")]
extern crate alloc;

mod board;
pub mod breakthrough;
pub mod chomp;
pub mod dodgem;
pub mod domineering;
pub mod dots;
pub mod hexapawn;
pub mod hounds;
pub mod kalah;
pub mod mnk;
pub mod morris;
pub mod nim;
pub mod notakto;
mod notation;
mod own;
mod pawns;
mod pieces;
pub mod show;
mod subsets;
pub mod subtraction;
mod tictactoe;
pub mod vanishing;
pub mod wild;

use core::fmt;

use perfectplay::index::{Dense, Sparse};
use perfectplay::tictactoe::Line;
use perfectplay::{Game, Moves, Solved, Symmetric};

use crate::show::SquareLine;

pub use notation::Notation;
pub use show::Show;

pub use own::OwnPlayer;
#[cfg(feature = "formats")]
pub use own::{FormatResult, OwnFormat};
pub use pieces::Pieces;

/// A game that can be asked for by name and parameters: one that ships, or an author's own.
///
/// A game without parameters needs a name, its rules, the form of its states, and
/// [`with_parameters`](Self::with_parameters). The other items have defaults.
pub trait Listed:
    Show + Symmetric + Game<State: Send + 'static> + Send + Sync + Sized + 'static
{
    /// The name, in lower case.
    const NAME: &'static str;

    /// What people call the game, such as `Connect Four`.
    const TITLE: &'static str = Self::NAME;

    /// The rules in one sentence.
    const RULES: &'static str;

    /// What parameters there are and what they may be, as said to somebody who gave
    /// others. Empty for a game without.
    const PARAMETERS: &'static str = "";

    /// How a state is written, and an example.
    const STATES: &'static str;

    /// Parameters of games that are solved in a second: the usual ones first. There is at
    /// least one sample; that of a game without parameters is the empty text.
    const SAMPLES: &'static [&'static str] = &[""];

    /// The players that know this game only.
    const PLAYERS: &'static [OwnPlayer<Self::State>] = &[];

    /// The formats that only tables of this game have.
    #[cfg(feature = "formats")]
    const FORMATS: &'static [OwnFormat<Self>] = &[];

    /// The game with these parameters; `None` if they are not what
    /// [`PARAMETERS`](Self::PARAMETERS) says. A game without parameters takes only the
    /// empty text.
    fn with_parameters(text: &str) -> Option<Self>;

    /// Writes the parameters in full, as [`with_parameters`](Self::with_parameters) reads
    /// them.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_parameters(&self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    /// Writes what people call the game with these parameters, such as `Connect Four 4×4`:
    /// the title, and the parameters as they are printed in books.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::TITLE)?;
        self.write_parameters(&mut Typeset { out, last: None })
    }

    /// The table of the game, if the program has it: then there is no need to solve it.
    fn baked(&self) -> Option<&dyn Solved<Game = Self>> {
        None
    }

    /// Lets a visitor do something with the game. A game that is [`Dense`] calls
    /// [`visit_dense`](Visitor::visit_dense) here, and one that is only [`Sparse`]
    /// [`visit_sparse`](Visitor::visit_sparse).
    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit(self)
    }
}

/// The lines of the board of 3 by 3 whose cells are all in one of the masks.
fn lines_of_three<const N: usize>(masks: [u16; N]) -> impl Iterator<Item = SquareLine> {
    masks.into_iter().flat_map(|mask| {
        let held = Moves::from_bits(mask.into());
        let lines = Line::all().filter(move |line| line.moves().is_subset(held));
        lines.map(line_of_three)
    })
}

/// A line of the board of 3 by 3, as it is shown.
const fn line_of_three(line: Line) -> SquareLine {
    let [first, next, _] = line.cells();
    SquareLine {
        first,
        step: next as i8 - first as i8,
        length: 3,
    }
}

/// Parameters without the option `misere` at their end, and whether it was there.
fn strip_misere(parameters: &str) -> (&str, bool) {
    match parameters.strip_suffix(",misere") {
        Some(others) => (others, true),
        None => (parameters, false),
    }
}

/// What [`strip_misere`] strips.
const fn misere_option(misere: bool) -> &'static str {
    if misere { ",misere" } else { "" }
}

/// Writes parameters behind a title: a space before them and after each comma, and the sign
/// of multiplication between numbers.
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

/// Something to be done with a game that is known by its name only.
pub trait Visitor: Sized {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Listed>(self, game: G) -> Self::Output;

    /// Does it with a game whose states are numbered: the same as with any other, unless
    /// the visitor can do more.
    fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Does it with a game whose states are found by keys.
    fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Self::Output {
        self.visit(game)
    }
}

/// Something to be done with the type of each game.
pub trait TypeVisitor {
    /// Does it for one type.
    fn visit<G: Listed>(&mut self);
}

/// Makes the list of games from their types, by the order in which they are shown.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The games that ship.
        pub const LIST: &[Listing] = &[$(Listing::of::<$game>()),+];

        /// Opens the game that a text such as `mnk:4,4,4` names: a name, and parameters
        /// behind a colon; without them, the usual ones.
        ///
        /// # Errors
        /// When there is no such game, or it has no such parameters.
        pub fn open<V: Visitor>(spec: &str, visitor: V) -> Result<V::Output, SpecError> {
            let (name, parameters) = match spec.split_once(':') {
                Some((name, parameters)) => (name, Some(parameters)),
                None => (spec, None),
            };
            $(
                if name == <$game>::NAME {
                    let parameters = parameters.unwrap_or(<$game>::SAMPLES[0]);
                    return match <$game>::with_parameters(parameters) {
                        Some(game) => Ok(game.accept(visitor)),
                        None => Err(SpecError::Parameters(Listing::of::<$game>())),
                    };
                }
            )+
            Err(SpecError::Name)
        }

        /// Does something with the type of each game that ships, in the order of [`LIST`].
        pub fn visit_types(visitor: &mut impl TypeVisitor) {
            $(visitor.visit::<$game>();)+
        }
    };
}

games![
    perfectplay::tictactoe::TicTacToe,
    mnk::Marks,
    mnk::Connect,
    wild::Wild,
    notakto::Notakto,
    hexapawn::Hexapawn,
    chomp::Chomp,
    nim::Nim,
    subtraction::Subtraction,
    morris::Morris,
    vanishing::Vanishing,
    dodgem::Dodgem,
    hounds::HareAndHounds,
    breakthrough::Breakthrough,
    domineering::Domineering,
    dots::DotsAndBoxes,
    kalah::Kalah,
];

/// What the list tells of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// [`Listed::NAME`].
    pub name: &'static str,
    /// [`Listed::RULES`].
    pub rules: &'static str,
    /// [`Listed::PARAMETERS`].
    pub parameters: &'static str,
    /// [`Listed::STATES`].
    pub states: &'static str,
    /// [`Listed::SAMPLES`].
    pub samples: &'static [&'static str],
}

impl Listing {
    /// What there is to tell of a game.
    #[must_use]
    pub const fn of<G: Listed>() -> Self {
        Self {
            name: G::NAME,
            rules: G::RULES,
            parameters: G::PARAMETERS,
            states: G::STATES,
            samples: G::SAMPLES,
        }
    }
}

/// A text that names no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No game has the name.
    Name,
    /// This game has no such parameters.
    Parameters(Listing),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => {
                f.write_str("expected a game (")?;
                for (i, listing) in LIST.iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(f, "{separator}{}", listing.name)?;
                }
                f.write_str(")")
            }
            Self::Parameters(listing) if listing.parameters.is_empty() => {
                write!(f, "expected {} without parameters", listing.name)
            }
            Self::Parameters(listing) => {
                write!(f, "expected {}:{}", listing.name, listing.parameters)
            }
        }
    }
}

impl core::error::Error for SpecError {}
