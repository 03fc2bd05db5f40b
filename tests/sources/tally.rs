//! Counts how many games a playbook has won, drawn and lost.

use core::fmt;

/// The numbers of games that the playbook has won, drawn and lost. `faults` is the number of times
/// that the playbook had no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub faults: u32,
}

/// Writes the counts in the format of the C programs. The last number counts cycles, and is always
/// 0.
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
