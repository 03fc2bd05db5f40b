//! Shows solved games to people. This crate draws boards as text and as pictures, and makes reports and pages that play
//! a game. The same compiled code works for every game. The crate does not read or write files.
//!
//! ```
//! use perfectplay_any::{Catalogue, Solve};
//!
//! let games = Catalogue::with_games_that_ship();
//! let table = games.find("tictactoe")?.solve(&Solve::default())?;
//! let position = table.parse("XO./.../...")?;
//! assert!(perfectplay_present::text(&position)?.contains("X to move wins in 5 plies"));
//! assert!(perfectplay_present::picture(&position, true)?.starts_with("<svg"));
//! # Ok::<(), perfectplay_any::Error>(())
//! ```
//!
//! | you want | ask |
//! | --- | --- |
//! | a position as text or as an SVG picture | [`text`], [`picture`] |
//! | parts of such a text | [`state`], [`drawing`], [`words`] |
//! | a board as the data of a page | [`scene`] |
//! | a page that plays a game | [`game_page`], [`web`] |
//! | a report on a game, and its page | [`report`], [`report_page`] |
//!
//! When compiled for WebAssembly, the crate consists of the module [`scene`] alone, because a script of the web page
//! draws the boards.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(not(target_family = "wasm"))]
pub mod document;
#[cfg(not(target_family = "wasm"))]
pub mod drawing;
#[cfg(not(target_family = "wasm"))]
pub mod report;
pub mod scene;
#[cfg(not(target_family = "wasm"))]
pub mod state;
#[cfg(not(target_family = "wasm"))]
pub mod svg;
#[cfg(not(target_family = "wasm"))]
pub mod web;
#[cfg(not(target_family = "wasm"))]
pub mod words;

#[cfg(not(target_family = "wasm"))]
pub use report::report_page;
#[cfg(not(target_family = "wasm"))]
pub use state::text;
#[cfg(not(target_family = "wasm"))]
pub use svg::picture;
#[cfg(not(target_family = "wasm"))]
pub use web::game_page;

/// Compiles and runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
