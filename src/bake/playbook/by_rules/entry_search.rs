//! Chooses moves so that a playbook by rules needs few entries.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::hash::BuildHasherDefault;
use core::mem;
use core::ops::ControlFlow;
use std::collections::HashMap;

use crate::bake::BakeError;
use crate::bake::playbook::explore::KeyHasher;
use crate::entropy::{below, mix};
use crate::playbook::Keep;
use crate::playbook::order::{LeftMoves, Scores, left_by_rules};
use crate::prove::{self, ProveError, Prover};
use perfectplay_core::watch::{Phase, Progress};
use perfectplay_core::{
    Hints, MOVE_LIMIT, Move, Moves, Player, Value, canonical, graph, is_extra_turn, starts,
};

/// A game that several threads can use at the same time. Its supertrait [`Hints`] contains the
/// method that lists the features of a move.
pub trait Choosable: Hints<State: Send + Sync> + Sync {}
impl<G: Hints<State: Send + Sync> + Sync> Choosable for G {}

pub(super) type ChooserWatch<'w> = &'w mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Chooses the moves of one side, so that the book for this side needs few entries. The cost of a
/// state is computed from the costs of the next states.
pub(super) struct Chooser<'p, 'w, G: Choosable> {
    prover: &'p Prover<G>,
    watch: ChooserWatch<'w>,
    side: Player,
    symmetry: bool,
    /// The floor, which is the value that every move of the player must keep. `None` if each move
    /// must keep the value of the state in which it is played.
    floor: Option<Value>,
    /// The result that the player must reach at least. The function `left_by_rules` drops moves
    /// that cannot reach this result. Both sides have the same goal: the lowest floor of all sides
    /// that the playbook plays. A floor of `None` counts as a draw.
    goal: Value,
    weights: Vec<i8>,
    stages: Vec<Stage>,
    flow: Vec<Flow>,
    /// Results of [`is_kept`](Self::is_kept), which are stored because they are needed again and
    /// again.
    kept: Kept,
    /// Maps the key of a state to the cost of the state. The map does not contain the states that
    /// cost nothing. From such a state to the end, the rules and the weights alone keep the floor.
    costs: HashMap<u64, Cost, BuildHasherDefault<KeyHasher>>,
    /// A stack of states. For each move that is being examined, the stack holds the states after
    /// this move in which it is the player's turn again.
    next: Vec<G::State>,
    /// The states of all [`MetState`]s. A [`MetState`] stores only the index of its state in this
    /// list.
    met: Vec<G::State>,
    asked: u64,
}

/// The settings for choosing moves in one stage of the game. The stage of a state tells how far the
/// game has advanced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    /// The estimated fraction of the opponent's replies that lead to a new state with a cost.
    pub share: f32,
    /// The estimated size of an entry of the playbook, in bits.
    pub entry: f32,
    /// The number of good moves that the search compares in a state.
    pub alternatives: u32,
}

impl Stage {
    /// Returns whether each setting lies in the range of values that a search can produce. Settings
    /// that were read from saved work may be damaged.
    pub fn is_valid(&self) -> bool {
        /// The greatest estimate for the size of an entry, in bits. The estimate is log2 (states of
        /// the stage / entries of the stage) + 2.5, and a stage has fewer than 2^64 states.
        const MOST_BITS: f32 = 68.0;
        self.share > 0.0
            && self.share <= 1.0
            && (0.0..=MOST_BITS).contains(&self.entry)
            && (1..=MOVE_LIMIT).contains(&self.alternatives)
    }
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            share: 0.3,
            entry: 10.0,
            alternatives: 1,
        }
    }
}

#[derive(Clone, Copy)]
struct Cost {
    bits: f32,
    mv: Move,
    /// If `true`, `bits` is the exact cost. If `false`, `bits` is a lower bound of the cost.
    is_exact: bool,
}

/// Returns the floor, which is the value that every move of `side` must keep. Returns `None` if
/// each move must keep the value of the state in which it is played. To decide this, proves the
/// values of all starts.
pub(super) fn floor<G: Choosable>(
    prover: &Prover<G>,
    side: Player,
    keep: Keep,
    watch: prove::ProofWatch<'_>,
) -> Result<Option<Value>, BakeError> {
    let game = prover.game();
    let mut floors = (Value::Win, Value::Loss);
    for start in starts(game) {
        let value = prover.value(start, watch)?;
        let is_own = game.to_move(start).unwrap_or(Player::First) == side;
        let value = if is_own { value } else { value.flip() };
        floors = (floors.0.min(value), floors.1.max(value));
    }
    // A player who wins from every start is winning in every state of the book.
    let is_one = keep == Keep::Start || floors.0 == Value::Win;
    Ok(is_one.then_some(floors.1))
}

/// The limit, in states, for the first attempt at a proof. Most proofs within this small limit
/// succeed only because the prover remembers results of other proofs.
const REMEMBERED: u64 = 1 << 6;
/// The limit, in states, for a short proof.
const SHORT: u64 = 1 << 12;
/// The limit, in states, for the proof whether a move in a training state is good or bad. Without a
/// result within this limit, the training state is not used.
const OF_LESSON: u64 = 1 << 17;
/// If a proof needs more states than its limit, the search tries the proof again later, with the
/// limit multiplied by this factor.
const LONGER: u64 = 4;

/// When this many states have a cost, the search tries only one good move in each further state.
/// This avoids a flood of states in a game in which most moves are good.
const MANY: usize = 1 << 20;

/// A cost that is greater than the cost of any playbook.
const IMPOSSIBLE: f32 = 1e9;
/// The greatest depth of the recursive search, in moves of the player. A deeper search could
/// overflow the stack of a thread.
const MOST_DEPTH: u32 = 4_000;

/// A state that occurs in play by the playbook. The function `left_by_rules` leaves more than one
/// move in this state, so the playbook must choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct MetState {
    /// The index of the state in the chooser's list `met`.
    pub number: u32,
    pub key: u64,
    pub stage: u32,
    pub margin: u8,
    /// The number of moves that have a better score than the chosen move. If this is 0, the state
    /// needs no entry.
    pub rank: u8,
}

impl<'p, 'w, G: Choosable> Chooser<'p, 'w, G> {
    /// Creates a chooser that plays `side`. `floor` is what the function [`floor`] returns for this
    /// side.
    pub fn new(
        prover: &'p Prover<G>,
        (side, floor): (Player, Option<Value>),
        goal: Value,
        symmetry: bool,
        bytes: usize,
        watch: ChooserWatch<'w>,
    ) -> Result<Self, BakeError> {
        Ok(Self {
            prover,
            watch,
            side,
            symmetry,
            floor,
            goal,
            weights: Vec::new(),
            stages: Vec::new(),
            flow: Vec::new(),
            kept: Kept::new(bytes)?,
            costs: HashMap::default(),
            next: Vec::new(),
            met: Vec::new(),
            asked: 0,
        })
    }

    /// Replaces the weights and the settings of all stages. Deletes the costs and all other
    /// results, because they were computed with the old weights and settings.
    pub fn set(&mut self, weights: &[i8], stages: &[Stage]) {
        self.weights = weights.into();
        self.stages = stages.into();
        self.kept.clear();
        self.costs.clear();
        self.flow.clear();
        self.met.clear();
    }

    /// Returns the value that the player must keep in `state`. The player must be to move.
    fn floor(&mut self, state: G::State) -> Result<Value, BakeError> {
        match self.floor {
            Some(floor) => Ok(floor),
            None => self.prove(|prover, watch| prover.value(state, watch)),
        }
    }

    pub fn game(&self) -> &'p G {
        self.prover.game()
    }

    pub fn watch(&mut self, progress: Progress) -> Result<(), BakeError> {
        match (self.watch)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BakeError::Stopped),
        }
    }

    fn prove<T>(
        &mut self,
        ask: impl FnOnce(&Prover<G>, prove::ProofWatch<'_>) -> Result<T, ProveError>,
    ) -> Result<T, BakeError> {
        let watch = &mut self.watch;
        Ok(ask(self.prover, &mut |progress| watch(progress))?)
    }

    fn is_own(&self, state: G::State) -> bool {
        let mover = self.game().to_move(state).unwrap_or(Player::First);
        mover == self.side
    }

    fn own_value(&self, state: G::State, value: Value) -> Value {
        if self.is_own(state) {
            value
        } else {
            value.flip()
        }
    }

    /// Returns the canonical image of a state if symmetric states share an entry, and otherwise the
    /// state itself.
    fn image(&self, state: G::State) -> G::State {
        if self.symmetry {
            canonical(self.game(), state).0
        } else {
            state
        }
    }

    /// Returns the states in which the player may have to make its first move. A state in which the
    /// player can win at once may be missing, because it needs no entry.
    pub fn roots(&mut self) -> Result<Vec<G::State>, BakeError> {
        let mut roots = Vec::new();
        for start in starts(self.game()) {
            if self.is_own(start) {
                roots.push(self.image(start));
            } else {
                let from = self.next.len();
                self.add_replies(start, from);
                roots.extend(self.next.drain(from..));
            }
        }
        let keys = &mut roots.iter().map(|&state| self.prover.game().key(state));
        let mut sorted = Vec::with_capacity(roots.len());
        for (_, at) in graph::order(keys) {
            if sorted.last() != Some(&roots[at]) {
                sorted.push(roots[at]);
            }
        }
        Ok(sorted)
    }

    /// Lets the player play `mv`, and the opponent every reply. Adds to `next` each state in which
    /// it is the player's turn again. If the game can end before the player's next turn, returns
    /// the worst result that the player can get in this way. Otherwise, returns a win.
    fn add_next(&mut self, state: G::State, mv: Move) -> Value {
        let game = self.game();
        let after = game.play(state, mv);
        let from = self.next.len();
        if let Some(value) = game.outcome(after) {
            return self.own_value(after, value);
        }
        if is_extra_turn(game, state, after) {
            self.add(after, from);
            return Value::Win;
        }
        self.add_replies(after, from)
    }

    /// Does the same as `add_next`, but begins in a state in which the opponent is to move.
    fn add_replies(&mut self, state: G::State, from: usize) -> Value {
        let game = self.game();
        if !game.winning_moves(state).is_empty() {
            return Value::Loss;
        }
        let mut worst = Value::Win;
        // After any unsafe reply, the player wins at once.
        for reply in game.safe_moves(state) {
            let then = game.play(state, reply);
            worst = worst.min(match game.outcome(then) {
                Some(value) => self.own_value(then, value),
                None if is_extra_turn(game, state, then) => self.add_replies(then, from),
                None => {
                    self.add(then, from);
                    Value::Win
                }
            });
        }
        worst
    }

    fn add(&mut self, state: G::State, from: usize) {
        let state = self.image(state);
        if !self.next[from..].contains(&state) {
            self.next.push(state);
        }
    }

    /// Returns the moves that `left_by_rules` leaves in an unfinished state, and the scores that
    /// the weights give to these moves.
    pub fn order(&self, state: G::State) -> (Moves, Scores) {
        let game = self.game();
        let moves = left_by_rules(game, state, self.goal).moves;
        let weight = |feature| {
            let weight = self.weights.get(feature as usize).copied();
            weight.unwrap_or(0).into()
        };
        let asked = if self.weights.is_empty() || moves.len() == 1 {
            Moves::EMPTY
        } else {
            moves
        };
        (moves, Scores::new(game, state, asked, &weight))
    }

    /// Returns whether the rules and the weights are enough to keep the floor from `state` to the
    /// end of the game.
    pub fn is_kept(&mut self, state: G::State, depth: u32) -> Result<bool, BakeError> {
        let game = self.game();
        if self.floor == Some(Value::Loss) || !game.winning_moves(state).is_empty() {
            return Ok(true);
        }
        let key = game.key(state);
        if let Some(is_kept) = self.kept.get(key) {
            return Ok(is_kept);
        }
        if left_by_rules(game, state, self.goal).is_won {
            self.kept.insert(key, true);
            return Ok(true);
        }
        self.count(depth)?;
        let floor = self.floor(state)?;
        let (moves, scores) = self.order(state);
        let from = self.next.len();
        let mut is_kept = match scores.best(moves) {
            Some(mv) => self.add_next(state, mv) >= floor,
            None => false,
        };
        let mut number = from;
        while is_kept && number < self.next.len() {
            let next = self.next[number];
            is_kept = self.floor(next)? >= floor && self.is_kept(next, depth + 1)?;
            number += 1;
        }
        self.next.truncate(from);
        self.kept.insert(key, is_kept);
        Ok(is_kept)
    }

    fn count(&mut self, depth: u32) -> Result<(), BakeError> {
        /// The number of visited states between two reports of the progress.
        const PERIOD: u64 = 1 << 14;
        if depth > MOST_DEPTH {
            return Err(ProveError::TooLong.into());
        }
        self.asked += 1;
        if self.asked % PERIOD == 0 {
            let states = self.costs.len() as u64;
            self.watch(Progress::of_states(Phase::Exploring, states, 0))?;
        }
        Ok(())
    }

    /// Proves whether the move `mv` keeps the floor. Returns `None` if the proof needs more than
    /// about `limit` states.
    fn keeps(&mut self, state: G::State, mv: Move, limit: u64) -> Result<Option<bool>, BakeError> {
        let game = self.game();
        let floor = self.floor(state)?;
        let after = game.play(state, mv);
        if let Some(value) = game.outcome(after) {
            return Ok(Some(self.own_value(after, value) >= floor));
        }
        if floor == Value::Loss {
            return Ok(Some(true));
        }
        if self.is_own(after) {
            return self
                .prove(|prover, watch| prover.is_at_least_within(limit, floor, after, watch));
        }
        let too_much = match floor {
            Value::Win => Value::Draw,
            _ => Value::Win,
        };
        let is_lost =
            self.prove(|prover, watch| prover.is_at_least_within(limit, too_much, after, watch))?;
        Ok(is_lost.map(|is_lost| !is_lost))
    }

    fn stage(&self, state: G::State) -> Stage {
        let stage = self.game().stage(state) as usize;
        self.stages.get(stage).copied().unwrap_or_default()
    }

    /// Returns the approximate cost of a state. The cost is the size of all entries that the
    /// playbook needs from this state on, in bits. If the cost is at least `bound`, the function
    /// may return any number between `bound` and the cost.
    pub fn cost(&mut self, state: G::State, bound: f32, depth: u32) -> Result<f32, BakeError> {
        if self.is_kept(state, depth)? {
            return Ok(0.0);
        }
        let game = self.game();
        let key = game.key(state);
        if let Some(known) = self.costs.get(&key) {
            if known.is_exact || known.bits >= bound {
                return Ok(known.bits);
            }
        }
        self.count(depth)?;
        let Stage {
            share,
            entry,
            alternatives,
        } = self.stage(state);
        let alternatives = if self.costs.len() < MANY {
            alternatives
        } else {
            1
        };
        let floor = self.floor(state)?;
        let (moves, scores) = self.order(state);
        let mut best = IMPOSSIBLE;
        let mut chosen = moves.first().unwrap_or(Move::FIRST);
        // Moves with long proofs are left out, unless no other move is good. Early in a large game,
        // this leaves moves that the prover remembers.
        let mut limit = if alternatives == 1 { REMEMBERED } else { SHORT };
        let (mut left, mut tried) = (moves, 0);
        while tried == 0 && !left.is_empty() {
            let mut later = Moves::EMPTY;
            while tried < alternatives {
                let Some(mv) = scores.best(left) else {
                    break;
                };
                left -= mv.into();
                let own = match scores.rank(moves, mv) {
                    0 => 0.0,
                    rank => entry + 0.7 * (rank - 1) as f32,
                };
                let least = best.min(bound);
                if own >= least && tried > 0 {
                    continue;
                }
                let from = self.next.len();
                let worst = self.add_next(state, mv);
                if worst < floor {
                    self.next.truncate(from);
                    continue;
                }
                let mut open = from;
                for number in from..self.next.len() {
                    if !self.is_kept(self.next[number], depth + 1)? {
                        self.next.swap(open, number);
                        open += 1;
                    }
                }
                self.next.truncate(open);
                // If rules and weights keep the value of the start after every reply, the move
                // keeps it, too.
                let is_clear = self.floor.is_some() && open == from;
                let keeps = if is_clear {
                    Some(true)
                } else {
                    self.keeps(state, mv, limit)?
                };
                if keeps != Some(true) {
                    if keeps.is_none() {
                        later |= mv.into();
                    }
                    self.next.truncate(from);
                    continue;
                }
                tried += 1;
                let mut sum = own;
                for number in from..open {
                    if sum >= least {
                        break;
                    }
                    let next = self.next[number];
                    sum += share * self.cost(next, (least - sum) / share, depth + 1)?;
                }
                self.next.truncate(from);
                if sum < best {
                    (best, chosen) = (sum, mv);
                }
                if best <= 0.0 {
                    break;
                }
            }
            left = later;
            limit = limit.saturating_mul(LONGER);
        }
        let cost = Cost {
            bits: best,
            mv: chosen,
            is_exact: best < bound,
        };
        self.costs.insert(key, cost);
        Ok(best)
    }

    /// Plays one game. The player chooses moves that keep the floor, and the opponent plays at
    /// random. Adds to `passed` each state in which `left_by_rules` leaves the player several
    /// moves.
    pub fn play(
        &mut self,
        roots: &[G::State],
        mut entropy: u64,
        passed: &mut Vec<MetState>,
    ) -> Result<(), BakeError> {
        let mut states = roots.to_vec();
        for depth in 0.. {
            let count = states.len() as u32;
            entropy = mix(entropy);
            let chosen = below((entropy >> 32) as u32, count) as usize;
            let game = self.game();
            let Some(&state) = states.get(chosen) else {
                break;
            };
            let LeftMoves { moves, is_won } = left_by_rules(game, state, self.goal);
            if is_won {
                break;
            }
            self.count(depth)?;
            if moves.len() > 1 {
                let (key, stage) = (game.key(state), game.stage(state));
                passed.push(self.meet(state, (key, stage), 0, 0));
            }
            // The greatest promise comes first, and among equals the lowest move.
            let promise = |mv| (Reverse(game.promise(state, mv)), mv);
            let mut left: Vec<(Reverse<u32>, Move)> = moves.iter().map(promise).collect();
            left.sort_unstable();
            let (mut kept, mut limit) = (None, REMEMBERED);
            while kept.is_none() && !left.is_empty() {
                let mut later = Vec::new();
                for (promise, mv) in left {
                    match self.keeps(state, mv, limit)? {
                        Some(true) => {
                            kept = Some(mv);
                            break;
                        }
                        Some(false) => {}
                        None => later.push((promise, mv)),
                    }
                }
                left = later;
                limit = limit.saturating_mul(LONGER);
            }
            let Some(mv) = kept else {
                break;
            };
            self.add_next(state, mv);
            states = mem::take(&mut self.next);
        }
        Ok(())
    }

    /// Adds a state to the list `met`, and returns a `MetState` that refers to it.
    fn meet(
        &mut self,
        state: G::State,
        (key, stage): (u64, u32),
        margin: u8,
        rank: u8,
    ) -> MetState {
        let number = self.met.len() as u32;
        self.met.push(state);
        MetState {
            number,
            key,
            stage,
            margin,
            rank,
        }
    }

    /// Turns the state of `met` into a training state for [`Lessons`](super::Lessons). Returns a
    /// list with one pair for each move that `left_by_rules` leaves in this state. `.0` is the list
    /// of the move's features, and `.1` tells whether the move keeps the floor. Returns an empty
    /// list if a proof would take long.
    pub fn lesson(&mut self, met: &MetState) -> Result<Vec<(Vec<u16>, bool)>, BakeError> {
        let (game, state) = (self.game(), self.met[met.number as usize]);
        let moves = left_by_rules(game, state, self.goal).moves;
        let mut lesson = Vec::new();
        for mv in moves {
            let mut features = Vec::new();
            game.each_feature(state, mv.into(), &mut |_, feature| {
                features.extend(u16::try_from(feature));
            });
            let Some(is_good) = self.keeps(state, mv, OF_LESSON)? else {
                return Ok(Vec::new());
            };
            lesson.push((features, is_good));
        }
        Ok(lesson)
    }

    /// Lists the states that occur in play by the book, ply by ply. Leaves out each state in which
    /// `left_by_rules` leaves at most one move. Also leaves out each state whose stage comes after
    /// `stage` and after the stages of all entries.
    pub fn met(&mut self, roots: &[G::State], stage: u32) -> Result<Vec<MetState>, BakeError> {
        let mut found = Vec::new();
        let mut now: Vec<(u64, G::State, bool)> = Vec::new();
        for &state in roots {
            now.push((self.game().key(state), state, true));
        }
        let mut last_entry = stage;
        // The number of replies to the open states one move before, by the stage of these states.
        // An open state is one with a cost.
        let mut replies: Vec<u64> = Vec::new();
        while !now.is_empty() {
            let mut next = Vec::new();
            let (mut open, mut is_any_early) = (0_u64, false);
            let before = mem::take(&mut replies);
            for &(key, state, was_open) in &now {
                let game = self.game();
                if left_by_rules(game, state, self.goal).is_won {
                    continue;
                }
                self.count(0)?;
                let stage = game.stage(state);
                let is_open = was_open && !self.is_kept(state, 0)?;
                let (moves, scores) = self.order(state);
                let mv = if is_open {
                    open += 1;
                    self.costs.get(&key).map(|cost| cost.mv)
                } else {
                    scores.best(moves)
                };
                let Some(mv) = mv else {
                    continue;
                };
                if moves.len() > 1 {
                    let rank = scores.rank(moves, mv) as u8;
                    if rank > 0 {
                        last_entry = last_entry.max(stage);
                    }
                    let margin = scores.margin(moves);
                    found.push(self.meet(state, (key, stage), margin, rank));
                }
                self.add_next(state, mv);
                if is_open {
                    add_at(&mut replies, stage, self.next.len() as u64);
                }
                for then in self.next.drain(..) {
                    let game = self.prover.game();
                    is_any_early |= game.stage(then) <= last_entry;
                    next.push((game.key(then), then, is_open));
                }
            }
            self.flow(&before, open);
            if open == 0 && !is_any_early {
                break;
            }
            now.clear();
            for (key, at) in graph::order(&mut next.iter().map(|&(key, ..)| key)) {
                let (_, state, is_open) = next[at];
                match now.last_mut() {
                    Some((last, _, is_any_open)) if *last == key => *is_any_open |= is_open,
                    _ => now.push((key, state, is_open)),
                }
            }
        }
        found.retain(|met: &MetState| met.stage <= last_entry);
        Ok(found)
    }

    /// Adds the counts of one ply to `self.flow`, which has an entry for each stage. `replies[s]`
    /// is the number of the opponent's replies to moves of the player in stage *s*. All these
    /// replies together lead to `open` states that are new and have a cost. The method does not
    /// know which of these states comes from which stage, so it divides `open` among the stages, in
    /// proportion to their replies.
    fn flow(&mut self, replies: &[u64], open: u64) {
        let all: u64 = replies.iter().sum();
        for (stage, &replies) in replies
            .iter()
            .enumerate()
            .filter(|&(_, &replies)| replies > 0)
        {
            if self.flow.len() <= stage {
                self.flow.resize(stage + 1, Flow::default());
            }
            self.flow[stage].replies += replies;
            self.flow[stage].open +=
                (u128::from(open) * u128::from(replies) / u128::from(all)) as u64;
        }
    }

    /// Returns, for each stage, the fraction of replies that lead to a state that is new and has a
    /// cost. The fraction is `None` if the stage has no replies.
    pub fn shares(&self) -> Vec<Option<f32>> {
        let share =
            |flow: &Flow| (flow.replies > 0).then(|| flow.open as f32 / flow.replies as f32);
        self.flow.iter().map(share).collect()
    }
}

/// The counts for one stage. `replies` counts the opponent's replies to the player's moves in
/// states that have a cost. These replies lead to `open` states that have a cost, too.
#[derive(Clone, Copy, Default)]
struct Flow {
    replies: u64,
    open: u64,
}

fn add_at(counts: &mut Vec<u64>, index: u32, count: u64) {
    let index = index as usize;
    if counts.len() <= index {
        counts.resize(index + 1, 0);
    }
    counts[index] += count;
}

/// A hash table that stores an answer, `true` or `false`, for each of many states. When a bucket is
/// full, a new answer replaces the oldest.
struct Kept(Vec<u64>);

/// The number of answers in a bucket of [`Kept`].
const BUCKET: usize = 4;

impl Kept {
    fn new(bytes: usize) -> Result<Self, ProveError> {
        let buckets = (bytes / (BUCKET * size_of::<u64>())).max(1);
        let zeros = prove::zeros(buckets * BUCKET);
        zeros.map(Self).ok_or(ProveError::Memory { bytes })
    }

    /// Removes all answers, by allocating new memory. Zeros in the old memory would have the same
    /// effect, but the old memory would continue to take room. New memory takes no room until an
    /// answer is written to it.
    fn clear(&mut self) {
        let words = self.0.len();
        self.0 = Vec::new();
        self.0 = vec![0; words];
    }

    /// Returns where the answer for `key` is stored. `.0` is the index at which the bucket begins.
    /// `.1` is the word that is stored in the bucket if the answer for this key is `false`. This
    /// word is never 0.
    //
    // The entry holds 62 bits of `mix`. They tell the keys of a bucket apart.
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = mix(key);
        let buckets = (self.0.len() / BUCKET) as u64;
        let bucket = ((u128::from(mixed) * u128::from(buckets)) >> u64::BITS) as usize;
        (bucket * BUCKET, mixed << 2 | 2)
    }

    fn get(&self, key: u64) -> Option<bool> {
        let (from, entry) = self.place(key);
        let found = self.0[from..from + BUCKET]
            .iter()
            .find(|&&other| other | 1 == entry | 1);
        found.map(|entry| entry & 1 == 1)
    }

    fn insert(&mut self, key: u64, is_kept: bool) {
        let (from, entry) = self.place(key);
        let bucket = &mut self.0[from..from + BUCKET];
        bucket.rotate_right(1);
        bucket[0] = entry | u64::from(is_kept);
    }
}
