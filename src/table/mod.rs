//! Tables, which hold the analysis of every reachable state of a game. A look-up takes constant
//! time.

mod checksum;
mod data;
mod error;
mod header;
mod index;
mod packed_rows;
mod perfect_hash;
mod records;

use core::convert::Infallible;
use core::fmt;

use crate::solved::Solved;
use perfectplay_core::{Analysis, Game, starts};

pub use crate::fingerprint::fingerprint;
#[doc(hidden)]
pub use crate::fingerprint::fingerprint_with;
#[cfg(any(feature = "bake", feature = "bincode"))]
pub(crate) use checksum::checksum;
pub(crate) use checksum::compare_checksum;
pub use data::TableData;
pub use error::TableError;
#[cfg(feature = "solve")]
pub(crate) use header::TableHeader;
pub(crate) use header::{CHECKSUM_BYTES, LABEL, split_version};
#[cfg(feature = "bake")]
pub(crate) use index::{number_bits, pack_pilots, pack_slots, slot_bits};
#[cfg(feature = "bake")]
pub(crate) use packed_rows::PackedRows;
#[cfg(feature = "solve")]
pub(crate) use packed_rows::width_of;
#[cfg(feature = "bake")]
pub(crate) use packed_rows::{low_bits, row_bytes};
#[cfg(feature = "bake")]
pub(crate) use perfect_hash::PerfectHash;
#[cfg(feature = "solve")]
pub(crate) use records::{Layout, RecordCounts};
#[cfg(feature = "bake")]
pub(crate) use records::{kind, pack};

/// A solved game, which consists of the rules and the analysis of every reachable state.
///
/// There are two ways to get a table. The macro [`table!`](crate::table!) includes a table that
/// your build script has baked. The function [`from_bytes`](Table::from_bytes) reads the bytes that
/// `bake::table` makes:
///
/// ```
/// use perfectplay::tictactoe::{TicTacToe, state};
/// use perfectplay::{Table, Value, bake, solve};
///
/// let bytes = bake::table("tictactoe", &solve(&TicTacToe)?)?;
/// let table = Table::from_bytes(TicTacToe, &bytes)?;
/// table.validate()?; // the bytes may come from anywhere
///
/// let analysis = table.lookup(state!(X . O / . . . / . . .)).expect("a reachable state");
/// assert_eq!((analysis.value(), analysis.distance()), (Value::Win, Some(5)));
/// assert_eq!(table.lookup(state!(X X X / . . . / . . .)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A table implements [`Solved`], so you can play against it, audit it and verify it.
#[derive(Clone, Copy)]
pub struct Table<'a, G> {
    game: G,
    data: TableData<'a>,
}

impl<'a, G: Game> Table<'a, G> {
    /// Creates a table from the rules of a game and the table's data.
    #[must_use]
    pub const fn new(game: G, data: TableData<'a>) -> Self {
        Self { game, data }
    }

    /// Creates a table from the rules of a game and the bytes of the table.
    ///
    /// Only the header is read. [`validate`](Self::validate) reads the rest.
    ///
    /// # Errors
    /// Fails when the header is not that of a table, or when `bytes` does not have the length that
    /// the header gives.
    pub fn from_bytes(game: G, bytes: &'a [u8]) -> Result<Self, TableError> {
        Ok(Self::new(game, TableData::from_bytes(bytes)?))
    }

    /// Reads all bytes, and compares the checksum. Then it checks that the game and the table have
    /// the same number of moves and the same [`fingerprint`](fingerprint()). Finally, it checks
    /// that all starts of the game are in the table.
    ///
    /// Validation detects accidents such as damaged bytes, the table of another game, and rules
    /// that have changed since the table was made. Validation does not prove who wrote the table,
    /// or that its answers are right, because anybody can compute a checksum and a fingerprint. If
    /// you do not trust the origin of a table, [`verify`](crate::verify()) it.
    ///
    /// # Errors
    /// Fails when the table is not of this game, or its bytes are damaged.
    pub fn validate(&self) -> Result<(), TableError> {
        self.data.validate()?;
        compare_rules(&self.game, self.data.move_count(), self.data.fingerprint())?;
        if starts(&self.game).any(|start| self.lookup(start).is_none()) {
            return Err(TableError::NoStart);
        }
        Ok(())
    }

    /// Returns the analysis of a state; `None` if and only if no game reaches the state.
    ///
    /// The look-up takes constant time. The look-up reads only those parts of the analysis that the
    /// caller uses. For example, a caller that uses only the value does not pay for the sets of
    /// moves.
    #[must_use]
    #[inline(always)]
    pub fn lookup(&self, state: G::State) -> Option<Analysis> {
        self.data.get(self.game.key(state))
    }

    /// Returns the rules.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the table without the rules.
    #[must_use]
    pub const fn data(&self) -> &TableData<'a> {
        &self.data
    }

    /// Returns the number of reachable states.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.data.len()
    }

    /// Returns `false`, because a table has at least one state.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Returns the key and the analysis of every reachable state, in the order of
    /// [`TableData::iter`]. `walk` yields the states themselves.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Analysis)> + use<'a, G> {
        self.data.iter()
    }
}

impl<G: Game> Solved for Table<'_, G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        &self.game
    }

    fn states(&self) -> u64 {
        self.len().into()
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Infallible> {
        Ok(self.data.analysis(self.game.key(state)))
    }
}

/// Compares the number of moves and the fingerprint of a table with those of a game.
pub(crate) fn compare_rules<G: Game>(game: &G, moves: u32, found: u64) -> Result<(), TableError> {
    let expected = game.move_count();
    if moves != expected {
        let found = moves;
        return Err(TableError::MoveCount { expected, found });
    }
    let expected = fingerprint(game);
    if found != expected {
        return Err(TableError::Rules { expected, found });
    }
    Ok(())
}

impl<G> fmt::Debug for Table<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Table").field(&self.data).finish()
    }
}

/// Includes a static [`Table`] that the build script has baked with `write_table!`.
///
/// The last argument is the name that the build script gave the table. The expression that creates
/// the game must be the same as in the build script, such as `Hexapawn::new(3, 3)` below. Only the
/// module path at its beginning may differ, as in `rules::Hexapawn::new(3, 3)`. If any other part
/// differs, the program does not compile.
///
/// ```ignore
/// perfectplay::table!(pub static HEXAPAWN: Hexapawn = Hexapawn::new(3, 3), "hexapawn");
/// ```
///
/// The same expression can still mean different games, for example if two constants have the same
/// name. To compare the rules themselves, write a test that calls [`Table::validate`]; it takes
/// microseconds.
///
/// [The tutorial](crate::tutorial) has a complete example.
#[macro_export]
macro_rules! table {
    (
        $(#[$attribute:meta])*
        $visibility:vis static $name:ident: $game:ty = $rules:expr, $file:literal $(;)?
    ) => {
        $(#[$attribute])*
        $visibility static $name: $crate::Table<'static, $game> = $crate::Table::new(
            $rules,
            $crate::__baked!($rules, $file, ".table", $crate::table::TableData),
        );
    };
}

/// Includes the data that a build script has baked into a file, for [`table!`](crate::table!) and
/// similar macros.
#[doc(hidden)]
#[macro_export]
macro_rules! __baked {
    ($rules:expr, $file:literal, $extension:literal, $data:ty) => {{
        const _: () = $crate::table::assert_same_game(
            ::core::include_str!(::core::concat!(
                ::core::env!(
                    "OUT_DIR",
                    "found no such file: a build.rs beside Cargo.toml must bake it"
                ),
                "/",
                $file,
                $extension,
                ".game",
            )),
            ::core::stringify!($rules),
        );
        match <$data>::from_bytes(::core::include_bytes!(::core::concat!(
            ::core::env!("OUT_DIR"),
            "/",
            $file,
            $extension,
        ))) {
            ::core::result::Result::Ok(data) => data,
            ::core::result::Result::Err(_) => {
                ::core::panic!(
                    "expected a file baked by this version of perfectplay, found another"
                )
            }
        }
    }};
}

/// Checks that a build script and a program create a game by the same expression. The two
/// expressions may differ only in the module path at the beginning, as in `rules::Heap(21)` and
/// `Heap(21)`. [`table!`](crate::table!) and similar macros call this function at compile time.
///
/// ```
/// const _: () = perfectplay::table::assert_same_game("rules::Heap(21)", "Heap(21)");
/// ```
///
/// ```compile_fail
/// const _: () = perfectplay::table::assert_same_game("rules::Heap(21)", "Heap(22)");
/// ```
#[doc(hidden)]
pub const fn assert_same_game(baked: &str, used: &str) {
    let (mut long, mut short) = (baked.as_bytes(), used.as_bytes());
    if long.len() < short.len() {
        (long, short) = (short, long);
    }
    let (path, end) = long.split_at(long.len() - short.len());
    let mut is_same = matches!(path, [] | [.., b':', b':']);
    let mut i = 0;
    while i < end.len() {
        is_same &= end[i] == short[i];
        i += 1;
    }
    assert!(
        is_same,
        "expected the same text for the game as in build.rs, found another text"
    );
}
