//! Openings, which hold the values of all states that are reached within the first plies of a game.

use alloc::vec::Vec;
use core::fmt;

use crate::table::{TableError, compare_rules};
use crate::wdl::{OnePlyLook, WdlData, WdlHeader, after, look};
use perfectplay_core::{Game, Hints, Value, canonical, graph, starts};

/// The values of all states that are reached within the first plies of a game, without distances.
///
/// The bytes of an opening store only the values of the states after the last of these plies. Each
/// value takes about one and a half bits. Symmetric states count as one, and states whose value
/// [one ply decides](crate::Wdl#stored-values) are left out. [`from_bytes`](Self::from_bytes) plays
/// all moves from the start, reads the stored values, and computes the values of the earlier
/// states.
///
/// ```
/// use core::ops::ControlFlow;
/// use perfectplay::bake::{OpeningProof, Work};
/// use perfectplay::oracle::Opening;
/// use perfectplay::prove::Prover;
/// use perfectplay::tictactoe::{TicTacToe, state};
/// use perfectplay::Value;
///
/// let prover = Prover::new(TicTacToe, 1 << 12);
/// let mut proof = OpeningProof::new(TicTacToe, 3);
/// let work = Work { begun: None, save: &mut |_| Ok(()) };
/// proof.prove(&prover, 0..proof.len(), 1, work, &mut |_| ControlFlow::Continue(()))?;
/// let bytes = proof.opening("mine")?;
///
/// let opening = Opening::from_bytes(&TicTacToe, &bytes)?;
/// assert_eq!(opening.value(&TicTacToe, state!(. . . / . X . / . . .)), Some(Value::Draw));
/// assert_eq!(opening.value(&TicTacToe, state!(X O X / O . . / . . .)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Format
/// An opening has the format of [`WdlData`], with the version number 5. The header of an opening
/// holds the number of plies, in place of the field that tells which tiers are stored. The counts
/// in the header count only states after the last ply. Symmetric states count as one. The value of
/// a state is stored for the key of the state's [canonical](perfectplay_core::canonical) image.
#[derive(Clone)]
pub struct Opening {
    plies: u8,
    /// The keys of canonical states, in rising order, each with the value of the state.
    values: Vec<(u64, Value)>,
}

impl Opening {
    /// The version number in the header of an opening. No other kind of table uses this number.
    pub const VERSION: u16 = WdlHeader::OPENING;

    /// Reads an opening, and validates it.
    ///
    /// # Errors
    /// Fails when the bytes are damaged, or are not an opening of this game.
    pub fn from_bytes<G: Hints>(game: &G, bytes: &[u8]) -> Result<Self, TableError> {
        let not_this = |found| TableError::Version {
            expected: Self::VERSION,
            found,
        };
        let data = WdlData::read(bytes).map_err(|error| match error {
            TableError::Version { found, .. } => not_this(found),
            error => error,
        })?;
        let plies = data.plies().ok_or(not_this(WdlHeader::WHOLE))?;
        data.validate()?;
        compare_rules(game, data.move_count(), data.fingerprint())?;
        let layers = Layers::new(game, plies);
        let stored = layers.open(game).count() as u64;
        if stored != data.kept() {
            return Err(TableError::Field {
                name: "number of states with a value",
                found: data.kept(),
            });
        }
        let mut values: Vec<(u64, Value)> = Vec::new();
        // The keys and values of the next layer, which contains the states one ply later.
        let mut next = Vec::new();
        let mut is_last = true;
        for layer in layers.0.iter().rev() {
            let mut now = Vec::with_capacity(layer.len());
            for &(key, state) in layer {
                let value = match look(game, state) {
                    OnePlyLook::Decided(value) => value,
                    OnePlyLook::Open { .. } if is_last => data.get(key),
                    OnePlyLook::Open { ended, on } => {
                        let mut best = ended;
                        for mv in on {
                            let later = game.play(state, mv);
                            let value = find(&next, key_of(game, later));
                            // The next layer holds every state that a move leads to from this
                            // layer.
                            let value = value.unwrap_or(Value::Draw);
                            best = best.max(after(game, state, later, value));
                        }
                        best
                    }
                };
                now.push((key, value));
            }
            values.extend_from_slice(&now);
            next = now;
            is_last = false;
        }
        let distinct = graph::distinct(&mut values.iter().map(|&(key, _)| key));
        let values = distinct.into_iter().map(|at| values[at]).collect();
        Ok(Self { plies, values })
    }

    /// Returns the number of plies.
    #[must_use]
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns the number of states. Symmetric states count as one.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// Returns the value of a state; `None` if no game reaches the state within the plies of the
    /// opening.
    #[must_use]
    pub fn value<G: Hints>(&self, game: &G, state: G::State) -> Option<Value> {
        find(&self.values, key_of(game, state))
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening")
            .field("plies", &self.plies)
            .field("states", &self.states())
            .finish()
    }
}

fn key_of<G: Hints>(game: &G, state: G::State) -> u64 {
    game.key(canonical(game, state).0)
}

/// Returns the value that belongs to `key` in a list sorted by keys.
fn find(values: &[(u64, Value)], key: u64) -> Option<Value> {
    let place = values.binary_search_by_key(&key, |&(key, _)| key);
    place.ok().map(|place| values[place].1)
}

/// Returns the canonical image of each state with the image's key, in rising order of the keys.
fn layer<G: Hints>(game: &G, states: &[G::State]) -> Vec<(u64, G::State)> {
    let mut layer = Vec::with_capacity(states.len());
    for &state in states {
        let state = canonical(game, state).0;
        layer.push((game.key(state), state));
    }
    let distinct = graph::distinct(&mut layer.iter().map(|&(key, _)| key));
    distinct.into_iter().map(|at| layer[at]).collect()
}

/// The states that are reached within the first plies, in layers. Layer *n* contains the canonical
/// image of each state that can be reached in *n* plies, and the image's key. The keys are in
/// rising order. A state that can be reached in different numbers of plies is in several layers.
pub(crate) struct Layers<G: Game>(Vec<Vec<(u64, G::State)>>);

impl<G: Hints> Layers<G> {
    /// Creates the layers from 0 to `plies` plies, by playing all moves.
    pub(crate) fn new(game: &G, plies: u8) -> Self {
        let mut layers = Vec::new();
        let mut states: Vec<G::State> = starts(game).collect();
        for _ in 0..plies {
            let layer = layer(game, &states);
            states.clear();
            for &(_, state) in &layer {
                if game.outcome(state).is_none() {
                    for mv in game.legal(state) {
                        states.push(game.play(state, mv));
                    }
                }
            }
            layers.push(layer);
        }
        layers.push(layer(game, &states));
        Self(layers)
    }

    /// Returns the states of the last layer, with their keys. Leaves out each state whose value one
    /// ply decides.
    pub(crate) fn open(&self, game: &G) -> impl Iterator<Item = (u64, G::State)> {
        let last = self.0.last().into_iter().flatten().copied();
        last.filter(move |&(_, state)| matches!(look(game, state), OnePlyLook::Open { .. }))
    }

    #[cfg(feature = "bake")]
    pub(crate) fn len(&self) -> usize {
        self.0.last().map_or(0, Vec::len)
    }
}
