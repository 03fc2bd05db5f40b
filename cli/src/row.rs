//! What formats without the states after a move say of a state.

use std::borrow::Cow;

use perfectplay::{Analysis, Moves, Value};
use perfectplay_games::Listed;

use crate::state_view::Status;
use crate::wording::PlayerNames;

/// A reachable state with its moves by kind. It takes one analysis to make it, where a
/// [`StateView`](crate::state_view::StateView) takes an answer about every move.
pub struct Row {
    pub state: String,
    /// The player to move; empty if the state does not tell.
    pub to_move: &'static str,
    pub status: Cow<'static, str>,
    pub value: Value,
    pub distance: Option<u32>,
    /// The names of the winning moves, with spaces between them, as in the other sets.
    pub winning: String,
    pub losing: String,
    pub neutral: String,
    pub best: String,
}

impl Row {
    pub fn of<G: Listed>(game: &G, state: G::State, analysis: &Analysis) -> Self {
        let to_move = game.to_move(state);
        let players = PlayerNames(game.player_names());
        let status = Status::of(analysis.legal().is_empty(), analysis.value, to_move);
        let names = |moves| names(game, state, moves);
        let mut row = Self {
            state: String::with_capacity(32),
            to_move: to_move.map_or("", |player| players.plain(player)),
            status: status.name(players),
            value: analysis.value,
            distance: analysis.distance,
            winning: names(analysis.winning),
            losing: names(analysis.losing),
            neutral: names(analysis.neutral),
            best: names(analysis.best),
        };
        game.write_state(state, &mut row.state).expect("memory");
        row
    }
}

fn names<G: Listed>(game: &G, state: G::State, moves: Moves) -> String {
    let mut names = String::new();
    for mv in moves {
        if !names.is_empty() {
            names.push(' ');
        }
        game.write_move(state, mv, &mut names).expect("memory");
    }
    names
}
