//! Writes results in the background, while the work continues.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::error::Error;
use crate::jobs::store::ResultStore;

/// Runs `work` with a result store that writes in another thread. Returns after that thread has
/// written all results.
pub(crate) fn write_behind(
    store: &dyn ResultStore,
    work: impl FnOnce(&dyn ResultStore) -> Result<(), Error>,
) -> Result<(), Error> {
    let waiting = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        // One result is being written and one waits, so at most two are in memory.
        let (sender, receiver) = mpsc::sync_channel::<Task>(0);
        let waiting = &waiting;
        let writer = scope.spawn(move || {
            for task in receiver {
                match task {
                    Task::Write(name) => {
                        let bytes = lock(waiting).get(&name).cloned();
                        if let Some(bytes) = bytes {
                            store.write(&name, bytes)?;
                        }
                        lock(waiting).remove(&name);
                    }
                    Task::Remove(name) => store.remove(&name)?,
                }
            }
            Ok(())
        });
        let behind = Behind {
            store,
            waiting,
            sender,
        };
        let worked = work(&behind);
        drop(behind);
        let written = writer.join().expect("a writer that does not panic");
        // If `work` could not hand over a result, the error of the writer is the reason.
        written.and(worked)
    })
}

type Waiting = Mutex<BTreeMap<String, Vec<u8>>>;

/// The tasks of the writer. The writer does the tasks in order, because a result may be removed
/// only after the result that replaces it is written.
enum Task {
    Write(String),
    Remove(String),
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A result store that writes the results of jobs in another thread.
struct Behind<'a> {
    store: &'a dyn ResultStore,
    waiting: &'a Waiting,
    sender: SyncSender<Task>,
}

impl Behind<'_> {
    /// Passes a task to the writer. After a write has failed, the writer accepts no more tasks, and
    /// `write_behind` returns the error.
    fn send(&self, task: Task) -> Result<(), Error> {
        self.sender.send(task).map_err(|_| Error::Interrupted)
    }
}

impl ResultStore for Behind<'_> {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        match lock(self.waiting).get(name) {
            Some(bytes) => Ok(Some(bytes.clone())),
            None => self.store.read(name),
        }
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        lock(self.waiting).insert(name.to_owned(), bytes);
        self.send(Task::Write(name.to_owned()))
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.send(Task::Remove(name.to_owned()))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.store.path(name)
    }
}
