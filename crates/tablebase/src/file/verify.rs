//! Verifies a tablebase file against the rules, in one pass.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use perfectplay::Moves;
use perfectplay::game::Score;

use super::held_parts::{Cell, Held, HeldPiece, NextCells, NotHeld, Parts, Rest, Window};
use super::reader::TableFile;
use super::score_order::Implied;
use super::tablebase::Tablebase;
use crate::error::Error;
use crate::file::summary::Summary;
use crate::index::{ErasedIndex, Form, Index, Place, Wanted, guarded};
use crate::parallel;
use crate::watch::{Limits, Phase, StepMeter};

impl<I: Index> Tablebase<I> {
    /// Verifies the file. The file must have a score for every reachable state, and for no other
    /// state. Each score must follow from the rules and from the scores of the states after the
    /// moves. Only the correct scores satisfy these conditions.
    /// [`perfectplay::verify`](perfectplay::verify()) explains why.
    ///
    /// Each state is visited once, and earlier tiers come first. Only the scores of a few tiers are
    /// in memory at the same time. A state in these tiers is marked when a move leads to it. The
    /// verifier does not use the code with which the solver computes scores.
    ///
    /// In a loopy tier, the verifier visits a state only after a move has reached it. The score of
    /// a win or a loss follows only from states that are nearer to the end. So states in a loop
    /// cannot prove each other's wins and losses. A draw without an end must have a move that keeps
    /// the draw, and no better move.
    ///
    /// # Errors
    /// Fails when a score, a count or other bytes of the file are wrong. Fails when the memory is
    /// too small. The error names the first flaw that was found.
    pub fn verify(&self, limits: &Limits<'_>) -> Result<(), Error> {
        verify_file(self.file(), self.index(), limits)
    }
}

/// Verifies a file. The rules are a trait object, so this function is compiled once, and not again
/// for each type of game.
fn verify_file(
    file: &TableFile,
    rules: &dyn ErasedIndex,
    limits: &Limits<'_>,
) -> Result<(), Error> {
    let mut verify = || match file.codes().count() {
        count if count <= AtomicU8::CODES => verify::<AtomicU8>(file, rules, limits),
        count if count <= AtomicU16::CODES => verify::<AtomicU16>(file, rules, limits),
        _ => verify::<AtomicU32>(file, rules, limits),
    };
    guarded(rules, || {
        parallel::with_threads(limits.threads, &mut verify)
    })
}

fn verify<C: Cell>(
    file: &TableFile,
    rules: &dyn ErasedIndex,
    limits: &Limits<'_>,
) -> Result<(), Error> {
    file.verify_blocks()?;
    let parts = Parts::new::<C>(file, rules, limits.memory())?;
    verify_tiers(&parts)?;
    let starts = starts(rules)?;
    let codes = file.codes_of(rules, &starts)?;
    if let Some(at) = codes.iter().position(|&code| code == 0) {
        let state = rules.state_text(starts[at]);
        return Err(Error::Unscored { state });
    }
    let scores = file.codes().scores();
    let implied = |again| {
        let implied = |score: &Option<Score>| {
            score.map_or(Implied::default(), |score| Implied::new(score, again))
        };
        scores.iter().map(implied).collect()
    };
    let verifier = Verifier {
        parts: &parts,
        starts,
        implied: [implied(false), implied(true)],
        worth: scores
            .iter()
            .map(|score| score.map_or(Implied::NOTHING, Implied::from_score))
            .collect(),
        scores,
    };
    let meter = StepMeter::new(limits.watch, Phase::Verifying, file.summary().states());
    let mut window = Window::<C>::new(limits.memory());
    let mut summary = Summary::new(file.codes());
    for part in 0..parts.count() {
        let mut needed = parts.next(part);
        needed.push(part);
        window.hold(&parts, &needed)?;
        let counts = verifier.verify(part, &mut window, limits.memory(), &meter)?;
        summary
            .try_add(&counts)
            .ok_or_else(|| file.damaged("as many states as there are ranks"))?;
        window.drop_part(part);
    }
    file.expect_counts(summary.counts())
}

/// Returns the place of each start: its tier, and its rank or key. The places are sorted.
fn starts(rules: &dyn ErasedIndex) -> Result<Vec<Place>, Error> {
    const FEW: usize = 1 << 7;
    // Symmetric starts share a place, so sorting from time to time saves memory.
    let (mut starts, mut most) = (Vec::new(), FEW);
    rules.each_start(&mut |start| {
        starts.push(start);
        if starts.len() >= most {
            starts.sort_unstable();
            starts.dedup();
            most = FEW.max(2 * starts.len());
        }
        Ok(())
    })?;
    starts.sort_unstable();
    starts.dedup();
    Ok(starts)
}

/// Checks that the tiers cover all blocks, so that every byte of the file is checked.
fn verify_tiers(parts: &Parts<'_>) -> Result<(), Error> {
    let file = parts.file;
    let blocks = match &parts.plan {
        Some(plan) => {
            let last = plan.shards().last().map_or(0, |last| last.places.end);
            last.div_ceil(Form::Dense.block())
        }
        None => parts.entries.iter().try_fold(0, |end, &entry| {
            let blocks = file.blocks_of(entry);
            (blocks.start == end)
                .then_some(blocks.end)
                .ok_or_else(|| file.damaged("tiers one behind the other"))
        })?,
    };
    if blocks == file.blocks() {
        Ok(())
    } else {
        Err(file.damaged("as many blocks as tiers have"))
    }
}

struct Verifier<'a> {
    parts: &'a Parts<'a>,
    /// The places of the starts, in rising order.
    starts: Vec<Place>,
    /// `scores[code]` is the score that the code stands for.
    scores: Vec<Option<Score>>,
    /// `implied[0][code]` is the value of a move to a state with the score `scores[code]`, if the
    /// opponent is then to move. `implied[1][code]` is the value of such a move with an extra turn.
    implied: [Vec<Implied>; 2],
    /// `worth[code]` is the value that the best move of a state with the score `scores[code]` must
    /// have.
    worth: Vec<Implied>,
}

enum Looked {
    /// The scores are right. `.0` counts the states with each code. `.1` is the number of cells in
    /// which these scores are stored: a state and its mirror image may share a cell.
    Counts(Vec<u64>, u64),
    /// The scores could not be verified yet. First the tier `.0`, to which a move leads, must be in
    /// memory.
    NotHeld(u64),
}

impl Verifier<'_> {
    fn verify<C: Cell>(
        &self,
        part: usize,
        window: &mut Window<C>,
        memory: u64,
        meter: &StepMeter<'_>,
    ) -> Result<Vec<u64>, Error> {
        if self.parts.is_loopy(part) {
            return self.verify_loops(part, window, memory, meter);
        }
        let mut counts = vec![0; self.scores.len()];
        let mut states = 0;
        let mut pieces = self.parts.pieces(part);
        let mut tiers = BTreeSet::from([part]);
        while !pieces.is_empty() {
            let held = window.get(part).expect("a part that is held");
            let looked = parallel::try_map(pieces.clone(), |piece| {
                let looked = self.verify_piece(&piece, &piece.numbers(held), held, window)?;
                if let Looked::Counts(_, states) = &looked {
                    meter.add(states * piece.weight())?;
                }
                Ok((piece, looked))
            })?;
            pieces.clear();
            for (piece, looked) in looked {
                match looked {
                    Looked::Counts(more, cells) => {
                        states += cells;
                        for (count, more) in counts.iter_mut().zip(more) {
                            *count += more;
                        }
                    }
                    // With a sparse index, the next tiers are known only after looking at the
                    // moves.
                    Looked::NotHeld(tier) => {
                        tiers.extend(self.parts.part_of(tier));
                        pieces.push(piece);
                    }
                }
            }
            let needed: Vec<usize> = tiers.iter().copied().collect();
            window.hold(self.parts, &needed)?;
            Error::unless_enough_memory(window.bytes(self.parts), memory)?;
        }
        match window.get(part) {
            // A damaged file may have codes at the unused places after a tier.
            Some(held) if held.states != states => {
                Err(self.parts.file.damaged("a state for each code"))
            }
            _ => Ok(counts),
        }
    }

    /// Verifies the scores of a part of the file in which states may repeat. Returns how many
    /// states have each code.
    fn verify_loops<C: Cell>(
        &self,
        part: usize,
        window: &Window<C>,
        memory: u64,
        meter: &StepMeter<'_>,
    ) -> Result<Vec<u64>, Error> {
        Error::unless_enough_memory(window.bytes(self.parts), memory)?;
        let held = window.get(part).expect("a part that is held");
        let mut counts = vec![0; self.scores.len()];
        let pieces = self.parts.pieces(part).into_iter();
        let mut pieces: Vec<Rest> = pieces.map(|piece| Rest::new(piece, held)).collect();
        let mut is_new = true;
        while is_new {
            let looked = parallel::try_map(pieces, |mut rest| {
                let tier = rest.piece.tier;
                let is_start = |number| self.starts.binary_search(&Place { tier, number }).is_ok();
                let numbers = rest.take_reached(held, is_start);
                if numbers.is_empty() {
                    return Ok((rest, None));
                }
                let looked = self.verify_piece(&rest.piece, &numbers, held, window)?;
                meter.add(numbers.len() as u64 * rest.piece.weight())?;
                Ok((rest, Some(looked)))
            })?;
            is_new = looked.iter().any(|(_, looked)| looked.is_some());
            pieces = Vec::with_capacity(looked.len());
            for (rest, looked) in looked {
                if let Some(Looked::Counts(more, _)) = looked {
                    for (count, more) in counts.iter_mut().zip(more) {
                        *count += more;
                    }
                }
                pieces.push(rest);
            }
        }
        let Some((piece, number)) = pieces.iter().find_map(Rest::first) else {
            return Ok(counts);
        };
        let code = piece.cell(held, number, 0).code();
        Err(Error::Flaw {
            state: self.parts.rules.state_text(Place {
                tier: piece.tier,
                number,
            }),
            expected: None,
            found: self.scores[code as usize],
        })
    }

    /// Verifies the scores of some states in `piece`. `numbers` lists the ranks or keys of these
    /// states.
    fn verify_piece<C: Cell>(
        &self,
        piece: &HeldPiece,
        numbers: &[u64],
        held: &Held<C>,
        window: &Window<C>,
    ) -> Result<Looked, Error> {
        let rules = self.parts.rules;
        let mut counts = vec![0; self.scores.len()];
        if numbers.is_empty() {
            return Ok(Looked::Counts(counts, 0));
        }
        let mut next = NextCells::new(self.parts, window, piece, piece.tier);
        let (mut behind, mut not_held) = (0, None);
        let looked = rules.look_at(piece.tier, numbers, Wanted::ALL, &mut |seen| {
            for (look, after) in seen.iter() {
                let own = piece.cell(held, look.number, behind);
                behind += 1;
                let implied = match look.outcome {
                    Some(value) => Implied::from_score(Score::finished(value)),
                    None => {
                        let (mut best, mut again) = (Implied::default(), look.again);
                        for &place in after {
                            let is_later = place.tier > piece.tier
                                || place.tier == piece.tier && rules.is_loopy();
                            if !is_later {
                                return Err(Error::TierOrder {
                                    before: piece.tier,
                                    after: place.tier,
                                });
                            }
                            let code = match next.get(place) {
                                Ok(cell) => cell.map_or(0, Cell::mark),
                                Err(tier) => {
                                    not_held = Some(tier);
                                    // The piece is verified again later.
                                    return Err(Error::Interrupted);
                                }
                            };
                            if code == 0 {
                                return Err(self.unscored(place));
                            }
                            best = best.max(self.implied[(again & 1) as usize][code as usize]);
                            again >>= 1;
                        }
                        best
                    }
                };
                let code = own.code();
                if self.worth[code as usize] != implied || !own.is_marked() {
                    let place = Place {
                        tier: piece.tier,
                        number: look.number,
                    };
                    let found = self.scores[code as usize];
                    self.compare(place, own.is_marked(), found, implied.score())?;
                }
                counts[code as usize] += piece.weight();
            }
            Ok(())
        });
        if let Some(NotHeld(tier)) = not_held {
            return Ok(Looked::NotHeld(tier));
        }
        looked?;
        self.mark_mirror(piece, numbers, window)?;
        Ok(Looked::Counts(counts, numbers.len() as u64))
    }

    #[cold]
    fn unscored(&self, place: Place) -> Error {
        let state = self.parts.rules.state_text(place);
        Error::Unscored { state }
    }

    /// Checks that some move leads to a state, or that the state is a start. Also checks that the
    /// score of the state follows from its moves.
    #[cold]
    fn compare(
        &self,
        place: Place,
        is_marked: bool,
        found: Option<Score>,
        implied: Option<Score>,
    ) -> Result<(), Error> {
        let is_reached = is_marked || self.starts.binary_search(&place).is_ok();
        if is_reached && found == implied && found.is_some() {
            return Ok(());
        }
        Err(Error::Flaw {
            state: self.parts.rules.state_text(place),
            expected: implied.filter(|_| is_reached),
            found,
        })
    }

    /// Mirrors the states of `piece` whose ranks are in `numbers`, follows moves from the mirror
    /// images, and marks the states after these moves. Follows only moves to tiers without a mirror
    /// tier. In a tier with a mirror tier, a state and its mirror image share a mark, which the
    /// moves from `piece` itself have already set.
    fn mark_mirror<C: Cell>(
        &self,
        piece: &HeldPiece,
        numbers: &[u64],
        window: &Window<C>,
    ) -> Result<(), Error> {
        let (Some(mirror), Some(plan)) = (piece.mirror, &self.parts.plan) else {
            return Ok(());
        };
        let rules = self.parts.rules;
        let has_own_mirror = |next: &u64| {
            plan.find_any(*next)
                .is_some_and(|next| next.mirror.is_none())
        };
        let tiers = rules.next_tiers(mirror).into_iter().filter(has_own_mirror);
        let moves = tiers.fold(Moves::EMPTY, |moves, next| {
            moves | rules.moves_between(mirror, next)
        });
        if moves.is_empty() {
            return Ok(());
        }
        let mut next = NextCells::new(self.parts, window, piece, mirror);
        let wanted = Wanted { moves, except: &[] };
        rules.look_at(mirror, numbers, wanted, &mut |seen| {
            for &place in seen.iter().flat_map(|(_, after)| after) {
                if has_own_mirror(&place.tier)
                    && next.get(place).ok().flatten().map_or(0, Cell::mark) == 0
                {
                    return Err(self.unscored(place));
                }
            }
            Ok(())
        })
    }
}
