//! Opens playbooks of any game, looks up their moves, and writes them as source code.

use std::collections::BTreeSet;

use perfectplay::bake::{BakeError, SourceLanguage, SourceRules, playbook_source};
use perfectplay::game::{canonical, is_extra_turn, starts};
use perfectplay::level::Strategy;
use perfectplay::playbook::{PlaybookData, PlaybookError};
use perfectplay::{Game, Move, Moves, Player};

use crate::audit::ChosenBy;
use crate::error::Error;
use crate::game::AnyGame;
use crate::position::Position;

/// A playbook that owns its bytes. A playbook tells a player which move to play in each state that can occur while the
/// player follows the playbook.
///
/// [`AnyTable::bake_playbook`](crate::AnyTable::bake_playbook) makes playbooks, and
/// [`AnyTable::open_playbook`](crate::AnyTable::open_playbook) opens them.
#[derive(Clone, Debug)]
pub struct Playbook(Vec<u8>);

impl Playbook {
    /// Reads the header of a playbook. Does not check that the playbook belongs to the game.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<Self, PlaybookError> {
        PlaybookData::from_bytes(&bytes)?;
        Ok(Self(bytes))
    }

    /// Returns the playbook's data, which tell for example the sides that it plays, its size and its goal.
    ///
    /// # Panics
    /// This function never panics, because the header was read successfully when the playbook was opened.
    #[must_use]
    pub fn data(&self) -> PlaybookData<'_> {
        PlaybookData::from_bytes(&self.0).expect("a header that has been read before")
    }

    /// Returns the bytes of the playbook's file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the move that the book plays in a position of its game. Returns `None` if the game is over, or
    /// if the book does not play the side to move. For a position outside the book, the answer is arbitrary:
    /// any legal move, or `None`.
    #[must_use]
    pub fn choose(&self, position: &Position<'_>) -> Option<Move> {
        self.choose_in(position.solved.game(), position.state)
    }

    fn choose_in(&self, game: &AnyGame, state: u64) -> Option<Move> {
        perfectplay::Playbook::new(game, self.data()).choose(state)
    }

    fn moves(&self, game: &AnyGame, state: u64) -> Moves {
        let chosen = self.choose_in(game, state);
        chosen.map_or(Moves::EMPTY, Moves::from)
    }

    /// Returns a strategy that plays the moves of the book. [`audit`](crate::audit()) can judge this strategy.
    #[must_use]
    pub fn player<'n>(&'n self, game: &'n AnyGame) -> impl Strategy<u64, Error = Error> + use<'n> {
        ChosenBy(move |state| self.moves(game, state))
    }

    /// Returns the book as one source file without dependencies. `game` is the game of the book. If the game provides
    /// its rules in `language`, the file contains these rules. If the game does not provide them, the file contains a
    /// function that looks up the move by the key of a state. In this function, the integer type of the key has enough
    /// bits for every state that the player can meet. `name` must be an identifier. In C, all names begin with `name`.
    ///
    /// # Errors
    /// Fails when `name` is not an identifier.
    pub fn source(
        &self,
        game: &AnyGame,
        language: SourceLanguage,
        name: &str,
    ) -> Result<String, Error> {
        let rules = match game.0.source_rules() {
            // A player that follows a book by rules may meet so many states that a search for the greatest key
            // would take too long.
            SourceRules::Keys { .. } if self.data().is_by_rules() => {
                return Err(BakeError::ByRules.into());
            }
            SourceRules::Keys { about, .. } => SourceRules::Keys {
                bits: self.key_bits(game),
                about,
            },
            rules => rules,
        };
        playbook_source(language, name, &self.data(), rules).map_err(Error::from)
    }

    /// Looks for the greatest key that a player who follows the book may have to look up. Returns the number of bits in
    /// this key.
    fn key_bits(&self, game: &AnyGame) -> u32 {
        let data = self.data();
        let (mut seen, mut open, mut greatest) = (BTreeSet::new(), Vec::new(), 0);
        for side in data.sides() {
            open.extend(starts(game).map(|start| {
                let first = game.to_move(start).unwrap_or(Player::First);
                (start, first == side)
            }));
        }
        while let Some((state, is_own)) = open.pop() {
            if game.outcome(state).is_some() || !seen.insert((state, is_own)) {
                continue;
            }
            let mut moves = game.legal(state);
            if is_own {
                let asked = if data.uses_symmetry() {
                    canonical(game, state).0
                } else {
                    state
                };
                greatest = game.key(asked).max(greatest);
                moves = self.moves(game, state);
            }
            for mv in moves {
                let after = game.play(state, mv);
                open.push((after, is_own == is_extra_turn(game, state, after)));
            }
        }
        (u64::BITS - greatest.leading_zeros()).max(1)
    }
}
