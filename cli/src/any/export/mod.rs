//! `perfectplay export --game`: the table of any game.
//!
//! States and moves are text here, as the game writes them: whoever reads the table need
//! not know how this program numbers them.

mod c;
mod delimited;
mod js;
mod rust;

use std::io;

use perfectplay::Value;

use super::book::Book;
use super::view::View;
use crate::Failure;
use crate::export::js::Form;
use crate::export::{Format, json, json_lines};

/// Writes a whole table.
pub type Writer = fn(&dyn Book) -> io::Result<Vec<u8>>;

/// What writes tables in this format; it is asked for before a game is solved.
pub fn writer(format: Format) -> Result<Writer, Failure> {
    Ok(match format {
        Format::Tsv => |book| Ok(delimited::write(book, "\t").into_bytes()),
        Format::Csv => |book| Ok(delimited::write(book, ",").into_bytes()),
        Format::Json => |book| json(book.views()),
        Format::Jsonl => |book| json_lines(book.views()),
        Format::C => |book| Ok(c::write(book).into_bytes()),
        Format::Js => |book| Ok(js::write(book, Form::Script)?.into_bytes()),
        Format::Mjs => |book| Ok(js::write(book, Form::Module)?.into_bytes()),
        Format::Rust => |book| Ok(rust::write(book).into_bytes()),
        Format::Bincode => {
            return Err(Failure::Use(
                "expected --format bincode with tic-tac-toe only, found another game \
                 (`perfectplay solve -o` writes the bytes of any)"
                    .to_owned(),
            ));
        }
    })
}

/// What is known of every state, sorted by text: so a program finds one by halves.
fn sorted(book: &dyn Book) -> Vec<View> {
    let mut views: Vec<View> = book.views().collect();
    views.sort_by(|a, b| a.state.cmp(&b.state));
    views
}

/// What every format says of a state.
struct Row<'v> {
    state: &'v str,
    value: Value,
    distance: Option<u32>,
    winning: Vec<&'v str>,
    losing: Vec<&'v str>,
    neutral: Vec<&'v str>,
    best: Vec<&'v str>,
}

impl<'v> Row<'v> {
    /// That of a state of the book, of which all is known.
    fn of(view: &'v View) -> Self {
        let (value, distance) = view.verdict.expect("a state that some game reaches");
        Self {
            state: &view.state,
            value,
            distance,
            winning: view.of_kind(Value::Win),
            losing: view.of_kind(Value::Loss),
            neutral: view.of_kind(Value::Draw),
            best: view.best(),
        }
    }
}

/// The game's name, which is one in every language.
fn name(book: &dyn Book) -> String {
    let spec = book.spec().to_string();
    spec.split(':').next().unwrap_or_default().to_owned()
}
