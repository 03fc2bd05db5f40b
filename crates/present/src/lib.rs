//! Shows solved games to people: boards as text and as pictures, pages that play, and reports. This
//! crate knows no game by its type, and reads and writes no files.
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
//! # Features
//!
//! | feature | gives |
//! | --- | --- |
//! | `pages` (default) | texts, pictures, pages, and reports with plots |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "pages")]
pub mod document;
#[cfg(feature = "pages")]
pub mod drawing;
#[cfg(feature = "pages")]
pub mod report;
pub mod scene;
#[cfg(feature = "pages")]
pub mod state;
#[cfg(feature = "pages")]
pub mod svg;
#[cfg(feature = "pages")]
pub mod web;
#[cfg(feature = "pages")]
pub mod words;

#[cfg(feature = "pages")]
pub use report::report_page;
#[cfg(feature = "pages")]
pub use state::text;
#[cfg(feature = "pages")]
pub use svg::picture;
#[cfg(feature = "pages")]
pub use web::game_page;

/// The README's code runs with the tests.
#[cfg(all(doctest, feature = "pages"))]
#[doc = include_str!("../README.md")]
mod readme {}
