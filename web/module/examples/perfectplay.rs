//! The WebAssembly module that contains all games that ship with the library. `web/build-module`
//! builds this module.

use perfectplay_any::Catalogue;

perfectplay_module::module!(Catalogue::with_games_that_ship());
