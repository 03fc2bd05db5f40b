//! Runs work on all cores, or on one thread in WebAssembly.

use std::convert::Infallible;
use std::mem;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

/// The number of items whose results are computed together and then passed on. A larger number
/// keeps more results in memory. With a smaller number, cores wait for each other.
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
        tasks.push(Mutex::new(Task::Open(item)));
    }
    each(tasks.len(), &|number| {
        let task = mem::replace(&mut *lock(&tasks[number]), Task::Begun);
        let Task::Open(item) = task else {
            return false;
        };
        let done = work(item);
        let is_done = done.is_ok();
        *lock(&tasks[number]) = Task::Done(done);
        is_done
    });
    let (mut results, mut failure) = (Vec::with_capacity(tasks.len()), None);
    for task in tasks {
        match task.into_inner().expect(UNHARMED) {
            Task::Done(Ok(result)) => results.push(result),
            Task::Done(Err(error)) => failure = Some(error),
            // After an error, other tasks are not begun.
            Task::Open(_) | Task::Begun => {}
        }
    }
    match failure {
        Some(error) => Err(error),
        None => Ok(results),
    }
}

/// A piece of work. One thread stores the item. Another thread takes the item and stores the
/// result.
enum Task<T, R> {
    Open(T),
    Begun,
    Done(R),
}

/// The message in case a lock is poisoned, which cannot happen.
const UNHARMED: &str = "nothing panics that holds it";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect(UNHARMED)
}

/// Calls `work` for each number below `count`, until `work` returns `false`.
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
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Ok(results) = try_map(items, |item| Ok::<_, Infallible>(work(item)));
    results
}

/// Calls `work`, which cannot fail, with each item, and `each` with each result, in the order of
/// the items. Stops if `each` breaks.
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

/// Sorts numbers. Sorting is fastest if the numbers consist of a few rising runs.
pub(crate) fn sort(numbers: &mut [u64]) {
    #[cfg(not(target_family = "wasm"))]
    rayon::slice::ParallelSliceMut::par_sort(numbers);
    #[cfg(target_family = "wasm")]
    numbers.sort();
}

/// Runs `work` on `threads` threads, or on as many threads as the machine has cores.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_threads<R: Send>(threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    let task = Mutex::new(Task::Open(work));
    let run = || {
        let work = mem::replace(&mut *lock(&task), Task::Begun);
        if let Task::Open(work) = work {
            let result = work();
            *lock(&task) = Task::Done(result);
        }
    };
    within(threads, &run);
    match task.into_inner().expect(UNHARMED) {
        Task::Done(result) => result,
        _ => unreachable!("the work has been run"),
    }
}

/// Calls `run` in a pool of `threads` threads. If `threads` is `None`, or the pool cannot be
/// created, calls `run` in the current pool.
#[cfg(not(target_family = "wasm"))]
fn within(threads: Option<usize>, run: &(dyn Fn() + Sync)) {
    let pool = threads.and_then(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().ok()
    });
    match pool {
        Some(pool) => pool.install(run),
        None => run(),
    }
}

/// Runs `work` on the only thread.
#[cfg(target_family = "wasm")]
pub(crate) fn with_threads<R: Send>(_threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    work()
}
