//! # From rules to a program that plays
//!
//! This is the way of any finite game of two players who see everything: write the rules
//! once, let the build script solve them, and look up the answers at run time. The program
//! that comes out searches nothing, and has no solver in it.
//!
//! All of it is a package of its own, `examples/own-game`, and the text below is that of its
//! files.
//!
//! ## 1. The package
//!
//! The library is needed twice. The program needs next to nothing of it; the build script
//! needs the baker.
//!
//! `Cargo.toml`:
//!
//! ```toml
//! # A game with rules of its own, solved by its build script. The tutorial in the library's
//! # documentation goes through it.
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
//! perfectplay = { path = "../..", default-features = false }
//!
//! [build-dependencies]
//! perfectplay = { path = "../..", features = ["bake"] }
//!
//! # Who tests the rules wants memory; the program does not.
//! [dev-dependencies]
//! perfectplay = { path = "../..", default-features = false, features = ["alloc"] }
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
//! use perfectplay::{Game, Move, Moves, Value};
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
//! }
//! ```
//!
//! What only the program needs of the game does not belong here: the build script would say
//! that nobody uses it.
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
//! [`table!`](crate::table!) makes a static [`Table`](crate::Table) of what was baked. It is
//! asked by [`lookup`](crate::Table::lookup), and it is a [`Solved`](crate::Solved) game,
//! which [`Level::choose`](crate::Level::choose) plays.
//!
//! `src/main.rs`:
//!
//! ```rust,ignore
//! //! Hexapawn in the terminal. The table has White and moves first; you have Black, and can
//! //! win.
//! //!
//! //! `--demo` lets the table play both sides.
//!
//! mod rules;
//!
//! use std::env;
//! use std::io::{self, BufRead, Write};
//!
//! use perfectplay::{Game, Level, Move, table};
//! use rules::{Hexapawn, State};
//!
//! table!(static HEXAPAWN: Hexapawn = Hexapawn { columns: 3, rows: 3 }, "hexapawn");
//!
//! fn main() -> io::Result<()> {
//!     let demo = env::args().any(|argument| argument == "--demo");
//!     let game = HEXAPAWN.game();
//!     let mut state = game.start();
//!     let mut plies = 0;
//!     while let Some(known) = HEXAPAWN.lookup(state) {
//!         println!("{}", board(state));
//!         if known.legal().is_empty() {
//!             let loser = ["White", "Black"][state.turn];
//!             println!("{loser} has lost.");
//!             break;
//!         }
//!         let mv = if demo || state.turn == 0 {
//!             // Any number decides between moves that are as good: a clock would do as well.
//!             Level::Perfect.choose(&HEXAPAWN, state, plies)
//!         } else {
//!             ask(state)?
//!         };
//!         let Some(mv) = mv else {
//!             println!("Until next time.");
//!             break;
//!         };
//!         println!("{}", name(state, mv));
//!         state = game.play(state, mv);
//!         plies += 1;
//!     }
//!     Ok(())
//! }
//!
//! /// Asks for a move until it is a legal one; `None` at the end of input.
//! fn ask(state: State) -> io::Result<Option<Move>> {
//!     let legal = HEXAPAWN.game().legal(state);
//!     loop {
//!         print!("Your move, such as a3a2: ");
//!         io::stdout().flush()?;
//!         let mut line = String::new();
//!         if io::stdin().lock().read_line(&mut line)? == 0 {
//!             println!();
//!             return Ok(None);
//!         }
//!         match legal.iter().find(|&mv| name(state, mv) == line.trim()) {
//!             Some(mv) => return Ok(Some(mv)),
//!             None => {
//!                 let names: Vec<String> = legal.iter().map(|mv| name(state, mv)).collect();
//!                 println!(
//!                     "Expected one of {}, found {:?}.",
//!                     names.join(", "),
//!                     line.trim()
//!                 );
//!             }
//!         }
//!     }
//! }
//!
//! /// A move as from square to square, such as `a3a2`.
//! fn name(state: State, mv: Move) -> String {
//!     let game = HEXAPAWN.game();
//!     let square = |number: u32| {
//!         let column = (b'a' + (number % game.columns) as u8) as char;
//!         format!("{column}{}", number / game.columns + 1)
//!     };
//!     let (from, to) = game.squares(state.turn, mv);
//!     square(from) + &to.map(square).unwrap_or_default()
//! }
//!
//! /// The board with White below.
//! fn board(state: State) -> String {
//!     let game = HEXAPAWN.game();
//!     let mut board = String::new();
//!     for row in (0..game.rows).rev() {
//!         board += &format!("{} ", row + 1);
//!         for column in 0..game.columns {
//!             let square = row * game.columns + column;
//!             let [white, black] = state.pawns.map(|pawns| pawns >> square & 1 == 1);
//!             board += if white {
//!                 " W"
//!             } else if black {
//!                 " B"
//!             } else {
//!                 " ."
//!             };
//!         }
//!         board += "\n";
//!     }
//!     let columns = (b'a'..).take(game.columns as usize);
//!     columns.fold(board + "  ", |board, column| {
//!         board + " " + &(column as char).to_string()
//!     })
//! }
//! ```
//!
//! `cargo run` plays; `cargo run -- --demo` shows a perfect game.
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
//! use perfectplay::{check, table, verify};
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
//! ## 6. More
//!
//! - [`Table::iter`](crate::Table::iter) gives every key and what is known of its state, and
//!   [`walk`](crate::walk()) the states themselves.
//! - [`audit_in`](crate::audit()) plays a strategy against every reply; these two want the
//!   feature `alloc` as well.
//! - With the feature `serde` the answers can be sent elsewhere.
//! - A table too large for a program goes into a file: [`bake::table`](crate::bake::table)
//!   makes its bytes, and [`Table::from_bytes`](crate::Table::from_bytes) reads them.
