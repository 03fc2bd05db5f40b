//! Builds a WebAssembly module with Hexapawn of any size, for a web page.

#[path = "../../src/board.rs"]
mod board;
#[expect(dead_code, reason = "only the command bakes a table")]
#[path = "../../src/rules.rs"]
mod rules;

use perfectplay_games::Baked;
use perfectplay_module::Catalogue;
use rules::Hexapawn;

/// Returns `None`, because the module contains no baked table. The module solves a game when the
/// user of the page chooses it.
const fn baked(_game: &Hexapawn) -> Option<&'static Baked<Hexapawn>> {
    None
}

perfectplay_module::module!({
    let mut games = Catalogue::default();
    games.add::<Hexapawn>();
    games
});
