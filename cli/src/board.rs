//! Boards as text: the one place that draws them.

use std::fmt;

use perfectplay::{Move, Player, Record, State};

/// A board as three rows of three cells. An empty cell shows its number and, with a
/// record, what the table says of a move there: `+` winning, `=` neutral, `-` losing,
/// and `*` before the best.
pub struct Board {
    pub state: State,
    /// What to mark the empty cells by.
    pub record: Option<Record>,
    /// The mark that the first player is shown with.
    pub first_mark: Player,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..3 {
            if row > 0 {
                writeln!(f, "-----+-----+-----")?;
            }
            let [left, middle, right] = [0, 1, 2].map(|column| self.cell(3 * row + column));
            writeln!(f, "{}", format!("{left}|{middle}|{right}").trim_end())?;
        }
        Ok(())
    }
}

impl Board {
    /// A cell, five columns wide.
    fn cell(&self, cell: u8) -> String {
        match self.state.cell(cell) {
            Some(player) if self.first_mark == Player::X => format!("  {player}  "),
            Some(player) => format!("  {}  ", player.other()),
            None => {
                let (best, kind) = Move::new(cell)
                    .zip(self.record)
                    .map_or((' ', ' '), |(mv, record)| marks(mv, record));
                format!(" {best}{cell}{kind} ")
            }
        }
    }
}

/// What stands before and behind the number of a cell.
fn marks(mv: Move, record: Record) -> (char, char) {
    let best = if record.best().contains(mv) { '*' } else { ' ' };
    let kinds = [
        (record.winning(), '+'),
        (record.neutral(), '='),
        (record.losing(), '-'),
    ];
    let kind = kinds.into_iter().find(|(moves, _)| moves.contains(mv));
    (best, kind.map_or(' ', |(_, sign)| sign))
}
