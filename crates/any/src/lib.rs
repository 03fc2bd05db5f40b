//! Works with games whose types are not known at compile time. Find a game by its name, solve it or open its
//! table, and ask about its positions.
//!
//! The library of `perfectplay` knows the type of every game, so that the compiler can optimise solvers and look-ups.
//! This crate is for programs that learn only at run time which game they need. Examples are the command `perfectplay`
//! and the packages for other languages.
//!
//! ```
//! use perfectplay_any::{Catalogue, Solve};
//!
//! let games = Catalogue::with_games_that_ship();
//! let table = games.find("connect:4x4")?.solve(&Solve::default())?;
//! assert_eq!(table.states(), 161_029);
//!
//! let start = table.start();
//! let mv = start.find_move("b").expect("a column");
//! let after = start.play(mv).expect("a legal move");
//! assert_eq!(after.text(), "..../..../..../.X..");
//! assert_eq!(after.record()?.value(), perfectplay::Value::Draw);
//! # Ok::<(), perfectplay_any::Error>(())
//! ```
//!
//! | you have | ask | you get |
//! | --- | --- | --- |
//! | the name of a game, `connect:5x4` | [`Catalogue::find`] | an [`AnyGame`] |
//! | a game of your own | [`rules()`] | an [`AnyGame`] |
//! | a game | [`AnyGame::solve`] | an [`AnyTable`] in memory |
//! | a game, and perhaps a [`cache`] | `AnyGame::table` | an [`AnyTable`], by the best solver that the game allows |
//! | a file | [`TableFile`] | an [`AnyTable`] |
//! | a file that is elsewhere | [`open()`] | an [`AnyTable`] |
//! | a table | [`AnyTable::start`], [`AnyTable::parse`] | a [`Position`] |
//! | many boards or keys | [`AnyTable::lookup_many`] | the answers, column by column |
//! | a table | [`AnyTable::bake_playbook`] | the smallest player that never errs |
//! | a game too large to solve | `AnyGame::oracle` | an [`AnyTable`] that proves what is asked |
//! | the same, and one state | `AnyGame::prove` | its value, and what the proof took |
//! | a game and a playbook | [`AnyGame::without_table`], [`AnyTable::open_playbook`] | a [`Playbook`], and positions to ask it about |
//! | a position | [`Position::answer`], [`Position::play`], [`Position::picture`] | its value, the positions after moves, a picture |
//! | questions about all states | [`AnyTable::visit`], [`AnyTable::columns`], [`audit()`], [`odds()`] | states, columns, proofs |
//! | a function of the library that takes a game, or a solved one | [`AnyGame`], [`AnyTable`] | a [`Game`](perfectplay::Game) whose states are numbers, and a [`Solved`](perfectplay::Solved) one |
//!
//! The feature `games` (default) adds the list of the games that come with `perfectplay`. For WebAssembly, the crate
//! leaves some parts out to stay small. A WebAssembly module works on one core, and has no cache of tables and no work
//! directories. A WebAssembly module has no `AnyGame::prove`. An oracle can prove values even in a WebAssembly module.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// A WebAssembly module leaves out much code, so some of the shared code is unused there.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

mod answer;
mod audit;
mod board_reader;
#[cfg(not(target_family = "wasm"))]
pub mod cache;
mod catalogue;
mod check;
mod columns;
mod erased;
mod erased_game;
mod error;
mod estimate;
mod exports;
mod game;
mod info;
pub mod jobs;
mod lookup_many;
mod numbers;
mod oracle;
mod picture;
mod playbook;
mod position;
mod printable;
mod proofs;
mod prove;
mod prover;
mod solve_or_load;
pub mod stats;
mod table;
mod table_source;
mod tablebase;
mod visits;
mod watch;

pub use answer::{Answer, Choice, Name, Status};
pub use audit::{
    Audited, AuditedSample, Extent, LosingLine, MistakeText, audit, audit_sample, odds, own_player,
};
pub use catalogue::{Catalogue, NameClash, TableFile, open, samples};
pub use columns::{Column, ColumnSet, Columns, square_code, value_code};
pub use erased_game::{rules, rules_with};
pub use error::{Error, SpecError};
pub use estimate::{Capacity, Estimate, States, Tiers, certainty_name};
pub use game::AnyGame;
pub use info::{Board, Info, Players};
pub use lookup_many::Queries;
pub use perfectplay_tablebase::disk;
pub use picture::Picture;
pub use playbook::Playbook;
pub use position::{BestPlay, Position, Sink, Writer};
pub use printable::printable;
pub use proofs::{
    OpeningJob, OpeningSample, OracleOptions, OracleWatch, ProvedOpening, VerifiedOpening,
};
pub use prove::{ProofQuestion, Proved};
pub use table::{AnyTable, Round};
pub use visits::{Visit, Visitor};
pub use watch::{Limits, Phase, Progress, Solve, Watch, unwatched};

/// Makes `cargo test` run the code examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
