//! Checks the rules of any game, and computes a number that identifies the rules.

use perfectplay::Game;
use perfectplay::check::{Check, Checked, StateCounts};
use perfectplay::game::PlayerName;
use perfectplay::table::fingerprint;

use crate::game::AnyGame;

impl AnyGame {
    /// Checks the rules for mistakes.
    #[must_use]
    pub fn check(&self, check: Check) -> Checked {
        if let Some(checked) = self.0.check_with_type(check) {
            return checked;
        }
        // The check below finds states by their keys, so report a start with a wrong key first.
        if let Some(finding) = self.0.fault_in_start() {
            return Checked {
                states: 0,
                complete: false,
                findings: vec![finding],
                remarks: Vec::new(),
                counts: StateCounts {
                    by_ply: Vec::new(),
                    are_all: false,
                    ends: Vec::new(),
                    players: self.player_names().map(PlayerName),
                },
            };
        }
        check.run_symmetric_with(self, |game, state| game.0.fault_after(state))
    }

    /// Returns a hash of the rules, the *fingerprint*. Different rules almost always have different fingerprints.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}
