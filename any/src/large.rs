//! Tables in files that are read tier by tier, and games that are solved so: all that is asked of
//! `perfectplay-tablebase`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use perfectplay::game::starts;
use perfectplay::ranked::Ranked;
use perfectplay::verify::Verified;
use perfectplay::{Analysis, Game, Moves, Solved, Value};
use perfectplay_games::{Listed, Visitor as GameVisitor};
use perfectplay_tablebase::table::{KeyedPiece, Piece};
use perfectplay_tablebase::{self as tablebase, Jobs, KeyedTable, Plan, Summary, Table};

use crate::error::Error;
use crate::estimate;
use crate::info::Info;
use crate::kept::{Any, Kept, lacking};
use crate::tiers::{Sink, Tiers, Visited, Writer};
use crate::typed::{Position, Typed};
use crate::watch::{Limits, Phase, Progress};

/// Opens the tablebase file of a game, which takes milliseconds.
pub(crate) fn open<G: Listed>(game: G, path: &Path) -> Result<Box<dyn Tiers<G>>, Error> {
    /// Gives a table its type back: that of a game is lost to a visitor.
    struct Open<'a>(&'a Path);

    impl GameVisitor for Open<'_> {
        type Output = Result<Box<dyn std::any::Any>, Error>;

        fn visit<G: Listed>(self, game: G) -> Self::Output {
            let table: Box<dyn Tiers<G>> = Box::new(Kept(KeyedTable::open(game, self.0)?));
            Ok(Box::new(table))
        }

        fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) -> Self::Output {
            let table: Box<dyn Tiers<G>> = Box::new(Kept(Table::open(game, self.0)?));
            Ok(Box::new(table))
        }
    }

    let table = game.accept(Open(path))?;
    let table = table.downcast::<Box<dyn Tiers<G>>>();
    Ok(*table.expect("the table of the game that was given"))
}

/// The name of the game in a tablebase file.
pub(crate) fn name(path: &Path) -> Result<String, Error> {
    Ok(tablebase::table::name(path)?)
}

/// The states of a piece of a table, each with what the piece says of it.
fn visited<G: Listed, E: Into<Error>>(
    piece: &impl Solved<Game = G, Error = E>,
    states: impl Iterator<Item = G::State>,
) -> Result<Vec<(G::State, Analysis)>, Error> {
    let piece = Kept(piece);
    let answer = |state| {
        let analysis = piece.try_analysis(state)?;
        let analysis = analysis.ok_or(perfectplay::solved::LookupError::Missing { state });
        let analysis = analysis.map_err(|error| lacking(piece.game(), error))?;
        Ok((state, analysis))
    };
    states.map(answer).collect()
}

/// What is written about the states of a piece, and their number.
fn written<G: Listed>(
    piece: &Any<'_, G>,
    info: &Info,
    states: impl Iterator<Item = G::State>,
    write: &Writer<'_>,
) -> Result<(Vec<u8>, u64), Error> {
    let (mut text, mut number) = (Vec::new(), 0);
    for state in states {
        let typed = Typed {
            solved: piece,
            info,
            state,
        };
        write(&Position(Box::new(typed)), &mut text)?;
        number += 1;
    }
    Ok((text, number))
}

/// Goes through something until a step fails, and fails as that does.
fn until_failed<T>(
    visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> Result<(), tablebase::Error>,
    mut step: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut done = Ok(());
    visit(&mut |piece| {
        done = step(piece);
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    done
}

impl<G: Listed + Ranked + Send + Sync> Tiers<G> for Kept<Table<G>> {
    fn as_solved(&self) -> &Any<'_, G> {
        self
    }

    fn visit(
        &self,
        each: &mut dyn FnMut(Visited<G::State>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let plies = Plies::new(self.game())?;
        until_failed(
            |step| {
                self.0
                    .visit_pieces(|piece: &Piece<'_, G>| visited(piece, piece.states()), step)
            },
            |visited| {
                visited?.into_iter().try_for_each(|(state, analysis)| {
                    let ply = plies.of_state(state);
                    each(Visited {
                        state,
                        analysis,
                        ply,
                    })
                })
            },
        )
    }

    fn write_each(&self, info: &Info, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error> {
        let written = |piece: &Piece<'_, G>| written(&Kept(piece), info, piece.states(), write);
        until_failed(
            |step| self.0.visit_pieces(written, step),
            |written| written.and_then(|(text, states)| out(&text, states)),
        )
    }

    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        within(limits, |limits| self.0.verify(limits))?;
        Ok(verified(self.0.summary()))
    }
}

impl<G: Listed> Tiers<G> for Kept<KeyedTable<G>> {
    fn as_solved(&self) -> &Any<'_, G> {
        self
    }

    fn visit(
        &self,
        each: &mut dyn FnMut(Visited<G::State>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut plies = PliesOnTheWay::of_starts(self.game());
        let visited = |piece: &KeyedPiece<'_, G>| visited(piece, piece.states());
        until_failed(
            |step| self.0.visit_pieces(visited, step),
            |visited| {
                visited?.into_iter().try_for_each(|(state, analysis)| {
                    let ply = plies.of_state(state);
                    each(Visited {
                        state,
                        analysis,
                        ply,
                    })
                })
            },
        )
    }

    fn write_each(&self, info: &Info, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error> {
        let written =
            |piece: &KeyedPiece<'_, G>| written(&Kept(piece), info, piece.states(), write);
        until_failed(
            |step| self.0.visit_pieces(written, step),
            |written| written.and_then(|(text, states)| out(&text, states)),
        )
    }

    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        within(limits, |limits| self.0.verify(limits))?;
        Ok(verified(self.0.summary()))
    }
}

/// Does something within limits.
pub(crate) fn within<T>(
    limits: &Limits<'_>,
    work: impl FnOnce(&tablebase::Limits<'_>) -> Result<T, tablebase::Error>,
) -> Result<T, Error> {
    Ok(work(&tablebase::Limits {
        memory: limits.memory,
        threads: limits.threads,
        watch: &|progress| {
            (limits.watch)(Progress {
                phase: match progress.phase {
                    tablebase::Phase::Checking => Phase::Checking,
                    tablebase::Phase::Finding => Phase::Finding,
                    tablebase::Phase::Writing => Phase::Writing,
                    tablebase::Phase::Verifying => Phase::Verifying,
                    _ => Phase::Solving,
                },
                done: progress.done,
                total: progress.total,
                is_of_states: false,
            })
        },
    })?)
}

/// What it takes to solve a game tier by tier; `None` for one without ranks, with too many tiers,
/// or that lasts too long.
pub(crate) fn tiers<G: Listed>(game: &G, info: &Info) -> Option<estimate::Tiers> {
    /// Counts what the jobs of a game take.
    struct Count<'a>(&'a str);

    impl GameVisitor for Count<'_> {
        type Output = Option<estimate::Tiers>;

        fn visit<G: Listed>(self, _game: G) -> Self::Output {
            None
        }

        fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) -> Self::Output {
            let jobs = Jobs::new(&game, self.0).ok()?;
            Some(estimate::Tiers {
                numbered: jobs.plan().numbered(),
                memory: jobs.least_memory(),
                disk: jobs.most_disk(),
            })
        }
    }

    game.clone().accept(Count(&info.spec))
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

/// The plies of the states of each tier, by the tiers that a game declares to follow.
struct Plies<'g, G> {
    game: &'g G,
    plan: Plan,
    /// Whether all ways to a tier have the same length.
    are_known: bool,
}

impl<'g, G: Ranked> Plies<'g, G> {
    fn new(game: &'g G) -> Result<Self, tablebase::Error> {
        let plan = Plan::new(game)?;
        let stage = |tier| Some(plan.batches()[plan.find(game.twin(tier))?.batch].stage);
        let are_known = plan.tiers().iter().all(|planned| {
            let after = stage(planned.tier).map(|stage| stage + 1);
            let mut next = game.next_tiers(planned.tier);
            next.all(|next| stage(next.tier) == after)
        });
        Ok(Self {
            game,
            plan,
            are_known,
        })
    }

    fn of_state(&self, state: G::State) -> Option<u32> {
        let (tier, _) = self.game.rank(state).filter(|_| self.are_known)?;
        let planned = self.plan.find(self.game.twin(tier))?;
        Some(self.plan.batches()[planned.batch].stage)
    }
}

/// The plies of the states of each tier, by the moves of states that are visited tier by tier:
/// a game without ranks does not declare which tiers follow.
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
