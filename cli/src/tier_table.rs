//! A table in a file that is read piece by piece.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use perfectplay::game::{Score, starts};
use perfectplay::solved::StateOf;
use perfectplay::verify::Verified;
use perfectplay::{Analysis, Game, Moves, Solved, Value};
use perfectplay_games::Listed;
use perfectplay_tablebase::table::Piece;
use perfectplay_tablebase::{self as store, Form, Index, Limits, Plan, Sharding, Summary, Table};

use crate::Failure;
use crate::limits_arg::LimitsArg;
use crate::progress::Meter;
use crate::tier_work::told;

/// What a table does that is not in memory, beside answering.
pub trait TierTable<G: Game>: Solved<Game = G, Error = Infallible> {
    /// Calls something with every reachable state, tier by tier. It is looked at on all cores.
    fn visit(&self, each: &mut Visitor<'_, G>) -> Result<(), Failure>;

    /// Writes something about each reachable state, on all cores, and tells the text of some
    /// hundred states at a time and their number, in order.
    fn write_each(&self, write: &Writer<'_, G>, each: &mut Reader<'_>) -> Result<(), Failure>;

    /// Whether it has more states than should be in memory at once.
    fn is_large(&self) -> bool;

    /// Verifies the table against the rules.
    fn verify(&self, limits: &LimitsArg) -> Result<Verified, store::Error>;

    /// What went wrong in answering, if anything has since this was asked last.
    fn failure(&self) -> Option<store::Error>;
}

/// What is called with a state.
pub type Visitor<'a, G> = dyn FnMut(Visit<<G as Game>::State>) -> Result<(), Failure> + 'a;

/// A state on a visit.
pub struct Visit<S> {
    pub state: S,
    /// What the table holds of it; `None` if that is nothing which the rules allow.
    pub analysis: Option<Analysis>,
    /// How many plies it is from the nearest start, if its tier and those before tell that.
    pub ply: Option<u32>,
}

/// Writes something about a state, which a table answers about.
pub type Writer<'a, G> = dyn Fn(
        &dyn Solved<Game = G, Error = Infallible>,
        <G as Game>::State,
        &mut Vec<u8>,
    ) -> Result<(), Failure>
    + Sync
    + 'a;

/// What is called with the text of some states and their number.
pub type Reader<'a> = dyn FnMut(&[u8], u64) -> Result<(), Failure> + 'a;

/// The most states that are found move by move, so that the nearest to a start come first:
/// all that were found are kept in memory.
const MOST_IN_MEMORY: u64 = 1_000_000;

/// A table that is read piece by piece, and that answers nothing where it cannot be read: why not
/// is told afterwards.
pub struct Parked<T> {
    table: T,
    failure: Mutex<Option<store::Error>>,
}

impl<T> Parked<T> {
    const fn new(table: T) -> Self {
        Self {
            table,
            failure: Mutex::new(None),
        }
    }

    fn answer<A>(&self, answer: Result<Option<A>, store::Error>) -> Option<A> {
        answer.unwrap_or_else(|error| {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
            None
        })
    }

    fn take_failure(&self) -> Option<store::Error> {
        let failure = self.failure.lock();
        failure.unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T: Solved<Error = store::Error>> Solved for Parked<T> {
    type Game = T::Game;
    type Error = Infallible;

    fn game(&self) -> &T::Game {
        self.table.game()
    }

    fn states(&self) -> u64 {
        self.table.states()
    }

    fn try_analysis(&self, state: StateOf<T>) -> Result<Option<Analysis>, Infallible> {
        Ok(self.answer(self.table.try_analysis(state)))
    }

    fn try_score(&self, state: StateOf<T>) -> Result<Option<Score>, Infallible> {
        Ok(self.answer(self.table.try_score(state)))
    }
}

/// Opens the table of a game, which takes milliseconds.
pub fn open<I: Index>(index: I, path: &Path) -> Result<Parked<Table<I>>, Failure> {
    Table::open(index, path).map(Parked::new).map_err(told)
}

/// The states of a piece of a table, each with what the piece says of it.
fn visited<I: Index>(piece: &Piece<'_, I>) -> Result<Visited<I::Game>, store::Error> {
    let mut visited = Vec::new();
    piece.each(|state| visited.push((state, piece.lookup(state).ok().flatten())))?;
    Ok(visited)
}

type Visited<G> = Vec<(<G as Game>::State, Option<Analysis>)>;

/// Calls something with the states of a piece.
fn each_of<S: Copy>(
    visited: Vec<(S, Option<Analysis>)>,
    mut ply: impl FnMut(S) -> Option<u32>,
    each: &mut dyn FnMut(Visit<S>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    visited.into_iter().try_for_each(|(state, analysis)| {
        each(Visit {
            state,
            analysis,
            ply: ply(state),
        })
    })
}

/// What is written about the states of a piece, and their number.
fn written<I: Index>(
    piece: &Piece<'_, I>,
    write: &Writer<'_, I::Game>,
) -> Result<(Vec<u8>, u64), Failure> {
    let (mut text, mut number, mut done) = (Vec::new(), 0, Ok(()));
    let answers = Parked::new(piece);
    let each = piece.each(|state| {
        if done.is_ok() {
            done = write(&answers, state, &mut text);
            number += 1;
        }
    });
    each.map_err(told)?;
    done.map(|()| (text, number))
}

/// Goes through something until a step fails, and fails as that does.
fn until_failed<T>(
    visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> Result<(), store::Error>,
    mut step: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut done = Ok(());
    let visited = visit(&mut |piece| {
        done = step(piece);
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    visited.map_err(told)?;
    done
}

impl<G: Listed, I: Index<Game = G>> TierTable<G> for Parked<Table<I>> {
    fn visit(&self, each: &mut Visitor<'_, G>) -> Result<(), Failure> {
        let mut plies = Plies::new(self.table.index()).map_err(told)?;
        until_failed(
            |step| self.table.visit_pieces(visited, step),
            |visited| each_of(visited.map_err(told)?, |state| plies.of_state(state), each),
        )
    }

    fn write_each(&self, write: &Writer<'_, G>, each: &mut Reader<'_>) -> Result<(), Failure> {
        until_failed(
            |step| self.table.visit_pieces(|piece| written(piece, write), step),
            |written| written.and_then(|(text, states)| each(&text, states)),
        )
    }

    fn is_large(&self) -> bool {
        self.states() > MOST_IN_MEMORY
    }

    fn verify(&self, limits: &LimitsArg) -> Result<Verified, store::Error> {
        verify_within(limits, |limits| self.table.verify(limits))?;
        Ok(verified(self.table.summary()))
    }

    fn failure(&self) -> Option<store::Error> {
        self.take_failure()
    }
}

/// Verifies a table within limits, and shows how far it is.
fn verify_within(
    limits: &LimitsArg,
    verify: impl FnOnce(&Limits<'_>) -> Result<(), store::Error>,
) -> Result<(), store::Error> {
    let meter = Meter::new();
    verify(&Limits {
        memory: limits.memory(),
        threads: limits.threads,
        watch: &|progress| {
            meter.show_tiers(progress);
            ControlFlow::Continue(())
        },
    })
}

/// What has been verified.
fn verified(summary: &Summary) -> Verified {
    Verified {
        states: summary.states(),
        wins: summary.count(Value::Win),
        draws: summary.count(Value::Draw),
        losses: summary.count(Value::Loss),
        endless: summary.endless(),
        longest: summary.longest(),
    }
}

/// The plies of the states of each tier.
enum Plies<'g, I: Index> {
    /// By the tiers that a dense index declares to follow; `None` where ways to a tier have
    /// several lengths.
    Declared(&'g I, Option<Plan>),
    OnTheWay(PliesOnTheWay<'g, I::Game>),
}

impl<'g, I: Index> Plies<'g, I> {
    fn new(index: &'g I) -> Result<Self, store::Error> {
        let plan = Plan::new(index, Sharding::Whole)?;
        Ok(match plan.form() {
            Form::Dense => Self::Declared(index, Some(plan).filter(Plan::is_even)),
            Form::Sparse => Self::OnTheWay(PliesOnTheWay::of_starts(index.game())),
        })
    }

    fn of_state(&mut self, state: <I::Game as Game>::State) -> Option<u32> {
        match self {
            Self::Declared(index, plan) => {
                let level = plan.as_ref()?.level_of(index.place(state)?.tier)?;
                Some(level as u32)
            }
            Self::OnTheWay(plies) => plies.of_state(state),
        }
    }
}

/// The plies of the states of each tier, by the moves of states that are visited tier by tier:
/// a sparse index does not declare which tiers follow.
struct PliesOnTheWay<'g, G> {
    game: &'g G,
    /// By the tier; `None` from the first tier on to which ways have several lengths.
    found: Option<BTreeMap<u32, u32>>,
}

impl<'g, G: Game> PliesOnTheWay<'g, G> {
    fn of_starts(game: &'g G) -> Self {
        let tiers = starts(game).filter_map(|start| game.tier(start));
        Self {
            game,
            found: Some(tiers.map(|tier| (tier, 0)).collect()),
        }
    }

    /// The ply of a state, whose moves are followed to the tiers after it.
    fn of_state(&mut self, state: G::State) -> Option<u32> {
        let found = self.found.as_mut()?;
        let ply = *found.get(&self.game.tier(state)?)?;
        let legal = match self.game.outcome(state) {
            Some(_) => Moves::EMPTY,
            None => self.game.legal(state),
        };
        let next = legal.iter().map(|mv| self.game.play(state, mv));
        let mut next = next.filter_map(|after| self.game.tier(after));
        if next.all(|next| *found.entry(next).or_insert(ply + 1) == ply + 1) {
            Some(ply)
        } else {
            self.found = None;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use perfectplay::walk::Visit as Walked;
    use perfectplay::{solve, walk};
    use perfectplay_games::domineering::Domineering;
    use perfectplay_games::dots::DotsAndBoxes;
    use perfectplay_games::kalah::Kalah;

    use super::*;

    /// How many plies are told of a game's states, and how many states there are. What is told
    /// is what a walk from the start finds.
    fn told_plies<G: Listed>(parameters: &str) -> (usize, usize) {
        let game = G::with_parameters(parameters).expect("a game");
        let solution = solve(&game).expect("a game");
        let mut walked: Vec<Walked<G::State>> = walk(&solution).flatten().collect();
        let expected: HashMap<u64, u32> = walked
            .iter()
            .map(|visit| (game.key(visit.state), visit.ply))
            .collect();
        walked.sort_by_key(|visit| game.tier(visit.state));
        let mut plies = PliesOnTheWay::of_starts(&game);
        let told = walked.iter().filter(|visit| {
            let ply = plies.of_state(visit.state);
            ply.inspect(|&ply| assert_eq!(ply, expected[&game.key(visit.state)]))
                .is_some()
        });
        (told.count(), expected.len())
    }

    #[test]
    fn tiers_tell_plies_if_all_ways_to_them_are_as_long() {
        let (told, all) = told_plies::<Domineering>("4x4");
        assert_eq!(told, all);
        let (told, all) = told_plies::<DotsAndBoxes>("2x1");
        assert_eq!(told, all);
        // A move of some seeds leads to a tier that two moves of others lead to.
        let (told, all) = told_plies::<Kalah>("3,2");
        assert!(0 < told && told < all, "{told} of {all}");
    }
}
