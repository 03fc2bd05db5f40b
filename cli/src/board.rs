//! Boards as text: the one place that draws them.

use std::fmt;

use anstyle::{AnsiColor, Style};
use perfectplay::tictactoe::CELLS;
use perfectplay::{Move, Moves, Player, Record, State};

use crate::keys::Keys;

const X: Style = AnsiColor::Cyan.on_default().bold();
const O: Style = AnsiColor::Yellow.on_default().bold();
const LINE: Style = AnsiColor::Green.on_default().bold().invert();
const WINNING: Style = AnsiColor::Green.on_default();
const NEUTRAL: Style = Style::new();
const LOSING: Style = AnsiColor::Red.on_default();
const UNMARKED: Style = Style::new().dimmed();

/// The mark of a player.
pub const fn mark(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// A board as three rows of three cells. An empty cell shows its number and, with a
/// record, what the table says of a move there: `+` winning, `=` neutral, `-` losing,
/// and `*` before the best. The cells of a line stand out.
///
/// Written with colours, for a stream that takes them out where nobody sees them.
pub struct Board {
    pub state: State,
    /// What to mark the empty cells by.
    pub record: Option<Record>,
    /// The mark that the first player is shown with.
    pub first_mark: Player,
    /// The numbers of the empty cells.
    pub keys: Keys,
}

impl Board {
    /// The board as the rules have it, without marks in the empty cells.
    pub const fn new(state: State) -> Self {
        Self {
            state,
            record: None,
            first_mark: Player::First,
            keys: Keys::Rows,
        }
    }

    /// A cell, five columns wide.
    fn cell(&self, mv: Move) -> String {
        match self.state.cell(mv.index()) {
            Some(player) => self.marked_cell(mv, player),
            None => self.empty_cell(mv),
        }
    }

    fn marked_cell(&self, mv: Move, player: Player) -> String {
        let shown = match self.first_mark {
            Player::First => player,
            Player::Second => player.other(),
        };
        let style = match shown {
            _ if self.state.line_cells().contains(mv) => LINE,
            Player::First => X,
            Player::Second => O,
        };
        format!("  {style}{}{style:#}  ", mark(shown))
    }

    fn empty_cell(&self, mv: Move) -> String {
        let label = self.keys.label(mv.index());
        match self.record.and_then(|record| signs(mv, record)) {
            None => format!("  {UNMARKED}{label}{UNMARKED:#}  "),
            Some((best, kind, style)) => format!(" {style}{best}{label}{kind}{style:#} "),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = Moves::first_n(CELLS.into()).iter().map(|mv| self.cell(mv));
        let cells = cells.collect::<Vec<_>>();
        for (i, row) in cells.chunks(3).enumerate() {
            if i > 0 {
                writeln!(f, "-----+-----+-----")?;
            }
            writeln!(f, "{}", row.join("|").trim_end())?;
        }
        Ok(())
    }
}

/// What stands before and behind the number of a cell, and how the three look. Nothing,
/// where no move is legal.
fn signs(mv: Move, record: Record) -> Option<(char, char, Style)> {
    let kinds = [
        (record.winning(), '+', WINNING),
        (record.neutral(), '=', NEUTRAL),
        (record.losing(), '-', LOSING),
    ];
    let (_, kind, style) = kinds.into_iter().find(|(moves, ..)| moves.contains(mv))?;
    if record.best().contains(mv) {
        Some(('*', kind, style.bold()))
    } else {
        Some((' ', kind, style))
    }
}
