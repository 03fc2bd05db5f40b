//! `perfectplay lookup`: what the table says of boards.

use std::io::{self, BufRead, BufWriter, Write};

use perfectplay::State;

use crate::Failure;
use crate::view::Answer;

/// Tell what the table says of boards.
///
/// A board is its rows from the top, such as X.O/.X./..O, with . for an empty cell.
/// Empty cells are marked: + wins, = keeps the draw, - loses, and * stands before the best.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay lookup \"X.O/.../...\"")]
pub struct Args {
    /// The boards; - reads them from standard input, one a line.
    #[arg(required = true, value_name = "STATE")]
    states: Vec<String>,

    /// Answer with one JSON object a line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut answers = Answers {
        out: BufWriter::new(io::stdout().lock()),
        json: args.json,
        written: 0,
        failed: 0,
    };
    for text in &args.states {
        if text == "-" {
            for (i, line) in io::stdin().lock().lines().enumerate() {
                answers.write(&line?, &|| format!("line {}: ", i + 1))?;
            }
        } else {
            answers.write(text, &|| format!("{text:?}: "))?;
        }
    }
    answers.out.flush()?;
    match answers.failed {
        0 => Ok(()),
        failed => Err(Failure::Input(format!(
            "expected reachable boards, found {failed} that are not"
        ))),
    }
}

struct Answers<W: Write> {
    out: W,
    json: bool,
    written: usize,
    failed: usize,
}

impl<W: Write> Answers<W> {
    /// Answers one board; what is no board is reported, and the next one answered.
    fn write(&mut self, text: &str, place: &dyn Fn() -> String) -> Result<(), Failure> {
        let answer = match text.trim().parse::<State>() {
            Ok(state) => Answer::of(state),
            Err(error) => {
                self.failed += 1;
                writeln!(io::stderr(), "perfectplay: {}{error}", place())?;
                return Ok(());
            }
        };
        if let Answer::Unreachable { .. } = answer {
            self.failed += 1;
        }
        if self.json {
            serde_json::to_writer(&mut self.out, &answer).map_err(io::Error::from)?;
            writeln!(self.out)?;
        } else {
            let separator = if self.written == 0 { "" } else { "\n" };
            write!(self.out, "{separator}{answer}")?;
        }
        self.written += 1;
        Ok(())
    }
}
