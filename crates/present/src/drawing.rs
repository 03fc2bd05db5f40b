//! Draws boards as text.

use std::fmt;

use anstyle::{AnsiColor, Style};
use perfectplay::{Player, Value};
use perfectplay_any::{Answer, Choice, Picture};
use perfectplay_games::show::{Grid, Place, Square};

const PIECES: [Style; 2] = [
    AnsiColor::Cyan.on_default().bold(),
    AnsiColor::Yellow.on_default().bold(),
];
const COMMON: Style = Style::new().bold();
const LINE: Style = AnsiColor::Green.on_default().bold().invert();
const WINNING: Style = AnsiColor::Green.on_default();
const NEUTRAL: Style = Style::new();
const LOSING: Style = AnsiColor::Red.on_default();
const FAINT: Style = Style::new().dimmed();

/// The space between two boards.
const GAP: &str = "    ";

/// A drawing of the board in a state. A free square on which a move can be played shows the name of the move. A square
/// that is not free shows its content. If a move can be played on a square that is not free, the name of the move
/// stands before the content. The name is left out if the letters and numbers in the margins already tell the move. A
/// column into which a piece can be dropped has its name under the board. A mark after a square shows the value of the
/// best move on this square. The mark is `+` for a winning move, `=` for a neutral move and `-` for a losing move. A
/// `*` before a square marks the best moves. The squares of a complete line are highlighted. Points stand below the
/// board.
///
/// A game without a board shows the text of the state, with each row on its own line.
///
/// The text has colours. The output stream removes the colours where they cannot be shown.
pub struct BoardDrawing<'a> {
    /// What the table answers about the state that is drawn.
    pub view: &'a Answer<'a>,
    /// The picture of the board.
    pub picture: &'a Picture,
    /// Whether the marks `+`, `=`, `-` and `*` show which moves are good.
    pub marked: bool,
    /// Whether each player's pieces are drawn with the other player's mark, such as X instead of O. The marks are
    /// exchanged if the second player starts.
    pub swapped: bool,
}

impl<'a> BoardDrawing<'a> {
    /// Draws the board with the value of each legal move.
    pub const fn with_values(view: &'a Answer<'a>, picture: &'a Picture) -> Self {
        Self {
            view,
            picture,
            marked: true,
            swapped: false,
        }
    }
}

/// A cell of the drawing. A cell shows either the content of a square or the name of a column. A cell consists of a
/// label, a mark before the label, a mark after the label, and a style.
struct DrawnCell {
    label: String,
    before: char,
    behind: char,
    style: Style,
}

impl DrawnCell {
    const fn plain(label: String, style: Style) -> Self {
        Self {
            label,
            before: ' ',
            behind: ' ',
            style,
        }
    }

    fn width(&self) -> usize {
        self.label.chars().count()
    }

    /// Returns the text of the cell. The label is in the middle of `width` characters. On each side there is
    /// room for a mark and a space.
    fn text(&self, width: usize) -> String {
        let Self {
            label,
            before,
            behind,
            style,
        } = self;
        let left = (width - self.width()) / 2;
        let right = width - self.width() - left;
        let visible = format!("{before}{label}{behind}");
        let (visible, start) = (visible.trim(), 1 + left + usize::from(*before == ' '));
        if visible.is_empty() {
            return " ".repeat(width + 4);
        }
        let end = 1 + right + usize::from(*behind == ' ');
        format!("{:start$}{style}{visible}{style:#}{:end$}", "", "")
    }
}

impl BoardDrawing<'_> {
    fn cell(&self, square: u8) -> DrawnCell {
        let targets = |choice: &&Choice| match choice.place {
            Place::Square(at) | Place::Step { to: at, .. } => at == square,
            Place::Column(_) | Place::OffBoard => false,
        };
        let moves = self.view.choices.iter().filter(targets).collect::<Vec<_>>();
        let stands = self.picture.square(square);
        let is_free = match stands {
            Square::Empty | Square::Absent => true,
            // If all things on the board look alike, the name of a move is enough to show that a thing is
            // there.
            Square::Common(mark) => !self.picture.squares.iter().any(|other| match other {
                Square::Common(other) => *other != mark,
                _ => false,
            }),
            Square::Piece { .. } | Square::Heap { .. } => false,
        };
        let name = self.picture.name(square);
        let is_lettered = self.picture.grid.is_some_and(|grid| grid.lettered);
        let (content, style) = self.content(square);
        let (label, style) = match moves[..] {
            [mv] if mv.place == Place::Square(square) && is_free => (mv.name.clone(), FAINT),
            [mv, _, ..] if mv.place == Place::Square(square) && is_free => (name.to_owned(), FAINT),
            // The content of the square stays visible. The name of the move is added, unless the margins give
            // it.
            [mv] if matches!(stands, Square::Heap { .. })
                || mv.place == Place::Square(square) && !(is_lettered && mv.name == name) =>
            {
                (format!("{}:{content}", mv.name), style)
            }
            _ => (content, style),
        };
        self.with_marks(label, style, &moves)
    }

    /// Returns the label that shows the content of a square, and the style of this label.
    fn content(&self, square: u8) -> (String, Style) {
        let (label, style) = match self.picture.square(square) {
            Square::Absent => (String::new(), FAINT),
            Square::Empty => (".".to_owned(), FAINT),
            Square::Common(mark) => (mark.to_string(), COMMON),
            Square::Heap { number: 0, .. } => ("0".to_owned(), FAINT),
            Square::Heap { owner, number } => {
                let style = owner.map_or(COMMON, |owner| PIECES[self.shown(owner) as usize]);
                (number.to_string(), style)
            }
            piece @ Square::Piece { owner, age, kind } => {
                let shown = self.shown(owner);
                if let Some(figure) = piece.figure() {
                    return (figure.to_string(), PIECES[shown as usize]);
                }
                let mark = self.picture.marks[shown as usize];
                let age = age.map_or_else(String::new, |age| age.to_string());
                let kind = kind.map_or_else(String::new, String::from);
                (format!("{mark}{kind}{age}"), PIECES[shown as usize])
            }
        };
        let is_in_line = self.picture.line_squares().contains(&square);
        (label, if is_in_line { LINE } else { style })
    }

    /// Returns the other player if the marks are exchanged, and `player` otherwise.
    const fn shown(&self, player: Player) -> Player {
        if self.swapped { player.other() } else { player }
    }

    /// Returns a cell whose marks show the value of the best move in `moves`.
    fn with_marks(&self, label: String, style: Style, moves: &[&Choice]) -> DrawnCell {
        let kinds = moves.iter().map(|choice| choice.value);
        let Some(kind) = kinds.max().filter(|_| self.marked) else {
            return DrawnCell::plain(label, style);
        };
        let is_best = moves.iter().any(|choice| choice.is_best);
        let (behind, style) = match kind {
            Value::Win => ('+', WINNING),
            Value::Draw => ('=', NEUTRAL),
            Value::Loss => ('-', LOSING),
        };
        DrawnCell {
            label,
            before: if is_best { '*' } else { ' ' },
            behind,
            style: if is_best { style.bold() } else { style },
        }
    }

    /// Returns the names of the columns. Marks beside each name show the value of the best move in the column.
    fn column_names(&self, grid: Grid) -> Vec<DrawnCell> {
        let name = |column| {
            let choices = self.view.choices.iter();
            let moves = choices.filter(|choice| choice.place == Place::Column(column));
            let moves = moves.collect::<Vec<_>>();
            let name = self.picture.columns[usize::from(column)].clone();
            self.with_marks(name, FAINT, &moves)
        };
        (0..grid.columns).map(name).collect()
    }
}

impl fmt::Display for BoardDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(grid) = self.picture.grid else {
            return writeln!(f, "{}", self.view.state.replace('/', "\n"));
        };
        let cells = (0..grid.squares())
            .map(|square| self.cell(square))
            .collect::<Vec<_>>();
        let columns = if grid.lettered {
            self.column_names(grid)
        } else {
            Vec::new()
        };
        let widths = cells.iter().chain(&columns).map(DrawnCell::width);
        let width = widths.max().unwrap_or(1);
        let digits = grid.rows.to_string().len();
        let margin = if grid.lettered { digits + 1 } else { 0 };
        let rule = vec!["-".repeat(width + 4); grid.columns.into()].join("+");
        let rule = vec![rule; grid.boards.into()].join(GAP);
        // The squares of a lattice show its lines, so no separators are needed.
        let separator = if grid.lattice { " " } else { "|" };
        for row in 0..grid.rows {
            if row > 0 && !grid.lattice {
                writeln!(f, "{:margin$}{rule}", "")?;
            }
            if grid.lettered {
                write!(f, "{FAINT}{:>digits$}{FAINT:#} ", grid.rows - row)?;
            }
            let boards = (0..grid.boards).map(|board| {
                let first = usize::from(grid.square(board, row, 0));
                let cells = &cells[first..first + usize::from(grid.columns)];
                let cells = cells.iter().map(|cell| cell.text(width));
                cells.collect::<Vec<_>>().join(separator)
            });
            writeln!(f, "{}", boards.collect::<Vec<_>>().join(GAP).trim_end())?;
        }
        if grid.lettered {
            let names = columns.iter().map(|name| name.text(width));
            let names = names.collect::<Vec<_>>().join(" ");
            writeln!(f, "{:margin$}{}", "", names.trim_end())?;
        }
        if let Some([first, second]) = self.picture.points {
            let name = |player| self.view.info.players.plain(self.shown(player));
            let names = Player::BOTH.map(name);
            writeln!(f, "Points: {} {first}, {} {second}", names[0], names[1])?;
        }
        Ok(())
    }
}

/// Returns whether the drawing shows the name of every legal move.
pub fn names_all_moves(view: &Answer<'_>, picture: &Picture) -> bool {
    picture.grid.is_some()
        && view.choices.iter().all(|choice| match choice.place {
            Place::Column(_) => true,
            Place::Square(_) => {
                let alike = view
                    .choices
                    .iter()
                    .filter(|other| other.place == choice.place);
                alike.count() == 1
            }
            Place::Step { .. } | Place::OffBoard => false,
        })
}
