//! Finds playbooks by rules, which consist of weights for the moves and of a few exceptions. The
//! search for a playbook proves its moves one by one, so the game need not be solved.

mod entry_search;
mod training_states;
mod write;

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::collections::BTreeSet;

use super::{BakedPlaybook, Book, Playbook, tells_turn};
use crate::bake::BakeError;
use crate::entropy::mix;
use crate::playbook::{Keep, LABEL, PlaybookData, VERSION_BY_RULES, fingerprint_with_hints};
use crate::prove::{self, Prover};
use crate::table::checksum;
use crate::verify::{PlayError, play_through};
use entry_search::{Chooser, MetState, Stage, floor};
use perfectplay_core::watch::{Phase, Progress};
use perfectplay_core::{MOVE_LIMIT, Player, Value, described, graph, starts};
use training_states::Lessons;

pub use entry_search::Choosable;

/// The saved work of an interrupted search, and a function that saves the work of the present
/// search.
pub struct Work<'w> {
    /// The bytes that the last call of `save` received in an earlier run; `None` to begin a new
    /// search.
    pub begun: Option<Vec<u8>>,
    /// A function that stores the saved work, for example in a file. Its argument is all work so
    /// far, so each call may overwrite what an earlier call stored.
    pub save: &'w mut dyn FnMut(&[u8]) -> Result<(), BakeError>,
}

/// The bytes with which saved work begins. These bytes contain the version of the format.
const WORK_LABEL: &[u8] = b"perfectplay by rules 3";
/// The number of rounds in which the search learns weights, before it chooses the final book.
const ROUNDS: u32 = 4;
/// In the first round, there is no book yet. This round takes only `steps / FIRST_PART` lessons.
const FIRST_PART: u64 = 32;
/// A proved state is saved if its proof searched at least 2^`SAVED_EFFORT` states.
const SAVED_EFFORT: u8 = 8;
/// If fewer than `FEW` states occur in play by a book, the book is small. The next round then has
/// time to compare all good moves of each state.
const FEW: usize = 50_000;

impl Playbook<'_> {
    /// Finds and proves a playbook by rules. The search proves moves one by one, so the game need
    /// not be solved. For a large game, a playbook by rules is smaller than a playbook with an
    /// entry for each state.
    ///
    /// First the search proves the value of the start. Then it works in rounds. Each round learns
    /// the weights of the game's [features](crate::game::Hints) from lessons, which are states
    /// whose good moves are proved. Then the round chooses a book that needs few entries in
    /// addition to these weights. Some of the states that occur in play by this book become lessons
    /// of the next round. [`steps`](Self::steps) sets the number of lessons. At the end, the book
    /// is played against every reply.
    ///
    /// The search asks of many states whether a player who only follows the weights keeps the value
    /// until the end of the game. It remembers the answers in a table of `bytes` bytes. The search
    /// also takes memory for each state that occurs in play by the book.
    ///
    /// If several moves keep the value, the search prefers moves whose proofs are short or
    /// remembered by the prover. So the book depends on the size of the prover's table. With
    /// several threads, two runs may find different books. An interruption does not change the
    /// book.
    ///
    /// # Errors
    /// Fails when a state cannot be proved, or the proof of the book fails. Fails when the options
    /// ask for a book that keeps distances, or when the states do not tell whose turn it is. Fails
    /// when the saved work is damaged or belongs to another search. Fails when the work cannot be
    /// saved, or `watch` returns `Break`.
    pub fn bake_by_rules<G: Choosable>(
        self,
        prover: &Prover<G>,
        bytes: usize,
        work: Work<'_>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<BakedPlaybook, BakeError> {
        let game = prover.game();
        if self.keep == Keep::Distance || !tells_turn(game) {
            return Err(BakeError::NotByRules);
        }
        let memory = [prover.bytes(), bytes].map(|bytes| bytes as u64);
        let fingerprint = fingerprint_with_hints(game);
        let mut search = EntrySearch::new(self, memory, fingerprint, game.features());
        if let Some(begun) = work.begun {
            let (begun, proved) = search.read(&begun)?;
            search = begun;
            prover.remember(proved);
        }
        loop {
            let weights = search.lessons.weights(search.features, self.seed);
            let is_last = search.round == ROUNDS;
            let (mut met, mut books) = (Vec::new(), Vec::new());
            let (mut floors, mut goal) = (Vec::new(), Value::Win);
            for &side in &search.sides {
                let floor = floor(prover, side, self.keep, watch)?;
                // A player who keeps the value of each state refutes the moves that lose.
                goal = goal.min(floor.unwrap_or(Value::Draw));
                floors.push((side, floor));
            }
            for (number, &(side, floor)) in floors.iter().enumerate() {
                let mut chooser =
                    Chooser::new(prover, (side, floor), goal, self.symmetry, bytes, watch)?;
                let found = search.choose(&mut chooser, &weights, number)?;
                books.push(book_of(side, &found));
                if is_last {
                    met.extend_from_slice(&found);
                } else {
                    search.learn(&mut chooser, found)?;
                }
            }
            if is_last {
                let bytes = search.bytes(goal, &weights, &met)?;
                return prove(prover, bytes, books, watch);
            }
            search.round += 1;
            let proved: Vec<[u64; 2]> = prover.remembered(SAVED_EFFORT).collect();
            (work.save)(&search.to_bytes(&proved))?;
            // The choice depends on what the prover remembers. Forgetting the rest makes it the
            // same as after an interruption.
            prover.forget();
            prover.remember(proved);
        }
    }
}

/// The data that a search for a playbook by rules keeps from one round to the next.
struct EntrySearch<'h> {
    how: Playbook<'h>,
    /// `[0]` is the size of the prover's table in bytes, and `[1]` is the argument `bytes` of
    /// [`Playbook::bake_by_rules`].
    memory: [u64; 2],
    fingerprint: u64,
    features: u32,
    sides: Vec<Player>,
    round: u32,
    stages: Vec<Vec<Stage>>,
    lessons: Lessons,
    /// The keys of all states that have been tried as lessons. `lessons` leaves out states in which
    /// all moves are good, because these states teach nothing.
    learned: BTreeSet<u64>,
}

impl<'h> EntrySearch<'h> {
    fn new(how: Playbook<'h>, memory: [u64; 2], fingerprint: u64, features: u32) -> Self {
        let sides = how.parts(true).concat();
        Self {
            how,
            memory,
            fingerprint,
            features,
            round: 0,
            stages: vec![Vec::new(); sides.len()],
            sides,
            lessons: Lessons::default(),
            learned: BTreeSet::new(),
        }
    }

    /// Chooses a book for the side `self.sides[side]`, and returns the states that occur in play by
    /// this book. In the first round, plays games at random instead, and returns the states of
    /// these games.
    fn choose<G: Choosable>(
        &mut self,
        chooser: &mut Chooser<'_, '_, G>,
        weights: &[i8],
        side: usize,
    ) -> Result<Vec<MetState>, BakeError> {
        let roots = chooser.roots()?;
        if self.round == 0 {
            let games = (self.how.steps / FIRST_PART / 8).clamp(4, 1 << 12);
            let mut passed = Vec::new();
            for game in 0..games {
                let entropy = mix(self.how.seed ^ mix(game));
                chooser.play(&roots, entropy, &mut passed)?;
            }
            let last = passed.iter().map(|met| met.stage).max();
            self.stages[side] = vec![Stage::default(); last.map_or(0, |last| last as usize + 1)];
            let distinct = graph::distinct(&mut passed.iter().map(|met| met.key));
            return Ok(distinct.into_iter().map(|at| passed[at]).collect());
        }
        let is_last = self.round == ROUNDS;
        let count = self.stages[side].len();
        for (number, stage) in self.stages[side].iter_mut().enumerate() {
            if stage.alternatives < MOVE_LIMIT {
                stage.alternatives = match 3 * number >= count {
                    true if is_last => 4,
                    true => 3,
                    false => 1,
                };
            }
        }
        chooser.set(weights, &self.stages[side]);
        for &root in &roots {
            chooser.cost(root, f32::MAX, 0)?;
        }
        // With two sides, the last entry of one side may come later than the last entry of the
        // other side. Then all states up to the later entry count.
        let stage = if self.sides.len() > 1 { u32::MAX } else { 0 };
        let met = chooser.met(&roots, stage)?;
        self.plan(side, &met, &chooser.shares());
        Ok(met)
    }

    /// Adapts the settings of the search for each stage of the game to the book that was just
    /// found. `met` lists the states that occur in play by this book. `shares` is the result of
    /// [`Chooser::shares`].
    fn plan(&mut self, side: usize, met: &[MetState], shares: &[Option<f32>]) {
        let stages = &mut self.stages[side];
        let counts = counts(met, stages.len());
        for (number, (stage, (all, entries))) in stages.iter_mut().zip(counts).enumerate() {
            if let Some(Some(share)) = shares.get(number) {
                stage.share = share.clamp(0.05, 1.0);
            }
            if let Some(times) = all.checked_div(entries) {
                // Approximately the bits that tell the state from others, and the bits of its rank.
                stage.entry = times.ilog2() as f32 + 2.5;
            }
            if met.len() < FEW {
                stage.alternatives = MOVE_LIMIT;
            }
        }
    }

    /// Chooses some of the states in `met`, proves which of their moves are good, and adds these
    /// states to the lessons.
    fn learn<G: Choosable>(
        &mut self,
        chooser: &mut Chooser<'_, '_, G>,
        met: Vec<MetState>,
    ) -> Result<(), BakeError> {
        let chosen = self.for_lessons(met);
        for (number, met) in chosen.iter().enumerate() {
            let (done, total) = (number as u64, chosen.len() as u64);
            chooser.watch(Progress::of_steps(Phase::Searching, done, total))?;
            self.learned.insert(met.key);
            self.lessons.add(&chooser.lesson(met)?);
        }
        Ok(())
    }

    /// Chooses the states in `met` that become lessons. If more entries of the book belong to a
    /// stage of the game, the stage gets more lessons.
    fn for_lessons(&self, mut met: Vec<MetState>) -> Vec<MetState> {
        let last = met.iter().map(|met| met.stage).max().unwrap_or(0);
        // In early states of a large game, proofs take too long.
        if met.len() >= FEW || self.round == 0 {
            met.retain(|met| 3 * met.stage >= last);
        }
        met.retain(|met| !self.learned.contains(&met.key));
        let wanted = match self.round {
            0 => self.how.steps / FIRST_PART,
            _ => self.how.steps / u64::from(ROUNDS - 1),
        };
        let wanted = wanted / self.sides.len() as u64;
        let counts = counts(&met, last as usize + 1);
        let entries: u64 = counts.iter().map(|&(_, entries)| entries).sum();
        let stages = counts.iter().filter(|&&(all, _)| all > 0).count() as u64;
        // Half of the lessons are spread evenly over all stages, and half in proportion to the
        // entries.
        let mut left: Vec<u64> = counts
            .iter()
            .map(|&(_, of_stage)| {
                wanted / 2 / stages.max(1) + wanted / 2 * of_stage / entries.max(1)
            })
            .collect();
        let seed = mix(self.how.seed ^ u64::from(self.round));
        let mut chosen = Vec::new();
        for (_, at) in graph::order(&mut met.iter().map(|met| mix(met.key ^ seed))) {
            let left = &mut left[met[at].stage as usize];
            if *left > 0 {
                *left -= 1;
                chosen.push(met[at]);
            }
        }
        chosen
    }

    fn bytes(&self, goal: Value, weights: &[i8], met: &[MetState]) -> Result<Vec<u8>, BakeError> {
        let mut bytes = LABEL.to_vec();
        bytes.push(VERSION_BY_RULES);
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.push(self.how.flags());
        write::write(goal, weights, met, &mut bytes)?;
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Returns the bytes with which the saved work of this search begins. These bytes depend on the
    /// game and all options, so that the work of another search can be refused.
    fn label(&self) -> Vec<u8> {
        let how = &self.how;
        let numbers = [self.fingerprint, how.steps, how.seed, how.flags().into()];
        let label = WORK_LABEL.iter().copied();
        let numbers = numbers.into_iter().chain(self.memory);
        label.chain(numbers.flat_map(u64::to_le_bytes)).collect()
    }

    fn to_bytes(&self, proved: &[[u64; 2]]) -> Vec<u8> {
        let mut bytes = self.label();
        bytes.extend(self.round.to_le_bytes());
        for stages in &self.stages {
            bytes.extend((stages.len() as u32).to_le_bytes());
            for stage in stages {
                bytes.extend(stage.share.to_le_bytes());
                bytes.extend(stage.entry.to_le_bytes());
                bytes.extend(stage.alternatives.to_le_bytes());
            }
        }
        bytes.extend((self.learned.len() as u32).to_le_bytes());
        bytes.extend(self.learned.iter().flat_map(|key| key.to_le_bytes()));
        bytes.extend((proved.len() as u32).to_le_bytes());
        bytes.extend(proved.iter().flatten().flat_map(|half| half.to_le_bytes()));
        bytes.extend(self.lessons.to_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads saved work. `.0` is the search, and `.1` is the list of results that the prover
    /// remembered.
    fn read(&self, bytes: &[u8]) -> Result<(Self, Vec<[u64; 2]>), BakeError> {
        let Some(behind) = bytes.strip_prefix(self.label().as_slice()) else {
            return Err(BakeError::OtherWork);
        };
        let whole = behind.split_last_chunk().filter(|(_, sum)| {
            let content = &bytes[..bytes.len() - sum.len()];
            checksum(content) == u32::from_le_bytes(**sum)
        });
        whole
            .and_then(|(content, _)| self.read_content(content))
            .ok_or(BakeError::DamagedWork)
    }

    /// Reads the part of saved work between the label and the checksum. Returns `None` if no search
    /// could have saved this part.
    fn read_content(&self, mut rest: &[u8]) -> Option<(Self, Vec<[u64; 2]>)> {
        let mut number = || {
            let (number, behind) = rest.split_first_chunk()?;
            rest = behind;
            Some(*number)
        };
        let mut begun = Self::new(self.how, self.memory, self.fingerprint, self.features);
        begun.round = u32::from_le_bytes(number()?);
        for stages in &mut begun.stages {
            for _ in 0..u32::from_le_bytes(number()?) {
                stages.push(Stage {
                    share: f32::from_le_bytes(number()?),
                    entry: f32::from_le_bytes(number()?),
                    alternatives: u32::from_le_bytes(number()?),
                });
            }
        }
        let (learned, rest) = numbers(rest)?;
        let learned: Vec<u64> = learned.map(|[key]| key).collect();
        let (proved, rest) = numbers(rest)?;
        let proved: Vec<_> = proved.collect();
        begun.lessons = Lessons::from_bytes(rest, self.features)?;
        let can_be_saved = (1..=ROUNDS).contains(&begun.round)
            && begun.stages.iter().flatten().all(Stage::is_valid)
            && learned.is_sorted_by(|a, b| a < b)
            && proved.iter().all(|&pair| prove::can_be_remembered(pair));
        begun.learned = learned.into_iter().collect();
        can_be_saved.then_some((begun, proved))
    }
}

/// Returns the summary of a book, from the list of states that occur in play by the book.
fn book_of(side: Player, met: &[MetState]) -> Book {
    Book {
        sides: vec![side],
        states: met.iter().filter(|met| met.rank > 0).count() as u64,
        bits: 0,
        positions: 0,
        explored: met.len() as u64,
    }
}

/// For each of the first `stages` stages of the game, returns how many states of `met` belong to
/// the stage (`.0`), and how many of these states need an entry (`.1`).
fn counts(met: &[MetState], stages: usize) -> Vec<(u64, u64)> {
    let mut counts = vec![(0, 0); stages];
    for met in met {
        if let Some((states, entries)) = counts.get_mut(met.stage as usize) {
            *states += 1;
            *entries += u64::from(met.rank > 0);
        }
    }
    counts
}

/// Reads a list of groups, each of which consists of `N` numbers. The length of the list comes
/// first. Returns the groups as `.0`, and the remaining bytes as `.1`.
fn numbers<const N: usize>(bytes: &[u8]) -> Option<(impl Iterator<Item = [u64; N]>, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    let length = (u32::from_le_bytes(*count) as usize).checked_mul(8 * N)?;
    let (groups, rest) = rest.split_at_checked(length)?;
    let groups = groups.chunks_exact(8 * N).map(|group| {
        let mut numbers = group.chunks_exact(8);
        let number = |eight: &[u8]| {
            eight
                .first_chunk()
                .map_or(0, |eight| u64::from_le_bytes(*eight))
        };
        core::array::from_fn(|_| numbers.next().map_or(0, number))
    });
    Some((groups, rest))
}

/// Proves the books by playing each of them against every reply. Fails if a line of play by a book
/// ends with a worse result than the book promises.
fn prove<G: Choosable>(
    prover: &Prover<G>,
    bytes: Vec<u8>,
    mut books: Vec<Book>,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<BakedPlaybook, BakeError> {
    let data = PlaybookData::from_bytes(&bytes).map_err(unproved)?;
    let player = crate::Playbook::new(prover.game(), data);
    for book in &mut books {
        for &side in &book.sides {
            let mut told = |states| watch(Progress::of_states(Phase::Exploring, states, 0));
            let played = play_through(&player, side, &mut told).map_err(|error| match error {
                PlayError::Stopped => BakeError::Stopped,
                PlayError::NoMove(state) => unproved(format!(
                    "has no legal move in {}",
                    described(prover.game(), state)
                )),
                error => unproved(error),
            })?;
            book.positions += played.states;
            let mut proved = |progress| watch(progress);
            let floor = floor(prover, side, Keep::Start, &mut proved)?.unwrap_or(Value::Loss);
            if played.value < floor {
                return Err(unproved(format!(
                    "comes to a {} instead of a {floor}",
                    played.value
                )));
            }
            // If the player wins against every reply, every move keeps the win.
            if data.keep() == Keep::Value && played.value < Value::Win {
                keeps_values(prover, &player, side, &mut proved)?;
            }
        }
    }
    Ok(BakedPlaybook {
        bytes,
        books,
        entropy: 0.0,
    })
}

fn unproved(found: impl ToString) -> BakeError {
    BakeError::Unproved {
        found: found.to_string(),
    }
}

/// Proves that each move of a book keeps the value of the state in which it is played.
fn keeps_values<G: Choosable>(
    prover: &Prover<G>,
    player: &crate::Playbook<'_, &G>,
    side: Player,
    watch: prove::ProofWatch<'_>,
) -> Result<(), BakeError> {
    let game = prover.game();
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    for start in starts(game) {
        open.push(start);
    }
    while let Some(state) = open.pop() {
        if game.outcome(state).is_some() || !seen.insert(game.key(state)) {
            continue;
        }
        if game.to_move(state) != Some(side) {
            for mv in game.legal(state) {
                open.push(game.play(state, mv));
            }
            continue;
        }
        let mv = player
            .choose(state)
            .ok_or_else(|| unproved("has no move"))?;
        let after = game.play(state, mv);
        let value = prover.value(after, watch)?;
        let is_again = game.to_move(after) == Some(side);
        let kept = if is_again { value } else { value.flip() };
        if kept < prover.value(state, watch)? {
            return Err(unproved(format!(
                "gives value away in {}",
                described(game, state)
            )));
        }
        open.push(after);
    }
    Ok(())
}
