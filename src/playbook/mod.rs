//! Playbooks, which store a player that never errs in as few bytes as possible. A playbook contains
//! one move for each state that its player can meet.

pub(crate) mod by_rules;
mod data;
mod error;
pub(crate) mod function;
pub(crate) mod layout;
pub(crate) mod order;

use core::convert::Infallible;
use core::fmt;

use crate::fingerprint::{fingerprint, fingerprint_with};
use crate::strategy::Strategy;
use by_rules::ByRules;
use order::{Scores, left_by_rules};
use perfectplay_core::{Hints, Move, Moves, Value, canonical};

#[cfg(feature = "bake")]
pub(crate) use data::{EMPTY, LABEL, PlaybookParts, VERSION, VERSION_BY_RULES, flags};
pub use data::{Keep, PlaybookData};
pub use error::PlaybookError;

/// A perfect player in a few bytes. A playbook contains one move for each state in which its player
/// may have to move while this player follows the book.
///
/// A player who always follows the book meets few states, however the opponent plays. In
/// tic-tac-toe, such a player meets 320 of the 5,478 states, or 93 if symmetric states count as
/// one. In Connect Four on 5 by 5, the player meets about twenty thousand of 69,763,700 states. The
/// book holds the moves of these states, in about two bits each. The book does not hold the states
/// themselves. `bake::Playbook` finds such a book, plays it against every reply, and writes it.
///
/// A playbook *by rules* is smaller. It stores [weights](crate::game::Hints), which order the moves
/// of a state. Such a playbook stores an entry for a state only if the first move in this order is
/// not the move of the book.
///
/// # States outside the playbook
/// **For a state outside the book, the answer is arbitrary.** The book does not store states, so it
/// cannot tell whether a state is outside. For a state outside the book, the answer is any legal
/// move, or `None`. For a finished state, the answer is always `None`. If [the state tells the
/// player to move](crate::Game::to_move), and the book does not play this side, the answer is
/// always `None`, too. A book may be baked with check bits, which recognise most states outside the
/// book.
///
/// To stay inside the book, use it from the start of a game, and play each move that it returns. If
/// the player has made any other move before, the state may be outside the book.
///
/// # Time
///
/// To choose a move, the book calls methods of the rules. Then the book hashes the key of the state
/// to 32 bits. This hash selects some bits of the baked data, and the book computes a few parities
/// of these bits. If symmetric states share an entry, the book also compares all images of the
/// state under the symmetries of the game. This comparison may take longer than all other steps
/// together.
///
/// ```
/// use perfectplay::tictactoe::{TicTacToe, state};
/// use perfectplay::{Player, Playbook, audit, bake};
///
/// let bytes = bake::Playbook::new("tictactoe").bytes(&TicTacToe)?;
/// let book = Playbook::from_bytes(TicTacToe, &bytes)?;
/// book.validate()?; // the bytes may come from anywhere
/// assert_eq!(book.data().states(), 320);
/// assert!(bytes.len() < 140);
///
/// let mv = book.choose(state!(. . . / . . . / . . .)).expect("a move");
/// assert!(audit(&TicTacToe, &book, Player::First)?.is_unbeatable());
/// assert!(audit(&TicTacToe, &book, Player::Second)?.is_unbeatable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Playbook<'a, G> {
    game: G,
    data: PlaybookData<'a>,
}

impl<'a, G: Hints> Playbook<'a, G> {
    /// Creates the playbook of a game, from its rules and the baked data.
    #[must_use]
    pub const fn new(game: G, data: PlaybookData<'a>) -> Self {
        Self { game, data }
    }

    /// Creates the playbook of a game, from its rules and the bytes that `bake::Playbook`
    /// writes.
    ///
    /// Only the header is read. [`validate`](Self::validate) reads the rest.
    ///
    /// # Errors
    /// Fails when the header is not that of a playbook, or the bytes end too early.
    pub fn from_bytes(game: G, bytes: &'a [u8]) -> Result<Self, PlaybookError> {
        Ok(Self::new(game, PlaybookData::from_bytes(bytes)?))
    }

    /// Reads all bytes, and checks the checksum, the sizes of all parts, and the [`fingerprint`] of
    /// the rules.
    ///
    /// # Errors
    /// Fails when the playbook is not for this game, or its bytes are damaged.
    pub fn validate(&self) -> Result<(), PlaybookError> {
        self.data.validate()?;
        let expected = match self.data.by_rules() {
            Some(_) => fingerprint_with_hints(&self.game),
            None => fingerprint(&self.game),
        };
        let found = self.data.fingerprint();
        if expected != found {
            return Err(PlaybookError::Rules { expected, found });
        }
        if let Some(by_rules) = self.data.by_rules() {
            let found = by_rules.features();
            if found != 0 && found != self.game.features() {
                return Err(PlaybookError::Field {
                    name: "number of features",
                    found,
                });
            }
        }
        Ok(())
    }

    /// Returns the rules.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the playbook without the rules.
    #[must_use]
    pub const fn data(&self) -> &PlaybookData<'a> {
        &self.data
    }

    /// Returns the move of the book. If a state has only one legal move, returns that move. For a
    /// state outside the book, the move is arbitrary; see
    /// [above](Self#states-outside-the-playbook).
    ///
    /// `None` if the game is over, or if it is the turn of a side that the book does not play.
    /// Otherwise, `None` only for a state outside the book.
    ///
    /// A book may be baked with a rule that chooses the moves in some states. In these states, use
    /// the move of the rule, and do not call `choose`.
    #[must_use]
    #[inline]
    pub fn choose(&self, state: G::State) -> Option<Move> {
        if self.game.outcome(state).is_some() {
            return None;
        }
        let strange = |side| !self.data.plays(side);
        if self.game.to_move(state).is_some_and(strange) {
            return None;
        }
        let legal = self.game.legal(state);
        if legal.len() == 1 {
            return legal.first();
        }
        if !self.data.uses_symmetry() {
            return self.choose_in(state);
        }
        let (image, symmetry) = canonical(&self.game, state);
        let chosen = self.choose_in(image)?;
        let image_of = |mv| self.game.image_of_move(symmetry, state, mv);
        legal.iter().find(|&mv| image_of(mv) == chosen)
    }

    /// Looks up the move of this playbook in `state`. If symmetric states share an entry, `state`
    /// must be canonical.
    #[inline]
    fn choose_in(&self, state: G::State) -> Option<Move> {
        match self.data.by_rules() {
            Some(by_rules) => self.choose_by_rules(by_rules, state),
            None => {
                let rank = self.data.rank(self.game.key(state))?;
                self.game.legal(state).nth(rank)
            }
        }
    }

    fn choose_by_rules(&self, by_rules: &ByRules<'_>, state: G::State) -> Option<Move> {
        let moves = left_by_rules(&self.game, state, by_rules.goal()).moves;
        if moves.len() == 1 {
            return moves.first();
        }
        let scores = Scores::new(&self.game, state, moves, &|feature| {
            by_rules.weight(feature)
        });
        let (stage, key) = (self.game.stage(state), self.game.key(state));
        if !by_rules.may_have_entry(stage, scores.margin(moves), key) {
            return scores.best(moves);
        }
        scores.nth(moves, self.data.rank(key)?)
    }
}

/// Returns the [`fingerprint`] of the rules and of all hints that a playbook by rules depends on.
pub(crate) fn fingerprint_with_hints<G: Hints>(game: &G) -> u64 {
    fingerprint_with(game, &|state| {
        if game.outcome(state).is_some() {
            return Some([0; 3]);
        }
        let moves = left_by_rules(game, state, Value::Win).moves;
        let mut features = 0_u64;
        game.each_feature(state, moves, &mut |mv, feature| {
            let number = u64::from(feature) << 6 | u64::from(mv.index());
            features = features.wrapping_add((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7);
        });
        Some([moves.bits(), features, game.stage(state).into()])
    })
}

impl<G: Hints> Strategy<G::State> for Playbook<'_, G> {
    type Error = Infallible;

    fn choices(&self, state: G::State) -> Result<Moves, Infallible> {
        Ok(self.choose(state).map_or(Moves::EMPTY, Moves::from))
    }
}

impl<G> fmt::Debug for Playbook<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Playbook").field(&self.data).finish()
    }
}

/// Includes a static [`Playbook`] that the build script has baked with `write_playbook!`.
///
/// The last argument is the name that the build script gave the playbook. The program and the build
/// script must name the game by the same expression; see [`table!`](crate::table!).
///
/// ```ignore
/// perfectplay::playbook!(pub static BOOK: Connect = Connect::new(4, 4), "connect");
/// ```
#[macro_export]
macro_rules! playbook {
    (
        $(#[$attribute:meta])*
        $visibility:vis static $name:ident: $game:ty = $rules:expr, $file:literal $(;)?
    ) => {
        $(#[$attribute])*
        $visibility static $name: $crate::playbook::Playbook<'static, $game> = $crate::playbook::Playbook::new(
            $rules,
            $crate::__baked!($rules, $file, ".playbook", $crate::playbook::PlaybookData),
        );
    };
}
