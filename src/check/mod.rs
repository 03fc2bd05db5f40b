//! A checker for the author's rules: whether a game keeps what [`Game`] and [`Symmetric`]
//! ask of it.

mod asked_twice;
mod cycle;
mod symmetry;

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use asked_twice::Answers;

use crate::entropy::{below, mix};
use crate::kernel::{Fault, Finding, Game, MOVE_LIMIT, Meeting, Move, Moves, Visited, starts};
use crate::symmetric::Symmetric;

/// Checks the rules of a game against what [`Game`] asks of them, in all states of a game
/// that is not too large; see [`Check`].
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

/// [`check`] that tests the symmetries of the game too.
#[must_use]
pub fn check_symmetric<G: Symmetric>(game: &G) -> Checked {
    Check::new().run_symmetric(game)
}

/// How much of a game is checked.
///
/// The checker looks at the states nearest to the starts first. If that is not all of
/// them, it plays random games to find others.
///
/// In each state it asks for the rules twice and compares the answers. It compares the
/// moves with those that the game declares, the key with all other keys, and the tier with
/// the tier before. With [`run_symmetric`](Self::run_symmetric), it also compares the state
/// with its images. It does not ask for the moves of a finished state, since nothing ever
/// does.
///
/// The checker does not see everything of a game that is too large. It finds a cycle if it
/// looked at all states of the cycle. It tells whether the images of the starts are
/// reachable only if it looked at all states. It finds two keys of one state if both
/// are among the first thousand states, since that takes a comparison of all pairs.
///
/// ```
/// use perfectplay::{Check, tictactoe::TicTacToe};
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
    /// Up to 100,000 states, then 100 random games.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            states: 100_000,
            walks: 100,
            seed: 0,
        }
    }

    /// The most states to look at before random games begin.
    #[must_use]
    pub const fn states(self, states: usize) -> Self {
        Self { states, ..self }
    }

    /// The number of random games to play if there are more states.
    #[must_use]
    pub const fn walks(self, walks: u32) -> Self {
        Self { walks, ..self }
    }

    /// The seed of the random games. Every seed plays other games.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Checks the game.
    #[must_use]
    pub fn run<G: Game>(self, game: &G) -> Checked {
        self.explore(Checker::new(game, None))
    }

    /// Checks the game and its symmetries.
    #[must_use]
    pub fn run_symmetric<G: Symmetric>(self, game: &G) -> Checked {
        self.explore(Checker::new(game, Some(Images::of(game))))
    }

    fn explore<G: Game>(self, mut checker: Checker<'_, G>) -> Checked {
        checker.look_at_declarations();
        let starts = checker.meet_starts();
        let mut number = 0;
        while number < checker.visited.len().min(self.states) {
            checker.look_at(number);
            number += 1;
        }
        let complete = number == checker.visited.len();
        if complete {
            checker.look_at_images_of_starts(&starts);
        } else {
            checker.walk(self, &starts);
        }
        checker.look_for_a_cycle();
        Checked {
            states: checker.legal.iter().flatten().count(),
            complete,
            findings: checker.findings,
        }
    }
}

impl Default for Check {
    fn default() -> Self {
        Self::new()
    }
}

/// The plies after which a random game is broken off: some games have no end.
const LONGEST_WALK: u32 = 1000;

/// How many of the first states are compared with each other.
const COMPARED: usize = 1000;

/// The symmetries of a game, as far as the checker asks for them. Its functions know that
/// the game is [`Symmetric`]; the checker need not.
struct Images<G: Game> {
    count: u32,
    image: fn(&G, u32, G::State) -> G::State,
    fault: fn(&G, G::State) -> Option<Fault>,
}

impl<G: Symmetric> Images<G> {
    fn of(game: &G) -> Self {
        Self {
            count: game.symmetries(),
            image: G::image,
            fault: symmetry::fault_in_images,
        }
    }
}

struct Checker<'g, G: Game> {
    game: &'g G,
    images: Option<Images<G>>,
    visited: Visited<G::State>,
    /// By the number of a state: its moves, if the checker looked at it; no moves if it is
    /// finished.
    legal: Vec<Option<Moves>>,
    findings: Vec<Finding>,
}

impl<'g, G: Game> Checker<'g, G> {
    const fn new(game: &'g G, images: Option<Images<G>>) -> Self {
        Self {
            game,
            images,
            visited: Visited::new(),
            legal: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Notes a fault in the state with this number.
    fn find_at(&mut self, number: usize, fault: Fault) {
        if is_new(&self.findings, &fault) {
            let route = self.visited.route(number);
            self.findings.push(Finding { fault, route });
        }
    }

    /// Notes a fault in the state after a move, or at a start.
    fn find_after(&mut self, from: Option<(usize, Move)>, state: G::State, fault: Fault) {
        if is_new(&self.findings, &fault) {
            let route = self.visited.route_after(from, state);
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

    /// The numbers of the starts.
    fn meet_starts(&mut self) -> Vec<usize> {
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

    /// The number of a state; `None` if another state has its key.
    fn meet(&mut self, key: u64, state: G::State, from: Option<(usize, Move)>) -> Option<usize> {
        match self.visited.meet(key, state, from) {
            Meeting::Again(number) => Some(number),
            Meeting::Clash(other) => {
                let other = self.visited.state(other).map(|other| format!("{other:?}"));
                self.find_after(from, state, Fault::SharedKey { key, other });
                None
            }
            Meeting::New(number) => {
                self.legal.push(None);
                if number < COMPARED {
                    self.look_for_two_keys(key, state, number);
                }
                Some(number)
            }
        }
    }

    fn look_for_two_keys(&mut self, found: u64, state: G::State, number: usize) {
        let other = self.visited.states().take(number).find(|&it| it == state);
        if let Some(other) = other {
            let expected = self.game.key(other);
            self.find_at(number, Fault::TwoKeys { expected, found });
        }
    }

    fn look_at(&mut self, number: usize) {
        let Some(state) = self.visited.state(number) else {
            return;
        };
        let answers = Answers::of(self.game, state);
        if let Some(legal) = answers.legal {
            if legal.is_empty() {
                self.find_at(number, Fault::NoMoves);
            }
            let found = legal - Moves::first_n(self.game.move_count());
            if !found.is_empty() {
                self.find_at(number, Fault::UnknownMoves { found });
            }
        }
        self.legal[number] = Some(answers.next.iter().map(|&(mv, _)| mv).collect());
        for &(mv, next) in &answers.next {
            self.look_at_tiers(answers.tier, (number, mv), next);
            self.meet(self.game.key(next), next, Some((number, mv)));
        }
        if let Some(images) = self.images.as_ref().filter(|images| images.count > 0) {
            if let Some(fault) = (images.fault)(self.game, state) {
                self.find_at(number, fault);
            }
        }
        // Asked again only now, to catch what remembers the last question.
        let again = Answers::of(self.game, state);
        if let Some(question) = answers.difference(&again) {
            self.find_at(number, Fault::Impure { question });
        }
    }

    fn look_at_tiers(&mut self, before: Option<u32>, from: (usize, Move), next: G::State) {
        let found = self.game.tier(next);
        let may_follow = match (before, found) {
            (None, None) => true,
            (Some(before), Some(found)) => {
                before < found || before == found && self.game.may_repeat()
            }
            _ => false,
        };
        if !may_follow {
            self.find_after(Some(from), next, Fault::Tier { before, found });
        }
    }

    fn look_at_images_of_starts(&mut self, starts: &[usize]) {
        let Some(Images { count, image, .. }) = self.images else {
            return;
        };
        for &number in starts {
            let Some(start) = self.visited.state(number) else {
                continue;
            };
            for symmetry in 0..count {
                let image = image(self.game, symmetry, start);
                if self.visited.find(self.game.key(image), image).is_none() {
                    self.find_at(number, Fault::ImageOfStart { symmetry });
                }
            }
        }
    }

    /// Plays random games, and looks at every state that they pass through.
    fn walk(&mut self, check: Check, starts: &[usize]) {
        let mut drawn = 0;
        let mut draw = |bound: usize| {
            drawn += 1;
            below(mix(check.seed ^ mix(drawn)) as u32, bound as u32)
        };
        for _ in 0..check.walks {
            let mut at = starts.get(draw(starts.len()) as usize).copied();
            for _ in 0..LONGEST_WALK {
                let Some(number) = at else { break };
                if self.legal[number].is_none() {
                    self.look_at(number);
                }
                let legal = self.legal[number].unwrap_or_default();
                let mv = legal.nth(draw(legal.len() as usize));
                at = mv.and_then(|mv| self.after(number, mv));
            }
        }
    }

    /// The number of the state after a move; `None` if that was not met.
    fn after(&self, number: usize, mv: Move) -> Option<usize> {
        let next = self.game.play(self.visited.state(number)?, mv);
        self.visited.find(self.game.key(next), next)
    }

    fn look_for_a_cycle(&mut self) {
        if self.game.may_repeat() {
            return;
        }
        let cycle = cycle::cycle(&self.legal, &|number, mv| self.after(number, mv));
        if let Some((number, moves)) = cycle {
            self.find_at(number, Fault::Cycle { moves });
        }
    }
}

/// Whether no fault of this kind was found before. Near states come first, so that the
/// first is easy to follow; and one mistake shows in thousands.
fn is_new(findings: &[Finding], fault: &Fault) -> bool {
    let kind = mem::discriminant(fault);
    let known = |finding: &Finding| mem::discriminant(&finding.fault) == kind;
    !findings.iter().any(known)
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many states were looked at.
    pub states: usize,
    /// Whether these are all that can be reached.
    pub complete: bool,
    /// The first finding of each kind.
    pub findings: Vec<Finding>,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.complete { "all " } else { "" };
        write!(f, "checked {which}{} states: ", self.states)?;
        match self.findings.len() {
            0 => f.write_str("no faults found"),
            1 => f.write_str("1 fault found"),
            count => write!(f, "{count} faults found"),
        }?;
        self.findings
            .iter()
            .try_for_each(|finding| write!(f, "\n{finding}"))
    }
}
