//! How many states a game has, estimated layer by layer.
//!
//! Sizes and times follow from the number of reachable states. Only moves forwards are
//! known, and the same state is reached in many ways. So the number is found layer by
//! layer: the states of a [tier](Game::tier), or where there are none, those that so many
//! plies lead to.
//!
//! # How states are counted that nobody has seen
//! Layers are enumerated while the [`Effort`] lasts. From then on a layer is represented
//! by a sample in which every state is kept at the same rate *p*. Say that a state of the
//! next layer follows *d* others. None of them is in the sample with the chance
//! *q* = (1 - *p*)^*d*, exactly one with *d* *a* *q*, exactly two with *d*(*d* - 1)/2 *a*²
//! *q*, where *a* = (1 - *p*)/*p*. Sums over what was found once, *F*₁, and twice, *F*₂,
//! therefore tell sums over what was not found:
//!
//! ```text
//! Σ a  over F₁  ≈  Σ d q           Σ a²  over F₂  ≈  Σ d(d-1)/2 q
//!
//! unseen = Σ q  ≈  Σ d q / (1 + k),    k = 2 Σ a² / Σ a: how many more parents
//! ```
//!
//! That is the step of I. J. Good and G. H. Toulmin (The number of new species,
//! Biometrika 43, 1956) and the bound of A. Chao (Estimating the population size for
//! capture-recapture data with unequal catchability, Biometrics 43, 1987), for a number of
//! parents that is one at least; exact when all states have the same number. Moves that
//! skip tiers bring parents of several rates, each with its own *a*. Finished states have
//! fewer parents than others, and are counted on their own. Then a state that was found
//! once stands also for its share of the unseen, and the next sample is drawn by these
//! weights (D. G. Horvitz and D. J. Thompson, A generalization of sampling without
//! replacement, JASA 47, 1952), so that it is even again.
//!
//! Where states come back or have no tiers, a layer holds what so many plies may lead to,
//! but for the states of enumerated layers. These layers grow towards all states whose
//! player to move fits, so that the largest two in turn are taken for the rest of the
//! game: too few, if early states cannot be met again.
//!
//! Two things spoil the estimate, and are mended:
//!
//! - **Relatives.** Siblings lead to the same states, and are in a sample together far
//!   more often than others: if one ancestor was kept at a rate *r*, 1/*r* times. Pairs
//!   count *r*, the rate of the last common ancestor. Without this, every layer counts
//!   too few.
//! - **Rare pairs.** In a layer of 10^9 states a sample hardly meets one twice. *k* is
//!   therefore held near that of the layer before, as by [`PRIOR`] pairs more.
//!
//! # What was tried
//! Estimate over truth, least and greatest of 20 seeds:
//!
//! | | sample | Connect Four 6×4 | 5×5 | 4,4,4 |
//! | --- | --- | --- | --- | --- |
//! | all pairs counted alike | 20,000 | 0.16–0.17 | 0.16–0.17 | 0.85–0.92 |
//! | no pairs of relatives at all | 20,000 | 1.28–1.98 | 1.45–1.93 | 1.11–1.18 |
//! | those at their rate, and the spread of *d* from triples | 40,000 | 1.10–1.45 | 1.18–1.63 | 1.05–1.07 |
//! | the same without triples | 30,000 | 1.01–1.09 | 1.06–1.15 | 1.06–1.07 |
//!
//! Walks from the start as D. E. Knuth proposed for trees (Estimating the efficiency of
//! backtrack programs, Mathematics of Computation 29, 1975), with moves that commute
//! played in one order only, are exact for 4,4,4, but reach a state of Connect Four 5×4 in
//! up to 2,000 ways, and so unevenly that no correction helps.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::certainty::Certainty;
use super::effort::Effort;
use crate::entropy::mix;
use crate::kernel::solve::{Layers, Problem, SolveError, declared, legal};
use crate::kernel::{Fault, Game, Moves, starts};

/// How many pairs the layer before is worth, when it is asked how many parents a state
/// has.
const PRIOR: f64 = 16.0;

/// A game whose states come back is surveyed until so many layers have brought no more.
const PATIENCE: u32 = 6;

/// How many times the enumerated states a survey may look at.
const LENGTH: u64 = 64;

/// A state that was kept in its layer, and played on from.
struct Kept {
    /// The number of the one before it; that of the root is its own.
    parent: u32,
    /// How many states of the layer it stands for: 1 over the rate at which they were kept.
    weight: f64,
}

/// The number of what stands before all starts.
const ROOT: u32 = 0;

/// A state after a move of one that was kept.
#[derive(Clone, Copy)]
struct Sighting<S> {
    key: u64,
    state: S,
    /// The number of the state before the move.
    parent: u32,
}

/// A state of a layer, seen once or more.
struct Seen<S> {
    sighting: Sighting<S>,
    finished: bool,
    /// *a*, if it was seen once; else nought.
    odds: f64,
}

/// What was seen of the states of a layer that are finished, or that are not.
#[derive(Clone, Copy, Default)]
struct Tally {
    states: f64,
    /// How many states were seen once, and the sum of their *a*.
    once: f64,
    odds_once: f64,
    /// The sum of *a*² for those that were seen twice.
    odds_twice: f64,
}

impl Tally {
    /// *k*, the number of parents besides the one that was kept; given that of the layer
    /// before.
    fn more_parents(&self, before: Option<f64>) -> f64 {
        // So many pairs come of each further parent.
        let pairs_each = self.once / (2.0 * self.odds());
        match before {
            Some(before) => (PRIOR + self.pairs()) / (PRIOR / before + pairs_each),
            None => self.pairs() / pairs_each,
        }
    }

    /// The mean *a*.
    fn odds(&self) -> f64 {
        self.odds_once / self.once
    }

    /// How many states were seen twice, but for relatives.
    fn pairs(&self) -> f64 {
        self.odds_twice / (self.odds() * self.odds())
    }
}

/// What a survey found out about a game.
pub(super) struct Surveyed {
    /// How many states the game has.
    pub(super) states: f64,
    pub(super) certainty: Certainty,
    /// Whether the layers are tiers.
    pub(super) tiered: bool,
    /// How many moves all states have together.
    pub(super) moves: f64,
    /// How many of them the survey played.
    pub(super) played: u64,
    /// How many states the largest layer has.
    pub(super) largest: f64,
    /// How many layers there are.
    pub(super) depth: u32,
    pub(super) greatest_key: u64,
}

/// Looks at a game layer by layer.
pub(super) struct Survey<'g, G: Game> {
    game: &'g G,
    declared: Moves,
    /// What was seen of layers that are yet to come.
    layers: Layers<Vec<Sighting<G::State>>>,
    found: Found,
}

/// What a survey has found so far, whatever the states are.
struct Found {
    effort: Effort,
    tiered: bool,
    kept: Vec<Kept>,
    /// The keys of all states of whole layers, of a game without tiers.
    enumerated: BTreeSet<u64>,
    /// *k* of the layer before, for states that go on, and for finished ones.
    more_parents: [Option<f64>; 2],
    /// Whether there was a layer of which not all states were kept.
    sampled: bool,
    /// Whether the game was too long.
    cut: bool,
    states: f64,
    /// How many of them are estimated from few pairs.
    doubtful: f64,
    /// In a game without tiers, how many states the layer before had, if it was one after
    /// a sample; and the most that two layers in turn had.
    last: f64,
    two: f64,
    largest: f64,
    depth: u32,
    moves: f64,
    played: u64,
    greatest_key: u64,
}

impl<'g, G: Game> Survey<'g, G> {
    /// Surveys a game.
    pub(super) fn of(game: &'g G, effort: Effort) -> Result<Surveyed, SolveError> {
        let declared =
            declared(game).map_err(|fault| Problem::from(fault).at(game, game.start()))?;
        let tiered = !game.may_repeat() && game.tier(game.start()).is_some();
        let mut survey = Self {
            game,
            declared,
            layers: Layers::new(),
            found: Found::new(effort, tiered),
        };
        survey.run()?;
        Ok(survey.found.surveyed())
    }

    fn run(&mut self) -> Result<(), SolveError> {
        for start in starts(self.game) {
            self.see(start, ROOT, None)?;
        }
        let limit = LENGTH * u64::from(self.found.effort.states);
        let mut patience = PATIENCE;
        while let Some((number, sightings)) = self.layers.pop_first() {
            let two = self.found.two;
            let seen = self.look(sightings)?;
            let kept = self.thin(number, seen);
            for (sighting, weight) in kept {
                self.expand(number, sighting, weight)?;
            }
            self.found.depth += 1;
            if self.found.sampled && !self.found.tiered {
                // What is not a sixty-fourth more is noise.
                let grown = self.found.two * 64.0 > two * 65.0;
                patience = if grown { PATIENCE } else { patience - 1 };
            }
            self.found.cut = self.found.kept.len() as u64 > limit && !self.layers.is_empty();
            if self.found.cut || patience == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Takes note of a state after a move, in the layer of which it is.
    fn see(&mut self, state: G::State, parent: u32, before: Option<u32>) -> Result<(), SolveError> {
        let sighting = Sighting {
            key: self.game.key(state),
            state,
            parent,
        };
        let number = if self.found.tiered {
            let found = self.game.tier(state);
            match found {
                Some(number) if before < found => number,
                _ => return Err(self.fault_at(state, Fault::Tier { before, found })),
            }
        } else {
            before.map_or(0, |before| before + 1)
        };
        self.layers.layer(number).push(sighting);
        Ok(())
    }

    /// Tells the states of a layer from what was seen of it, and counts them.
    fn look(
        &mut self,
        mut sightings: Vec<Sighting<G::State>>,
    ) -> Result<Vec<Seen<G::State>>, SolveError> {
        // By their keys apart: this sorts the same things whatever the states are, and the
        // code for it is not there once more for every game.
        sightings.sort_by_cached_key(|sighting| (sighting.key, sighting.parent));
        // Two moves of one parent may lead to the same state, and are no pair.
        sightings.dedup_by(|a, b| (a.parent, a.state) == (b.parent, b.state));
        let mut seen = Vec::new();
        let mut tallies = [Tally::default(); 2];
        for same in sightings.chunk_by(|a, b| a.key == b.key) {
            let key = same[0].key;
            if let Some(other) = same.iter().find(|other| other.state != same[0].state) {
                let fault = Fault::SharedKey {
                    key,
                    other: Some(format!("{:?}", same[0].state)),
                };
                return Err(self.fault_at(other.state, fault));
            }
            // A layer is whole until one before it is sampled.
            if !self.found.tiered {
                let known = if self.found.sampled {
                    self.found.enumerated.contains(&key)
                } else {
                    !self.found.enumerated.insert(key)
                };
                if known {
                    continue;
                }
            }
            self.found.greatest_key = self.found.greatest_key.max(key);
            let finished = self.game.outcome(same[0].state).is_some();
            let tally = &mut tallies[usize::from(finished)];
            tally.states += 1.0;
            let mut once = 0.0;
            match same {
                [one] => {
                    once = self.found.odds(one.parent);
                    tally.once += 1.0;
                    tally.odds_once += once;
                }
                [one, two] => {
                    tally.odds_twice += self.found.odds(one.parent)
                        * self.found.odds(two.parent)
                        * self.found.rate_of_kin(one.parent, two.parent);
                }
                _ => {}
            }
            // Of several parents, any.
            let parent = mix(key ^ self.found.effort.seed) % same.len() as u64;
            seen.push(Seen {
                sighting: same[parent as usize],
                finished,
                odds: once,
            });
        }
        let unseen_share = self.found.count(tallies);
        for seen in &mut seen {
            seen.odds *= unseen_share[usize::from(seen.finished)];
        }
        Ok(seen)
    }

    /// Chooses which states of a layer are kept, and tells for how many each stands.
    fn thin(
        &mut self,
        number: u32,
        mut seen: Vec<Seen<G::State>>,
    ) -> impl Iterator<Item = (Sighting<G::State>, f64)> + use<G> {
        let budget = f64::from(self.found.effort.states);
        seen.retain(|seen| !seen.finished);
        let total: f64 = seen.iter().map(|seen| 1.0 + seen.odds).sum();
        let heaviest = seen
            .iter()
            .fold(1.0_f64, |most, seen| most.max(1.0 + seen.odds));
        let room = if self.found.states <= budget && !self.found.sampled {
            budget
        } else {
            budget / 4.0
        };
        let mut weight = heaviest.max(total / room);
        if weight > 1.0 {
            self.found.sampled = true;
            let salt = mix(self.found.effort.seed.wrapping_add(number.into()));
            seen.retain(|seen| fraction(mix(seen.sighting.key ^ salt)) * weight < 1.0 + seen.odds);
            // As many as are there, not as many as were to be expected.
            weight = total / seen.len() as f64;
        }
        seen.into_iter().map(move |seen| (seen.sighting, weight))
    }

    /// Plays all moves of a state that is kept.
    fn expand(
        &mut self,
        layer: u32,
        sighting: Sighting<G::State>,
        weight: f64,
    ) -> Result<(), SolveError> {
        let legal = legal(self.game, sighting.state, self.declared)
            .map_err(|fault| self.fault_at(sighting.state, fault))?;
        let number = self.found.kept.len() as u32;
        self.found.kept.push(Kept {
            parent: sighting.parent,
            weight,
        });
        self.found.played += u64::from(legal.len());
        self.found.moves += weight * f64::from(legal.len());
        for mv in legal {
            let after = self.game.play(sighting.state, mv);
            self.see(after, number, Some(layer))?;
        }
        Ok(())
    }

    fn fault_at(&self, state: G::State, fault: Fault) -> SolveError {
        Problem::from(fault).at(self.game, state)
    }
}

impl Found {
    fn new(effort: Effort, tiered: bool) -> Self {
        let root = Kept {
            parent: ROOT,
            weight: 1.0,
        };
        Self {
            effort,
            tiered,
            kept: Vec::from([root]),
            enumerated: BTreeSet::new(),
            more_parents: [None; 2],
            sampled: false,
            cut: false,
            states: 0.0,
            doubtful: 0.0,
            last: 0.0,
            two: 0.0,
            largest: 0.0,
            depth: 0,
            moves: 0.0,
            played: 0,
            greatest_key: 0,
        }
    }

    /// Counts the states of a layer. Tells how many unseen ones there are to the sum of
    /// *a*.
    fn count(&mut self, tallies: [Tally; 2]) -> [f64; 2] {
        let mut states = 0.0;
        let mut shares = [0.0; 2];
        for ((tally, before), share) in tallies.iter().zip(&mut self.more_parents).zip(&mut shares)
        {
            states += tally.states;
            if tally.odds_once > 0.0 {
                let more = tally.more_parents(*before);
                *share = 1.0 / (1.0 + more);
                let unseen = tally.odds_once * *share;
                states += unseen;
                if tally.pairs() < PRIOR {
                    self.doubtful += unseen;
                }
                if more > 0.0 {
                    *before = Some(more);
                }
            }
        }
        if self.tiered || !self.sampled {
            self.states += states;
        } else {
            self.two = self.two.max(self.last + states);
            self.last = states;
        }
        self.largest = self.largest.max(states);
        shares
    }

    /// (1 - *p*)/*p* for the rate at which a state was kept.
    fn odds(&self, kept: u32) -> f64 {
        self.kept[kept as usize].weight - 1.0
    }

    /// The rate at which the last common ancestor of two states was kept.
    fn rate_of_kin(&self, one: u32, two: u32) -> f64 {
        let (mut older, mut younger) = (one.min(two), one.max(two));
        while older != younger {
            let kept = &self.kept[younger as usize];
            // Then all its ancestors were kept.
            if kept.weight == 1.0 {
                return 1.0;
            }
            (older, younger) = (older.min(kept.parent), older.max(kept.parent));
        }
        1.0 / self.kept[older as usize].weight
    }

    fn surveyed(&self) -> Surveyed {
        Surveyed {
            states: self.states + self.two,
            certainty: if self.cut {
                Certainty::AtLeast
            } else if !self.sampled {
                Certainty::Exact
            } else if !self.tiered || self.doubtful > self.states / 4.0 {
                Certainty::Rough
            } else {
                Certainty::Estimate
            },
            tiered: self.tiered,
            moves: self.moves,
            played: self.played,
            largest: self.largest,
            depth: self.depth,
            greatest_key: self.greatest_key,
        }
    }
}

/// The hash as a number from 0 to 1.
fn fraction(hash: u64) -> f64 {
    hash as f64 / u64::MAX as f64
}
