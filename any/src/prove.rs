//! Proves the values of single states.

use std::num::NonZero;
use std::thread::available_parallelism;

use perfectplay::prove::{Proof, ProveError, Prover};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::game::{Proved, Question};
use crate::info::text;
use crate::watch::{Limits, Phase, Progress};

/// The bytes of the transposition table if no limit is given.
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
    let prover = Prover::new(game, usize::try_from(bytes).unwrap_or(usize::MAX)).threads(threads);
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

impl From<ProveError> for Error {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Stopped => Self::Stopped,
            error => Self::Prove(Box::new(error)),
        }
    }
}
