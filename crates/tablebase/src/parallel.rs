//! Work on all cores, or on one in WebAssembly.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

/// The number of pieces of work to do before their results are taken. With more pieces, more
/// results are in memory; with fewer, cores wait for each other.
const AT_A_TIME: usize = 64;

/// Returns the results of a function for each item, in order, or the error for one of them.
//
// Only `each` uses threads. It has no type parameters, so `rayon` is compiled for it once, and not
// for every game and every kind of work. Such copies would be a fifth of the command.
pub(crate) fn try_map<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let tasks: Vec<Handover<T>> = items.into_iter().map(Handover::holding).collect();
    let results: Vec<Handover<R>> = tasks.iter().map(|_| Handover::empty()).collect();
    let failure = Handover::empty();
    each(tasks.len(), &|number| {
        let item = tasks[number].take().expect("each task is done once");
        match work(item) {
            Ok(result) => results[number].put(result),
            Err(error) => failure.put(error),
        }
        !failure.is_full()
    });
    match failure.take() {
        Some(error) => Err(error),
        None => Ok(results.iter().filter_map(Handover::take).collect()),
    }
}

/// A slot in which one thread leaves a value and another takes it.
struct Handover<T>(Mutex<Option<T>>);

impl<T> Handover<T> {
    const fn holding(item: T) -> Self {
        Self(Mutex::new(Some(item)))
    }

    const fn empty() -> Self {
        Self(Mutex::new(None))
    }

    fn take(&self) -> Option<T> {
        self.lock().take()
    }

    fn put(&self, item: T) {
        *self.lock() = Some(item);
    }

    fn is_full(&self) -> bool {
        self.lock().is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Option<T>> {
        self.0.lock().expect("nothing panics that holds it")
    }
}

/// Calls `work` for each number below `count`, until it returns `false`.
#[cfg(not(target_family = "wasm"))]
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

    // Each call takes milliseconds, so they may be distributed one by one.
    let numbers = (0..count).into_par_iter().with_max_len(1);
    // The caller knows the answer already.
    let _ = numbers.try_for_each(|number| work(number).then_some(()));
}

/// Calls `work` for each number below `count`, until it returns `false`.
#[cfg(target_family = "wasm")]
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let _ = (0..count).try_for_each(|number| work(number).then_some(()));
}

/// Returns the results of a function that cannot fail for each item, in order.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Ok(results) = try_map(items, |item| Ok::<_, Infallible>(work(item)));
    results
}

/// Passes on the result of a function for each item, in order, some results at a time, until the
/// receiver breaks off. The function cannot fail.
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

/// Sorts numbers. It is fastest if they consist of some rising runs.
pub(crate) fn sort(numbers: &mut [u64]) {
    #[cfg(not(target_family = "wasm"))]
    rayon::slice::ParallelSliceMut::par_sort(numbers);
    #[cfg(target_family = "wasm")]
    numbers.sort();
}

/// Does work on `threads` threads, or on as many as the machine has cores.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_threads<R: Send>(threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    let (task, result) = (Handover::holding(work), Handover::empty());
    let run = || {
        let work = task.take().expect("it is run once");
        result.put(work());
    };
    within(threads, &run);
    result.take().expect("it has been run")
}

/// Runs work on a pool of this number of threads, if such a pool can be created.
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

/// Does work on the only thread.
#[cfg(target_family = "wasm")]
pub(crate) fn with_threads<R: Send>(_threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    work()
}
