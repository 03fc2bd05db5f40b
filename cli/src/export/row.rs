//! What the text formats say of a state.

use std::borrow::Cow;

use indicatif::HumanCount;
use perfectplay::Value;

use crate::Failure;
use crate::solved_game::SolvedGame;
use crate::state_view::StateView;

/// A state, with its moves by kind.
pub struct Row<'v> {
    pub state: &'v str,
    /// The player to move; empty if the state does not tell.
    pub to_move: &'static str,
    pub status: Cow<'static, str>,
    pub value: Value,
    pub distance: Option<u32>,
    pub winning: Vec<&'v str>,
    pub losing: Vec<&'v str>,
    pub neutral: Vec<&'v str>,
    pub best: Vec<&'v str>,
}

impl<'v> Row<'v> {
    /// That of a reachable state.
    pub fn of(view: &'v StateView) -> Self {
        let (value, distance) = view.verdict.expect("a reachable state");
        Self {
            state: &view.state,
            to_move: view.to_move.map_or("", |player| view.players.plain(player)),
            status: view.status().name(view.players),
            value,
            distance,
            winning: view.of_kind(Value::Win),
            losing: view.of_kind(Value::Loss),
            neutral: view.of_kind(Value::Draw),
            best: view.best(),
        }
    }
}

/// Every state of a game, sorted by text, for binary search.
pub fn sorted(game: &dyn SolvedGame) -> Result<Vec<StateView>, Failure> {
    if game.is_large() {
        return Err(Failure::Use(format!(
            "{} has {} states, too many for source code (tsv, csv, json and jsonl take any number)",
            game.spec(),
            HumanCount(game.states())
        )));
    }
    let mut views = Vec::new();
    game.views(&mut |view| {
        views.push(view);
        Ok(())
    })?;
    views.sort_by(|a, b| a.state.cmp(&b.state));
    Ok(views)
}

/// The name of a game without its parameters: an identifier in every language.
pub fn identifier(game: &dyn SolvedGame) -> String {
    let spec = game.spec().to_string();
    spec.split(':').next().unwrap_or_default().to_owned()
}
