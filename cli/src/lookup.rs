//! `perfectplay lookup`: what the table says of boards.

use std::io::{self, BufWriter, Write};
use std::str::FromStr;

use anstream::AutoStream;
use perfectplay::{ParseStateError, State};

use crate::Failure;
use crate::lines::Lines;
use crate::view::Answer;

/// Tell what the table says of boards.
///
/// A board is its rows from the top, such as X.O/.X./..O, with . for an empty cell.
/// Empty cells are marked: + wins, = keeps the draw, - loses, and * stands before the best.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay lookup X.O/.../...
  perfectplay lookup --json - < boards.txt")]
pub struct Args {
    /// The boards; - reads them from standard input, one a line.
    #[arg(required = true, value_name = "STATE")]
    sources: Vec<Source>,

    /// Answer with one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Where a board comes from.
#[derive(Clone, Copy)]
enum Source {
    Argument(State),
    Stdin,
}

impl FromStr for Source {
    type Err = ParseStateError;

    fn from_str(text: &str) -> Result<Self, ParseStateError> {
        match text {
            "-" => Ok(Self::Stdin),
            board => board.parse().map(Self::Argument),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let stdout = io::stdout().lock();
    let stream = if args.json {
        // Nothing in it to take out, and no time to look.
        AutoStream::always_ansi(stdout)
    } else {
        AutoStream::auto(stdout)
    };
    let mut answers = Answers {
        out: BufWriter::new(stream),
        json: args.json,
        written: 0,
        wrong: false,
    };
    for source in &args.sources {
        match *source {
            Source::Argument(state) => answers.write(state)?,
            Source::Stdin => answers.stream()?,
        }
    }
    answers.out.flush()?;
    if answers.wrong {
        Err(Failure::Told)
    } else {
        Ok(())
    }
}

struct Answers<W: Write> {
    out: W,
    json: bool,
    written: u64,
    /// Whether any line was no board, or any board was one that no game reaches.
    wrong: bool,
}

impl<W: Write> Answers<W> {
    /// Answers the lines of standard input, and reports those that are no boards.
    fn stream(&mut self) -> io::Result<()> {
        let mut lines = Lines::of_stdin();
        loop {
            if !lines.is_ready() {
                // Whoever writes the next line may want the answers to the last ones first.
                self.out.flush()?;
            }
            let Some(line) = lines.next()? else {
                return Ok(());
            };
            match line.parse() {
                Ok(state) => self.write(state)?,
                Err(error) => {
                    self.wrong = true;
                    crate::report(&format_args!("line {}: {error}", lines.number));
                }
            }
        }
    }

    fn write(&mut self, state: State) -> io::Result<()> {
        let answer = Answer::of(state);
        self.wrong |= matches!(answer, Answer::Unreachable { .. });
        if self.json {
            serde_json::to_writer(&mut self.out, &answer)?;
            writeln!(self.out)?;
        } else {
            let separator = if self.written == 0 { "" } else { "\n" };
            write!(self.out, "{separator}{answer}")?;
        }
        self.written += 1;
        Ok(())
    }
}
