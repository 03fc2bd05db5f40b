//! `perfectplay lookup`: what the table says of boards.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use perfectplay::State;

use crate::Failure;
use crate::input_lines::Lines;
use crate::open;
use crate::print::{Reply, push_json};
use crate::tictactoe_view::Answer;

/// Tell what the table says of boards.
///
/// A board is its rows from the top, such as X.O/.X./..O, with . for an empty cell.
/// Empty cells are marked: + wins, = keeps the draw, - loses, and * stands before the best.
/// Other games are written in their own way; `perfectplay play` shows how.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay lookup X.O/.../...
  perfectplay lookup --json - < boards.txt
  perfectplay lookup --game hexapawn:3x3 'OOO/X../.XX O'")]
pub struct Args {
    /// The boards; - reads them from standard input, one a line.
    #[arg(required = true, value_name = "STATE")]
    sources: Vec<String>,

    /// Answer with one JSON object a line.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    game: open::TableArg,
}

/// The source that stands for standard input.
const STDIN: &str = "-";

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.game.is_usual() {
        return args.answer(|board| board.parse().map(|state: State| Answer::of(state)));
    }
    let sources = args.sources.iter().map(String::as_str);
    let states = sources.filter(|&source| source != STDIN);
    let states = states.collect::<Vec<_>>();
    args.game
        .open(&states, |book| args.answer(|state| book.view(state)))
}

impl Reply for Answer {
    fn is_wrong(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }
}

impl Args {
    /// Answers all boards, each as `ask` does. What is no board among the arguments is
    /// told before anything is answered.
    fn answer<R: Reply, E: fmt::Display>(
        &self,
        ask: impl Fn(&str) -> Result<R, E>,
    ) -> Result<(), Failure> {
        let mut replies = Vec::new();
        for source in &self.sources {
            replies.push(match source.as_str() {
                STDIN => None,
                board => Some(ask(board).map_err(|error| Failure::invalid_state(board, &error))?),
            });
        }
        let mut answers = Answers::new(self.json);
        for reply in replies {
            match reply {
                Some(reply) => answers.write(&reply)?,
                None => answers.stream(&ask)?,
            }
        }
        answers.out.flush()?;
        if answers.wrong {
            Err(Failure::Told)
        } else {
            Ok(())
        }
    }
}

struct Answers {
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
    json: bool,
    /// Where a line of JSON is made.
    line: Vec<u8>,
    written: u64,
    /// Whether any line was no board, or any board was one that no game reaches.
    wrong: bool,
}

impl Answers {
    fn new(json: bool) -> Self {
        let stdout = io::stdout().lock();
        let stream = if json {
            // Nothing in it to take out, and no time to look.
            AutoStream::always_ansi(stdout)
        } else {
            AutoStream::auto(stdout)
        };
        Self {
            out: BufWriter::new(stream),
            json,
            line: Vec::new(),
            written: 0,
            wrong: false,
        }
    }

    /// Answers the lines of standard input, and reports those that are no boards.
    fn stream<R: Reply, E: fmt::Display>(
        &mut self,
        ask: impl Fn(&str) -> Result<R, E>,
    ) -> io::Result<()> {
        let mut lines = Lines::of_stdin();
        loop {
            if !lines.is_ready() {
                // Whoever writes the next line may want the answers to the last ones first.
                self.out.flush()?;
            }
            let Some(line) = lines.next()? else {
                return Ok(());
            };
            match ask(&line) {
                Ok(reply) => self.write(&reply)?,
                Err(error) => {
                    self.wrong = true;
                    crate::report(&format_args!("line {}: {error}", lines.number));
                }
            }
        }
    }

    fn write(&mut self, reply: &impl Reply) -> io::Result<()> {
        self.wrong |= reply.is_wrong();
        if self.json {
            self.line.clear();
            push_json(&mut self.line, reply)?;
            self.out.write_all(&self.line)?;
        } else {
            let separator = if self.written == 0 { "" } else { "\n" };
            write!(self.out, "{separator}{reply}")?;
        }
        self.written += 1;
        Ok(())
    }
}
