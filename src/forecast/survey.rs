//! Estimates the number of states of a game, layer by layer.
//!
//! Sizes and times follow from the number of reachable states. A game lists only its
//! forward moves, and many paths lead to the same state. So states are counted layer by
//! layer. A layer is a [tier](Game::tier); in a game without tiers, it holds the states
//! after a given number of plies.
//!
//! # How unseen states are counted
//! Layers are enumerated as long as the [`Effort`] allows. From then on, a layer is
//! represented by a sample in which every state is kept at the same rate *p*. Suppose
//! that a state of the next layer has *d* parents. The probability that none of them is
//! in the sample is *q* = (1 - *p*)^*d*; for exactly one it is *d* *a* *q*, and for
//! exactly two *d*(*d* - 1)/2 *a*² *q*, where *a* = (1 - *p*)/*p*. Sums over the states
//! that were found once, *F*₁, and twice, *F*₂, therefore estimate sums over the states
//! that were not found:
//!
//! ```text
//! Σ a  over F₁  ≈  Σ d q           Σ a²  over F₂  ≈  Σ d(d-1)/2 q
//!
//! unseen = Σ q  ≈  Σ d q / (1 + k),    k = 2 Σ a² / Σ a: the further parents of a state
//! ```
//!
//! This combines the step of I. J. Good and G. H. Toulmin (The number of new species,
//! Biometrika 43, 1956) with the bound of A. Chao (Estimating the population size for
//! capture-recapture data with unequal catchability, Biometrics 43, 1987), for states
//! that have at least one parent. It is exact if all states have the same number of
//! parents. Moves that skip tiers bring parents with several rates, each with its own
//! *a*. Finished states have fewer parents than others and are counted separately.
//! Finally, a state that was found once also stands for its share of the unseen states.
//! The next sample is drawn with these weights (D. G. Horvitz and D. J. Thompson, A
//! generalization of sampling without replacement, JASA 47, 1952), so that it is uniform
//! again.
//!
//! If states may repeat or have no tiers, a layer holds all states that are possible
//! after its number of plies, except those of enumerated layers. Such layers grow until
//! they hold all states with the right player to move. So the greatest sum of two
//! successive layers is taken for the rest of the game. This is too few if early states
//! cannot occur again.
//!
//! Two effects bias the estimate and are corrected:
//!
//! - **Relatives.** Siblings lead to the same states, and they occur together in a sample
//!   far more often than unrelated states: 1/*r* times as often if their common ancestor
//!   was kept at a rate *r*. Such a pair therefore counts as *r*, the rate of the last
//!   common ancestor. Without this correction, every layer is underestimated.
//! - **Rare pairs.** In a layer of 10^9 states, a sample hardly ever finds a state twice.
//!   *k* is therefore pulled towards that of the layer before, with the weight of
//!   [`PRIOR`] pairs.
//!
//! # Alternatives that were tried
//! The estimate divided by the true number, least and greatest of 20 seeds:
//!
//! | | sample | Connect Four 6×4 | 5×5 | 4,4,4 |
//! | --- | --- | --- | --- | --- |
//! | all pairs count as one | 20,000 | 0.16–0.17 | 0.16–0.17 | 0.85–0.92 |
//! | pairs of relatives are ignored | 20,000 | 1.28–1.98 | 1.45–1.93 | 1.11–1.18 |
//! | pairs count at their rate, and triples give the spread of *d* | 40,000 | 1.10–1.45 | 1.18–1.63 | 1.05–1.07 |
//! | the same without triples | 30,000 | 1.01–1.09 | 1.06–1.15 | 1.06–1.07 |
//!
//! D. E. Knuth proposed random walks from the start for trees (Estimating the efficiency
//! of backtrack programs, Mathematics of Computation 29, 1975). If moves that commute are
//! played in one order only, such walks are exact for 4,4,4. But they reach a state of
//! Connect Four 5×4 along up to 2,000 paths, and so unevenly that no correction helps.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::certainty::Certainty;
use super::effort::Effort;
use super::layers::Layers;
use crate::entropy::mix;
use crate::wdl::look;
use perfectplay_core::solve::{Problem, SolveError, declared, legal, tells_turn};
use perfectplay_core::{Fault, Game, Moves, described, starts};

/// The weight of the layer before, in pairs, for the estimate of the number of parents of a
/// state.
const PRIOR: f64 = 16.0;

/// In a game without tiers, the survey ends after this many layers in a row without
/// notable growth.
const PATIENCE: u32 = 6;

/// The greatest number of children that are held at the same time, in about 60 bytes each.
const CHILDREN: f64 = 1e6;

/// The same, as a multiple of the enumerated states, if that is more.
const CHILDREN_EACH: f64 = 5.0;

/// The share of these children that every layer may have.
const LEAST_CHILDREN: f64 = 1.0 / 1024.0;

/// The greatest number of states that a survey may visit, as a multiple of the enumerated
/// states.
const LENGTH: u64 = 64;

/// The greatest number of sampled states, as a multiple of the enumerated states.
const MEMORY: u64 = 24;

/// A state that is in the sample of its layer, and whose moves were played.
struct Sampled {
    /// The number of its parent; the root is its own parent.
    parent: u32,
    /// The number of its layer among those that are sampled.
    layer: u32,
}

/// The number of the imaginary parent of all starts, and of every state before which all layers were
/// enumerated.
const ROOT: u32 = 0;

/// A state that was found by playing a move of a sampled state. It is stored without its type,
/// so that counting is compiled only once for all games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Child {
    key: u64,
    /// The number of the state before the move.
    parent: u32,
    /// The index of the state in [`Pending::states`].
    at: u32,
}

/// Sorts by key, then by parent.
fn sort(children: &mut [Child]) {
    children.sort_unstable();
}

/// The children found so far in a layer that is not complete. Some states occur more than once.
struct Pending<S> {
    children: Vec<Child>,
    /// The states of the children, by index.
    states: Vec<S>,
    /// The number of children at which redundant ones are removed.
    limit: usize,
}

impl<S> Default for Pending<S> {
    fn default() -> Self {
        Self {
            children: Vec::new(),
            states: Vec::new(),
            limit: 1 << 14,
        }
    }
}

impl<S: Copy + Eq> Pending<S> {
    fn add(&mut self, key: u64, parent: u32, state: S) {
        let at = self.states.len() as u32;
        self.children.push(Child { key, parent, at });
        self.states.push(state);
    }

    /// Removes redundant children, if every layer so far was enumerated: then their parents
    /// stand only for themselves, and one such parent counts as much as several.
    fn compact(&mut self) {
        let states = mem::take(&mut self.states);
        let mut children = mem::take(&mut self.children);
        sort(&mut children);
        // States that share a key by mistake are all kept.
        children.dedup_by(|a, b| a.key == b.key && states[a.at as usize] == states[b.at as usize]);
        for child in children {
            self.add(child.key, child.parent, states[child.at as usize]);
        }
        // Doubling the limit keeps the work at a few comparisons for each child.
        self.limit = self.limit.max(2 * self.children.len());
    }
}

/// A distinct state of a layer that is not finished, found once or more often.
struct Seen {
    child: Child,
    /// *a* if it was found once, otherwise 0.
    odds: f64,
}

impl Seen {
    /// Returns whether the state is in the sample of its layer, if each sampled state stands for
    /// `weight` states.
    fn is_drawn(&self, salt: u64, weight: f64) -> bool {
        fraction(mix(self.child.key ^ salt)) * weight < 1.0 + self.odds
    }
}

/// What was found among the finished states of a layer, or among the others.
#[derive(Clone, Copy, Default)]
struct Tally {
    states: f64,
    /// The number of states that were found once and might have been missed, and the sum of
    /// their *a*.
    once: f64,
    odds_once: f64,
    /// The sum of *a*² over the states that were found twice.
    odds_twice: f64,
}

impl Tally {
    /// Returns *k*, the number of further parents of a state, given that of the layer before.
    fn more_parents(&self, before: Option<f64>) -> f64 {
        // The expected number of pairs for each further parent.
        let pairs_each = self.once / (2.0 * self.odds());
        match before {
            Some(before) => (PRIOR + self.pairs()) / (PRIOR / before + pairs_each),
            None => self.pairs() / pairs_each,
        }
    }

    /// Returns the mean *a*.
    fn odds(&self) -> f64 {
        self.odds_once / self.once
    }

    /// Returns the number of states that were found twice, corrected for relatives.
    fn pairs(&self) -> f64 {
        self.odds_twice / (self.odds() * self.odds())
    }
}

/// A layer that has been surveyed.
pub(super) struct Layer {
    pub(super) number: u32,
    /// The number of its states.
    pub(super) states: f64,
    /// The number of their moves.
    pub(super) moves: f64,
}

/// The result of a survey.
pub(super) struct Surveyed {
    /// The number of states of the game.
    pub(super) states: f64,
    pub(super) certainty: Certainty,
    /// The number of moves of all states together.
    pub(super) moves: f64,
    /// The number of moves that the survey has played.
    pub(super) played: u64,
    /// The number of layers.
    pub(super) depth: u32,
    pub(super) greatest_key: u64,
    /// The number of states in even layers, and in odd ones, that one ply does not decide.
    pub(super) undecided: [f64; 2],
    /// Whether every move leads from an even layer to an odd one, or the reverse.
    pub(super) alternating: bool,
}

/// A survey of a game, layer by layer.
pub(super) struct Survey<'g, G: Game> {
    game: &'g G,
    declared: Moves,
    /// The states found so far of the layers to come.
    layers: Layers<Pending<G::State>>,
    found: Found,
}

/// The part of a survey that does not depend on the type of a state.
struct Found {
    effort: Effort,
    tiered: bool,
    layers: Vec<Layer>,
    /// The states of the sampled layers, behind the root.
    samples: Vec<Sampled>,
    /// For each sampled layer, the number of states that each of its samples stands for: 1 divided
    /// by the sampling rate.
    weights: Vec<f64>,
    /// The number of states whose moves were played.
    expanded: u64,
    /// The keys of all states of the enumerated layers, in a game without tiers.
    enumerated: BTreeSet<u64>,
    /// *k* of the layer before, for unfinished and for finished states.
    more_parents: [Option<f64>; 2],
    /// Whether some layer was sampled: not all its states were kept.
    sampled: bool,
    /// Whether the survey was stopped before the end, because the game is too long or enough
    /// was found.
    cut: bool,
    states: f64,
    /// The number of states that were estimated from few pairs.
    doubtful: f64,
    /// In a game without tiers, the number of states of the layer before, if it comes after
    /// a sampled one.
    last: f64,
    /// The greatest sum of two such layers in a row.
    largest_two: f64,
    depth: u32,
    moves: f64,
    played: u64,
    greatest_key: u64,
    undecided: [f64; 2],
    alternating: bool,
}

impl<'g, G: Game> Survey<'g, G> {
    /// Surveys a game, unless `watch` breaks. `watch` is called with the result after each
    /// layer except the last. In a game with tiers, `watch` also gets the layers.
    pub(super) fn survey(
        game: &'g G,
        effort: Effort,
        watch: &mut dyn FnMut(&Surveyed) -> ControlFlow<()>,
    ) -> Result<(Surveyed, Vec<Layer>), SolveError> {
        let declared =
            declared(game).map_err(|fault| Problem::from(fault).at(game, game.start()))?;
        let tiered = !game.is_loopy() && game.tier(game.start()).is_some();
        let mut survey = Self {
            game,
            declared,
            layers: Layers::new(),
            found: Found::new(effort, tiered),
        };
        survey.run(watch)?;
        Ok((survey.found.surveyed(), survey.found.layers))
    }

    fn run(
        &mut self,
        watch: &mut dyn FnMut(&Surveyed) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        for start in starts(self.game) {
            self.see(start, ROOT, None)?;
        }
        let states = u64::from(self.found.effort.states);
        let (longest, most) = (LENGTH * states, MEMORY * states);
        let mut patience = PATIENCE;
        while let Some((number, mut pending)) = self.layers.pop_first() {
            let largest_two = self.found.largest_two;
            let (states, moves) = (self.found.states, self.found.moves);
            let seen = self.merge(&mut pending)?;
            let held = self.layers.iter().map(|layer| layer.children.len()).sum();
            let state = |child: &Child| pending.states[child.at as usize];
            let moves_of = |child: &Child| u64::from(self.game.legal(state(child)).len());
            let (sample, weight) = self.found.sample(number, seen, held, &moves_of);
            let sample = sample.iter().map(|child| (child.parent, state(child)));
            let sample = sample.collect::<Vec<_>>();
            // While the next layers are found, this one takes no more memory than its sample.
            drop(pending);
            for (parent, state) in sample {
                self.expand(number, parent, state, weight)?;
            }
            if self.found.tiered {
                self.found.layers.push(Layer {
                    number,
                    states: self.found.states - states,
                    moves: self.found.moves - moves,
                });
            }
            self.found.depth += 1;
            if self.found.sampled && !self.found.tiered {
                // Growth of less than 1/64 is noise.
                let grown = self.found.largest_two * 64.0 > largest_two * 65.0;
                patience = if grown { PATIENCE } else { patience - 1 };
            }
            if self.layers.is_empty() {
                break;
            }
            let so_far = Surveyed {
                certainty: Certainty::AtLeast,
                ..self.found.surveyed()
            };
            let is_enough = watch(&so_far).is_break();
            self.found.cut = is_enough
                || self.found.expanded > longest
                || self.found.samples.len() as u64 > most;
            if self.found.cut || patience == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Adds a state to its layer. `before` is the layer of its parent.
    fn see(&mut self, state: G::State, parent: u32, before: Option<u32>) -> Result<(), SolveError> {
        let number = if self.found.tiered {
            let found = self.game.tier(state);
            match found {
                Some(number) if before < found => number,
                _ => return Err(self.fault_at(state, Fault::Tier { before, found })),
            }
        } else {
            before.map_or(0, |before| before + 1)
        };
        let layer = self.layers.layer(number);
        layer.add(self.game.key(state), parent, state);
        if layer.children.len() >= layer.limit && !self.found.sampled {
            layer.compact();
        }
        Ok(())
    }

    /// Finds and counts the distinct states of a layer.
    fn merge(&mut self, pending: &mut Pending<G::State>) -> Result<Vec<Seen>, SolveError> {
        let Pending {
            children, states, ..
        } = pending;
        sort(children);
        for pair in children
            .windows(2)
            .filter(|pair| pair[0].key == pair[1].key)
        {
            let [known, other] = [pair[0], pair[1]].map(|child| states[child.at as usize]);
            if other != known {
                let fault = Fault::SharedKey {
                    key: pair[0].key,
                    other: Some(described(self.game, known)),
                };
                return Err(self.fault_at(other, fault));
            }
        }
        // Two moves of one parent that lead to the same state are not a pair.
        children.dedup_by_key(|child| (child.key, child.parent));
        let is_finished = |child: &Child| self.game.outcome(states[child.at as usize]).is_some();
        Ok(self.found.merge(children, &is_finished))
    }

    /// Adds a state to the sample and plays all its moves.
    fn expand(
        &mut self,
        layer: u32,
        parent: u32,
        state: G::State,
        weight: f64,
    ) -> Result<(), SolveError> {
        let legal = tells_turn(self.game, state)
            .and_then(|()| legal(self.game, state, self.declared))
            .map_err(|fault| self.fault_at(state, fault))?;
        let number = self.found.add(parent);
        self.found.played += u64::from(legal.len());
        self.found.moves += weight * f64::from(legal.len());
        if look(self.game, state).is_open() {
            self.found.undecided[layer as usize % 2] += weight;
        }
        for mv in legal {
            let after = self.game.play(state, mv);
            if let Some(next) = self.game.tier(after) {
                self.found.alternating &= next % 2 != layer % 2;
            }
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
        let root = Sampled {
            parent: ROOT,
            layer: 0,
        };
        Self {
            effort,
            tiered,
            layers: Vec::new(),
            samples: Vec::from([root]),
            weights: Vec::from([1.0]),
            expanded: 0,
            enumerated: BTreeSet::new(),
            more_parents: [None; 2],
            sampled: false,
            cut: false,
            states: 0.0,
            doubtful: 0.0,
            last: 0.0,
            largest_two: 0.0,
            depth: 0,
            moves: 0.0,
            played: 0,
            greatest_key: 0,
            undecided: [0.0; 2],
            alternating: tiered,
        }
    }

    /// Counts the distinct states of a layer, whose children are sorted.
    fn merge(&mut self, children: &[Child], is_finished: &dyn Fn(&Child) -> bool) -> Vec<Seen> {
        let mut seen = Vec::new();
        let mut tallies = [Tally::default(); 2];
        for same in children.chunk_by(|a, b| a.key == b.key) {
            let key = same[0].key;
            // Layers are enumerated until one before them is sampled.
            if !self.tiered {
                let known = if self.sampled {
                    self.enumerated.contains(&key)
                } else {
                    !self.enumerated.insert(key)
                };
                if known {
                    continue;
                }
            }
            self.greatest_key = self.greatest_key.max(key);
            let finished = is_finished(&same[0]);
            let tally = &mut tallies[usize::from(finished)];
            tally.states += 1.0;
            let mut once = 0.0;
            match same {
                [one] => {
                    once = self.odds(one.parent);
                    // After a parent that stands only for itself, it cannot have been missed.
                    tally.once += f64::from(u8::from(once > 0.0));
                    tally.odds_once += once;
                }
                [one, two] => {
                    tally.odds_twice += self.odds(one.parent)
                        * self.odds(two.parent)
                        * self.rate_of_kin(one.parent, two.parent);
                }
                _ => {}
            }
            if !finished {
                // Any of several parents will do.
                let parent = mix(key ^ self.effort.seed) % same.len() as u64;
                seen.push(Seen {
                    child: same[parent as usize],
                    odds: once,
                });
            }
        }
        let [unseen_share, _] = self.count(tallies);
        for seen in &mut seen {
            seen.odds *= unseen_share;
        }
        seen
    }

    /// Draws the sample of a layer, while `held` children of later layers are held. Also returns the
    /// number of states that each sampled state stands for.
    fn sample(
        &mut self,
        number: u32,
        mut seen: Vec<Seen>,
        held: usize,
        moves_of: &dyn Fn(&Child) -> u64,
    ) -> (Vec<Child>, f64) {
        let budget = f64::from(self.effort.states);
        let total: f64 = seen.iter().map(|seen| 1.0 + seen.odds).sum();
        let heaviest = seen
            .iter()
            .fold(1.0_f64, |most, seen| most.max(1.0 + seen.odds));
        let room = if self.states <= budget && !self.sampled {
            budget
        } else {
            budget / 4.0
        };
        let salt = mix(self.effort.seed.wrapping_add(number.into()));
        let mut weight = heaviest.max(total / room);
        if weight > 1.0 {
            self.sampled = true;
            seen.retain(|seen| seen.is_drawn(salt, weight));
        }
        let moves: u64 = seen.iter().map(|seen| moves_of(&seen.child)).sum();
        let most = CHILDREN.max(CHILDREN_EACH * budget);
        let free = (most - held as f64).max(most * LEAST_CHILDREN);
        if moves as f64 > free {
            self.sampled = true;
            weight *= moves as f64 / free;
            seen.retain(|seen| seen.is_drawn(salt, weight));
        }
        if self.sampled {
            // The weight follows from the actual size of the sample, not from the
            // expected one.
            weight = total / seen.len() as f64;
            self.weights.push(weight);
        }
        (seen.iter().map(|seen| seen.child).collect(), weight)
    }

    /// Adds a state of the layer whose sample was drawn last, and returns its number.
    fn add(&mut self, parent: u32) -> u32 {
        self.expanded += 1;
        if !self.sampled {
            return ROOT;
        }
        let layer = self.weights.len() as u32 - 1;
        self.samples.push(Sampled { parent, layer });
        self.samples.len() as u32 - 1
    }

    /// Counts the states of a layer. Also returns the number of unseen states for each unit of
    /// the sum of *a*.
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
            self.largest_two = self.largest_two.max(self.last + states);
            self.last = states;
        }
        shares
    }

    /// Returns the number of states that a sampled state stands for.
    fn weight(&self, number: u32) -> f64 {
        self.weights[self.samples[number as usize].layer as usize]
    }

    /// Returns (1 - *p*)/*p*, where *p* is the rate at which a state was sampled.
    fn odds(&self, number: u32) -> f64 {
        self.weight(number) - 1.0
    }

    /// Returns the rate at which the last common ancestor of two states was sampled.
    fn rate_of_kin(&self, one: u32, two: u32) -> f64 {
        let (mut older, mut younger) = (one.min(two), one.max(two));
        while older != younger {
            let parent = self.samples[younger as usize].parent;
            (older, younger) = (older.min(parent), older.max(parent));
        }
        1.0 / self.weight(older)
    }

    fn surveyed(&self) -> Surveyed {
        Surveyed {
            states: self.states + self.largest_two,
            certainty: if self.cut {
                Certainty::AtLeast
            } else if !self.sampled {
                Certainty::Exact
            } else if !self.tiered || self.doubtful > self.states / 4.0 {
                Certainty::Rough
            } else {
                Certainty::Estimate
            },
            moves: self.moves,
            played: self.played,
            depth: self.depth,
            greatest_key: self.greatest_key,
            undecided: self.undecided,
            alternating: self.alternating,
        }
    }
}

/// Maps a hash to a number from 0 to 1.
fn fraction(hash: u64) -> f64 {
    hash as f64 / u64::MAX as f64
}
