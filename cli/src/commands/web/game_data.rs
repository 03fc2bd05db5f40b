//! A game as the page reads it: `web/README.md` describes the format.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Write as _};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use perfectplay::graph::{Explored, Nodes, explore_all};
use perfectplay::{Player, Value};
use perfectplay_any::Table;
use perfectplay_games::show::{Place, Square};
use serde::{Serialize, Serializer};

use super::layout::Layout;
use crate::Failure;

/// Everything that the page knows of a game: no rules, but every state and every move.
#[derive(Serialize)]
pub struct GameData {
    #[serde(flatten)]
    pub about: About,
    /// Of a game without a board: what stands in the place of one, state by state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    texts: Vec<String>,
    states: usize,
    data: String,
    #[serde(skip)]
    start: Start,
}

/// What is the same in all states.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    format: &'static str,
    pub name: String,
    pub title: String,
    pub rules: String,
    players: [String; 2],
    columns: u8,
    rows: u8,
    #[serde(skip_serializing_if = "is_false")]
    lattice: bool,
    square_names: Vec<String>,
    /// Every line that is complete at the end of some game, as its squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<u8>>,
    shape: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    drops: bool,
    #[serde(skip_serializing_if = "is_false")]
    points: bool,
    /// Whether some moves are chosen from a list: no square stands for them, or the same squares
    /// stand for several.
    #[serde(skip_serializing_if = "is_false")]
    choices: bool,
    pieces: Vec<Piece>,
    moves: Vec<(u8, String, Vec<u8>)>,
}

/// What is shown of a game while its table is on its way.
#[derive(Clone, Serialize)]
struct Start {
    entries: u64,
    squares: Vec<u8>,
    mover: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[u32; 2]>,
    worth: Worth,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Their numbers among all moves.
    moves: Vec<u64>,
}

#[derive(Clone, Copy, Serialize)]
struct Worth {
    value: Value,
    distance: Option<u32>,
}

/// A game as it begins.
#[derive(Serialize)]
pub struct Beginning {
    #[serde(flatten)]
    about: About,
    start: Start,
}

const FORMAT: &str = "perfectplay game 1";

impl GameData {
    /// The data of a solved game: what moves reach from its start.
    pub fn of(table: &dyn Table) -> Result<Self, Failure> {
        let (info, first) = (table.info(), table.start());
        let layout = Layout::of(info);
        let mut columns = Columns::default();
        let mut pieces = Pieces(vec![Square::Empty]);
        let mut kinds = Numbered::default();
        let mut lines = Numbered::default();
        let mut texts = Vec::new();
        let [mut drops, mut moves_pieces, mut points, mut choices] = [false; 4];
        let mut paths = Vec::new();
        let mut start = None;

        // Where the rules do not tell the player by the state, a state comes twice.
        let numbers = first.numbers();
        let explored = explore_all(&numbers, Nodes::StatesAndMovers);
        let Explored { graph, states } = explored
            .map_err(|error| Failure::Input(format!("the states have no keys: {error}")))?;
        // States and entries are met in the order of the steps to them. A step tells how far
        // what it leads to lies behind the first that was not met before.
        let (mut met, mut entries) = (1, 0);
        for (node, &state) in (0..).zip(states.as_slice()) {
            let position = numbers.position(state);
            let analysis = position.record()?;
            let mover = graph.mover(node).unwrap_or(Player::First);
            columns.entries.push_number((entries - state).into());
            entries = entries.max(state + 1);
            for square in layout.squares(&position) {
                columns.boards.0.push(pieces.number(square));
            }
            columns.movers.0.push(mover as u8);
            let position_points = position.points();
            for number in position_points.into_iter().flatten() {
                points = true;
                columns.points.push_number(number.into());
            }
            columns.values.0.push(match analysis.value {
                Value::Loss => 0,
                Value::Draw => 1,
                Value::Win => 2,
            });
            let distance = analysis.distance.map_or(0, |plies| u64::from(plies) + 1);
            columns.distances.push_number(distance);
            columns.counts.0.push(byte(analysis.legal().len().into()));
            if layout.is_empty() {
                texts.push(position.text());
            }
            if analysis.legal().is_empty() {
                for line in position.lines() {
                    lines.number(
                        line.squares()
                            .map(|at| layout.place(at))
                            .collect::<Vec<_>>(),
                    );
                }
            }
            paths.clear();
            for step in graph.steps(node) {
                let place = position.place(step.mv);
                let path = match place {
                    Place::OffBoard => Vec::new(),
                    Place::Square(square) => vec![layout.place(square)],
                    Place::Step { from, to } => vec![layout.place(from), layout.place(to)],
                    Place::Column(column) => layout.landing(&position, column),
                };
                drops |= matches!(place, Place::Column(_));
                moves_pieces |= matches!(place, Place::Step { .. });
                choices = choices || path.is_empty() || paths.contains(&path);
                paths.push(path.clone());
                let kind = (step.mv.index(), position.move_name(step.mv), path);
                columns.kinds.push_number(kinds.number(kind));
                columns.steps.push_number((met - step.to).into());
                met = met.max(step.to + 1);
            }
            start.get_or_insert_with(|| Start {
                entries: 0,
                squares: layout
                    .squares(&position)
                    .map(|square| pieces.number(square))
                    .collect(),
                mover: mover as u8,
                points: position_points,
                worth: Worth {
                    value: analysis.value,
                    distance: analysis.distance,
                },
                text: texts.first().cloned(),
                // None came before them.
                moves: (0..analysis.legal().len().into()).collect(),
            });
        }
        let mut start = start.ok_or_else(|| first.no_record())?;
        start.entries = entries.into();
        let about = About {
            format: FORMAT,
            name: info.spec.to_string(),
            title: info.title.clone(),
            rules: info.rules.clone(),
            players: info.players.0.each_ref().map(|name| capitalized(name)),
            columns: layout.columns,
            rows: layout.rows,
            lattice: layout.lattice,
            square_names: layout.names(info),
            lines: lines.list,
            // Marks are written, and stay; what falls or moves is a thing.
            shape: if drops || moves_pieces {
                "discs"
            } else {
                "marks"
            },
            drops,
            points,
            choices,
            pieces: pieces
                .0
                .into_iter()
                .map(|square| Piece::of(square, info.marks))
                .collect(),
            moves: kinds.list,
        };
        Ok(Self {
            about,
            texts,
            states: states.len(),
            data: columns.packed()?,
            start,
        })
    }

    /// The game without any state but the start, for a page whose table stands beside it.
    pub fn beginning(&self) -> Beginning {
        Beginning {
            about: self.about.clone(),
            start: self.start.clone(),
        }
    }

    /// The same without its moves, for a picture.
    pub fn picture(&self) -> Beginning {
        let mut beginning = self.beginning();
        beginning.about.moves.clear();
        beginning.start.moves.clear();
        beginning
    }

    /// How many states the page has of the game: some of them twice, with either player to
    /// move, if the rules do not tell the player by the state.
    pub const fn states(&self) -> usize {
        self.states
    }

    /// How many entries the table has.
    pub const fn entries(&self) -> u64 {
        self.start.entries
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

fn byte(number: u64) -> u8 {
    u8::try_from(number).expect("fewer kinds of pieces, and fewer moves, than 256")
}

/// A name with a capital letter.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// What stands on some square, in the order in which it first came. It is so little that looking
/// at each is quicker than hashing, for every square of every state.
struct Pieces(Vec<Square>);

impl Pieces {
    fn number(&mut self, square: Square) -> u8 {
        let Self(list) = self;
        let known = list.iter().position(|&one| one == square);
        let number = known.unwrap_or_else(|| {
            list.push(square);
            list.len() - 1
        });
        byte(number as u64)
    }
}

/// What can stand on a square.
#[derive(Clone, Copy)]
struct Piece {
    square: Square,
    marks: [char; 2],
}

impl Piece {
    const fn of(square: Square, marks: [char; 2]) -> Self {
        Self { square, marks }
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Default, Serialize)]
        struct Fields {
            kind: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            owner: Option<u8>,
            #[serde(skip_serializing_if = "Option::is_none")]
            age: Option<u8>,
            /// The kind of piece, if a player has several.
            #[serde(skip_serializing_if = "Option::is_none")]
            letter: Option<char>,
            text: String,
        }
        let kind = |kind| Fields {
            kind,
            ..Fields::default()
        };
        match self.square {
            Square::Empty => kind("empty"),
            Square::Absent => kind("absent"),
            Square::Piece {
                owner,
                age,
                kind: letter,
            } => Fields {
                owner: Some(owner as u8),
                age,
                letter,
                text: self.marks[owner as usize].to_string(),
                ..kind("piece")
            },
            Square::Common(mark) => Fields {
                text: mark.to_string(),
                ..kind("common")
            },
            Square::Heap { owner, number } => Fields {
                owner: owner.map(|owner| owner as u8),
                text: number.to_string(),
                ..kind("heap")
            },
        }
        .serialize(serializer)
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

/// Bytes, or numbers in groups of seven bits.
#[derive(Default)]
struct Column(Vec<u8>);

impl Column {
    /// The lowest group first; a group that goes on has the eighth bit.
    fn push_number(&mut self, mut number: u64) {
        while number > 127 {
            self.0.push(number as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

/// What is known of the states, a column for each kind of thing.
#[derive(Default)]
struct Columns {
    boards: Column,
    movers: Column,
    entries: Column,
    points: Column,
    values: Column,
    distances: Column,
    counts: Column,
    kinds: Column,
    steps: Column,
}

impl Columns {
    /// All of them, compressed, as text.
    fn packed(&self) -> io::Result<String> {
        // The best takes more than ten times as long, for a hundredth less.
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        for column in [
            &self.boards,
            &self.movers,
            &self.entries,
            &self.points,
            &self.values,
            &self.distances,
            &self.counts,
            &self.kinds,
            &self.steps,
        ] {
            encoder.write_all(&column.0)?;
        }
        Ok(STANDARD.encode(encoder.finish()?))
    }
}
