//! Any game without its type: find it by its name, solve it or open its table, and ask about
//! positions.
//!
//! The library of `perfectplay` knows the type of every game, so that the compiler sees through
//! solvers and look-ups. A program that meets games at run time stands on this crate: the command,
//! and packages for other languages. It is the only place where the type of a game is forgotten,
//! and it is forgotten at an answer, never inside a solver.
//!
//! ```
//! use perfectplay_any::{Catalogue, Solve};
//!
//! let games = Catalogue::of_those_that_ship();
//! let table = games.find("connect:4x4")?.solve(&Solve::default())?;
//! assert_eq!(table.states(), 161_029);
//!
//! let start = table.start();
//! let mv = start.find_move("b").expect("a column");
//! let after = start.play(mv).expect("a legal move");
//! assert_eq!(after.text(), "..../..../..../.X..");
//! assert_eq!(after.record()?.value, perfectplay::Value::Draw);
//! # Ok::<(), perfectplay_any::Error>(())
//! ```
//!
//! | you have | ask | you get |
//! | --- | --- | --- |
//! | the name of a game, `connect:5x4` | [`Catalogue::find`] | its [`Rules`] |
//! | a game of your own | [`rules()`] | its [`Rules`] |
//! | rules | [`Rules::solve`] | a [`Table`] in memory |
//! | rules, and perhaps a [`cache`] | `dyn Rules`: `table` | a [`Table`], by the best solver that the game allows |
//! | a file | [`TableFile`] | a [`Table`] |
//! | a table | [`Table::start`], [`Table::parse`] | a [`Position`] |
//! | a table | [`Table::bake_playbook`] | the smallest player that never errs |
//! | rules and a playbook | [`Rules::without_table`], [`Table::open_playbook`] | a [`Playbook`], and positions to ask it about |
//! | a position | [`Position::answer`], [`Position::play`], [`Position::picture`] | what it is worth, where moves lead, how it looks |
//! | questions about all states | [`Table::visit`], [`Table::batches`], [`audit()`], [`odds()`] | states, columns, proofs |
//! | a function of the library that takes a solved game | [`Table::numbers`], [`Position::numbers`] | a solved game whose states are numbers |
//!
//! # Features
//!
//! | feature | gives |
//! | --- | --- |
//! | `games` (default) | the list of the games that ship |
//! | `files` (default) | tablebase files, and games that are solved tier by tier |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod audit;
#[cfg(feature = "files")]
mod best;
#[cfg(feature = "files")]
pub mod cache;
mod catalogue;
mod error;
mod estimate;
#[cfg(feature = "files")]
mod file;
mod info;
#[cfg(feature = "files")]
pub mod jobs;
mod kept;
#[cfg(feature = "files")]
mod large;
mod numbers;
mod own;
mod picture;
mod playbook;
mod position;
mod round;
mod rules;
mod spec;
pub mod stats;
mod table;
mod tiers;
mod typed;
mod watch;
mod words;

pub use answer::{Answer, Choice, Name, Status};
pub use audit::{Audited, Extent, LosingLine, MistakeText, audit, odds, own_player};
pub use catalogue::{Catalogue, NameClash};
pub use error::Error;
pub use estimate::{Estimate, Room, States, Tiers, certainty_name};
#[cfg(feature = "files")]
pub use file::TableFile;
pub use info::{Board, Info, Players};
pub use numbers::Numbers;
pub use picture::Picture;
pub use playbook::Playbook;
pub use position::{BestPlay, Position};
pub use round::{Round, round};
pub use rules::{Rules, rules};
pub use spec::{SpecError, samples};
pub use table::{Batch, Columns, Table, Visit, Visitor};
pub use tiers::{Sink, Writer};
pub use watch::{Limits, Phase, Progress, Solve, Watch};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
