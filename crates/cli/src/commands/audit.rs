//! `perfectplay audit`: finds out whether a player is unbeatable.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::num::NonZero;
use std::ops::{ControlFlow, Not};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use perfectplay::level::Strategy;
use perfectplay::{Level, Player, Value};
use perfectplay_any::{
    AnyTable, Audited, AuditedSample, Catalogue, Error, Extent, LosingLine, MistakeText, Playbook,
    audit, audit_sample, own_player,
};
use perfectplay_judge::answers::{Answers, Asking};
use perfectplay_judge::fault::{Broken, Fault};
use perfectplay_judge::protocol;
use perfectplay_judge::sample::PositionSample;
use serde::Serialize;

use crate::Failure;
use crate::args::level;
use crate::args::number::{positive, seconds, whole_number};
use crate::args::oracle::{OnInterrupt, OracleArg};
use crate::args::playbook;
use crate::args::playbook_file;
use crate::args::side::SideArg;
use crate::args::table::TableArg;
use crate::context::Context;
use crate::failure::with_advice;
use crate::io::print::print;
use crate::io::progress::step_bar;
use crate::io::stop::Stop;

/// Prove or refute that a player is unbeatable, by playing it against every reply.
///
/// The player is a level of this program, a player that comes with the game, a playbook, or any
/// other program. With --exec, the other program is started only once. Each question is a line with
/// a state, such as X.O/.../..., and each answer is a line with a move, such as 4. The answer may
/// also be a set of moves, such as 0 2 6. This means that the program plays each of these moves
/// equally often. The program must always give the same answer to the same state. When this command
/// ends, for any reason, the program is ended too. Examples in five languages are in
/// docs/protocol.md.
///
/// The report counts all games that can be played against the player. It says how many of them the
/// player wins, draws and loses. A missed win is a choice that gives a win away. A blunder is a
/// missed win, or a choice that turns a draw into a loss. The report lists the states in which the
/// player errs. `perfectplay explain STATE` explains such a state,
/// and `perfectplay explain --moves` explains a lost game.
///
/// If states can repeat, or if there are too many games to count, the report only says whether the
/// player can be beaten. It then shows one of the shortest games that the player loses.
///
/// With --positions, the player is asked about a sample of the positions instead. The report then
/// lists the player's mistakes in these positions. In a game that is too large to
/// solve, --positions is required. The positions then come from random play, and the value of each
/// move is proved. Positions whose moves are not proved within --seconds are counted as unproved,
/// and the status is then 4. After Ctrl-C, the report covers the positions that were judged so far,
/// and the status is 130.
///
/// The status is 3 if the program does not speak the protocol. If the audit of one side was already
/// complete, the report still covers this side.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay audit trap-avoider --as second --symmetry
  perfectplay audit --exec 'python3 my_player.py' --name mine --repeat 10 --json
  perfectplay audit perfect --game morris:tapatan --as first
  perfectplay audit --exec 'python3 my_player.py' --game connect:7x6 --positions 100")]
pub struct Args {
    /// A player of this program.
    #[arg(required_unless_present_any = ["exec", "playbook"])]
    player: Option<String>,

    /// Audit the program that this shell command starts.
    #[arg(long, value_name = "COMMAND", conflicts_with = "player")]
    exec: Option<String>,

    /// Audit the playbook in this file, which `perfectplay playbook -o` wrote, on each side that
    /// the book plays.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["player", "exec", "timeout", "repeat", "forfeit"]
    )]
    playbook: Option<PathBuf>,

    /// Call the player by this name in the report.
    #[arg(long)]
    name: Option<String>,

    /// Wait at most SECONDS for each answer of the program. For the first answer, wait ten times as
    /// long, because the program has to start.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "5",
        conflicts_with = "player"
    )]
    timeout: Duration,

    /// Set how often the program is asked about each state. More questions find more of the moves
    /// that the program plays only now and then.
    #[arg(
        long,
        value_name = "TIMES",
        value_parser = positive::<NonZero<u32>>,
        default_value = "2",
        conflicts_with = "player"
    )]
    repeat: NonZero<u32>,

    /// Count an illegal or missing answer as a lost game, instead of stopping. A program that has
    /// ended, or that takes too long, is started again.
    #[arg(long, conflicts_with = "player")]
    forfeit: bool,

    /// Treat states that are turned or mirrored images of each other as one state. Ask about only
    /// one of them, and list their mistakes once.
    #[arg(long)]
    symmetry: bool,

    /// Ask about NUMBER different positions for each side, and play no games.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = positive::<NonZero<u32>>,
        conflicts_with = "require_unbeatable"
    )]
    positions: Option<NonZero<u32>>,

    /// Seed the choice of positions: another number chooses other positions.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = whole_number::<u64>,
        default_value = "0",
        requires = "positions"
    )]
    seed: u64,

    /// Audit the player on this side, or on both.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value = "both")]
    side: SideArg,

    /// List at most NUMBER lost games. The text shows five of them; --json shows all.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<usize>, default_value = "1000")]
    lines: usize,

    /// Answer with one JSON object, which contains all mistakes.
    #[arg(long)]
    json: bool,

    /// End with status 1 if the player can be beaten. In a game that is lost from the start, end
    /// with status 1 if the player makes a mistake.
    #[arg(long)]
    require_unbeatable: bool,

    #[command(flatten)]
    game: TableArg,

    #[command(flatten)]
    oracle: OracleArg,
}

/// Lets the argument `player` of the subcommand accept the names of all levels, such as `perfect`,
/// and of all players that games in the catalogue define.
pub fn with_catalogue(subcommand: Command, catalogue: &Catalogue) -> Command {
    let levels = Level::ALL.into_iter().map(level::listed);
    let own = catalogue.own_players().into_iter();
    let players = levels.chain(own.map(|(name, about)| PossibleValue::new(name).help(about)));
    subcommand.mut_arg("player", |arg| {
        arg.value_parser(PlayerParser(PossibleValuesParser::new(players)))
    })
}

/// A parser for the name of a player. A player is a level, or is defined by one of the games.
#[derive(Clone)]
struct PlayerParser(PossibleValuesParser);

impl TypedValueParser for PlayerParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(level) if level.parse::<Level>().is_ok() => Ok(level.to_owned()),
            _ => self.0.parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let no_states = |_: &_| Ok(Vec::new());
    let (table, _) = args
        .game
        .open_to_ask(&args.oracle, OnInterrupt::Report, &no_states)?;
    if table.is_oracle() && args.positions.is_none() {
        return Err(Failure::Use(format!(
            "{} has too many states to play against every reply: --positions asks about a sample",
            table.info().spec
        )));
    }
    // An audit that plays games has no partial report, so Ctrl-C ends it at once.
    let stop = args.positions.map(|_| Stop::new()).transpose()?;
    let report = args.report(&table, stop.as_ref())?;
    print(&report, args.json)?;
    if let (true, Some(stop)) = (report.is_interrupted, &stop) {
        return Err(stop.failure_after_report());
    }
    if let Some(problem) = report.problem() {
        return Err(Failure::Player(format!("player: {problem}")));
    }
    let is_faultless = |side: &AuditedSide| match &side.found {
        AuditFinding::Games(audited) => audited.is_faultless(),
        AuditFinding::Positions(_) => false,
    };
    if args.require_unbeatable && !report.sides().all(|(_, side)| is_faultless(side)) {
        return Err(Failure::Reported);
    }
    let lacks_values = |side: &AuditedSide| match &side.found {
        AuditFinding::Games(_) => false,
        AuditFinding::Positions(sample) => sample.unproved > 0,
    };
    Failure::if_unproved(report.sides().any(|(_, side)| lacks_values(side)))
}

enum AuditedPlayer<'a> {
    Level(Level),
    /// The name of a player that the game itself defines, such as `trap-avoider`.
    Own(&'a str),
    Book(Playbook),
    /// A program. The audit asks the program for its moves in every state in which the program is
    /// to move.
    Program(Box<protocol::Program<'a>>, Asking<'a>),
}

impl AuditedPlayer<'_> {
    /// Returns the sides to audit. If the user asks for both sides, a playbook is audited only on
    /// the sides that it plays.
    fn sides(&self, asked: SideArg) -> Result<SideArg, Failure> {
        let Self::Book(book) = self else {
            return Ok(asked);
        };
        let has = |side| book.data().plays(side);
        match asked.player() {
            Some(side) if !has(side) => {
                let advice = format!("use --as {}", side.other());
                Err(playbook::not_for(side, &advice))
            }
            None if !has(Player::First) => Ok(SideArg::Second),
            None if !has(Player::Second) => Ok(SideArg::First),
            _ => Ok(asked),
        }
    }

    fn audit(
        &mut self,
        table: &AnyTable,
        extent: Extent,
        sample: Option<PositionSample>,
    ) -> Result<AuditOutcome, Failure> {
        let sampled = sample.map(|sample| sample.positions(table)).transpose()?;
        let states = sampled.map(|sampled| {
            let states = sampled.iter().map(|sampled| sampled.position.state());
            states.collect::<Vec<_>>()
        });
        let finding = |strategy: &dyn Strategy<u64, Error = Error>| match &states {
            None => audit(table, strategy, extent).map(AuditFinding::Games),
            Some(states) => {
                audit_sample(table, strategy, states, extent).map(AuditFinding::Positions)
            }
        };
        let (found, forfeits) = match self {
            Self::Level(level) => (finding(&level.on(table))?, Vec::new()),
            Self::Own(name) => (finding(&own_player(table.game(), name)?)?, Vec::new()),
            Self::Book(book) => (finding(&book.player(table.game()))?, Vec::new()),
            Self::Program(program, asking) => {
                let answers = match &states {
                    None => Answers::new(&mut **program, table, extent.side, *asking),
                    Some(states) => Answers::to_states(&mut **program, table, states, *asking),
                };
                let mut answers = match answers {
                    Ok(answers) => answers,
                    Err(broken) => return Ok(AuditOutcome::Broken(broken)),
                };
                let found = finding(&answers)?;
                (found, std::mem::take(&mut answers.forfeits))
            }
        };
        Ok(AuditOutcome::Audited(AuditedSide { found, forfeits }))
    }
}

impl Args {
    /// Audits the player on each side, until `stop` asks the audit to end.
    fn report(&self, table: &AnyTable, stop: Option<&Stop>) -> Result<AuditReport, Failure> {
        let show = step_bar();
        let is_stopped = || stop.is_some_and(Stop::is_asked_for);
        let steps = |step| match is_stopped() {
            true => ControlFlow::Break(()),
            false => show(step),
        };
        let (player, mut contestant) = match (&self.exec, &self.player, &self.playbook) {
            (_, _, Some(path)) => {
                let book = playbook_file::read(path, table)?;
                (path.display().to_string(), AuditedPlayer::Book(book))
            }
            (Some(command), ..) => {
                let asking = Asking {
                    times: self.repeat,
                    symmetry: self.symmetry,
                    forfeit: self.forfeit,
                    steps: &steps,
                };
                let name = self.name.as_ref().unwrap_or(command);
                let program = protocol::Program::new(name, command, self.timeout);
                (
                    command.clone(),
                    AuditedPlayer::Program(Box::new(program), asking),
                )
            }
            (None, player, None) => {
                let player = player.as_ref();
                let player = player.expect("a player or a program, as the parser says");
                let level = player.parse().map(AuditedPlayer::Level);
                (player.clone(), level.unwrap_or(AuditedPlayer::Own(player)))
            }
        };
        let mut report = AuditReport {
            game: Arc::clone(&table.info().spec),
            strategy: self.name.clone().unwrap_or(player),
            answers_per_state: self.exec.as_ref().map(|_| self.repeat),
            is_interrupted: false,
            outcomes: BTreeMap::new(),
        };
        let sides = contestant.sides(self.side)?;
        for side in Player::BOTH {
            if !sides.includes(side) || report.problem().is_some() || report.is_interrupted {
                continue;
            }
            let sample = self.positions.map(|number| PositionSample {
                number: number.get(),
                side: Some(side),
                seed: self.seed,
            });
            let extent = Extent {
                side,
                lines: self.lines,
                mistakes: if self.json {
                    usize::MAX
                } else {
                    MISTAKES_SHOWN
                },
                symmetry: self.symmetry,
            };
            let outcome = contestant.audit(table, extent, sample)?;
            report.is_interrupted = is_stopped();
            let was_asked = !matches!(&outcome, AuditOutcome::Broken(broken)
                if report.is_interrupted || matches!(broken.fault, Fault::Stopped));
            if was_asked {
                report.outcomes.insert(side, outcome);
            }
        }
        Ok(report)
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum AuditOutcome {
    Audited(AuditedSide),
    /// The audit ended early, because the player does not speak the protocol.
    Broken(Broken),
}

#[derive(Serialize)]
#[serde(untagged)]
enum AuditFinding {
    /// The results of all games that the player can play.
    Games(Audited),
    /// The player's moves in a sample of the positions.
    Positions(AuditedSample),
}

impl AuditFinding {
    /// Returns the list of mistakes, and the total number of mistakes. The list may contain only
    /// some of the mistakes.
    fn mistakes(&self) -> (&[MistakeText], usize) {
        match self {
            Self::Games(audited) => (&audited.mistakes, audited.mistakes_in_all),
            Self::Positions(sample) => (&sample.mistakes, sample.mistakes_in_all),
        }
    }
}

#[derive(Serialize)]
struct AuditedSide {
    #[serde(flatten)]
    found: AuditFinding,
    /// The faults that made a program forfeit a game, such as an illegal move. The list is empty
    /// without `--forfeit`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<Broken>,
}

/// The report of an audit, which is printed as text or as JSON.
#[derive(Serialize)]
struct AuditReport {
    game: Arc<str>,
    strategy: String,
    /// How often a program was asked about each state.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers_per_state: Option<NonZero<u32>>,
    /// Whether Ctrl-C ended the audit early.
    #[serde(rename = "interrupted", skip_serializing_if = "Not::not")]
    is_interrupted: bool,
    #[serde(flatten)]
    outcomes: BTreeMap<Player, AuditOutcome>,
}

impl AuditReport {
    /// Returns the sides whose audit is complete.
    fn sides(&self) -> impl Iterator<Item = (Player, &AuditedSide)> {
        let outcomes = self.outcomes.iter();
        outcomes.filter_map(|(&player, outcome)| match outcome {
            AuditOutcome::Audited(side) => Some((player, side)),
            AuditOutcome::Broken(_) => None,
        })
    }

    /// Returns the reason why an audit is not complete.
    fn problem(&self) -> Option<String> {
        self.outcomes.values().find_map(|outcome| match outcome {
            AuditOutcome::Audited(_) => None,
            AuditOutcome::Broken(broken) => Some(with_advice(broken)),
        })
    }
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, side)) in self.sides().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{} as {name}: ", self.strategy)?;
            match &side.found {
                AuditFinding::Games(audited) => {
                    writeln!(f, "{}", verdict(audited, self.answers_per_state.is_some()))?;
                    write_counts(audited, f)?;
                    write_lines(audited, f)?;
                }
                AuditFinding::Positions(sample) => write_sample(sample, f)?,
            }
            side.write_mistakes(f)?;
            side.write_forfeits(f)?;
        }
        match self.is_interrupted {
            true => writeln!(f, "Interrupted: this report is not complete."),
            false => Ok(()),
        }
    }
}

const LINES_SHOWN: usize = 5;

const MISTAKES_SHOWN: usize = 5;

/// The report shows the moves of a lost game only up to this many characters.
const WIDTH_SHOWN: usize = 200;

fn verdict(audited: &Audited, as_it_answered: bool) -> String {
    let game_is_lost = audited.value == Value::Loss;
    match (audited.blunders, audited.beaten_with_probability) {
        _ if audited.is_unbeatable() && as_it_answered => "unbeatable as it answered.".to_owned(),
        _ if audited.is_unbeatable() => "unbeatable.".to_owned(),
        (0, _) if game_is_lost => {
            "the game itself is lost, and the player makes no mistake.".to_owned()
        }
        _ if game_is_lost => {
            "the game itself is lost, and the player makes mistakes as well.".to_owned()
        }
        (_, None) => "can be beaten.".to_owned(),
        (_, Some(chance)) => {
            let percent = 100.0 * chance;
            format!("the best opponent beats it with a chance of {percent:.1}%.")
        }
    }
}

fn write_counts(audited: &Audited, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (audited.won, audited.drawn, audited.lost) {
        (Some(won), Some(drawn), Some(lost)) => {
            writeln!(f, "  games     won {won}, drawn {drawn}, lost {lost}")?;
        }
        _ => writeln!(f, "  games     more than can be counted")?,
    }
    let (missed, blunders) = (audited.missed_wins, audited.blunders);
    writeln!(f, "  mistakes  missed wins {missed}, blunders {blunders}")
}

fn write_lines(audited: &Audited, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shown = audited.losing_lines.len().min(LINES_SHOWN);
    if shown == 0 {
        return Ok(());
    }
    let lines = audited.losing_lines[..shown].iter();
    let lines = lines.map(|line| lost_game(line, audited.has_several_starts));
    write!(f, "  lost by   {}", lines.collect::<Vec<_>>().join(", "))?;
    match audited.lost {
        Some(lost) if lost > shown as u64 => writeln!(f, " and {} more", lost - shown as u64),
        _ => writeln!(f),
    }
}

/// Returns the text of a lost game. A long text is cut. The text names the start if the rules have
/// several starts.
fn lost_game(line: &LosingLine, has_several_starts: bool) -> String {
    let moves = line.moves.join(" ");
    let moves = match moves.char_indices().nth(WIDTH_SHOWN) {
        Some((end, _)) => format!("{} ...", moves[..end].trim_end()),
        None if moves.is_empty() => "no move".to_owned(),
        None => moves,
    };
    if has_several_starts {
        format!("from {}: {moves}", line.start)
    } else {
        moves
    }
}

fn write_sample(sample: &AuditedSample, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let AuditedSample {
        positions,
        unproved,
        missed_wins,
        blunders,
        ..
    } = sample;
    match blunders {
        0 => writeln!(f, "no mistake in {positions} positions.")?,
        _ => writeln!(f, "mistakes in a sample of {positions} positions.")?,
    }
    writeln!(
        f,
        "  mistakes  missed wins {missed_wins}, blunders {blunders}"
    )?;
    match unproved {
        0 => Ok(()),
        _ => writeln!(f, "  unproved  {unproved} more positions"),
    }
}

impl AuditedSide {
    /// Writes the first mistakes, one on each line.
    fn write_mistakes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mistakes, in_all) = self.found.mistakes();
        for (i, mistake) in mistakes.iter().take(MISTAKES_SHOWN).enumerate() {
            let label = if i == 0 { "errs at" } else { "" };
            writeln!(f, "  {label:9} {mistake}")?;
        }
        match in_all.saturating_sub(MISTAKES_SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "            and {more} more, which --json lists"),
        }
    }

    fn write_forfeits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.forfeits[..] {
            [] => Ok(()),
            [first, ..] => writeln!(f, "  forfeits  {}, first: {first}", self.forfeits.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game in this repository has a single start, but a user may write a game that has
    /// several.
    #[test]
    fn lost_games_are_shown_with_their_start_if_there_are_several() {
        let line = LosingLine {
            start: "12".to_owned(),
            moves: vec!["3".to_owned(); 150],
        };
        let cut = format!("{} ...", vec!["3"; 100].join(" "));
        assert_eq!(lost_game(&line, false), cut);
        assert_eq!(lost_game(&line, true), format!("from 12: {cut}"));
    }
}
