//! What is counted while a book is played.

use core::fmt;

/// How many games ended so, and how often the book had no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub faults: u32,
}

/// As the programs in C write it. No cycles are counted.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            won,
            drawn,
            lost,
            faults,
        } = self;
        write!(f, "{won} {drawn} {lost} {faults} 0")
    }
}
