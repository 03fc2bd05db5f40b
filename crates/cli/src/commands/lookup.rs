//! `perfectplay lookup`: prints the values of states.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use perfectplay_any::{AnyTable, Position};
use perfectplay_present::state::StateText;

use crate::args::moves::MovesArg;
use crate::args::oracle::{OnInterrupt, OracleArg};
use crate::args::table::{TableArg, position};
use crate::context::Context;
use crate::failure::{Failure, report};
use crate::io::lines::{Lines, MalformedLine, STDIN, numbered, report_line};
use crate::io::print::push_json;

/// Look up states of a game: the value of each state and of all its legal moves.
///
/// A state of tic-tac-toe is written row by row from the top, such as X.O/.X./..O, with . for an
/// empty cell. `perfectplay games` shows how the states of each game are written. The board has a
/// mark on each square to which a legal move goes: + wins, = is neutral, - loses, and * is a best
/// move.
///
/// With --json, every answer is an object on one line. The object names the "game" and the "state". In "to_move", it
/// names the player to move, or is null if the state does not tell whose turn it is. The "status" is ongoing, draw,
/// over, unreachable, or the winner, as in x_wins. The "value" is for the player to move. The "distance" is the number
/// of plies to the end, or null if play never ends. The moves are sorted into the sets "winning", "losing", "neutral"
/// and "best". The list "moves" contains all legal moves, best moves first. Each move in this list has the state
/// "after" it, its "value" and its "distance". The name of a move is a string, or a number in games that number their
/// moves. If a game has ended with a complete line, "line" lists the squares of this line. If no game reaches the
/// state, "problem" may say why. A line of standard input that is not a state gets an answer, too. Its "status" is
/// malformed. This answer also contains the "input", the "line" number and the "problem".
///
/// In a game that is too large to solve, each value is proved when you ask for it. In JSON, each
/// move then has a "source", which says where its value comes from: rules, table, playbook or
/// proof. Its "nodes" is the number of states that the proof searched. A distance that is not known
/// is null. If not all values are proved within --seconds, the missing values are null, and the
/// exit status is 4. If the value of the state itself is missing, the "status" is unproved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay lookup X.O/.../...
  perfectplay lookup --json - < boards.txt
  perfectplay lookup --game hexapawn:3x3 'OOO/X../.XX O'
  perfectplay lookup --game connect:4x4 1122")]
pub struct Args {
    /// The states [default: the start of the game]. With -, states are read from standard input,
    /// one on each line.
    #[arg(value_name = "STATE")]
    sources: Vec<String>,

    /// Print one JSON object on each line.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    game: TableArg,

    #[command(flatten)]
    oracle: OracleArg,
}

/// The greatest number of input lines whose states are looked up in one batch.
const MOST_TOGETHER: usize = 1 << 14;

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let sources = args.sources.iter().map(String::as_str);
    let states = sources.clone().filter(|&source| source != STDIN);
    let states: Vec<_> = states.collect();
    if states.len() < args.sources.len() {
        args.moves.expect_none_with_stdin()?;
    }
    let (table, states) = args
        .game
        .open_to_ask(&args.oracle, OnInterrupt::End, &|game| {
            args.moves.states(game, &states)
        })?;
    let mut states = states.into_iter();
    let mut answers = AnswerWriter::new(&table, args.json);
    if args.sources.is_empty() {
        answers.write(&position(&table, states.as_slice()))?;
    }
    for source in sources {
        match source {
            STDIN => answers.stream()?,
            _ => {
                let state = states.next().expect("a state for each other source");
                answers.write(&table.position(state))?;
            }
        }
    }
    answers.out.flush()?;
    if answers.wrong {
        return Err(Failure::Reported);
    }
    Failure::if_unproved(answers.lacks_values)
}

struct AnswerWriter<'a> {
    table: &'a AnyTable,
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
    json: bool,
    /// A buffer for one line of JSON.
    line: Vec<u8>,
    written: u64,
    /// Whether at least one input was not a state, or was a state that no game reaches.
    wrong: bool,
    /// Whether at least one value was not proved within the limits.
    lacks_values: bool,
}

impl<'a> AnswerWriter<'a> {
    fn new(table: &'a AnyTable, json: bool) -> Self {
        let stdout = io::stdout().lock();
        let stream = if json {
            // JSON has no colours, and a filter for colours would take time.
            AutoStream::always_ansi(stdout)
        } else {
            AutoStream::auto(stdout)
        };
        Self {
            table,
            out: BufWriter::new(stream),
            json,
            line: Vec::new(),
            written: 0,
            wrong: false,
            lacks_values: false,
        }
    }

    /// Answers the lines of standard input, and reports those that are not states.
    fn stream(&mut self) -> Result<(), Failure> {
        let mut lines = Lines::from_stdin();
        // Lines that have already arrived are looked up together.
        let mut arrived = Vec::new();
        let mut read = Ok(true);
        while let Ok(true) = read {
            if !lines.is_ready() {
                // A program may wait for these answers before it writes the next line.
                self.out.flush()?;
            }
            let first = lines.number + 1;
            arrived.clear();
            loop {
                let number = lines.number + 1;
                match lines.next_bytes() {
                    Ok(Some(line)) => arrived.push(Ok(String::from_utf8_lossy(line).into_owned())),
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                        arrived.push(Err(error));
                    }
                    ended => {
                        let ended = ended.map_err(|error| numbered(number, &error));
                        read = ended.map(|line| line.is_some());
                        break;
                    }
                }
                if !lines.is_ready() || arrived.len() == MOST_TOGETHER {
                    break;
                }
            }
            let table = self.table;
            let parse = |line: &io::Result<String>| match line {
                Ok(line) => table.parse(line).map_err(|problem| problem.to_string()),
                Err(problem) => Err(problem.to_string()),
            };
            let parsed: Vec<_> = arrived.iter().map(parse).collect();
            if parsed.len() > 1 {
                let positions: Vec<_> = parsed.iter().flatten().copied().collect();
                // A failed read is reported when the state is looked up.
                let _ = table.prefetch(&positions);
            }
            for (number, (parsed, line)) in (first..).zip(parsed.iter().zip(&arrived)) {
                let line = line.as_deref().unwrap_or_default();
                match parsed {
                    Ok(position) => {
                        if let Some(warning) = table.game().warning(line) {
                            report(&format_args!("line {number}: {warning}"));
                        }
                        self.write(position)?;
                    }
                    Err(error) => self.refuse(line, number, error)?,
                }
            }
        }
        // All lines before an unreadable line have been answered.
        Ok(read.map(drop)?)
    }

    /// Reports that a line is not a state. With --json, writes the report to standard output as an object. A program
    /// that reads the output may wait for one object for each line.
    fn refuse(&mut self, input: &str, line: u64, problem: &str) -> io::Result<()> {
        self.wrong = true;
        if !self.json {
            return report_line(input, line, problem);
        }
        self.line.clear();
        let spec = &self.table.info().spec;
        push_json(
            &mut self.line,
            &MalformedLine::new(spec, input, line, problem),
        )?;
        self.out.write_all(&self.line)
    }

    fn write(&mut self, position: &Position<'_>) -> Result<(), Failure> {
        let view = &position.answer()?;
        self.wrong |= !view.is_reachable();
        self.lacks_values |= !view.unproved.is_empty();
        if self.json {
            self.line.clear();
            push_json(&mut self.line, view)?;
            self.out.write_all(&self.line)?;
        } else {
            let separator = if self.written == 0 { "" } else { "\n" };
            let picture = &position.picture();
            write!(self.out, "{separator}{}", StateText { view, picture })?;
        }
        self.written += 1;
        Ok(())
    }
}
