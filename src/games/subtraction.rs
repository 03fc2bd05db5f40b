//! The subtraction game: one heap, from which the players in turn take one or a few
//! (C. G. Bachet, Problèmes plaisants et délectables, 1612).
//!
//! The player who takes the last one wins; in misère play, loses.

use core::fmt;

use super::{misere_option, strip_misere};
use crate::games::Listed;
use crate::kernel::{Game, MOVE_LIMIT, Move, Moves, Value};
use crate::notation::{Notation, ParseStateError};
use crate::show::Show;
use crate::symmetric::Symmetric;

/// The rules of the subtraction game. A state is what is left, and a move one less than
/// what is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subtraction {
    heap: u32,
    most: u8,
    misere: bool,
}

impl Subtraction {
    /// The game from a heap of this size. A move takes at most `most`, from 1 to 64;
    /// otherwise `None`.
    #[must_use]
    pub fn new(heap: u32, most: u8, misere: bool) -> Option<Self> {
        (1..=MOVE_LIMIT)
            .contains(&most.into())
            .then_some(Self { heap, most, misere })
    }
}

impl Game for Subtraction {
    type State = u32;

    fn move_count(&self) -> u32 {
        self.most.into()
    }

    fn start(&self) -> u32 {
        self.heap
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        let over = if self.misere { Value::Win } else { Value::Loss };
        (left == 0).then_some(over)
    }

    fn legal(&self, left: u32) -> Moves {
        Moves::first_n(left.min(self.most.into()))
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        left - 1 - u32::from(mv.index())
    }

    fn key(&self, left: u32) -> u64 {
        left.into()
    }

    fn tier(&self, left: u32) -> Option<u32> {
        Some(self.heap.saturating_sub(left))
    }
}

impl Symmetric for Subtraction {}

impl Notation for Subtraction {
    fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{left}")
    }

    fn read_state(&self, text: &str) -> Result<u32, ParseStateError> {
        let left = text.parse().ok().filter(|&left| left <= self.heap);
        left.ok_or(ParseStateError::at(text, 0, "what is left of the heap"))
    }

    /// How many are taken.
    fn write_move(&self, _left: u32, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", mv.index() + 1)
    }
}

impl Show for Subtraction {}

impl Listed for Subtraction {
    const NAME: &'static str = "subtraction";
    const RULES: &'static str =
        "Take one or a few from a heap; the player who takes the last one wins.";
    const PARAMETERS: &'static str = "HEAP,MOST[,misere], such as 21,3: MOST from 1 to 64";
    const STATES: &'static str = "what is left of the heap, such as 21";
    const SAMPLES: &'static [&'static str] = &["21,3", "21,3,misere", "40,7"];

    fn with_parameters(text: &str) -> Option<Self> {
        let (text, misere) = strip_misere(text);
        let (heap, most) = text.split_once(',')?;
        Self::new(heap.parse().ok()?, most.parse().ok()?, misere)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let misere = misere_option(self.misere);
        write!(out, "{},{}{misere}", self.heap, self.most)
    }
}
