//! Runs jobs with a dense index. A job that finds states needs one bit of memory for each rank. A
//! job that scores states needs one or two bytes for each rank.

mod rounds;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay::Moves;
use perfectplay::game::Score;

use crate::array;
use crate::error::Error;
use crate::file::block::{self, QUICK, SMALL};
use crate::file::code::{CodeWidth, Codes};
use crate::index::bits::{PlaceMarks, ones};
use crate::index::{ErasedIndex, Form, Place, Wanted};
use crate::jobs::job::{Job, ResultId};
use crate::jobs::plan::{PlannedTier, RankReach, Shard, Way};
use crate::jobs::result::StoredResults;
use crate::parallel;
use crate::solve::held_shards::ShardWindow;
use crate::solve::successors::{NextTiers, RankValues};
use crate::watch::StepMeter;

const BLOCK: u64 = Form::Dense.block();
/// The number of ranks in a piece of work, which a single thread does.
const PIECE: u64 = 1 << 16;

/// Runs jobs one after the other. Data that one job has read stay in memory for the next job.
pub(crate) struct DenseWorker<'a, W> {
    rules: &'a dyn ErasedIndex,
    results: StoredResults<'a>,
    memory: u64,
    /// The mapping between codes and scores, for arrays in memory and for the results that this
    /// worker writes. `W` is the integer type in which a code is stored.
    coding: Codes,
    /// One bit array for each earlier shard that is in memory. The bit of a state is set if a job
    /// has found the state.
    found: ShardWindow<u64>,
    /// The codes of each later shard that is in memory, one code for each place.
    codes: ShardWindow<W>,
    /// The shards that contain starts; `None` until the worker has listed all starts of the game. A
    /// game may have so many starts that listing them again takes long.
    with_starts: Option<BTreeSet<usize>>,
    /// When this many states have been examined since the last checkpoint of a loopy shard, the
    /// worker writes a new checkpoint.
    pause: u64,
    /// Two tables that turn the code of a state into the code of a move to this state. The code of
    /// a move tells what the move is worth to the player who makes it. `[0]` is for moves after
    /// which the opponent is to move, and `[1]` for moves with an extra turn.
    before: [Vec<W>; 2],
}

struct RankPiece {
    way: Way,
    next: NextTiers<NextRanks>,
    moves: Moves,
    /// Moves to these tiers are skipped, because this job marks no states in these tiers.
    except: Vec<u64>,
}

/// A range of ranks in one tier, to which moves may lead.
struct NextRanks {
    place: u64,
    ranks: Range<u64>,
    /// Whether this job marks the states that have these ranks.
    is_live: bool,
}

impl<'a, W: CodeWidth> DenseWorker<'a, W> {
    /// The size limit, in bytes, of the bit array in which a job marks the found states of several
    /// shards.
    const MOST_TOGETHER: u64 = 1 << 30;
    /// The default of `pause`: about the number of states that a worker examines in a few minutes.
    const PAUSE: u64 = 1 << 30;

    pub fn new(
        rules: &'a dyn ErasedIndex,
        results: StoredResults<'a>,
        memory: u64,
        coding: Codes,
    ) -> Self {
        Self {
            rules,
            results,
            memory,
            coding,
            found: ShardWindow::new(memory),
            codes: ShardWindow::new(memory),
            with_starts: None,
            pause: Self::PAUSE,
            before: [coding.before(), coding.later()],
        }
    }

    fn len(&self, shard: usize) -> u64 {
        self.results.plan.shards()[shard].len()
    }

    /// Returns how many jobs at the beginning of `jobs` run together. Jobs that find the states of
    /// successive shards run together, because they follow moves from the same states. Together,
    /// they take hardly longer than one of these jobs alone.
    pub fn together(&self, jobs: &[Job]) -> usize {
        let plan = self.results.plan;
        let Some(&Job::Find(first)) = jobs.first() else {
            return 1;
        };
        let most = Self::MOST_TOGETHER.min(self.memory / 4);
        let mut bytes = self.len(first) / 8;
        let others = (first + 1..).zip(&jobs[1..]).take_while(|&(shard, &job)| {
            bytes += if job == Job::Find(shard) {
                self.len(shard) / 8
            } else {
                0
            };
            job == Job::Find(shard) && plan.level(first).contains(&shard) && bytes <= most
        });
        1 + others.count()
    }

    /// Runs jobs that are done [together](Self::together), and returns their results.
    pub fn work(&mut self, jobs: &[Job], meter: &StepMeter<'_>) -> Result<Vec<Vec<u8>>, Error> {
        let (first, last) = (jobs[0], jobs[jobs.len() - 1].shard());
        let plan = self.results.plan;
        let results = match first {
            Job::Find(shard) => {
                // Scores are needed much later, if at all, and take the memory that marks need.
                self.codes.retain(|_| false);
                self.find(shard..last + 1, meter)?
            }
            Job::Score(shard) => {
                self.found.retain(|found| found == shard);
                vec![self.score(shard, meter)?]
            }
        };
        let last_asked = |before| plan.next(before).last().copied();
        self.found.retain(|before| last_asked(before) > Some(last));
        let first_asked = |later| plan.previous(later).first().copied();
        self.codes
            .retain(|later| first_asked(later).is_some_and(|first| first < last));
        Ok(results)
    }

    /// Returns the error for a state whose distance is too long for the codes.
    fn too_long(&self) -> Error {
        let most = self.coding.horizon();
        Error::TooLong {
            plies: u64::from(most) + 1,
            most,
        }
    }

    /// Reads the blocks of a result into `array`. Each item of `array` holds the data of `per_item`
    /// places, for example the bits of 64 places. The function `put` stores the code of a place. If
    /// the result uses another mapping between codes and scores, its codes are converted to the
    /// mapping of this worker. Returns the counts that the result contains, such as the number of
    /// states for each code.
    fn read<T: Send>(
        &self,
        id: ResultId,
        array: &mut [T],
        per_item: usize,
        put: impl Fn(&mut [T], usize, u32) + Sync,
    ) -> Result<Vec<u64>, Error> {
        let result = self.results.read(id)?;
        let damaged = || self.results.damaged(id);
        let stored = match id {
            ResultId::Found(_) => None,
            ResultId::Scores(_) => Some(result.codes().ok_or_else(damaged)?),
            ResultId::Rounds(_) => Some(result.codes_of_rounds().ok_or_else(damaged)?),
        };
        if let Some(far) = stored.filter(|codes| codes.horizon() > self.coding.horizon()) {
            return Err(Error::TooLong {
                plies: far.horizon().into(),
                most: self.coding.horizon(),
            });
        }
        let width = stored.map_or(0, Codes::width);
        // In a result without scores, each place has the code 0.
        let codes = stored.map_or(vec![0], |stored| self.coding.codes_of(stored));
        let first = self.results.plan.shards()[id.shard()].places.start;
        let pieces = array.chunks_mut(BLOCK as usize / per_item);
        let pieces: Vec<_> = pieces.enumerate().collect();
        if result.blocks() != pieces.len() {
            return Err(damaged());
        }
        parallel::try_map(pieces, |(number, piece)| {
            let base = first + number as u64 * BLOCK;
            let block = result.block(number, Form::Dense, base, width);
            let block = block.ok_or_else(damaged)?;
            let places = (piece.len() * per_item) as u64;
            let mut fits = true;
            block.each(|place, code| {
                let (at, code) = (place - base, codes.get(code as usize));
                fits &= at < places && code.is_some();
                if let (true, Some(&code)) = (at < places, code) {
                    put(piece, at as usize, code);
                }
            });
            fits.then_some(()).ok_or_else(damaged)
        })?;
        Ok(result.counts)
    }

    /// Returns a bit array with one bit for each place in a shard. The bit is set if a job has
    /// found the state at this place.
    fn read_found(&self, shard: usize) -> Result<Vec<u64>, Error> {
        let mut words = array::zeros(self.len(shard) as usize / 64)?;
        let found = ResultId::Found(shard);
        self.read(found, &mut words, 64, |words, at, _| {
            words[at / 64] |= 1 << (at % 64);
        })?;
        Ok(words)
    }

    fn read_codes(&mut self, shard: usize) -> Result<Vec<W>, Error> {
        let mut codes = self.codes.zeros(self.len(shard) as usize)?;
        let scores = ResultId::Scores(shard);
        self.read(scores, &mut codes, 1, |codes, at, code| {
            codes[at] = W::new(code);
        })?;
        Ok(codes)
    }

    /// Finds the states of some consecutive shards of a level.
    fn find(&mut self, shards: Range<usize>, meter: &StepMeter<'_>) -> Result<Vec<Vec<u8>>, Error> {
        let plan = self.results.plan;
        let all = plan.shards();
        let places = all[shards.start].places.start..all[shards.end - 1].places.end;
        let marks = PlaceMarks::new(places.clone())?;
        self.mark_starts(&shards, &marks)?;
        let sources: BTreeSet<usize> = shards
            .clone()
            .flat_map(|shard| plan.previous(shard))
            .collect();
        let sources: Vec<usize> = sources.into_iter().collect();
        let looks: u64 = sources.iter().map(|&source| all[source].len()).sum();
        // Loopy shards count their steps separately.
        let counted = all[shards.clone()].iter().filter(|shard| !shard.is_loopy);
        let own = counted.map(Shard::len).sum::<u64>();
        let steps = |ranks: u64| (u128::from(ranks) * u128::from(own) / u128::from(looks)) as u64;
        for &source in &sources {
            let words = match self.found.remove(source) {
                Some(words) => words,
                None => self.read_found(source)?,
            };
            parallel::try_map(self.pieces(source, &places), |mut piece| {
                let ranks = piece.way.ranks.clone();
                meter.add(steps(ranks.end - ranks.start))?;
                let numbers = ranks_in(&words, all[source].places.start, &piece.way.from, ranks);
                self.follow(&mut piece, &numbers, &marks)
            })?;
            self.found.make_room(8 * words.len() as u64, &[]);
            self.found.insert(source, words);
        }
        for shard in shards.clone() {
            if all[shard].is_loopy {
                self.find_in_loops(shard, &marks, meter)?;
            } else if all[shard].has_several_levels() {
                self.find_within(shard, &marks, meter)?;
            }
        }
        let words = marks.into_words();
        let mut results = Vec::with_capacity(shards.len());
        for shard in shards {
            let own = &all[shard].places;
            let [start, end] =
                [own.start, own.end].map(|place| (place - places.start) as usize / 64);
            let pieces = (own.start..).step_by(BLOCK as usize);
            let pieces = pieces.zip(words[start..end].chunks(BLOCK as usize / 64));
            let blocks = parallel::map(pieces.collect(), |(base, words): (u64, &[u64])| {
                let numbers = ones(words, 0..64 * words.len() as u64, base);
                block::pack::<u8>(base, &numbers, &[], QUICK)
            });
            results.push(self.results.to_bytes(ResultId::Found(shard), &blocks, &[]));
            self.found.make_room(8 * (end - start) as u64, &[]);
            let mut own = array::with_room(end - start)?;
            own.extend_from_slice(&words[start..end]);
            self.found.insert(shard, own);
        }
        Ok(results)
    }

    fn mark_starts(&mut self, shards: &Range<usize>, marks: &PlaceMarks) -> Result<(), Error> {
        let (plan, rules) = (self.results.plan, self.rules);
        let known = self.with_starts.as_ref();
        if known.is_some_and(|with_starts| with_starts.range(shards.clone()).next().is_none()) {
            return Ok(());
        }
        let mut with_starts = BTreeSet::new();
        rules.each_start(&mut |start| {
            let place = plan.place(start).ok_or_else(|| Error::NoPlace {
                state: rules.state_text(start),
            })?;
            with_starts.insert(plan.shard_with(place));
            marks.mark(place);
            Ok(())
        })?;
        self.with_starts = Some(with_starts);
        Ok(())
    }

    /// Finds those states of a shard to which moves from other states of the same shard lead.
    fn find_within(
        &self,
        shard: usize,
        marks: &PlaceMarks,
        meter: &StepMeter<'_>,
    ) -> Result<(), Error> {
        // Tiers are in the order of their levels, so each tier is complete before its moves are
        // followed.
        for mut piece in self.pieces(shard, &self.results.plan.shards()[shard].places) {
            meter.add(0)?;
            let (words, first) = marks.words_with(&piece.way.places());
            let numbers = ranks_in(&words, first, &piece.way.from, piece.way.ranks.clone());
            self.follow(&mut piece, &numbers, marks)?;
        }
        Ok(())
    }

    /// Finds the states of a loopy shard by following the moves of new states, until no state is
    /// new.
    fn find_in_loops(
        &self,
        shard: usize,
        marks: &PlaceMarks,
        meter: &StepMeter<'_>,
    ) -> Result<(), Error> {
        let pieces = self.pieces(shard, &self.results.plan.shards()[shard].places);
        // Each piece comes with words of bits, which mark the states of the piece whose moves have
        // been followed.
        let mut pieces: Vec<(RankPiece, Vec<u64>)> = pieces
            .into_iter()
            .map(|piece| (piece, Vec::new()))
            .collect();
        let left = AtomicU64::new(self.len(shard));
        let mut is_new = true;
        while is_new {
            let followed = parallel::try_map(pieces, |(mut piece, followed)| {
                meter.add(0)?;
                let (words, first) = marks.words_with(&piece.way.places());
                if words == followed {
                    return Ok((false, (piece, followed)));
                }
                let mut new = words.clone();
                for (word, followed) in new.iter_mut().zip(&followed) {
                    *word &= !followed;
                }
                let numbers = ranks_in(&new, first, &piece.way.from, piece.way.ranks.clone());
                if piece.way.tier == piece.way.from.tier {
                    let found = numbers.len() as u64;
                    left.fetch_sub(found, Ordering::Relaxed);
                    meter.add(found)?;
                }
                self.follow(&mut piece, &numbers, marks)?;
                Ok((true, (piece, words)))
            })?;
            is_new = followed.iter().any(|&(is_new, _)| is_new);
            pieces = followed.into_iter().map(|(_, piece)| piece).collect();
        }
        meter.add(left.into_inner())
    }

    /// Cuts the ranks of the shard `source` into pieces of work. Returns only the pieces from which
    /// moves may lead to `places`.
    fn pieces(&self, source: usize, places: &Range<u64>) -> Vec<RankPiece> {
        let (plan, rules) = (self.results.plan, self.rules);
        let ways = plan.ways(source).into_iter().flat_map(|way| {
            let Range { start, end } = way.ranks;
            (start..end).step_by(PIECE as usize).map(move |start| Way {
                ranks: start..end.min(start + PIECE),
                ..way.clone()
            })
        });
        let pieces = ways.filter_map(|way| {
            let (mut moves, mut except) = (Moves::EMPTY, Vec::new());
            let target = |reach: RankReach| {
                let to = reach.places();
                let is_live = !reach.is_mirrored && to.start < places.end && places.start < to.end;
                if is_live {
                    moves |= reach.moves(rules, &way);
                } else {
                    except.push(reach.next);
                }
                let target = NextRanks {
                    place: reach.into.place,
                    ranks: reach.ranks,
                    is_live,
                };
                (reach.next, target)
            };
            let next = NextTiers::new(plan.reaches(rules, &way).into_iter().map(target));
            (!moves.is_empty()).then_some(RankPiece {
                way,
                next,
                moves,
                except,
            })
        });
        pieces.collect()
    }

    /// Follows the moves from the states with the ranks `numbers` in the tier of `piece`. Marks the
    /// states to which these moves lead.
    fn follow(
        &self,
        piece: &mut RankPiece,
        numbers: &[u64],
        marks: &PlaceMarks,
    ) -> Result<(), Error> {
        let (tier, next) = (piece.way.tier, &mut piece.next);
        let wanted = Wanted {
            moves: piece.moves,
            except: &piece.except,
        };
        self.rules.look_at(tier, numbers, wanted, &mut |seen| {
            for (look, after) in seen.iter() {
                for place in after {
                    match next.get(place.tier) {
                        Some(target) if !target.is_live => {}
                        Some(target) if target.ranks.contains(&place.number) => {
                            marks.mark(target.place + place.number);
                        }
                        _ => return Err(self.undeclared(tier, look.number)),
                    }
                }
            }
            Ok(())
        })
    }

    fn undeclared(&self, tier: u64, number: u64) -> Error {
        let state = self.rules.state_text(Place { tier, number });
        Error::Undeclared { state }
    }

    fn score(&mut self, shard: usize, meter: &StepMeter<'_>) -> Result<Vec<u8>, Error> {
        let plan = self.results.plan;
        let bytes_of = |shard: usize| plan.shards()[shard].len() * W::BYTES as u64;
        let next = plan.next(shard);
        for &later in &next {
            if self.codes.get(later).is_none() {
                self.codes.make_room(bytes_of(later), &next);
                let codes = self.read_codes(later)?;
                self.codes.insert(later, codes);
            }
        }
        let has_room = self.codes.make_room(bytes_of(shard), &next);
        let found = match self.found.remove(shard) {
            Some(found) => found,
            None => self.read_found(shard)?,
        };
        let own = &plan.shards()[shard];
        let is_held = has_room || own.reads_itself();
        let len = if is_held { own.len() } else { 0 };
        let mut codes = self.codes.zeros(len as usize)?;
        let first = own.places.start;
        let score_block = |base: u64, codes: &mut [W], own: &[W]| {
            meter.add(codes.len() as u64)?;
            self.score_block((base, codes), &found, first, (shard, own))
        };
        let score_places = |base: u64, codes: &mut [W], own: &[W]| {
            let bases = (base..).step_by(BLOCK as usize);
            let pieces = bases.zip(codes.chunks_mut(BLOCK as usize)).collect();
            parallel::try_map(pieces, |(base, codes): (u64, &mut [W])| {
                score_block(base, codes, own)
            })
        };
        let done = if own.is_loopy {
            let done;
            (codes, done) = self.score_in_rounds(shard, found, codes, meter)?;
            done
        } else if own.has_several_levels() {
            let mut done = Vec::new();
            for places in plan.places_by_level(shard).into_iter().rev() {
                let mut fresh = vec![W::default(); (places.end - places.start) as usize];
                done.push(score_places(places.start, &mut fresh, &codes)?);
                codes[(places.start - first) as usize..][..fresh.len()].copy_from_slice(&fresh);
            }
            done.into_iter().rev().flatten().collect()
        } else if is_held {
            score_places(first, &mut codes, &[])?
        } else {
            let bases = (first..own.places.end).step_by(BLOCK as usize);
            parallel::try_map(bases.collect(), |base| {
                let mut codes = vec![W::default(); BLOCK.min(own.places.end - base) as usize];
                score_block(base, &mut codes, &[])
            })?
        };
        let mut counts = vec![0; self.coding.count() as usize];
        let mut blocks = Vec::with_capacity(done.len());
        for (block, more) in done {
            blocks.push(block);
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
        if is_held {
            self.codes.insert(shard, codes);
        }
        Ok(self
            .results
            .to_bytes(ResultId::Scores(shard), &blocks, &counts))
    }

    /// Scores the states of a block. Returns the compressed block, and the number of states for
    /// each code. If moves lead to other states of the same shard, `own` holds the codes of those
    /// states that are already scored.
    fn score_block(
        &self,
        (base, codes): (u64, &mut [W]),
        found: &[u64],
        first: u64,
        (shard, own): (usize, &[W]),
    ) -> Result<(Vec<u8>, Vec<u64>), Error> {
        let plan = self.results.plan;
        let mut counts = vec![0; self.coding.count() as usize];
        let (mut places, mut reached) = (Vec::new(), Vec::new());
        for (from, ranks) in plan.tiers_in(base..base + codes.len() as u64) {
            let numbers = ranks_in(found, first, from, ranks.clone());
            if numbers.is_empty() {
                continue;
            }
            let way = Way::own(from, ranks);
            let reaches = plan.reaches(self.rules, &way).into_iter();
            // A shard that the game does not declare as a next shard has not been read.
            let held = |later| {
                if later == shard {
                    own
                } else {
                    self.codes.get(later).unwrap_or_default()
                }
            };
            let next = reaches.map(|reach| (reach.next, RankValues::new(plan, &reach, held)));
            let mut next = NextTiers::new(next);
            self.rules
                .look_at(from.tier, &numbers, Wanted::ALL, &mut |seen| {
                    for (look, after) in seen.iter() {
                        let undeclared = || self.undeclared(from.tier, look.number);
                        let code = match look.outcome {
                            Some(value) => {
                                let code = self.coding.code(Score::finished(value));
                                W::new(code.unwrap_or_default())
                            }
                            None => {
                                let mut again = look.again;
                                after.iter().try_fold(W::default(), |best, place| {
                                    let ranks = next.get(place.tier).ok_or_else(undeclared)?;
                                    let after = ranks.get(place.number).copied();
                                    let after = after.unwrap_or_default();
                                    let code =
                                        self.before[(again & 1) as usize][after.number() as usize];
                                    again >>= 1;
                                    if after == W::default() {
                                        Err(undeclared())
                                    } else if code == W::default() {
                                        Err(self.too_long())
                                    } else {
                                        Ok(best.max(code))
                                    }
                                })?
                            }
                        };
                        if code == W::default() {
                            return Err(undeclared());
                        }
                        let place = from.place + look.number;
                        codes[(place - base) as usize] = code;
                        places.push(place);
                        reached.push(code);
                        counts[code.number() as usize] += from.weight();
                    }
                    Ok(())
                })?;
        }
        Ok((block::pack(base, &places, &reached, SMALL), counts))
    }
}

/// Returns those ranks of `ranks` whose bits are set in `words`. The first bit of the words stands
/// for the place `first`.
fn ranks_in(words: &[u64], first: u64, tier: &PlannedTier, ranks: Range<u64>) -> Vec<u64> {
    let shift = tier.place.wrapping_sub(first);
    let at = |rank: u64| rank.wrapping_add(shift);
    ones(words, at(ranks.start)..at(ranks.end), shift.wrapping_neg())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use perfectplay_games::Listed;
    use perfectplay_games::mnk::Connect;

    use super::*;
    use crate::index::DenseIndex;
    use crate::jobs::plan::Plan;
    use crate::jobs::sharding::Sharding;
    use crate::jobs::store::{MemoryStore, ResultStore};
    use crate::watch::Phase;

    /// Checks that a worker drops data from memory as soon as no later job uses them, even if
    /// memory is unlimited.
    #[test]
    fn what_nobody_asks_for_is_dropped() {
        let index = DenseIndex(Connect::with_parameters("4x3,3").expect("a game"));
        let plan = Plan::new(&index, Sharding::Whole).expect("a plan");
        let store = MemoryStore::new();
        let results = StoredResults {
            plan: &plan,
            fingerprint: index.fingerprint(),
            store: &store,
        };
        let meter = StepMeter::new(&|_| ControlFlow::Continue(()), Phase::Finding, 0);
        let mut worker = DenseWorker::<u8>::new(&index, results, u64::MAX, plan.codes());
        let mut most = [0; 2];
        for job in plan.jobs() {
            let done = worker.work(&[job], &meter).expect("a result");
            for bytes in done {
                let written = store.write(&plan.file(job), bytes);
                written.expect("a place in memory");
            }
            let shard = job.shard();
            let is_read = |before: usize| plan.next(before).iter().any(|&next| next > shard);
            match job {
                Job::Find(_) => assert!(worker.found.shards().all(is_read), "{job:?}"),
                Job::Score(_) => assert_eq!(worker.found.shards().count(), 0, "{job:?}"),
            }
            let is_read = |later: usize| plan.previous(later).iter().any(|&before| before < shard);
            assert!(worker.codes.shards().all(is_read), "{job:?}");
            let held = [worker.found.shards().count(), worker.codes.shards().count()];
            most = [most[0].max(held[0]), most[1].max(held[1])];
        }
        // Needed shards are held.
        assert!(most[0] > 0 && most[1] > 0, "{most:?}");
    }
}
