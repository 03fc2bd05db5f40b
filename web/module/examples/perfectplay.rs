//! The module with the games that ship. `web/build-module` builds this module.

use perfectplay_any::Catalogue;

perfectplay_module::module!(Catalogue::with_games_that_ship());
