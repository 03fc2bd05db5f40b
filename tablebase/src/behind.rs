//! Writing while the work goes on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::error::Error;
use crate::store::Store;

/// Does something with a store to which another thread writes. All is written when this
/// returns.
pub(crate) fn write_behind(
    store: &dyn Store,
    work: impl FnOnce(&dyn Store) -> Result<(), Error>,
) -> Result<(), Error> {
    let waiting = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        // One file is written and one waits. So no more than two are in memory.
        let (sender, receiver) = mpsc::sync_channel::<String>(0);
        let waiting = &waiting;
        let writer = scope.spawn(move || {
            for name in receiver {
                let bytes = lock(waiting).get(&name).cloned();
                if let Some(bytes) = bytes {
                    store.write(&name, bytes)?;
                }
                lock(waiting).remove(&name);
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
        // Work that could not hand over a file stopped because of what the writer tells.
        written.and(worked)
    })
}

/// The files on their way.
type Waiting = Mutex<BTreeMap<String, Vec<u8>>>;

fn lock(waiting: &Waiting) -> std::sync::MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A store to which another thread writes.
struct Behind<'a> {
    store: &'a dyn Store,
    waiting: &'a Waiting,
    sender: SyncSender<String>,
}

impl Store for Behind<'_> {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        match lock(self.waiting).get(name) {
            Some(bytes) => Ok(Some(bytes.clone())),
            None => self.store.read(name),
        }
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        lock(self.waiting).insert(name.to_owned(), bytes);
        // A writer that has failed takes nothing more, and tells why at the end.
        self.sender
            .send(name.to_owned())
            .map_err(|_| Error::Stopped)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.store.path(name)
    }
}
