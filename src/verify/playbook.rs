//! Proves, by the rules alone, which result a playbook achieves. The proof plays the book's moves
//! against every reply of the opponent.

mod played;
mod tiers;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::playbook::Playbook;
use perfectplay_core::{Game, Hints, MovesIter, Player, Value, is_extra_turn, starts};
use played::{PlayWatch, chosen};

pub use played::{PlayError, PlayedThrough};

/// Plays the book's moves for the player `side` against every reply of the opponent. Returns the
/// worst result of this player. The function uses no solver and no table. If the worst result is
/// [`Value::Win`], this proves that `side` can force a win.
///
/// In a game with [tiers](Game::tier), the function plays from the states of one tier after
/// another, on all cores. It keeps only the states of a few tiers in memory. In any other game, it
/// keeps the keys of all states that it reaches, which takes about 16 bytes for each state. From
/// time to time, the function calls `watch` with the number of states that it has played so far.
///
/// ```
/// use core::ops::ControlFlow;
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::verify::play_through;
/// use perfectplay::{Playbook, Player, Value, bake};
///
/// let bytes = bake::Playbook::new("tictactoe").bytes(&TicTacToe)?;
/// let book = Playbook::from_bytes(TicTacToe, &bytes)?;
/// let first = play_through(&book, Player::First, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(first.value, Value::Draw); // it never loses
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails when the book does not play `side`. Fails when the book has no legal move in a state where
/// its player is to move. Fails when `watch` returns `Break`.
pub fn play_through<G: Hints<State: Send + Sync> + Sync>(
    book: &Playbook<'_, G>,
    side: Player,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<PlayedThrough, PlayError<G::State>> {
    if !book.data().plays(side) {
        return Err(PlayError::NotForSide(side));
    }
    let game = book.game();
    if !game.is_loopy() && starts(game).all(|start| game.tier(start).is_some()) {
        return tiers::play_through(book, side, watch);
    }
    let mut walk = PathWalk {
        book,
        met: MetKeys::with_slots(64),
        path: Vec::new(),
        found: PlayedThrough::NOTHING,
    };
    for start in starts(game) {
        let is_own = game.to_move(start).unwrap_or(Player::First) == side;
        walk.enter(start, is_own, watch)?;
        walk.play(watch)?;
    }
    Ok(walk.found)
}

struct PathWalk<'b, 'a, G: Game> {
    book: &'b Playbook<'a, G>,
    met: MetKeys,
    path: Vec<VerifiedPly<G::State>>,
    found: PlayedThrough,
}

/// A state on the path from a start to the current state.
struct VerifiedPly<S> {
    state: S,
    is_own: bool,
    /// The key of the state; `None` if the key is not stored.
    key: Option<u64>,
    moves: MovesIter,
}

impl<G: Hints> PathWalk<'_, '_, G> {
    /// Plays every line of play that continues the path.
    fn play(&mut self, watch: PlayWatch<'_>) -> Result<(), PlayError<G::State>> {
        while let Some(step) = self.path.last_mut() {
            let (state, is_own) = (step.state, step.is_own);
            match step.moves.next() {
                Some(mv) => {
                    let game = self.book.game();
                    let after = game.play(state, mv);
                    self.found.replies += u64::from(!is_own);
                    let again = is_extra_turn(game, state, after);
                    self.enter(after, is_own == again, watch)?;
                }
                None => {
                    if let Some(key) = step.key {
                        self.met.leave(key);
                    }
                    self.path.pop();
                }
            }
        }
        Ok(())
    }

    /// Appends a state to the path. Does not append a finished state, or a state that has been on
    /// the path before.
    fn enter(
        &mut self,
        state: G::State,
        is_own: bool,
        watch: PlayWatch<'_>,
    ) -> Result<(), PlayError<G::State>> {
        /// The number of states between two calls of `watch`.
        const PERIOD: u64 = 1 << 12;
        let game = self.book.game();
        if let Some(value) = game.outcome(state) {
            let value = if is_own { value } else { value.flip() };
            self.found.value = self.found.value.min(value);
            return Ok(());
        }
        // If turns alternate, it is enough to store the states of the book's player.
        let key = (is_own || !game.turns_alternate()).then(|| game.key(state));
        if let Some(key) = key {
            match self.met.enter(key) {
                KeyPlace::New => {}
                KeyPlace::Done => return Ok(()),
                KeyPlace::OnPath => {
                    self.found.value = self.found.value.min(Value::Draw);
                    return Ok(());
                }
            }
            self.found.states += 1;
            if self.found.states % PERIOD == 0 && watch(self.found.states).is_break() {
                return Err(PlayError::Stopped);
            }
        }
        let moves = if is_own {
            chosen(self.book, state)?.into()
        } else {
            game.legal(state)
        };
        self.path.push(VerifiedPly {
            state,
            is_own,
            key,
            moves: moves.iter(),
        });
        Ok(())
    }
}

/// A hash table with open addressing. It contains the key of each state that is or was on the path.
struct MetKeys {
    keys: Vec<u64>,
    places: Vec<KeyPlace>,
    len: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyPlace {
    /// The state is new, and its slot is free.
    New,
    /// The state is on the path that is being played.
    OnPath,
    /// All lines of play from the state were played.
    Done,
}

impl MetKeys {
    fn with_slots(slots: usize) -> Self {
        Self {
            keys: vec![0; slots],
            places: vec![KeyPlace::New; slots],
            len: 0,
        }
    }

    /// Returns the slot of a key, or the free slot where the key belongs.
    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 20 ^ mixed >> 44) as usize & mask;
        while self.places[slot] != KeyPlace::New && self.keys[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// If the state with this key is new, puts it on the path. Returns the [`KeyPlace`] that the
    /// state had before the call.
    fn enter(&mut self, key: u64) -> KeyPlace {
        let slot = self.slot(key);
        let place = self.places[slot];
        if place == KeyPlace::New {
            self.keys[slot] = key;
            self.places[slot] = KeyPlace::OnPath;
            self.len += 1;
            if self.len * 4 > self.keys.len() * 3 {
                self.grow();
            }
        }
        place
    }

    fn leave(&mut self, key: u64) {
        let slot = self.slot(key);
        self.places[slot] = KeyPlace::Done;
    }

    fn grow(&mut self) {
        let mut grown = Self::with_slots(2 * self.keys.len());
        grown.len = self.len;
        for (&key, &place) in self.keys.iter().zip(&self.places) {
            if place != KeyPlace::New {
                let slot = grown.slot(key);
                grown.keys[slot] = key;
                grown.places[slot] = place;
            }
        }
        *self = grown;
    }
}
