//! Work on all cores, or on one where the feature `rayon` is off.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

/// How many pieces are worked on before their results are taken. With more, more results are in
/// memory; with fewer, cores wait for each other.
const AT_A_TIME: usize = 64;

/// Returns the results of a piece of work on each item, in order; or an error of one of them.
//
// Only `each` knows of threads. It has no type parameters, so that what `rayon` makes of it is
// compiled once, not once for every game and every piece of work: a fifth of the command.
pub(crate) fn try_map<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let tasks: Vec<Slot<T>> = items.into_iter().map(Slot::holding).collect();
    let results: Vec<Slot<R>> = tasks.iter().map(|_| Slot::empty()).collect();
    let failure = Slot::empty();
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
        None => Ok(results.iter().filter_map(Slot::take).collect()),
    }
}

/// A place for what one thread leaves and another takes.
struct Slot<T>(Mutex<Option<T>>);

impl<T> Slot<T> {
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

/// Does the work of each number below `count`, until it answers that there is no need to go on.
#[cfg(feature = "rayon")]
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

    // Each is work of milliseconds, so that they may as well be taken one by one.
    let numbers = (0..count).into_par_iter().with_max_len(1);
    // The answer has told the one that asked.
    let _ = numbers.try_for_each(|number| work(number).then_some(()));
}

/// Does the work of each number below `count`, until it answers that there is no need to go on.
#[cfg(not(feature = "rayon"))]
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let _ = (0..count).try_for_each(|number| work(number).then_some(()));
}

/// Returns the results of a piece of work that cannot fail on each item, in order.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Ok(results) = try_map(items, |item| Ok::<_, Infallible>(work(item)));
    results
}

/// Tells the results of a piece of work that cannot fail on each item, in order, some at a time,
/// until it is told to break off.
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

/// Sorts numbers, quickest if they are some runs that rise.
pub(crate) fn sort(numbers: &mut [u64]) {
    #[cfg(feature = "rayon")]
    rayon::slice::ParallelSliceMut::par_sort(numbers);
    #[cfg(not(feature = "rayon"))]
    numbers.sort();
}

/// Does something with so many threads, or with as many as there are cores.
#[cfg(feature = "rayon")]
pub(crate) fn with_threads<R: Send>(threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    let (task, result) = (Slot::holding(work), Slot::empty());
    let run = || {
        let work = task.take().expect("it is run once");
        result.put(work());
    };
    within(threads, &run);
    result.take().expect("it has been run")
}

/// Runs something on a pool of so many threads, if such a pool can be made.
#[cfg(feature = "rayon")]
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

/// Does something with the one thread there is.
#[cfg(not(feature = "rayon"))]
pub(crate) fn with_threads<R: Send>(_threads: Option<usize>, work: impl FnOnce() -> R + Send) -> R {
    work()
}
