//! The `perfectplay` command: solved games from the command line.

mod asking;
mod audit;
mod auditing;
mod board_drawing;
mod check;
mod explain;
mod export;
mod external;
mod forecast;
mod game_arg;
mod games;
mod import;
mod input_lines;
mod level_arg;
mod lookup;
mod open;
mod output;
mod own_formats;
mod peak_memory;
mod picture;
mod play;
mod print;
mod protocol;
mod records_in_json;
mod round;
mod shell;
mod solve;
mod solved_game;
mod solving;
mod state_text;
mod state_view;
mod stats;
mod verify;
mod web;
mod wording;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::str::FromStr;

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use perfectplay::games::Listed;

/// Solved games: every answer is read from a table, nothing is searched.
///
/// The table of tic-tac-toe is in this program. Any other game that `perfectplay games` lists
/// is solved when --game names it. Without a subcommand, perfectplay starts a game in a
/// terminal, and prints this help elsewhere.
#[derive(Parser)]
#[command(name = "perfectplay", version)]
#[command(after_help = "Example: perfectplay lookup X.O/.../...")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// When to use colours: auto uses them in a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    color: ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    Lookup(lookup::Args),
    Explain(explain::Args),
    Play(play::Args),
    Games(games::Args),
    Forecast(forecast::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Check(check::Args),
    Export(export::Args),
    Import(import::Args),
    Stats(stats::Args),
    Audit(audit::Args),
    Web(web::Args),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has read enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Told) => ExitCode::FAILURE,
        Err(failure @ Failure::Use(_)) => {
            report(&failure);
            ExitCode::from(2)
        }
        Err(failure @ Failure::Player(_)) => {
            report(&failure);
            ExitCode::from(BROKEN_PLAYER)
        }
        Err(failure @ Failure::Interrupted) => {
            report(&failure);
            ExitCode::from(INTERRUPTED)
        }
        Err(failure) => {
            report(&failure);
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return Err(Failure::Use(one_line(&error))),
        // Help and the version come this way too.
        Err(text) => return Ok(text.print()?),
    };
    match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    match cli.command {
        Some(Command::Lookup(args)) => lookup::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Forecast(args)) => forecast::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Import(args)) => import::run(&args),
        Some(Command::Stats(args)) => stats::run(&args),
        Some(Command::Audit(args)) => audit::run(&args),
        Some(Command::Web(args)) => web::run(&args),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Man(args)) => shell::man(&args),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            play::run(&play::Args::default())
        }
        None => Ok(Cli::command().print_long_help()?),
    }
}

/// What the parser found wrong, on one line: the first paragraph of what it would print,
/// and the similar name that it suggests, if it does.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let mut lines = text.lines().map(str::trim);
    let problem = lines.by_ref().take_while(|line| !line.is_empty());
    let mut told = problem.collect::<Vec<_>>().join(" ");
    if let Some(tip) = lines.find(|line| line.starts_with("tip: ") && line.contains(" similar ")) {
        told = format!("{told}; {}", &tip["tip: ".len()..]);
    }
    told
}

/// A whole number of any type, from an argument.
fn whole_number<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "expected a whole number")
}

/// Writes one line to standard error. If even this fails, the status still tells.
fn report(problem: &dyn fmt::Display) {
    let problem = problem.to_string();
    let _ = writeln!(io::stderr(), "perfectplay: {}", shortened(&problem));
}

/// A message without its middle, if it is long: it may repeat what it is about, and says what
/// is wrong before that or after it.
fn shortened(message: &str) -> Cow<'_, str> {
    /// How many bytes are shown at either end.
    const SHOWN: usize = 500;
    let end = message.len();
    let Some(left) = end.checked_sub(2 * SHOWN).filter(|&left| left > SHOWN) else {
        return message.into();
    };
    let is_boundary = |&at: &usize| message.is_char_boundary(at);
    let first = (0..=SHOWN).rfind(is_boundary).unwrap_or(0);
    let last = (SHOWN + left..=end).find(is_boundary).unwrap_or(end);
    format!("{} ... {}", &message[..first], &message[last..]).into()
}

/// The status of a command that was interrupted: 128 plus the number of the signal, as in
/// a shell.
const INTERRUPTED: u8 = 130;

/// The status of a command whose player, another program, does not speak the protocol.
const BROKEN_PLAYER: u8 = 3;

/// Why a command did not do its work. The status is 2 for wrong use, 3 for a broken player, 130
/// for an interrupted command, and 1 for everything else.
#[derive(Debug)]
enum Failure {
    /// The command was called in the wrong way.
    Use(String),
    /// Something that was read is wrong.
    Input(String),
    /// A player in another program does not speak the protocol.
    Player(String),
    /// The answer, which has been given, is that something is wrong.
    Told,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// An argument is not a state of the game. The words are those of the parser.
    fn invalid_state<G: Listed>(text: &str, problem: &dyn fmt::Display) -> Self {
        let (name, form) = (G::NAME, G::STATES);
        Self::Use(format!(
            "invalid value '{text}' for '<STATE>': {problem}; a state of {name} is {form}"
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Use(message) | Self::Input(message) => f.write_str(message),
            Self::Player(problem) => write!(f, "player: {problem}"),
            Self::Told => Ok(()),
            Self::Interrupted => f.write_str("interrupted, and nothing is written"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
