//! Scores a loopy shard in rounds: round *d* finds the states that are won or lost in *d* plies. A
//! second series of rounds finds the draws: round *d* finds the states that are drawn in *d* plies.
//! In each state that no round scores, perfect play never ends, which counts as a draw.
//!
//! Before the first round, each state gets the best score of its moves to later tiers. This score
//! is *provisional*, because moves within the shard may be better. A provisional score with the
//! distance *d* becomes final in round *d*. In round *d*, the solver checks the provisional losses
//! in *d* plies. A provisional loss is wrong if the player has a move within the shard that does
//! not lose.
//!
//! If the game implements `states_before`, a round examines each state from which a move leads to a
//! state that the previous round scored. A state with a move to a lost state is won. A state with a
//! move to a won state is lost if all its moves are known to lose. If the game does not implement
//! `states_before`, a round examines all states that have no final score yet.
//!
//! For each rank of the shard, the solver holds the code of a score and two bits in memory. At
//! intervals, the codes are written to the store as a checkpoint. An interrupted solver continues
//! from the checkpoint. Codes can represent distances only up to a limit. If a round finds a longer
//! distance, it writes a checkpoint, and another worker continues with codes that have a higher
//! limit.

use std::mem;
use std::ops::Range;

use perfectplay::game::Score;
use perfectplay::{Moves, Value};

use super::{BLOCK, DenseWorker, ranks_in};
use crate::error::Error;
use crate::file::block::{self, QUICK, SMALL};
use crate::file::code::{CodeWidth, Codes};
use crate::index::Wanted;
use crate::index::bits::{PlaceMarks, ones};
use crate::jobs::job::{Job, ResultId};
use crate::jobs::plan::Way;
use crate::jobs::result::JobStatus;
use crate::parallel;
use crate::solve::successors::{NextTiers, RankValues};
use crate::watch::StepMeter;

/// The number of [`StepBack`]s in a batch. The solver first collects a batch. Then it reads, in one
/// loop, the codes of all states to which these steps lead back.
const STEPS: usize = 1 << 10;

/// A compressed block, and a list that counts how many states of the block have each code.
type PackedBlock = (Vec<u8>, Vec<u64>);

impl<W: CodeWidth> DenseWorker<'_, W> {
    /// Scores those states of a loopy shard that are marked in `found`. Returns the codes of the
    /// whole shard, and the compressed blocks for the result.
    pub(super) fn score_in_rounds(
        &self,
        shard: usize,
        found: Vec<u64>,
        codes: Vec<W>,
        meter: &StepMeter<'_>,
    ) -> Result<(Vec<W>, Vec<PackedBlock>), Error> {
        let places = self.results.plan.shards()[shard].places.clone();
        let mut rounds = Rounds {
            worker: self,
            shard,
            codes,
            fresh: Vec::new(),
            due: Vec::new(),
            first: PlaceMarks::new(places.clone())?,
            second: PlaceMarks::new(places.clone())?,
            tells_before: self.rules.look_before(0, &[], &mut |_, _, _| {}),
            places,
            meter,
            told: 0,
        };
        let (phase, round) = match rounds.resume(&found)? {
            Some(saved) => saved,
            None => {
                rounds.begin(&found)?;
                (RoundGoal::Decisive, 1)
            }
        };
        drop(found);
        if phase == RoundGoal::Decisive {
            rounds.run(RoundGoal::Decisive, round)?;
            rounds.run(RoundGoal::Drawn, 1)?;
        } else {
            rounds.run(RoundGoal::Drawn, round)?;
        }
        let packed = rounds.pack();
        meter.add(rounds.codes.len() as u64 - rounds.told)?;
        Ok((rounds.codes, packed))
    }

    /// Removes the checkpoint of a job after its result is written.
    pub(crate) fn forget_rounds(&self, job: Job) -> Result<(), Error> {
        let plan = self.results.plan;
        match job {
            Job::Score(shard) if plan.shards()[shard].is_loopy => self
                .results
                .store
                .remove(&plan.file_of(ResultId::Rounds(shard))),
            _ => Ok(()),
        }
    }
}

/// The kind of scores that a round assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoundGoal {
    /// Wins and losses.
    Decisive,
    /// Draws with an end.
    Drawn,
}

/// What the code of the state after a move tells about the move. The value is for the player who
/// makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// No job has found the state after the move, so the state has no code.
    Unfound,
    /// The move is known to win in at most *d* plies, where *d* is the number of the round.
    Wins,
    Loses,
    Draws,
    /// Nothing is known yet.
    Open,
}

/// The tables that a round uses. Most of them have one entry for each code.
struct RoundCodes {
    phase: RoundGoal,
    number: u32,
    /// Two tables that give the [`Meaning`] of a move from the code of the state after the move.
    /// `[0]` is for moves after which the opponent is to move, and `[1]` for moves with an extra
    /// turn.
    after: [Vec<Meaning>; 2],
    /// For each code, whether a state with this code may get a score in this round.
    is_open: Vec<bool>,
    /// The value for the player to move, by code.
    values: Vec<Option<Value>>,
    /// For each code, whether a state with this code may be lost in this round.
    may_be_lost: Vec<bool>,
    /// The codes that the previous round assigned. Empty if no code stands for the distance of that
    /// round.
    before: Vec<u32>,
    /// The codes that this round assigns. Empty if no code stands for the distance of this round.
    now: Vec<u32>,
}

impl RoundCodes {
    fn new(codes: Codes, phase: RoundGoal, number: u32) -> Self {
        let scores = codes.scores();
        let meanings = |passed_on: fn(Score) -> Score| {
            let meaning = |score: &Option<Score>| {
                let Some(score) = score.map(passed_on) else {
                    return Meaning::Unfound;
                };
                let is_known = score.distance().is_some_and(|plies| plies <= number);
                match score.value() {
                    Value::Win if is_known => Meaning::Wins,
                    Value::Loss if is_known => Meaning::Loses,
                    Value::Draw if is_known && phase == RoundGoal::Drawn => Meaning::Draws,
                    _ => Meaning::Open,
                }
            };
            scores.iter().map(meaning).collect()
        };
        let is_open = |score: &Option<Score>| {
            score.is_some_and(|score| match (score.value(), score.distance()) {
                (Value::Draw, plies) if phase == RoundGoal::Decisive => plies != Some(0),
                (Value::Draw, plies) => plies.is_none_or(|plies| plies > number),
                (Value::Win, plies) => phase == RoundGoal::Decisive && plies > Some(number),
                (Value::Loss, plies) => phase == RoundGoal::Decisive && plies >= Some(number),
            })
        };
        let may_be_lost = |score: &Option<Score>| {
            let loss = Score::new(Value::Loss, Some(number));
            score.is_some_and(|score| score == Score::ENDLESS || score == loss)
        };
        Self {
            phase,
            number,
            values: scores.iter().map(|score| score.map(Score::value)).collect(),
            may_be_lost: scores.iter().map(may_be_lost).collect(),
            after: [meanings(Score::before), meanings(Score::later)],
            is_open: scores.iter().map(is_open).collect(),
            before: phase.codes(codes, number - 1),
            now: phase.codes(codes, number),
        }
    }
}

impl RoundGoal {
    /// Returns the codes of the scores with the distance `plies`: a win and a loss if the goal is
    /// `Decisive`, a draw if it is `Drawn`. Scores that have no code are left out.
    fn codes(self, codes: Codes, plies: u32) -> Vec<u32> {
        let values = match self {
            Self::Decisive => &[Value::Win, Value::Loss][..],
            Self::Drawn => &[Value::Draw],
        };
        let scores = values.iter().map(|&value| Score::new(value, Some(plies)));
        scores.filter_map(|score| codes.code(score)).collect()
    }
}

/// A move within the shard, followed backwards from a state that the previous round scored.
#[derive(Clone, Copy)]
struct StepBack<W> {
    place: u64,
    code: W,
    /// Whether the move gives an extra turn.
    again: bool,
}

/// A loopy shard whose states are being scored.
struct Rounds<'w, 'a, W> {
    worker: &'w DenseWorker<'a, W>,
    shard: usize,
    places: Range<u64>,
    /// The codes by place. A state without a score has the code of an endless draw, or a
    /// provisional code.
    codes: Vec<W>,
    /// For each block, the number of states that the previous round has scored.
    fresh: Vec<u64>,
    /// For each block, a bit mask of the distances that its provisional scores may have.
    due: Vec<Vec<u64>>,
    /// The places of the states that this round finds to be won or drawn.
    first: PlaceMarks,
    /// The places of the states that may be lost in this round. After these states are examined,
    /// only the places of lost states stay marked.
    second: PlaceMarks,
    /// Whether the game implements `states_before`.
    tells_before: bool,
    meter: &'w StepMeter<'a>,
    /// The number of states that have been reported to `meter`, which shows the progress.
    told: u64,
}

impl<W: CodeWidth> Rounds<'_, '_, W> {
    /// Returns the blocks of the shard. Each item consists of the index of a block in the shard,
    /// and the block's range of places.
    fn blocks(&self) -> Vec<(usize, Range<u64>)> {
        let Range { start, end } = self.places;
        let starts = (start..end).step_by(BLOCK as usize);
        let blocks = starts.map(|start| start..end.min(start + BLOCK));
        blocks.enumerate().collect()
    }

    /// Returns the code of a score; 0 if no code stands for the score.
    fn code(&self, score: Score) -> W {
        let code = self.worker.coding.code(score);
        W::new(code.unwrap_or(0))
    }

    fn code_at(&self, place: u64) -> W {
        self.codes[(place - self.places.start) as usize]
    }

    fn codes_of(&self, places: &Range<u64>) -> &[W] {
        let at = |place| (place - self.places.start) as usize;
        &self.codes[at(places.start)..at(places.end)]
    }

    /// Returns whether `block` may contain provisional scores with the distance `round`.
    fn is_due(&self, block: usize, round: u32) -> bool {
        has_bit(&self.due[block], round)
    }

    /// Returns the tiers that one move can reach from the ranks of `way`. For each tier, `.0` holds
    /// the codes of its states, and `.1` tells whether this shard contains the tier.
    fn next<'s>(&'s self, way: &Way) -> NextTiers<(RankValues<'s, W>, bool)> {
        let (plan, rules) = (self.worker.results.plan, self.worker.rules);
        let held = |shard| {
            if shard == self.shard {
                &self.codes[..]
            } else {
                self.worker.codes.get(shard).unwrap_or_default()
            }
        };
        let next = plan.reaches(rules, way).into_iter().map(|reach| {
            let is_own = self.places.contains(&reach.into.place);
            (reach.next, (RankValues::new(plan, &reach, held), is_own))
        });
        NextTiers::new(next)
    }

    /// Gives each found state its outcome if the game is over, and otherwise the best score of its
    /// moves to other shards.
    fn begin(&mut self, found: &[u64]) -> Result<(), Error> {
        let mut codes = mem::take(&mut self.codes);
        let pieces = self
            .blocks()
            .into_iter()
            .zip(codes.chunks_mut(BLOCK as usize));
        let begun = parallel::try_map(pieces.collect(), |((_, block), codes)| {
            self.meter.add(0)?;
            self.begin_block(found, &block, codes)
        });
        self.codes = codes;
        begun.map(drop)
    }

    fn begin_block(&self, found: &[u64], block: &Range<u64>, codes: &mut [W]) -> Result<(), Error> {
        let (plan, rules) = (self.worker.results.plan, self.worker.rules);
        let endless = self.code(Score::ENDLESS);
        for (from, ranks) in plan.tiers_in(block.clone()) {
            let numbers = ranks_in(found, self.places.start, from, ranks.clone());
            let way = Way::own(from, ranks);
            let (mut moves, mut own) = (Moves::EMPTY, Vec::new());
            for reach in plan.reaches(rules, &way) {
                if self.places.contains(&reach.into.place) {
                    own.push(reach.next);
                } else {
                    moves |= reach.moves(rules, &way);
                }
            }
            let wanted = Wanted {
                moves,
                except: &own,
            };
            let mut next = self.next(&way);
            rules.look_at(from.tier, &numbers, wanted, &mut |seen| {
                for (look, after) in seen.iter() {
                    let (mut best, mut again) = (None, look.again);
                    for place in after {
                        let before = &self.worker.before[(again & 1) as usize];
                        again >>= 1;
                        let undeclared = || self.worker.undeclared(from.tier, look.number);
                        let (ranks, is_own) = next.get(place.tier).ok_or_else(undeclared)?;
                        if *is_own {
                            continue;
                        }
                        let after = ranks.get(place.number).copied().unwrap_or_default();
                        if after == W::default() {
                            return Err(undeclared());
                        }
                        let code = before[after.number() as usize];
                        if code == W::default() {
                            return Err(self.worker.too_long());
                        }
                        best = best.max(Some(code));
                    }
                    let code = match look.outcome {
                        Some(value) => self.code(Score::finished(value)),
                        None => best.unwrap_or(endless),
                    };
                    codes[(from.place + look.number - block.start) as usize] = code;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Runs the rounds of `phase`, beginning with round `first`.
    fn run(&mut self, phase: RoundGoal, first: u32) -> Result<(), Error> {
        let codes = self.worker.coding;
        let last_due = self.count(&RoundCodes::new(codes, phase, first))?;
        let mut looks = 0;
        for number in first.. {
            let is_fresh = self.fresh.iter().any(|&states| states > 0);
            if !is_fresh && last_due.is_none_or(|last| number > last) {
                break;
            }
            if !is_fresh && !(0..self.due.len()).any(|block| self.is_due(block, number)) {
                continue;
            }
            let round = RoundCodes::new(codes, phase, number);
            if self.tells_before {
                looks += self.expand(&round)?;
            }
            if !self.tells_before || phase == RoundGoal::Decisive {
                looks += self.check(&round)?;
            }
            let applied = self.apply(&round);
            if let Err(Error::TooLong { .. }) = applied {
                // The round changed nothing. A worker with a farther horizon repeats it.
                self.save(phase, number)?;
            }
            applied?;
            if looks >= self.worker.pause {
                self.save(phase, number + 1)?;
                looks = 0;
            }
        }
        Ok(())
    }

    /// For each block, counts the states that the previous round has scored, and notes the
    /// distances of the provisional scores. Returns the greatest distance of a provisional score.
    fn count(&mut self, round: &RoundCodes) -> Result<Option<u32>, Error> {
        let codes = self.worker.coding;
        let distances = round.number..=codes.horizon();
        let distances: Vec<(u32, Vec<u32>)> = distances
            .map(|plies| (plies, round.phase.codes(codes, plies)))
            .collect();
        let counted = parallel::try_map(self.blocks(), |(_, block)| {
            self.meter.add(0)?;
            let mut counts = vec![0; codes.count() as usize];
            for code in self.codes_of(&block) {
                counts[code.number() as usize] += 1;
            }
            let mut due = vec![0; codes.horizon() as usize / 64 + 1];
            for (plies, codes) in &distances {
                let is_due = sum(&counts, codes) > 0;
                due[*plies as usize / 64] |= u64::from(is_due) << (plies % 64);
            }
            Ok::<_, Error>((sum(&counts, &round.before), due))
        })?;
        (self.fresh, self.due) = counted.into_iter().unzip();
        let mut last = distances.iter().rev().map(|&(plies, _)| plies);
        Ok(last.find(|&plies| self.due.iter().any(|due| has_bit(due, plies))))
    }

    /// Examines the states from which a move leads to a state that the previous round scored. Marks
    /// the states that are won or drawn, and the states that may be lost. Returns the number of
    /// states from which moves were followed backwards.
    fn expand(&self, round: &RoundCodes) -> Result<u64, Error> {
        let (plan, rules) = (self.worker.results.plan, self.worker.rules);
        let blocks = self.blocks().into_iter();
        let blocks = blocks.filter(|&(number, _)| self.fresh[number] > 0);
        let looks = parallel::try_map(blocks.collect(), |(_, block)| {
            self.meter.add(0)?;
            let words = bits_of(self.codes_of(&block), &round.before);
            let (mut looks, mut steps) = (0, Vec::with_capacity(STEPS));
            for (from, ranks) in plan.tiers_in(block.clone()) {
                let numbers = ranks_in(&words, block.start, from, ranks);
                for tier in from.both() {
                    looks += numbers.len() as u64;
                    rules.look_before(tier, &numbers, &mut |number, before, again| {
                        let before = plan
                            .place(before)
                            .filter(|place| self.places.contains(place));
                        let code = self.code_at(from.place + number);
                        if let Some(place) = before {
                            steps.push(StepBack { place, code, again });
                        }
                        if steps.len() >= STEPS {
                            self.step_back(round, &steps);
                            steps.clear();
                        }
                    });
                }
            }
            self.step_back(round, &steps);
            Ok::<_, Error>(looks)
        })?;
        Ok(looks.into_iter().sum())
    }

    /// Takes back the move of each step in `steps`. Marks the state in which this move was played
    /// as won or drawn, or as possibly lost.
    //
    // The codes of these states are far apart in memory. Reading many codes in a row hides most of
    // the waiting.
    fn step_back(&self, round: &RoundCodes, steps: &[StepBack<W>]) {
        for &StepBack { place, code, again } in steps {
            let before = self.code_at(place).number() as usize;
            if !round.is_open[before] {
                continue;
            }
            match round.values[code.number() as usize] {
                Some(Value::Draw) => self.first.mark(place),
                Some(Value::Loss) if !again => self.first.mark(place),
                Some(Value::Win) if again => self.first.mark(place),
                _ if round.may_be_lost[before] => self.second.mark(place),
                _ => {}
            }
        }
    }

    /// Examines the moves of each state that may get a score in this round. Marks the states that
    /// are won, drawn or lost. Returns the number of examined states.
    fn check(&self, round: &RoundCodes) -> Result<u64, Error> {
        let loss = self.code(Score::new(Value::Loss, Some(round.number)));
        let looks = parallel::try_map(self.blocks(), |(number, block)| {
            self.meter.add(0)?;
            let (first, _) = self.first.words_with(&block);
            let mut words = if self.tells_before {
                self.second.words_with(&block).0
            } else {
                bits_where(self.codes_of(&block), |code| {
                    round.is_open[code.number() as usize]
                })
            };
            let due = self.is_due(number, round.number);
            if due && self.tells_before && round.phase == RoundGoal::Decisive {
                let provisional = bits_of(self.codes_of(&block), &[loss.number()]);
                for (word, more) in words.iter_mut().zip(provisional) {
                    *word |= more;
                }
            }
            for (word, first) in words.iter_mut().zip(first) {
                *word &= !first;
            }
            self.check_block(round, &block, &words)
        })?;
        Ok(looks.into_iter().sum())
    }

    fn check_block(
        &self,
        round: &RoundCodes,
        block: &Range<u64>,
        words: &[u64],
    ) -> Result<u64, Error> {
        let mut looks = 0;
        if words.iter().all(|&word| word == 0) {
            return Ok(0);
        }
        for (from, ranks) in self.worker.results.plan.tiers_in(block.clone()) {
            let numbers = ranks_in(words, block.start, from, ranks.clone());
            looks += numbers.len() as u64;
            let mut next = self.next(&Way::own(from, ranks));
            let rules = self.worker.rules;
            rules.follow_each(from.tier, &numbers, &mut |number, afters| {
                let (mut loses, mut best) = (true, Meaning::Open);
                while let Some(after) = afters() {
                    let (place, again) = after?;
                    let code = next
                        .get(place.tier)
                        .and_then(|(ranks, _)| ranks.get(place.number));
                    let code = code.copied().unwrap_or_default().number();
                    let meaning = round.after[usize::from(again)][code as usize];
                    match meaning {
                        Meaning::Unfound => {
                            return Err(self.worker.undeclared(from.tier, number));
                        }
                        Meaning::Loses | Meaning::Open => {}
                        Meaning::Wins | Meaning::Draws => best = meaning,
                    }
                    loses &= meaning == Meaning::Loses;
                    // If the game declares moves back, won states are marked already.
                    if best != Meaning::Open || self.tells_before && !loses {
                        break;
                    }
                }
                let place = from.place + number;
                if best != Meaning::Open {
                    self.first.mark(place);
                }
                if loses && round.phase == RoundGoal::Decisive {
                    self.second.mark(place);
                } else {
                    self.second.unmark(place);
                }
                Ok(())
            })?;
        }
        Ok(looks)
    }

    /// Gives scores to the states that are won, lost or drawn in this round.
    fn apply(&mut self, round: &RoundCodes) -> Result<(), Error> {
        let of_round = |value| self.code(Score::new(value, Some(round.number)));
        let loss = of_round(Value::Loss);
        let first = match round.phase {
            RoundGoal::Decisive => of_round(Value::Win),
            RoundGoal::Drawn => of_round(Value::Draw),
        };
        let endless = self.code(Score::ENDLESS);
        let mut codes = mem::take(&mut self.codes);
        let pieces = self
            .blocks()
            .into_iter()
            .zip(codes.chunks_mut(BLOCK as usize));
        let fresh = parallel::try_map(pieces.collect(), |((number, block), codes)| {
            let due = self.is_due(number, round.number);
            let [won, lost] = [&self.first, &self.second].map(|marks| marks.take(&block));
            let is_marked = won.iter().chain(&lost).any(|&word| word > 0);
            if is_marked && round.now.is_empty() {
                return Err(self.worker.too_long());
            }
            if due && round.phase == RoundGoal::Decisive {
                // A provisional loss was wrong if a move within the shard does not lose.
                let mut wrong = bits_of(codes, &[loss.number()]);
                for (wrong, lost) in wrong.iter_mut().zip(&lost) {
                    *wrong &= !lost;
                }
                for at in ones(&wrong, 0..codes.len() as u64, 0) {
                    codes[at as usize] = endless;
                }
            }
            if is_marked {
                for (marks, code) in [(&lost, loss), (&won, first)] {
                    for at in ones(marks, 0..codes.len() as u64, 0) {
                        codes[at as usize] = code;
                    }
                }
            }
            let fresh = if due {
                bits_of(codes, &round.now)
            } else {
                won.iter()
                    .zip(&lost)
                    .map(|(won, lost)| won | lost)
                    .collect()
            };
            let fresh: u64 = fresh.iter().map(|word| u64::from(word.count_ones())).sum();
            Ok(fresh)
        });
        self.codes = codes;
        self.fresh = fresh?;
        let fresh = self.fresh.iter().sum();
        self.told += fresh;
        self.meter.add(fresh)
    }

    /// Writes a checkpoint, which holds the codes and the round to continue with.
    fn save(&self, phase: RoundGoal, next: u32) -> Result<(), Error> {
        let DenseWorker { results, .. } = self.worker;
        let blocks = parallel::map(self.blocks(), |(_, block)| {
            let (places, codes) = self.scored(&block);
            block::pack(block.start, &places, &codes, QUICK)
        });
        let phase = u64::from(phase == RoundGoal::Drawn);
        let counts = [phase, next.into(), self.worker.coding.horizon().into()];
        let rounds = ResultId::Rounds(self.shard);
        let bytes = results.to_bytes(rounds, &blocks, &counts);
        let name = results.plan.file_of(rounds);
        results.store.write(&name, bytes)
    }

    /// Reads the checkpoint. Returns the round to continue with; `None` if there is no complete
    /// checkpoint. A checkpoint is damaged if no run could have written it. For example, a found
    /// state may have no code, or the round may be beyond the last round.
    fn resume(&mut self, found: &[u64]) -> Result<Option<(RoundGoal, u32)>, Error> {
        let saved = ResultId::Rounds(self.shard);
        let DenseWorker { results, .. } = self.worker;
        if results.status(saved)? != JobStatus::Done {
            return Ok(None);
        }
        let codes = &mut self.codes;
        let counts = self.worker.read(saved, codes, 1, |codes, at, code| {
            codes[at] = W::new(code);
        })?;
        let are_found = bits_where(&self.codes, |code| code != W::default()) == found;
        let phase = match counts[..] {
            // One more round may follow the round of the horizon, and finds nothing. The checkpoint
            // then names the round after that.
            [phase @ 0..=1, round, horizon] if (1..=horizon + 2).contains(&round) => {
                let goals = [RoundGoal::Decisive, RoundGoal::Drawn];
                Some((goals[phase as usize], round as u32))
            }
            _ => None,
        };
        match phase.filter(|_| are_found) {
            Some(phase) => Ok(Some(phase)),
            None => Err(results.damaged(saved)),
        }
    }

    /// Returns the places in `block` whose states have a code, and these codes.
    fn scored(&self, block: &Range<u64>) -> (Vec<u64>, Vec<W>) {
        let codes = block.clone().zip(self.codes_of(block));
        codes
            .filter(|&(_, &code)| code != W::default())
            .map(|(place, &code)| (place, code))
            .unzip()
    }

    /// Compresses each block, and counts how many of its states have each code.
    fn pack(&self) -> Vec<PackedBlock> {
        let plan = self.worker.results.plan;
        parallel::map(self.blocks(), |(_, block)| {
            let mut counts = vec![0; self.worker.coding.count() as usize];
            for (from, ranks) in plan.tiers_in(block.clone()) {
                for code in self.codes_of(&Way::own(from, ranks).places()) {
                    if *code != W::default() {
                        counts[code.number() as usize] += from.weight();
                    }
                }
            }
            let (places, codes) = self.scored(&block);
            (block::pack(block.start, &places, &codes, SMALL), counts)
        })
    }
}

/// Returns one bit for each entry of `codes`. The bit is set if the entry is in `wanted`, a list of
/// at most two codes.
fn bits_of<W: CodeWidth>(codes: &[W], wanted: &[u32]) -> Vec<u64> {
    let (Some(&first), Some(&last)) = (wanted.first(), wanted.last()) else {
        return vec![0; codes.len().div_ceil(64)];
    };
    let (first, last) = (W::new(first), W::new(last));
    bits_where(codes, |code| (code == first) | (code == last))
}

/// Returns one bit for each entry of `codes`. The bit is set if `is_wanted` accepts the entry.
// Most pieces have no such code. A few vector instructions find this out, if `is_wanted` only
// compares.
fn bits_where<W: CodeWidth>(codes: &[W], is_wanted: impl Fn(W) -> bool) -> Vec<u64> {
    const PIECE: usize = 16;
    let words = codes.chunks(64).map(|codes| {
        let mut word = 0;
        for (piece, shift) in codes.chunks(PIECE).zip((0..).step_by(PIECE)) {
            if piece.iter().fold(false, |has, &code| has | is_wanted(code)) {
                for (&code, bit) in piece.iter().zip(shift..) {
                    word |= u64::from(is_wanted(code)) << bit;
                }
            }
        }
        word
    });
    words.collect()
}

/// Returns whether the bit with the index `bit` is set. A bit beyond the end of `words` counts as
/// not set.
fn has_bit(words: &[u64], bit: u32) -> bool {
    let word = words.get(bit as usize / 64);
    word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
}

fn sum(counts: &[u64], codes: &[u32]) -> u64 {
    codes.iter().map(|&code| counts[code as usize]).sum()
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::ops::ControlFlow;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;
    use std::time::Duration;

    use perfectplay_games::dodgem::Dodgem;
    use perfectplay_games::hounds::HareAndHounds;

    use super::*;
    use crate::index::{DenseIndex, ErasedIndex as _};
    use crate::jobs::plan::Plan;
    use crate::jobs::result::StoredResults;
    use crate::jobs::sharding::Sharding;
    use crate::jobs::store::{DirectoryStore, MemoryStore, ResultStore};
    use crate::watch::Phase as Step;

    /// Solves a game, and writes a checkpoint after each round. With `is_stopped`, each job is
    /// stopped after two steps, then after five, and so on, until it finishes. Returns the results,
    /// and how many jobs continued from a checkpoint.
    fn solved<I: crate::Index>(index: &I, is_stopped: bool) -> (Vec<Vec<u8>>, u32) {
        let plan = Plan::new(index, Sharding::Whole).expect("a plan");
        let store = MemoryStore::new();
        let results = StoredResults {
            plan: &plan,
            fingerprint: index.fingerprint(),
            store: &store,
        };
        let (mut made, mut resumed) = (Vec::new(), 0);
        for job in plan.jobs() {
            for most in (2..).step_by(3) {
                let steps = AtomicU32::new(0);
                let watch = |_| match steps.fetch_add(1, Ordering::Relaxed) {
                    step if is_stopped && step >= most => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                };
                let meter = StepMeter::new(&watch, Step::Solving, 0);
                let mut worker = DenseWorker::<u8>::new(index, results, u64::MAX, plan.codes());
                worker.pause = 0;
                let rounds = plan.file_of(ResultId::Rounds(job.shard()));
                let is_stored = store.read(&rounds).expect("a store").is_some();
                match worker.work(&[job], &meter) {
                    Ok(bytes) => {
                        resumed += u32::from(is_stored);
                        store
                            .write(&plan.file(job), bytes[0].clone())
                            .expect("a store");
                        worker.forget_rounds(job).expect("a store");
                        assert!(store.read(&rounds).expect("a store").is_none());
                        made.extend(bytes);
                        break;
                    }
                    Err(Error::Interrupted) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        (made, resumed)
    }

    #[test]
    fn a_stopped_job_goes_on_from_its_last_round() {
        let hounds = DenseIndex(HareAndHounds);
        let (expected, resumed) = solved(&hounds, false);
        assert_eq!(resumed, 0);
        assert_eq!(solved(&hounds, true), (expected, 1));
        let dodgem = DenseIndex(Dodgem::new(3).expect("a board"));
        let (found, resumed) = solved(&dodgem, true);
        assert!(
            found == solved(&dodgem, false).0 && resumed > 1,
            "{resumed}"
        );
    }

    /// Writes a checkpoint with the given codes and counts, and runs a job that continues from it.
    /// Returns the result of the job, or its error.
    fn continued(codes: &dyn Fn(usize, u8) -> u8, counts: &[u64]) -> Result<Vec<u8>, Error> {
        let index = DenseIndex(Dodgem::new(3).expect("a board"));
        let plan = Plan::new(&index, Sharding::Whole).expect("a plan");
        let store = MemoryStore::new();
        let results = StoredResults {
            plan: &plan,
            fingerprint: index.fingerprint(),
            store: &store,
        };
        let is_loopy = |job: &Job| plan.shards()[job.shard()].is_loopy;
        let scores = plan.jobs().filter(|job| matches!(job, Job::Score(_)));
        let last = scores.filter(is_loopy).last().expect("a loopy shard");
        let meter = StepMeter::new(&|_| ControlFlow::Continue(()), Step::Solving, 0);
        let worker = || DenseWorker::<u8>::new(&index, results, u64::MAX, plan.codes());
        for job in plan.jobs() {
            let bytes = worker().work(&[job], &meter).expect("a result");
            store
                .write(&plan.file(job), bytes[0].clone())
                .expect("a store");
        }
        let saved = ResultId::Scores(last.shard());
        let mut all = vec![0; plan.shards()[last.shard()].len() as usize];
        worker()
            .read(saved, &mut all, 1, |all, at, code| all[at] = code as u8)
            .expect("scores");
        let first = plan.shards()[last.shard()].places.start;
        let blocks: Vec<Vec<u8>> = (first..)
            .step_by(BLOCK as usize)
            .zip(all.chunks(BLOCK as usize))
            .map(|(start, piece)| {
                let changed = piece.iter().enumerate().map(|(at, &code)| codes(at, code));
                let coded = (start..).zip(changed).filter(|&(_, code)| code != 0);
                let (places, codes): (Vec<u64>, Vec<u8>) = coded.unzip();
                block::pack(start, &places, &codes, QUICK)
            })
            .collect();
        let rounds = ResultId::Rounds(last.shard());
        let checkpoint = results.to_bytes(rounds, &blocks, counts);
        let name = plan.file_of(rounds);
        store.write(&name, checkpoint).expect("a store");
        let made = store.read(&plan.file(last)).expect("a store");
        let bytes = worker().work(&[last], &meter)?.remove(0);
        assert!(Some(&bytes) == made.as_ref(), "the same result");
        Ok(bytes)
    }

    #[test]
    fn a_checkpoint_that_no_run_has_written_is_damaged() {
        let same = |_, code| code;
        let index = DenseIndex(Dodgem::new(3).expect("a board"));
        let plan = Plan::new(&index, Sharding::Whole).expect("a plan");
        let (count, horizon) = (plan.codes().count(), plan.codes().horizon());
        let horizon = u64::from(horizon);
        for round in [1, 2, horizon + 2] {
            continued(&same, &[1, round, horizon]).expect("a result");
        }
        let other = |at: usize, code| move |place, old| if place == at { code } else { old };
        let beyond = |_, code| match code {
            0 => 0,
            _ => count as u8,
        };
        let none = |_, _| 0;
        let everywhere = |_, code: u8| code.max(1);
        let codes: [&dyn Fn(usize, u8) -> u8; 5] =
            [&beyond, &none, &everywhere, &other(0, 255), &other(7, 255)];
        let counts = [
            &[0, 0, horizon][..],
            &[1, 0, horizon],
            &[0, horizon + 3, horizon],
            &[1, u64::from(u32::MAX) + 2, horizon],
            &[0, 1, u64::MAX],
            &[2, 1, horizon],
            &[0, 1],
            &[0, 1, horizon, 1],
        ];
        let first = [0, 1, horizon];
        let forged = codes.iter().map(|&codes| (codes, &first[..]));
        let others = counts
            .iter()
            .map(|&counts| (&same as &dyn Fn(_, _) -> _, counts));
        for (codes, counts) in forged.chain(others) {
            match continued(codes, counts) {
                Err(Error::Damaged { .. }) => {}
                found => panic!("{counts:?}: {:?}", found.map(drop)),
            }
        }
    }

    /// The environment variable with the path of the result store. Only the process that the test
    /// kills gets this variable.
    const RESULTS: &str = "PERFECTPLAY_ROUNDS_TEST_RESULTS";

    /// A process that writes a checkpoint after each round is killed after some rounds. The next
    /// process continues from the checkpoint, and the results are the same.
    #[test]
    fn a_killed_process_goes_on_from_its_last_round() {
        let index = DenseIndex(HareAndHounds);
        let plan = Plan::new(&index, Sharding::Whole).expect("a plan");
        if let Some(path) = env::var_os(RESULTS) {
            solve_slowly(&index, &plan, Path::new(&path));
            return;
        }
        let directory = tempfile::tempdir().expect("a directory");
        let store = DirectoryStore::open(directory.path(), "game").expect("a store");
        let rounds = plan.file_of(ResultId::Rounds(0));
        let (mut kills, mut is_done) = (0, false);
        while !is_done {
            let before = store.read(&rounds).expect("a store");
            let mut child = Command::new(env::current_exe().expect("this program"))
                .args([
                    "--exact",
                    "solve::dense::rounds::tests::a_killed_process_goes_on_from_its_last_round",
                ])
                .env(RESULTS, directory.path())
                .stdout(Stdio::null())
                .spawn()
                .expect("a process");
            // After five kills, the process may run to its end. On a busy machine, it may end
            // earlier.
            while !is_done && (kills == 5 || store.read(&rounds).expect("a store") == before) {
                thread::sleep(Duration::from_millis(1));
                is_done = child.try_wait().expect("a process").is_some();
            }
            if !is_done {
                // SIGKILL, on Unix.
                child.kill().expect("a process to kill");
                kills += 1;
            }
            child.wait().expect("an end");
        }
        assert!(kills > 0);
        assert!(store.read(&rounds).expect("a store").is_none());
        let made = plan.jobs().map(|job| {
            let bytes = store.read(&plan.file(job)).expect("a store");
            bytes.expect("a result")
        });
        assert!(made.collect::<Vec<_>>() == solved(&index, false).0);
    }

    /// Solves a game slowly, so that the test can kill the process. Writes a checkpoint after each
    /// round.
    fn solve_slowly<I: crate::Index>(index: &I, plan: &Plan, path: &Path) {
        let store = DirectoryStore::open(path, "game").expect("a store");
        let results = StoredResults {
            plan,
            fingerprint: index.fingerprint(),
            store: &store,
        };
        let watch = |_| {
            thread::sleep(Duration::from_millis(2));
            ControlFlow::Continue(())
        };
        let meter = StepMeter::new(&watch, Step::Solving, 0);
        let mut worker = DenseWorker::<u8>::new(index, results, u64::MAX, plan.codes());
        worker.pause = 0;
        for job in plan.jobs() {
            if store.read(&plan.file(job)).expect("a store").is_none() {
                let bytes = worker.work(&[job], &meter).expect("a result");
                store
                    .write(&plan.file(job), bytes[0].clone())
                    .expect("a store");
                worker.forget_rounds(job).expect("a store");
            }
        }
    }
}
