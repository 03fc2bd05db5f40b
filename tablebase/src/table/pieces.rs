//! Going through a table on all cores, with everything about each state.

use std::ops::{ControlFlow, Range};

use perfectplay::game::Score;
use perfectplay::ranked::{Ranked, Tier, Walk};
use perfectplay::{Analysis, Solved};

use super::read::Table;
use super::verify::first_blocks;
use crate::code::Width;
use crate::cursor::Cursor;
use crate::error::Error;
use crate::parallel;
use crate::plan::Plan;
use crate::window::Window;

/// How many ranks a piece has.
const PIECE: u64 = 1 << 13;

/// Some reachable states of a table. It answers about each of them, and about those after its
/// moves, from memory.
pub struct Piece<'a, G: Ranked> {
    table: &'a Table<G>,
    tier: Tier,
    /// Those of the states.
    ranks: Vec<u64>,
    score: &'a (dyn Fn(Tier, u64) -> Option<Score> + Sync),
}

impl<G: Ranked> Piece<'_, G> {
    /// Its states.
    pub fn states(&self) -> impl Iterator<Item = G::State> + '_ {
        let mut cursor = Cursor::new(self.table.game(), self.tier);
        self.ranks
            .iter()
            .map(move |&rank| cursor.seek(rank).state())
    }
}

impl<G: Ranked> Solved for Piece<'_, G> {
    type Game = G;
    type Error = Error;

    fn game(&self) -> &G {
        self.table.game()
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Error> {
        let score = |state| self.try_score(state);
        self.table.file().analysis(self.game(), state, score)
    }

    fn try_score(&self, state: G::State) -> Result<Option<Score>, Error> {
        let place = self.game().rank(state);
        Ok(place.and_then(|(tier, rank)| (self.score)(tier, rank)))
    }

    fn states(&self) -> u64 {
        self.table.states()
    }
}

impl<G: Ranked + Sync + Send> Table<G> {
    /// Goes through every reachable state on all cores, piece by piece: tells the result of
    /// some work on each piece, in order. The tiers that are the fewest moves from a start
    /// come first.
    ///
    /// In memory are the scores of a few tiers at a time, and some results.
    ///
    /// # Errors
    /// As [`score`](Self::score).
    pub fn visit_pieces<R: Send>(
        &self,
        work: impl Fn(&Piece<'_, G>) -> R + Sync,
        each: impl FnMut(R) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        match self.codes().width() {
            1 => self.visit_codes::<u8, R>(work, each),
            _ => self.visit_codes::<u16, R>(work, each),
        }
    }

    fn visit_codes<W: Width, R: Send>(
        &self,
        work: impl Fn(&Piece<'_, G>) -> R + Sync,
        mut each: impl FnMut(R) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (game, plan) = (self.game(), Plan::new(self.game())?);
        let first = first_blocks(&plan);
        let scores = self.codes().scores();
        let mut window = Window::<W>::new(u64::MAX);
        for number in 0..plan.batches().len() {
            for needed in plan.next_batches(number).into_iter().chain([number]) {
                if window.get(needed).is_none() {
                    window.insert(
                        needed,
                        self.read_batch(&first, needed, plan.batches()[needed].len)?,
                    );
                }
            }
            let codes = |tier: Tier| {
                let planned = plan.find(game.twin(tier))?;
                let (from, size) = (planned.offset as usize, planned.size as usize);
                window.get(planned.batch)?.get(from..from + size)
            };
            let score = |tier: Tier, rank: u64| {
                let code = *codes(tier)?.get(rank as usize)?;
                scores.get(code.number() as usize).copied().flatten()
            };
            let pieces = plan.tiers_of(number).iter().flat_map(|planned| {
                let tiers = [Some(planned.tier), planned.twin].into_iter().flatten();
                tiers.flat_map(move |tier| {
                    let starts = (0..planned.size).step_by(PIECE as usize);
                    starts.map(move |start| (tier, start..(start + PIECE).min(planned.size)))
                })
            });
            let pieces: Vec<(Tier, Range<u64>)> = pieces.collect();
            let work = |(tier, ranks): (Tier, Range<u64>)| {
                let codes = codes(tier).unwrap_or_default();
                let is_reached = |&rank: &u64| codes[rank as usize] != W::default();
                work(&Piece {
                    table: self,
                    tier,
                    ranks: ranks.filter(is_reached).collect(),
                    score: &score,
                })
            };
            if parallel::try_for_each(&pieces, work, &mut each).is_break() {
                return Ok(());
            }
            window.retain(|batch| batch > number);
        }
        Ok(())
    }
}
