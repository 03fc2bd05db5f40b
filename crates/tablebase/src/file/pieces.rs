//! Visits all states of a tablebase file on all cores, piece by piece.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use perfectplay::Analysis;
use perfectplay::game::Score;

use super::held_parts::{self, Cell, Parts, Window};
use super::reader::TableFile;
use super::tablebase::{StateOf, Tablebase};
use crate::error::Error;
use crate::index::{ErasedIndex, Index, Place, Wanted};
use crate::parallel;

/// A piece of a tablebase file, which consists of some reachable states of one tier. Memory holds
/// the scores of these states, and of the states after their moves.
pub struct Piece<'a, I: Index> {
    table: &'a Tablebase<I>,
    part: &'a dyn LoadedPart,
    tier: u64,
    /// The ranks or keys of the states.
    numbers: Vec<u64>,
}

/// A part of a tablebase file whose codes are in memory. A code stands for the score of a state.
trait LoadedPart: Sync {
    /// Returns the pieces into which the states of this part are divided.
    fn pieces(&self) -> Vec<held_parts::HeldPiece>;

    fn numbers(&self, piece: &held_parts::HeldPiece) -> Vec<u64>;

    /// Returns the code for the score of the state at `place`. The place must belong to a state in
    /// this part, or to a state after a move from this part. Otherwise, returns 0.
    fn code(&self, place: Place) -> u32;
}

impl<I: Index> Piece<'_, I> {
    /// Returns the number of states in the piece. All states of a piece are in one tier.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether the piece contains no states.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the tablebase file.
    pub const fn table(&self) -> &Tablebase<I> {
        self.table
    }

    /// Returns the tier to which all states of the piece belong.
    pub const fn tier(&self) -> u64 {
        self.tier
    }

    /// Returns each tier to which a move from a state of the piece leads.
    ///
    /// # Errors
    /// Fails when a key belongs to no state, or the rules have a fault.
    pub fn next_tiers(&self) -> Result<BTreeSet<u64>, Error> {
        tiers_after(self.table.index(), self.tier, &self.numbers)
    }

    /// Calls `each` with each state of the piece.
    ///
    /// # Errors
    /// Fails when a key belongs to no state.
    pub fn each(&self, mut each: impl FnMut(StateOf<I>)) -> Result<(), Error> {
        let flow = self
            .table
            .index()
            .each_state(self.tier, &self.numbers, &mut |state| {
                each(state);
                ControlFlow::Continue(())
            });
        flow.map(|_| ())
    }

    /// Returns the score of a state in the piece, or of a state after a move from the piece; `None`
    /// for any other state.
    pub fn score(&self, state: StateOf<I>) -> Option<Score> {
        self.score_at(self.table.index().place(state)?)
    }

    /// Returns the analysis of a state of the piece.
    ///
    /// # Errors
    /// Fails when the file contradicts the rules.
    pub fn lookup(&self, state: StateOf<I>) -> Result<Option<Analysis>, Error> {
        let Some(own) = self.score(state) else {
            return Ok(None);
        };
        let mut after = Some(Vec::new());
        let outcome = self.table.index().each_move(state, &mut |look| {
            let score = look.place.and_then(|place| self.score_at(place));
            let score = score.map(|score| (look.mv, score.of_move(look.is_again)));
            match (&mut after, score) {
                (Some(after), Some(score)) => after.push(score),
                _ => after = None,
            }
        });
        let answers = self.table.answers();
        answers.analysis(outcome, own, after).map(Some)
    }

    /// Returns the score of each state of the piece, in the order of [`each`](Self::each).
    ///
    /// # Errors
    /// Fails when a state has no score.
    pub fn scores(&self) -> Result<Vec<Score>, Error> {
        let scores = self.numbers.iter().map(|&number| {
            let tier = self.tier;
            self.own_score(Place { tier, number })
        });
        scores.collect()
    }

    /// Returns the analysis of each state of the piece, in the order of [`each`](Self::each).
    /// Asking for all analyses at once takes less time than asking for them one by one.
    ///
    /// # Errors
    /// Fails when the file contradicts the rules, or the rules have a fault.
    pub fn analyses(&self) -> Result<Vec<Analysis>, Error> {
        let mut analyses = Vec::with_capacity(self.numbers.len());
        let (tier, index) = (self.tier, self.table.index());
        index.look_at(tier, &self.numbers, Wanted::ALL, &mut |seen| {
            for (look, after) in seen.iter() {
                let number = look.number;
                let own = self.own_score(Place { tier, number })?;
                let moves = look.moves.iter().zip(after).enumerate();
                let after = moves.map(|(at, (mv, &place))| {
                    let is_again = look.again >> at & 1 == 1;
                    Some((mv, self.score_at(place)?.of_move(is_again)))
                });
                let answers = self.table.answers();
                analyses.push(answers.analysis(look.outcome, own, after.collect())?);
            }
            Ok(())
        })?;
        Ok(analyses)
    }

    fn own_score(&self, place: Place) -> Result<Score, Error> {
        let score = self.score_at(place);
        score.ok_or_else(|| self.table.file().damaged("the score of a state"))
    }

    fn score_at(&self, place: Place) -> Option<Score> {
        self.table.codes().score(self.part.code(place))
    }
}

impl<I: Index> Tablebase<I> {
    /// Visits every reachable state, piece by piece. Calls `work` with each piece, on all cores.
    /// Passes the results to `each`, in the order of the pieces. With a dense index, the tiers are
    /// sorted by their greatest distance from a start. With a sparse index, the tiers are sorted by
    /// number.
    ///
    /// At any time, memory holds only the scores of a few tiers, and some results.
    ///
    /// # Errors
    /// Fails in the same cases as [`visit`](Self::visit).
    pub fn visit_pieces<R: Send>(
        &self,
        work: impl Fn(&Piece<'_, I>) -> R + Sync,
        mut each: impl FnMut(R) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        each_part(self.file(), self.index(), &mut |part| {
            // Without the types of the closures, `try_for_each` is compiled once for each `R`.
            let work: &(dyn Fn(held_parts::HeldPiece) -> R + Sync) = &|piece| {
                work(&Piece {
                    table: self,
                    part,
                    tier: piece.tier,
                    numbers: part.numbers(&piece),
                })
            };
            let each: &mut dyn FnMut(R) -> ControlFlow<()> = &mut each;
            parallel::try_for_each(&part.pieces(), work, each)
        })
    }
}

/// Calls `each` with the parts of a file, one after the other. During the call for a part, memory
/// also holds the parts to which moves from this part lead.
fn each_part(
    file: &TableFile,
    rules: &dyn ErasedIndex,
    each: &mut dyn FnMut(&dyn LoadedPart) -> ControlFlow<()>,
) -> Result<(), Error> {
    match file.codes().count() {
        count if count <= AtomicU8::CODES => each_part_of::<AtomicU8>(file, rules, each),
        count if count <= AtomicU16::CODES => each_part_of::<AtomicU16>(file, rules, each),
        _ => each_part_of::<AtomicU32>(file, rules, each),
    }
}

/// Returns each tier to which a move from one of the given states of `tier` leads. `numbers` lists
/// the ranks or keys of these states.
fn tiers_after(
    rules: &dyn ErasedIndex,
    tier: u64,
    numbers: &[u64],
) -> Result<BTreeSet<u64>, Error> {
    let mut tiers = BTreeSet::new();
    rules.look_at(tier, numbers, Wanted::ALL, &mut |seen| {
        let after = seen.iter().flat_map(|(_, after)| after);
        tiers.extend(after.map(|next| next.tier));
        Ok(())
    })?;
    Ok(tiers)
}

struct PartOf<'a, C> {
    parts: &'a Parts<'a>,
    window: &'a Window<C>,
    number: usize,
}

fn each_part_of<C: Cell>(
    file: &TableFile,
    rules: &dyn ErasedIndex,
    each: &mut dyn FnMut(&dyn LoadedPart) -> ControlFlow<()>,
) -> Result<(), Error> {
    let parts = Parts::new::<C>(file, rules, u64::MAX)?;
    let mut window = Window::<C>::new(u64::MAX);
    let mut counts = vec![0; file.codes().count() as usize];
    for number in 0..parts.count() {
        let mut needed = parts.next(number);
        needed.push(number);
        window.hold(&parts, &needed)?;
        let next = PartOf::new(&parts, &window, number).next()?;
        window.hold(&parts, &next)?;
        for piece in parts.pieces(number) {
            let held = window.get(number);
            for cell in held.map_or(&[][..], |held| &held.cells[piece.from..piece.to]) {
                counts[cell.code() as usize] += piece.weight();
            }
        }
        if each(&PartOf::new(&parts, &window, number)).is_break() {
            return Ok(());
        }
        window.drop_part(number);
    }
    // The code of a cell without a state is 0.
    counts[0] = 0;
    file.expect_counts(&counts)
}

impl<'a, C: Cell> PartOf<'a, C> {
    const fn new(parts: &'a Parts<'a>, window: &'a Window<C>, number: usize) -> Self {
        Self {
            parts,
            window,
            number,
        }
    }

    /// With a sparse index, returns each part to which a move from this part leads. To find these
    /// parts, asks the rules for the moves of every state in this part. With a dense index, returns
    /// no parts.
    fn next(&self) -> Result<Vec<usize>, Error> {
        if self.parts.plan.is_some() {
            return Ok(Vec::new());
        }
        let tiers = parallel::try_map(self.pieces(), |piece| {
            tiers_after(self.parts.rules, piece.tier, &self.numbers(&piece))
        })?;
        let tiers: BTreeSet<u64> = tiers.into_iter().flatten().collect();
        let parts = tiers
            .into_iter()
            .filter_map(|tier| self.parts.part_of(tier));
        Ok(parts.collect())
    }
}

impl<C: Cell> LoadedPart for PartOf<'_, C> {
    fn pieces(&self) -> Vec<held_parts::HeldPiece> {
        let pieces = self.parts.pieces(self.number).into_iter();
        let both = pieces.flat_map(|piece| {
            let mirror = piece
                .mirror
                .map(|tier| held_parts::HeldPiece { tier, ..piece });
            [Some(piece), mirror]
        });
        both.flatten().collect()
    }

    fn numbers(&self, piece: &held_parts::HeldPiece) -> Vec<u64> {
        self.window
            .get(self.number)
            .map_or(Vec::new(), |held| piece.numbers(held))
    }

    fn code(&self, place: Place) -> u32 {
        self.parts.code(self.window, place)
    }
}
