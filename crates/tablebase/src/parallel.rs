//! Runs work on all cores, or on one thread in WebAssembly.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

use crate::error::Error;

/// The number of items whose results [`try_for_each`] computes in parallel before it passes them to the caller. A
/// larger number keeps more results in memory. With a smaller number, cores wait for each other more often.
const AT_A_TIME: usize = 64;

/// Calls `work` with each item. Returns the results in the order of the items, or an error if
/// `work` fails for an item.
//
// Only `each` uses threads. It has no type parameters, so `rayon` is compiled for it once, and not
// for every game and every kind of work. Such copies would be a fifth of the command.
pub(crate) fn try_map<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let mut tasks = Vec::with_capacity(items.len());
    for item in items {
        tasks.push(Mutex::new((Some(item), None)));
    }
    each(tasks.len(), &|number| {
        let Some(item) = lock(&tasks[number]).0.take() else {
            return false;
        };
        let done = work(item);
        let is_done = done.is_ok();
        lock(&tasks[number]).1 = Some(done);
        is_done
    });
    // After an error, other tasks are not begun, and have no result.
    let done = tasks
        .into_iter()
        .filter_map(|task| task.into_inner().expect(UNHARMED).1);
    done.collect()
}

/// The message in case a lock is poisoned, which cannot happen.
const UNHARMED: &str = "nothing panics that holds it";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect(UNHARMED)
}

#[cfg(not(target_family = "wasm"))]
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

    // Each call takes milliseconds, so they may be distributed one by one.
    let numbers = (0..count).into_par_iter().with_max_len(1);
    // The caller sees in its tasks whether a call has failed.
    let _ = numbers.try_for_each(|number| work(number).then_some(()));
}

/// Calls `work` for each number below `count`, until `work` returns `false`.
#[cfg(target_family = "wasm")]
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let _ = (0..count).try_for_each(|number| work(number).then_some(()));
}

/// Calls `work`, which cannot fail, with each item. Returns the results in the order of the items.
pub fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Ok(results) = try_map(items, |item| Ok::<_, Infallible>(work(item)));
    results
}

/// Calls `work` with each item, and passes the results to `each`, in the order of the items. Stops
/// if `each` breaks.
pub(crate) fn try_for_each<T: Clone + Send, R: Send>(
    items: &[T],
    work: impl Fn(T) -> R + Sync,
    mut each: impl FnMut(R) -> ControlFlow<()>,
) -> ControlFlow<()> {
    items.chunks(AT_A_TIME).try_for_each(|items| {
        let results = map(items.to_vec(), &work);
        results.into_iter().try_for_each(&mut each)
    })
}

/// Sorts `numbers`. Sorting is fastest if `numbers` consists of a few rising runs.
pub(crate) fn sort(numbers: &mut [u64]) {
    #[cfg(not(target_family = "wasm"))]
    rayon::slice::ParallelSliceMut::par_sort(numbers);
    #[cfg(target_family = "wasm")]
    numbers.sort();
}

/// Runs `work` in a pool of `threads` threads. If `threads` is `None`, or the pool cannot be created, runs `work` in
/// the current pool. That pool has as many threads as the machine has cores.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_threads(threads: Option<usize>, work: &mut Work<'_>) -> Result<(), Error> {
    let pool = threads.and_then(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().ok()
    });
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Runs `work` in WebAssembly, which has only one thread.
#[cfg(target_family = "wasm")]
pub(crate) fn with_threads(_threads: Option<usize>, work: &mut Work<'_>) -> Result<(), Error> {
    work()
}

/// Work that a pool of threads runs. The type is a trait object, so that the code of the pool is compiled only once,
/// and not for every kind of work.
type Work<'w> = dyn FnMut() -> Result<(), Error> + Send + 'w;
