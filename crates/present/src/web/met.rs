//! Finds the positions that a player can meet if it follows a playbook. A web page that plays by a playbook without a
//! WebAssembly module contains only these positions.

use std::collections::HashSet;

use indicatif::HumanCount;
use perfectplay::game::is_extra_turn;
use perfectplay::{Game, Move, Moves, Player};
use perfectplay_any::{AnyTable, Error, Playbook, Position};

/// A position with the player to move. `.0` is the key of the position, and `.1` is the player.
type Turn = (u64, Player);

/// The positions that a player can meet if it follows a playbook.
pub struct PlaybookPositions<'b> {
    book: &'b Playbook,
    /// The positions that are met. `.0` is the position, and `.1` is the side on which the book is played.
    turns: HashSet<(Turn, Player)>,
}

impl<'b> PlaybookPositions<'b> {
    /// The greatest number of positions on a page.
    const LIMIT: usize = 1_000_000;

    /// Plays a playbook on each of its sides against every reply, and collects the positions.
    ///
    /// # Errors
    /// Fails when the book has no move for a position that can occur, or when the positions are too many for a page. A
    /// damaged book may lead to very many positions, because its moves are arbitrary.
    pub fn new(book: &'b Playbook, table: &AnyTable) -> Result<Self, Error> {
        let turns = HashSet::new();
        let mut met = Self { book, turns };
        let (game, start) = (table.game(), table.game().start());
        let first = game.to_move(start).unwrap_or(Player::First);
        let mut open: Vec<_> = met.sides().map(|side| (start, first, side)).collect();
        while let Some((state, mover, side)) = open.pop() {
            let turn = (game.key(state), mover);
            if game.outcome(state).is_some() || !met.turns.insert((turn, side)) {
                continue;
            }
            if met.turns.len() > Self::LIMIT {
                return Err(Error::Format(format!(
                    "expected a playbook whose players meet at most {} positions, found one whose \
                     players meet more: too many for a page without --module",
                    HumanCount(Self::LIMIT as u64)
                )));
            }
            let moves = if mover == side {
                let position = table.position(state);
                Moves::from(met.choice(&position)?)
            } else {
                game.legal(state)
            };
            for mv in moves {
                let after = game.play(state, mv);
                let is_again = is_extra_turn(game, state, after);
                let next = if is_again { mover } else { mover.other() };
                open.push((after, next, side));
            }
        }
        Ok(met)
    }

    /// Returns the sides that the book plays.
    pub fn sides(&self) -> impl Iterator<Item = Player> + use<> {
        self.book.data().sides()
    }

    fn choice(&self, position: &Position<'_>) -> Result<Move, Error> {
        let unknown = || Error::Format(format!("the playbook has no move in {position}"));
        self.book.choose(position).ok_or_else(unknown)
    }

    /// Returns the moves that the page needs in a position. If the position can occur while the book plays for the
    /// opponent, `.0` contains all legal moves. Otherwise, `.0` contains only the book's move. `.1` is the book's move;
    /// `None` if the position cannot occur while the book plays for the player to move.
    pub fn moves(
        &self,
        key: u64,
        mover: Player,
        position: &Position<'_>,
    ) -> Result<(Moves, Option<Move>), Error> {
        let is_met = |side| self.turns.contains(&((key, mover), side));
        let own = is_met(mover).then(|| self.choice(position)).transpose()?;
        let moves = if is_met(mover.other()) {
            position.legal()
        } else {
            own.map_or(Moves::EMPTY, Moves::from)
        };
        Ok((moves, own))
    }
}
