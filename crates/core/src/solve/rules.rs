//! Checks whether the rules have faults. Every solver makes these checks.

use crate::{Fault, Game, MOVE_LIMIT, Moves};

/// Returns the set of all moves whose index is below [`move_count`](Game::move_count). A legal move
/// outside this set is a fault.
pub fn declared<G: Game>(game: &G) -> Result<Moves, Fault> {
    let found = game.move_count();
    if found > MOVE_LIMIT {
        return Err(Fault::MoveCount { found });
    }
    Ok(Moves::first_n(found))
}

/// Checks that `state` tells whose turn it is, unless turns alternate.
#[inline]
pub fn tells_turn<G: Game>(game: &G, state: G::State) -> Result<(), Fault> {
    if game.turns_alternate() || game.to_move(state).is_some() {
        Ok(())
    } else {
        Err(Fault::NoTurn)
    }
}

/// Returns the legal moves of an unfinished state, after checking that each is among the `declared`
/// moves.
pub fn legal<G: Game>(game: &G, state: G::State, declared: Moves) -> Result<Moves, Fault> {
    within_count(game, state, declared)?;
    let legal = game.legal(state);
    within_declared(legal, declared).map(|()| legal)
}

/// Checks that the `legal_count` of an unfinished state is at most the number of declared moves.
#[inline]
pub fn within_count<G: Game>(game: &G, state: G::State, declared: Moves) -> Result<(), Fault> {
    let found = game.legal_count(state).unwrap_or_default();
    if found > declared.len() {
        let expected = declared.len();
        return Err(Fault::TooManyMoves { expected, found });
    }
    Ok(())
}

/// Checks that `moves` is not empty, and that `declared` contains all of `moves`.
#[inline]
pub fn within_declared(moves: Moves, declared: Moves) -> Result<(), Fault> {
    if moves.is_empty() {
        return Err(Fault::NoMoves);
    }
    if !moves.is_subset(declared) {
        return Err(Fault::UnknownMoves {
            found: moves - declared,
        });
    }
    Ok(())
}
