//! Tests the layout of tables in bytes. The length of a table follows from its header, as `docs/table-file.md`
//! describes. The reader accepts each field of the header up to its documented limits, and refuses it beyond them.

use perfectplay::table::{TableData, TableError};
use perfectplay::{Game, Move, Moves, Table, Value, bake, solve};
use perfectplay_games::Listed;
use perfectplay_games::nim::Nim;

/// The fields of a header, in their order.
#[derive(Clone, Debug)]
struct Header {
    version: u16,
    moves: u8,
    distance_bits: u8,
    key_bits: u8,
    states: u32,
    masks: u32,
    /// The number of records of each kind. The kinds are, in this order: lost states, drawn states whose distance is
    /// finite, drawn states from which best play never ends, and won states.
    records: [u32; 4],
    multiplier: u64,
    fingerprint: u64,
    name: Vec<u8>,
}

/// Returns a valid header.
fn usual() -> Header {
    Header {
        version: 3,
        moves: 9,
        distance_bits: 4,
        key_bits: 18,
        states: 5478,
        masks: 0,
        records: [100, 20, 3, 400],
        multiplier: 12345,
        fingerprint: 6789,
        name: b"tictactoe".to_vec(),
    }
}

impl Header {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"perfectplay table\n".to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend([self.moves, self.distance_bits, self.key_bits]);
        for number in [self.states, self.masks].iter().chain(&self.records) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.multiplier.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.push(self.name.len() as u8);
        bytes.extend(&self.name);
        bytes
    }

    fn read(&self) -> Result<u64, TableError> {
        TableData::byte_len_from_header(&self.bytes())
    }

    /// Returns the length of the whole table in bytes.
    fn expected(&self) -> u128 {
        let states = u128::from(self.states);
        let moves = u128::from(self.moves);
        let records: u128 = self.records.map(u128::from).iter().sum();
        let (masks, set) = match self.masks {
            0 => (0, moves),
            masks => (masks.into(), bits(u128::from(masks) - 1)),
        };
        let record = row(u128::from(self.distance_bits) + 3 * set);
        let pilot = bits(states - 1);
        let mut buckets = 2;
        while buckets * pilot.clamp(1, 20) < 4 * states {
            buckets *= 2;
        }
        let spread = u128::from(self.key_bits).max(pilot + bits(buckets - 1));
        let mut remainder = 0;
        while states << remainder < 1 << spread {
            remainder += 1;
        }
        let index = buckets * row(pilot) + states * row(remainder + bits(records - 1));
        let (padding, checksum) = (8, 4);
        let parts = index + records * record + masks * row(moves);
        self.bytes().len() as u128 + parts + padding + checksum
    }
}

/// Returns the number of bits that a number takes.
fn bits(number: u128) -> u128 {
    (0..).find(|&bits| number >> bits == 0).unwrap()
}

/// Returns the number of whole bytes that `bits` bits take.
fn row(bits: u128) -> u128 {
    bits.div_ceil(8)
}

#[test]
fn the_length_follows_from_the_header() {
    let few = 1..=40;
    let many = [
        1000,
        4096,
        4097,
        (1 << 20) - 1,
        1 << 20,
        (1 << 20) + 1,
        1 << 21,
        u32::MAX,
    ];
    for states in few.chain(many) {
        for key_bits in [1, 2, 16, 63, 64] {
            for masks in (0..=9).chain([255, 256, 257]) {
                for (moves, distance_bits) in [(1, 0), (8, 1), (9, 7), (57, 30), (64, 8)] {
                    for records in [[1, 0, 0, 0], [0, 1, 1, 0], [1, 2, 1, 1], [2, 3, 4, 8]] {
                        let header = Header {
                            moves,
                            distance_bits,
                            key_bits,
                            states,
                            masks,
                            records,
                            multiplier: 1,
                            ..usual()
                        };
                        let sum: u32 = records.iter().sum();
                        if sum <= states && (moves < 64 || masks > 0) {
                            let found = header.read().map(u128::from);
                            assert_eq!(found, Ok(header.expected()), "{header:?}");
                        }
                    }
                }
            }
        }
    }
}

/// `TableData::LONGEST_HEADER` is the length of a header with the longest possible name.
#[test]
fn a_header_has_a_greatest_length() {
    let longest = Header {
        name: vec![b'x'; 255],
        ..usual()
    };
    assert_eq!(longest.bytes().len(), TableData::LONGEST_HEADER);
    assert_eq!(longest.read().map(u128::from), Ok(longest.expected()));
}

#[test]
fn a_header_is_whole() {
    let bytes = usual().bytes();
    for found in 0..bytes.len() {
        let expected = match found {
            0..18 => TableError::Label,
            _ => TableError::Header { found },
        };
        let read = TableData::byte_len_from_header(&bytes[..found]);
        assert_eq!(read, Err(expected), "{found} bytes");
    }
}

#[test]
fn other_versions_are_refused() {
    for found in [0, 1, 2, 4, 0x0103, 0x0300] {
        let read = Header {
            version: found,
            ..usual()
        };
        let expected = 3;
        assert_eq!(read.read(), Err(TableError::Version { expected, found }));
    }
}

/// For each field, the reader accepts the least and the greatest allowed value, and refuses the
/// value below and the value above.
#[test]
fn each_field_has_limits() {
    let with = |change: &dyn Fn(&mut Header)| {
        let mut header = usual();
        change(&mut header);
        header
    };
    for accepted in [
        with(&|header| (header.moves, header.masks) = (64, 1)),
        with(&|header| header.moves = 57),
        with(&|header| header.distance_bits = 30),
        with(&|header| header.key_bits = 64),
        with(&|header| header.key_bits = 1),
        with(&|header| (header.states, header.records) = (1, [0, 0, 0, 1])),
        with(&|header| (header.states, header.records) = (4, [1, 1, 1, 1])),
        with(&|header| header.multiplier = u64::MAX),
        with(&|header| header.name = Vec::new()),
    ] {
        assert_eq!(accepted.read().map(u128::from), Ok(accepted.expected()));
    }
    for (refused, name, found) in [
        (with(&|header| header.moves = 65), "number of moves", 65),
        (with(&|header| header.moves = 58), "number of masks", 0),
        (
            with(&|header| header.distance_bits = 31),
            "width of a distance",
            31,
        ),
        (with(&|header| header.key_bits = 65), "width of a key", 65),
        (with(&|header| header.states = 0), "number of states", 0),
        (
            with(&|header| header.records = [0; 4]),
            "number of records",
            0,
        ),
        (
            with(&|header| header.states = 522),
            "number of records",
            523,
        ),
        (
            with(&|header| header.records = [u32::MAX; 4]),
            "number of records",
            4 * u64::from(u32::MAX),
        ),
        (with(&|header| header.multiplier = 2), "multiplier", 2),
        (with(&|header| header.key_bits = 0), "width of a key", 0),
        (with(&|header| header.multiplier = 0), "multiplier", 0),
        (
            with(&|header| header.name = vec![b'x', 0xff]),
            "UTF-8 name",
            0xff,
        ),
    ] {
        let expected = TableError::Field { name, found };
        assert_eq!(refused.read(), Err(expected), "{refused:?}");
    }
}

/// A game with one state and no moves.
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
        0
    }
}

/// A table stores sets of moves in a separate array only if this takes less space. If the array would take more space,
/// the table stores the sets of moves in the records. The game of this test has no moves, so a set of moves in a record
/// takes no space at all.
#[test]
fn masks_are_in_the_records_if_that_takes_no_more() {
    let bytes = bake::table("over", &solve(&Over).unwrap()).unwrap();
    let masks = u32::from_le_bytes(*bytes[27..].first_chunk().unwrap());
    assert_eq!(masks, 0);
}

/// A game whose start leads to states with different sets of moves. Each of these states has only moves that end the
/// game.
struct Fan {
    moves: u32,
}

impl Fan {
    const LOSS: u64 = 100;
}

impl Game for Fan {
    type State = u64;

    fn move_count(&self) -> u32 {
        self.moves
    }

    fn start(&self) -> u64 {
        0
    }

    fn outcome(&self, state: u64) -> Option<Value> {
        let values = [Value::Loss, Value::Draw, Value::Win];
        let end = state.checked_sub(Self::LOSS)?;
        Some(values[end as usize])
    }

    fn legal(&self, _: u64) -> Moves {
        Moves::first_n(self.moves)
    }

    fn play(&self, state: u64, mv: Move) -> u64 {
        let number = u64::from(mv.index()) + 1;
        if state == 0 {
            return number;
        }
        let any = (state * number).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Self::LOSS + any % 3
    }

    fn key(&self, state: u64) -> u64 {
        state
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }
}

/// In the tables of this test, nearly every set of moves occurs only once. So a separate array of the sets takes more
/// space than sets in the records. But sets with too many bits for a record must be in the array.
#[test]
fn masks_are_apart_if_they_are_wide() {
    for (moves, are_apart) in [(56, false), (57, false), (58, true), (64, true)] {
        let game = Fan { moves };
        let solution = solve(&game).unwrap();
        let bytes = bake::table("fan", &solution).unwrap();
        let masks = u32::from_le_bytes(*bytes[27..].first_chunk().unwrap());
        assert_eq!(masks > 0, are_apart, "{moves} moves");
        let table = Table::from_bytes(Fan { moves }, &bytes).unwrap();
        for (state, analysis) in solution.iter() {
            assert_eq!(table.lookup(state), Some(analysis), "{moves} moves");
        }
    }
}

#[test]
fn an_error_says_what_was_expected_and_found() {
    for (error, text) in [
        (
            TableError::Label,
            "expected a table that begins with \"perfectplay table\", found other bytes",
        ),
        (
            TableError::Version {
                expected: 3,
                found: 9,
            },
            "expected a table (version 3), found version 9",
        ),
        (
            TableError::Header { found: 30 },
            "expected the header of a table, found only 30 bytes",
        ),
        (
            TableError::Field {
                name: "multiplier",
                found: 2,
            },
            "expected a valid multiplier, found 2",
        ),
        (
            TableError::Length {
                expected: 100,
                found: 99,
            },
            "expected 100 bytes, found 99",
        ),
        (
            TableError::Checksum {
                expected: 0xab,
                found: 0xcd,
            },
            "expected the checksum 000000ab, found 000000cd: the table is damaged",
        ),
        (
            TableError::MoveCount {
                expected: 9,
                found: 8,
            },
            "expected a table of a game with 9 moves, found one of 8 moves",
        ),
        (
            TableError::Rules {
                expected: 0xab,
                found: 0xcd,
            },
            "expected a table of rules with the fingerprint 00000000000000ab, found \
             00000000000000cd: it was made from other rules or parameters, or from another version",
        ),
        (
            TableError::NoStart,
            "the table lacks a start of the game (have the rules or the parameters changed?)",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_table_tells_what_it_is() {
    let game = || Nim::with_parameters("1,2").unwrap();
    let (rules, name) = (game(), "nim:1,2");
    let bytes = bake::table(name, &solve(&rules).unwrap()).unwrap();
    let table = Table::from_bytes(game(), &bytes).unwrap();
    let data = table.data();
    assert_eq!(
        (data.name(), data.len(), data.byte_len()),
        (name, 6, bytes.len())
    );
    assert_eq!(
        (data.move_count(), data.is_empty()),
        (rules.move_count(), false)
    );
    assert_eq!((table.len(), table.is_empty()), (6, false));
    let shown = r#"TableData { name: "nim:1,2", len: 6, .. }"#;
    assert_eq!(format!("{data:?}"), shown);
    assert_eq!(format!("{table:?}"), format!("Table({shown})"));
}
