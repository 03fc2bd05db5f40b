//! Checks whether the rules of a game satisfy the requirements of [`Game`], [`Hints`], [`Dense`]
//! and [`Sparse`].

mod index;
mod perft;
mod remarks;
mod symmetry;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use remarks::{Notes, Told};

use crate::entropy::{below, mix};
use crate::index::{Dense, Sparse};
use perfectplay_core::graph::{Graph, GraphStep, Meeting, States};
use perfectplay_core::{
    Game, Hints, MOVE_LIMIT, Move, Moves, PlayerName, RuleAnswers, Trails, Value, described,
    is_extra_turn, starts,
};

pub use perfectplay_core::{Fault, Finding, Question, Route};
#[doc(hidden)]
pub use perfectplay_core::{Panic, ask};
pub use perft::perft;
pub use remarks::{End, Remark, StateCounts};

/// Checks that the rules of a game satisfy the requirements of [`Game`]. The check examines all
/// states. If the game has more than 100,000 states, the check examines the first 100,000 and the
/// states of some random games; see [`Check`].
///
/// ```
/// use perfectplay::{check, tictactoe::TicTacToe};
///
/// let checked = check(&TicTacToe);
/// assert!(checked.complete && checked.states == 5478);
/// assert!(checked.findings.is_empty(), "{checked}");
/// ```
#[must_use]
pub fn check<G: Game>(game: &G) -> Checked {
    Check::new().run(game)
}

/// The options of a check.
///
/// A check examines the states nearest to a start first, up to a limit. If states remain beyond
/// this limit, the check also plays random games, and examines the states that these games pass
/// through.
///
/// In each state, a check queries the rules twice and compares the answers. The check tests that
/// every legal move is below [`move_count`](Game::move_count), and that no two states have the same
/// key. The check compares the tier and the player to move before a move with those after it. The
/// check reports a move by which a player loses at once, unless the game declares that [this may
/// happen](Game::last_mover_may_lose). The check does not ask for the moves of a finished state,
/// because no other part of the library does.
///
/// [`run_symmetric`](Self::run_symmetric) also compares each state with its images.
/// [`run_dense`](Self::run_dense) also tests that the rank of each state leads back to this state.
/// `run_dense` also tests that the index gives the right tier and rank for the state after each
/// move. [`run_with`](Self::run_with) also tests your own invariant.
///
/// With the feature `std`, a panic of the rules is reported as a fault, except in a program built
/// with `panic = "abort"`.
///
/// A [`Remark`] reports something unusual that may be right. [`StateCounts`] contains counts that
/// you can compare with your own.
///
/// If the game is too large to examine all its states, a check can miss faults. The check finds a
/// cycle only if it examines all states of the cycle. A symmetric image of a start may be
/// unreachable, which is a fault. The check finds this fault only if it examines all states of the
/// game. The check finds equal states with different keys only among the first thousand states,
/// which it compares with one another.
///
/// If a game has more than 64 symmetries, the check compares each state with only 64 of its images.
/// Which 64 images it takes differs from state to state. A check also tests whether the symmetries
/// form a group. The test for a group uses only the first states, and stops after a million images.
///
/// ```
/// use perfectplay::check::Check;
/// use perfectplay::tictactoe::TicTacToe;
///
/// let checked = Check::new().states(100).walks(10).seed(1).run(&TicTacToe);
/// assert!(!checked.complete && checked.states >= 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    states: usize,
    walks: u32,
    seed: u64,
}

impl Check {
    /// Creates a check that examines up to 100,000 states, and plays 100 random games if there are
    /// more states.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            states: 100_000,
            walks: 100,
            seed: 0,
        }
    }

    /// Sets the number of states to examine before random games begin.
    #[must_use]
    pub const fn states(self, states: usize) -> Self {
        Self { states, ..self }
    }

    /// Sets the number of random games to play if not all states are examined.
    #[must_use]
    pub const fn walks(self, walks: u32) -> Self {
        Self { walks, ..self }
    }

    /// Sets the seed of the random games. Different seeds play different games.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Checks the game.
    #[must_use]
    pub fn run<G: Game>(self, game: &G) -> Checked {
        self.explore(Checker::new(game, None, None))
    }

    /// Checks the game, and tests your own invariant. `invariant` returns an error for a state that
    /// breaks the invariant.
    ///
    /// ```
    /// use perfectplay::check::Check;
    /// use perfectplay::tictactoe::TicTacToe;
    ///
    /// let checked = Check::new().run_with(&TicTacToe, |state| match state.marks() {
    ///     0..=8 => Ok(()),
    ///     _ => Err("the board is full"),
    /// });
    /// let finding = &checked.findings[0];
    /// assert_eq!(finding.fault.to_string(), "the board is full");
    /// assert_eq!(finding.route.moves().len(), 9);
    /// ```
    #[must_use]
    pub fn run_with<G: Game, M: Into<String>>(
        self,
        game: &G,
        mut invariant: impl FnMut(G::State) -> Result<(), M>,
    ) -> Checked {
        let mut invariant = |state| invariant(state).map_err(Into::into);
        let mut checker = Checker::new(game, None, None);
        checker.invariant = Some(&mut invariant);
        self.explore(checker)
    }

    /// Checks the game and its symmetries.
    #[must_use]
    pub fn run_symmetric<G: Hints>(self, game: &G) -> Checked {
        self.explore(Checker::new(game, Some(Images::new(game)), None))
    }

    /// Checks the game and its symmetries, and reports any fault that `fault_in` finds in a state.
    #[doc(hidden)]
    #[must_use]
    pub fn run_symmetric_with<G: Hints>(
        self,
        game: &G,
        fault_in: fn(&G, G::State) -> Option<Fault>,
    ) -> Checked {
        self.explore(Checker::new(game, Some(Images::new(game)), Some(fault_in)))
    }

    /// Checks the game and its dense index.
    #[must_use]
    pub fn run_dense<G: Dense>(self, game: &G) -> Checked {
        self.explore(Checker::new(game, None, Some(index::fault_in_rank)))
    }

    /// Checks the game and its sparse index. Each key must lead back to its state, and no state may
    /// have a tier after the [last tier](Sparse::last_tier).
    #[must_use]
    pub fn run_sparse<G: Sparse>(self, game: &G) -> Checked {
        self.explore(Checker::new(game, None, Some(index::fault_in_key)))
    }

    fn explore<G: Game>(self, mut checker: Checker<'_, G>) -> Checked {
        checker.look_at_declarations();
        let starts = checker.meet_starts();
        let mut number = 0;
        while (number as usize) < checker.states().len().min(self.states) {
            checker.look_at(number);
            number += 1;
        }
        let complete = number as usize == checker.states().len();
        // All states before state `number` are examined, so all states of its ply are found.
        let last_ply = checker.trails.plies().get(number as usize).copied();
        let by_ply = checker.by_ply(last_ply.unwrap_or(usize::MAX));
        if complete {
            checker.look_at_images_of_starts(&starts);
        } else {
            checker.walk(self, &starts);
        }
        checker.look_at_turns();
        checker.look_for_a_cycle();
        let states = checker.legal.iter().flatten().count();
        let route = checker
            .notes
            .all_moves
            .map(|number| checker.trails.route(checker.game, number));
        let told = Told::by(checker.game);
        let remarks = checker.notes.remarks(told, complete, route);
        Checked {
            states,
            complete,
            counts: StateCounts {
                by_ply,
                are_all: complete,
                ends: checker.notes.ends(),
                players: checker.game.player_names().map(PlayerName),
            },
            findings: checker.findings,
            remarks,
        }
    }
}

impl Default for Check {
    fn default() -> Self {
        Self::new()
    }
}

/// A random game stops after this many plies, even if it is not over. Without a limit, some games
/// would never end.
const LONGEST_WALK: u32 = 1000;

/// The number of states that are compared with one another, to find equal states with different
/// keys. The check compares the first states that it finds.
const COMPARED: u32 = 1000;

/// The functions for the symmetries of a game. [`Checker`] calls these functions instead of the
/// methods of [`Hints`], so it can check a [`Game`] that does not implement [`Hints`].
struct Images<G: Game> {
    count: u32,
    image: fn(&G, u32, G::State) -> G::State,
    fault: fn(&G, G::State, u32) -> Option<Fault>,
}

/// A function that returns the first fault of a state.
type FaultIn<G> = fn(&G, <G as Game>::State) -> Option<Fault>;

impl<G: Hints> Images<G> {
    fn new(game: &G) -> Self {
        Self {
            count: game.symmetries(),
            image: G::image,
            fault: symmetry::fault_in_images,
        }
    }
}

/// A test that the game's author has written. It returns an error message for a state that breaks
/// the author's invariant.
type Invariant<'g, S> = &'g mut dyn FnMut(S) -> Result<(), String>;

struct Checker<'g, G: Game> {
    game: &'g G,
    images: Option<Images<G>>,
    /// Checks the index at one state, and returns the first fault. `None` if the game has no index.
    fault_in_index: Option<FaultIn<G>>,
    trails: Trails<G::State>,
    /// The legal moves of each state, in the order in which the states were found. A finished state
    /// has an empty set. A state that was not examined has `None`.
    legal: Vec<Option<Moves>>,
    findings: Vec<Finding>,
    invariant: Option<Invariant<'g, G::State>>,
    notes: Notes,
}

impl<'g, G: Game> Checker<'g, G> {
    fn new(game: &'g G, images: Option<Images<G>>, fault_in_index: Option<FaultIn<G>>) -> Self {
        Self {
            game,
            images,
            fault_in_index,
            trails: Trails::new(),
            legal: Vec::new(),
            findings: Vec::new(),
            invariant: None,
            notes: Notes::new(),
        }
    }

    const fn states(&self) -> &States<G::State> {
        self.trails.states()
    }

    /// Records a fault in the state with the index `number`.
    fn find_at(&mut self, number: u32, fault: Fault) {
        if is_new(&self.findings, &fault) {
            let route = self.trails.route(self.game, number);
            self.findings.push(Finding { fault, route });
        }
    }

    /// Records a fault in `state`. `from` is `None` if `state` is a start. If `state` is not a
    /// start, `from.0` is the index of the state before `state`, and `from.1` is the move that
    /// leads to `state`.
    fn find_after(&mut self, from: Option<(u32, Move)>, state: G::State, fault: Fault) {
        if is_new(&self.findings, &fault) {
            let route = self.trails.route_after(self.game, from, state);
            self.findings.push(Finding { fault, route });
        }
    }

    fn look_at_declarations(&mut self) {
        let start = self.game.start();
        let found = self.game.move_count();
        if found > MOVE_LIMIT {
            self.find_after(None, start, Fault::MoveCount { found });
        }
        if self.images.as_ref().is_some_and(|images| images.count == 0) {
            self.find_after(None, start, Fault::NoSymmetry);
        }
    }

    /// Adds the starts to the list of found states, and returns the indexes of the starts in this
    /// list.
    fn meet_starts(&mut self) -> Vec<u32> {
        let before = self.game.tier(self.game.start());
        starts(self.game)
            .filter_map(|start| {
                let found = self.game.tier(start);
                if found.is_some() != before.is_some() {
                    self.find_after(None, start, Fault::Tier { before, found });
                }
                self.meet(self.game.key(start), start, None)
            })
            .collect()
    }

    /// Adds a state if it is new, and returns the index of the state. Returns `None` if another
    /// state has the same key, or if there are too many states.
    fn meet(&mut self, key: u64, state: G::State, from: Option<(u32, Move)>) -> Option<u32> {
        match self.trails.meet(key, state, from) {
            Meeting::Again(number) => Some(number),
            Meeting::Clash(other) => {
                let other = self
                    .states()
                    .get(other)
                    .map(|other| described(self.game, other));
                self.find_after(from, state, Fault::SharedKey { key, other });
                None
            }
            Meeting::Full => None,
            Meeting::New(number) => {
                self.legal.push(None);
                if number < COMPARED {
                    self.look_for_two_keys(key, state, number);
                }
                Some(number)
            }
        }
    }

    fn look_for_two_keys(&mut self, found: u64, state: G::State, number: u32) {
        let earlier = &self.states().as_slice()[..number as usize];
        if let Some(&other) = earlier.iter().find(|&&other| other == state) {
            let expected = self.game.key(other);
            self.find_at(number, Fault::TwoKeys { expected, found });
        }
    }

    fn look_at(&mut self, number: u32) {
        if let Some(state) = self.states().get(number) {
            self.ask(number, |checker| checker.examine(number, state));
        }
    }

    /// Calls `question`, which queries the rules about the state with the index `number`. If the
    /// rules panic, records a fault, and marks the state as one without moves, so that no later
    /// query plays a move in it.
    fn ask(&mut self, number: u32, question: impl FnOnce(&mut Self)) {
        if let Err(panic) = ask(|| question(self)) {
            self.legal[number as usize] = Some(Moves::EMPTY);
            self.find_at(number, panic.fault());
        }
    }

    fn examine(&mut self, number: u32, state: G::State) {
        let answers = RuleAnswers::new(self.game, state);
        self.notes.add(number, &answers);
        if let Some(legal) = answers.legal {
            if legal.is_empty() {
                self.find_at(number, Fault::NoMoves);
            }
            if let Some(count) = answers.legal_count {
                self.look_at_numbering(number, count, legal);
            }
            let found = legal - Moves::first_n(self.game.move_count());
            if !found.is_empty() {
                self.find_at(number, Fault::UnknownMoves { found });
            }
        }
        if !self.game.turns_alternate() && answers.to_move.is_none() {
            self.find_at(number, Fault::NoTurn);
        }
        self.legal[number as usize] = Some(answers.next.iter().map(|&(mv, _)| mv).collect());
        for &(mv, next) in &answers.next {
            self.look_at_tiers(answers.tier, (number, mv), next);
            self.meet(self.game.key(next), next, Some((number, mv)));
        }
        if let Some(images) = self.images.as_ref().filter(|images| images.count > 0) {
            if let Some(fault) = (images.fault)(self.game, state, number) {
                self.find_at(number, fault);
            }
        }
        let fault_in_index = self.fault_in_index;
        if let Some(fault) = fault_in_index.and_then(|fault| fault(self.game, state)) {
            self.find_at(number, fault);
        }
        if let Some(invariant) = &mut self.invariant {
            if let Err(message) = invariant(state) {
                self.find_at(number, Fault::Invariant { message });
            }
        }
        // The second query comes only now, to catch rules whose answers depend on earlier queries.
        let again = RuleAnswers::new(self.game, state);
        if let Some(question) = answers.difference(&again) {
            self.find_at(number, Fault::Impure { question });
        }
    }

    /// Checks the moves of a state in a game that numbers the moves of each state separately.
    /// `found` is the number of legal moves. The legal moves must be `0..found`, and `found` must
    /// not be too large.
    fn look_at_numbering(&mut self, number: u32, found: u32, legal: Moves) {
        let expected = self.game.move_count().min(MOVE_LIMIT);
        if found > expected {
            self.find_at(number, Fault::TooManyMoves { expected, found });
        } else if legal != Moves::first_n(found) {
            let expected = Moves::first_n(found);
            let found = legal;
            self.find_at(number, Fault::Numbering { expected, found });
        }
    }

    /// Looks for undeclared extra turns, and for moves that lose the game at once. To do so,
    /// queries the rules about each state again.
    fn look_at_turns(&mut self) {
        for number in 0..self.states().len() as u32 {
            let (Some(state), Some(legal)) =
                (self.states().get(number), self.legal[number as usize])
            else {
                continue;
            };
            self.ask(number, |checker| {
                for mv in legal {
                    let next = checker.game.play(state, mv);
                    checker.look_at_turn(state, (number, mv), next);
                }
            });
        }
    }

    fn look_at_turn(&mut self, state: G::State, from: (u32, Move), next: G::State) {
        if self.game.turns_alternate() {
            let mover = self.game.to_move(state);
            let kept = mover.filter(|_| mover == self.game.to_move(next));
            if let Some(player) = kept {
                let name = PlayerName(self.game.player_names()[player as usize]);
                self.find_after(Some(from), next, Fault::ExtraTurn { player, name });
            }
        }
        let again = self.game.to_move(next);
        let again = again.filter(|_| is_extra_turn(self.game, state, next));
        let lost = if again.is_some() {
            Value::Loss
        } else {
            Value::Win
        };
        if !self.game.last_mover_may_lose() && self.game.outcome(next) == Some(lost) {
            let fault = match again {
                // The rules may have forgotten to pass the turn to the other player.
                Some(player) => Fault::LostOnExtraTurn {
                    player,
                    name: PlayerName(self.game.player_names()[player as usize]),
                },
                None => Fault::LastMoverLost,
            };
            self.find_after(Some(from), next, fault);
        }
    }

    fn look_at_tiers(&mut self, before: Option<u32>, from: (u32, Move), next: G::State) {
        let found = self.game.tier(next);
        let may_follow = match (before, found) {
            (None, None) => true,
            (Some(before), Some(found)) => {
                before < found || before == found && self.game.is_loopy()
            }
            _ => false,
        };
        if !may_follow {
            self.find_after(Some(from), next, Fault::Tier { before, found });
        }
    }

    fn look_at_images_of_starts(&mut self, starts: &[u32]) {
        let Some(Images { count, image, .. }) = self.images else {
            return;
        };
        for &number in starts {
            let Some(start) = self.states().get(number) else {
                continue;
            };
            self.ask(number, |checker| {
                for symmetry in 0..count.min(symmetry::IMAGES) {
                    let image = image(checker.game, symmetry, start);
                    let key = checker.game.key(image);
                    if checker.states().find(key, image).is_none() {
                        checker.find_at(number, Fault::ImageOfStart { symmetry });
                    }
                }
            });
        }
    }

    /// Plays random games, and examines every state that they pass through.
    fn walk(&mut self, check: Check, starts: &[u32]) {
        let mut drawn = 0;
        let mut draw = |bound: usize| {
            drawn += 1;
            below(mix(check.seed ^ mix(drawn)) as u32, bound as u32)
        };
        for _ in 0..check.walks {
            let mut at = starts.get(draw(starts.len()) as usize).copied();
            for _ in 0..LONGEST_WALK {
                let Some(number) = at else { break };
                if self.legal[number as usize].is_none() {
                    self.look_at(number);
                }
                let legal = self.legal[number as usize].unwrap_or_default();
                let mv = legal.nth(draw(legal.len() as usize));
                at = mv.and_then(|mv| self.after(number, mv));
            }
        }
    }

    /// Returns the number of states at each ply up to `last`. The ply of a state is its distance
    /// from the nearest start.
    fn by_ply(&self, last: usize) -> Vec<usize> {
        let mut counts = Vec::new();
        for ply in self.trails.plies().into_iter().filter(|&ply| ply <= last) {
            counts.resize(counts.len().max(ply + 1), 0);
            counts[ply] += 1;
        }
        counts
    }

    /// Returns the index of the state after a move; `None` if this state was not found.
    #[inline]
    fn after(&self, number: u32, mv: Move) -> Option<u32> {
        let next = self.game.play(self.states().get(number)?, mv);
        self.states().find(self.game.key(next), next)
    }

    fn look_for_a_cycle(&mut self) {
        if self.game.is_loopy() {
            return;
        }
        let mut graph = Graph::new(0);
        for number in 0..self.states().len() as u32 {
            for mv in self.legal[number as usize].unwrap_or_default() {
                if let Some(to) = self.after(number, mv) {
                    graph.push_step(GraphStep { mv, to });
                }
            }
            graph.push_state(None, None);
        }
        if let Err(cycle) = graph.backwards() {
            let moves = cycle.moves;
            self.find_at(cycle.state, Fault::Cycle { moves });
        }
    }
}

/// Returns whether no fault of the same kind was found before. Only the first fault of each kind is
/// reported, because one mistake in the rules shows in thousands of states. The first fault is the
/// easiest to understand, because it is the nearest to a start.
fn is_new(findings: &[Finding], fault: &Fault) -> bool {
    let kind = mem::discriminant(fault);
    let known = |finding: &Finding| mem::discriminant(&finding.fault) == kind;
    !findings.iter().any(known)
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of states that were examined.
    pub states: usize,
    /// Whether all reachable states were examined.
    pub complete: bool,
    /// The faults. Of each kind, only the first fault is listed.
    pub findings: Vec<Finding>,
    /// Remarks on unusual rules, which may be right.
    pub remarks: Vec<Remark>,
    /// Counts of states.
    pub counts: StateCounts,
}

/// Prints the findings; with `{:#}` also the remarks and the counts.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.states, self.complete) {
            (1, true) => f.write_str("checked the only state: ")?,
            (1, false) => f.write_str("checked 1 state: ")?,
            (states, true) => write!(f, "checked all {states} states: ")?,
            (states, false) => write!(f, "checked {states} states: ")?,
        }
        match self.findings.len() {
            0 => f.write_str("no faults found"),
            1 => f.write_str("1 fault found"),
            count => write!(f, "{count} faults found"),
        }?;
        self.findings
            .iter()
            .try_for_each(|finding| write!(f, "\n{finding}"))?;
        if !f.alternate() {
            return Ok(());
        }
        let remarks = &mut self.remarks.iter();
        remarks.try_for_each(|remark| write!(f, "\nremark: {remark}"))?;
        write!(f, "\n{}", self.counts)
    }
}
