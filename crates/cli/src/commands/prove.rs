//! `perfectplay prove`: finds the value of one state, without a table of the game.

use std::fmt;
use std::io;
use std::sync::Arc;

use bytesize::ByteSize;
use indicatif::HumanCount;
use perfectplay::Value;
use perfectplay_any::{AnyGame, Error, ProofQuestion};
use perfectplay_present::words::Verdict;
use serde::Serialize;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::{bytes, threads};
use crate::args::moves::MovesArg;
use crate::context::Context;
use crate::io::limited_work::LimitedWork;
use crate::io::lines::{MalformedLine, STDIN, answer_states, report_line};
use crate::io::print::{print, write_json};
use crate::io::stop::Stop;

/// Prove the value of one state, in a game that may be too large to solve.
///
/// The state is searched by alpha-beta. The threads share a transposition table of bounded
/// size. The answer depends neither on the size of the table nor on the number of threads, but
/// a larger table makes long proofs faster. A game in which a state may occur twice cannot be
/// proved in this way.
///
/// With --json, the answer is an object. The object names the "game" and the "state". In "to_move",
/// it names the player to move, or is null if the state does not tell whose turn it is. The "value"
/// is for the player to move. The "distance" is the number of plies to the end; it is null for a
/// draw, and without --distance. The number of "nodes" says how many states were searched. The
/// "memory" is the size of the transposition table in bytes. The object also gives the number of
/// "threads". A line of standard input that is not a state is answered as in `perfectplay lookup`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay prove --game connect:6x5
  perfectplay prove --game connect:7x6 --distance --memory 2GiB
  perfectplay prove --game connect:7x6 --moves 3 2 1 6 4 6 2 5
  perfectplay prove --game domineering:6x6 --threads 1 --json")]
pub struct Args {
    /// The state [default: the start of the game]. With -, states are read from standard input, one
    /// on each line.
    #[arg(value_name = "STATE")]
    state: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    game: GameArg,

    /// Also prove the distance to the end in plies, unless the game is a draw. This takes
    /// longer.
    #[arg(long)]
    distance: bool,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    /// Use a transposition table of this size, such as 4G or 500MiB [default: 256 MiB].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Use NUMBER threads, at most one for each core [default: one for each core].
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    threads: Option<usize>,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let game = args.game.game();
    let state = args.state.as_deref();
    if state != Some(STDIN) {
        let states = args.moves.states(&game, state.as_slice())?;
        let state = states.first().map(|&state| game.text(state));
        let answer = ProofAnswer::new(&game, args, state.as_deref())?;
        return Ok(print(&answer, args.json)?);
    }
    args.moves.expect_none_with_stdin()?;
    let spec = &game.info().spec;
    answer_states(
        &mut |line, _| {
            game.parse(line).map_err(Error::from)?;
            let answer = ProofAnswer::new(&game, args, Some(line))?;
            Ok(print(&answer, args.json)?)
        },
        &mut |line, number, problem| match args.json {
            true => {
                let malformed = MalformedLine::new(spec, line, number, problem);
                write_json(&mut io::stdout().lock(), &malformed)
            }
            false => report_line(line, number, problem),
        },
    )
}

#[derive(Serialize)]
struct ProofAnswer {
    game: Arc<str>,
    state: String,
    to_move: Option<String>,
    value: Value,
    distance: Option<u32>,
    nodes: u64,
    memory: u64,
    threads: usize,
    #[serde(skip)]
    mover: String,
}

impl ProofAnswer {
    fn new(game: &AnyGame, args: &Args, state: Option<&str>) -> Result<Self, Failure> {
        let stop = Stop::new()?;
        if let Some(text) = state {
            refuse_unreachable(game, text)?;
        }
        let question = ProofQuestion {
            state,
            distance: args.distance,
        };
        let work = LimitedWork::new(args.memory, args.threads, &stop, None);
        let proved = work.run(|limits| game.prove(&question, limits))?;
        let info = game.info();
        let mover = proved.to_move.map(|player| info.players.noun(player));
        let to_move = proved.to_move.map(|player| info.players.plain(player));
        Ok(Self {
            game: Arc::clone(&info.spec),
            to_move: to_move.map(str::to_owned),
            state: proved.state,
            value: proved.value,
            distance: proved.distance,
            nodes: proved.nodes,
            memory: proved.memory,
            threads: proved.threads,
            mover: mover.unwrap_or_else(|| "the player".to_owned()),
        })
    }
}

/// Refuses a state that no game reaches, if the rules can tell this without a search.
fn refuse_unreachable(game: &AnyGame, text: &str) -> Result<(), Failure> {
    let table = game.without_table();
    let position = table.parse(text);
    let position = position.map_err(|error| Failure::invalid_state(game.info(), text, &error))?;
    match position.why_unreachable() {
        Some(why) => Err(Failure::Input(format!(
            "{text}: no game reaches this state: {why}"
        ))),
        None => Ok(()),
    }
}

impl fmt::Display for ProofAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move ", self.mover)?;
        match (self.value, self.distance) {
            (Value::Draw, _) => f.write_str("draws")?,
            (Value::Win, None) => f.write_str("wins")?,
            (Value::Loss, None) => f.write_str("loses")?,
            (value, distance) => Verdict::of_table(value, distance).fmt(f)?,
        }
        writeln!(f, ".")?;
        let (nodes, memory) = (HumanCount(self.nodes), ByteSize(self.memory));
        writeln!(f, "Searched {nodes} states, with a table of {memory}.")
    }
}
