//! The description of a game, which is the same in all states.

use std::fmt;
use std::sync::Arc;

use perfectplay::Player;
use perfectplay_games::show::{Grid, Shape, Side};
use perfectplay_games::{Listed, Listing};

/// The description of a game with its parameters.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The name and the parameters: `connect:5x4`.
    pub spec: Arc<str>,
    /// The name without parameters.
    pub name: String,
    /// The title for people: `Connect Four 5×4`.
    pub title: String,
    /// The rules in one sentence.
    pub rules: String,
    /// The form of a state, with an example.
    pub states: String,
    /// How moves are named, for the error about a wrong name; empty if the game does not say.
    pub move_names: &'static str,
    /// The names of the players.
    pub players: Players,
    /// The marks of the pieces of the first and of the second player.
    pub marks: [char; 2],
    /// The board; `None` for a game without one.
    pub board: Option<Board>,
    /// The number of moves, which is above the index of every move.
    pub moves: u32,
    /// The number of symmetries, including the identity.
    pub symmetries: u32,
    /// Whether a state may occur twice in a game.
    pub is_loopy: bool,
    /// Whether a player may move again.
    pub has_extra_turns: bool,
    /// The names of the players that the game itself brings.
    pub own_players: Vec<&'static str>,
}

impl Info {
    pub(crate) fn new<G: Listed>(game: &G) -> Self {
        let Listing { name, states, .. } = Listing::new::<G>();
        let mut own_players = Vec::new();
        for player in G::PLAYERS {
            own_players.push(player.name);
        }
        Self {
            spec: spec(game).into(),
            name: name.to_owned(),
            title: text(&|out| game.write_title(out)),
            rules: text(&|out| game.write_rules(out)),
            states: states.to_owned(),
            move_names: G::MOVES,
            players: Players(game.player_names().map(str::to_owned)),
            marks: game.marks(),
            board: game.grid().map(|grid| Board::new(game, grid)),
            moves: game.move_count(),
            symmetries: game.symmetries(),
            is_loopy: game.is_loopy(),
            has_extra_turns: !G::TURNS_ALTERNATE,
            own_players,
        }
    }
}

impl Info {
    /// Returns the number of squares of the board; 0 for a game without a board.
    #[must_use]
    pub fn squares(&self) -> usize {
        let board = self.board.as_ref();
        board.map_or(0, |board| board.grid.squares().into())
    }
}

/// Returns the name and the parameters of a game.
fn spec<G: Listed>(game: &G) -> String {
    let mut spec = format!("{}:", G::NAME);
    game.write_parameters(&mut spec).expect("memory");
    // A game without parameters has only a name.
    spec.truncate(spec.trim_end_matches(':').len());
    spec
}

/// Returns the text that `write` writes. The buffer has room for most names and states, and no
/// formatter is involved: a program may ask for half a million states a second.
pub(crate) fn text(write: &dyn Fn(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let mut text = String::with_capacity(24);
    write(&mut text).expect("memory");
    text
}

/// The board of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Board {
    /// The size of the board.
    pub grid: Grid,
    /// The names of the squares.
    pub names: Vec<String>,
    /// The shapes of the pieces of the first and of the second player; `None` for marks and discs.
    pub shapes: [Option<Shape>; 2],
    /// The lines along which pieces move, as pairs of the squares that they join.
    pub edges: Vec<[u8; 2]>,
    /// The squares with a poisoned piece.
    pub poisoned: Vec<u8>,
    /// The sides of the board that show the points of the first and of the second player.
    pub stores: Option<[Side; 2]>,
    /// The labels beside the rows and columns, for each side whose labels do not follow from the
    /// names of the squares.
    pub letters: Vec<(Side, Vec<char>)>,
}

impl Board {
    /// Creates the board of a game. Only the questions are compiled for its type.
    fn new<G: Listed>(game: &G, grid: Grid) -> Self {
        let mut edges = Vec::new();
        for edge in game.edges() {
            edges.push(edge);
        }
        Self {
            shapes: [game.shape(Player::First), game.shape(Player::Second)],
            stores: game.stores(),
            edges,
            ..Self::of_squares(
                grid,
                &|square, out| game.write_square(square, out),
                &|square| game.is_poisoned(square),
                &|side, number| game.letter(side, number),
            )
        }
    }

    fn of_squares(
        grid: Grid,
        write_square: &dyn Fn(u8, &mut dyn fmt::Write) -> fmt::Result,
        is_poisoned: &dyn Fn(u8) -> bool,
        letter: &dyn Fn(Side, u8) -> Option<char>,
    ) -> Self {
        let name = |square| text(&|out| write_square(square, out));
        let squares = 0..grid.squares();
        let sides = [
            (Side::Left, grid.rows),
            (Side::Right, grid.rows),
            (Side::Top, grid.columns_together()),
            (Side::Bottom, grid.columns_together()),
        ];
        let letters = sides.map(|(side, count)| {
            let letters = (0..count).map_while(|number| letter(side, number));
            (side, letters.collect::<Vec<_>>())
        });
        Self {
            grid,
            names: squares.clone().map(name).collect(),
            shapes: [None; 2],
            edges: Vec::new(),
            poisoned: squares.filter(|&square| is_poisoned(square)).collect(),
            stores: None,
            letters: letters
                .into_iter()
                .filter(|(_, letters)| !letters.is_empty())
                .collect(),
        }
    }

    /// Returns the names of the columns: letters, as in chess.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        // The name of a square is the letter of its column and the number of its row.
        let column = |name: &String| name.trim_end_matches(char::is_numeric).to_owned();
        let first_row = self.names.iter().take(self.grid.columns.into());
        first_row.map(column).collect()
    }
}

/// The names of the two players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players(pub [String; 2]);

impl Players {
    /// Returns the player's name in the game.
    #[must_use]
    pub fn plain(&self, player: Player) -> &str {
        &self.0[player as usize]
    }

    /// Returns whether the names stand without an article, such as X and White. Other names are
    /// used as in "the first player".
    #[must_use]
    pub fn are_proper(&self) -> bool {
        let mut names = self.0.iter();
        names.all(|name| name.starts_with(char::is_uppercase))
    }

    /// Returns the player in a sentence: `X`, or `the first player`.
    #[must_use]
    pub fn noun(&self, player: Player) -> String {
        let name = self.plain(player);
        if self.are_proper() {
            name.to_owned()
        } else {
            format!("the {name} player")
        }
    }

    /// Returns the name of a person who plays several rounds: `X`, or `Player 1`. The name does not
    /// depend on who starts a round.
    #[must_use]
    pub fn of_person(&self, person: Player) -> String {
        if self.are_proper() {
            self.plain(person).to_owned()
        } else {
            format!("Player {}", person as u8 + 1)
        }
    }
}
