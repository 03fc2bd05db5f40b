//! The moves that a strategy may choose.

use super::error::AuditError;
use crate::strategy::Strategy;
use perfectplay_core::Moves;

/// Returns the moves that a strategy may choose in an unfinished state; `None` if the strategy
/// resigns. Fails if the strategy chooses no move, or a move that is not legal.
pub(super) fn choices<S: Copy, E, P: Strategy<S> + ?Sized>(
    strategy: &P,
    state: S,
    legal: Moves,
) -> Result<Option<Moves>, AuditError<S, E, P::Error>> {
    if strategy.resigns(state).map_err(AuditError::Strategy)? {
        return Ok(None);
    }
    let choices = strategy.choices(state).map_err(AuditError::Strategy)?;
    if choices.is_empty() {
        return Err(AuditError::NoChoice { state });
    }
    let moves = choices - legal;
    if !moves.is_empty() {
        return Err(AuditError::Illegal {
            state,
            moves,
            legal,
        });
    }
    Ok(Some(choices))
}
