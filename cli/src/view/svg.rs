//! Draws a board as an SVG picture.

use maud::{Markup, html};
use perfectplay::{Player, Value};
use perfectplay_games::show::{Grid, Place, Square};

use perfectplay_any::{Answer, Choice, Picture};

/// The length of the side of a square.
const SIDE: u32 = 40;
/// The space between boards, and around them for letters and numbers.
const GAP: u32 = 20;

/// The style of a picture. Lines and letters have the colour of the text around them, and the
/// players have colours that can be told apart on a light and on a dark page.
pub const STYLE: &str = "\
.board rect{fill:none;stroke:currentColor}\
.board text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;fill:currentColor}\
.board .first{fill:#0072b2;font-size:24px;font-weight:bold}\
.board .second{fill:#d55e00;font-size:24px;font-weight:bold}\
.board .common{font-size:24px}\
.board .edge,.board .age{font-size:11px}\
.board rect.line{fill:#808080;fill-opacity:.4}";

/// The style of marked moves.
const MARKS: &str = "\
.board text.mark{font-size:14px}\
.board line.mark{stroke-width:2;stroke-opacity:.6}\
.board text.win{fill:#009e73}.board line.win{stroke:#009e73}\
.board line.draw{stroke:currentColor}\
.board text.loss{fill:#cc3311}.board line.loss{stroke:#cc3311}";

/// Draws the board of a state. For a game without a board, it shows the text of the state.
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
            @for number in 0..grid.squares() {
                @if picture.square(number) != Square::Absent {
                    @let (x, y) = corner(grid, number);
                    rect class=[line.contains(&number).then_some("line")] x=(x) y=(y) width=(SIDE) height=(SIDE) {}
                    (content(picture, number, x + SIDE / 2, y + SIDE / 2))
                }
            }
            @for choice in answer.iter().flat_map(|answer| &answer.choices) {
                (mark(grid, choice))
            }
            @if grid.lettered {
                @for (number, name) in picture.columns.iter().enumerate() {
                    @let x = GAP + SIDE * number as u32 + SIDE / 2;
                    text.edge x=(x) y=(height - GAP / 2) { (name) }
                }
                @for row in 0..u32::from(grid.rows) {
                    @let y = GAP + SIDE * row + SIDE / 2;
                    text.edge x=(GAP / 2) y=(y) { (u32::from(grid.rows) - row) }
                }
            }
        },
    )
}

/// Returns a complete SVG file, with the moves of an answer if there is one. It follows the
/// colours of the system.
pub fn file(picture: &Picture, state: &str, answer: Option<&Answer<'_>>) -> String {
    const COLOURS: &str = "svg{color:#000;background:#fff}\
        @media(prefers-color-scheme:dark){svg{color:#fff;background:#121212}}";
    let svg = marked(picture, state, answer).into_string();
    let marks = answer.map_or("", |_| MARKS);
    let style = html! { style { (COLOURS) (STYLE) (marks) } }.into_string();
    // The style comes after the title, which must be first.
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

/// Draws a move: its name on the square where it leads, after a star if it is one of the best,
/// in the colour of its value. In a column, it stands in the top row.
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
    let (x, y) = corner(grid, to);
    html! {
        @if let Some((from_x, from_y)) = from.map(|from| corner(grid, from)) {
            line class=(class) x1=(from_x + SIDE / 2) y1=(from_y + SIDE / 2) x2=(x + SIDE / 2) y2=(y + SIDE / 2) {}
        } @else {
            text class=(class) x=(x + SIDE / 2) y=(y + SIDE / 2) {
                @if choice.is_best { "*" } (choice.name)
            }
        }
    }
}

/// Returns the top left corner of a square.
fn corner(grid: Grid, number: u8) -> (u32, u32) {
    let [columns, rows] = [grid.columns, grid.rows].map(u32::from);
    let number = u32::from(number);
    let (board, on_board) = (number / (columns * rows), number % (columns * rows));
    let x = GAP + board * (columns * SIDE + GAP) + on_board % columns * SIDE;
    (x, GAP + on_board / columns * SIDE)
}

/// Draws the content of a square whose middle is at `x`, `y`.
fn content(picture: &Picture, number: u8, x: u32, y: u32) -> Markup {
    match picture.square(number) {
        Square::Absent | Square::Empty => html! {},
        Square::Piece { owner, age, kind } => html! {
            text class=(class(owner)) x=(x) y=(y) { (picture.marks[owner as usize]) @if let Some(kind) = kind { (kind) } }
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
