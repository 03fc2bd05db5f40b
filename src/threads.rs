//! Runs work on several threads.

use alloc::vec::Vec;
use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Calls `work` on up to `others` other threads, and `own` with their number on this one, and waits for all of
/// them. If the system does not start a thread, the work goes on without it. A panic of a thread is passed on.
//
// Threads are compiled here once, and not for each game and each kind of work.
pub(crate) fn beside(others: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut(usize)) {
    scope(|scope| {
        let mut started = Vec::new();
        for _ in 0..others {
            match Builder::new().spawn_scoped(scope, work) {
                Ok(thread) => started.push(thread),
                Err(_) => break,
            }
        }
        own(started.len());
        for thread in started {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
