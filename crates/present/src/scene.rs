//! Describes a game so that a page can draw its boards and offer its moves. In this description, a board is a list
//! of piece indexes, one for each square. A move is a list of the squares that a user chooses one after the other.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use perfectplay::{Move, Moves, Player};
use perfectplay_games::show::{Grid, Place, Shape, Side, Square};
use serde::{Serialize, Serializer};

use perfectplay_any::{AnyTable, Info, Position};

/// The pieces, moves and lines that a game shows on a page. Each piece, move and line gets the next free index
/// when it first appears in a state.
#[derive(Debug)]
pub struct BoardCatalogue {
    layout: BoardLayout,
    marks: [char; 2],
    pieces: Vec<Square>,
    moves: Numbered<MoveKind>,
    lines: Numbered<Vec<u8>>,
    drops: bool,
    moves_pieces: bool,
    points: bool,
    choices: bool,
}

/// A move on a page. `path` lists the squares that a user chooses one after the other. `path` is empty if the user
/// chooses the move from a list. `covers` lists the squares that a large piece covers, such as both squares of a
/// domino; otherwise it is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct MoveKind {
    number: u8,
    name: String,
    path: Vec<u8>,
    covers: Vec<u8>,
}

impl Serialize for MoveKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            number,
            name,
            path,
            covers,
        } = self;
        if covers.is_empty() {
            (number, name, path).serialize(serializer)
        } else {
            (number, name, path, covers).serialize(serializer)
        }
    }
}

/// The content of the board in a state.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Scene {
    /// For each square, the index of its content in the list of pieces.
    pub squares: Vec<u8>,
    /// The points of each player; `None` if the game has no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[u32; 2]>,
    /// The text of the state, if the game has no board; otherwise `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl BoardCatalogue {
    /// Creates an empty catalogue, which has not seen any state.
    #[must_use]
    pub fn new(info: &Info) -> Self {
        Self {
            layout: BoardLayout::new(info),
            marks: info.marks,
            pieces: vec![Square::Empty],
            moves: Numbered::default(),
            lines: Numbered::default(),
            drops: false,
            moves_pieces: false,
            points: false,
            choices: false,
        }
    }

    /// Plays random games, and creates a catalogue of the pieces, moves and lines in them. Most pieces and moves of the
    /// game occur in these random games. The values in the table are not used, so the table may be empty.
    #[must_use]
    pub fn of_random_games(table: &AnyTable) -> Self {
        const GAMES: u64 = 64;
        const PLIES: u64 = 200;
        let mut look = Self::new(table.info());
        for game in 0..GAMES {
            let mut position = table.start();
            for ply in 0..PLIES {
                look.see(&position);
                let legal = position.legal();
                look.see_moves(&position, legal);
                let next = position.random_move(game << 32 | ply);
                let Some(after) = next.and_then(|mv| position.play(mv)) else {
                    break;
                };
                position = after;
            }
        }
        look
    }

    /// Returns the content of the board in a state. If the game is over in this state, also records the
    /// complete lines.
    pub fn see(&mut self, position: &Position<'_>) -> Scene {
        let squares = position.squares();
        let squares = self.layout.squares(&squares);
        let squares = squares.map(|square| piece_number(&mut self.pieces, square));
        let squares = squares.collect();
        let points = position.points();
        self.points |= points.is_some();
        if position.outcome().is_some() {
            for line in position.lines() {
                let places = line.squares().map(|at| self.layout.place(at));
                self.lines.number(places.collect());
            }
        }
        Scene {
            squares,
            points,
            text: self.layout.is_empty().then(|| position.text()),
        }
    }

    /// Returns the index of each of `moves` in the catalogue. All `moves` must be legal.
    pub fn see_moves(&mut self, position: &Position<'_>, moves: Moves) -> Vec<u64> {
        let mut paths: Vec<Vec<u8>> = Vec::with_capacity(moves.len() as usize);
        let mut numbers = Vec::with_capacity(moves.len() as usize);
        for mv in moves {
            let path = self.path(position, mv);
            self.choices = self.choices || path.is_empty() || paths.contains(&path);
            paths.push(path.clone());
            let kind = MoveKind {
                number: mv.index(),
                name: position.move_name(mv),
                path,
                covers: self.covers(position, mv),
            };
            numbers.push(self.moves.number(kind));
        }
        numbers
    }

    /// Returns the squares that a legal move covers, such as both squares of a domino. The list is empty if the user
    /// makes the move by choosing all of these squares.
    #[must_use]
    pub fn covers(&self, position: &Position<'_>, mv: Move) -> Vec<u8> {
        let squares = position.covers(mv).into_iter();
        squares.map(|square| self.layout.place(square)).collect()
    }

    /// Returns the total number of pieces, moves and lines in the catalogue. If this number has grown, an earlier
    /// description from [`about`](Self::about) is out of date.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "an empty square has been seen")]
    pub fn len(&self) -> usize {
        self.pieces.len() + self.moves.list.len() + self.lines.list.len()
    }

    /// Returns the squares that a user chooses for a move, in the order in which the user chooses them.
    fn path(&mut self, position: &Position<'_>, mv: Move) -> Vec<u8> {
        let (place, layout) = (position.place(mv), &self.layout);
        self.drops |= matches!(place, Place::Column(_));
        self.moves_pieces |= matches!(place, Place::Step { .. });
        match place {
            Place::OffBoard => Vec::new(),
            Place::Square(square) => vec![layout.place(square)],
            Place::Step { from, to } => vec![layout.place(from), layout.place(to)],
            Place::Column(column) => layout.landing(&position.squares(), column),
        }
    }

    /// Returns the description of the game, with the pieces, moves and lines that were seen.
    #[must_use]
    pub fn about(&self, info: &Info) -> About {
        let Self { layout, marks, .. } = self;
        let board = info.board.as_ref();
        let shapes = board.map_or([None; 2], |board| board.shapes);
        let pieces = self.pieces.iter().map(|&square| PieceKind {
            square,
            marks: *marks,
            shapes,
        });
        let places = |squares: &[u8]| squares.iter().map(|&at| layout.place(at)).collect();
        About {
            format: FORMAT,
            name: info.spec.to_string(),
            title: info.title.clone(),
            rules: info.rules.clone(),
            players: info.players.0.each_ref().map(|name| capitalized(name)),
            columns: layout.columns,
            rows: layout.rows,
            lattice: layout.lattice,
            square_names: layout.names(info),
            lines: self.lines.list.clone(),
            // Marks are written and never move. So a game whose pieces fall or move has discs.
            shape: if self.drops || self.moves_pieces {
                "discs"
            } else {
                "marks"
            },
            drops: self.drops,
            points: self.points,
            alternates: !info.has_extra_turns,
            choices: self.choices,
            edges: board.map_or_else(Vec::new, |board| {
                board.edges.iter().map(|edge| places(edge)).collect()
            }),
            poisoned: board.map_or_else(Vec::new, |board| places(&board.poisoned)),
            stores: board.and_then(|board| Some(board.stores?.map(Side::name))),
            coordinates: board.map_or_else(BTreeMap::new, |board| {
                let letters = board.letters.iter();
                let padded = letters.map(|(side, letters)| {
                    let mut letters = letters.clone();
                    // The columns that show the pieces in hand have no letter.
                    if matches!(side, Side::Top | Side::Bottom) {
                        letters.resize(layout.columns.into(), ' ');
                    }
                    (side.name(), letters)
                });
                padded.collect()
            }),
            pieces: pieces.collect(),
            moves: self.moves.list.clone(),
        }
    }
}

/// The description of a game, which is the same for all its states. `web/README.md` describes the fields.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
#[serde(rename_all = "camelCase")]
pub struct About {
    format: &'static str,
    /// The name of the game with its parameters.
    pub name: String,
    /// The title of the game for people.
    pub title: String,
    /// The rules of the game in one sentence.
    pub rules: String,
    players: [String; 2],
    columns: u8,
    rows: u8,
    #[serde(skip_serializing_if = "is_false")]
    lattice: bool,
    square_names: Vec<String>,
    /// The lines that were complete at the end of some game. Each line is a list of squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<u8>>,
    shape: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    drops: bool,
    #[serde(skip_serializing_if = "is_false")]
    points: bool,
    /// Whether the players always move in turn.
    #[serde(skip_serializing_if = "is_false")]
    alternates: bool,
    /// Whether a user chooses some moves from a list instead of on the board. The list is needed if a move has no
    /// squares to choose, or if two moves have the same squares.
    #[serde(skip_serializing_if = "is_false")]
    choices: bool,
    /// The lines along which pieces move. Each line is given by the two squares that it joins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<Vec<u8>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    poisoned: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stores: Option<[&'static str; 2]>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    coordinates: BTreeMap<&'static str, Vec<char>>,
    pieces: Vec<PieceKind>,
    moves: Vec<MoveKind>,
}

impl About {
    /// Returns the description without the moves, which a picture of a single state does not need.
    #[must_use]
    pub fn without_moves(self) -> Self {
        Self {
            moves: Vec::new(),
            ..self
        }
    }

    /// Adds "by a playbook" to the name of the game. A page saves its data under the name of its game. Because the two
    /// names differ, the page of the playbook and the page of the solved game save their data separately.
    #[must_use]
    pub fn by_a_playbook(mut self) -> Self {
        self.name += " by a playbook";
        self
    }
}

/// The start of an unsolved game, and the description of the game, which comes from random play.
#[derive(Debug, Serialize)]
pub struct Unsolved {
    /// The description of the game.
    #[serde(flatten)]
    pub about: About,
    start: UnsolvedStart,
}

#[derive(Debug, Serialize)]
struct UnsolvedStart {
    #[serde(flatten)]
    scene: Scene,
    mover: u8,
    /// The legal moves, as indexes in the list of all moves.
    moves: Vec<u64>,
}

impl Unsolved {
    /// Describes the game of a table. The values in the table are not used, so the table may be empty.
    #[must_use]
    pub fn new(table: &AnyTable) -> Self {
        let (mut look, start) = (BoardCatalogue::of_random_games(table), table.start());
        let scene = look.see(&start);
        let moves = look.see_moves(&start, start.legal());
        Self {
            about: look.about(table.info()),
            start: UnsolvedStart {
                scene,
                mover: start.mover().unwrap_or(Player::First) as u8,
                moves,
            },
        }
    }
}

const FORMAT: &str = "perfectplay game 1";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Returns `text` with its first letter in upper case.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Returns the index of `square` in `pieces`, and appends `square` if it is new. The list is short, so a
/// comparison with each entry is faster than hashing.
fn piece_number(pieces: &mut Vec<Square>, square: Square) -> u8 {
    let known = pieces.iter().position(|&one| one == square);
    let number = known.unwrap_or_else(|| {
        pieces.push(square);
        pieces.len() - 1
    });
    u8::try_from(number).expect("fewer kinds of pieces than 256")
}

/// A kind of content that a square may have.
#[derive(Clone, Copy, Debug)]
struct PieceKind {
    square: Square,
    marks: [char; 2],
    shapes: [Option<Shape>; 2],
}

impl Serialize for PieceKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Default, Serialize)]
        struct Fields {
            kind: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            owner: Option<u8>,
            #[serde(skip_serializing_if = "Option::is_none")]
            age: Option<u8>,
            /// The letter for the kind of piece, if a player has several kinds of pieces.
            #[serde(skip_serializing_if = "Option::is_none")]
            letter: Option<char>,
            /// A character that shows both the kind and the owner of the piece, such as a chess figure.
            #[serde(skip_serializing_if = "Option::is_none")]
            figure: Option<char>,
            #[serde(skip_serializing_if = "Option::is_none")]
            shape: Option<&'static str>,
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
                letter: letter.filter(|_| self.square.figure().is_none()),
                figure: self.square.figure(),
                shape: self.shapes[owner as usize]
                    .filter(|_| letter.is_none())
                    .map(Shape::name),
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

/// Distinct values, numbered in the order in which they were first seen.
#[derive(Debug)]
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

/// The layout of the board on the page, as places in columns and rows. If the game has several boards, they stand side
/// by side, and a column of absent squares separates two neighbouring boards. The layout of a game without a board is
/// empty.
#[derive(Debug)]
struct BoardLayout {
    grid: Option<Grid>,
    columns: u8,
    rows: u8,
    lattice: bool,
}

impl BoardLayout {
    fn new(info: &Info) -> Self {
        let grid = info.board.as_ref().map(|board| board.grid);
        let columns = grid.map_or(0, Grid::columns_together);
        Self {
            grid,
            columns,
            rows: grid.map_or(0, |grid| grid.rows),
            lattice: grid.is_some_and(|grid| grid.lattice),
        }
    }

    const fn is_empty(&self) -> bool {
        self.grid.is_none()
    }

    /// Returns the index of the place where a square is shown.
    fn place(&self, square: u8) -> u8 {
        let Some(grid) = self.grid else { return 0 };
        let (line, column) = (square / grid.columns, square % grid.columns);
        let (board, row) = (line / grid.rows, line % grid.rows);
        row * self.columns + board * (grid.columns + 1) + column
    }

    /// Returns the square that is shown at a place; `None` for a place between two boards.
    fn square(&self, place: u8) -> Option<u8> {
        let grid = self.grid?;
        let (row, column) = (place / self.columns, place % self.columns);
        let (board, column) = (column / (grid.columns + 1), column % (grid.columns + 1));
        (column < grid.columns).then(|| grid.square(board, row, column))
    }

    fn places(&self) -> impl Iterator<Item = u8> {
        0..self.columns * self.rows
    }

    /// Returns the content of each place on the page. `squares` is the content of each square of the board.
    fn squares(&self, squares: &[Square]) -> impl Iterator<Item = Square> {
        self.places().map(move |place| {
            let square = self.square(place);
            square.map_or(Square::Absent, |square| squares[usize::from(square)])
        })
    }

    /// Returns the lowest empty place of a column, where a dropped piece lands.
    fn landing(&self, squares: &[Square], column: u8) -> Vec<u8> {
        let places = (0..self.rows).map(|row| row * self.columns + column);
        let is_empty = |place: &u8| {
            let square = self.square(*place);
            square.is_some_and(|square| squares[usize::from(square)] == Square::Empty)
        };
        places.rev().find(is_empty).into_iter().collect()
    }

    /// Returns the names of the places. The places between two boards have no names.
    fn names(&self, info: &Info) -> Vec<String> {
        let names = info.board.as_ref().map_or(&[][..], |board| &board.names);
        let name = |place| {
            let square = self.square(place);
            square.map_or_else(String::new, |square| names[usize::from(square)].clone())
        };
        self.places().map(name).collect()
    }
}
