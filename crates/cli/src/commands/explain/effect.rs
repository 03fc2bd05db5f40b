//! Describes in words what a move does on the board.

use std::collections::BTreeSet;

use perfectplay::Player;
use perfectplay_any::Picture;
use perfectplay_games::show::{Grid, Place, Square, SquareLine, Threat};

pub struct Effect<'a> {
    pub before: &'a Picture,
    pub after: &'a Picture,
    /// The player who makes the move; `None` if the state does not tell whose turn it is.
    pub mover: Option<Player>,
    pub place: Place,
    pub ends: bool,
}

impl Effect<'_> {
    /// Returns the effect of the move, such as `blocks 0-1-2 and threatens 8 (2-5-8)`; `None` if
    /// there are no words for the effect.
    pub fn words(&self) -> Option<String> {
        let completed = self.completed();
        if !completed.is_empty() {
            return Some(format!("completes {}", self.line_names(&completed)));
        }
        let has_room = |board: &Picture| board.squares.contains(&Square::Empty);
        if self.ends && has_room(self.before) && !has_room(self.after) {
            return Some("fills the board".to_owned());
        }
        let mover = self.mover?;
        let target = self.target()?;
        let mut words = Vec::new();
        let stopped = |threat: &&Threat| threat.square == target;
        let blocked = self.before.threats(mover.other()).iter().filter(stopped);
        let blocked = blocked.map(|threat| threat.line).collect::<Vec<_>>();
        if !blocked.is_empty() {
            words.push(format!("blocks {}", self.line_names(&blocked)));
        }
        let threats = Threats::new(self.after, mover);
        match threats.squares().len() {
            0 => {}
            1 => words.push(format!("threatens {}", threats.words())),
            _ => words.push(format!("makes a fork: {}", threats.words())),
        }
        if words.is_empty() {
            return self.landing(mover, target);
        }
        Some(words.join(" and "))
    }

    fn completed(&self) -> Vec<SquareLine> {
        let is_new = |line: &&SquareLine| !self.before.lines.contains(line);
        self.after.lines.iter().filter(is_new).copied().collect()
    }

    fn line_names(&self, lines: &[SquareLine]) -> String {
        let names = lines.iter().map(|&line| self.after.line_name(line));
        names.collect::<Vec<_>>().join(" and ")
    }

    /// Returns the square on which the piece lands.
    fn target(&self) -> Option<u8> {
        match self.place {
            Place::Square(square) | Place::Step { to: square, .. } => Some(square),
            Place::Column(_) => {
                let mut squares = 0..self.after.squares.len() as u8;
                squares.find(|&square| self.before.square(square) != self.after.square(square))
            }
            Place::OffBoard => None,
        }
    }

    /// Says in words where the player's piece lands, or that the piece captures; `None` if there
    /// are no words for the move.
    fn landing(&self, mover: Player, target: u8) -> Option<String> {
        let is_piece_of =
            |square, player| matches!(square, Square::Piece { owner, .. } if owner == player);
        let before = self.before.square(target);
        match self.place {
            Place::Column(_) => Some(format!("lands on {}", self.after.name(target))),
            Place::Step { .. } if is_piece_of(before, mover.other()) => Some("captures".to_owned()),
            Place::Square(_) if is_piece_of(self.after.square(target), mover) => {
                Some(format!("takes {}", region(self.after.grid?, target)?))
            }
            _ => None,
        }
    }
}

/// Returns words for the region of the board that contains `square`: a corner, an edge or the
/// centre.
fn region(grid: Grid, square: u8) -> Option<&'static str> {
    let Grid { columns, rows, .. } = grid;
    let (row, column) = (square / columns, square % columns);
    let at_side = row == 0 || row == rows - 1;
    let at_end = column == 0 || column == columns - 1;
    if columns < 3 || rows < 3 {
        None
    } else if (2 * row + 1, 2 * column + 1) == (rows, columns) {
        Some("the centre")
    } else if at_side && at_end {
        Some("a corner")
    } else {
        (at_side || at_end).then_some("an edge")
    }
}

pub struct Threats<'a> {
    picture: &'a Picture,
    threats: &'a [Threat],
}

impl<'a> Threats<'a> {
    pub fn new(picture: &'a Picture, player: Player) -> Self {
        Self {
            picture,
            threats: picture.threats(player),
        }
    }

    /// Returns the squares on which a move would complete a line. If there are two or more such
    /// squares, they are a fork.
    pub fn squares(&self) -> Vec<u8> {
        let squares = self.threats.iter().map(|threat| threat.square);
        squares.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Lists the squares on which a move would complete a line. After each square, names the lines
    /// in parentheses, as in `2 (0-1-2) and 6 (0-3-6)`.
    pub fn words(&self) -> String {
        let squares = self.squares().into_iter().map(|square| {
            let here = self.threats.iter().filter(|threat| threat.square == square);
            let lines = here.map(|threat| self.picture.line_name(threat.line));
            let lines = lines.collect::<Vec<_>>().join(", ");
            format!("{} ({lines})", self.picture.name(square))
        });
        squares.collect::<Vec<_>>().join(" and ")
    }
}
