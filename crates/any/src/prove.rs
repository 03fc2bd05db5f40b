//! Proves the values of single states, and finds and proves playbooks.

use perfectplay::bake::{self, BakeError, BakedPlaybook, Choosable, OpeningProof};
use perfectplay::game::described;
use perfectplay::level::entropy;
use perfectplay::oracle::Opening;
use perfectplay::playbook::PlaybookData;
use perfectplay::prove::{Proof, ProveError, Prover};
use perfectplay::verify::{self, PlayError, PlayedThrough};
use perfectplay::{Game, Playbook, Player, Value};
use serde::Serialize;

use crate::error::Error;
use crate::game::AnyGame;
use crate::oracle;
use crate::playbook;
use crate::position::mix;
use crate::proofs::{
    AnyOracle, OpeningJob, OpeningSample, OracleOptions, Proofs, ProvedOpening, Searched,
    VerifiedOpening,
};
use crate::prover::{prover, thread_count};
use crate::watch::{Limits, Phase, Progress, Watch};

/// A request to prove the value of a state.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofQuestion<'a> {
    /// The state; `None` for the start of the game.
    pub state: Option<&'a str>,
    /// Whether to prove the distance to the end, too. Proving the distance takes longer.
    pub distance: bool,
}

/// The answer of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Proved {
    /// The state.
    pub state: String,
    /// The player to move; `None` if the state does not say whose turn it is.
    pub to_move: Option<Player>,
    /// The value for the player to move.
    pub value: Value,
    /// The distance; `None` if the question does not ask for it, or if the state is a draw.
    pub distance: Option<u32>,
    /// The number of states that were searched. A state that was searched several times counts each time.
    pub nodes: u64,
    /// The size of the transposition table in bytes.
    pub memory: u64,
    /// The number of threads that searched.
    pub threads: usize,
}

/// A game whose states are proved. An [`AnyGame`] identifies a state by a number, and the function `state` turns this
/// number into a state of the game.
//
// Every prover owns a clone of the game, although a reference would do here. An oracle needs a `Prover<G>`, and
// a `Prover<&G>` would be compiled in addition.
pub(crate) struct GameToProve<G, N> {
    pub game: G,
    pub state: N,
}

impl<G, N> Proofs for GameToProve<G, N>
where
    G: Choosable + Clone + Send + Sync + 'static,
    N: Fn(u64) -> G::State + Clone + Send + Sync + 'static,
{
    fn oracle(&self, options: OracleOptions) -> Result<Box<dyn AnyOracle>, Error> {
        oracle::numbered(self.game.clone(), self.state.clone(), options)
    }

    #[cfg(not(target_family = "wasm"))]
    fn prove(
        &self,
        state: u64,
        with_distance: bool,
        limits: &Limits<'_>,
    ) -> Result<Searched, Error> {
        let prover = prover(self.game.clone(), limits.memory, limits.threads)?;
        let mut watch = |progress| (limits.watch)(progress);
        let proof = if with_distance {
            prover.score((self.state)(state), &mut watch)
        } else {
            let distance = None;
            let value = prover.value((self.state)(state), &mut watch);
            value.map(|value| Proof { value, distance })
        };
        Ok(Searched {
            proof: proof?,
            nodes: prover.nodes(),
            memory: prover.bytes() as u64,
            threads: prover.thread_count(),
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn play_through(
        &self,
        book: PlaybookData<'_>,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error> {
        let game = &self.game;
        let mut watch = |states| watch(Progress::of_states(Phase::Verifying, states, 0));
        let book = Playbook::new(game, book);
        verify::play_through(&book, side, &mut watch).map_err(|error| match error {
            PlayError::NoMove(state) => {
                let state = described(game, state);
                Error::Flaw(format!(
                    "expected a legal move of the playbook in {state}, found none"
                ))
            }
            PlayError::Stopped => Error::Stopped,
            error => Error::Flaw(error.to_string()),
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn prove_opening(
        &self,
        name: &str,
        job: OpeningJob<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<ProvedOpening, Error> {
        let game = &self.game;
        let mut proof = OpeningProof::new(game.clone(), job.plies);
        for (name, part) in job.parts {
            let added = proof.add(part);
            added.map_err(|error| Error::Flaw(format!("{name}: {error}")))?;
        }
        let range = match job.part {
            Some((number, parts)) => proof.part(number, parts),
            None => 0..proof.len(),
        };
        if let Some(replaced) = job.replaced {
            let mut old = OpeningProof::new(game.clone(), job.plies);
            let is_of_search = old.add(replaced).is_ok();
            let is_new = |number: usize| range.contains(&number) || proof.value(number).is_some();
            let is_part =
                (0..old.len()).all(|number| old.value(number).is_some() == is_new(number));
            if !is_of_search || !is_part {
                return Err(Error::Flaw(
                    "the file to replace is not an earlier result of this part".to_owned(),
                ));
            }
        }
        let prover = prover(game.clone(), limits.memory, Some(1))?;
        let (states, known) = (range.len() as u64, proof.proved() as u64);
        let mut watch = |found: usize| {
            let done = known + found as u64;
            (limits.watch)(Progress::of_states(Phase::Proving, done, states.max(done)))
        };
        proof.prove(
            &prover,
            range.clone(),
            thread_count(limits.threads).get(),
            work,
            &mut watch,
        )?;
        Ok(ProvedOpening {
            states: range.len(),
            bytes: match job.part {
                Some(_) => proof.work(),
                None => proof.opening(name)?,
            },
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn verify_opening(
        &self,
        bytes: &[u8],
        sample: OpeningSample,
        limits: &Limits<'_>,
    ) -> Result<VerifiedOpening, Error> {
        let game = &self.game;
        let opening = Opening::from_bytes(game, bytes);
        let opening = opening.map_err(|error| Error::Flaw(error.to_string()))?;
        let mut proof = OpeningProof::new(game.clone(), opening.plies());
        let states: Vec<_> = proof.states().collect();
        // Only the values of the sample are compared, so use the stored values of the other states.
        let most = sample.states.unwrap_or(states.len()).min(states.len());
        let mut numbers: Vec<usize> = (0..states.len()).collect();
        numbers.sort_by_cached_key(|&number| mix(entropy(sample.seed, number as u64)));
        let stored = |number: usize| {
            let value = opening.value(game, states[number]);
            value.ok_or_else(|| Error::Flaw("a state has no value".to_owned()))
        };
        for &number in &numbers[most..] {
            proof.set(number, stored(number)?);
        }
        let prover = prover(game.clone(), limits.memory, Some(1))?;
        let mut watch = |found: usize| {
            (limits.watch)(Progress::of_states(
                Phase::Verifying,
                found as u64,
                most as u64,
            ))
        };
        let save = &mut |_: &[u8]| Ok::<(), BakeError>(());
        let work = bake::Work { begun: None, save };
        let range = 0..proof.len();
        proof.prove(
            &prover,
            range,
            thread_count(limits.threads).get(),
            work,
            &mut watch,
        )?;
        let mut wrong = Vec::new();
        for &number in &numbers[..most] {
            if proof.value(number) != Some(stored(number)?) {
                wrong.push(described(game, states[number]));
            }
        }
        Ok(VerifiedOpening {
            plies: opening.plies(),
            states: opening.states(),
            proved: most,
            wrong,
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn bake_by_rules(
        &self,
        how: bake::Playbook<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<BakedPlaybook, Error> {
        /// The memory limit in bytes if the caller sets none.
        const USUAL_MEMORY: u64 = 1 << 30;
        let memory = limits.memory.unwrap_or(USUAL_MEMORY);
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        // Half of the memory is for the transposition table, and a quarter for the states that the book meets. The
        // last quarter stays free.
        let prover = Prover::try_new(self.game.clone(), memory / 2)?;
        let watch = &mut |progress| (limits.watch)(progress);
        Ok(how.bake_by_rules(&prover, memory / 4, work, watch)?)
    }
}

impl AnyGame {
    pub(crate) fn proofs(&self) -> Box<dyn Proofs> {
        self.0.proofs().unwrap_or_else(|| {
            Box::new(GameToProve {
                game: self.clone(),
                state: |state| state,
            })
        })
    }
}

#[cfg(not(target_family = "wasm"))]
impl AnyGame {
    /// Proves the value of a state, without a table of the game.
    ///
    /// # Errors
    ///
    /// Fails when the text is not a state, the game is loopy, its rules have a fault, or the work was stopped.
    pub fn prove(
        &self,
        question: &ProofQuestion<'_>,
        limits: &Limits<'_>,
    ) -> Result<Proved, Error> {
        let state = match question.state {
            Some(text) => self.parse(text)?,
            None => self.start(),
        };
        let searched = self.proofs().prove(state, question.distance, limits)?;
        Ok(Proved {
            state: self.text(state),
            to_move: self.to_move(state),
            value: searched.proof.value,
            distance: searched.proof.distance,
            nodes: searched.nodes,
            memory: searched.memory,
            threads: searched.threads,
        })
    }

    /// Plays a playbook on one side against every reply. Needs only the rules, and no table.
    ///
    /// # Errors
    /// Fails when the book is not made for `side`, when it has no move for a state that can occur, or when the work was
    /// stopped.
    pub fn play_through(
        &self,
        book: &playbook::Playbook,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error> {
        self.proofs().play_through(book.data(), side, watch)
    }

    /// Finds and proves a playbook *by rules*. It stores weights that order the moves of a state, and entries only for
    /// states in which the weights do not suffice. Each move of the playbook is proved by a search of its own, so the
    /// game needs no table.
    ///
    /// # Errors
    /// Fails in the same cases as [`bake::Playbook::bake_by_rules`].
    pub fn bake_by_rules(
        &self,
        how: bake::Playbook<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<BakedPlaybook, Error> {
        if self.is_loopy() {
            return Err(ProveError::Loopy.into());
        }
        self.proofs().bake_by_rules(how, work, limits)
    }

    /// Proves the opening table of a game, or a part of this table.
    ///
    /// # Errors
    /// Fails when the game is loopy, its rules have a fault, a saved part belongs to another opening table, or the work
    /// was stopped.
    pub fn prove_opening(
        &self,
        job: OpeningJob<'_>,
        work: bake::Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<ProvedOpening, Error> {
        if self.is_loopy() {
            return Err(ProveError::Loopy.into());
        }
        let name = &self.info().spec;
        self.proofs().prove_opening(name, job, work, limits)
    }

    /// Proves all values of an opening table again, or only the values of a sample of its states.
    ///
    /// # Errors
    /// Fails when the bytes are not an opening of this game, or the work was stopped.
    pub fn verify_opening(
        &self,
        bytes: &[u8],
        sample: OpeningSample,
        limits: &Limits<'_>,
    ) -> Result<VerifiedOpening, Error> {
        self.proofs().verify_opening(bytes, sample, limits)
    }
}

impl From<ProveError> for Error {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Stopped => Self::Stopped,
            error => Self::Prove(Box::new(error)),
        }
    }
}
