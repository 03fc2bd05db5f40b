//! The module of the games that ship: `web/build-module` builds it.

use perfectplay_any::Catalogue;

perfectplay_module::module!(Catalogue::with_games_that_ship());
