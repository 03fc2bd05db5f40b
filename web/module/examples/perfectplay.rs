//! The module of the games that ship, which `web/build-module` builds.

use perfectplay_any::Catalogue;

perfectplay_module::module!(Catalogue::with_games_that_ship());
