//! Implements the traits of `serde` by hand where they cannot be derived. The hand-written code
//! distinguishes human-readable formats from others, and refuses numbers that are out of bounds.
//!
//! In a human-readable format, a state is a text, and a set of moves is a list. In any other
//! format, states and sets of moves are numbers.

use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tictactoe::State;
use crate::{Move, Moves, Score};

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            self.bits().serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_seq(MovesList)
        } else {
            u64::deserialize(deserializer).map(Self::from_bits)
        }
    }
}

struct MovesList;

impl<'de> Visitor<'de> for MovesList {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
        let mut moves = Moves::EMPTY;
        while let Some(mv) = list.next_element::<Move>()? {
            moves |= mv.into();
        }
        Ok(moves)
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            (self.x(), self.o()).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(StateFromText)
        } else {
            let (x, o) = Deserialize::deserialize(deserializer)?;
            Self::from_masks(x, o).map_err(D::Error::custom)
        }
    }
}

struct StateFromText;

impl Visitor<'_> for StateFromText {
    type Value = State;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board such as X.O/.X./..O")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<State, E> {
        text.parse().map_err(E::custom)
    }
}

/// Deserializes a distance, and refuses a distance that no [`Score`] can have.
pub(crate) fn distance<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    let distance = Option::deserialize(deserializer)?;
    match distance {
        Some(found) if found > Score::MAX_DISTANCE => Err(D::Error::custom(format_args!(
            "expected a distance below {}, found {found}",
            Score::MAX_DISTANCE + 1
        ))),
        _ => Ok(distance),
    }
}
