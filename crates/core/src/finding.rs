//! A fault in the rules of a game, and the state in which the fault was found.

use core::fmt;

use crate::{Fault, Route};

/// A fault in the rules of a game, and the state in which the fault was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The fault.
    pub fault: Fault,
    /// The state, and the moves that lead to it.
    pub route: Route,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, in {}", self.fault, self.route)
    }
}

impl core::error::Error for Finding {}
