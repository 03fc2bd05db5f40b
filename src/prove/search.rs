//! Alpha-beta search with a null window and an explicit stack. Several threads may search at once,
//! and share a table of results.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use super::bound::{Bound, WIN, before, bound, question_after};
use super::table::{ProofEntry, ProofTable, scrambled};
use perfectplay_core::solve::{tells_turn, within_count, within_declared};
use perfectplay_core::{Fault, Hints, Move, Moves, Outlook, Route, graph, is_extra_turn};

/// The reason why a search ended without an answer.
pub(super) enum Halt {
    Stopped,
    /// A line of play is longer than [`MOST_PLIES`].
    TooLong,
    /// The rules have a fault (`.0`) in some state. The route (`.1`) lists the moves to this state.
    Rules(Fault, Route),
}

/// The length of the longest line of play that a search follows, in plies. The search keeps all
/// states of this line in memory.
pub const MOST_PLIES: usize = 1 << 20;

/// A search usually calls `pulse` once for this many states, which is every few milliseconds.
pub(super) const PERIOD: u64 = 1 << 14;

pub(super) struct Shared<'s, G> {
    pub game: &'s G,
    pub table: &'s ProofTable,
    /// The states that threads are searching. If there is only one thread, the list is empty.
    pub busy: &'s Busy,
}

/// The keys of the states that threads are searching now.
//
// A thread first searches the moves to states that no other thread is searching. Afterwards, it
// finds the results for the busy states in the table (T. Kerrigan's simplification of J.-C. Weill's
// ABDADA). A thread that reads an outdated key only loses time.
#[derive(Default)]
pub(super) struct Busy(Vec<AtomicU64>);

/// For a state at most this many plies from the root, a thread takes two extra steps. The thread
/// keeps the key of the state in [`Busy`] while it searches the state. If the state has at most
/// [`FEW_MOVES`] moves, the thread first looks up the states after these moves in the table.
/// Farther from the root, each of these two steps would take longer than the search of the state.
const NEAR: usize = 24;

/// If a state has at most this many moves, a thread first looks up the states after all these moves
/// in the table. With more moves, the look-ups take longer than the searches that they save.
/// Without this limit, Domineering 7×7 would take several times as long to search.
const FEW_MOVES: u32 = 8;

impl Busy {
    const SLOTS: usize = 1 << 12;

    /// Creates an empty list of keys for several threads.
    #[cfg(feature = "std")]
    pub fn new() -> Self {
        Self((0..Self::SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[scrambled(key) as usize % Self::SLOTS]
    }

    /// Returns whether threads put the keys of states at `plies` plies from the root into [`Busy`].
    #[inline]
    fn marks(&self, plies: usize) -> bool {
        !self.0.is_empty() && plies <= NEAR
    }

    fn enter(&self, key: u64) {
        self.slot(key).store(scrambled(key), Ordering::Relaxed);
    }

    fn leave(&self, key: u64) {
        // Another thread may have put another state into the slot, or may still be searching this
        // state.
        self.slot(key).store(0, Ordering::Relaxed);
    }

    fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == scrambled(key)
    }
}

/// A state that is being searched.
struct SearchFrame<S> {
    state: S,
    /// The key under which the table stores the state; `None` if the table does not store the
    /// state.
    key: Option<u64>,
    /// The search answers whether the score of the state is at least `least`.
    least: Bound,
    /// The greatest bound that the search has found for a move of this state.
    best: Bound,
    best_move: u8,
    /// The lower bound of the state's score that was known before this search.
    lower: Bound,
    upper: Bound,
    mv: u8,
    /// Whether the move to this state gave an extra turn.
    is_extra_turn: bool,
    /// The number of moves that were postponed because another thread was searching them.
    put_off: u8,
    /// The index of the state's first move on the stack of moves. The move to search next is on top
    /// of the stack.
    moves: usize,
    /// How many states the search had visited when it began with this state, including this state.
    nodes: u64,
}

pub(super) struct ProofSearch<'s, G: Hints> {
    shared: Shared<'s, G>,
    declared: Moves,
    frames: Vec<SearchFrame<G::State>>,
    /// The moves that are still to be searched, for all frames, packed by [`stacked`].
    moves: Vec<u32>,
    nodes: u64,
    /// The number of states after which the search calls `pulse` again.
    period: u64,
    next_pulse: u64,
}

/// The number of low bits of a packed move that hold the index of the move.
const MOVE_BITS: u32 = 6;
/// The greatest [promise](Hints::promise) that fits into a packed move.
const MOST_PROMISE: u32 = (1 << (u32::BITS - MOVE_BITS)) - 1;
const MOVE_MASK: u32 = (1 << MOVE_BITS) - 1;

/// Packs a move and its promise into one number. The search tries the move with the greatest packed
/// number first. A move with a greater promise gets a greater number. If the promises are equal, a
/// move with a lower index gets a greater number.
#[inline]
const fn stacked(promise: u32, mv: Move) -> u32 {
    promise << MOVE_BITS | (MOVE_MASK - mv.index() as u32)
}

#[inline]
const fn unstacked(stacked: u32) -> u8 {
    (MOVE_MASK - (stacked & MOVE_MASK)) as u8
}

impl<'s, G: Hints> ProofSearch<'s, G> {
    pub fn new(shared: Shared<'s, G>, period: u64) -> Self {
        Self {
            declared: Moves::first_n(shared.game.move_count()),
            shared,
            frames: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            period,
            next_pulse: period,
        }
    }

    /// Finds out whether the score of a state is at least `least`. If it is, returns a lower bound
    /// of at least `least`; otherwise, returns an upper bound below `least`.
    ///
    /// Calls `pulse` from time to time with the number of states searched since the last call. If
    /// `pulse` returns `false`, the search ends.
    pub fn ask(
        mut self,
        root: G::State,
        least: Bound,
        pulse: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Bound, Halt> {
        let answer = self.answer(root, least, pulse);
        pulse(self.nodes - (self.next_pulse - self.period));
        answer
    }

    fn answer(
        &mut self,
        root: G::State,
        asked: Bound,
        pulse: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Bound, Halt> {
        if let Some(bound) = self.enter(root, asked, false)? {
            return Ok(bound);
        }
        while let Some(frame) = self.frames.last_mut() {
            let mut score = if self.moves.len() > frame.moves {
                let mv = Move::new(unstacked(self.moves.pop().unwrap_or_default()));
                let mv = mv.unwrap_or(Move::FIRST);
                frame.mv = mv.index();
                let (state, least) = (frame.state, frame.least);
                let after = self.shared.game.play(state, mv);
                if self.put_off(mv, after) {
                    continue;
                }
                let extra = is_extra_turn(self.shared.game, state, after);
                let question = question_after(least, extra);
                match self.enter(after, question, extra)? {
                    Some(bound) => before(bound, extra),
                    None => {
                        if self.nodes >= self.next_pulse {
                            self.next_pulse += self.period;
                            if !pulse(self.period) {
                                return Err(Halt::Stopped);
                            }
                            self.leave_answered();
                        }
                        continue;
                    }
                }
            } else {
                let best = frame.best.min(frame.upper);
                match self.leave(best) {
                    Some(score) => score,
                    None => return Ok(best),
                }
            };
            // A move that is good enough answers the question, and perhaps also the questions of
            // the states before.
            while let Some(frame) = self.frames.last_mut() {
                if score > frame.best {
                    frame.best = score;
                    frame.best_move = frame.mv;
                }
                if score < frame.least {
                    break;
                }
                match self.leave(score) {
                    Some(before) => score = before,
                    None => return Ok(score),
                }
            }
        }
        // The loop never ends without an answer: the frame of the root returns one.
        Ok(-WIN)
    }

    /// Begins the search of a state. Returns the answer if no move needs to be searched.
    #[inline]
    fn enter(
        &mut self,
        state: G::State,
        least: Bound,
        is_extra_turn: bool,
    ) -> Result<Option<Bound>, Halt> {
        let Shared { game, table, busy } = self.shared;
        self.nodes += 1;
        let (moves, mut lower, mut upper) = match game.outlook(state) {
            Outlook::Known(score) => return Ok(Some(bound(score))),
            Outlook::Open { moves, least, most } => (moves, bound(least), bound(most)),
        };
        if lower >= least {
            return Ok(Some(lower));
        }
        if upper < least {
            return Ok(Some(upper));
        }
        if let Err(fault) = self.check(state, moves) {
            return Err(Halt::Rules(fault, self.route(state)));
        }
        let is_forced = moves.len() == 1;
        // A state with a forced move is not stored, but the state after it is.
        let key = if is_forced {
            None
        } else {
            game.proof_key(state)
        };
        let mut first_move = None;
        if let Some(known) = key.and_then(|key| table.find(key)) {
            if known.lower >= least {
                return Ok(Some(known.lower));
            }
            if known.upper < least {
                return Ok(Some(known.upper));
            }
            lower = lower.max(known.lower);
            upper = upper.min(known.upper);
            first_move = Move::new(known.mv);
        }
        if key.is_some() && self.frames.len() <= NEAR && moves.len() <= FEW_MOVES {
            if let Some(bound) = self.known_answer(state, moves, least) {
                return Ok(Some(bound));
            }
        }
        let first = self.moves.len();
        for mv in moves {
            let promise = if Some(mv) == first_move {
                MOST_PROMISE
            } else if is_forced {
                0
            } else {
                game.promise(state, mv).min(MOST_PROMISE - 1)
            };
            self.moves.push(stacked(promise, mv));
        }
        self.moves[first..].sort_unstable();
        if let Some(key) = key.filter(|_| busy.marks(self.frames.len())) {
            busy.enter(key);
        }
        self.frames.push(SearchFrame {
            state,
            key,
            least,
            best: -WIN,
            best_move: MOVE_MASK as u8,
            lower,
            upper,
            mv: 0,
            is_extra_turn,
            put_off: 0,
            moves: first,
            nodes: self.nodes,
        });
        let plies = self.frames.len();
        if plies.is_power_of_two() && plies >= Self::LONG {
            self.find_cycle()?;
        }
        Ok(None)
    }

    /// Looks in the table for the state after each of `moves`. Returns the bound of the first move
    /// whose bound is at least `least`.
    #[inline]
    fn known_answer(&self, state: G::State, moves: Moves, least: Bound) -> Option<Bound> {
        let Shared { game, table, .. } = self.shared;
        moves.iter().find_map(|mv| {
            let after = game.play(state, mv);
            let known = table.find(game.proof_key(after)?)?;
            let extra = is_extra_turn(game, state, after);
            let bound = before(if extra { known.lower } else { known.upper }, extra);
            (bound >= least).then_some(bound)
        })
    }

    /// Ends the search of the last frame's state. Stores `score` as a lower bound if it is at least
    /// `least`, and otherwise as an upper bound. Returns the bound that `score` gives for the move
    /// to this state; `None` if the state is the root.
    #[inline]
    fn leave(&mut self, score: Bound) -> Option<Bound> {
        let frame = self.frames.pop()?;
        self.moves.truncate(frame.moves);
        let (mut lower, mut upper) = (frame.lower, frame.upper);
        if score >= frame.least {
            lower = score;
        } else {
            upper = score;
        }
        if let Some(key) = frame.key {
            self.shared.table.insert(
                key,
                ProofEntry {
                    lower,
                    upper,
                    mv: frame.best_move,
                    effort: (self.nodes - frame.nodes + 1).ilog2() as u8,
                },
            );
            if self.shared.busy.marks(self.frames.len()) {
                self.shared.busy.leave(key);
            }
        }
        (!self.frames.is_empty()).then(|| before(score, frame.is_extra_turn))
    }

    /// Postpones the move `mv` of the last frame's state if another thread is searching `after`,
    /// the state after the move. A postponed move is searched after all other moves. The first move
    /// of a state is never postponed, and no move is postponed twice. Returns whether it postponed
    /// the move.
    #[inline]
    fn put_off(&mut self, mv: Move, after: G::State) -> bool {
        let Shared { game, busy, .. } = self.shared;
        if !busy.marks(self.frames.len()) {
            return false;
        }
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let left = self.moves.len() - frame.moves;
        let is_first = frame.best == -WIN;
        let is_busy = || game.proof_key(after).is_some_and(|key| busy.is_busy(key));
        if is_first || left < usize::from(frame.put_off) || !is_busy() {
            return false;
        }
        frame.put_off += 1;
        self.moves.insert(frame.moves, stacked(0, mv));
        true
    }

    /// Finds the first frame whose search is no longer needed, because another thread has stored
    /// its answer in the table. Drops this frame and all later frames.
    fn leave_answered(&mut self) {
        let Shared { table, busy, .. } = self.shared;
        if !busy.marks(0) {
            return;
        }
        let answered = self.frames.iter().position(|frame| {
            let known = frame.key.and_then(|key| table.find(key));
            known.is_some_and(|known| known.lower >= frame.least || known.upper < frame.least)
        });
        // The state before plays its move again, and finds the answer in the table.
        if let Some(number @ 1..) = answered {
            for (plies, frame) in self.frames.drain(number..).enumerate() {
                if let Some(key) = frame.key.filter(|_| busy.marks(number + plies)) {
                    busy.leave(key);
                }
                self.moves.truncate(self.moves.len().min(frame.moves));
            }
            if let Some(frame) = self.frames.last() {
                let mv = Move::new(frame.mv).unwrap_or(Move::FIRST);
                self.moves.push(stacked(MOST_PROMISE, mv));
            }
        }
    }

    /// Checks, for one state, what every solver expects of the rules: valid move indexes, and a
    /// player to move.
    #[inline]
    fn check(&self, state: G::State, moves: Moves) -> Result<(), Fault> {
        let game = self.shared.game;
        within_count(game, state, self.declared)?;
        tells_turn(game, state)?;
        within_declared(moves, self.declared)
    }

    fn moves_to(&self, number: usize) -> Vec<Move> {
        let frames = self.frames[..number].iter();
        frames.filter_map(|frame| Move::new(frame.mv)).collect()
    }

    /// Returns the moves from the root to `state`, which is the state after the last frame's
    /// current move.
    fn route(&self, state: G::State) -> Route {
        let root = self.frames.first().map_or(state, |frame| frame.state);
        Route::new(
            self.shared.game,
            root,
            self.moves_to(self.frames.len()),
            state,
        )
    }

    /// When a line of play has `LONG` plies, the search looks for repeated states in the line. It
    /// looks again each time that the line has become twice as long.
    const LONG: usize = 1 << 10;

    #[cold]
    fn find_cycle(&self) -> Result<(), Halt> {
        if self.frames.len() >= MOST_PLIES {
            return Err(Halt::TooLong);
        }
        let keys = self
            .frames
            .iter()
            .map(|frame| self.shared.game.key(frame.state));
        for pair in graph::order(&mut keys.rev()).windows(2) {
            let number = |at: usize| self.frames.len() - 1 - at;
            let (last, first) = (number(pair[0].1), number(pair[1].1));
            let state = self.frames[first].state;
            if state == self.frames[last].state {
                let moves = self.moves_to(last).split_off(first);
                let root = self.frames[0].state;
                let route = Route::new(self.shared.game, root, self.moves_to(first), state);
                return Err(Halt::Rules(Fault::Cycle { moves }, route));
            }
        }
        Ok(())
    }
}
