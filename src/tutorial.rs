//! # From rules to a program that plays
//!
//! This is the way of any finite game of two players who see everything: write the rules
//! once, let the build script solve them, and look up the answers at run time.
//!
//! All of it is a package of its own, `examples/own-game`, and the text below is that of its
//! files.
//!
//! ## 1. The package
//!
//! The library is needed twice: the build script needs the baker. `perfectplay-cli` is the
//! command as a library.
//!
//! `Cargo.toml`:
//!
//! ```toml
//! # A game with rules of its own, solved by its build script, as a command with every
//! # subcommand of `perfectplay`. The tutorial in the library's documentation goes through it.
//!
//! [workspace]
//!
//! [package]
//! name = "own-game"
//! version = "0.0.0"
//! edition = "2024"
//! rust-version = "1.85"
//! publish = false
//!
//! [dependencies]
//! perfectplay = { path = "../.." }
//! perfectplay-cli = { path = "../../cli" }
//!
//! [build-dependencies]
//! perfectplay = { path = "../..", features = ["bake"] }
//! ```
//!
//! Elsewhere the path is that of your checkout, or there is a version in its place.
//!
//! ## 2. The rules
//!
//! They are an [implementation of `Game`](crate::Game): states, moves, and who has won. They
//! stand in a file that both the build script and the program compile, so that there is one
//! set of rules.
//!
//! The [key](crate::Game::key) tells each state from all others by a number. A small number
//! makes a small table: each bit of the greatest key costs a bit for every state.
//!
//! `src/rules.rs`:
//!
//! ```rust,ignore
//! //! Hexapawn: pawns only. White begins. A pawn steps ahead onto an empty square, or takes
//! //! slantwise. Who reaches the far side wins; who cannot move loses.
//!
//! use std::fmt::{self, Write};
//!
//! use perfectplay_games::show::{Grid, Place, Square};
//! use perfectplay::{Game, Move, Moves, ParseStateError, Player, Symmetric, Value};
//! use perfectplay_games::{Notation, Show};
//!
//! /// The board. Squares are numbered row by row from White's left, each a bit of a mask.
//! #[derive(Clone, Copy, Debug)]
//! pub struct Hexapawn {
//!     pub columns: u32,
//!     pub rows: u32,
//! }
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! pub struct State {
//!     /// White's pawns, and Black's.
//!     pub pawns: [u32; 2],
//!     /// Who is to move: 0 for White, 1 for Black.
//!     pub turn: usize,
//! }
//!
//! impl Hexapawn {
//!     /// The squares of a row, from White's.
//!     const fn row(&self, number: u32) -> u32 {
//!         ((1 << self.columns) - 1) << (number * self.columns)
//!     }
//!
//!     /// From where to where a move goes; nowhere if that is off the board. Each square has
//!     /// three moves: to take on the left, to step ahead, and to take on the right.
//!     pub fn squares(&self, turn: usize, mv: Move) -> (u32, Option<u32>) {
//!         let (from, side) = (u32::from(mv.index()) / 3, u32::from(mv.index()) % 3);
//!         let (row, column) = (from / self.columns, from % self.columns + side);
//!         let on_board = (1..=self.columns).contains(&column);
//!         let row = if turn == 0 {
//!             row + 1
//!         } else {
//!             row.wrapping_sub(1)
//!         };
//!         let to = (on_board && row < self.rows).then(|| row * self.columns + column - 1);
//!         (from, to)
//!     }
//!
//!     /// The number that a square has when the rows are counted from the other side: states are
//!     /// written and drawn from the top.
//!     const fn turned(&self, number: u32) -> u32 {
//!         let (row, column) = (number / self.columns, number % self.columns);
//!         (self.rows - 1 - row) * self.columns + column
//!     }
//! }
//!
//! impl Game for Hexapawn {
//!     type State = State;
//!
//!     fn move_count(&self) -> u32 {
//!         3 * self.columns * self.rows
//!     }
//!
//!     fn start(&self) -> State {
//!         State {
//!             pawns: [self.row(0), self.row(self.rows - 1)],
//!             turn: 0,
//!         }
//!     }
//!
//!     fn outcome(&self, state: State) -> Option<Value> {
//!         let far = [self.row(self.rows - 1), self.row(0)];
//!         let arrived = state.pawns[1 - state.turn] & far[1 - state.turn] != 0;
//!         (arrived || self.legal(state).is_empty()).then_some(Value::Loss)
//!     }
//!
//!     fn legal(&self, state: State) -> Moves {
//!         let [own, other] = [state.pawns[state.turn], state.pawns[1 - state.turn]];
//!         let legal = |mv: &Move| match self.squares(state.turn, *mv) {
//!             (from, Some(to)) if own >> from & 1 == 1 => {
//!                 let ahead = mv.index() % 3 == 1;
//!                 let free = (own | other) >> to & 1 == 0;
//!                 if ahead { free } else { other >> to & 1 == 1 }
//!             }
//!             _ => false,
//!         };
//!         Moves::first_n(self.move_count())
//!             .iter()
//!             .filter(legal)
//!             .collect()
//!     }
//!
//!     fn play(&self, state: State, mv: Move) -> State {
//!         let mut pawns = state.pawns;
//!         if let (from, Some(to)) = self.squares(state.turn, mv) {
//!             pawns[state.turn] ^= (1 << from) | (1 << to);
//!             pawns[1 - state.turn] &= !(1 << to);
//!         }
//!         State {
//!             pawns,
//!             turn: 1 - state.turn,
//!         }
//!     }
//!
//!     fn key(&self, state: State) -> u64 {
//!         let [white, black] = state.pawns.map(u64::from);
//!         let squares = self.columns * self.rows;
//!         (((white << squares) | black) << 1) | state.turn as u64
//!     }
//!
//!     fn to_move(&self, state: State) -> Option<Player> {
//!         Some(Player::BOTH[state.turn])
//!     }
//! }
//!
//! impl Notation for Hexapawn {
//!     /// The rows from Black's, and the player to move: `BBB/.../WWW W`.
//!     fn write_state(&self, state: State, out: &mut dyn Write) -> fmt::Result {
//!         for number in 0..self.columns * self.rows {
//!             if number > 0 && number % self.columns == 0 {
//!                 out.write_char('/')?;
//!             }
//!             let square = self.turned(number);
//!             out.write_char(match state.pawns.map(|pawns| pawns >> square & 1) {
//!                 [1, _] => 'W',
//!                 [_, 1] => 'B',
//!                 _ => '.',
//!             })?;
//!         }
//!         write!(out, " {}", ['W', 'B'][state.turn])
//!     }
//!
//!     fn read_state(&self, text: &str) -> Result<State, ParseStateError> {
//!         let mut state = State {
//!             pawns: [0; 2],
//!             turn: text.ends_with('B').into(),
//!         };
//!         let letters = text.chars().filter(|&letter| letter != '/');
//!         for (letter, number) in letters.zip(0..self.columns * self.rows) {
//!             let player = ['W', 'B'].iter().position(|&pawn| pawn == letter);
//!             if let Some(player) = player {
//!                 state.pawns[player] |= 1 << self.turned(number);
//!             }
//!         }
//!         // A text is that of a state if the state is written like that.
//!         let written = self.state_text(state).to_string();
//!         let differs = |&at: &usize| text.chars().nth(at) != written.chars().nth(at);
//!         match (0..=text.len()).find(differs) {
//!             Some(at) => Err(ParseStateError::at(text, at, "rows and a player")),
//!             None => Ok(state),
//!         }
//!     }
//!
//!     /// From square to square: `a1a2`.
//!     fn write_move(&self, state: State, mv: Move, out: &mut dyn Write) -> fmt::Result {
//!         let (from, to) = self.squares(state.turn, mv);
//!         [Some(from), to]
//!             .into_iter()
//!             .flatten()
//!             .try_for_each(|square| {
//!                 let column = b'a' + (square % self.columns) as u8;
//!                 write!(out, "{}{}", char::from(column), square / self.columns + 1)
//!             })
//!     }
//! }
//!
//! impl Show for Hexapawn {
//!     fn player_names(&self) -> [&'static str; 2] {
//!         ["White", "Black"]
//!     }
//!
//!     fn marks(&self) -> [char; 2] {
//!         ['W', 'B']
//!     }
//!
//!     fn grid(&self) -> Option<Grid> {
//!         Some(Grid {
//!             boards: 1,
//!             columns: self.columns as u8,
//!             rows: self.rows as u8,
//!             lettered: true,
//!             lattice: false,
//!         })
//!     }
//!
//!     fn square(&self, state: State, square: u8) -> Square {
//!         let square = self.turned(square.into());
//!         let holds = |player: &Player| state.pawns[*player as usize] >> square & 1 == 1;
//!         match Player::BOTH.into_iter().find(holds) {
//!             Some(owner) => Square::Piece { owner, age: None },
//!             None => Square::Empty,
//!         }
//!     }
//!
//!     fn place(&self, state: State, mv: Move) -> Place {
//!         let (from, to) = self.squares(state.turn, mv);
//!         let [from, to] = [from, to.unwrap_or(from)].map(|square| self.turned(square) as u8);
//!         Place::Step { from, to }
//!     }
//! }
//!
//! /// Solvers and tables do without symmetries, and so does this game.
//! impl Symmetric for Hexapawn {}
//! ```
//!
//! The program also has to write and read the states, so the file implements
//! [`Notation`](crate::Notation). [`Show`](crate::Show) draws the board. Without its methods,
//! states would be shown by their text. What else only the program needs of the game does not
//! belong here: the build script would say that nobody uses it.
//!
//! ## 3. The build script
//!
//! It solves the game and bakes the table. Up to 50,000 states it becomes a `phf` map in
//! source, and beyond that bytes; [`Baker::form`](crate::bake::Baker::form) tells otherwise.
//! Bytes are smaller and several times as fast.
//!
//! `build.rs`, beside `Cargo.toml`:
//!
//! ```rust,ignore
//! //! Solves the game and bakes what is known of every state.
//!
//! use perfectplay::bake::{BakeError, Baker};
//!
//! #[path = "src/rules.rs"]
//! mod rules;
//!
//! fn main() -> Result<(), BakeError> {
//!     Baker::new("hexapawn").write(&rules::Hexapawn {
//!         columns: 3,
//!         rows: 3,
//!     })
//! }
//! ```
//!
//! ## 4. The program
//!
//! [`table!`](crate::table!) makes a static [`Table`](crate::Table) of what was baked. By
//! [`Listed`](crate::games::Listed), the game gets a name, and says that its table is here.
//! Then a `main` of a few lines has every subcommand.
//!
//! `src/main.rs`:
//!
//! ```rust,ignore
//! //! Hexapawn as a command. Its answers come from the table that the build script has baked.
//!
//! mod rules;
//!
//! use std::process::ExitCode;
//!
//! use perfectplay_games::Listed;
//! use perfectplay::{Solved, table};
//! use perfectplay_cli::Program;
//! use rules::Hexapawn;
//!
//! table!(static BAKED: Hexapawn = Hexapawn { columns: 3, rows: 3 }, "hexapawn");
//!
//! impl Listed for Hexapawn {
//!     const NAME: &'static str = "hexapawn";
//!     const RULES: &'static str = "Reach the far side, or leave the opponent without a move.";
//!     const STATES: &'static str = "the rows from Black's and the player to move: BBB/.../WWW W";
//!
//!     fn with_parameters(text: &str) -> Option<Self> {
//!         text.is_empty().then_some(*BAKED.game())
//!     }
//!
//!     fn baked(&self) -> Option<&dyn Solved<Game = Self>> {
//!         Some(&BAKED)
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     Program::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
//!         .game::<Hexapawn>()
//!         .run()
//! }
//! ```
//!
//! `cargo run` plays, and `cargo run -- help` lists the subcommands: `explain` tells why a
//! position is won, `audit --exec` tests somebody's player, `export` writes the table for other
//! languages, and `report -o report.html` tells who wins, how fast, and where it is hard. With `.games_that_ship()` in the chain, the program knows the games of this
//! library too. A game may have parameters: then `--game hexapawn:4x4` solves another size on the
//! spot, and [`baked`](crate::games::Listed::baked) answers `None` for it.
//!
//! A program of another kind asks the table itself, by [`lookup`](crate::Table::lookup), and
//! [`Level::choose`](crate::Level::choose) plays any [`Solved`](crate::Solved) game. Such a
//! program depends on `perfectplay` alone, without its default features, and has no solver in
//! it:
//!
//! ```rust,ignore
//! let mv = Level::Perfect.choose(&BAKED, state, entropy);
//! ```
//!
//! ## 5. The tests
//!
//! Rules have mistakes. [`check`](crate::check()) plays through them, and tells what does not
//! fit together and how to get there. [`verify`](crate::verify()) holds the table against
//! the rules, record by record, and shares nothing with what made it.
//!
//! `tests/rules.rs`:
//!
//! ```rust,ignore
//! //! Whether the rules fit together, and the table follows from them.
//!
//! #[path = "../src/rules.rs"]
//! mod rules;
//!
//! use perfectplay::{check, table, verify, walk};
//! use perfectplay_games::Notation;
//! use rules::Hexapawn;
//!
//! table!(static HEXAPAWN: Hexapawn = Hexapawn { columns: 3, rows: 3 }, "hexapawn");
//!
//! #[test]
//! fn the_rules_fit_together() {
//!     let checked = check(HEXAPAWN.game());
//!     assert!(checked.findings.is_empty(), "{checked}");
//! }
//!
//! #[test]
//! fn the_table_follows_from_the_rules() {
//!     let verified = verify(&HEXAPAWN).expect("a table without a flaw");
//!     assert_eq!(verified.states, 135);
//! }
//!
//! #[test]
//! fn what_is_written_can_be_read() {
//!     let game = HEXAPAWN.game();
//!     for visit in walk(&HEXAPAWN) {
//!         let text = game.state_text(visit.state).to_string();
//!         assert_eq!(game.read_state(&text), Ok(visit.state), "{text}");
//!         for wrong in [&text[1..], &format!("{text} "), &text.replace('.', "?")] {
//!             assert!(wrong == text || game.read_state(wrong).is_err(), "{wrong}");
//!         }
//!     }
//! }
//! ```
//!
//! The baker finds some mistakes too, and then nothing is built, so that no test runs. Who
//! wants to hear all that `check` has to say puts it into the build script, before `write`:
//!
//! ```rust,ignore
//! let checked = perfectplay::check(&game);
//! assert!(checked.findings.is_empty(), "{checked}");
//! ```
//!
//! ## 6. Games that ask for more
//!
//! Rules often need one of the following. Each takes a few lines.
//!
//! **States that come back.** [`may_repeat`](crate::Game::may_repeat) returns `true`. A game
//! that never ends is a draw. The example is Pong Hau K'i, from China: each player has two
//! stones, and there are five points. A player who cannot move along a line to the empty point
//! loses. The state names the stones by the player to move, and so needs no turn.
//!
//! **Symmetries.** [`Symmetric`](crate::Symmetric) is a trait of its own. Solvers and tables do
//! not need it.
//!
//! ```rust
//! use perfectplay::{Game, Move, Moves, Symmetric, Value, canonical, check_symmetric, solve};
//!
//! struct PongHauKi;
//!
//! /// 0 and 1 above, 2 in the middle, 3 and 4 below.
//! const LINES: [(u8, u8); 7] = [(0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4)];
//!
//! impl Game for PongHauKi {
//!     /// The stones of the player to move, and the opponent's.
//!     type State = (u8, u8);
//!
//!     // A move is the point that the stone comes from: only one point is empty.
//!     fn legal(&self, (mine, theirs): (u8, u8)) -> Moves {
//!         let to_empty = LINES.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
//!         to_empty
//!             .filter(|&(_, to)| (mine | theirs) >> to & 1 == 0)
//!             .filter(|&(from, _)| mine >> from & 1 == 1)
//!             .filter_map(|(from, _)| Move::new(from))
//!             .collect()
//!     }
//!     fn play(&self, (mine, theirs): (u8, u8), mv: Move) -> (u8, u8) {
//!         let empty = 0b11111 & !(mine | theirs);
//!         (theirs, mine ^ 1 << mv.index() | empty)
//!     }
//!     fn may_repeat(&self) -> bool {
//!         true
//!     }
//! #   fn move_count(&self) -> u32 {
//! #       5
//! #   }
//! #   fn start(&self) -> (u8, u8) {
//! #       (0b00011, 0b11000)
//! #   }
//! #   fn outcome(&self, state: (u8, u8)) -> Option<Value> {
//! #       self.legal(state).is_empty().then_some(Value::Loss)
//! #   }
//! #   fn key(&self, (mine, theirs): (u8, u8)) -> u64 {
//! #       u64::from(mine) << 5 | u64::from(theirs)
//! #   }
//! }
//!
//! /// Left and right in the mirror.
//! const MIRROR: [u8; 5] = [1, 0, 2, 4, 3];
//!
//! impl Symmetric for PongHauKi {
//!     fn symmetries(&self) -> u32 {
//!         2
//!     }
//!     fn image(&self, symmetry: u32, (mine, theirs): (u8, u8)) -> (u8, u8) {
//!         let stones = |mask: u8| {
//!             let points = (0..5).filter(|point| mask >> point & 1 == 1);
//!             points.fold(0, |image, point| image | 1 << MIRROR[point])
//!         };
//!         if symmetry == 0 { (mine, theirs) } else { (stones(mine), stones(theirs)) }
//!     }
//!     fn image_of_move(&self, symmetry: u32, _state: (u8, u8), mv: Move) -> Move {
//!         let image = MIRROR[usize::from(mv.index())];
//!         if symmetry == 0 { mv } else { Move::new(image).unwrap_or(mv) }
//!     }
//! }
//!
//! assert!(check_symmetric(&PongHauKi).findings.is_empty());
//! let start = solve(&PongHauKi)?.start();
//! assert_eq!((start.value, start.distance), (Value::Draw, None)); // it need not end
//! assert_eq!(canonical(&PongHauKi, (0b01001, 0b10010)).0, (0b01001, 0b10010));
//! # Ok::<(), perfectplay::SolveError>(())
//! ```
//!
//! **Tiers.** A [`tier`](crate::Game::tier) is a number that increases with every move, such as
//! the number of marks. With tiers, the solver needs much less memory.
//!
//! **Several starts.** [`other_starts`](crate::Game::other_starts) has all starts but the first.
//!
//! **Misère play.** The player who makes the last move loses, so the player who would be next
//! wins: [`outcome`](crate::Game::outcome) is a win. In most games that is a mistake in the
//! rules, so [`last_mover_may_lose`](crate::Game::last_mover_may_lose) has to declare it.
//!
//! ```rust
//! use perfectplay::{Game, Move, Moves, Value, check, solve};
//!
//! /// Take one, two or three from a heap of 10 to 20; the player who takes the last one loses.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type State = u32;
//!
//!     fn outcome(&self, left: u32) -> Option<Value> {
//!         (left == 0).then_some(Value::Win)
//!     }
//!     fn last_mover_may_lose(&self) -> bool {
//!         true
//!     }
//!     fn start(&self) -> u32 {
//!         20
//!     }
//!     fn other_starts(&self) -> impl Iterator<Item = u32> {
//!         10..20
//!     }
//!     fn tier(&self, left: u32) -> Option<u32> {
//!         Some(20 - left)
//!     }
//! #   fn move_count(&self) -> u32 {
//! #       3
//! #   }
//! #   fn legal(&self, left: u32) -> Moves {
//! #       Moves::first_n(left.min(3))
//! #   }
//! #   fn play(&self, left: u32, mv: Move) -> u32 {
//! #       left - 1 - u32::from(mv.index())
//! #   }
//! #   fn key(&self, left: u32) -> u64 {
//! #       left.into()
//! #   }
//! }
//!
//! assert!(check(&Heap).findings.is_empty());
//! let solution = solve(&Heap)?;
//! for left in 0..=20 {
//!     let value = solution.get(left).map(|known| known.value);
//!     let lost = left % 4 == 1;
//!     assert_eq!(value, Some(if lost { Value::Loss } else { Value::Win }));
//! }
//! # Ok::<(), perfectplay::SolveError>(())
//! ```
//!
//! **A pass.** It is a move with an index of its own, and legal if there is no other. The player
//! to move is then part of the state and of its key. Morris with four pieces is an example:
//!
//! ```rust
//! use perfectplay_games::Listed;
//! use perfectplay_games::morris::Morris;
//! use perfectplay::Game;
//! use perfectplay_games::Notation;
//!
//! let achi = Morris::with_parameters("4,sides,6,passes").expect("a variant");
//! let stuck = achi.read_state("XOX/OXO/XO. X")?;
//! let names: Vec<String> = achi
//!     .legal(stuck)
//!     .iter()
//!     .map(|mv| achi.move_text(stuck, mv).to_string())
//!     .collect();
//! assert_eq!(names, ["pass"]); // no X is beside the empty cell
//! # Ok::<(), perfectplay::ParseStateError>(())
//! ```
//!
//! **A player who moves again.** [`TURNS_ALTERNATE`](crate::Game::TURNS_ALTERNATE) is `false`,
//! and [`to_move`](crate::Game::to_move) returns a player in every state, also in a finished one.
//! A value is always for the player to move, and a winning move wins for the player who makes
//! it, whoever moves next. The example is Dots and Boxes with the boxes in one row.
//!
//! ```rust
//! use perfectplay::{Game, Move, Moves, Player, Value, check, moves_again, solve};
//!
//! struct Row {
//!     boxes: u32,
//! }
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! struct Drawing {
//!     lines: u32,
//!     /// The boxes that the first player has more than the second.
//!     lead: i32,
//!     to_move: Player,
//! }
//!
//! impl Row {
//!     /// The boxes that are complete. Four bits belong to each: its left side, top and bottom,
//!     /// and one that is not used; the left side of the next box is its right one.
//!     fn complete(&self, lines: u32) -> i32 {
//!         let boxes = (0..self.boxes).filter(|number| lines >> (4 * number) & 0b10111 == 0b10111);
//!         boxes.count() as i32
//!     }
//! #   fn all(&self) -> u32 {
//! #       (0..self.boxes).fold(1 << (4 * self.boxes), |all, number| all | 0b111 << (4 * number))
//! #   }
//! }
//!
//! impl Game for Row {
//!     type State = Drawing;
//!
//!     const TURNS_ALTERNATE: bool = false;
//!
//!     fn to_move(&self, state: Drawing) -> Option<Player> {
//!         Some(state.to_move)
//!     }
//!     fn play(&self, state: Drawing, mv: Move) -> Drawing {
//!         let lines = state.lines | 1 << mv.index();
//!         let won = self.complete(lines) - self.complete(state.lines);
//!         let to_move = if won > 0 { state.to_move } else { state.to_move.other() };
//!         let lead = match state.to_move {
//!             Player::First => state.lead + won,
//!             Player::Second => state.lead - won,
//!         };
//!         Drawing { lines, lead, to_move }
//!     }
//!     fn outcome(&self, state: Drawing) -> Option<Value> {
//!         let own_lead = match state.to_move {
//!             Player::First => state.lead,
//!             Player::Second => -state.lead,
//!         };
//!         (state.lines == self.all()).then(|| own_lead.cmp(&0).into())
//!     }
//!     // Points are counted at the end, whoever makes the last move.
//!     fn last_mover_may_lose(&self) -> bool {
//!         true
//!     }
//! #   fn move_count(&self) -> u32 {
//! #       4 * self.boxes + 1
//! #   }
//! #   fn start(&self) -> Drawing {
//! #       Drawing { lines: 0, lead: 0, to_move: Player::First }
//! #   }
//! #   fn legal(&self, state: Drawing) -> Moves {
//! #       Moves::from_bits((self.all() & !state.lines).into())
//! #   }
//! #   fn key(&self, state: Drawing) -> u64 {
//! #       let lead = (state.lead + self.boxes as i32) as u64;
//! #       lead << 40 | (state.to_move as u64) << 32 | u64::from(state.lines)
//! #   }
//! }
//!
//! let game = Row { boxes: 3 };
//! assert!(check(&game).findings.is_empty());
//! let solution = solve(&game)?;
//! assert_eq!((solution.len(), solution.start().value), (1238, Value::Loss));
//! // To take a box is no mistake as such: the same player goes on.
//! let (before, after) = solution
//!     .iter()
//!     .find_map(|(state, known)| {
//!         let taken = known.winning.iter().map(|mv| game.play(state, mv));
//!         let mut kept = taken.filter(|&after| moves_again(&game, state, after));
//!         Some((state, kept.next()?))
//!     })
//!     .expect("a box that is taken");
//! assert_eq!(solution.get(before).map(|known| known.value), Some(Value::Win));
//! assert_eq!(solution.get(after).map(|known| known.value), Some(Value::Win));
//! # Ok::<(), perfectplay::SolveError>(())
//! ```
//!
//! **More than 64 different moves.** A [`Moves`](crate::Moves) has room for 64. If a game has
//! more different moves, number the legal moves of each state from 0 on.
//! [`legal_count`](crate::Game::legal_count) returns how many there are, and
//! [`write_move`](crate::Notation::write_move) gives them names. If a state has more than 64, the
//! solver reports it. Without `legal_count` the other moves would be missing without a message.
//!
//! ```rust
//! use perfectplay_games::Listed;
//! use perfectplay_games::breakthrough::Breakthrough;
//! use perfectplay::{Game, Moves};
//! use perfectplay_games::Notation;
//!
//! let game = Breakthrough::with_parameters("5x6").expect("a size");
//! let state = game.start();
//! let count = game.legal_count(state).expect("moves that are numbered state by state");
//! assert_eq!(game.legal(state), Moves::first_n(count));
//! let last = game.legal(state).iter().last().expect("a move");
//! assert_eq!(game.move_text(state, last).to_string(), "e2-e3");
//! ```
//!
//! ## 7. Silent mistakes
//!
//! [`check`](crate::check()) finds rules that contradict themselves. It also finds two suspicious
//! things: a player who has lost by the last move, and one who is to move again. But rules can
//! fit together and still be those of another game. No program can know that
//!
//! - a move is legal that should not be, or one is missing;
//! - a piece goes to the wrong cell, or a line of the board is forgotten;
//! - a win is recorded as a loss where the last mover may lose, or a draw as a win or a loss;
//! - the game begins with the wrong state or the wrong player;
//! - something that decides what may be played, such as a castling right or the last move, is not
//!   part of the state;
//! - a player should move again, if `to_move` returns `None`.
//!
//! Two remedies find nearly all of these.
//!
//! **Count.** Compare the number of states after each ply with published numbers, or with the
//! first few by hand. One wrong rule changes most of these numbers. [`walk`](crate::walk())
//! finds the states by the rules:
//!
//! ```rust
//! use perfectplay_games::hexapawn::Hexapawn;
//! use perfectplay::{solve, tictactoe::TicTacToe, walk};
//!
//! fn by_ply(counts: impl Iterator<Item = u32>) -> Vec<u32> {
//!     counts.fold(Vec::new(), |mut states, ply| {
//!         states.resize(states.len().max(ply as usize + 1), 0);
//!         states[ply as usize] += 1;
//!         states
//!     })
//! }
//!
//! // These numbers are published in many places.
//! let states = by_ply(walk(&TicTacToe).map(|visit| visit.ply));
//! assert_eq!(states, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
//!
//! // By hand: three first moves. To each outer one there are three replies, one of them a
//! // capture; to the middle one, four, two of them captures.
//! let hexapawn = Hexapawn::new(3, 3).expect("a size");
//! let solution = solve(&hexapawn)?;
//! let states = by_ply(walk(&solution).map(|visit| visit.ply));
//! assert_eq!(states[..3], [1, 3, 10]);
//! # Ok::<(), perfectplay::SolveError>(())
//! ```
//!
//! **Play.** Write down a game with every kind of move and its end, from a book or played with a
//! friend, and let a test play it by the names of its moves:
//!
//! ```rust
//! use perfectplay_games::kalah::Kalah;
//! use perfectplay::Game;
//! use perfectplay_games::Notation;
//!
//! let game = Kalah::new(3, 3).expect("a size");
//! let mut state = game.start();
//! for (played, expected) in [
//!     ("a", "3,3,3/0,4,4 X 1:0"), // the last of three seeds falls into the store
//!     ("b", "3,4,4/0,0,5 O 2:0"),
//!     ("c", "0,4,4/1,1,5 X 2:1"),
//! ] {
//!     let mut legal = game.legal(state).iter();
//!     let mv = legal.find(|&mv| game.move_text(state, mv).to_string() == played);
//!     state = game.play(state, mv.expect("a legal move"));
//!     assert_eq!(game.state_text(state).to_string(), expected);
//! }
//! ```
//!
//! ## 8. More
//!
//! - [`Table::iter`](crate::Table::iter) gives every key and what is known of its state, and
//!   [`walk`](crate::walk()) the states themselves.
//! - [`audit_in`](crate::audit()) plays a strategy against every reply; these two want the
//!   feature `alloc` as well.
//! - With the feature `serde` the answers can be sent elsewhere.
//! - A table too large for a program goes into a file: [`bake::table`](crate::bake::table)
//!   makes its bytes, and [`Table::from_bytes`](crate::Table::from_bytes) reads them.
