//! Draws a board as an SVG picture.

use std::fmt::Display;

use perfectplay::{Player, Value};
use perfectplay_games::show::{Grid, Place, Square};

use perfectplay_any::{Answer, Choice, Error, Picture, Position};

use crate::document::escaped;

/// The side length of a square.
const SIDE: u32 = 40;
/// The space between boards, and the margin for letters and numbers.
const GAP: u32 = 20;

/// The radius of an empty point where lines meet. A piece on a point has the radius `DISC`.
const POINT: u32 = 3;
const DISC: u32 = 15;

/// The style of a picture. Lines and letters have the colour of the text around the picture. The colours of the
/// players can be told apart on a light page and on a dark page.
pub const STYLE: &str = "\
.board rect{fill:none;stroke:currentColor}\
.board .edge{stroke:currentColor}\
.board .taken{stroke:currentColor;stroke-width:4}\
.board .point{fill:currentColor}\
.board .disc.first{fill:#0072b2}\
.board .disc.second{fill:#d55e00}\
.board .on.first,.board .on.second{fill:#fff}\
.board text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;fill:currentColor}\
.board .first{fill:#0072b2;font-size:24px;font-weight:bold}\
.board .second{fill:#d55e00;font-size:24px;font-weight:bold}\
.board .common{font-size:24px}\
.board .letter,.board .age{font-size:11px}\
.board rect.line{fill:#808080;fill-opacity:.4}";

/// The style of the marks that show the values of moves.
const MARKS: &str = "\
.board text.mark{font-size:14px}\
.board line.mark{stroke-width:2;stroke-opacity:.6}\
.board text.win{fill:#009e73}.board line.win{stroke:#009e73}\
.board line.draw{stroke:currentColor}\
.board text.loss{fill:#cc3311}.board line.loss{stroke:#cc3311}";

/// Draws the board of a state. If the game has no board, draws the text of the state.
pub fn svg(picture: &Picture, state: &str) -> String {
    marked(picture, state, None)
}

/// Draws the board of a state. If `answer` is given, marks the moves on the board with their values.
fn marked(picture: &Picture, state: &str, answer: Option<&Answer<'_>>) -> String {
    let Some(grid) = picture.grid else {
        let width = 10 * state.chars().count() as u32 + 2 * GAP;
        let content = text("state", (width / 2, GAP), &state);
        return frame(width, 2 * GAP, state, &content);
    };
    let board = u32::from(grid.columns) * SIDE + GAP;
    let width = u32::from(grid.boards) * board + GAP;
    let height = u32::from(grid.rows) * SIDE + 2 * GAP;
    let mut content = String::new();
    for &[from, to] in &picture.edges {
        content += &line("edge", middle(grid, from), middle(grid, to));
    }
    let in_line = picture.line_squares();
    for number in 0..grid.squares() {
        let (x, y) = middle(grid, number);
        let is_in_line = in_line.contains(&number);
        if picture.square(number) == Square::Absent {
            continue;
        } else if grid.lattice {
            content += &lattice(picture, grid, number);
            continue;
        } else if picture.edges.is_empty() || is_in_line {
            let class = if is_in_line { " class=\"line\"" } else { "" };
            let (x, y) = (x - SIDE / 2, y - SIDE / 2);
            content += &format!(
                "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"></rect>"
            );
        }
        content += &square(picture, number, (x, y));
    }
    for choice in answer.iter().flat_map(|answer| &answer.choices) {
        content += &mark(grid, choice);
    }
    if grid.lettered {
        for (number, name) in picture.columns.iter().enumerate() {
            let x = GAP + SIDE * number as u32 + SIDE / 2;
            content += &text("letter", (x, height - GAP / 2), name);
        }
        for row in 0..u32::from(grid.rows) {
            let y = GAP + SIDE * row + SIDE / 2;
            content += &text("letter", (GAP / 2, y), &(u32::from(grid.rows) - row));
        }
    }
    frame(width, height, state, &content)
}

/// Returns the board of a position as a complete SVG picture. If `marked` is set, the picture shows the value
/// of each move.
///
/// # Errors
/// Fails when the table cannot be read, or the rules contradict it.
pub fn picture(position: &Position<'_>, marked: bool) -> Result<String, Error> {
    let answer = marked.then(|| position.answer()).transpose()?;
    Ok(file(&position.picture(), &position.text(), answer.as_ref()))
}

/// Returns a complete SVG file with the board of a state. If `answer` is given, the picture shows the value of
/// each move. The colours follow the light or dark mode of the reader.
pub fn file(picture: &Picture, state: &str, answer: Option<&Answer<'_>>) -> String {
    const COLOURS: &str = "svg{color:#000;background:#fff}\
        @media(prefers-color-scheme:dark){svg{color:#fff;background:#121212}}";
    let svg = marked(picture, state, answer);
    let marks = answer.map_or("", |_| MARKS);
    let style = format!("<style>{COLOURS}{STYLE}{marks}</style>");
    // Put the style after the title, because a title must be the first element.
    svg.replacen("</title>", &format!("</title>{style}"), 1) + "\n"
}

fn frame(width: u32, height: u32, title: &str, content: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\"><title>{title}</title>{content}</svg>"
    )
}

fn line(class: &str, (x1, y1): (u32, u32), (x2, y2): (u32, u32)) -> String {
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"></line>")
}

fn circle(class: &str, (x, y): (u32, u32), radius: u32) -> String {
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"></circle>")
}

fn text(class: &str, (x, y): (u32, u32), content: &dyn Display) -> String {
    let content = escaped(&content.to_string());
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{content}</text>")
}

/// Draws a move in the colour of its value. A step from one square to another is a line between the two squares.
/// For any other move, draws the name of the move: on the square of the move, or in the top row of its column. A
/// star before the name marks the best moves.
fn mark(grid: Grid, choice: &Choice) -> String {
    let class = match choice.value {
        Value::Win => "mark win",
        Value::Draw => "mark draw",
        Value::Loss => "mark loss",
    };
    match choice.place {
        Place::Square(to) | Place::Column(to) => {
            let star = if choice.is_best { "*" } else { "" };
            text(class, middle(grid, to), &format!("{star}{}", choice.name))
        }
        Place::Step { from, to } => line(class, middle(grid, from), middle(grid, to)),
        Place::OffBoard => String::new(),
    }
}

/// Draws one square of a lattice. A square of a lattice is a point, a line between two points, or a face.
fn lattice(picture: &Picture, grid: Grid, number: u8) -> String {
    let (x, y) = middle(grid, number);
    let on_board = number % (grid.columns * grid.rows);
    let [row, column] = [on_board / grid.columns, on_board % grid.columns].map(|at| at % 2);
    let [across, down] = [SIDE * u32::from(column), SIDE * u32::from(row)];
    match (row, column) {
        (0, 0) => circle("point", (x, y), POINT),
        (1, 1) => square(picture, number, (x, y)),
        _ if picture.square(number) == Square::Empty => String::new(),
        _ => line("taken", (x - across, y - down), (x + across, y + down)),
    }
}

fn middle(grid: Grid, number: u8) -> (u32, u32) {
    let [columns, rows] = [grid.columns, grid.rows].map(u32::from);
    let number = u32::from(number);
    let (board, on_board) = (number / (columns * rows), number % (columns * rows));
    let x = GAP + board * (columns * SIDE + GAP) + on_board % columns * SIDE;
    (x + SIDE / 2, GAP + on_board / columns * SIDE + SIDE / 2)
}

/// Returns the text of a piece. If the piece has a figure, such as a chess figure, returns this figure. Otherwise,
/// returns the mark of the piece's owner, followed by the kind of piece.
fn piece_text(piece: Square, mark: char, kind: Option<char>) -> String {
    let marked = || [mark].into_iter().chain(kind).collect();
    piece.figure().map_or_else(marked, String::from)
}

/// Draws what is on a square. The middle of the square is at `x`, `y`. In a game whose pieces move along lines, an
/// empty square is drawn as a point. A piece is drawn as a disc with a mark on it, so that no line runs through the
/// mark.
fn square(picture: &Picture, number: u8, (x, y): (u32, u32)) -> String {
    let is_point = !picture.edges.is_empty();
    match picture.square(number) {
        Square::Empty if is_point => circle("point", (x, y), POINT),
        Square::Absent | Square::Empty => String::new(),
        piece @ Square::Piece { owner, age, kind } => {
            let class = class(owner);
            let mark = piece_text(piece, picture.marks[owner as usize], kind);
            let mut drawn = if is_point {
                circle(&format!("disc {class}"), (x, y), DISC)
                    + &text(&format!("on {class}"), (x, y), &mark)
            } else {
                text(class, (x, y), &mark)
            };
            if let Some(age) = age {
                drawn += &text("age", (x + SIDE / 3, y + SIDE / 3), &age);
            }
            drawn
        }
        Square::Heap { owner, number } => text(owner.map_or("common", class), (x, y), &number),
        Square::Common(mark) => text("common", (x, y), &mark),
    }
}

/// Returns the CSS class of a player's pieces.
const fn class(owner: Player) -> &'static str {
    match owner {
        Player::First => "first",
        Player::Second => "second",
    }
}
