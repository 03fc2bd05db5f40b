//! Hexapawn of any size as a module of a page.

#[path = "../../src/board.rs"]
mod board;
#[path = "../../src/rules.rs"]
mod rules;

use std::fmt;

use perfectplay_games::Listed;
use perfectplay_module::Catalogue;
use rules::Hexapawn;

impl Listed for Hexapawn {
    const NAME: &'static str = "hexapawn";
    const RULES: &'static str = "Reach the far side, or leave the opponent without a move.";
    const PARAMETERS: &'static str =
        "COLUMNSxROWS, such as 4x4: 3 to 5 columns, and at most 20 squares";
    const STATES: &'static str = "the rows from Black's and the player to move: BBB/.../WWW W";
    const SAMPLES: &'static [&'static str] = &["3x3", "4x4"];

    fn with_parameters(text: &str) -> Option<Self> {
        let (columns, rows) = text.split_once('x')?;
        let [columns, rows]: [u32; 2] = [columns.parse().ok()?, rows.parse().ok()?];
        let fits = (3..=5).contains(&columns) && (3..=20 / columns).contains(&rows);
        fits.then_some(Self { columns, rows })
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}x{}", self.columns, self.rows)
    }
}

perfectplay_module::module!({
    let mut games = Catalogue::default();
    games.add::<Hexapawn>();
    games
});
