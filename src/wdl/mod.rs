//! Win/draw/loss tables, which give the value of every state of a large game, and take a few
//! megabytes.

mod data;
mod fuse_filter;
mod header;
mod one_ply;

use core::convert::Infallible;
use core::fmt;

use crate::level::{Judged, Playable};
use crate::solved::LookupError;
use crate::table::{TableError, compare_rules};
use perfectplay_core::{Game, Moves, Value};

pub use data::WdlData;
#[cfg(feature = "bake")]
pub(crate) use fuse_filter::{Fuse, FuseWindow};
#[cfg(feature = "solve")]
pub(crate) use header::WdlHeader;
#[cfg(feature = "bake")]
pub(crate) use header::{KeptPlies, Order};
use one_ply::look_ahead;
pub(crate) use one_ply::{OnePlyLook, after, look};

/// A win/draw/loss table, which gives the value of every reachable state of a game. A win/draw/loss
/// table stores one or two bits for some of the states, and computes the values of the other
/// states.
///
/// Use a win/draw/loss table in a program that has to include a game of millions of states. The
/// values of the 69,763,700 states of Connect Four on 5 by 5 take 3.2 MB, which is 0.37 bits for
/// each state. A [`Table`](crate::Table) of the game takes 389 MB. A win/draw/loss table tells who
/// wins, but not how fast, because it has no distances. `examples/connect-four-5x5` is a program
/// that plays Connect Four on 5 by 5.
///
/// # States outside the table
/// **The table answers for reachable states only.** The table does not store keys, so it does not
/// recognise a state that no game reaches. For such a state, the table returns a value that means
/// nothing. That is why this type is not [`Solved`](crate::Solved). Ask the table only about states
/// that occur in a game. A program that plays from the start meets no other states.
///
/// # Stored values
/// *One ply decides* a state if the rules alone give its value after at most one move:
///
/// - the game is over;
/// - or a move ends the game and the player to move wins;
/// - or every move ends the game.
///
/// The table does not store the values of these states. If every move changes the parity of the
/// [tier](Game::tier), the table stores the values of only half of the tiers. The table stores the
/// even tiers if their values take less space, and otherwise the odd tiers. If the tier of a state
/// is not stored, a look-up computes the value of the state from the values after its moves. In
/// Connect Four on 5 by 5, only 14.4 million values need to be stored.
///
/// # Time
/// If the value of a state is stored, or if one ply decides it, a look-up plays each legal move at
/// most once. To read a stored value, the look-up reads three places in memory, which are near each
/// other. For any other state, the look-up plays each legal move, and looks up the state after the
/// move in the same way. The following times are for Connect Four on 5 by 5. If one ply decides, as
/// in 57 % of all states, a look-up takes about 0.04 µs. If the value is stored (21 %), a look-up
/// takes 0.11 µs. In the remaining states (23 %), a look-up takes 0.3 µs.
///
/// # Playing
/// A [`Level`](crate::Level) can play from this table. Because the table has no distances, the
/// level does not always take the fastest win. If a move wins at once, the level plays this move.
/// If no move wins at once, the level plays any winning move.
///
/// **A perfect level with this table wins from every won state.** A game with a win/draw/loss table
/// is not loopy, since the baker refuses loopy games. Play in a game that is not loopy ends after
/// finitely many plies. The player to move in a won state makes a winning move. After this move the
/// opponent is lost, and every reply leaves the player in a won state again. By induction, the
/// player stays winning until the game ends, and so wins the game. The same argument holds for
/// draws, with "at least drawn" instead of "won". The argument needs no distances, because every
/// move brings the end nearer.
///
/// ```
/// use perfectplay::{Game, Level, Value, Wdl, bake, solve};
/// use perfectplay_games::Listed;
/// use perfectplay_games::mnk::Connect;
///
/// let game = Connect::with_parameters("4x4").expect("a size");
/// let bytes = bake::wdl("connect:4x4", &solve(&game)?)?;
/// let table = Wdl::from_bytes(game, &bytes)?;
/// table.validate()?; // the bytes may come from anywhere
///
/// assert_eq!(table.value(game.start()), Value::Draw);
/// let mv = Level::Perfect.choose(&table, game.start(), 0);
/// assert!(mv.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Wdl<'a, G> {
    game: G,
    data: WdlData<'a>,
}

impl<'a, G: Game> Wdl<'a, G> {
    /// Creates the table of a game, from its rules and the baked data.
    #[must_use]
    pub const fn new(game: G, data: WdlData<'a>) -> Self {
        Self { game, data }
    }

    /// Creates the table of a game, from its rules and the bytes that `bake::wdl` makes.
    ///
    /// Only the header is read. [`validate`](Self::validate) reads the rest.
    ///
    /// # Errors
    /// Fails when the header is not that of a win/draw/loss table, or when `bytes` does not have
    /// the length that the header gives.
    pub fn from_bytes(game: G, bytes: &'a [u8]) -> Result<Self, TableError> {
        Ok(Self::new(game, WdlData::from_bytes(bytes)?))
    }

    /// Computes the checksum of all bytes, and compares it with the stored checksum. Then compares
    /// the number of moves and the [fingerprint](crate::table::fingerprint()) in the table with
    /// those of the game.
    ///
    /// # Errors
    /// Fails when the table is not of this game, or its bytes are damaged.
    pub fn validate(&self) -> Result<(), TableError> {
        self.data.validate()?;
        let fingerprint = self.data.fingerprint();
        compare_rules(&self.game, self.data.move_count(), fingerprint)
    }

    /// Returns the rules.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the table without the rules.
    #[must_use]
    pub const fn data(&self) -> &WdlData<'a> {
        &self.data
    }

    /// Returns the value of a reachable state. For any other state, the returned value means
    /// nothing; see [the type](Self#states-outside-the-table).
    #[must_use]
    #[inline]
    pub fn value(&self, state: G::State) -> Value {
        match look(&self.game, state) {
            OnePlyLook::Decided(value) => value,
            OnePlyLook::Open { .. } if self.data.keeps(self.game.tier(state)) => self.kept(state),
            OnePlyLook::Open { ended, on } => self.best_after(state, ended, on),
        }
    }

    /// Returns the moves of a reachable state, grouped by value; no moves if the game is over.
    #[must_use]
    pub fn judge(&self, state: G::State) -> Judged {
        let mut judged = Judged::default();
        if self.game.outcome(state).is_some() {
            return judged;
        }
        let mut at_once = Moves::EMPTY;
        for mv in self.game.legal(state) {
            let next = self.game.play(state, mv);
            let kind = match after(&self.game, state, next, self.value(next)) {
                Value::Win => &mut judged.winning,
                Value::Draw => &mut judged.neutral,
                Value::Loss => &mut judged.losing,
            };
            *kind |= mv.into();
            if judged.winning.contains(mv) && self.game.outcome(next).is_some() {
                at_once |= mv.into();
            }
        }
        judged.wins_at_once = !at_once.is_empty();
        judged.best = if judged.wins_at_once {
            at_once
        } else {
            judged.keeping()
        };
        judged
    }

    #[inline]
    fn kept(&self, state: G::State) -> Value {
        self.data.get(self.game.key(state))
    }

    /// Returns the value of `state`, which is the greatest of `best` and of the values of the moves
    /// in `on`. No move in `on` may end the game. For each state after a move in `on`, the table
    /// must store the value, or one ply must decide the value.
    fn best_after(&self, state: G::State, mut best: Value, on: Moves) -> Value {
        for mv in on {
            let next = self.game.play(state, mv);
            let value = match look_ahead(&self.game, next) {
                OnePlyLook::Decided(value) => value,
                OnePlyLook::Open { .. } => self.kept(next),
            };
            best = best.max(after(&self.game, state, next, value));
            if best == Value::Win {
                break;
            }
        }
        best
    }
}

impl<G: Game> Playable for Wdl<'_, G> {
    type Game = G;
    type Error = Infallible;

    fn rules(&self) -> &G {
        &self.game
    }

    fn judge(&self, state: G::State) -> Result<Option<Judged>, LookupError<G::State>> {
        Ok(Some(self.judge(state)))
    }
}

impl<G> fmt::Debug for Wdl<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Wdl").field(&self.data).finish()
    }
}

/// Includes a static [`Wdl`] that the build script has baked with `write_wdl!`.
///
/// The last argument is the name that the build script gave the table. The expression that creates
/// the game must be the same as in the build script; see [`table!`](crate::table!).
///
/// ```ignore
/// perfectplay::wdl!(pub static CONNECT: Connect = Connect::new(5, 5), "connect");
/// ```
#[macro_export]
macro_rules! wdl {
    (
        $(#[$attribute:meta])*
        $visibility:vis static $name:ident: $game:ty = $rules:expr, $file:literal $(;)?
    ) => {
        $(#[$attribute])*
        $visibility static $name: $crate::Wdl<'static, $game> = $crate::Wdl::new(
            $rules,
            $crate::__baked!($rules, $file, ".wdl", $crate::wdl::WdlData),
        );
    };
}
