//! Proves the values of single states, and finds and proves playbooks.

use perfectplay::bake::{self, BakedPlaybook, Choosable};
use perfectplay::game::described;
use perfectplay::playbook::PlaybookData;
use perfectplay::prove::{Proof, ProveError, Prover};
use perfectplay::verify::{self, PlayError, PlayedThrough};
use perfectplay::{Game, Playbook, Player, Value};
use perfectplay_games::Listed;
use serde::Serialize;

use crate::erased_game::ErasedGame;
use crate::error::Error;
use crate::game::AnyGame;
#[cfg(not(target_family = "wasm"))]
use crate::opening;
use crate::oracle;
use crate::playbook;
use crate::proofs::{
    AnyOracle, OpeningJob, OpeningSample, OracleOptions, Proofs, ProvedOpening, Searched,
    VerifiedOpening,
};
use crate::prover::prover;
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
    /// The number of states that were searched, with repetitions.
    pub nodes: u64,
    /// The size of the transposition table in bytes.
    pub memory: u64,
    /// The number of threads that searched.
    pub threads: usize,
}

/// Implements [`Proofs`] by calls of the functions in this module. Every prover owns a clone of the game,
/// although a reference would do here. An oracle needs a `Prover<G>`, and a `Prover<&G>` would be compiled in
/// addition.
macro_rules! proofs {
    ($self:ident, $game:expr, $state:ident => $typed:expr, $convert:expr) => {
        fn oracle(&$self, options: OracleOptions) -> Result<Box<dyn AnyOracle>, Error> {
            oracle::numbered($game.clone(), $convert, options)
        }

        #[cfg(not(target_family = "wasm"))]
        fn prove(
            &$self,
            $state: u64,
            with_distance: bool,
            limits: &Limits<'_>,
        ) -> Result<Searched, Error> {
            prove($game, $typed, with_distance, limits)
        }

        #[cfg(not(target_family = "wasm"))]
        fn play_through(
            &$self,
            book: PlaybookData<'_>,
            side: Player,
            watch: Watch<'_>,
        ) -> Result<PlayedThrough, Error> {
            play_through($game, book, side, watch)
        }

        #[cfg(not(target_family = "wasm"))]
        fn prove_opening(
            &$self,
            name: &str,
            job: OpeningJob<'_>,
            work: bake::Work<'_>,
            limits: &Limits<'_>,
        ) -> Result<ProvedOpening, Error> {
            opening::prove($game, name, job, work, limits)
        }

        #[cfg(not(target_family = "wasm"))]
        fn verify_opening(
            &$self,
            bytes: &[u8],
            sample: OpeningSample,
            limits: &Limits<'_>,
        ) -> Result<VerifiedOpening, Error> {
            opening::verify($game, bytes, sample, limits)
        }

        #[cfg(not(target_family = "wasm"))]
        fn bake_by_rules(
            &$self,
            how: bake::Playbook<'_>,
            work: bake::Work<'_>,
            limits: &Limits<'_>,
        ) -> Result<BakedPlaybook, Error> {
            bake_by_rules($game, how, work, limits)
        }
    };
}

impl Proofs for AnyGame {
    proofs!(self, self, state => state, |state| state);
}

impl<G: Listed> Proofs for ErasedGame<G> {
    proofs!(self, &self.game, state => self.state(state), self.to_states());
}

impl AnyGame {
    pub(crate) fn proofs(&self) -> &dyn Proofs {
        self.0.proofs().unwrap_or(self)
    }
}

#[cfg(not(target_family = "wasm"))]
impl AnyGame {
    /// Proves the value of a state, without a table of the game.
    ///
    /// # Errors
    ///
    /// When the text is not a state, the game is loopy, its rules have a fault, or the work was
    /// stopped.
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
    /// When the book is not made for `side`, when it has no move for a state that can occur, or when the work was
    /// stopped.
    pub fn play_through(
        &self,
        book: &playbook::Playbook,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error> {
        self.proofs().play_through(book.data(), side, watch)
    }

    /// Finds a playbook by rules, and proves it. Each move of the playbook is proved by a search of its own, so
    /// the game needs no table.
    ///
    /// # Errors
    /// As for [`bake::Playbook::bake_by_rules`].
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
}

/// Proves the value of a state, and also its distance if `with_distance` is set.
fn prove<G: Choosable + Clone>(
    game: &G,
    state: G::State,
    with_distance: bool,
    limits: &Limits<'_>,
) -> Result<Searched, Error> {
    let prover = prover(game.clone(), limits.memory, limits.threads)?;
    let mut watch = |progress| (limits.watch)(progress);
    let proof = if with_distance {
        prover.score(state, &mut watch)
    } else {
        let distance = None;
        let value = prover.value(state, &mut watch);
        value.map(|value| Proof { value, distance })
    };
    Ok(Searched {
        proof: proof?,
        nodes: prover.nodes(),
        memory: prover.bytes() as u64,
        threads: prover.thread_count(),
    })
}

impl From<ProveError> for Error {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Stopped => Self::Stopped,
            error => Self::Prove(Box::new(error)),
        }
    }
}

/// Plays a playbook on one side against every reply. Needs only the rules, and no table.
fn play_through<G: Choosable>(
    game: &G,
    book: PlaybookData<'_>,
    side: Player,
    watch: Watch<'_>,
) -> Result<PlayedThrough, Error> {
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

/// Finds a playbook by rules.
fn bake_by_rules<G: Choosable + Clone>(
    game: &G,
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
    let prover = Prover::try_new(game.clone(), memory / 2)?;
    let watch = &mut |progress| (limits.watch)(progress);
    Ok(how.bake_by_rules(&prover, memory / 4, work, watch)?)
}
