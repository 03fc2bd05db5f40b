//! Going through a table of keys on all cores, with everything about each state.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use perfectplay::game::Score;
use perfectplay::{Analysis, Game, Solved};

use super::read::{Answers, KeyedTable};
use crate::error::Error;
use crate::keyed::Rules;
use crate::keyed::block::KEYS;
use crate::parallel;

/// Some reachable states of a table of keys. It answers about each of them, and about those
/// after its moves, from memory.
pub struct KeyedPiece<'a, G> {
    table: &'a KeyedTable<G>,
    keys: &'a [u64],
    /// The tiers of the states and of those after their moves.
    held: &'a BTreeMap<u32, Answers>,
}

impl<G: Game> KeyedPiece<'_, G> {
    /// Its states.
    pub fn states(&self) -> impl Iterator<Item = G::State> + '_ {
        // Each key has a state, or else there is no piece.
        let keys = self.keys.iter();
        keys.filter_map(|&key| self.table.game().state_of_key(key))
    }
}

impl<G: Game> Solved for KeyedPiece<'_, G> {
    type Game = G;
    type Error = Error;

    fn game(&self) -> &G {
        self.table.game()
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Error> {
        let score = |state| self.try_score(state);
        self.table.file.analysis(self.game(), state, score)
    }

    fn try_score(&self, state: G::State) -> Result<Option<Score>, Error> {
        let key = self.game().key(state);
        let tier = self.game().tier(state);
        let answers = tier.and_then(|tier| self.held.get(&tier));
        let code = answers.and_then(|answers| answers.code(key));
        Ok(code.and_then(|code| self.table.codes().score(code.into())))
    }

    fn states(&self) -> u64 {
        self.table.states()
    }
}

impl<G: Game + Sync> KeyedTable<G> {
    /// Goes through every reachable state on all cores, piece by piece: tells the result of
    /// some work on each piece, in order. Tiers come by rising number.
    ///
    /// In memory are the keys and codes of a tier and of those that its moves lead to, and
    /// some results.
    ///
    /// # Errors
    /// As [`score`](Self::score).
    pub fn visit_pieces<R: Send>(
        &self,
        work: impl Fn(&KeyedPiece<'_, G>) -> R + Sync,
        mut each: impl FnMut(R) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut held: BTreeMap<u32, Answers> = BTreeMap::new();
        for entry in self.file.entries() {
            // There are fewer than 2^32 tiers.
            let tier = entry?.tier as u32;
            self.hold(tier, &mut held)?;
            let keys = held[&tier].keys.chunks(KEYS).collect();
            let next = parallel::try_map(keys, |keys| self.tiers_after(keys))?;
            for tier in next.into_iter().flatten().collect::<BTreeSet<_>>() {
                self.hold(tier, &mut held)?;
            }
            let pieces: Vec<&[u64]> = held[&tier].keys.chunks(KEYS).collect();
            let work = |keys| {
                work(&KeyedPiece {
                    table: self,
                    keys,
                    held: &held,
                })
            };
            if parallel::try_for_each(&pieces, work, &mut each).is_break() {
                return Ok(());
            }
            held.remove(&tier);
        }
        Ok(())
    }

    /// Reads a tier, unless it is held.
    fn hold(&self, tier: u32, held: &mut BTreeMap<u32, Answers>) -> Result<(), Error> {
        if let Entry::Vacant(place) = held.entry(tier) {
            place.insert(self.whole_tier(tier)?);
        }
        Ok(())
    }

    /// The tiers that moves lead to from some states.
    fn tiers_after(&self, keys: &[u64]) -> Result<BTreeSet<u32>, Error> {
        let (mut tiers, mut after) = (BTreeSet::new(), Vec::new());
        for &key in keys {
            Rules::look_at(self.game(), key, &mut after)?;
            tiers.extend(after.iter().map(|after| after.tier));
        }
        Ok(tiers)
    }
}
