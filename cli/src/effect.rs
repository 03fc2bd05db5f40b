//! What moves do on the board, in words.

use std::fmt;

use perfectplay::tictactoe::{Line, Status};
use perfectplay::{Move, Moves, Player, State};

/// What a legal move does for the player who makes it: `blocks 0-1-2 and threatens 8
/// (2-5-8)`.
pub struct Effect {
    before: State,
    mv: Move,
    after: State,
}

impl Effect {
    pub const fn of(before: State, mv: Move, after: State) -> Self {
        Self { before, mv, after }
    }

    /// The lines of the opponent that the move is in time to stop.
    fn blocked(&self) -> Vec<Line> {
        let opponent = self.before.to_move().other();
        lines_through(self.before, opponent, self.mv)
    }

    /// Where the move lies.
    const fn place(&self) -> &'static str {
        match self.mv.index() {
            4 => "takes the centre",
            cell if cell % 2 == 0 => "takes a corner",
            _ => "takes an edge",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.before.to_move();
        match self.after.status() {
            Status::Won(_) => {
                let lines = self.after.lines(player).collect::<Vec<_>>();
                return write!(f, "completes {}", Listed(&lines, " and "));
            }
            Status::Drawn => return f.write_str("fills the board"),
            Status::Ongoing => {}
        }
        let blocked = self.blocked();
        let threats = Threats::of(self.after, player);
        if !blocked.is_empty() {
            write!(f, "blocks {}", Listed(&blocked, " and "))?;
        }
        match threats.cells.len() {
            0 if blocked.is_empty() => f.write_str(self.place())?,
            0 => {}
            count => {
                let and = if blocked.is_empty() { "" } else { " and " };
                let verb = if count == 1 {
                    "threatens"
                } else {
                    "makes a fork:"
                };
                write!(f, "{and}{verb} {threats}")?;
            }
        }
        Ok(())
    }
}

/// The cells in which a player could complete a line: `2 (0-1-2) and 6 (0-3-6)`. Two of
/// them are a fork.
pub struct Threats {
    state: State,
    player: Player,
    pub cells: Moves,
}

impl Threats {
    pub const fn of(state: State, player: Player) -> Self {
        let cells = state.completing(player);
        Self {
            state,
            player,
            cells,
        }
    }
}

impl fmt::Display for Threats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.cells.iter().map(|cell| {
            let lines = lines_through(self.state, self.player, cell);
            format!("{cell} ({})", Listed(&lines, ", "))
        });
        Listed(&cells.collect::<Vec<_>>(), " and ").fmt(f)
    }
}

/// The lines that the player could complete in the cell.
fn lines_through(state: State, player: Player, cell: Move) -> Vec<Line> {
    let completions = state.completions(player);
    let here = completions.filter(|&(_, missing)| missing == cell);
    here.map(|(line, _)| line).collect()
}

/// Some things with a word between each two.
struct Listed<'a, T>(&'a [T], &'a str);

impl<T: fmt::Display> fmt::Display for Listed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { self.1 };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    }
}
