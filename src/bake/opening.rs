//! Proves the values of the states after the first plies of a game, and writes these values as
//! bytes.

use alloc::vec::Vec;
use core::mem;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::error::BakeError;
use super::playbook::Work;
use super::wdl::{PlyTally, VALUES, written};
use crate::fingerprint::fingerprint;
use crate::oracle::Layers;
use crate::prove::{ProveError, Prover};
use crate::table::checksum;
use crate::threads::beside;
use crate::wdl::KeptPlies;
use perfectplay_core::{Game, Hints, Value};

/// The states after the last ply of an opening, with the values that are proved so far.
///
/// If several states are symmetric to each other, only one of them is kept. A state is left out if
/// [one ply decides](crate::Wdl#stored-values) it, that is, if the rules give its value after at
/// most one move. The states are in ascending order of their keys.
///
/// [`Opening`](crate::oracle::Opening) has an example.
#[derive(Clone, Debug)]
pub struct OpeningProof<G: Game> {
    game: G,
    plies: u8,
    /// The number of states after the last ply. Symmetric states count as one. The states that one
    /// ply decides count here, but `states` does not contain them.
    all: u64,
    states: Vec<(u64, G::State)>,
    values: Vec<Option<Value>>,
}

/// The bytes with which saved work begins. These bytes contain the version of the format.
const LABEL: &[u8] = b"perfectplay opening work 1\n";

impl<G: Hints<State: Send + Sync> + Sync> OpeningProof<G> {
    /// Finds the states of an opening. No value is known yet.
    #[must_use]
    pub fn new(game: G, plies: u8) -> Self {
        let layers = Layers::new(&game, plies);
        let states: Vec<_> = layers.open(&game).collect();
        Self {
            game,
            plies,
            all: layers.len() as u64,
            values: alloc::vec![None; states.len()],
            states,
        }
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether there are no states to prove.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the number of states whose value is known.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// Returns the states.
    pub fn states(&self) -> impl ExactSizeIterator<Item = G::State> {
        self.states.iter().map(|&(_, state)| state)
    }

    /// Divides the states into `parts` ranges of about equal size, and returns range `number`,
    /// counted from 0.
    #[must_use]
    pub fn part(&self, number: usize, parts: usize) -> Range<usize> {
        let begin = |number: usize| (self.len() as u128 * number as u128 / parts as u128) as usize;
        begin(number)..begin(number + 1)
    }

    /// Returns the value of state `number`, counted from 0; `None` if the value is not known.
    #[must_use]
    pub fn value(&self, number: usize) -> Option<Value> {
        self.values[number]
    }

    /// Sets the value of state `number`, counted from 0.
    pub fn set(&mut self, number: usize, value: Value) {
        self.values[number] = Some(value);
    }

    /// Proves the values of all states in `range` whose values are not known yet. Uses `threads`
    /// threads, which share the transposition table of `prover`. Calls `work.save` every ten
    /// seconds, and at the end.
    ///
    /// # Errors
    /// Fails when the rules have a fault, the work cannot be saved, or `watch` returns `Break`.
    /// Also fails when `work.begun` is damaged or belongs to another opening. The values that were
    /// proved before the error are kept.
    pub fn prove(
        &mut self,
        prover: &Prover<G>,
        range: Range<usize>,
        threads: usize,
        work: Work<'_>,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<(), BakeError> {
        if let Some(begun) = &work.begun {
            self.add(begun)?;
        }
        let (states, values) = (&self.states, &self.values);
        let open: Vec<usize> = range.filter(|&number| values[number].is_none()).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let prove_next = || {
            let &number = open.get(next.fetch_add(1, Ordering::Relaxed))?;
            let mut watch = |_| match is_stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            Some((number, prover.value(states[number].1, &mut watch)))
        };
        let head = self.head();
        let mut found = Vec::new();
        let ended = prove_all(
            (threads.clamp(1, open.len().max(1)), open.len()),
            (&prove_next, &is_stopped),
            &mut found,
            watch,
            &mut |found| (work.save)(&work_bytes(head.clone(), values, found)),
        );
        for (number, value) in found {
            self.set(number, value);
        }
        (work.save)(&self.work())?;
        ended
    }

    /// Returns the known values as bytes, which another process can [add](Self::add) to its own
    /// values.
    #[must_use]
    pub fn work(&self) -> Vec<u8> {
        work_bytes(self.head(), &self.values, &[])
    }

    /// Adds values that another process has proved. `work` is what [`work`](Self::work) returned in
    /// the other process.
    ///
    /// # Errors
    /// Fails when `work` is damaged, or belongs to another opening.
    pub fn add(&mut self, work: &[u8]) -> Result<(), BakeError> {
        add_work(&self.head(), &mut self.values, work)
    }

    /// Returns the bytes with which saved work on this opening begins. These bytes differ from
    /// those of any other opening, so that work on another opening can be refused.
    fn head(&self) -> Vec<u8> {
        let mut bytes = Vec::from(LABEL);
        bytes.extend(fingerprint(&self.game).to_le_bytes());
        bytes.push(self.plies);
        bytes.extend((self.len() as u64).to_le_bytes());
        bytes
    }

    /// Returns the opening as bytes, for
    /// [`Opening::from_bytes`](crate::oracle::Opening::from_bytes). The bytes also contain `name`,
    /// as a note for people; the library ignores the name.
    ///
    /// # Errors
    /// Fails when a value is not known, the game is loopy, or the name has more than 255 bytes.
    pub fn opening(&self, name: &str) -> Result<Vec<u8>, BakeError> {
        if self.game.is_loopy() {
            return Err(BakeError::Loopy);
        }
        if self.proved() < self.len() {
            return Err(BakeError::Values {
                expected: self.len(),
                found: self.proved(),
            });
        }
        let mut tally = PlyTally::default();
        let values = self.values.iter().flatten();
        values.clone().for_each(|&value| tally.count(value));
        let order = tally.order();
        let mut lists = [const { Vec::new() }; 3];
        for (&(key, _), &value) in self.states.iter().zip(values) {
            let code = order.iter().position(|&other| other == Some(value));
            lists[code.unwrap_or(2)].push(key);
        }
        let content = (KeptPlies::After(self.plies), order);
        written(name, &self.game, content, self.all, lists)
    }
}

/// Proves the values of states on `threads` threads, and adds these values to `found`. `all` is the
/// number of states. Ends early if `watch` returns `Break` or an error occurs. `prove_next` proves
/// the next state; it returns `None` if there is no further state. A proof that is under way ends
/// early if `is_stopped` is set.
fn prove_all(
    (threads, all): (usize, usize),
    (prove_next, is_stopped): (&(dyn Fn() -> Option<ProofResult> + Sync), &AtomicBool),
    found: &mut Vec<FoundValue>,
    watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    save: &mut dyn FnMut(&[FoundValue]) -> Result<(), BakeError>,
) -> Result<(), BakeError> {
    const LOOK: Duration = Duration::from_millis(50);
    const SAVE: Duration = Duration::from_secs(10);
    let (proved, watcher) = (Mutex::new(Vec::new()), thread::current());
    let lock = || proved.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let _stop = StopOnPanic(is_stopped);
        while let Some(state) = prove_next() {
            lock().push(state);
            watcher.unpark();
        }
    };
    let mut look = || {
        let mut saved = Instant::now();
        // A panic of the rules sets `is_stopped`, too. Then nobody proves the states that are left.
        while found.len() < all && !is_stopped.load(Ordering::Relaxed) {
            thread::park_timeout(LOOK);
            let proved = mem::take(&mut *lock());
            for (number, value) in proved {
                found.push((number, value?));
            }
            if watch(found.len()).is_break() {
                return Err(BakeError::Stopped);
            }
            if saved.elapsed() >= SAVE {
                save(found)?;
                saved = Instant::now();
            }
        }
        Ok(())
    };
    let mut ended = Ok(());
    beside(threads, &work, &mut |started| {
        if started == 0 {
            work();
        }
        ended = look();
        is_stopped.store(true, Ordering::Relaxed);
    });
    ended
}

/// The index of a state, and the value of this state.
type FoundValue = (usize, Value);

/// The index of a state, and the result of the proof for this state.
type ProofResult = (usize, Result<Value, ProveError>);

/// A guard that belongs to one thread. If the rules panic in this thread, dropping the guard sets
/// the flag `.0`, which stops the other threads.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

/// Reads saved work, and writes the values in it to `known`. `work` must begin with `head`.
fn add_work(head: &[u8], known: &mut [Option<Value>], work: &[u8]) -> Result<(), BakeError> {
    let rest = work.strip_prefix(head).ok_or(BakeError::OtherWork)?;
    let (values, sum) = rest.split_last_chunk().ok_or(BakeError::DamagedWork)?;
    let sum_found = checksum(&work[..work.len() - sum.len()]);
    if values.len() != known.len() || u32::from_le_bytes(*sum) != sum_found {
        return Err(BakeError::DamagedWork);
    }
    for (known, &code) in known.iter_mut().zip(values) {
        *known = VALUES.get(usize::from(code)).copied().or(*known);
    }
    Ok(())
}

/// Encodes the values of states as bytes, which the caller saves. The bytes are `head`, one byte
/// for the value of each state, and a checksum. If `found` contains a value for a state, this value
/// is encoded, and otherwise the value in `known`.
fn work_bytes(head: Vec<u8>, known: &[Option<Value>], found: &[FoundValue]) -> Vec<u8> {
    const OPEN: u8 = VALUES.len() as u8;
    let code = |value: Option<Value>| value.map_or(OPEN, |value| value as u8);
    let mut bytes = head;
    let begin = bytes.len();
    bytes.extend(known.iter().map(|&value| code(value)));
    for &(number, value) in found {
        bytes[begin + number] = code(Some(value));
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}
