//! The subtraction game: the players take turns to take one or a few objects from one heap (Bachet,
//! Problèmes plaisants et délectables, 1612).
//!
//! The player who takes the last object wins, or loses in misère play.

use core::fmt;

use perfectplay::game::{Hints, MOVE_LIMIT, ParseStateError};
use perfectplay::index::{Dense, Sparse, Tier};
use perfectplay::{Game, Move, Moves, Value};

use crate::listed::{Listed, Visitor};
use crate::misere::{misere_option, strip_misere};
use crate::parameters::number;

/// The rules of the subtraction game. A state is the number of objects that are left. The index of
/// a move is the number of objects that are taken, minus one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subtraction {
    heap: u32,
    most: u8,
    misere: bool,
}

impl Subtraction {
    /// Creates the game with a heap of `heap` objects. A move takes at most `most` objects. Returns
    /// `None` unless `most` is from 1 to 64.
    #[must_use]
    pub fn new(heap: u32, most: u8, misere: bool) -> Option<Self> {
        (1..=MOVE_LIMIT)
            .contains(&most.into())
            .then_some(Self { heap, most, misere })
    }
}

impl Game for Subtraction {
    type State = u32;

    crate::listed::describe_as_text!();

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

    fn last_mover_may_lose(&self) -> bool {
        self.misere
    }

    fn tier(&self, left: u32) -> Option<u32> {
        Some(self.heap.saturating_sub(left))
    }
}

impl Sparse for Subtraction {
    fn last_tier(&self) -> u32 {
        self.heap
    }

    fn state_of_key(&self, key: u64) -> Option<u32> {
        u32::try_from(key).ok()
    }
}

impl Hints for Subtraction {}

/// The tier is the number of objects that have been taken from the heap. Each tier has one state.
impl Dense for Subtraction {
    fn tier_count(&self) -> u64 {
        u64::from(self.heap) + 1
    }

    fn tier_size(&self, _tier: Tier) -> u64 {
        1
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        (tier.number() + 1..self.tier_count())
            .take(self.most.into())
            .map(Tier::new)
    }

    fn moves_between(&self, tier: Tier, next: Tier) -> Moves {
        Moves::from_bits(1 << (next.number() - tier.number() - 1))
    }

    fn rank(&self, left: u32) -> Option<(Tier, u64)> {
        let taken = self.heap.checked_sub(left)?;
        Some((Tier::new(taken.into()), 0))
    }

    fn unrank(&self, tier: Tier, _rank: u64) -> u32 {
        self.heap - tier.number() as u32
    }
}

impl Listed for Subtraction {
    const NAME: &'static str = "subtraction";
    const TITLE: &'static str = "Subtraction";
    const RULES: &'static str =
        "Take one or a few from a heap; the player who takes the last one wins.";
    const PARAMETERS: &'static str = "HEAP,MOST[,misere], such as 21,3: MOST from 1 to 64";
    const STATES: &'static str = "what is left of the heap, such as 21";
    const KEY: &'static str = "The number of objects left.";
    const SAMPLES: &'static [&'static str] = &["21,3", "21,3,misere", "40,7"];

    fn write_rules(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let verb = if self.misere { "loses" } else { "wins" };
        write!(
            out,
            "Take one or a few from a heap; the player who takes the last one {verb}."
        )
    }
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let (text, misere) = strip_misere(text);
        let (heap, most) = text.split_once(',')?;
        Self::new(number(heap)?, number(most)?, misere)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let misere = misere_option(self.misere);
        write!(out, "{},{}{misere}", self.heap, self.most)
    }

    fn of_key(&self, key: u64) -> Option<u32> {
        self.state_of_key(key)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{left}")
    }

    fn read_state(&self, text: &str) -> Result<u32, ParseStateError> {
        let left = text.parse().ok().filter(|&left| left <= self.heap);
        left.ok_or(ParseStateError::at(text, 0, "what is left of the heap"))
    }

    /// Writes how many objects the move takes.
    fn write_move(&self, _left: u32, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", mv.index() + 1)
    }
}
