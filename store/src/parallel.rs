//! Work on all cores, or on one where the feature `rayon` is off.

use std::convert::Infallible;

/// The results of a piece of work on each item, in order; or an error of one of them.
#[cfg(feature = "rayon")]
pub(crate) fn try_map<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    // Each item is work of milliseconds, so that they may as well be taken one by one.
    rayon::iter::IndexedParallelIterator::with_max_len(items.into_par_iter(), 1)
        .map(work)
        .collect()
}

/// The results of a piece of work on each item, in order; or the first error.
#[cfg(not(feature = "rayon"))]
pub(crate) fn try_map<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    items.into_iter().map(work).collect()
}

/// The results of a piece of work that cannot fail on each item, in order.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    let Ok(results) = try_map(items, |item| Ok::<_, Infallible>(work(item)));
    results
}

/// Does something with so many threads, or with as many as there are cores.
#[cfg(feature = "rayon")]
pub(crate) fn with_threads<R: Send>(threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    let pool = threads.and_then(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().ok()
    });
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Does something with the one thread there is.
#[cfg(not(feature = "rayon"))]
pub(crate) fn with_threads<R: Send>(_threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    work()
}
