//! Tablebase files, which are read tier by tier. Only this module and the module [`jobs`](crate::jobs) use
//! `perfectplay-tablebase`.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::Path;

use perfectplay::game::{Score, starts};
use perfectplay::verify::Verified;
use perfectplay::{Analysis, Game, Solved, Value};
use perfectplay_tablebase::file::Piece;
use perfectplay_tablebase::{
    self as tablebase, Form, Index, KeyedIndex, Plan, Sharding, Source, Tablebase,
};

use crate::columns::{Column, ColumnSet, Columns, without_moves};
use crate::error::Error;
use crate::game::AnyGame;
use crate::position::{AnyAnswers, Position, Sink, Writer};
use crate::watch::Limits;

pub(crate) type AnyTablebase = Tablebase<KeyedIndex<AnyGame>>;

type AnyPiece<'a> = Piece<'a, KeyedIndex<AnyGame>>;

/// A function that is called with a state, the analysis of the state, and its ply if the ply is known.
pub(crate) type Each<'a> = dyn FnMut(u64, Analysis, Option<u32>) -> Result<(), Error> + 'a;

impl AnyGame {
    pub(crate) fn index(&self) -> Option<KeyedIndex<AnyGame>> {
        let tiers = self.0.tiers()?.clone();
        Some(KeyedIndex::new(self.clone(), tiers))
    }
}

/// Opens the tablebase file of a game. This takes milliseconds. Error messages call the file `path`.
pub(crate) fn open(
    game: &AnyGame,
    source: Box<dyn Source>,
    path: &Path,
) -> Result<AnyTablebase, Error> {
    let index = game.index().ok_or_else(|| {
        let problem = "the game has no tiers, and so no tablebase file";
        Error::file(path, &problem)
    })?;
    Ok(Tablebase::open_source(index, source, path)?)
}

pub(crate) fn name(source: &dyn Source, path: &Path) -> Result<String, Error> {
    Ok(tablebase::file::name_in(source, path)?)
}

fn states_in(piece: &AnyPiece<'_>) -> Result<Vec<u64>, Error> {
    let mut states = Vec::with_capacity(piece.len());
    piece.each(|state| states.push(state))?;
    Ok(states)
}

/// Returns the states in one piece of a tablebase file, each with its analysis. Also returns the [`PieceTiers`] of the
/// piece, because [`Plies::of_piece`] needs them to find the ply of these states.
fn visited(piece: &AnyPiece<'_>) -> Result<(PieceTiers, Vec<(u64, Analysis)>), Error> {
    let states = states_in(piece)?.into_iter();
    let visited = states.zip(piece.analyses()?).collect();
    Ok((PieceTiers::new(piece)?, visited))
}

/// Returns the `wanted` columns, such as keys or values, for the states in one piece of a tablebase file. Leaves the
/// column of plies empty. If `wanted` contains this column, also returns the [`PieceTiers`] of the piece, from which
/// the caller finds the plies.
fn told(
    game: &AnyGame,
    piece: &AnyPiece<'_>,
    wanted: ColumnSet,
) -> Result<(Option<PieceTiers>, Columns), Error> {
    let mut columns = Columns::new(wanted);
    columns.reserve(piece.len(), game.info().squares());
    for state in states_in(piece)? {
        columns.push_state(game, state);
    }
    let known = if wanted.tell_moves() {
        piece.analyses()?
    } else {
        piece.scores()?.into_iter().map(without_moves).collect()
    };
    known
        .iter()
        .for_each(|known| columns.push_known(Some(known)));
    let tiers = match wanted.has(Column::Ply) {
        true => Some(PieceTiers::new(piece)?),
        false => None,
    };
    Ok((tiers, columns))
}

/// Implements [`Solved`] for one piece of a tablebase file. It can look up only states in this piece.
struct PieceAnswers<'a>(&'a AnyPiece<'a>);

impl Solved for PieceAnswers<'_> {
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        self.0.table().game()
    }

    fn states(&self) -> u64 {
        self.0.table().states()
    }

    fn try_analysis(&self, state: u64) -> Result<Option<Analysis>, Error> {
        Ok(self.0.lookup(state)?)
    }

    fn try_score(&self, state: u64) -> Result<Option<Score>, Error> {
        Ok(self.0.score(state))
    }
}

impl AnyAnswers for PieceAnswers<'_> {}

/// Calls `write` for each state in one piece of a tablebase file. Returns all that `write` wrote, and the number
/// of states.
fn written(piece: &AnyPiece<'_>, write: &Writer<'_>) -> Result<(Vec<u8>, u64), Error> {
    let (states, mut text) = (states_in(piece)?, Vec::new());
    let solved = &PieceAnswers(piece);
    for &state in &states {
        write(&Position { solved, state }, &mut text)?;
    }
    Ok((text, states.len() as u64))
}

/// Calls `visit`, which passes each piece of a file to `step`. Stops at the first error.
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

fn plies(file: &AnyTablebase) -> Result<Plies, Error> {
    let plan = Plan::new(file.index(), Sharding::Whole)?;
    Ok(Plies::new(file.game(), plan))
}

/// Calls `each` with every reachable state, tier by tier. The states are read on all cores.
pub(crate) fn visit(file: &AnyTablebase, each: &mut Each<'_>) -> Result<(), Error> {
    let mut plies = plies(file)?;
    until_failed(
        |step| file.visit_pieces(visited, step),
        |visited| {
            let (tiers, visited) = visited?;
            let ply = plies.of_piece(&tiers);
            let mut visited = visited.into_iter();
            visited.try_for_each(|(state, analysis)| each(state, analysis, ply))
        },
    )
}

/// Calls `write` for each reachable state, on all cores, and passes the resulting texts to `out`. `out` receives the
/// text in the order of the states. Each call of `out` receives the text about several hundred states, and the number
/// of these states.
pub(crate) fn write_each(
    file: &AnyTablebase,
    write: &Writer<'_>,
    out: &mut Sink<'_>,
) -> Result<(), Error> {
    until_failed(
        |step| file.visit_pieces(|piece| written(piece, write), step),
        |written| written.and_then(|(text, states)| out(&text, states)),
    )
}

/// Calls `each` with the columns of all states, in the same order as [`visit`]. Each call receives the columns of
/// several hundred states. All cores share the work.
pub(crate) fn columns(
    file: &AnyTablebase,
    wanted: ColumnSet,
    each: &mut dyn FnMut(Columns) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut plies = plies(file)?;
    until_failed(
        |step| file.visit_pieces(|piece| told(file.game(), piece, wanted), step),
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

/// Looks up `states`. If `with_moves` is set, also looks up the values of the moves in each state.
pub(crate) fn know_many(
    file: &AnyTablebase,
    states: &[u64],
    with_moves: bool,
) -> Result<Vec<Option<Analysis>>, Error> {
    if with_moves {
        return Ok(file.lookup_many(states)?);
    }
    let scores = file.score_many(states)?.into_iter();
    Ok(scores.map(|score| score.map(without_moves)).collect())
}

pub(crate) fn verify(file: &AnyTablebase, limits: &Limits<'_>) -> Result<Verified, Error> {
    file.verify(limits)?;
    let summary = file.summary();
    Ok(Verified {
        states: summary.states(),
        wins: summary.count(Value::Win),
        draws: summary.count(Value::Draw),
        losses: summary.count(Value::Loss),
        endless: summary.endless(),
        longest: summary.longest(),
    })
}

/// The tier of a piece of a tablebase file, and the tiers to which moves from this piece lead. [`Plies::of_piece`]
/// needs these tiers to find the ply of the piece's states.
struct PieceTiers {
    own: u64,
    /// The tiers to which moves from the states of the piece lead. Empty if the table has a dense index, because
    /// [`Plies`] then takes these tiers from the plan.
    next: BTreeSet<u64>,
}

impl PieceTiers {
    fn new<I: Index>(piece: &Piece<'_, I>) -> Result<Self, tablebase::Error> {
        let next = match piece.table().index().form() {
            Form::Dense => BTreeSet::new(),
            Form::Sparse => piece.next_tiers()?,
        };
        let own = piece.tier();
        Ok(Self { own, next })
    }
}

/// Finds the ply of each tier.
enum Plies {
    /// Used for a dense index. The plan of a dense index lists, for each tier, the tiers to which its moves lead.
    /// `None` if some tier has no unique ply, because paths of different lengths lead to this tier from a start.
    Declared(Option<Plan>),
    /// Used for a sparse index. The plan of a sparse index does not list the tiers to which moves lead, so the plies
    /// are found piece by piece. The map contains the plies that have been found so far; its keys are the tiers. The
    /// map is dropped (`None`) when paths of different lengths to the same tier are found, because this tier has no
    /// unique ply.
    OnTheWay(Option<HashMap<u64, u32>>),
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

    /// Returns the ply of the states in one piece of a tablebase file, or `None` if it is unknown. All states of a
    /// piece belong to one tier, and so have the same ply. For a sparse index, also records the ply of each tier
    /// to which moves of these states lead.
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

    use perfectplay::index::Sparse;
    use perfectplay::{solve, walk};
    use perfectplay_games::Listed;
    use perfectplay_games::domineering::Domineering;
    use perfectplay_games::dots::DotsAndBoxes;
    use perfectplay_games::kalah::Kalah;
    use perfectplay_games::mnk::Connect;
    use perfectplay_tablebase::{MemoryStore, Solver, SparseIndex};

    use super::*;
    use crate::jobs::Solving;
    use crate::{Solve, rules};

    /// Returns the number of states whose ply is known, and the number of all states. Checks each known ply
    /// against the ply that `walk` reports for the same state.
    fn known_plies<G: Listed + Sparse>(parameters: &str) -> (usize, usize) {
        let game = &G::with_parameters(parameters).expect("a game");
        let solution = solve(game).expect("a game");
        let expected: HashMap<u64, u32> = walk(&solution)
            .flatten()
            .map(|visit| (game.key(visit.state), visit.ply))
            .collect();
        let index = SparseIndex(game.clone());
        let solver = Solver::new(index.clone(), "game").expect("a plan");
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

    /// Tests that `write_each` and `visit` process the same states in the same order.
    #[test]
    fn texts_are_those_of_the_states_in_order() {
        let game = rules(Connect::with_parameters("4x4").expect("a game"));
        let solving = Solving::in_memory(&game, &Solve::default()).expect("tiers");
        let (limits, mut bytes) = (Limits::default(), Vec::new());
        solving.solve(&limits).expect("a solved game");
        let solver = solving.jobs().solver();
        let gathered = solver.gather_into(solving.store(), &mut bytes, &limits);
        gathered.expect("a table");
        let file = open(&game, Box::new(bytes), Path::new("table"));
        let file = file.expect("a table");

        let (mut expected, mut number) = (String::new(), 0);
        let visited = visit(&file, &mut |state, analysis, _| {
            expected.push_str(&format!("{} {}\n", game.text(state), analysis.value()));
            number += 1;
            Ok(())
        });
        visited.expect("a whole table");
        let write = |position: &Position<'_>, text: &mut Vec<u8>| {
            let value = position.record()?.value();
            text.extend(format!("{} {value}\n", position.text()).bytes());
            Ok(())
        };
        let (mut written, mut counted) = (Vec::new(), 0);
        let done = write_each(&file, &write, &mut |text, states| {
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
        // Some tier can be reached by one move and also by two moves.
        let (known, all) = known_plies::<Kalah>("3,2");
        assert!(0 < known && known < all, "{known} of {all}");
    }
}
