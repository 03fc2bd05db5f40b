//! Tablebase files, which are read tier by tier. Only this module and [`jobs`](crate::jobs) use
//! `perfectplay-tablebase`.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use perfectplay::game::starts;
use perfectplay::index::{Dense, Sparse};
use perfectplay::verify::Verified;
use perfectplay::{Analysis, Game, Value};
use perfectplay_games::{Listed, Visitor as GameVisitor};
use perfectplay_tablebase::file::Piece;
use perfectplay_tablebase::{
    self as tablebase, DenseIndex, Form, Index, Plan, Sharding, Source, SparseIndex, Summary,
    Tablebase,
};

use crate::columns::{Column, Columns, Wanted, without_moves};
use crate::error::Error;
use crate::game::{AnyGame, ByNumber, Each, Position, Sink, Stored, Tiers, Typed, Writer};
use crate::watch::Limits;

/// Opens the tablebase file of a game, which takes milliseconds. Errors name the file by this
/// path.
pub(crate) fn open<G: Listed>(
    typed: Arc<Typed<G>>,
    source: Box<dyn Source>,
    path: &Path,
) -> Result<Box<dyn Stored>, Error> {
    /// A visitor cannot name the type of the game, so the game is recovered by `downcast`.
    struct Open<'a> {
        any: AnyGame,
        typed: Arc<dyn Any + Send + Sync>,
        source: Box<dyn Source>,
        path: &'a Path,
    }

    impl Open<'_> {
        fn open<I: Index<Game: Listed> + 'static>(
            self,
            index: I,
        ) -> Result<Box<dyn Stored>, Error> {
            let typed = self.typed.downcast::<Typed<I::Game>>();
            Ok(Box::new(ByNumber {
                any: self.any,
                typed: typed.expect("the game that was given"),
                solved: Tablebase::open_source(index, self.source, self.path)?,
            }))
        }
    }

    impl GameVisitor for Open<'_> {
        type Output = Result<Box<dyn Stored>, Error>;

        fn visit<G: Listed>(self, _game: G) -> Self::Output {
            let problem = "the game has no tiers, and so no tablebase file";
            Err(Error::file(self.path, &problem))
        }

        fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Self::Output {
            self.open(SparseIndex(game))
        }

        fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
            self.open(DenseIndex(game))
        }
    }

    typed.game.clone().accept(Open {
        any: AnyGame(Arc::<Typed<G>>::clone(&typed)),
        typed,
        source,
        path,
    })
}

/// Returns the name of the game in a tablebase file.
pub(crate) fn name(source: &dyn Source, path: &Path) -> Result<String, Error> {
    Ok(tablebase::file::name_in(source, path)?)
}

type StateOf<G> = <G as Game>::State;

type Typeful<I> = Typed<<I as Index>::Game>;

/// Returns the error for a state that is missing in a piece.
fn missing<I: Index<Game: Listed>>(typed: &Typeful<I>, state: StateOf<I::Game>) -> Error {
    Error::Record {
        state: typed.text(state),
    }
}

/// Returns the tiers of a piece of a table, and the numbers of its states with their records.
fn visited<I: Index<Game: Listed>>(
    typed: &Typeful<I>,
    piece: &Piece<'_, I>,
) -> Result<(PieceTiers, Vec<(u64, Analysis)>), Error> {
    let (mut visited, mut failed) = (Vec::new(), Ok(()));
    piece.each(|state| {
        if failed.is_err() {
            return;
        }
        match piece.lookup(state) {
            Ok(Some(analysis)) => visited.push((typed.number(state), analysis)),
            Ok(None) => failed = Err(missing::<I>(typed, state)),
            Err(error) => failed = Err(error.into()),
        }
    })?;
    failed?;
    Ok((PieceTiers::new(piece)?, visited))
}

/// Returns the tiers of a piece, if plies are wanted, and the columns of its states without their plies.
fn told<I: Index<Game: Listed>>(
    typed: &Typeful<I>,
    piece: &Piece<'_, I>,
    wanted: Wanted,
) -> Result<(Option<PieceTiers>, Columns), Error> {
    let (mut columns, mut failed) = (Columns::new(wanted), Ok(()));
    let board = (typed.info.squares(), typed.info.marks);
    columns.reserve(piece.len(), board.0);
    piece.each(|state| {
        if failed.is_err() {
            return;
        }
        let known = if wanted.tell_moves() {
            piece.lookup(state)
        } else {
            Ok(piece.score(state).map(without_moves))
        };
        match known {
            Ok(Some(known)) => {
                columns.push_state(&typed.game, board, state);
                columns.push_known(Some(&known));
            }
            Ok(None) => failed = Err(missing::<I>(typed, state)),
            Err(error) => failed = Err(error.into()),
        }
    })?;
    failed?;
    let tiers = match wanted.has(Column::Ply) {
        true => Some(PieceTiers::new(piece)?),
        false => None,
    };
    Ok((tiers, columns))
}

/// Writes something about the states of a piece. Returns the text and the number of states.
fn written<I: Index<Game: Listed>>(
    table: &ByNumber<I::Game, Tablebase<I>>,
    piece: &Piece<'_, I>,
    write: &Writer<'_>,
) -> Result<(Vec<u8>, u64), Error> {
    let (mut text, mut number, mut done) = (Vec::new(), 0, Ok(()));
    let solved = ByNumber {
        any: table.any.clone(),
        typed: Arc::clone(&table.typed),
        solved: piece,
    };
    piece.each(|state| {
        if done.is_ok() {
            let position = Position {
                solved: &solved,
                state: table.typed.number(state),
            };
            done = write(&position, &mut text);
            number += 1;
        }
    })?;
    done?;
    Ok((text, number))
}

impl<I: Index<Game: Listed>> Stored for ByNumber<I::Game, &Piece<'_, I>> {}

/// Runs steps until one fails, and returns its error.
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

impl<I: Index<Game: Listed> + 'static> Stored for ByNumber<I::Game, Tablebase<I>> {
    fn tiers(&self) -> Option<&dyn Tiers> {
        Some(self)
    }
}

impl<I: Index<Game: Listed>> ByNumber<I::Game, Tablebase<I>> {
    fn plies(&self) -> Result<Plies, Error> {
        let plan = Plan::new(self.solved.index(), Sharding::Whole)?;
        Ok(Plies::new(&self.any, plan))
    }

    fn states_of(&self, numbers: &[u64]) -> Vec<StateOf<I::Game>> {
        let numbers = numbers.iter();
        numbers.map(|&number| self.typed.state(number)).collect()
    }
}

impl<I: Index<Game: Listed> + 'static> Tiers for ByNumber<I::Game, Tablebase<I>> {
    fn visit(&self, each: &mut Each<'_>) -> Result<(), Error> {
        let mut plies = self.plies()?;
        until_failed(
            |step| {
                self.solved
                    .visit_pieces(|piece| visited(&self.typed, piece), step)
            },
            |visited| {
                let (tiers, visited) = visited?;
                let ply = plies.of_piece(&tiers);
                let mut visited = visited.into_iter();
                visited.try_for_each(|(number, analysis)| each(number, analysis, ply))
            },
        )
    }

    fn write_each(&self, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error> {
        until_failed(
            |step| {
                self.solved
                    .visit_pieces(|piece| written(self, piece, write), step)
            },
            |written| written.and_then(|(text, states)| out(&text, states)),
        )
    }

    fn columns(
        &self,
        wanted: Wanted,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut plies = self.plies()?;
        until_failed(
            |step| {
                self.solved
                    .visit_pieces(|piece| told(&self.typed, piece, wanted), step)
            },
            |told| {
                let (tiers, mut columns) = told?;
                if let Some(tiers) = tiers {
                    let ply = plies.of_piece(&tiers);
                    (0..columns.len).for_each(|_| columns.push_ply(ply));
                }
                each(columns)
            },
        )
    }

    fn know_many(&self, states: &[u64], with_moves: bool) -> Result<Vec<Option<Analysis>>, Error> {
        let states = self.states_of(states);
        if with_moves {
            return Ok(self.solved.lookup_many(&states)?);
        }
        let scores = self.solved.score_many(&states)?.into_iter();
        Ok(scores.map(|score| score.map(without_moves)).collect())
    }

    fn in_memory(&self) -> Option<&[u8]> {
        self.solved.in_memory()
    }

    fn prefetch(&self, states: &[u64]) -> Result<(), Error> {
        Ok(self.solved.prefetch(&self.states_of(states))?)
    }

    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        self.solved.verify(limits)?;
        Ok(verified(self.solved.summary()))
    }
}

/// Converts the summary of a verified file.
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

/// The tiers that tell the ply of a piece.
struct PieceTiers {
    own: u64,
    /// The tiers that its moves lead to, if the index is sparse.
    next: BTreeSet<u64>,
}

impl PieceTiers {
    fn new<I: Index>(piece: &Piece<'_, I>) -> Result<Self, tablebase::Error> {
        let next = match piece.form() {
            Form::Dense => BTreeSet::new(),
            Form::Sparse => piece.next_tiers()?,
        };
        let own = piece.tier();
        Ok(Self { own, next })
    }
}

/// Finds the ply of each tier.
enum Plies {
    /// From the next tiers that a dense index declares; `None` if ways to a tier have different
    /// lengths.
    Declared(Option<Plan>),
    /// From the moves of states that are visited tier by tier, since a sparse index does not declare
    /// next tiers: the ply by tier; `None` after the first tier whose ways have different lengths.
    OnTheWay(Option<BTreeMap<u64, u32>>),
}

impl Plies {
    fn new<G: Game>(game: &G, plan: Plan) -> Self {
        match plan.form() {
            Form::Dense => Self::Declared(Some(plan).filter(Plan::is_even)),
            Form::Sparse => {
                let tiers = starts(game).filter_map(|start| game.tier(start));
                Self::OnTheWay(Some(tiers.map(|tier| (tier.into(), 0)).collect()))
            }
        }
    }

    /// Returns the ply of all states of a piece, and follows their moves.
    fn of_piece(&mut self, tiers: &PieceTiers) -> Option<u32> {
        match self {
            Self::Declared(plan) => Some(plan.as_ref()?.level_of(tiers.own)? as u32),
            Self::OnTheWay(plies) => {
                let found = plies.as_mut()?;
                let ply = *found.get(&tiers.own)?;
                let mut next = tiers.next.iter();
                if next.all(|&next| *found.entry(next).or_insert(ply + 1) == ply + 1) {
                    Some(ply)
                } else {
                    *plies = None;
                    None
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use perfectplay::{solve, walk};
    use perfectplay_games::domineering::Domineering;
    use perfectplay_games::dots::DotsAndBoxes;
    use perfectplay_games::kalah::Kalah;
    use perfectplay_games::mnk::Connect;
    use perfectplay_tablebase::{MemoryStore, Solver};

    use super::*;
    use crate::jobs::Solving;
    use crate::{Solve, rules};

    /// Returns the number of states whose ply is known, and the number of all states. A known
    /// ply equals that of a walk from the start.
    fn known_plies<G: Listed + Sparse>(parameters: &str) -> (usize, usize) {
        let game = &G::with_parameters(parameters).expect("a game");
        let solution = solve(game).expect("a game");
        let expected: HashMap<u64, u32> = walk(&solution)
            .flatten()
            .map(|visit| (game.key(visit.state), visit.ply))
            .collect();
        let index = SparseIndex(game);
        let solver = Solver::new(index, "game").expect("a plan");
        let mut plies = Plies::new(game, solver.plan().clone());
        let (store, mut bytes) = (MemoryStore::new(), Vec::new());
        let limits = Limits::default();
        solver.solve(&store, &limits).expect("a game");
        let gathered = solver.gather_into(&store, &mut bytes, &limits);
        gathered.expect("a table");
        let table = Tablebase::open_source(index, Box::new(bytes), Path::new("table"));
        let (mut known, mut all) = (0, 0);
        let work = |piece: &Piece<'_, _>| {
            let mut keys = Vec::new();
            let each = piece.each(|state| keys.push(game.key(state)));
            each.expect("states");
            (PieceTiers::new(piece).expect("tiers"), keys)
        };
        let visited = table.expect("a table").visit_pieces(work, |(tiers, keys)| {
            let ply = plies.of_piece(&tiers);
            all += keys.len();
            if let Some(ply) = ply {
                known += keys.len();
                assert!(keys.iter().all(|key| expected[key] == ply));
            }
            ControlFlow::Continue(())
        });
        visited.expect("a whole table");
        assert_eq!(all, expected.len());
        (known, all)
    }

    /// Text is written of each state that a visit shows, in the same order.
    #[test]
    fn texts_are_those_of_the_states_in_order() {
        let game = rules(Connect::with_parameters("4x4").expect("a game"));
        let solving = Solving::in_memory(&game, &Solve::default()).expect("tiers");
        let (limits, mut bytes) = (Limits::default(), Vec::new());
        solving.solve(&limits).expect("a solved game");
        let solver = solving.jobs().solver();
        let gathered = solver.gather_into(solving.store(), &mut bytes, &limits);
        gathered.expect("a table");
        let table = game
            .0
            .clone()
            .open_tiers(Box::new(bytes), Path::new("table"));
        let table = table.expect("a table");
        let tiers = table.tiers().expect("tiers");

        let (mut expected, mut number) = (String::new(), 0);
        let visited = tiers.visit(&mut |state, analysis, _| {
            expected.push_str(&format!("{} {}\n", game.text(state), analysis.value));
            number += 1;
            Ok(())
        });
        visited.expect("a whole table");
        let write = |position: &Position<'_>, text: &mut Vec<u8>| {
            let value = position.record()?.value;
            text.extend(format!("{} {value}\n", position.text()).bytes());
            Ok(())
        };
        let (mut written, mut counted) = (Vec::new(), 0);
        let done = tiers.write_each(&write, &mut |text, states| {
            written.extend_from_slice(text);
            counted += states;
            Ok(())
        });
        done.expect("a whole table");
        assert_eq!((number, counted), (161_029, 161_029));
        assert!(String::from_utf8(written).expect("text") == expected);
    }

    #[test]
    fn tiers_tell_plies_if_all_ways_to_them_are_as_long() {
        let (known, all) = known_plies::<Domineering>("4x4");
        assert_eq!(known, all);
        let (known, all) = known_plies::<DotsAndBoxes>("2x1");
        assert_eq!(known, all);
        // Some moves lead to a tier that others reach only in two moves.
        let (known, all) = known_plies::<Kalah>("3,2");
        assert!(0 < known && known < all, "{known} of {all}");
    }
}
