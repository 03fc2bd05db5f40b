//! What reads bytes or text in the library, as functions of bytes. Whatever the bytes are, none
//! of them panics, and none plays what the rules forbid.

#[path = "../lawful.rs"]
mod lawful;

use perfectplay::game::Score;
use perfectplay::playbook::{Playbook, PlaybookData};
use perfectplay::round::SavedRound;
use perfectplay::table::TableData;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{Archive, Record, TicTacToe};
use perfectplay::{Analysis, Moves, Round, Table};
use perfectplay_games::{self as games, Listed, Visitor};
use serde::Serialize;
use serde::de::DeserializeOwned;

use lawful::{MANY, plays_by_the_rules};

/// A reader.
pub type Reader = fn(&[u8]);

/// The readers by the names of their directories in the corpus.
pub const READERS: &[(&str, Reader)] = &[
    ("table", table),
    ("playbook", playbook),
    ("archive", archive),
    ("notation", notation),
    ("json", json),
];

/// The bytes with a checksum that is right, so that it does not keep everything out.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if let Some((content, checksum)) = bytes.split_last_chunk_mut() {
        *checksum = crc32fast::hash(content).to_le_bytes();
    }
    bytes
}

/// A table of the game that it names.
pub fn table(data: &[u8]) {
    let bytes = sealed(data);
    let Ok(data) = TableData::from_bytes(&bytes) else {
        return;
    };
    // Whatever the table names, hexapawn reads it too.
    for spec in [data.name(), "hexapawn"] {
        // An error: no such game.
        let _ = games::open(spec, Using(&bytes));
    }
}

struct Using<'a>(&'a [u8]);

impl Visitor for Using<'_> {
    type Output = ();

    fn visit<G: Listed>(self, game: G) {
        let Ok(table) = Table::from_bytes(game, self.0) else {
            return;
        };
        // What is not valid must not do harm either.
        let _ = table.validate();
        assert!(table.iter().take(MANY).count() <= MANY);
        plays_by_the_rules(&table);
    }
}

/// A playbook of any game.
pub fn playbook(data: &[u8]) {
    for bytes in [data, &sealed(data)] {
        let Ok(data) = PlaybookData::from_bytes(bytes) else {
            continue;
        };
        assert_eq!(data.byte_len(), bytes.len());
        // Whatever rules it names, all of these ask it.
        for spec in ["tictactoe", "connect:4x4", "nim", "kalah:3,2"] {
            games::open(spec, Asking(data)).expect("a game that ships");
        }
    }
}

struct Asking<'a>(PlaybookData<'a>);

impl Visitor for Asking<'_> {
    type Output = ();

    /// Plays a game by the book, whose moves are legal if it has any.
    fn visit<G: Listed>(self, game: G) {
        let book = Playbook::new(&game, self.0);
        // What is not valid must not do harm either.
        let _ = book.validate();
        let mut state = game.start();
        for _ in 0..MANY {
            let legal = game.legal(state);
            let chosen = book.choose(state);
            if game.outcome(state).is_some() {
                assert_eq!(chosen, None);
                return;
            }
            assert!(chosen.is_none_or(|mv| legal.contains(mv)));
            let mv = chosen.or(legal.first()).expect("a move");
            state = game.play(state, mv);
        }
    }
}

/// An archive of tic-tac-toe.
pub fn archive(data: &[u8]) {
    for bytes in [data, &sealed(data)] {
        if let Ok(archive) = Archive::from_bytes(bytes) {
            let written = archive.to_bytes().expect("memory");
            let read = Archive::from_bytes(&written).expect("what was written");
            assert_eq!(read, archive);
        }
    }
}

/// A game and its parameters on the first line, and a state on the second.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (spec, state) = text.split_once('\n').unwrap_or((&text, ""));
    let state = state.strip_suffix('\n').unwrap_or(state);
    // An error: no such game.
    let _ = games::open(spec, Reading(state));
}

struct Reading<'a>(&'a str);

impl Visitor for Reading<'_> {
    type Output = ();

    fn visit<G: Listed>(self, game: G) {
        let mut parameters = String::new();
        game.write_parameters(&mut parameters).expect("memory");
        assert!(G::with_parameters(&parameters).is_some(), "{parameters}");
        let start = game.state_text(game.start()).to_string();
        assert_eq!(game.read_state(&start), Ok(game.start()));
        let state = match game.read_state(self.0) {
            Ok(state) => state,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        };
        let written = game.state_text(state).to_string();
        assert_eq!(game.read_state(&written), Ok(state));
        // All that is asked of a state before it is known to be reachable.
        let _ = (game.outcome(state), game.key(state), game.to_move(state));
        let _ = game.lines(state).count();
        for square in 0..game.grid().map_or(0, |grid| grid.squares()) {
            let _ = game.square(state, square);
        }
    }
}

/// What `serde` reads.
pub fn json(data: &[u8]) {
    if let Some(analysis) = read::<Analysis>(data) {
        assert!(analysis.score().distance() <= Some(Score::MAX_DISTANCE));
    }
    if let Some(saved) = read::<SavedRound<State>>(data) {
        if let Ok(round) = Round::restore(&TicTacToe, &saved) {
            assert_eq!(round.save(), saved);
        }
    }
    read::<State>(data);
    read::<Record>(data);
    read::<Moves>(data);
}

/// What these bytes are, if they are one: written, it is read again.
fn read<T: DeserializeOwned + Serialize + PartialEq>(data: &[u8]) -> Option<T> {
    let value: T = serde_json::from_slice(data).ok()?;
    let written = serde_json::to_vec(&value).expect("memory");
    assert!(serde_json::from_slice::<T>(&written).expect("what was written") == value);
    Some(value)
}
