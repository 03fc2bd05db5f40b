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
//! let games = Catalogue::with_games_that_ship();
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
//! | a file that is elsewhere | [`open()`] | a [`Table`] |
//! | a table | [`Table::start`], [`Table::parse`] | a [`Position`] |
//! | many boards or keys | [`Table::ask`] | what is known of them, column by column |
//! | a table | [`Table::bake_playbook`] | the smallest player that never errs |
//! | rules of a game too large to solve | `Rules::prove` | what one state is worth |
//! | rules and a playbook | [`Rules::without_table`], [`Table::open_playbook`] | a [`Playbook`], and positions to ask it about |
//! | a position | [`Position::answer`], [`Position::play`], [`Position::picture`] | what it is worth, where moves lead, how it looks |
//! | a position and a [`Look`] | [`Look::see`] | what a page shows of it |
//! | questions about all states | [`Table::visit`], [`Table::columns`], [`audit()`], [`odds()`] | states, columns, proofs |
//! | a function of the library that takes a solved game | [`Table::numbers`], [`Position::numbers`] | a solved game whose states are numbers |
//!
//! # Features
//!
//! | feature | gives |
//! | --- | --- |
//! | `games` (default) | the list of the games that ship |
//! | `tiers` | games that are solved tier by tier, and their tablebase files |
//! | `files` (default) | `tiers` on all cores, a cache of tables, and all that makes a program large: checks, proofs, columns, playbooks, sources |

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// What makes a program large is left out of a small one, and not all that serves nothing else.
#![cfg_attr(not(feature = "files"), allow(dead_code, unused_imports))]

mod answer;
mod audit;
#[cfg(feature = "tiers")]
mod best;
#[cfg(feature = "files")]
pub mod cache;
mod catalogue;
mod columns;
mod error;
mod estimate;
#[cfg(feature = "tiers")]
mod file;
mod info;
#[cfg(feature = "tiers")]
pub mod jobs;
#[cfg(feature = "tiers")]
mod large;
mod layout;
mod look;
mod numbers;
mod own;
mod picture;
mod playbook;
mod position;
mod printable;
#[cfg(feature = "files")]
mod prove;
mod round;
mod rules;
mod solved;
mod spec;
mod square;
pub mod stats;
mod table;
mod tiers;
mod typed;
mod watch;
mod words;

pub use answer::{Answer, Choice, Name, Status};
pub use audit::{Audited, Extent, LosingLine, MistakeText, audit, odds, own_player};
pub use catalogue::{Catalogue, NameClash};
pub use columns::{Column, Columns, Wanted, value_code};
pub use error::Error;
pub use estimate::{Capacity, Estimate, States, Tiers, certainty_name};
#[cfg(feature = "tiers")]
pub use file::{TableFile, open};
pub use info::{Board, Info, Players};
pub use look::{About, Look, Scene};
pub use numbers::Numbers;
pub use picture::Picture;
pub use playbook::Playbook;
pub use position::{BestPlay, Position, SavedState};
pub use printable::printable;
#[cfg(feature = "files")]
pub use prove::{Proved, Question};
pub use round::{Round, round};
pub use rules::{Rules, rules, rules_with};
pub use spec::{SpecError, samples};
pub use square::square_code;
pub use table::{Questions, Table, Visit, Visitor};
pub use tiers::{Sink, Writer};
pub use watch::{Limits, Phase, Progress, Solve, Watch, unwatched};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
