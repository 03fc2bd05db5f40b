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
    /// The name and the parameters, such as `connect:5x4`.
    pub spec: Arc<str>,
    /// The name without parameters.
    pub name: String,
    /// The title for people, such as `Connect Four 5×4`.
    pub title: String,
    /// The rules in one sentence.
    pub rules: String,
    /// How the text of a state is written, with an example.
    pub states: String,
    /// A description of how moves are named. The error message about a wrong move name contains this description. Empty
    /// if the game does not describe the names of its moves.
    pub move_names: &'static str,
    /// The names of the players.
    pub players: Players,
    /// The marks of the first player's pieces and of the second player's pieces.
    pub marks: [char; 2],
    /// The board; `None` for a game without a board.
    pub board: Option<Board>,
    /// The number of moves. The index of every move is below this number.
    pub moves: u32,
    /// The number of symmetries, including the identity.
    pub symmetries: u32,
    /// Whether a state may occur twice in one course of play.
    pub is_loopy: bool,
    /// Whether the game has moves after which the same player is to move.
    pub has_extra_turns: bool,
    /// The names of the built-in players of the game, such as a heuristic player of tic-tac-toe.
    pub own_players: Vec<&'static str>,
}

/// The methods of a game from which its [`Info`] is made. They do not mention the Rust type of the game, so every game
/// can be passed as a `&dyn Described`.
pub(crate) trait Described {
    fn listing(&self) -> Listing;
    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result;
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result;
    fn write_rules(&self, out: &mut dyn fmt::Write) -> fmt::Result;
    fn move_names(&self) -> &'static str;
    fn player_names(&self) -> [&'static str; 2];
    fn marks(&self) -> [char; 2];
    fn move_count(&self) -> u32;
    fn symmetries(&self) -> u32;
    fn is_loopy(&self) -> bool;
    fn turns_alternate(&self) -> bool;
    /// Calls `each` once for every built-in player of the game. The arguments are the player's name and a description
    /// of how the player plays.
    fn each_own_player(&self, each: &mut dyn FnMut(&'static str, &'static str));
    fn grid(&self) -> Option<Grid>;
    fn shape(&self, player: Player) -> Option<Shape>;
    fn stores(&self) -> Option<[Side; 2]>;
    fn each_edge(&self, each: &mut dyn FnMut([u8; 2]));
    fn write_square(&self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result;
    fn is_poisoned(&self, square: u8) -> bool;
    fn letter(&self, side: Side, number: u8) -> Option<char>;
}

/// Implements each listed method by calling the method of [`Listed`] that has the same name.
macro_rules! asked_of_type {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)+) => {
        $(
            fn $name(&self, $($argument: $type),*) -> $result {
                self.$name($($argument),*)
            }
        )+
    };
}

impl<G: Listed> Described for G {
    asked_of_type! {
        fn write_parameters(out: &mut dyn fmt::Write) -> fmt::Result;
        fn write_title(out: &mut dyn fmt::Write) -> fmt::Result;
        fn write_rules(out: &mut dyn fmt::Write) -> fmt::Result;
        fn player_names() -> [&'static str; 2];
        fn marks() -> [char; 2];
        fn move_count() -> u32;
        fn symmetries() -> u32;
        fn is_loopy() -> bool;
        fn grid() -> Option<Grid>;
        fn shape(player: Player) -> Option<Shape>;
        fn stores() -> Option<[Side; 2]>;
        fn write_square(square: u8, out: &mut dyn fmt::Write) -> fmt::Result;
        fn is_poisoned(square: u8) -> bool;
        fn letter(side: Side, number: u8) -> Option<char>;
    }

    fn listing(&self) -> Listing {
        Listing::new::<G>()
    }

    fn move_names(&self) -> &'static str {
        G::MOVES
    }

    fn turns_alternate(&self) -> bool {
        G::TURNS_ALTERNATE
    }

    fn each_own_player(&self, each: &mut dyn FnMut(&'static str, &'static str)) {
        for player in G::PLAYERS {
            each(player.name, player.about);
        }
    }

    fn each_edge(&self, each: &mut dyn FnMut([u8; 2])) {
        self.edges().for_each(each);
    }
}

impl Info {
    pub(crate) fn new(game: &dyn Described) -> Self {
        let Listing { name, states, .. } = game.listing();
        let mut own_players = Vec::new();
        game.each_own_player(&mut |name, _| own_players.push(name));
        let parameters = text(&|out| game.write_parameters(out));
        let spec = match &parameters[..] {
            "" => name.to_owned(),
            parameters => format!("{name}:{parameters}"),
        };
        Self {
            spec: spec.into(),
            name: name.to_owned(),
            title: text(&|out| game.write_title(out)),
            rules: text(&|out| game.write_rules(out)),
            states: states.to_owned(),
            move_names: game.move_names(),
            players: Players(game.player_names().map(str::to_owned)),
            marks: game.marks(),
            board: game.grid().map(|grid| Board::new(game, grid)),
            moves: game.move_count(),
            symmetries: game.symmetries(),
            is_loopy: game.is_loopy(),
            has_extra_turns: !game.turns_alternate(),
            own_players,
        }
    }

    /// Returns the number of squares of the board; 0 for a game without a board.
    #[must_use]
    pub fn squares(&self) -> usize {
        let board = self.board.as_ref();
        board.map_or(0, |board| board.grid.squares().into())
    }
}

/// Returns the text that `write` writes. A program may ask for half a million texts a second. So the buffer begins with
/// enough room for most names and states, and no formatter is used.
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
    /// `[0]` is the shape of the first player's pieces, and `[1]` the shape of the second player's pieces. An entry
    /// is `None` if the player's pieces are marks or plain discs.
    pub shapes: [Option<Shape>; 2],
    /// The lines along which pieces move. Each entry is the pair of squares that a line joins.
    pub edges: Vec<[u8; 2]>,
    /// The squares with a poisoned piece.
    pub poisoned: Vec<u8>,
    /// The side of the board where the first player's points are shown (`[0]`), and the side where the second player's
    /// points are shown (`[1]`). `None` if the points are only written as text.
    pub stores: Option<[Side; 2]>,
    /// The labels beside the rows or columns at a side of the board. The list leaves out a side if its labels follow
    /// from the names of the squares.
    pub letters: Vec<(Side, Vec<char>)>,
}

impl Board {
    fn new(game: &dyn Described, grid: Grid) -> Self {
        let mut edges = Vec::new();
        game.each_edge(&mut |edge| edges.push(edge));
        let (mut names, mut poisoned) = (Vec::new(), Vec::new());
        for square in 0..grid.squares() {
            names.push(text(&|out| game.write_square(square, out)));
            if game.is_poisoned(square) {
                poisoned.push(square);
            }
        }
        let mut letters = Vec::new();
        for (side, count) in [
            (Side::Left, grid.rows),
            (Side::Right, grid.rows),
            (Side::Top, grid.columns_together()),
            (Side::Bottom, grid.columns_together()),
        ] {
            let of_side = (0..count).map_while(|number| game.letter(side, number));
            let of_side: Vec<char> = of_side.collect();
            if !of_side.is_empty() {
                letters.push((side, of_side));
            }
        }
        Self {
            grid,
            names,
            shapes: [game.shape(Player::First), game.shape(Player::Second)],
            edges,
            poisoned,
            stores: game.stores(),
            letters,
        }
    }

    /// Returns the names of the columns, which are letters as in chess.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        // The name of a square consists of the letter of its column and the number of its row.
        let column = |name: &String| name.trim_end_matches(char::is_numeric).to_owned();
        let first_row = self.names.iter().take(self.grid.columns.into());
        first_row.map(column).collect()
    }
}

/// The names of the two players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players(pub [String; 2]);

impl Players {
    /// Returns the player's name, without an article.
    #[must_use]
    pub fn plain(&self, player: Player) -> &str {
        &self.0[player as usize]
    }

    /// Returns whether the names of the players are used without an article, like X or White. Other names are
    /// used with an article, like "the first player".
    #[must_use]
    pub fn are_proper(&self) -> bool {
        let mut names = self.0.iter();
        names.all(|name| name.starts_with(char::is_uppercase))
    }

    /// Returns the player's name as it is used in a sentence, such as `X` or `the first player`.
    #[must_use]
    pub fn noun(&self, player: Player) -> String {
        let name = self.plain(player);
        if self.are_proper() {
            name.to_owned()
        } else {
            format!("the {name} player")
        }
    }

    /// Returns the name of a person who plays several rounds, such as `X` or `Player 1`. A person keeps the same name
    /// even in rounds that the other person starts.
    #[must_use]
    pub fn of_person(&self, person: Player) -> String {
        if self.are_proper() {
            self.plain(person).to_owned()
        } else {
            format!("Player {}", person as u8 + 1)
        }
    }
}
