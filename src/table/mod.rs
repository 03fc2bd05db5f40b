//! Tables of any game: constant-time look-up in what was baked.

mod checksum;
mod data;
mod error;
mod header;
mod index;
mod packed_rows;
mod perfect_hash;
mod records;

#[cfg(feature = "solve")]
pub(crate) mod layout {
    //! How a table is laid out, for the baker and the forecast.

    pub(crate) use super::header::Header;
    #[cfg(feature = "bake")]
    pub(crate) use super::index::{pack_pilots, pack_slots};
    #[cfg(feature = "bake")]
    pub(crate) use super::packed_rows::PackedRows;
    pub(crate) use super::packed_rows::width_of;
    #[cfg(feature = "bake")]
    pub(crate) use super::perfect_hash::PerfectHash;
    pub(crate) use super::records::{Counts, Layout};
    #[cfg(feature = "bake")]
    pub(crate) use super::records::{kind, pack};
}

use core::fmt;

use crate::kernel::{Analysis, Game, starts};
use crate::solved::Solved;

#[cfg(any(feature = "bake", feature = "bincode"))]
pub(crate) use checksum::checksum;
pub use data::TableData;
pub use error::TableError;

/// The solved table of a game: rules, and what is known of every reachable state.
///
/// A program has one from the [`table!`](crate::table!) macro, baked by its own build
/// script; or from bytes, which `bake::table` makes:
///
/// ```
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::{Table, Value, bake, solve, state};
///
/// let bytes = bake::table("tictactoe", &solve(&TicTacToe)?)?;
/// let table = Table::from_bytes(TicTacToe, &bytes)?;
/// table.validate()?; // the bytes may come from anywhere
///
/// let analysis = table.lookup(state!(X . O / . . . / . . .)).expect("a reachable state");
/// assert_eq!((analysis.value, analysis.distance), (Value::Win, Some(5)));
/// assert_eq!(table.lookup(state!(X X X / . . . / . . .)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// As [`Solved`] it can be played against, audited and verified.
#[derive(Clone, Copy)]
pub struct Table<'a, G> {
    game: G,
    data: TableData<'a>,
}

impl<'a, G: Game> Table<'a, G> {
    /// The table of this game.
    #[must_use]
    pub const fn new(game: G, data: TableData<'a>) -> Self {
        Self { game, data }
    }

    /// The table of this game in bytes.
    ///
    /// Only the header is read. [`validate`](Self::validate) reads the rest.
    ///
    /// # Errors
    /// When the header is not that of a table, or the length another than it says.
    pub fn from_bytes(game: G, bytes: &'a [u8]) -> Result<Self, TableError> {
        Ok(Self::new(game, TableData::from_bytes(bytes)?))
    }

    /// Reads everything and compares the checksum; then looks whether the table may be
    /// of this game.
    ///
    /// # Errors
    /// When it is not, or the bytes are not those that were written.
    pub fn validate(&self) -> Result<(), TableError> {
        self.data.validate()?;
        let (expected, found) = (self.game.move_count(), self.data.move_count());
        if expected != found {
            return Err(TableError::MoveCount { expected, found });
        }
        if starts(&self.game).any(|start| self.analysis(start).is_none()) {
            return Err(TableError::NoStart);
        }
        Ok(())
    }

    /// Everything about a state under perfect play; `None` exactly for a state that no
    /// game reaches.
    ///
    /// Constant time. Only those parts of the answer are read that are used: who asks
    /// for the value alone does not pay for the moves.
    #[must_use]
    #[inline(always)]
    pub fn lookup(&self, state: G::State) -> Option<Analysis> {
        self.data.get(self.game.key(state))
    }

    /// The rules.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Keys, and what they stand for.
    #[must_use]
    pub const fn data(&self) -> &TableData<'a> {
        &self.data
    }

    /// How many reachable states there are.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.data.len()
    }

    /// Whether there is none; never so.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The key of every reachable state and what is known of it, as
    /// [`TableData::iter`]. `walk` has the states themselves.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Analysis)> + use<'a, G> {
        self.data.iter()
    }
}

impl<G: Game> Solved for Table<'_, G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn analysis(&self, state: G::State) -> Option<Analysis> {
        self.data.analysis(self.game.key(state))
    }

    fn states(&self) -> u64 {
        self.len().into()
    }
}

impl<G> fmt::Debug for Table<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Table").field(&self.data).finish()
    }
}

/// A static [`Table`] that the build script has baked with `bake::Baker`.
///
/// The name at the end is the one that the baker was given, and the game must be the
/// same. The compiler does not see to that; `verify` in a test does.
///
/// ```ignore
/// perfectplay::table!(pub static HEXAPAWN: Hexapawn = Hexapawn::new(3, 3), "hexapawn");
/// ```
///
/// [The tutorial](crate::tutorial) has all of it.
#[macro_export]
macro_rules! table {
    (
        $(#[$attribute:meta])*
        $visibility:vis static $name:ident: $game:ty = $rules:expr, $file:literal $(;)?
    ) => {
        $(#[$attribute])*
        $visibility static $name: $crate::Table<'static, $game> = {
            // The file names this, since it cannot know what the crate is called here.
            use $crate::__baked;
            $crate::Table::new(
                $rules,
                ::core::include!(::core::concat!(
                    ::core::env!(
                        "OUT_DIR",
                        "expected a build.rs beside Cargo.toml that bakes the table, found none"
                    ),
                    "/",
                    $file,
                    ".rs",
                )),
            )
        };
    };
}

/// What the baked source of a table names.
#[doc(hidden)]
pub mod __baked {
    pub use phf;

    use super::{TableData, TableError};

    /// The table that is in these bytes.
    #[must_use]
    pub const fn bytes(bytes: &'static [u8]) -> TableData<'static> {
        whole(TableData::from_bytes(bytes))
    }

    /// The table that has its index in a map.
    #[must_use]
    pub const fn map(
        records: &'static [u8],
        map: &'static phf::Map<u64, u32>,
    ) -> TableData<'static> {
        whole(TableData::with_map(records, map))
    }

    const fn whole(data: Result<TableData<'static>, TableError>) -> TableData<'static> {
        match data {
            Ok(data) => data,
            Err(_) => panic!("expected what this version of perfectplay bakes"),
        }
    }
}
