//! From a solved game to plain arrays: the only part of the search that knows the game.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{BuildHasherDefault, Hasher};
use core::ops::ControlFlow;
use std::collections::HashMap;

use super::arena::Arena;
use super::guide::{Guide, regret};
use super::progress::Progress;
use crate::bake::BakeError;
use crate::entropy::mix;
use crate::graph::order;
use crate::playbook::Keep;
use crate::solved::{Solved, StateOf, known_score};
use perfectplay_core::{
    Game, Move, Player, Preference, Score, Symmetric, Value, canonical, is_extra_turn,
    score_of_move, starts,
};

/// A rule of the user: the move of a state that it covers.
pub(super) type Rule<'r, S> = &'r dyn Fn(S) -> Option<Move>;

/// The most states that a guide reads at once.
const TOGETHER: usize = 1 << 17;

/// The number of states between two reports of the progress.
const TOLD: usize = 1 << 12;

/// Input beside the solved game.
#[derive(Clone, Copy)]
pub(super) struct Given<'r, S> {
    pub rule: Option<Rule<'r, S>>,
    pub guide: Option<&'r dyn Guide<S>>,
}

/// A search for all states that a player can meet.
pub(super) struct Explorer<'t, 'r, T: Solved> {
    pub solved: &'t T,
    pub keep: Keep,
    pub symmetry: bool,
    pub given: Given<'r, StateOf<T>>,
}

/// States with their numbers, in the order in which they were met.
struct Numbers<S> {
    states: Vec<S>,
    by_key: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    /// With a guide, the [regret] of the best way to each state.
    regrets: Vec<u32>,
    /// The most states to explore.
    most: usize,
    /// The greatest regret of a way.
    slack: u32,
    /// Whether a choice with more regret was left out.
    is_partial: bool,
}

impl<S> Numbers<S> {
    fn new(most: usize, slack: u32) -> Self {
        Self {
            states: Vec::new(),
            by_key: HashMap::default(),
            regrets: Vec::new(),
            most,
            slack,
            is_partial: false,
        }
    }
}

/// Hashes the keys of states by the mixer of the library.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(self.0 ^ key);
    }
}

impl<T: Solved> Explorer<'_, '_, T>
where
    T::Game: Preference,
{
    /// Explores all states that players of these sides can meet while they keep what they must.
    /// With a guide, it takes the best choices, until there are as many states as the guide allows.
    pub fn arena(
        &self,
        sides: &[Player],
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Arena, BakeError> {
        let Some(guide) = self.given.guide else {
            let mut numbers = Numbers::new(usize::MAX, u32::MAX);
            return self.explored(sides, &mut numbers, watch);
        };
        // With this regret, all choices of a way together add twice as much as the best ones.
        let mut slack = 16;
        let mut widest = Err(BakeError::TooManyStates {
            found: guide.states(),
        });
        loop {
            let mut numbers = Numbers::new(guide.states(), slack);
            match self.explored(sides, &mut numbers, watch) {
                Ok(arena) => {
                    let is_last = widest.is_err() && slack < 16 || !numbers.is_partial;
                    widest = Ok(arena);
                    if is_last {
                        return widest;
                    }
                    slack = slack.saturating_mul(2);
                }
                Err(BakeError::TooManyStates { .. }) if widest.is_err() && slack > 0 => slack /= 2,
                Err(BakeError::TooManyStates { .. }) => return widest,
                Err(error) => return Err(error),
            }
        }
    }

    fn explored(
        &self,
        sides: &[Player],
        numbers: &mut Numbers<StateOf<T>>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Arena, BakeError> {
        let mut arena = Arena::new();
        let mut roots = Vec::new();
        if let Some(guide) = self.given.guide {
            guide.fetch(&starts(self.game()).collect::<Vec<_>>());
        }
        let mut floors = [Value::Loss; 2];
        for &side in sides {
            for start in starts(self.game()) {
                let first = self.game().to_move(start).unwrap_or(Player::First);
                let value = self.score(start)?.value();
                let value = if first == side { value } else { value.flip() };
                let floor = &mut floors[usize::from(side == Player::Second)];
                *floor = value.max(*floor);
                let mut first_own = Vec::new();
                if self.game().outcome(start).is_some() {
                } else if first == side {
                    first_own.push(self.image(start));
                } else {
                    self.replies(start, &mut first_own);
                }
                roots.extend(self.numbered(&first_own, 0, numbers)?);
            }
        }
        arena.set_roots(roots);
        let mut next = 0;
        while next < numbers.states.len() {
            let end = numbers.states.len().min(next + TOGETHER);
            self.fetch(&numbers.states[next..end])?;
            for number in next..end {
                self.add(number, &floors, numbers, &mut arena)?;
                if u32::try_from(arena.next_count()).is_err() {
                    return Err(BakeError::TooManyStates { found: arena.len() });
                }
            }
            let is_many = end / TOLD > next / TOLD;
            next = end;
            let states = next as u64;
            if is_many && watch(Progress::Exploring { states }).is_break() {
                return Err(BakeError::Stopped);
            }
        }
        Ok(arena)
    }

    /// Lets the guide, if there is one, load the states that follow these.
    fn fetch(&self, states: &[StateOf<T>]) -> Result<(), BakeError> {
        let Some(guide) = self.given.guide else {
            return Ok(());
        };
        let game = self.game();
        let mut asked = Vec::new();
        for &state in states {
            for mv in game.legal(state) {
                asked.push(game.play(state, mv));
                asked.extend(self.after(state, mv));
            }
        }
        let is_known = guide.fetch(&asked);
        is_known.then_some(()).ok_or(BakeError::NoRecord)
    }

    fn game(&self) -> &T::Game {
        self.solved.game()
    }

    fn score(&self, state: StateOf<T>) -> Result<Score, BakeError> {
        let score = match self.given.guide {
            Some(guide) => guide.score(state),
            None => known_score(self.solved, state).ok(),
        };
        score.ok_or(BakeError::NoRecord)
    }

    /// Returns the state, or with symmetry its canonical image.
    fn image(&self, state: StateOf<T>) -> StateOf<T> {
        if self.symmetry {
            canonical(self.game(), state).0
        } else {
            state
        }
    }

    /// Returns the numbers of states in rising order. The way to them has this regret.
    fn numbered(
        &self,
        states: &[StateOf<T>],
        regret: u32,
        numbers: &mut Numbers<StateOf<T>>,
    ) -> Result<Vec<u32>, BakeError> {
        let mut found = Vec::with_capacity(states.len());
        for &state in states {
            let before = numbers.states.len();
            let new = u32::try_from(before).ok().filter(|_| before < numbers.most);
            let new = new.ok_or(BakeError::TooManyStates { found: before })?;
            let number = *numbers.by_key.entry(self.game().key(state)).or_insert(new);
            if number != new && numbers.states[number as usize] != state {
                let key = self.game().key(state);
                return Err(BakeError::SharedKey { key });
            }
            if number == new {
                numbers.states.push(state);
                if self.given.guide.is_some() {
                    numbers.regrets.push(regret);
                }
            } else if let Some(known) = numbers.regrets.get_mut(number as usize) {
                *known = regret.min(*known);
            }
            found.push(number);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Adds the own states after an opponent's state that is not finished: the opponent may
    /// move more than once.
    fn replies(&self, state: StateOf<T>, found: &mut Vec<StateOf<T>>) {
        let game = self.game();
        let (mut theirs, mut next) = (vec![state], 0);
        while let Some(&state) = theirs.get(next) {
            next += 1;
            for mv in game.legal(state) {
                let after = game.play(state, mv);
                if game.outcome(after).is_some() {
                } else if !is_extra_turn(game, state, after) {
                    found.push(self.image(after));
                } else if !theirs.contains(&after) {
                    theirs.push(after);
                }
            }
        }
    }

    /// The own states that may follow an own move.
    fn after(&self, state: StateOf<T>, mv: Move) -> Vec<StateOf<T>> {
        let game = self.game();
        let after = game.play(state, mv);
        let mut found = Vec::new();
        if game.outcome(after).is_some() {
        } else if is_extra_turn(game, state, after) {
            found.push(self.image(after));
        } else {
            self.replies(after, &mut found);
        }
        found
    }

    /// Estimates how much some states add to a book. 0 without a guide.
    fn addition(&self, states: &[StateOf<T>]) -> Result<u64, BakeError> {
        let Some(guide) = self.given.guide else {
            return Ok(0);
        };
        let mut keyed = order(states.iter().map(|&state| self.game().key(state)));
        keyed.dedup_by_key(|&mut (key, _)| key);
        let estimates = keyed.iter().map(|&(_, at)| guide.estimate(states[at]));
        let sum = estimates.sum::<Option<u64>>();
        sum.ok_or(BakeError::NoRecord)
    }

    /// Adds the own state with a number to the arena.
    fn add(
        &self,
        number: usize,
        floors: &[Value; 2],
        numbers: &mut Numbers<StateOf<T>>,
        arena: &mut Arena,
    ) -> Result<(), BakeError> {
        let (game, state) = (self.game(), numbers.states[number]);
        let floor = match game.to_move(state) {
            Some(side) => floors[usize::from(side == Player::Second)],
            None => floors[0].max(floors[1]),
        };
        let before = numbers.regrets.get(number).copied().unwrap_or(0);
        let key = game.key(state);
        let (covered, ruled) = self.ruled(state, floor)?;
        let ruled = self.numbered(&ruled, before, numbers)?;
        if covered {
            arena.add(key, false, &[(1, ruled)]);
            return Ok(());
        }
        let kept = self.kept(state, floor)?;
        let ends = |mv: &(u32, Move)| game.outcome(game.play(state, mv.1)).is_some();
        let any_ends = ruled.is_empty() && kept.iter().any(ends);
        let mut choices = Vec::with_capacity(kept.len());
        for (rank, mv) in kept {
            // A move that ends the game leads to no state, so no other move is better.
            if any_ends && !ends(&(rank, mv)) {
                continue;
            }
            let next = self.after(state, mv);
            choices.push((self.addition(&next)?, rank, next));
        }
        let least = choices.iter().map(|&(addition, ..)| addition).min();
        let mut found: Vec<(u64, Vec<u32>)> = Vec::new();
        for (addition, rank, next) in choices {
            let more = regret(least.unwrap_or(0), addition);
            let sum = before + more;
            if more > 0 && sum > numbers.slack {
                numbers.is_partial = true;
                continue;
            }
            let mut next = self.numbered(&next, sum, numbers)?;
            next.extend(&ruled);
            next.sort_unstable();
            next.dedup();
            match found.iter_mut().find(|(_, states)| *states == next) {
                Some((ranks, _)) => *ranks |= 1 << rank,
                None => found.push((1 << rank, next)),
            }
        }
        arena.add(key, game.legal(state).len() > 1, &found);
        Ok(())
    }

    /// The moves that keep what must be kept, with their ranks among the legal ones.
    fn kept(&self, state: StateOf<T>, floor: Value) -> Result<Vec<(u32, Move)>, BakeError> {
        let game = self.game();
        let mut scores = Vec::new();
        for mv in game.legal(state) {
            let after = game.play(state, mv);
            let score = score_of_move(game, state, after, self.score(after)?);
            scores.push((mv, score));
        }
        kept_of(&scores, self.keep, floor, game.is_loopy()).ok_or(BakeError::NoRecord)
    }

    /// Whether the user's rule covers a state, and the own states after its moves.
    //
    // A player asks the rule about the state on the board, which may be any image of this one.
    fn ruled(&self, state: StateOf<T>, floor: Value) -> Result<(bool, Vec<StateOf<T>>), BakeError> {
        let Some(rule) = self.given.rule else {
            return Ok((false, Vec::new()));
        };
        let images = if self.symmetry {
            self.game().symmetries()
        } else {
            1
        };
        let (mut covered, mut found) = (true, Vec::new());
        for image in (0..images).map(|symmetry| self.game().image(symmetry, state)) {
            let Some(mv) = rule(image) else {
                covered = false;
                continue;
            };
            if !self.kept(image, floor)?.iter().any(|&(_, kept)| kept == mv) {
                return Err(BakeError::Rule { mv });
            }
            found.extend(self.after(image, mv));
        }
        Ok((covered, found))
    }
}

/// Returns the moves that keep what they must, with their ranks. `None` if there is no move.
fn kept_of(
    scores: &[(Move, Score)],
    keep: Keep,
    floor: Value,
    is_loopy: bool,
) -> Option<Vec<(u32, Move)>> {
    let best = scores.iter().map(|&(_, score)| score).max()?;
    let (is_exact, least) = match keep {
        Keep::Value => (false, best.value()),
        Keep::Distance => (best.value() != Value::Draw, best.value()),
        Keep::Start => (false, best.value().min(floor)),
    };
    // Where states repeat, a player who only keeps a win might never win.
    let is_exact = is_exact || is_loopy && least == Value::Win;
    let kept = (0..).zip(scores).filter(|&(_, &(_, score))| {
        if is_exact {
            score == best
        } else {
            score.value() >= least
        }
    });
    Some(kept.map(|(rank, &(mv, _))| (rank, mv)).collect())
}
