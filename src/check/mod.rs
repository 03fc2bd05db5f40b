//! A checker for the author's rules: whether a game is what [`Game`] asks for.

mod answers;
mod breach;
mod cycle;
mod symmetry;

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use answers::Answers;
pub use breach::{Breach, Question};

use crate::entropy::{below, mix};
use crate::game::{Game, MOVE_LIMIT, Move, Moves};
use crate::place::Place;
use crate::trail::{Meeting, Trail};

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

/// How much of a game is checked.
///
/// The states nearest to the starts are looked at first. If that is not all of them, random
/// games look for the others.
///
/// In each state the checker asks for the rules twice, and compares: the moves with those
/// that the game declares, the key with all keys, the tier with the tier before, the
/// state with its images. A finished state is not asked for its moves, as nothing ever asks
/// that.
///
/// Not all is seen of a game that is too large: a cycle is found if all its states were
/// looked at, and whether the images of the starts can be reached is known at the end only.
/// Two keys of one state are found if both states are among the first thousand, since all
/// pairs must be compared for that.
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

    /// Looks at up to so many states before it plays random games.
    #[must_use]
    pub const fn states(self, states: usize) -> Self {
        Self { states, ..self }
    }

    /// Plays so many random games if there are more states.
    #[must_use]
    pub const fn walks(self, walks: u32) -> Self {
        Self { walks, ..self }
    }

    /// Plays other random games for every seed.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Checks the game.
    #[must_use]
    pub fn run<G: Game>(self, game: &G) -> Checked {
        let mut checker = Checker::new(game);
        checker.look_at_declarations();
        let starts = checker.meet_starts();
        let mut number = 0;
        while number < checker.trail.len().min(self.states) {
            checker.look_at(number);
            number += 1;
        }
        let complete = number == checker.trail.len();
        if complete {
            checker.look_at_images(&starts);
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

/// So many plies of a random game are played: some games have no end.
const LONGEST_WALK: u32 = 1000;

/// So many of the first states are compared with each other.
const COMPARED: usize = 1000;

struct Checker<'g, G: Game> {
    game: &'g G,
    trail: Trail<G::State>,
    /// By the number of a state: its moves, if it was looked at. None if it is finished.
    legal: Vec<Option<Moves>>,
    findings: Vec<Finding>,
}

impl<'g, G: Game> Checker<'g, G> {
    const fn new(game: &'g G) -> Self {
        Self {
            game,
            trail: Trail::new(),
            legal: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Takes note of a breach in the state with this number.
    fn find_at(&mut self, number: usize, breach: Breach) {
        if is_new(&self.findings, &breach) {
            let place = self.trail.place(number);
            self.findings.push(Finding { breach, place });
        }
    }

    /// Takes note of a breach in the state that `from` leads to, or at a start.
    fn find_after(&mut self, from: Option<(usize, Move)>, state: G::State, breach: Breach) {
        if is_new(&self.findings, &breach) {
            let place = self.trail.place_after(from, state);
            self.findings.push(Finding { breach, place });
        }
    }

    fn look_at_declarations(&mut self) {
        let start = self.game.start();
        let found = self.game.move_count();
        if found > MOVE_LIMIT {
            self.find_after(None, start, Breach::MoveCount { found });
        }
        if self.game.symmetries() == 0 {
            self.find_after(None, start, Breach::NoSymmetry);
        }
        let first = self.game.starts().next();
        if first != Some(start) {
            let found = first.map(|first| format!("{first:?}"));
            self.find_after(None, start, Breach::Starts { found });
        }
    }

    /// The numbers of the starts.
    fn meet_starts(&mut self) -> Vec<usize> {
        let tier = self.game.tier(self.game.start());
        let starts = self.game.starts();
        starts
            .filter_map(|start| {
                let found = self.game.tier(start);
                if found.is_some() != tier.is_some() {
                    let breach = Breach::Tier {
                        before: tier,
                        found,
                    };
                    self.find_after(None, start, breach);
                }
                self.meet(self.game.key(start), start, None)
            })
            .collect()
    }

    /// The number of a state; `None` if another has its key.
    fn meet(&mut self, key: u64, state: G::State, from: Option<(usize, Move)>) -> Option<usize> {
        match self.trail.meet(key, state, from) {
            Meeting::Again(number) => Some(number),
            Meeting::Clash(other) => {
                let other = self.trail.state(other).map(|other| format!("{other:?}"));
                let other = other.unwrap_or_default();
                self.find_after(from, state, Breach::SharedKey { key, other });
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
        let other = self.trail.states().take(number).find(|&it| it == state);
        if let Some(other) = other {
            let expected = self.game.key(other);
            self.find_at(number, Breach::TwoKeys { expected, found });
        }
    }

    fn look_at(&mut self, number: usize) {
        let Some(state) = self.trail.state(number) else {
            return;
        };
        let answers = Answers::of(self.game, state);
        if let Some(legal) = answers.legal {
            if legal.is_empty() {
                self.find_at(number, Breach::NoMoves);
            }
            let found = legal - Moves::first_n(self.game.move_count());
            if !found.is_empty() {
                self.find_at(number, Breach::UnknownMoves { found });
            }
        }
        self.legal[number] = Some(answers.next.iter().map(|&(mv, _)| mv).collect());
        for &(mv, next) in &answers.next {
            self.look_at_tiers(answers.tier, (number, mv), next);
            self.meet(self.game.key(next), next, Some((number, mv)));
        }
        if self.game.symmetries() > 0 {
            if let Some(breach) = symmetry::breach_in_images(self.game, state) {
                self.find_at(number, breach);
            }
        }
        // Asked again only now, to catch what remembers the last question.
        let again = Answers::of(self.game, state);
        if let Some(question) = answers.difference(&again) {
            self.find_at(number, Breach::Impure { question });
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
            self.find_after(Some(from), next, Breach::Tier { before, found });
        }
    }

    fn look_at_images(&mut self, starts: &[usize]) {
        for &number in starts {
            let Some(start) = self.trail.state(number) else {
                continue;
            };
            for symmetry in 0..self.game.symmetries() {
                let image = self.game.image(symmetry, start);
                if self.trail.find(self.game.key(image), image).is_none() {
                    self.find_at(number, Breach::ImageOfStart { symmetry });
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
        let next = self.game.play(self.trail.state(number)?, mv);
        self.trail.find(self.game.key(next), next)
    }

    fn look_for_a_cycle(&mut self) {
        if self.game.may_repeat() {
            return;
        }
        let cycle = cycle::cycle(&self.legal, &|number, mv| self.after(number, mv));
        if let Some((number, moves)) = cycle {
            self.find_at(number, Breach::Cycle { moves });
        }
    }
}

/// Whether no breach of this kind was found before. Near states come first, so that the
/// first is easy to follow; and one mistake shows in thousands.
fn is_new(findings: &[Finding], breach: &Breach) -> bool {
    let kind = mem::discriminant(breach);
    let known = |finding: &Finding| mem::discriminant(&finding.breach) == kind;
    !findings.iter().any(known)
}

/// What a check has looked at, and found.
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
            0 => f.write_str("nothing found"),
            count => {
                write!(f, "{count} found")?;
                self.findings
                    .iter()
                    .try_for_each(|finding| write!(f, "\n{finding}"))
            }
        }
    }
}

/// A mistake in the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the game breaks.
    pub breach: Breach,
    /// Where it does.
    pub place: Place,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, in {}", self.breach, self.place)
    }
}
