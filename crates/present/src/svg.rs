//! Draws a board as an SVG picture.

use maud::{Markup, html};
use perfectplay::{Player, Value};
use perfectplay_games::show::{Grid, Place, Square};

use perfectplay_any::{Answer, Choice, Error, Picture, Position};

/// The length of the side of a square.
const SIDE: u32 = 40;
/// The space between boards, and the margin for letters and numbers.
const GAP: u32 = 20;

/// The radius of a point between lines, and of a piece on it.
const POINT: u32 = 3;
const DISC: u32 = 15;

/// The style of a picture. Lines and letters have the colour of the text around them, and the
/// players have colours that can be told apart on a light and on a dark page.
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

/// The style of marked moves.
const MARKS: &str = "\
.board text.mark{font-size:14px}\
.board line.mark{stroke-width:2;stroke-opacity:.6}\
.board text.win{fill:#009e73}.board line.win{stroke:#009e73}\
.board line.draw{stroke:currentColor}\
.board text.loss{fill:#cc3311}.board line.loss{stroke:#cc3311}";

/// Draws the board of a state. If the game has no board, draws the text of the state.
pub fn svg(picture: &Picture, state: &str) -> Markup {
    marked(picture, state, None)
}

/// Draws the board with the moves of an answer on it.
fn marked(picture: &Picture, state: &str, answer: Option<&Answer<'_>>) -> Markup {
    let Some(grid) = picture.grid else {
        let width = 10 * state.chars().count() as u32 + 2 * GAP;
        return frame(
            width,
            2 * GAP,
            state,
            html! {
                text x=(width / 2) y=(GAP) { (state) }
            },
        );
    };
    let board = u32::from(grid.columns) * SIDE + GAP;
    let width = u32::from(grid.boards) * board + GAP;
    let height = u32::from(grid.rows) * SIDE + 2 * GAP;
    let line = picture.line_squares();
    frame(
        width,
        height,
        state,
        html! {
            @for [from, to] in &picture.edges {
                @let [(x1, y1), (x2, y2)] = [from, to].map(|&number| middle(grid, number));
                line.edge x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
            }
            @for number in (0..grid.squares()).filter(|&number| picture.square(number) != Square::Absent) {
                @let (x, y) = middle(grid, number);
                @let is_in_line = line.contains(&number);
                @if grid.lattice {
                    (lattice(picture, grid, number))
                } @else if picture.edges.is_empty() || is_in_line {
                    rect class=[is_in_line.then_some("line")] x=(x - SIDE / 2) y=(y - SIDE / 2) width=(SIDE) height=(SIDE) {}
                    (content(picture, number, x, y))
                } @else {
                    (content(picture, number, x, y))
                }
            }
            @for choice in answer.iter().flat_map(|answer| &answer.choices) {
                (mark(grid, choice))
            }
            @if grid.lettered {
                @for (number, name) in picture.columns.iter().enumerate() {
                    @let x = GAP + SIDE * number as u32 + SIDE / 2;
                    text.letter x=(x) y=(height - GAP / 2) { (name) }
                }
                @for row in 0..u32::from(grid.rows) {
                    @let y = GAP + SIDE * row + SIDE / 2;
                    text.letter x=(GAP / 2) y=(y) { (u32::from(grid.rows) - row) }
                }
            }
        },
    )
}

/// Returns the board of a position as a complete SVG picture. With `marked`, it shows the value
/// of each move.
///
/// # Errors
/// When the table cannot be read, or the rules contradict it.
pub fn picture(position: &Position<'_>, marked: bool) -> Result<String, Error> {
    let answer = marked.then(|| position.answer()).transpose()?;
    Ok(file(&position.picture(), &position.text(), answer.as_ref()))
}

/// Returns a complete SVG file, with the moves of `answer` if it is given. The colours follow the
/// light or dark mode of the reader.
pub fn file(picture: &Picture, state: &str, answer: Option<&Answer<'_>>) -> String {
    const COLOURS: &str = "svg{color:#000;background:#fff}\
        @media(prefers-color-scheme:dark){svg{color:#fff;background:#121212}}";
    let svg = marked(picture, state, answer).into_string();
    let marks = answer.map_or("", |_| MARKS);
    let style = html! { style { (COLOURS) (STYLE) (marks) } }.into_string();
    // The style follows the title, because a title must be the first element.
    svg.replacen("</title>", &format!("</title>{style}"), 1) + "\n"
}

fn frame(width: u32, height: u32, title: &str, content: Markup) -> Markup {
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" role="img"
            width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) {
            title { (title) }
            (content)
        }
    }
}

/// Draws the name of a move on the square where the move leads, in the colour of its value, after a
/// star if the move is one of the best. The name of a move into a column stands in the top row.
fn mark(grid: Grid, choice: &Choice) -> Markup {
    let (from, to) = match choice.place {
        Place::Square(to) => (None, to),
        Place::Column(to) => (None, to),
        Place::Step { from, to } => (Some(from), to),
        Place::OffBoard => return html! {},
    };
    let class = match choice.value {
        Value::Win => "mark win",
        Value::Draw => "mark draw",
        Value::Loss => "mark loss",
    };
    let (x, y) = middle(grid, to);
    html! {
        @if let Some((from_x, from_y)) = from.map(|from| middle(grid, from)) {
            line class=(class) x1=(from_x) y1=(from_y) x2=(x) y2=(y) {}
        } @else {
            text class=(class) x=(x) y=(y) {
                @if choice.is_best { "*" } (choice.name)
            }
        }
    }
}

/// Draws a part of a lattice: a point, a line between two points, or a face.
fn lattice(picture: &Picture, grid: Grid, number: u8) -> Markup {
    let (x, y) = middle(grid, number);
    let on_board = number % (grid.columns * grid.rows);
    let [row, column] = [on_board / grid.columns, on_board % grid.columns].map(|at| at % 2);
    let is_taken = picture.square(number) != Square::Empty;
    let [across, down] = [SIDE * u32::from(column), SIDE * u32::from(row)];
    html! {
        @if (row, column) == (0, 0) {
            circle.point cx=(x) cy=(y) r=(POINT) {}
        } @else if (row, column) == (1, 1) {
            (content(picture, number, x, y))
        } @else if is_taken {
            line.taken x1=(x - across) y1=(y - down) x2=(x + across) y2=(y + down) {}
        }
    }
}

/// Returns the middle of a square.
fn middle(grid: Grid, number: u8) -> (u32, u32) {
    let [columns, rows] = [grid.columns, grid.rows].map(u32::from);
    let number = u32::from(number);
    let (board, on_board) = (number / (columns * rows), number % (columns * rows));
    let x = GAP + board * (columns * SIDE + GAP) + on_board % columns * SIDE;
    (x + SIDE / 2, GAP + on_board / columns * SIDE + SIDE / 2)
}

/// Returns the text of a piece: its figure, or the mark of its owner and its kind.
fn piece_text(piece: Square, mark: char, kind: Option<char>) -> String {
    let marked = || [mark].into_iter().chain(kind).collect();
    piece.figure().map_or_else(marked, String::from)
}

/// Draws the content of a square whose middle is at `x`, `y`. In a lattice, an empty square is a
/// point, and a piece is a disc, so that its mark stands out from the lines.
fn content(picture: &Picture, number: u8, x: u32, y: u32) -> Markup {
    let is_point = !picture.edges.is_empty();
    match picture.square(number) {
        Square::Empty if is_point => html! { circle.point cx=(x) cy=(y) r=(POINT) {} },
        Square::Absent | Square::Empty => html! {},
        piece @ Square::Piece { owner, age, kind } => html! {
            @if is_point {
                circle class=(format!("disc {}", class(owner))) cx=(x) cy=(y) r=(DISC) {}
            }
            text class=(if is_point { format!("on {}", class(owner)) } else { class(owner).to_owned() }) x=(x) y=(y) { (piece_text(piece, picture.marks[owner as usize], kind)) }
            @if let Some(age) = age {
                text.age x=(x + SIDE / 3) y=(y + SIDE / 3) { (age) }
            }
        },
        Square::Heap { owner, number } => html! {
            text class=(owner.map_or("common", class)) x=(x) y=(y) { (number) }
        },
        Square::Common(mark) => html! { text.common x=(x) y=(y) { (mark) } },
    }
}

/// Returns the class of a player's pieces in the style.
const fn class(owner: Player) -> &'static str {
    match owner {
        Player::First => "first",
        Player::Second => "second",
    }
}
