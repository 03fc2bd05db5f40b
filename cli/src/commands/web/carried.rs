//! A playbook as its page carries it, with the module that reads it.

use perfectplay::Value;
use perfectplay_any::{About, AnyGame, Look, Playbook};
use serde::Serialize;

use crate::Failure;
use crate::io::progress::Meter;

/// A playbook that never loses, and what its page says of it.
#[derive(Serialize)]
pub struct Carried {
    /// The game.
    spec: String,
    proved: Proved,
    #[serde(skip)]
    pub about: About,
    /// The bytes of the playbook.
    #[serde(skip)]
    pub book: Vec<u8>,
    /// The module that reads it.
    #[serde(skip)]
    pub module: Vec<u8>,
}

/// The result of playing a playbook against every reply.
#[derive(Serialize)]
struct Proved {
    sides: Vec<u8>,
    /// The positions in which its player was to move.
    positions: u64,
    bytes: usize,
    /// The least value of a game.
    value: Value,
}

impl Carried {
    /// Plays a playbook on each of its sides against every reply, by the rules alone.
    ///
    /// # Errors
    /// When the book knows no move, or may lose.
    pub fn new(game: &AnyGame, book: &Playbook, module: Vec<u8>) -> Result<Self, Failure> {
        let mut proved = Proved {
            sides: Vec::new(),
            positions: 0,
            bytes: book.bytes().len(),
            value: Value::Win,
        };
        let meter = Meter::new();
        for side in book.data().sides() {
            let played = game.play_through(book, side, &|progress| meter.watch(progress));
            meter.clear();
            let played = played?;
            proved.sides.push(side as u8);
            proved.positions += played.states;
            proved.value = proved.value.min(played.value);
        }
        if proved.value == Value::Loss {
            return Err(Failure::Input(
                "expected a playbook that never loses, found one that may lose".to_owned(),
            ));
        }
        let table = game.without_table();
        Ok(Self {
            spec: game.info().spec.to_string(),
            proved,
            about: Look::new(table.info()).about(table.info()).by_a_playbook(),
            book: book.bytes().to_vec(),
            module,
        })
    }

    /// Returns the number of positions that its player can meet.
    pub const fn positions(&self) -> u64 {
        self.proved.positions
    }
}
