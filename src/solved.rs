//! Solved games, in which the value of every reachable state is known. Every solved game implements
//! [`Solved`].
//!
//! The trait [`Solved`] is at the root of the crate.

pub(crate) mod states_with_values;

pub use crate::evaluated::{EvaluatedMove, EvaluatedMoves};
#[cfg(feature = "alloc")]
pub(crate) use states_with_values::lawful_record;
pub use states_with_values::{LookupError, LookupErrorOf, MovesOf, StateOf};
pub(crate) use states_with_values::{Solved, known_score, lawful_analysis};
