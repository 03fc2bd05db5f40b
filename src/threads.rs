//! Runs work on several threads.

use alloc::vec::Vec;
use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Starts `others` threads that call `work`, calls `own` on this thread, and waits for all threads.
/// The argument of `own` is the number of threads that were started. If the system refuses to start
/// a thread, this number is less than `others`. A panic in a thread is passed on to the caller.
//
// `work` and `own` are trait objects, so that this code is compiled only once.
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
