//! Proofs of what single states are worth, and of what playbooks keep.

use std::num::NonZero;
use std::thread::available_parallelism;

use perfectplay::prove::{Proof, ProveError, Prover};
use perfectplay::verify::{PlayError, PlayedThrough, play_through as library_play_through};
use perfectplay::{Player, Value};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::info::text;
use crate::playbook::Playbook;
use crate::watch::{Limits, Phase, Progress, Watch};

/// What is to be proved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The state; `None` for the one in which the game begins.
    pub state: Option<&'a str>,
    /// Whether the distance is asked for, which takes longer.
    pub distance: bool,
}

/// What was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proved {
    /// The state.
    pub state: String,
    /// The player to move, if the state tells.
    pub to_move: Option<Player>,
    /// The value for the player to move.
    pub value: Value,
    /// The distance, if it was asked for and the state is no draw.
    pub distance: Option<u32>,
    /// The number of states that were searched, each as often as it was.
    pub nodes: u64,
    /// The bytes of the table in which states were remembered.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The bytes of the table if no limit is given.
const USUAL_MEMORY: u64 = 256 << 20;

pub(crate) fn prove<G: Listed>(
    game: &G,
    question: &Question<'_>,
    limits: &Limits<'_>,
) -> Result<Proved, Error> {
    let state = match question.state {
        Some(text) => game.read_state(text)?,
        None => game.start(),
    };
    let one_a_core = || available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = limits.threads.and_then(NonZero::new);
    let threads = threads.unwrap_or_else(one_a_core);
    let bytes = limits.memory.unwrap_or(USUAL_MEMORY);
    let prover = Prover::new(game, usize::try_from(bytes).unwrap_or(usize::MAX));
    let prover = prover.threads(threads);
    let mut watch = |progress: perfectplay::prove::Progress| {
        (limits.watch)(Progress {
            phase: Phase::Proving,
            done: progress.nodes,
            total: 0,
            is_of_states: true,
        })
    };
    let proof = if question.distance {
        prover.score(state, &mut watch)
    } else {
        let distance = None;
        let value = prover.value(state, &mut watch);
        value.map(|value| Proof { value, distance })
    };
    let Proof { value, distance } = proof?;
    Ok(Proved {
        state: text(&|out| game.write_state(state, out)),
        to_move: game.to_move(state),
        value,
        distance,
        nodes: prover.nodes(),
        memory: prover.bytes() as u64,
        threads: threads.get(),
    })
}

pub(crate) fn play_through<G: Listed>(
    game: &G,
    book: &Playbook,
    side: Player,
    watch: Watch<'_>,
) -> Result<PlayedThrough, Error> {
    let mut watch = |states| {
        watch(Progress {
            phase: Phase::Verifying,
            done: states,
            total: 0,
            is_of_states: true,
        })
    };
    let book = perfectplay::Playbook::new(game, book.data());
    library_play_through(&book, side, &mut watch).map_err(|error| match error {
        PlayError::NoMove(state) => {
            let state = text(&|out| game.write_state(state, out));
            Error::Flaw(format!(
                "expected a legal move of the playbook in {state}, found none"
            ))
        }
        PlayError::Stopped => Error::Stopped,
        error => Error::Flaw(error.to_string()),
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
