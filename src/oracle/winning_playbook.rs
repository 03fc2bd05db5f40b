//! Finds the values of states with the help of a playbook whose player wins every game.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::playbook::{Playbook, PlaybookData, PlaybookError};
use perfectplay_core::{Hints, Moves, Player, Value, starts};

/// The validated bytes of a playbook whose player wins every game.
pub(super) struct WinningPlaybook {
    bytes: Vec<u8>,
    side: Player,
}

impl WinningPlaybook {
    /// The greatest number of states that [`meets`](Self::meets) visits.
    const MOST_STATES: usize = 1 << 16;

    /// Reads a playbook of one side, and validates it.
    pub fn new<G: Hints>(game: &G, bytes: Vec<u8>) -> Result<Self, PlaybookError> {
        let book = Playbook::from_bytes(game, &bytes)?;
        book.validate()?;
        let mut sides = book.data().sides();
        let (Some(side), None) = (sides.next(), sides.next()) else {
            return Err(PlaybookError::Field {
                name: "number of sides",
                found: book.data().sides().count() as u32,
            });
        };
        Ok(Self { bytes, side })
    }

    /// Returns the value of an unfinished state that can occur while a player follows the book.
    /// Returns `None` if the state cannot occur, or if [`meets`](Self::meets) would visit too many
    /// states to find out.
    pub fn value<G: Hints>(&self, game: &G, state: G::State) -> Option<Value> {
        let mover = game.to_move(state)?;
        self.meets(game, state).then_some(match mover == self.side {
            true => Value::Win,
            false => Value::Loss,
        })
    }

    /// Returns whether a state can occur while a player follows the book. Also returns `false` if
    /// the search gives up, after it has visited [`MOST_STATES`](Self::MOST_STATES) states.
    fn meets<G: Hints>(&self, game: &G, state: G::State) -> bool {
        let Ok(data) = PlaybookData::from_bytes(&self.bytes) else {
            return false;
        };
        let book = Playbook::new(game, data);
        let wanted = game.key(state);
        let mut open: Vec<G::State> = starts(game).collect();
        let mut seen = BTreeSet::new();
        while let Some(at) = open.pop() {
            let key = game.key(at);
            if key == wanted {
                return true;
            }
            if !game.may_reach(at, state) || game.outcome(at).is_some() || !seen.insert(key) {
                continue;
            }
            if seen.len() > Self::MOST_STATES {
                return false;
            }
            let mut moves = game.legal(at);
            match game.to_move(at) {
                None => return false,
                Some(mover) if mover == self.side => {
                    moves &= book.choose(at).map_or(Moves::EMPTY, Moves::from);
                }
                Some(_) => {}
            }
            open.extend(moves.iter().map(|mv| game.play(at, mv)));
        }
        false
    }
}
