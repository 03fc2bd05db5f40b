//! Tests tables of any game. For every state, a table must give the same answer as the solver. A
//! table must give no answer for an unknown key, and must detect damaged bytes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use perfectplay::bake::{self, BakeError};
use perfectplay::table::{TableData, TableError, assert_same_game, fingerprint};
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::tictactoe::records;
use perfectplay::{
    Analysis, Game, Level, Move, Moves, Player, Solved, Table, Value, audit, lookup, solve, verify,
    walk, write_table,
};
use proptest::prelude::*;

#[path = "../../examples/own-game/src/rules.rs"]
mod rules;

use rules::{HEXAPAWN as SMALL, Hexapawn};

const HEXAPAWN: Hexapawn = Hexapawn {
    columns: 3,
    rows: 4,
};

/// A game on a ring of squares. A player goes one or two steps forwards or one step back, so states
/// may repeat. The player to move on square 0 has lost, and the last square is a draw. A large
/// `stretch` gives the states large keys. A large `first_move` gives the moves high indexes.
#[derive(Clone, Copy, Debug)]
struct Ring {
    squares: u64,
    /// An odd factor. The key of a square is its index times this factor.
    stretch: u64,
    /// The index of the first move.
    first_move: u8,
}

impl Ring {
    const SMALL: Self = Self {
        squares: 12,
        stretch: 1,
        first_move: 0,
    };
    /// A ring with keys of 64 bits and the greatest possible number of moves.
    const WIDE: Self = Self {
        squares: 300,
        stretch: 0x9e37_79b9_7f4a_7c15,
        first_move: 61,
    };
}

impl Game for Ring {
    type State = u64;

    fn move_count(&self) -> u32 {
        u32::from(self.first_move) + 3
    }

    fn start(&self) -> u64 {
        self.squares / 2
    }

    fn outcome(&self, square: u64) -> Option<Value> {
        match square {
            0 => Some(Value::Loss),
            _ if square == self.squares - 1 => Some(Value::Draw),
            _ => None,
        }
    }

    fn legal(&self, square: u64) -> Moves {
        // There is no step back from every third square.
        let moves = if square % 3 == 0 { 0b011 } else { 0b111 };
        Moves::from_bits(moves << self.first_move)
    }

    fn play(&self, square: u64, mv: Move) -> u64 {
        let step = [1, 2, self.squares - 1][usize::from(mv.index() - self.first_move)];
        (square + step) % self.squares
    }

    fn key(&self, square: u64) -> u64 {
        square.wrapping_mul(self.stretch)
    }

    fn is_loopy(&self) -> bool {
        true
    }
}

/// A game with one state and no moves.
#[derive(Clone, Copy, Debug)]
struct Over;

impl Game for Over {
    type State = ();

    fn move_count(&self) -> u32 {
        0
    }

    fn start(&self) {}

    fn outcome(&self, (): ()) -> Option<Value> {
        Some(Value::Win)
    }

    fn legal(&self, (): ()) -> Moves {
        Moves::EMPTY
    }

    fn play(&self, (): (), _: Move) {}

    fn key(&self, (): ()) -> u64 {
        u64::MAX
    }
}

/// The header of a table ends before this byte.
const HEADER: usize = 80;

fn bytes_of<G: Game>(game: &G) -> Vec<u8> {
    bake::table("test", &solve(game).unwrap()).unwrap()
}

/// Compares all answers of the table with the answers of the solver.
fn compare<G: Game + Copy>(game: G) {
    let solution = solve(&game).unwrap();
    let bytes = bytes_of(&game);
    let table = Table::from_bytes(game, &bytes).unwrap();
    table.validate().unwrap();
    println!(
        "{} states, {:.1} bits each",
        table.len(),
        bytes.len() as f64 * 8.0 / f64::from(table.len())
    );

    let expected: BTreeMap<u64, Analysis> = solution
        .iter()
        .map(|(state, analysis)| (game.key(state), analysis))
        .collect();
    assert_eq!(table.states(), expected.len() as u64);
    for (state, analysis) in solution.iter() {
        assert_eq!(table.lookup(state), Some(analysis), "{state:?}");
    }
    assert!(table.iter().eq_unordered(&expected));
    let walked = walk(&table).flatten();
    let walked = walked.map(|visit| (game.key(visit.state), visit.analysis));
    assert!(walked.eq_unordered(&expected));
}

/// Compares entries in any order. Each entry must occur once.
trait EqUnordered: Iterator<Item = (u64, Analysis)> + Sized {
    fn eq_unordered(self, expected: &BTreeMap<u64, Analysis>) -> bool {
        let entries: Vec<_> = self.collect();
        entries.len() == expected.len() && *expected == entries.into_iter().collect()
    }
}

impl<I: Iterator<Item = (u64, Analysis)>> EqUnordered for I {}

#[test]
fn tables_agree_with_the_solver() {
    compare(TicTacToe);
    compare(HEXAPAWN);
    compare(Ring::SMALL);
    compare(Ring::WIDE);
    compare(Over);
    // Very small sets of keys are the hardest to place.
    for squares in 3..200 {
        compare(Ring {
            squares,
            ..Ring::SMALL
        });
    }
}

#[test]
fn a_table_can_be_played_audited_and_verified() {
    let bytes = bytes_of(&SMALL);
    let table = Table::from_bytes(SMALL, &bytes).unwrap();
    assert_eq!(verify(&table).unwrap().states, u64::from(table.len()));
    for (level, unbeatable) in [(Level::Perfect, true), (Level::Random, false)] {
        // The second player wins on the board of three by three.
        let audit = audit(&table, &level.on(&table), Player::Second).unwrap();
        assert_eq!(audit.is_unbeatable(), unbeatable, "{level:?}");
    }
}

/// An analysis stays the same when it is written as JSON and read again.
#[test]
fn analyses_survive_a_round_trip_through_json() {
    let bytes = bytes_of(&Ring::SMALL);
    let table = Table::from_bytes(Ring::SMALL, &bytes).unwrap();
    for entry in table.iter() {
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(
            serde_json::from_str::<(u64, Analysis)>(&text).unwrap(),
            entry
        );
    }
}

#[test]
fn unreachable_boards_have_no_answer() {
    let bytes = bytes_of(&TicTacToe);
    let table = Table::from_bytes(TicTacToe, &bytes).unwrap();
    for state in State::all() {
        let analysis = lookup(state).map(|record| record.analysis());
        assert_eq!(table.lookup(state), analysis, "{state}");
    }
}

proptest! {
    #[test]
    fn unknown_keys_have_no_answer(key: u64, shift in 0..64_u32) {
        let key = key >> shift;
        let small = bytes_of(&Ring::SMALL);
        let known = TableData::from_bytes(&small).unwrap().get(key);
        prop_assert_eq!(known, solve(&Ring::SMALL).unwrap().lookup(key));
    }
}

/// An unknown key has no answer, even if it is similar to a known key. One table is asked for each
/// key that differs from a known key in at most two bits. Another table is asked for all keys of at
/// most 20 bits.
#[test]
fn neighbours_of_keys_have_no_answer() {
    let bytes = bytes_of(&Ring::WIDE);
    let data = TableData::from_bytes(&bytes).unwrap();
    let known: BTreeMap<u64, Analysis> = data.iter().collect();
    for &key in known.keys() {
        for a in 0..64 {
            for b in 0..64 {
                let key = key ^ (1 << a) ^ (1 << b);
                assert_eq!(data.get(key), known.get(&key).copied(), "{key}");
            }
        }
    }
    let bytes = bytes_of(&TicTacToe);
    let data = TableData::from_bytes(&bytes).unwrap();
    let known = (0..1 << 20).filter(|&key| data.get(key).is_some());
    assert_eq!(known.count(), records().count());
}

/// Baking gives the same bytes on every machine. The test compares the length and the checksum of
/// the bytes.
#[test]
fn baking_is_deterministic() {
    let bytes = bytes_of(&TicTacToe);
    assert_eq!(bytes, bytes_of(&TicTacToe));
    let (_, checksum) = bytes.split_last_chunk().unwrap();
    assert_eq!(
        (bytes.len(), u32::from_le_bytes(*checksum)),
        (32854, 3_765_984_604),
        "the format has changed; does it need a new version?"
    );
}

#[test]
fn baking_tells_how_far_it_is() {
    let solution = solve(&TicTacToe).unwrap();
    let mut told = Vec::new();
    let bytes = bake::table_watched("", &solution, |done| told.push(done)).unwrap();
    assert_eq!(told.first(), Some(&4096));
    assert!(told.iter().all(|&done| done <= 2 * 5478));
    assert!(told.last() > Some(&(2 * 5478 - 4096)));
    assert_eq!(bytes, bake::table("", &solution).unwrap());
}

/// Tables are no larger than the documentation promises.
#[test]
fn tables_are_small() {
    for (bytes, states, most) in [
        (bytes_of(&TicTacToe), 5478, 48.5),
        (bytes_of(&HEXAPAWN), 987, 64.0),
    ] {
        let bits = bytes.len() as f64 * 8.0 / f64::from(states);
        assert!(bits < most, "{bits} bits for a state");
    }
}

/// Looks up keys in a table, lists and walks its states, and validates it. None of this may panic.
fn ask(game: Hexapawn, bytes: &[u8]) -> Result<(), TableError> {
    let table = Table::from_bytes(game, bytes)?;
    for key in 0..1 << 8 {
        let _ = table.data().get(key);
        let _ = table.data().get(key << 11);
    }
    let _ = table.iter().count();
    let _ = walk(&table).count();
    table.validate()
}

/// Flips each bit of the header, and of every `every`th byte after it.
fn detect_damage(every: usize) {
    let bytes = bytes_of(&SMALL);
    assert_eq!(ask(SMALL, &bytes), Ok(()));
    assert!(matches!(
        ask(HEXAPAWN, &bytes),
        Err(TableError::MoveCount {
            expected: 36,
            found: 27
        })
    ));
    for end in 0..bytes.len() {
        assert!(TableData::from_bytes(&bytes[..end]).is_err(), "{end} bytes");
    }
    for at in (0..HEADER).chain((HEADER..bytes.len()).step_by(every)) {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            assert!(ask(SMALL, &bytes).is_err(), "bit {bit} of byte {at}");
        }
    }
    // The byte after the label, the version and the number of moves.
    let mut distances = bytes.clone();
    distances[21] = 31;
    assert!(matches!(
        ask(SMALL, &distances),
        Err(TableError::Field {
            name: "width of a distance",
            found: 31
        })
    ));
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(matches!(
        ask(SMALL, &longer),
        Err(TableError::Length { .. })
    ));
}

#[test]
fn damage_is_detected() {
    detect_damage(7);
}

/// Replaces the checksum by the correct checksum.
fn seal(bytes: &mut [u8]) {
    let (content, checksum) = bytes.split_last_chunk_mut().unwrap();
    *checksum = crc32fast::hash(content).to_le_bytes();
}

/// Even with a correct checksum, a damaged table causes no panic. Damages each byte of the header,
/// and every `every`th byte after it.
fn forge(every: usize) {
    let bytes = bytes_of(&SMALL);
    for at in (0..HEADER).chain((HEADER..bytes.len() - 4).step_by(every)) {
        let mut bytes = bytes.clone();
        bytes[at] = !bytes[at];
        seal(&mut bytes);
        let _ = ask(SMALL, &bytes);
    }
}

#[test]
fn forged_tables_do_not_panic() {
    forge(7);
}

#[test]
#[ignore = "damages every byte; run by .ci/run"]
fn damage_in_full() {
    detect_damage(1);
    forge(1);
}

#[test]
fn the_table_of_another_game_is_refused() {
    let bytes = bytes_of(&Ring::SMALL);
    let longer = Ring {
        squares: 40,
        ..Ring::SMALL
    };
    let table = Table::from_bytes(longer, &bytes).unwrap();
    let [expected, found] = [longer, Ring::SMALL].map(|ring| fingerprint(&ring));
    assert_eq!(table.validate(), Err(TableError::Rules { expected, found }));
    // The right fingerprint does not make this table the right table.
    let mut forged = bytes.clone();
    forged[55..63].copy_from_slice(&expected.to_le_bytes());
    seal(&mut forged);
    let table = Table::from_bytes(longer, &forged).unwrap();
    assert_eq!(table.validate(), Err(TableError::NoStart));
    let archive = [b"perfectplay".as_slice(), &[0; 99]].concat();
    assert_eq!(
        TableData::from_bytes(&archive).err(),
        Some(TableError::Label)
    );
}

#[test]
fn the_baker_writes_a_table() {
    write_table!("pawns", HEXAPAWN).unwrap();
    // Cargo sets `OUT_DIR` for tests, too.
    let directory = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let bytes = fs::read(directory.join("pawns.table")).unwrap();
    let words = fs::read_to_string(directory.join("pawns.table.game")).unwrap();
    assert_eq!(words, "HEXAPAWN");
    let data = TableData::from_bytes(&bytes).unwrap();
    assert_eq!(
        (data.name(), data.len(), data.move_count()),
        ("pawns", 987, 36)
    );
}

/// A program compiles only if it names the game in the same words as the build script. Only a path
/// before the name, such as `rules::`, may differ.
#[test]
fn build_script_and_program_name_the_game_in_the_same_words() {
    let is_same = |baked: &'static str, used: &'static str| {
        std::panic::catch_unwind(|| assert_same_game(baked, used)).is_ok()
    };
    assert!(is_same("Heap(21)", "Heap(21)"));
    assert!(is_same("rules::Heap(21)", "Heap(21)"));
    assert!(is_same("HEAP", "crate::rules::HEAP"));
    for used in ["", "Heap(22)", "Heap(2)", "NoHeap(21)", "Heap(21).misere()"] {
        assert!(!is_same("Heap(21)", used), "{used}");
    }
}

#[test]
fn the_baker_reports_errors() {
    let long = "x".repeat(300);
    for (name, expected) in [
        ("../up", "found \"../up\""),
        ("", "found \"\""),
        (&long, "found \"xxx"),
    ] {
        let error = write_table!(name, Over).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        // Cargo prints the error of a build script with `Debug`.
        assert_eq!(format!("{error:?}"), error.to_string());
    }

    let error = bake::table(&"x".repeat(256), &solve(&Ring::SMALL).unwrap());
    assert!(matches!(error, Err(BakeError::Name { .. })));
}
