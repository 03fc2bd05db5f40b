//! Tests that the bytes of win/draw/loss tables have the layout that the documentation of `WdlData`
//! describes. A second reader, which shares no code with the library's reader, must find every
//! stored value. The library's reader must accept each field of the header up to its documented
//! limits, and refuse it beyond them.

use perfectplay::game::is_extra_turn;
use perfectplay::table::{TableError, fingerprint};
use perfectplay::wdl::WdlData;
use perfectplay::{Game, Value, Wdl, bake, solve};
use perfectplay_games::Listed;
use perfectplay_games::chomp::Chomp;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::subtraction::Subtraction;

/// The fields of a header, in their order.
#[derive(Clone, Debug)]
struct Header {
    version: u16,
    fingerprint: u64,
    moves: u8,
    keep: u8,
    segment_bits: u8,
    values: [u8; 3],
    states: u64,
    kept: u64,
    seed: u32,
    segments: u32,
    name: Vec<u8>,
}

/// Returns a valid header.
fn usual() -> Header {
    Header {
        version: 4,
        fingerprint: 6789,
        moves: 9,
        keep: 1,
        segment_bits: 5,
        values: [2, 0, 1],
        states: 5478,
        kept: 400,
        seed: 3,
        segments: 12,
        name: b"tictactoe".to_vec(),
    }
}

impl Header {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"perfectplay table\n".to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend([self.moves, self.keep, self.segment_bits]);
        bytes.extend(self.values);
        bytes.extend(self.states.to_le_bytes());
        bytes.extend(self.kept.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.segments.to_le_bytes());
        bytes.push(self.name.len() as u8);
        bytes.extend(&self.name);
        bytes
    }

    /// Returns the bytes of a table with this header. All bits after the header are 0.
    fn whole(&self) -> Vec<u8> {
        let bits = match self.segments {
            0 => 0,
            segments => ((segments as usize + 2) << self.segment_bits) + 1,
        };
        let padding = 1;
        let mut bytes = self.bytes();
        bytes.resize(bytes.len() + bits.div_ceil(8) + padding, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a table with this header. Returns the reader's error, or `None` if the reader accepts
    /// the table.
    fn error(&self) -> Option<TableError> {
        WdlData::from_bytes(&self.whole()).err()
    }
}

/// Reads `length` bytes at the offset `at` as a little-endian number.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let number = bytes[at..at + length].iter().rev();
    number.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A step of SplitMix64.
fn mix(number: u64) -> u64 {
    let a = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    c ^ (c >> 31)
}

/// Returns the value of the state with the key `key`. `bytes` is a win/draw/loss table.
fn read(bytes: &[u8], key: u64) -> Value {
    let s = number(bytes, 30, 1);
    let values = bytes[31..34].iter().map(|&value| match value {
        0 => Some(Value::Loss),
        1 => Some(Value::Draw),
        2 => Some(Value::Win),
        _ => None,
    });
    let values: Vec<Value> = values.flatten().collect();
    let (seed, n) = (number(bytes, 50, 4), number(bytes, 54, 4));
    if n == 0 {
        return values[0];
    }
    let bits = 59 + number(bytes, 58, 1);
    let bit = |place: u64| bytes[(bits + place / 8) as usize] >> (place % 8) & 1;

    let hash = mix(key ^ mix(seed));
    let low = |number: u64| number % (1 << s);
    let a = ((u128::from(hash) * u128::from(n << s)) >> 64) as u64;
    let b = a + (1 << s);
    let b = b - low(b) + (low(b) ^ low(hash >> 18));
    let c = a + (2 << s);
    let c = c - low(c) + (low(c) ^ low(hash));
    let [first, second] = [0, 1].map(|by| bit(a + by) ^ bit(b + by) ^ bit(c + by));
    match (first, second) {
        (0, _) => values[0],
        (_, 0) => values[1],
        _ => values[values.len() - 1],
    }
}

/// Returns whether one ply decides a state: the state is finished, a move wins at once, or every
/// move ends the game.
fn is_decided<G: Game>(game: &G, state: G::State) -> bool {
    if game.outcome(state).is_some() {
        return true;
    }
    let mut goes_on = false;
    for mv in game.legal(state) {
        let next = game.play(state, mv);
        assert!(!is_extra_turn(game, state, next));
        match game.outcome(next) {
            Some(Value::Loss) => return true,
            Some(_) => {}
            None => goes_on = true,
        }
    }
    !goes_on
}

/// Checks all values that the table of a game stores. Returns how many values the table stores, and
/// how many different values (win, draw, loss) are among them.
fn hold<G: Listed>(parameters: &str) -> (u64, usize) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let solution = solve(&game).unwrap();
    let bytes = bake::wdl(parameters, &solution).unwrap();
    let parity = match bytes[29] {
        1 => Some(0),
        2 => Some(1),
        _ => None,
    };
    let is_kept = |state| {
        let tier = game.tier(state).map(|tier| tier % 2);
        (parity.is_none() || tier == parity) && !is_decided(&game, state)
    };
    let mut kept = 0;
    for (state, score) in solution.scores().filter(|&(state, _)| is_kept(state)) {
        assert_eq!(read(&bytes, game.key(state)), score.value(), "{state:?}");
        kept += 1;
    }
    assert_eq!(number(&bytes, 20, 8), fingerprint(&game));
    assert_eq!(number(&bytes, 28, 1), u64::from(game.move_count()));
    assert_eq!(number(&bytes, 34, 8), solution.len() as u64);
    assert_eq!(number(&bytes, 42, 8), kept);
    let values = bytes[31..34].iter().filter(|&&value| value < 3);
    (kept, values.count())
}

#[test]
fn a_second_reader_finds_every_value() {
    assert_eq!(hold::<Marks>("3,3,3").1, 3);
    assert_eq!(hold::<Connect>("4x3,3").1, 3);
    assert_eq!(hold::<Chomp>("5x5").1, 2);
    let (kept, values) = hold::<Subtraction>("9,1");
    assert!(kept > 0 && values == 1);
}

#[test]
fn the_length_follows_from_the_header() {
    for segment_bits in [0, 1, 2, 3, 7, 18] {
        for segments in [0, 1, 2, 3, 8, 9] {
            let header = Header {
                segment_bits,
                segments,
                ..usual()
            };
            let mut bytes = header.whole();
            let whole = bytes.len();
            let data = WdlData::from_bytes(&bytes).unwrap();
            assert_eq!((data.byte_len(), data.validate()), (whole, Ok(())));
            bytes.push(0);
            let expected = whole as u64;
            for found in [whole - 1, whole + 1] {
                let error = WdlData::from_bytes(&bytes[..found]).err();
                assert_eq!(error, Some(TableError::Length { expected, found }));
            }
        }
    }
}

#[test]
fn a_header_is_whole() {
    let bytes = usual().bytes();
    for found in 0..bytes.len() {
        let expected = match found {
            0..18 => TableError::Label,
            _ => TableError::Header { found },
        };
        let error = WdlData::from_bytes(&bytes[..found]).err();
        assert_eq!(error, Some(expected), "{found} bytes");
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
        usual(),
        with(&|header| header.moves = 64),
        with(&|header| header.keep = 0),
        with(&|header| header.keep = 2),
        with(&|header| header.segment_bits = 18),
        with(&|header| header.values = [3, 3, 3]),
        with(&|header| (header.states, header.kept) = (1, 1)),
        with(&|header| header.kept = 0),
        with(&|header| header.name = Vec::new()),
        with(&|header| header.name = vec![b'x'; 255]),
    ] {
        assert_eq!(accepted.error(), None, "{accepted:?}");
    }
    let field = |name, found| TableError::Field { name, found };
    let version = |found| TableError::Version { expected: 4, found };
    for (refused, error) in [
        (with(&|header| header.version = 3), version(3)),
        (with(&|header| header.version = 5), version(5)),
        (
            with(&|header| header.moves = 65),
            field("number of moves", 65),
        ),
        (with(&|header| header.keep = 3), field("choice of tiers", 3)),
        (
            with(&|header| header.segment_bits = 19),
            field("length of a segment", 19),
        ),
        (with(&|header| header.values = [0, 1, 4]), field("value", 4)),
        (
            with(&|header| (header.states, header.kept) = (0, 0)),
            field("number of states", 0),
        ),
        (
            with(&|header| (header.states, header.kept) = (7, 8)),
            field("number of kept states", 8),
        ),
        (
            with(&|header| header.name = vec![b'x', 0xff]),
            field("UTF-8 name", 0xff),
        ),
    ] {
        assert_eq!(refused.error(), Some(error), "{refused:?}");
    }
}

#[test]
fn values_tell_what_they_are() {
    let game = || Subtraction::with_parameters("9,1").unwrap();
    let solution_of = game();
    let bytes = bake::wdl("subtraction:9,1", &solve(&solution_of).unwrap()).unwrap();
    let values = Wdl::from_bytes(game(), &bytes).unwrap();
    let data = values.data();
    assert_eq!((data.name(), data.states()), ("subtraction:9,1", 10));
    assert_eq!(data.move_count(), solution_of.move_count());
    assert_eq!(data.fingerprint(), fingerprint(&solution_of));
    let shown = format!(
        "WdlData {{ name: \"subtraction:9,1\", states: 10, kept: {}, .. }}",
        data.kept()
    );
    assert_eq!(format!("{data:?}"), shown);
    assert_eq!(format!("{values:?}"), format!("Wdl({shown})"));
}
