//! Finds playbooks in any solved game, proves them, and writes them.

mod by_rules;
mod choice_graph;
mod code;
mod explore;
mod linear;
mod prove;
mod search;
mod sources;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::BakeError;
use super::baker::write;
use crate::fingerprint::fingerprint;
use crate::playbook::{EMPTY, Keep, LABEL, PlaybookData, VERSION, flags};
use crate::solved::{Solved, StateOf};
use crate::table::checksum;
use code::RankCounts;
use explore::{Explorer, Rule};
use linear::Said;
use perfectplay_core::solve::solve;
use perfectplay_core::watch::Progress;
use perfectplay_core::{Game, Hints, MOVE_LIMIT, Move, Player};

pub use by_rules::{Choosable, Work};
pub use choice_graph::ChoiceGraph;
pub use sources::{SourceLanguage, playbook_source};

/// The approximate number of equations in each bucket of the static function that stores the moves.
/// A bucket takes 32 bits besides its array, for its seed and its offset.
const EQUATIONS: usize = 1536;

/// The options of a playbook, and the methods that find a small playbook of a solved game, prove
/// it, and write it.
///
/// In a build script:
///
/// ```no_run
/// use perfectplay::bake::{BakeError, Playbook};
/// use perfectplay::tictactoe::TicTacToe;
///
/// fn main() -> Result<(), BakeError> {
///     perfectplay::write_playbook!(Playbook::new("tictactoe").symmetry(), TicTacToe)
/// }
/// ```
///
/// [`playbook!`](crate::playbook!) includes the result as a
/// [`Playbook`](crate::Playbook).
///
/// # How it is found
/// First the search explores all states that can occur if the player chooses only moves that
/// [`Keep`] allows. From these states the search chooses a book, which is a set of states with one
/// move for each. After the move in a state of the book, no reply may lead to a state outside the
/// book. The search chooses a first book greedily, and improves this book in a number of
/// [steps](Self::steps). The result need not be the smallest book, because the smallest book is
/// hard to find.
///
/// The same game, options and library give the same bytes on every machine.
#[derive(Clone, Copy, Debug)]
#[must_use = "a `Playbook` does nothing until it is written"]
pub struct Playbook<'a> {
    name: &'a str,
    first: bool,
    second: bool,
    keep: Keep,
    symmetry: bool,
    check_bits: u32,
    steps: u64,
    seed: u64,
}

/// Solves a game in a build script, and writes its [`Playbook`](crate::bake::Playbook) where
/// [`playbook!`](crate::playbook!) expects it.
///
/// # Errors
/// Fails in the same cases as [`Playbook::bake`](crate::bake::Playbook::bake). Also fails when the
/// game cannot be solved, the name is not valid, or a file cannot be written.
#[macro_export]
macro_rules! write_playbook {
    ($playbook:expr, $game:expr $(,)?) => {
        $crate::bake::Playbook::write($playbook, &$game, ::core::stringify!($game))
    };
}

/// The bytes of a proved playbook, and facts about its books.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BakedPlaybook {
    /// The bytes for [`Playbook::from_bytes`](crate::Playbook::from_bytes).
    pub bytes: Vec<u8>,
    /// One book for each side that the playbook plays; a single book if states do not tell whose
    /// turn it is.
    pub books: Vec<Book>,
    /// The entropy of all entries together, in bits. An entry is the rank of a move among the moves
    /// of its state. A code that depends only on how often each rank occurs cannot take fewer bits.
    pub entropy: f64,
}

/// A book that plays one side, or both sides.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Book {
    /// The sides.
    pub sides: Vec<Player>,
    /// The number of entries.
    pub states: u64,
    /// The number of bits that the code words of all entries take.
    pub bits: u64,
    /// The number of positions that can occur on the turn of a player who follows the book.
    /// Symmetric positions count separately. The number includes the positions for which the book
    /// needs no entry. The proof has visited every counted position.
    pub positions: u64,
    /// The number of states from which the book was chosen.
    pub explored: u64,
}

impl<'a> Playbook<'a> {
    /// Creates the options of a playbook that plays both sides, and keeps the value of each state.
    /// The name may contain letters, digits, `_` and `-`.
    pub const fn new(name: &'a str) -> Self {
        Self {
            name,
            first: true,
            second: true,
            keep: Keep::Value,
            symmetry: false,
            check_bits: 0,
            steps: 1 << 17,
            seed: 0,
        }
    }

    /// Makes the playbook for one side only.
    pub const fn only(self, side: Player) -> Self {
        Self {
            first: matches!(side, Player::First),
            second: matches!(side, Player::Second),
            ..self
        }
    }

    /// Sets what each move keeps.
    pub const fn keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Lets symmetric states share an entry. The data get smaller. A player then takes more time to
    /// choose a move, because it compares the images of a state.
    pub const fn symmetry(self) -> Self {
        Self {
            symmetry: true,
            ..self
        }
    }

    /// Sets the number of check bits of each state, at most 7. With *n* check bits, a state outside
    /// the playbook is mistaken for a state of the playbook with probability 2⁻ⁿ. Without check
    /// bits, every state outside the playbook is mistaken for one of its states.
    pub const fn check_bits(self, bits: u32) -> Self {
        let check_bits = if bits > 7 { 7 } else { bits };
        Self { check_bits, ..self }
    }

    /// Sets the number of steps of the search for each side. The default of 2^17 is enough for
    /// small games; large games take millions of steps. A step takes about a microsecond, and ten
    /// times as long in a build script that is not optimised.
    pub const fn steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// Sets the seed. Another seed finds another book.
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Solves a game, and writes its playbook to a file. Writes `words` to a second file: the Rust
    /// expression by which the build script names the game.
    #[doc(hidden)]
    pub fn write<G: Hints>(self, game: &G, words: &str) -> Result<(), BakeError> {
        write(self.name, "playbook", words, || self.bytes(&solve(game)?))
    }

    /// Returns the bytes of a playbook of a solved game.
    ///
    /// # Errors
    /// Fails in the same cases as [`bake`](Self::bake).
    pub fn bytes<T: Solved>(self, solved: &T) -> Result<Vec<u8>, BakeError>
    where
        T::Game: Hints,
    {
        let watch = &mut |_| ControlFlow::Continue(());
        self.bake(solved, None, watch).map(|baked| baked.bytes)
    }

    /// Finds and proves the playbook of a solved game.
    ///
    /// `rule` chooses the move in some states, and returns `None` in all others. A state in which
    /// `rule` chooses needs no entry, so a player must ask the rule before the book. The rule's
    /// moves must satisfy the same [`Keep`] as the book's moves. `watch` is called now and then. If
    /// `watch` returns `Break`, the search ends early, and uses the best book that it has found.
    ///
    /// # Errors
    /// Fails when the solved game lacks a state, or there are too many states. Fails when `rule`
    /// returns a move that the playbook's [`Keep`] does not allow. Fails when `watch` returns
    /// `Break` before the search has found a book. Fails when the proof fails, which only a fault
    /// of this library or of the game's rules can cause.
    pub fn bake<T: Solved>(
        self,
        solved: &T,
        rule: Option<&dyn Fn(StateOf<T>) -> Option<Move>>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<BakedPlaybook, BakeError>
    where
        T::Game: Hints,
    {
        let game = solved.game();
        let mut chosen = ChosenBooks::new();
        for sides in self.parts(tells_turn(game)) {
            let arena = self.arena(solved, &sides, rule, watch)?;
            chosen.add(self, sides, &arena, watch);
        }
        let mut baked = chosen.write(self, fingerprint(game))?;
        let data = PlaybookData::from_bytes(&baked.bytes).map_err(|error| BakeError::Unproved {
            found: error.to_string(),
        })?;
        let book = crate::Playbook::new(game, data);
        for part in &mut baked.books {
            for &side in &part.sides {
                let positions = prove::prove(solved, &book, rule, side);
                part.positions += positions.map_err(|found| BakeError::Unproved { found })?;
            }
        }
        Ok(baked)
    }

    /// Returns, for each book of the playbook, the sides that it plays (`.0`) and the graph from
    /// which it is chosen (`.1`). There is one book for each side, or a single book for both sides
    /// if states do not tell whose turn it is.
    ///
    /// # Errors
    /// Fails when the solved game lacks a state, or there are too many states.
    #[doc(hidden)]
    pub fn arenas<T: Solved>(self, solved: &T) -> Result<Vec<(Vec<Player>, ChoiceGraph)>, BakeError>
    where
        T::Game: Hints,
    {
        let watch = &mut |_| ControlFlow::Continue(());
        let mut arenas = Vec::new();
        // A loop and not `collect`, which takes more code for each game.
        for sides in self.parts(tells_turn(solved.game())) {
            let arena = self.arena(solved, &sides, None, watch)?;
            arenas.push((sides, arena));
        }
        Ok(arenas)
    }

    fn arena<T: Solved>(
        self,
        solved: &T,
        sides: &[Player],
        rule: Option<Rule<'_, StateOf<T>>>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<ChoiceGraph, BakeError>
    where
        T::Game: Hints,
    {
        let explorer = Explorer {
            solved,
            keep: self.keep,
            symmetry: self.symmetry,
            rule,
        };
        explorer.arena(sides, watch)
    }

    /// Returns, for each book, a list of the sides that the book plays.
    fn parts(self, tells_turn: bool) -> Vec<Vec<Player>> {
        let asked = [(self.first, Player::First), (self.second, Player::Second)];
        let sides = asked
            .into_iter()
            .filter_map(|(is_asked, side)| is_asked.then_some(side));
        if tells_turn {
            sides.map(|side| [side].into()).collect()
        } else {
            [sides.collect()].into()
        }
    }

    fn flags(&self) -> u8 {
        let keep = Keep::ALL.iter().position(|&keep| keep == self.keep);
        let set = |flag, is_set| if is_set { flag } else { 0 };
        set(flags::FIRST, self.first)
            | set(flags::SECOND, self.second)
            | set(flags::SYMMETRY, self.symmetry)
            | (keep.unwrap_or(0) as u8) << flags::KEEP_SHIFT
            | (self.check_bits as u8) << flags::CHECK_SHIFT
    }

    fn written(
        self,
        fingerprint: u64,
        counts: &RankCounts,
        said: &[Said],
    ) -> Result<Vec<u8>, BakeError> {
        let arrays = linear::solve(said, EQUATIONS)?;
        let (ranks, lengths) = written_lengths(counts);
        let mut bytes = LABEL.to_vec();
        bytes.push(VERSION);
        bytes.extend(fingerprint.to_le_bytes());
        bytes.extend([self.flags(), ranks]);
        bytes.extend(lengths);
        write_number(said.len() as u32, &mut bytes);
        write_number(arrays.seeds.len() as u32, &mut bytes);
        for offset in arrays.offsets {
            bytes.extend(&offset.to_le_bytes()[..3]);
        }
        bytes.extend(arrays.seeds);
        bytes.extend(arrays.bytes);
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }
}

/// The chosen books. States are stored as keys, and moves as ranks, so the type has no parameter
/// for the type of the game.
struct ChosenBooks {
    counted: RankCounts,
    parts: Vec<Part>,
}

/// The chosen book for one side, or for both sides.
struct Part {
    sides: Vec<Player>,
    /// For each entry, `.0` is its key. `.1` is a mask of the ranks of all moves that the entry may
    /// name, because they are equally good.
    entries: Vec<(u64, u64)>,
    explored: u64,
}

impl ChosenBooks {
    const fn new() -> Self {
        Self {
            counted: [0; MOVE_LIMIT as usize],
            parts: Vec::new(),
        }
    }

    fn add(
        &mut self,
        how: Playbook<'_>,
        sides: Vec<Player>,
        arena: &ChoiceGraph,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) {
        let policy = search::search(arena, how.steps, how.seed, &self.counted, watch);
        let entries = policy
            .iter()
            .filter(|&&(state, _)| arena.needs_entry(state));
        let entries = entries.map(|&(state, choice)| (arena.key(state), arena.ranks(choice)));
        let entries: Vec<_> = entries.collect();
        self.counted = code::histogram(entries.iter().map(|&(_, ranks)| ranks), &self.counted);
        self.parts.push(Part {
            sides,
            entries,
            explored: arena.len() as u64,
        });
    }

    /// Writes the chosen books as one playbook, which is not proved yet.
    fn write(self, how: Playbook<'_>, fingerprint: u64) -> Result<BakedPlaybook, BakeError> {
        let mut lengths = code::lengths(&self.counted);
        let mut ranks = [0; MOVE_LIMIT as usize];
        // Of equally good ranks, take the one with the shortest code word. Then compute the code
        // again.
        for _ in 0..8 {
            ranks = [0; MOVE_LIMIT as usize];
            for (_, set) in self.parts.iter().flat_map(|part| &part.entries) {
                ranks[usize::from(code::shortest(*set, &lengths).0)] += 1;
            }
            lengths = code::lengths(&ranks);
        }
        let codes = code::codes(&lengths);
        let mut books = Vec::new();
        let mut said = Vec::new();
        for part in self.parts {
            let mut bits = 0;
            for &(key, set) in &part.entries {
                let (rank, length) = code::shortest(set, &lengths);
                bits += u64::from(length);
                said.push(Said {
                    key,
                    bits: codes[usize::from(rank)],
                    length: u32::from(length) + how.check_bits,
                });
            }
            books.push(Book {
                sides: part.sides,
                states: part.entries.len() as u64,
                bits,
                positions: 0,
                explored: part.explored,
            });
        }
        let bytes = how.written(fingerprint, &ranks, &said)?;
        let entropy = code::entropy(&ranks);
        Ok(BakedPlaybook {
            bytes,
            books,
            entropy,
        })
    }
}

fn tells_turn<G: Game>(game: &G) -> bool {
    game.to_move(game.start()).is_some()
}

/// Returns the number of ranks (`.0`), and the lengths of the code words of these ranks (`.1`).
/// Each byte of `.1` holds two lengths.
fn written_lengths(counts: &RankCounts) -> (u8, Vec<u8>) {
    let last = counts.iter().rposition(|&count| count > 0);
    let ranks = last.map_or(0, |last| last + 1);
    let lengths = code::lengths(counts).map(|length| match length {
        None => 0,
        Some(0) => EMPTY,
        Some(length) => length,
    });
    let pairs = lengths[..ranks.next_multiple_of(2)].chunks(2);
    let bytes = pairs.map(|pair| pair[0] | pair[1] << 4).collect();
    (ranks as u8, bytes)
}

/// Writes a number with seven bits in each byte, the lowest bits first.
fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}
