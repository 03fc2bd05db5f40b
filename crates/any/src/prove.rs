//! Proves the values of single states, and of playbooks.

use std::num::NonZero;
use std::thread::available_parallelism;

use perfectplay::bake::{self, BakedPlaybook};
use perfectplay::playbook::PlaybookData;
use perfectplay::prove::{Proof, ProveError, Prover};
use perfectplay::verify::{self, PlayError, PlayedThrough};
use perfectplay::{Playbook, Player};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::game::{Proved, Question};
use crate::info::text;
use crate::watch::{Limits, Phase, Watch, of_states, searching};

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
        (limits.watch)(of_states(Phase::Proving, progress.nodes, 0))
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

/// Plays a playbook through, by the rules of its game.
pub(crate) fn play_through<G: Listed>(
    game: &G,
    book: PlaybookData<'_>,
    side: Player,
    watch: Watch<'_>,
) -> Result<PlayedThrough, Error> {
    let mut watch = |states| watch(of_states(Phase::Verifying, states, 0));
    // By two references, as the prover of `bake_by_rules` has the game, so that the walk is compiled
    // once for both.
    let book = Playbook::new(&game, book);
    verify::play_through(&book, side, &mut watch).map_err(|error| match error {
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

/// Finds a playbook by rules.
pub(crate) fn bake_by_rules<G: Listed>(
    game: &G,
    how: bake::Playbook<'_>,
    work: bake::Work<'_>,
    limits: &Limits<'_>,
) -> Result<BakedPlaybook, Error> {
    /// The memory without a limit.
    const USUAL_MEMORY: u64 = 1 << 30;
    let memory = limits.memory.unwrap_or(USUAL_MEMORY);
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    // A quarter is left for the states that the book meets.
    let prover = Prover::new(game, memory / 2);
    let watch = &mut |progress| searching(progress, 0, limits.watch);
    Ok(how.bake_by_rules(&prover, memory / 4, work, watch)?)
}
