//! A game as the page reads it: `web/README.md` describes the format.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use perfectplay::games::{Listed, Visitor};
use perfectplay::{Value, solve};
use serde_json::{Value as Json, json};

/// Writes a game whose states are boards of `X`, `O` and `.`, row by row.
pub struct GameData<'a> {
    /// How the game was asked for.
    pub spec: &'a str,
    /// Whether pieces fall in columns.
    pub drops: bool,
    /// How pieces look.
    pub shape: &'a str,
    /// Lines of squares that win.
    pub lines: Vec<Vec<usize>>,
}

impl Visitor for GameData<'_> {
    type Output = Json;

    fn visit<G: Listed + 'static>(self, game: G) -> Json {
        let solution = solve(&game).expect("a solution");
        let squares = |state: G::State| -> Vec<u8> {
            let text = game.state_text(state).to_string();
            let board = text.split(' ').next().expect("a board");
            let cells = board.chars().filter(|&character| character != '/');
            cells
                .map(|cell| ".XO".find(cell).expect("a cell") as u8)
                .collect()
        };
        // Behind the board, or where that is left out, by the counts.
        let mover = |state: G::State, squares: &[u8]| -> u8 {
            let count = |piece| squares.iter().filter(|&&square| square == piece).count();
            match game.state_text(state).to_string().split_once(' ') {
                Some((_, player)) => u8::from(player == "O"),
                None => u8::from(count(1) > count(2)),
            }
        };
        let text = game.state_text(game.start()).to_string();
        let rows = text.split('/').count();
        let columns = text.find(['/', ' ']).unwrap_or(text.len());

        // Breadth first, so that most moves lead to the next new state.
        let start = game.start();
        let mut numbers = HashMap::from([(game.key(start), 0_usize)]);
        let mut states = vec![start];
        let mut columns_of = Columns::default();
        let mut kinds = Numbered::default();
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            at += 1;
            let analysis = solution.get(state).expect("a reachable state");
            let before = squares(state);
            let mover = mover(state, &before);
            columns_of.boards.extend(&before);
            columns_of.movers.push(mover);
            columns_of.values.push(match analysis.value {
                Value::Loss => 0,
                Value::Draw => 1,
                Value::Win => 2,
            });
            let distance = analysis
                .distance
                .map_or(0, |distance| u64::from(distance) + 1);
            number(&mut columns_of.distances, distance);
            columns_of
                .counts
                .push(u8::try_from(analysis.legal().len()).expect("64 moves"));
            for mv in analysis.legal() {
                let next = game.play(state, mv);
                let after = squares(next);
                let own = mover + 1;
                let changed = |had: bool| {
                    let (before, after) = (&before, &after);
                    (0..before.len()).filter(move |&square| {
                        (before[square] == own) == had && (after[square] == own) != had
                    })
                };
                let path: Vec<usize> = changed(true).chain(changed(false)).collect();
                let kind = (mv.index(), game.move_text(state, mv).to_string(), path);
                number(&mut columns_of.kinds, kinds.number(kind));
                let known = numbers.len();
                let child = *numbers.entry(game.key(next)).or_insert_with(|| {
                    states.push(next);
                    known
                });
                number(&mut columns_of.steps, (known - child) as u64);
            }
        }
        let names = (0..rows * columns).map(|square| {
            let column = char::from(b'a' + (square % columns) as u8);
            format!("{column}{}", rows - square / columns)
        });
        json!({
            "format": "perfectplay game 1",
            "name": self.spec,
            "players": ["X", "O"],
            "columns": columns,
            "rows": rows,
            "squareNames": names.collect::<Vec<_>>(),
            "lines": self.lines,
            "drops": self.drops,
            "shape": self.shape,
            "moves": kinds.list,
            "states": states.len(),
            "data": columns_of.packed(),
        })
    }
}

/// Things in the order in which they first came.
struct Numbered<T> {
    list: Vec<T>,
    numbers: HashMap<T, u64>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, thing: T) -> u64 {
        let list = &mut self.list;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            list.push(thing.clone());
            list.len() as u64 - 1
        })
    }
}

/// What is known of the states, a column for each kind of thing.
#[derive(Default)]
struct Columns {
    boards: Vec<u8>,
    movers: Vec<u8>,
    values: Vec<u8>,
    distances: Vec<u8>,
    counts: Vec<u8>,
    kinds: Vec<u8>,
    steps: Vec<u8>,
}

impl Columns {
    /// All of them, compressed, as text.
    fn packed(&self) -> String {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        for column in [
            &self.boards,
            &self.movers,
            &self.values,
            &self.distances,
            &self.counts,
            &self.kinds,
            &self.steps,
        ] {
            encoder.write_all(column).expect("memory");
        }
        STANDARD.encode(encoder.finish().expect("memory"))
    }
}

/// Writes a number in groups of seven bits, the lowest first.
fn number(out: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}
