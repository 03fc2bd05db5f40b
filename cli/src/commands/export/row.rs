//! What formats without the states after a move say of a state.

use std::borrow::Cow;

use perfectplay::{Player, Value};
use perfectplay_any::{Error, Position, Status};

/// A reachable state with its moves by kind. It takes one analysis to make it, where an answer
/// takes one of every move.
pub struct Row {
    pub state: String,
    /// The player to move, if the state tells.
    pub to_move: Option<Player>,
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
    pub fn of(position: &Position<'_>) -> Result<Self, Error> {
        let analysis = position.record()?;
        let (to_move, players) = (position.mover(), &position.info().players);
        let status = Status::new(analysis.legal().is_empty(), analysis.value, to_move);
        Ok(Self {
            state: position.text(),
            to_move,
            status: status.name(players),
            value: analysis.value,
            distance: analysis.distance,
            winning: position.move_names(analysis.winning),
            losing: position.move_names(analysis.losing),
            neutral: position.move_names(analysis.neutral),
            best: position.move_names(analysis.best),
        })
    }
}
