//! `serde` support for the public types.
//!
//! Deserializing makes the same checks as the constructor of the type. In human-readable
//! formats a state is its text form and a set of moves is a list; in other formats both
//! are numbers.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

use crate::kernel::{Analysis, Move, Moves, Player, Score, Value};
use crate::level::{ErrorRate, Level};
#[cfg(feature = "alloc")]
use crate::round::SavedRound;
use crate::round::Seat;
use crate::tictactoe::{Record, State};
#[cfg(feature = "alloc")]
use crate::verify::Verified;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Value", rename_all = "lowercase")]
enum ValueForm {
    Loss,
    Draw,
    Win,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ValueForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ValueForm::deserialize(deserializer)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "lowercase")]
enum PlayerForm {
    First,
    Second,
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlayerForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PlayerForm::deserialize(deserializer)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.index().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u8::deserialize(deserializer)?;
        Self::new(index).ok_or_else(|| {
            D::Error::custom(format_args!("expected a move below 64, found {index}"))
        })
    }
}

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

/// Deserializes a set of moves from a list.
struct MovesList;

impl<'de> Visitor<'de> for MovesList {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
        let mut moves = Moves::EMPTY;
        while let Some(mv) = list.next_element::<Move>()? {
            moves = moves | mv.into();
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
            deserializer.deserialize_str(StateText)
        } else {
            let (x, o) = Deserialize::deserialize(deserializer)?;
            Self::from_masks(x, o).map_err(D::Error::custom)
        }
    }
}

/// Deserializes a state from its text form.
struct StateText;

impl Visitor<'_> for StateText {
    type Value = State;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board such as X.O/.X./..O")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<State, E> {
        text.parse().map_err(E::custom)
    }
}

/// A record with a field for each of its parts.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Record", deny_unknown_fields)]
struct RecordForm {
    value: Value,
    distance: u8,
    winning: Moves,
    losing: Moves,
    neutral: Moves,
    best: Moves,
    occupied: Moves,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = RecordForm {
            value: self.value(),
            distance: self.distance(),
            winning: self.winning(),
            losing: self.losing(),
            neutral: self.neutral(),
            best: self.best(),
            occupied: self.occupied(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = RecordForm::deserialize(deserializer)?;
        let analysis = Analysis {
            winning: form.winning,
            losing: form.losing,
            neutral: form.neutral,
            best: form.best,
            value: form.value,
            distance: Some(form.distance.into()),
        };
        Self::pack(&analysis, form.occupied).map_err(D::Error::custom)
    }
}

/// The least distance that is too great.
const DISTANCE_LIMIT: u32 = Score::MAX_DISTANCE + 1;

/// An analysis can be constructed from any parts, so any parts are accepted, except for a
/// distance that no [`Score`] has.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Analysis", rename = "Analysis", deny_unknown_fields)]
struct AnalysisForm {
    winning: Moves,
    losing: Moves,
    neutral: Moves,
    best: Moves,
    value: Value,
    distance: Option<u32>,
}

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnalysisForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Analysis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let analysis = AnalysisForm::deserialize(deserializer)?;
        match analysis.distance {
            Some(found @ DISTANCE_LIMIT..) => Err(D::Error::custom(format_args!(
                "expected a distance below {DISTANCE_LIMIT}, found {found}"
            ))),
            _ => Ok(analysis),
        }
    }
}

/// In percent.
impl Serialize for ErrorRate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.percent().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ErrorRate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let percent = u8::deserialize(deserializer)?;
        Self::from_percent(percent).ok_or_else(|| {
            D::Error::custom(format_args!(
                "expected at most 100 percent, found {percent}"
            ))
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Level", rename_all = "lowercase")]
enum LevelForm {
    Perfect,
    Invincible,
    Casual(ErrorRate),
    Random,
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LevelForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LevelForm::deserialize(deserializer)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Seat", rename_all = "lowercase")]
enum SeatForm {
    Human,
    Ai(Level),
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SeatForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SeatForm::deserialize(deserializer)
    }
}

#[cfg(feature = "alloc")]
#[derive(Serialize, Deserialize)]
#[serde(remote = "Verified", rename = "Verified", deny_unknown_fields)]
struct VerifiedForm {
    states: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    endless: u64,
    longest: u32,
}

#[cfg(feature = "alloc")]
impl Serialize for Verified {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        VerifiedForm::serialize(self, serializer)
    }
}

#[cfg(feature = "alloc")]
impl<'de> Deserialize<'de> for Verified {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        VerifiedForm::deserialize(deserializer)
    }
}

/// The moves are lists, which keep their order.
#[cfg(feature = "alloc")]
#[derive(Serialize, Deserialize)]
#[serde(rename = "SavedRound", deny_unknown_fields)]
struct SavedRoundForm<L> {
    seats: [Seat; 2],
    played: L,
    taken_back: L,
}

#[cfg(feature = "alloc")]
impl Serialize for SavedRound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = SavedRoundForm {
            seats: self.seats,
            played: &*self.played,
            taken_back: &*self.taken_back,
        };
        form.serialize(serializer)
    }
}

#[cfg(feature = "alloc")]
impl<'de> Deserialize<'de> for SavedRound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = SavedRoundForm::<InOrder>::deserialize(deserializer)?;
        Ok(Self {
            seats: form.seats,
            played: form.played.0,
            taken_back: form.taken_back.0,
        })
    }
}

/// A list of moves. `serde` itself reads a `Vec` only with a feature of its own.
#[cfg(feature = "alloc")]
struct InOrder(Vec<Move>);

#[cfg(feature = "alloc")]
impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = InOrder;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<InOrder, A::Error> {
                let mut moves = Vec::new();
                while let Some(mv) = list.next_element()? {
                    moves.push(mv);
                }
                Ok(InOrder(moves))
            }
        }

        deserializer.deserialize_seq(List)
    }
}
