//! Creates provers. If the caller leaves open the size of the transposition table or the number of threads, a default
//! is chosen.

use std::num::NonZero;
use std::thread::available_parallelism;

use perfectplay::game::Hints;
use perfectplay::prove::Prover;

use crate::error::Error;

const USUAL_MEMORY: u64 = 256 << 20;

/// Creates a prover. `memory` is the size of the transposition table in bytes; `None` for the default size.
/// `threads` is the number of threads; `None` for one thread for each core.
pub(crate) fn prover<G: Hints<State: Send + Sync> + Sync>(
    game: G,
    memory: Option<u64>,
    threads: Option<usize>,
) -> Result<Prover<G>, Error> {
    let threads = thread_count(threads);
    let bytes = usize::try_from(memory.unwrap_or(USUAL_MEMORY)).unwrap_or(usize::MAX);
    Ok(Prover::try_new(game, bytes)?.threads(threads))
}

pub(crate) fn thread_count(threads: Option<usize>) -> NonZero<usize> {
    let one_a_core = || available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    threads.and_then(NonZero::new).unwrap_or_else(one_a_core)
}
