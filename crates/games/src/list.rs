//! The list of the games that ship.

use core::fmt;

use perfectplay::tictactoe::TicTacToe;

use crate::listed::{Listed, TypeVisitor, Visitor};
use crate::{
    breakthrough, chess, chomp, dobutsu, dodgem, domineering, dots, hexapawn, hounds, kalah, mills,
    mnk, morris, nim, notakto, subtraction, vanishing, wild,
};

/// Defines `LIST`, and the functions that must handle the type of every game that ships. Programs
/// show the games in the order in which the call of this macro lists the types.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The games that ship.
        pub const LIST: &[Listing] = &[$(Listing::new::<$game>()),+];

        /// Creates the game that `spec` names, and passes the game to `visitor`. `spec` is the name
        /// of a game, optionally followed by a colon and parameters, such as `mnk:4,4,4`. If `spec`
        /// has no parameters, the default parameters are used.
        ///
        /// # Errors
        /// Fails when no game has this name, or when the game does not accept the parameters.
        pub fn open<V: Visitor>(spec: &str, visitor: V) -> Result<V::Output, GameNameError> {
            let (name, parameters) = match spec.split_once(':') {
                Some((name, parameters)) => (name, Some(parameters)),
                None => (spec, None),
            };
            $(
                if name == <$game>::NAME {
                    let parameters = parameters.unwrap_or(<$game>::SAMPLES[0]);
                    return match <$game>::with_parameters(parameters) {
                        Some(game) => Ok(game.accept(visitor)),
                        None => Err(GameNameError::Parameters(Listing::new::<$game>())),
                    };
                }
            )+
            Err(GameNameError::Name)
        }

        /// Calls `visitor` once for each game that ships, with the type of the game, in the order
        /// of [`LIST`].
        pub fn visit_types(visitor: &mut impl TypeVisitor) {
            $(visitor.visit::<$game>();)+
        }
    };
}

games![
    TicTacToe,
    mnk::Marks,
    mnk::Connect,
    wild::Wild,
    notakto::Notakto,
    hexapawn::Hexapawn,
    chomp::Chomp,
    nim::Nim,
    subtraction::Subtraction,
    morris::Morris,
    mills::Mills,
    vanishing::Vanishing,
    dodgem::Dodgem,
    hounds::HareAndHounds,
    dobutsu::Dobutsu,
    chess::Chess,
    breakthrough::Breakthrough,
    domineering::Domineering,
    dots::DotsAndBoxes,
    kalah::Kalah,
];

/// The name, the rules and other texts that describe a game on the list.
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
    /// [`Listed::KEY`].
    pub key: &'static str,
    /// [`Listed::SAMPLES`].
    pub samples: &'static [&'static str],
}

impl Listing {
    /// Returns the texts that describe the game `G`.
    #[must_use]
    pub const fn new<G: Listed>() -> Self {
        Self {
            name: G::NAME,
            rules: G::RULES,
            parameters: G::PARAMETERS,
            states: G::STATES,
            key: G::KEY,
            samples: G::SAMPLES,
        }
    }
}

/// The error for a text that is not the name of a game, or has parameters that the game does not
/// accept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GameNameError {
    /// No game has the name.
    Name,
    /// This game does not accept the parameters.
    Parameters(Listing),
}

impl fmt::Display for GameNameError {
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

perfectplay::debug_as_display!([] GameNameError);

impl core::error::Error for GameNameError {}
