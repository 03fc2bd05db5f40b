//! Every reachable state of a table, by the rules.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::Table;
use crate::analysis::Analysis;
use crate::game::Game;

pub(super) struct Walk<'t, 'a, G: Game> {
    table: &'t Table<'a, G>,
    /// The keys of all states that were found.
    seen: BTreeSet<u64>,
    /// States that were found and not given yet.
    pending: Vec<G::State>,
}

impl<'t, 'a, G: Game> Walk<'t, 'a, G> {
    pub(super) fn new(table: &'t Table<'a, G>) -> Self {
        let mut walk = Self {
            table,
            seen: BTreeSet::new(),
            pending: Vec::new(),
        };
        for start in table.game.starts() {
            walk.find(start);
        }
        walk
    }

    fn find(&mut self, state: G::State) {
        if self.seen.insert(self.table.game.key(state)) {
            self.pending.push(state);
        }
    }
}

impl<G: Game> Iterator for Walk<'_, '_, G> {
    type Item = (G::State, Analysis);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let state = self.pending.pop()?;
            // A table that is damaged may lack a state.
            let Some(analysis) = self.table.lookup(state) else {
                continue;
            };
            let game = &self.table.game;
            if game.outcome(state).is_none() {
                for mv in game.legal(state) {
                    self.find(game.play(state, mv));
                }
            }
            return Some((state, analysis));
        }
    }
}
