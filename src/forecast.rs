//! What solving a game will take, told before it is solved.
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
use alloc::vec::Vec;
use core::time::Duration;

use crate::analysis::Score;
use crate::entropy::mix;
use crate::game::{Game, Move, Moves};
use crate::solve::{Fault, Halt, Layers, SolveError, declared, legal};

/// How much work a forecast may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many states are enumerated. A game that has no more is forecast exactly; of
    /// one that has, a quarter of this number represents every further layer.
    pub states: u32,
    /// Which of many possible samples is drawn. The same one gives the same forecast, on
    /// every machine.
    pub seed: u64,
}

impl Default for Effort {
    /// 200,000 states: well under a second.
    fn default() -> Self {
        Self {
            states: 200_000,
            seed: 0,
        }
    }
}

/// How much a forecast of the number of states is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// The number is right within a factor of two, and nearly always within a fifth.
    Estimate,
    /// The number may well be wrong by a factor of two, or of ten for a game of 10^12
    /// states: too few states were seen twice. Or states come back or have no tier, so
    /// that old ones cannot be told from new ones; then it is rather too small.
    Rough,
    /// There are more: the game is too long to be looked at to the end.
    AtLeast,
}

/// What to do with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Bake it as a `phf` map in source.
    Map,
    /// Bake it as bytes.
    Bytes,
    /// Solve it with a program of its own, and keep the table in a file: a program does
    /// not want to carry it, nor its build to wait for it.
    File,
    /// It is too large for a table.
    TooLarge,
}

/// What solving a game will take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// How many states are reachable.
    pub states: u64,
    /// What this number is worth.
    pub certainty: Certainty,
    /// How many moves the states have together.
    pub moves: u64,
    /// How many of them the forecast has played.
    pub played: u64,
    /// How many bytes of memory [`solve`](crate::solve()) takes.
    pub memory: u64,
    /// How many bytes the table takes.
    pub table: u64,
}

impl Forecast {
    /// The most states that are advised to be a map in source: its compiler takes
    /// seconds from there on.
    pub const MAP_STATES: u64 = 50_000;

    /// The largest table that a program is advised to carry, in bytes.
    pub const BAKED_BYTES: u64 = 32 << 20;

    /// What to do with the game.
    #[must_use]
    pub const fn advice(&self) -> Advice {
        if self.states <= Self::MAP_STATES {
            Advice::Map
        } else if self.table <= Self::BAKED_BYTES {
            Advice::Bytes
        } else if self.states <= u32::MAX as u64 {
            Advice::File
        } else {
            Advice::TooLarge
        }
    }

    /// About how long it takes to solve the game, if the forecast took `elapsed`: who has
    /// a clock tells, since this library has none.
    #[must_use]
    pub fn time(&self, elapsed: Duration) -> Duration {
        let moves = self.moves as f64 / self.played.max(1) as f64;
        let seconds = elapsed.as_secs_f64() * moves * SOLVER_PACE;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// How many times as long as the forecast a solver takes for a move.
const SOLVER_PACE: f64 = 2.0;

/// Forecasts what it takes to solve a game, by a sample of its states.
///
/// ```
/// use perfectplay::{Advice, Certainty, Effort, forecast, tictactoe::TicTacToe};
///
/// let all = forecast(&TicTacToe, Effort::default())?;
/// assert_eq!((all.states, all.certainty), (5478, Certainty::Exact));
/// assert_eq!(all.advice(), Advice::Map);
///
/// let some = forecast(&TicTacToe, Effort { states: 1000, seed: 0 })?;
/// assert_eq!(some.certainty, Certainty::Rough); // its rules tell no tiers
/// assert!((2739..=10956).contains(&some.states));
/// # Ok::<(), perfectplay::SolveError>(())
/// ```
///
/// # Errors
/// As [`solve`](crate::solve()), for what is wrong with the states that it looks at.
pub fn forecast<G: Game>(game: &G, effort: Effort) -> Result<Forecast, SolveError> {
    let mut survey = Survey::new(game, effort).map_err(|fault| Halt::at(game.start(), fault))?;
    survey.run()?;
    Ok(survey.forecast())
}

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
    /// The move that led here; `None` at a start.
    mv: Option<Move>,
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
    mv: Option<Move>,
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

/// Looks at a game layer by layer.
struct Survey<'g, G: Game> {
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
    fn new(game: &'g G, effort: Effort) -> Result<Self, Fault> {
        let tiered = !game.may_repeat() && game.tier(game.start()).is_some();
        Ok(Self {
            game,
            declared: declared(game)?,
            layers: Layers::new(),
            found: Found::new(effort, tiered),
        })
    }

    fn run(&mut self) -> Result<(), Halt<G::State>> {
        for start in self.game.starts() {
            self.see(start, ROOT, None, None)?;
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
    fn see(
        &mut self,
        state: G::State,
        parent: u32,
        mv: Option<Move>,
        before: Option<u32>,
    ) -> Result<(), Halt<G::State>> {
        let sighting = Sighting {
            key: self.game.key(state),
            state,
            parent,
            mv,
        };
        let number = if self.found.tiered {
            let found = self.game.tier(state);
            match found {
                Some(number) if before < found => number,
                _ => return Err(self.halt(&sighting, Fault::Tier { before, found })),
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
    ) -> Result<Vec<Seen<G::State>>, Halt<G::State>> {
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
                return Err(self.halt(other, Fault::SharedKey { key }));
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
    ) -> Result<(), Halt<G::State>> {
        let legal = legal(self.game, sighting.state, self.declared)
            .map_err(|fault| self.halt(&sighting, fault))?;
        let number = self.found.kept.len() as u32;
        self.found.kept.push(Kept {
            parent: sighting.parent,
            mv: sighting.mv,
            weight,
        });
        self.found.played += u64::from(legal.len());
        self.found.moves += weight * f64::from(legal.len());
        for mv in legal {
            let after = self.game.play(sighting.state, mv);
            self.see(after, number, Some(mv), Some(layer))?;
        }
        Ok(())
    }

    /// An error at a state, and how to get there.
    fn halt(&self, sighting: &Sighting<G::State>, fault: Fault) -> Halt<G::State> {
        let mut moves = Vec::new();
        let (mut parent, mut mv) = (sighting.parent, sighting.mv);
        while let Some(last) = mv {
            moves.push(last);
            let kept = &self.found.kept[parent as usize];
            (parent, mv) = (kept.parent, kept.mv);
        }
        moves.reverse();
        Halt::after(self.game, moves, sighting.state, fault)
    }

    fn forecast(&self) -> Forecast {
        let size = size_of::<G::State>();
        let game = self.game;
        self.found
            .forecast(size, game.may_repeat(), game.move_count())
    }
}

impl Found {
    fn new(effort: Effort, tiered: bool) -> Self {
        let root = Kept {
            parent: ROOT,
            mv: None,
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

    /// The forecast of a game with states of this size in bytes, and so many moves.
    fn forecast(&self, state: usize, may_repeat: bool, move_count: u32) -> Forecast {
        let states = (self.states + self.two) as u64;
        Forecast {
            states,
            certainty: if self.cut {
                Certainty::AtLeast
            } else if !self.sampled {
                Certainty::Exact
            } else if !self.tiered || self.doubtful > self.states / 4.0 {
                Certainty::Rough
            } else {
                Certainty::Estimate
            },
            moves: self.moves as u64,
            played: self.played,
            memory: self.memory(states, state, may_repeat),
            table: table_bytes(
                states,
                u64::BITS - self.greatest_key.leading_zeros(),
                u32::BITS - self.depth.leading_zeros(),
                move_count,
            ),
        }
    }

    /// How many bytes the solver of this game takes, about.
    fn memory(&self, states: u64, state: usize, may_repeat: bool) -> u64 {
        let state = state as f64;
        let score = size_of::<Score>() as f64;
        // Nodes of a B-tree are two thirds full.
        let entry = |value: f64| 1.5 * (size_of::<u64>() as f64 + value);
        let states = states as f64;
        let bytes = if may_repeat {
            // A number by key, the state, and both ends of every move.
            states * (entry(4.0) + state + 6.0 * 8.0) + self.moves * 2.0 * 4.0
        } else if self.tiered {
            // Vectors of states grow by doubling; and a directory. What is found of the
            // tiers to come has every state more than once, up to some thousands.
            let ahead = self.moves.min(f64::from(self.depth) * 65_536.0);
            states * (2.0 * state + score + 1.0) + (2.0 * self.largest + ahead) * state
        } else {
            states * (entry(8.0) + 1.5 * (state + 2.0 * score) + 24.0 + 2.0 * (state + score))
        };
        bytes as u64
    }
}

/// The hash as a number from 0 to 1.
fn fraction(hash: u64) -> f64 {
    hash as f64 / u64::MAX as f64
}

/// How many bytes a table takes, about; what it consists of is told at
/// [`TableData`](crate::TableData).
fn table_bytes(states: u64, key_bits: u32, distance_bits: u32, moves: u32) -> u64 {
    /// How many states have the same record: from one in nim to hundreds in Connect Four.
    const ALIKE: u64 = 4;
    let width = |number: u64| u64::BITS - number.leading_zeros();
    // The place among so many tells that many bits of the key.
    let remainder_bits = key_bits.saturating_sub(width(states)) + 2;
    let slot = (remainder_bits + width(states / ALIKE)).div_ceil(8);
    let record = (distance_bits + 3 * moves).div_ceil(8);
    let pilots = states.div_ceil(2);
    pilots + states * u64::from(slot) + states.div_ceil(ALIKE) * u64::from(record)
}
