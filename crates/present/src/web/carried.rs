//! A playbook that is embedded in a page.

use perfectplay::Value;
use perfectplay_any::{AnyGame, Error, Playbook, Watch};
use serde::Serialize;

use crate::scene::{About, Unsolved};

/// A playbook that never loses, with the description and the start of its game. The page uses the description
/// and the start to show the board before it has read the playbook.
#[derive(Serialize)]
pub struct EmbeddedBook {
    spec: String,
    proved: BookProof,
    #[serde(flatten)]
    game: Unsolved,
    playbook: Vec<u8>,
    /// The bytes of the playbook.
    #[serde(skip)]
    pub book: Vec<u8>,
    /// Whether the WebAssembly module of the page contains an opening table of the game. With an opening table,
    /// the module can prove the values of moves that are not in the book.
    #[serde(skip)]
    pub has_opening: bool,
}

/// The result of playing a playbook against every reply.
#[derive(Serialize)]
struct BookProof {
    /// The number of positions in which the book may have to choose a move. If the book plays both sides, the numbers
    /// of both sides are added.
    positions: u64,
    bytes: usize,
    /// The worst result of the book against any replies. If the book plays both sides, this is the worse result of the
    /// two sides.
    value: Value,
}

impl EmbeddedBook {
    /// Plays a playbook on each of its sides against every reply. Needs only the rules, and no table.
    ///
    /// # Errors
    /// Fails when the book has no move for a state that can occur, or when the book may lose.
    pub fn new(game: &AnyGame, book: &Playbook, watch: Watch<'_>) -> Result<Self, Error> {
        let mut proved = BookProof {
            positions: 0,
            bytes: book.bytes().len(),
            value: Value::Win,
        };
        for side in book.data().sides() {
            let played = game.play_through(book, side, watch)?;
            proved.positions += played.states;
            proved.value = proved.value.min(played.value);
        }
        if proved.value == Value::Loss {
            return Err(Error::Format(
                "expected a playbook that never loses, found one that may lose".to_owned(),
            ));
        }
        let mut unsolved = Unsolved::new(&game.without_table());
        unsolved.about = unsolved.about.by_a_playbook();
        Ok(Self {
            spec: game.info().spec.to_string(),
            proved,
            game: unsolved,
            playbook: book.data().sides().map(|side| side as u8).collect(),
            book: book.bytes().to_vec(),
            has_opening: game.has_opening(),
        })
    }

    /// Returns the description of the game.
    pub const fn about(&self) -> &About {
        &self.game.about
    }

    /// Returns the number of positions in which the book may have to choose a move.
    pub const fn positions(&self) -> u64 {
        self.proved.positions
    }
}
