//! What the formats that are source code have in common.

use indicatif::HumanCount;

use crate::Failure;
use crate::row::Row;
use crate::solved_game::SolvedGame;

/// Every state of a game, sorted by text, for binary search.
pub fn sorted(game: &dyn SolvedGame) -> Result<Vec<Row>, Failure> {
    if game.is_large() {
        return Err(Failure::Use(format!(
            "{} has {} states, too many for source code (tsv, csv, json and jsonl take any number)",
            game.spec(),
            HumanCount(game.states())
        )));
    }
    let mut rows = Vec::new();
    game.each(&mut |entry| {
        rows.push(entry.row()?);
        Ok(())
    })?;
    rows.sort_by(|a, b| a.state.cmp(&b.state));
    Ok(rows)
}

/// The name of a game without its parameters: an identifier in every language.
pub fn identifier(game: &dyn SolvedGame) -> String {
    let spec = game.spec().to_string();
    spec.split(':').next().unwrap_or_default().to_owned()
}
