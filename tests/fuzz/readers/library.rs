//! Contains a function for each of the library's readers of input. Each function takes any bytes.
//! Whatever the bytes are, the function must not panic, and must not play an illegal move.

#[path = "../lawful.rs"]
mod lawful;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use perfectplay::bake::{self, BakeError, BakedPlaybook, Work};
use perfectplay::game::Score;
use perfectplay::playbook::{Playbook, PlaybookData};
use perfectplay::prove::Prover;
use perfectplay::round::SavedRound;
use perfectplay::table::TableData;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{Archive, Record, TicTacToe};
use perfectplay::{Analysis, Moves, Player, Round, Table};
use perfectplay_any::Catalogue;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::Connect;
use perfectplay_games::nim::Nim;
use perfectplay_games::{self as games, Listed, Visitor};
use serde::Serialize;
use serde::de::DeserializeOwned;

use lawful::{MANY, plays_by_the_rules};

/// A function that reads bytes.
pub type Reader = fn(&[u8]);

/// The readers, each with the name of its directory in the corpus.
pub const READERS: &[(&str, Reader)] = &[
    ("table", table),
    ("playbook", playbook),
    ("work", work),
    ("archive", archive),
    ("notation", notation),
    ("json", json),
];

/// Corrects the checksum at the end of the bytes. With a wrong checksum, the reader would refuse
/// the bytes before it reads anything else.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if let Some((content, checksum)) = bytes.split_last_chunk_mut() {
        *checksum = crc32fast::hash(content).to_le_bytes();
    }
    bytes
}

/// Reads a table of the game that the table names.
pub fn table(data: &[u8]) {
    let bytes = sealed(data);
    let Ok(data) = TableData::from_bytes(&bytes) else {
        return;
    };
    // Hexapawn reads the table, too, whatever game the table names.
    for spec in [data.name(), "hexapawn"] {
        // An unknown game is an error.
        let Ok(game) = Catalogue::with_games_that_ship().find(spec) else {
            continue;
        };
        let Ok(table) = Table::from_bytes(game, &bytes) else {
            continue;
        };
        // Even an invalid table must do no harm.
        let _ = table.validate();
        assert!(table.iter().take(MANY).count() <= MANY);
        plays_by_the_rules(&table);
    }
}

/// The size in bytes of the label with which saved work begins. The label tells the game and the
/// options of the search.
const WORK_LABEL: usize = 22 + 6 * 8;

/// Searches for a small book by rules. If `begun` contains the saved work of an earlier search,
/// continues that search.
fn search(
    begun: Option<Vec<u8>>,
    save: &mut dyn FnMut(&[u8]) -> Result<(), BakeError>,
) -> Result<BakedPlaybook, BakeError> {
    const MEMORY: usize = 1 << 12;
    let how = bake::Playbook::new("").steps(1 << 10).only(Player::First);
    let watch = &mut |_| ControlFlow::Continue(());
    let prover = Prover::new(game::<Connect>("4x4"), MEMORY);
    how.bake_by_rules(&prover, MEMORY, Work { begun, save }, watch)
}

/// Continues a search for a playbook by rules from saved work.
pub fn work(data: &[u8]) {
    static HONEST: OnceLock<Vec<u8>> = OnceLock::new();
    let honest = HONEST.get_or_init(|| {
        let mut saved = Vec::new();
        let mut save = |bytes: &[u8]| {
            saved = bytes.to_vec();
            Ok(())
        };
        search(None, &mut save).expect("a book");
        saved
    });
    let mut bytes = honest[..WORK_LABEL].to_vec();
    bytes.extend(data.get(WORK_LABEL..).unwrap_or_default());
    // The search believes what saved work says about proved states. So it may find no book.
    if let Ok(baked) = search(Some(sealed(&bytes)), &mut |_| Ok(())) {
        let book = PlaybookData::from_bytes(&baked.bytes).expect("a book");
        play(&game::<Connect>("4x4"), book);
    }
}

/// Reads a playbook of any game.
pub fn playbook(data: &[u8]) {
    for bytes in [data, &sealed(data)] {
        let Ok(data) = PlaybookData::from_bytes(bytes) else {
            continue;
        };
        assert_eq!(data.byte_len(), bytes.len());
        // Each game asks the playbook for moves, even if the playbook belongs to another game.
        play(&TicTacToe, data);
        play(&game::<Connect>("4x4"), data);
        play(&game::<Nim>(Nim::SAMPLES[0]), data);
        play(&game::<Kalah>("3,2"), data);
    }
}

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("a game")
}

/// Plays a game by a playbook. The playbook's moves must be legal.
fn play<G: Listed>(game: &G, data: PlaybookData<'_>) {
    let book = Playbook::new(game, data);
    // Even an invalid book must do no harm.
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

/// Reads an archive of tic-tac-toe.
pub fn archive(data: &[u8]) {
    for bytes in [data, &sealed(data)] {
        if let Ok(archive) = Archive::from_bytes(bytes) {
            let written = archive.to_bytes().expect("memory");
            let read = Archive::from_bytes(&written).expect("what was written");
            assert_eq!(read, archive);
        }
    }
}

/// Reads a game with its parameters on the first line, and a state on the second.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (spec, state) = text.split_once('\n').unwrap_or((&text, ""));
    let state = state.strip_suffix('\n').unwrap_or(state);
    // An unknown game is an error.
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
        // These methods may be called before the state is known to be reachable.
        let _ = (game.outcome(state), game.key(state), game.to_move(state));
        let _ = game.lines(state).count();
        for square in 0..game.grid().map_or(0, |grid| grid.squares()) {
            let _ = game.square(state, square);
        }
    }
}

/// Reads JSON with `serde`.
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

/// Reads a value from bytes that should be JSON. If the bytes are valid, asserts that the value can
/// be written and read again.
fn read<T: DeserializeOwned + Serialize + PartialEq>(data: &[u8]) -> Option<T> {
    let value: T = serde_json::from_slice(data).ok()?;
    let written = serde_json::to_vec(&value).expect("memory");
    assert!(serde_json::from_slice::<T>(&written).expect("what was written") == value);
    Some(value)
}
