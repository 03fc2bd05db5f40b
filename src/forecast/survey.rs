//! Counts the states of a game, or estimates their number, tier by tier.
//!
//! The rules list the moves from a state but not the moves to it, and many paths lead to the same
//! state. So the survey enumerates every state of one tier after another, until the [`Effort`] is
//! used up. From then on, a sample represents each tier. Every state of the tier is in the sample
//! with the same probability *p*. Suppose that moves from *d* states of this tier lead to the same
//! state of a later tier. These *d* states are the *parents* of that state. Let *a* = (1 -
//! *p*)/*p*. The sample contains none of the *d* parents with the probability *q* = (1 - *p*)^*d*.
//! The sample contains exactly one of the *d* parents with the probability *d* *q*/*a*. It contains
//! exactly two of them with the probability *d*(*d* - 1)/2 *q*/*a*². Let *F*₁ be the set of states
//! that are found from exactly one parent, and *F*₂ the set of those found from exactly two. Then a
//! sum over *F*₁ or *F*₂ (on the left) estimates a sum over all states of the tier (on the right):
//!
//! ```text
//! Σ a  over F₁  ≈  Σ d q           Σ a²  over F₂  ≈  Σ d(d-1)/2 q
//!
//! unseen = Σ q  ≈  Σ d q / (1 + k),    k = 2 Σ a² / Σ a: the further parents of a state
//! ```
//!
//! The formula for the unseen states combines an estimate by Good and Toulmin (The number of new
//! species, Biometrika 43, 1956) with a bound by Chao (Estimating the population size for
//! capture-recapture data with unequal catchability, Biometrics 43, 1987). Finished states have
//! fewer parents than other states, so they are counted separately. A state with exactly one known
//! parent represents itself and some unseen states. The survey draws each state into the next
//! sample with a probability in proportion to the number of states that it represents. So the
//! sample represents all states of the tier equally (Horvitz and Thompson, A generalization of
//! sampling without replacement, JASA 47, 1952). Two effects would bias the estimate, and are
//! corrected:
//!
//! - **Relatives.** Siblings, which are children of one state, often lead to the same state.
//!   Suppose that the common ancestor of two siblings was sampled with the probability *r*. Then
//!   the two siblings are 1/*r* times as likely as two unrelated states to be in the sample
//!   together. So each pair of states is counted with the weight *r*, the probability with which
//!   the last common ancestor of the pair was sampled. Without this correction, the estimate for
//!   Connect Four 5×5 is six times too low.
//! - **Rare pairs.** In a tier of 10^9 states, hardly any state is found from two sampled parents.
//!   For a state with one known parent, *k* is the mean number of its further parents. The tier
//!   alone tells little about *k*. The survey takes a weighted mean of two estimates of *k*. The
//!   first estimate is the *k* of the previous tier. The second estimate is computed from the
//!   *pairs* in this tier, which are the states that were found from two parents. The first
//!   estimate counts as if it came from [`PRIOR`] (16) such pairs.
//!
//! Random walks from the start (Knuth, Estimating the efficiency of backtrack programs, Mathematics
//! of Computation 29, 1975) would count paths instead of states. In Connect Four 5×4, only one path
//! leads to some states, but up to 2,000 paths lead to others. So the number of states cannot be
//! estimated from the number of paths.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::certainty::Certainty;
use super::effort::Effort;
use crate::entropy::mix;
use perfectplay_core::graph::{self, Meeting, States};
use perfectplay_core::solve::{Problem, SolveError, declared, legal, tells_turn};
use perfectplay_core::{Fault, Game, Moves, described, starts};

/// In the estimate of *k* for a tier, the *k* of the previous tier counts as if it came from this
/// many pairs.
const PRIOR: f64 = 16.0;

/// The number of [`Child`] items that a survey may keep in memory, unless [`CHILDREN_EACH`] allows
/// more. One item takes about 60 bytes.
const CHILDREN: f64 = 1e6;

/// A survey may keep up to [`Effort::states`] times this number of [`Child`] items in memory.
const CHILDREN_EACH: f64 = 5.0;

/// Even if the children of other tiers fill the memory, the sample of a tier may add this fraction
/// of the limit for [`Child`] items.
const LEAST_CHILDREN: f64 = 1.0 / 1024.0;

/// A survey may play the moves of up to [`Effort::states`] times this number of states.
const LENGTH: u64 = 64;

/// A survey may sample up to [`Effort::states`] times this number of states.
const MEMORY: usize = 24;

const PERIOD: u32 = 1 << 12;

/// The index of the root in the list of samples. The root is an imaginary parent of all starts, and
/// of the states that were found before sampling began.
const ROOT: u32 = 0;

/// When the list of a tier's children first reaches this length, duplicates are removed.
const COMPACT: usize = 1 << 14;

/// A function that gets the number of states found so far, and decides whether the survey goes on.
type CountWatch<'w> = &'w mut dyn FnMut(u64) -> ControlFlow<()>;

/// A sampled state whose moves were played.
struct PlayedSample {
    /// The index of the state's parent in the list of samples. The root is its own parent.
    parent: u32,
    /// The index of the state's tier in the list of sampled tiers.
    tier: u32,
}

/// A state that was found by playing a move of a sampled state.
#[derive(Clone, Copy)]
struct Child<S> {
    key: u64,
    /// The index of the sampled state from which the move was played.
    parent: u32,
    state: S,
}

/// The children found so far in a tier that is not complete. A state may occur more than once.
struct Pending<S> {
    children: Vec<Child<S>>,
    /// When the list of children reaches this length, duplicates are removed.
    limit: usize,
}

/// A sample of a tier. `.0` contains the sampled states, and `.1` is the number of states that each
/// sampled state stands for.
type TierSample<S> = (Vec<UnfinishedState<S>>, f64);

/// A distinct unfinished state of a tier.
struct UnfinishedState<S> {
    child: Child<S>,
    /// The legal moves of the state; empty until the state is chosen for the sample.
    moves: Moves,
    /// The number of unseen states that this state stands for; 0 if the state was found from
    /// several parents. Before the unseen states are counted, the field holds (1 - *p*)/*p*
    /// instead, where *p* is the rate at which the state's only parent was sampled.
    odds: f64,
}

/// Counts and sums, either over the finished states of a tier, or over the unfinished states.
#[derive(Clone, Copy, Default)]
struct Tally {
    states: f64,
    /// The number of states that were found from exactly one parent. Leaves out a state whose
    /// parent was sampled with the probability 1, because this state could not have been missed.
    once: f64,
    /// The sum of *a* = (1 - *p*)/*p* over the states that were found from one parent. Here, *p* is
    /// the rate at which the parent was sampled.
    odds_once: f64,
    /// A sum over the states that were found from two parents. Each term is the *a* of one parent,
    /// times the *a* of the other parent, times the sampling rate of their last common ancestor.
    odds_twice: f64,
}

impl Tally {
    /// Returns an estimate of *k*, the mean number of further parents of a state that has one known
    /// parent. `before` is the *k* of the previous tier.
    fn more_parents(&self, before: Option<f64>) -> f64 {
        // The expected number of pairs if *k* is 1.
        let pairs_each = self.once / (2.0 * self.odds());
        match before {
            Some(before) => (PRIOR + self.pairs()) / (PRIOR / before + pairs_each),
            None => self.pairs() / pairs_each,
        }
    }

    fn odds(&self) -> f64 {
        self.odds_once / self.once
    }

    /// Returns the number of states that were found from two parents. A state counts for less than
    /// 1 if both parents descend from the same sampled state.
    fn pairs(&self) -> f64 {
        self.odds_twice / (self.odds() * self.odds())
    }
}

/// The forecast of one [tier](Game::tier).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TierForecast {
    /// The number of the tier.
    pub tier: u32,
    /// The number of reachable states in the tier.
    pub states: u64,
    /// The total number of legal moves in all reachable states of the tier.
    pub moves: u64,
}

pub(super) struct Surveyed {
    pub(super) states: f64,
    pub(super) certainty: Certainty,
    pub(super) moves: f64,
    pub(super) depth: u32,
    pub(super) greatest_key: u64,
}

pub(super) struct Survey<'g, G: Game> {
    game: &'g G,
    declared: Moves,
    effort: Effort,
    /// The incomplete tiers. `.0` is the number of the tier, and `.1` contains the states found so
    /// far. The last tier comes first. The list is short, because moves lead to few different
    /// tiers.
    pending: Vec<(u32, Pending<G::State>)>,
    tiers: Vec<TierForecast>,
    /// The root, and then the states of all samples.
    samples: Vec<PlayedSample>,
    /// For each sampled tier, the number of states that each sampled state stands for. This number
    /// is 1 divided by the sampling rate.
    weights: Vec<f64>,
    expanded: u64,
    /// The estimate of *k* for the previous tier. Index 0 is for unfinished states, and index 1 for
    /// finished states.
    more_parents: [Option<f64>; 2],
    /// Whether the survey has already used a sample of a tier instead of all states of the tier.
    is_sampled: bool,
    /// The estimated number of unseen states, counting only tiers whose estimate is doubtful. An
    /// estimate is doubtful if it is based on fewer than [`PRIOR`] states with two known parents.
    doubtful: f64,
    found: Surveyed,
}

impl<'g, G: Game> Survey<'g, G> {
    /// Surveys a game. Returns the counts for the whole game (`.0`), and a forecast of each tier
    /// (`.1`). The list of tiers is empty if the game has no tiers or is loopy.
    pub(super) fn survey(
        game: &'g G,
        effort: Effort,
        watch: CountWatch<'_>,
    ) -> Result<(Surveyed, Vec<TierForecast>), SolveError> {
        let declared =
            declared(game).map_err(|fault| Problem::from(fault).at(game, game.start()))?;
        let root = PlayedSample {
            parent: ROOT,
            tier: 0,
        };
        let mut survey = Self {
            game,
            declared,
            effort,
            pending: Vec::new(),
            tiers: Vec::new(),
            samples: Vec::from([root]),
            weights: Vec::from([1.0]),
            expanded: 0,
            more_parents: [None; 2],
            is_sampled: false,
            doubtful: 0.0,
            found: Surveyed {
                states: 0.0,
                certainty: Certainty::Exact,
                moves: 0.0,
                depth: 0,
                greatest_key: 0,
            },
        };
        if game.is_loopy() || game.tier(game.start()).is_none() {
            survey.count_all(watch)?;
        } else {
            survey.count_tiers(watch)?;
        }
        Ok((survey.found, survey.tiers))
    }

    fn fault_at(&self, state: G::State, fault: Fault) -> SolveError {
        Problem::from(fault).at(self.game, state)
    }

    fn shared_key(&self, key: u64, state: G::State, other: Option<G::State>) -> SolveError {
        let other = other.map(|other| described(self.game, other));
        self.fault_at(state, Fault::SharedKey { key, other })
    }

    fn moves_of(&self, state: G::State) -> Result<Moves, SolveError> {
        tells_turn(self.game, state)
            .and_then(|()| legal(self.game, state, self.declared))
            .map_err(|fault| self.fault_at(state, fault))
    }

    /// Counts the states of a game without tiers, up to the limit.
    fn count_all(&mut self, watch: CountWatch<'_>) -> Result<(), SolveError> {
        let most = self.effort.states as usize;
        let mut states = States::new();
        let mut next = 0;
        let mut children: Vec<G::State> = Vec::new();
        let mut starts = starts(self.game);
        loop {
            children.extend(starts.by_ref().take(PERIOD as usize));
            let are_starts = !children.is_empty();
            if !are_starts {
                let Some(state) = states.get(next) else { break };
                next += 1;
                let moves = match self.game.outcome(state) {
                    Some(_) => Moves::EMPTY,
                    None => self.moves_of(state)?,
                };
                self.found.moves += f64::from(moves.len());
                children.extend(moves.iter().map(|mv| self.game.play(state, mv)));
            }
            for state in children.drain(..) {
                let key = self.game.key(state);
                self.found.greatest_key = self.found.greatest_key.max(key);
                if let Meeting::Clash(other) = states.meet(key, state) {
                    return Err(self.shared_key(key, state, states.get(other)));
                }
            }
            let is_enough = states.len() > most;
            if are_starts || next % PERIOD == 0 || is_enough {
                told(watch, states.len() as u64)?;
            }
            if is_enough {
                self.found.certainty = Certainty::AtLeast;
                break;
            }
        }
        self.found.states = states.len() as f64;
        Ok(())
    }

    fn count_tiers(&mut self, watch: CountWatch<'_>) -> Result<(), SolveError> {
        for start in starts(self.game) {
            self.see(start, ROOT, None)?;
        }
        let budget = u64::from(self.effort.states);
        while let Some((tier, Pending { children, .. })) = self.pending.pop() {
            let children = self.merge(&children)?;
            let (states, moves) = (self.found.states, self.found.moves);
            let seen = self.count(&children);
            // Drop the children before the moves of the sample are played, so that only the sample
            // of this tier takes memory.
            drop(children);
            let (sample, weight) = self.sample(tier, seen)?;
            for seen in sample {
                self.expand(tier, seen, weight)?;
            }
            self.tiers.push(TierForecast {
                tier,
                states: (self.found.states - states) as u64,
                moves: (self.found.moves - moves) as u64,
            });
            self.found.depth += 1;
            told(watch, self.found.states as u64)?;
            if !self.pending.is_empty()
                && (self.expanded > LENGTH * budget
                    || self.samples.len() > MEMORY * budget as usize)
            {
                self.found.certainty = Certainty::AtLeast;
                return Ok(());
            }
        }
        if self.is_sampled {
            let is_rough = self.doubtful > self.found.states / 4.0;
            self.found.certainty = if is_rough {
                Certainty::Rough
            } else {
                Certainty::Estimate
            };
        }
        Ok(())
    }

    /// Adds a state to the children of the state's tier. `before` is the tier of `parent`.
    fn see(&mut self, state: G::State, parent: u32, before: Option<u32>) -> Result<(), SolveError> {
        let found = self.game.tier(state);
        let Some(tier) = found.filter(|_| before < found) else {
            return Err(self.fault_at(state, Fault::Tier { before, found }));
        };
        let key = self.game.key(state);
        let found = self.pending.binary_search_by(|other| tier.cmp(&other.0));
        let at = found.unwrap_or_else(|at| {
            let pending = Pending {
                children: Vec::new(),
                limit: COMPACT,
            };
            self.pending.insert(at, (tier, pending));
            at
        });
        let pending = &mut self.pending[at].1;
        pending.children.push(Child { key, parent, state });
        if pending.children.len() >= pending.limit && !self.is_sampled {
            // All tiers so far were enumerated, so each parent has the number of the root, and the
            // children of a state merge into one.
            let children = core::mem::take(&mut pending.children);
            let children = self.merge(&children)?;
            // Doubling the limit keeps the work at a few comparisons for each child.
            let limit = COMPACT.max(2 * children.len());
            self.pending[at].1 = Pending { children, limit };
        }
        Ok(())
    }

    /// Returns the children of a tier, sorted by key. If two moves of one parent lead to the same
    /// state, only one child is kept. Children with the same key are sorted by `parent`, because
    /// the moves of sampled states are played in the order of their indexes.
    fn merge(&self, children: &[Child<G::State>]) -> Result<Vec<Child<G::State>>, SolveError> {
        let mut merged: Vec<Child<G::State>> = Vec::new();
        for (key, at) in graph::order(&mut children.iter().map(|child| child.key)) {
            let child = children[at];
            match merged.last() {
                Some(known) if known.key == key && known.state != child.state => {
                    return Err(self.shared_key(key, child.state, Some(known.state)));
                }
                Some(known) if known.key == key && known.parent == child.parent => {}
                _ => merged.push(child),
            }
        }
        Ok(merged)
    }

    /// Counts the distinct states of a tier with sorted children. Returns the unfinished states.
    fn count(&mut self, children: &[Child<G::State>]) -> Vec<UnfinishedState<G::State>> {
        let mut seen = Vec::new();
        let mut tallies = [Tally::default(); 2];
        for same in children.chunk_by(|a, b| a.key == b.key) {
            let Child { key, state, .. } = same[0];
            self.found.greatest_key = self.found.greatest_key.max(key);
            let is_finished = self.game.outcome(state).is_some();
            let tally = &mut tallies[usize::from(is_finished)];
            tally.states += 1.0;
            let mut once = 0.0;
            match same {
                [one] => {
                    once = self.odds(one.parent);
                    // If the parent stands only for itself, this state could not have been missed.
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
            if !is_finished {
                // Choose any one of the parents.
                let parent = mix(key ^ self.effort.seed) % same.len() as u64;
                seen.push(UnfinishedState {
                    child: same[parent as usize],
                    moves: Moves::EMPTY,
                    odds: once,
                });
            }
        }
        let [unseen_share, _] = self.count_unseen(tallies);
        for seen in &mut seen {
            seen.odds *= unseen_share;
        }
        seen
    }

    /// Adds the states of a tier, seen and unseen, to the total. Returns two factors 1 / (1 + *k*),
    /// for unfinished states (`[0]`) and for finished states (`[1]`). Such a factor times
    /// `odds_once` is the number of unseen states. The factor is 0 if `odds_once` is 0.
    fn count_unseen(&mut self, tallies: [Tally; 2]) -> [f64; 2] {
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
        self.found.states += states;
        shares
    }

    fn sample(
        &mut self,
        tier: u32,
        mut seen: Vec<UnfinishedState<G::State>>,
    ) -> Result<TierSample<G::State>, SolveError> {
        let held: usize = self
            .pending
            .iter()
            .map(|(_, tier)| tier.children.len())
            .sum();
        let budget = f64::from(self.effort.states);
        let total: f64 = seen.iter().map(|seen| 1.0 + seen.odds).sum();
        let heaviest = seen
            .iter()
            .fold(1.0_f64, |most, seen| most.max(1.0 + seen.odds));
        let room = if self.found.states <= budget && !self.is_sampled {
            budget
        } else {
            budget / 4.0
        };
        let salt = mix(self.effort.seed.wrapping_add(tier.into()));
        let is_drawn = |seen: &UnfinishedState<_>, weight| {
            mix(seen.child.key ^ salt) as f64 / u64::MAX as f64 * weight < 1.0 + seen.odds
        };
        let mut weight = heaviest.max(total / room);
        if weight > 1.0 {
            self.is_sampled = true;
            seen.retain(|seen| is_drawn(seen, weight));
        }
        let mut moves = 0.0;
        for seen in &mut seen {
            seen.moves = self.moves_of(seen.child.state)?;
            moves += f64::from(seen.moves.len());
        }
        let most = CHILDREN.max(CHILDREN_EACH * budget);
        let free = (most - held as f64).max(most * LEAST_CHILDREN);
        if moves > free {
            self.is_sampled = true;
            weight *= moves / free;
            seen.retain(|seen| is_drawn(seen, weight));
        }
        if self.is_sampled {
            // Use the actual size of the sample for the weight, not the expected size.
            weight = total / seen.len() as f64;
            self.weights.push(weight);
        }
        Ok((seen, weight))
    }

    fn expand(
        &mut self,
        tier: u32,
        seen: UnfinishedState<G::State>,
        weight: f64,
    ) -> Result<(), SolveError> {
        let UnfinishedState { child, moves, .. } = seen;
        self.expanded += 1;
        let mut number = ROOT;
        if self.is_sampled {
            number = self.samples.len() as u32;
            self.samples.push(PlayedSample {
                parent: child.parent,
                tier: self.weights.len() as u32 - 1,
            });
        }
        self.found.moves += weight * f64::from(moves.len());
        for mv in moves {
            self.see(self.game.play(child.state, mv), number, Some(tier))?;
        }
        Ok(())
    }

    /// Returns the number of states that a sampled state stands for. `number` is the index of the
    /// sampled state.
    fn weight(&self, number: u32) -> f64 {
        self.weights[self.samples[number as usize].tier as usize]
    }

    /// Returns *a* = (1 - *p*)/*p*, where *p* is the rate at which the state with the index
    /// `number` was sampled.
    fn odds(&self, number: u32) -> f64 {
        self.weight(number) - 1.0
    }

    /// Returns the sampling rate of the last common ancestor of two states.
    fn rate_of_kin(&self, one: u32, two: u32) -> f64 {
        let (mut older, mut younger) = (one.min(two), one.max(two));
        while older != younger {
            let parent = self.samples[younger as usize].parent;
            (older, younger) = (older.min(parent), older.max(parent));
        }
        1.0 / self.weight(older)
    }
}

fn told(watch: CountWatch<'_>, states: u64) -> Result<(), SolveError> {
    match watch(states) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(SolveError::Stopped),
    }
}
