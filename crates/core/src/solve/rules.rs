//! Checks of the rules that every solver makes.

use crate::{Fault, Game, MOVE_LIMIT, Moves};

/// Returns the moves that a game declares.
pub fn declared<G: Game>(game: &G) -> Result<Moves, Fault> {
    let found = game.move_count();
    if found > MOVE_LIMIT {
        return Err(Fault::MoveCount { found });
    }
    Ok(Moves::first_n(found))
}

/// Checks that the state tells whose turn it is, unless turns alternate.
#[inline]
pub fn tells_turn<G: Game>(game: &G, state: G::State) -> Result<(), Fault> {
    if game.turns_alternate() || game.to_move(state).is_some() {
        Ok(())
    } else {
        Err(Fault::NoTurn)
    }
}

/// Returns the legal moves of a state that is not finished, and checks that they are declared.
pub fn legal<G: Game>(game: &G, state: G::State, declared: Moves) -> Result<Moves, Fault> {
    within_count(game, state, declared)?;
    let legal = game.legal(state);
    within_declared(legal, declared).map(|()| legal)
}

/// Checks that an unfinished state has no more moves than the game declares, if the game numbers
/// its moves state by state.
#[inline]
pub fn within_count<G: Game>(game: &G, state: G::State, declared: Moves) -> Result<(), Fault> {
    let found = game.legal_count(state).unwrap_or_default();
    if found > declared.len() {
        let expected = declared.len();
        return Err(Fault::TooManyMoves { expected, found });
    }
    Ok(())
}

/// Checks that there is a move, and that every move is declared.
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
