//! `perfectplay audit`: is a player really unbeatable?

use std::fmt;
use std::time::Duration;

use perfectplay::tictactoe::{CornerFirst, TicTacToe, TrapAvoider};
use perfectplay::{ErrorRate, Level, Player, State, Strategy};
use serde::Serialize;

use crate::Failure;
use crate::external::External;
use crate::game_arg::Spec;
use crate::open::TableArg;
use crate::play::{USUAL_ERROR_RATE, error_rate};
use crate::print::print;
use crate::solved_game::{self, Audited, Found, InText, SolvedGame};

/// Prove or refute that a player is unbeatable, by every reply.
///
/// The player is one of those that are built in, or any program: --exec starts it once,
/// writes a board a line to it (X.O/.../...), and reads the cell that it plays (0 to 8),
/// a line each. It must answer the same board alike each time. Won, drawn and lost are
/// numbers of different games over every choice of the player and every reply. Missed
/// wins are choices that give a won board away; blunders are these and those that lose a
/// drawn board.
///
/// Other games are audited in the same way, with their own states and moves. Where states
/// come back, or games are too many to count, it tells whether the player can be beaten,
/// and a shortest game that it loses.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay audit trap-avoider --as second
  perfectplay audit --exec 'python3 my_player.py' --json
  perfectplay audit perfect --game morris:tapatan --as first")]
pub struct Args {
    /// A player that is built in.
    #[arg(required_unless_present = "exec", value_enum)]
    strategy: Option<Name>,

    /// Audit this program: a command for the shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "strategy")]
    exec: Option<String>,

    /// How long a program may take to answer.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "5",
        requires = "exec"
    )]
    timeout: Duration,

    /// The trap avoider as it was published, or with its mistake corrected.
    #[arg(long, value_enum, value_name = "VARIANT")]
    variant: Option<Variant>,

    /// How often casual errs, in percent [default: 25].
    #[arg(long, value_name = "PERCENT", value_parser = error_rate)]
    error_rate: Option<ErrorRate>,

    /// Whether the player moves first or second.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t)]
    side: Side,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    /// End with status 1 if any reply beats the player.
    #[arg(long)]
    require_unbeatable: bool,

    #[command(flatten)]
    game: TableArg,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Name {
    /// The fastest win, the slowest loss, and traps in a draw
    Perfect,
    /// Any move that keeps the value
    Invincible,
    /// Wins at once where it can, else errs now and then
    Casual,
    /// Any legal move
    Random,
    /// Wins, blocks, and tries not to be forked: a rule of thumb
    TrapAvoider,
    /// Wins, blocks, centre, corners: a rule of thumb
    CornerFirst,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Variant {
    Published,
    Corrected,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    First,
    Second,
    #[default]
    Both,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or("expected a number of seconds above 0")
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let report = args.report()?;
    print(&report, args.json)?;
    if args.require_unbeatable && !report.sides().all(|(_, side)| side.is_unbeatable()) {
        return Err(Failure::Told);
    }
    Ok(())
}

/// Who is audited.
enum Contestant<'a> {
    Level(&'static str, Level),
    /// A player that knows no game but tic-tac-toe.
    RuleOfThumb(&'static str, &'a dyn Strategy<State>),
    Program(&'a str),
}

impl Args {
    fn report(&self) -> Result<Report, Failure> {
        let contestant = self.contestant()?;
        if self.game.is_usual() {
            return self.report_on(&InText(&TicTacToe), &contestant);
        }
        if matches!(contestant, Contestant::RuleOfThumb(..)) {
            return Err(Failure::Use(
                "expected a rule of thumb with tic-tac-toe only, found another game".to_owned(),
            ));
        }
        self.game
            .open(&[], |book| self.report_on(book, &contestant))
    }

    fn contestant(&self) -> Result<Contestant<'_>, Failure> {
        if let Some(command) = &self.exec {
            return Ok(Contestant::Program(command));
        }
        let name = self.strategy.expect("one of the two, as the parser says");
        if self.variant.is_some() && name != Name::TrapAvoider {
            return Err(Failure::Use(
                "expected --variant with trap-avoider, found another player".to_owned(),
            ));
        }
        if self.error_rate.is_some() && name != Name::Casual {
            return Err(Failure::Use(
                "expected --error-rate with casual, found another player".to_owned(),
            ));
        }
        let rate = self.error_rate.unwrap_or(USUAL_ERROR_RATE);
        Ok(match name {
            Name::Perfect => Contestant::Level("perfect", Level::Perfect),
            Name::Invincible => Contestant::Level("invincible", Level::Invincible),
            Name::Casual => Contestant::Level("casual", Level::Casual(rate)),
            Name::Random => Contestant::Level("random", Level::Random),
            Name::TrapAvoider => match self.variant.unwrap_or(Variant::Published) {
                Variant::Published => {
                    Contestant::RuleOfThumb("trap-avoider", &TrapAvoider::Published)
                }
                Variant::Corrected => {
                    Contestant::RuleOfThumb("trap-avoider-corrected", &TrapAvoider::Corrected)
                }
            },
            Name::CornerFirst => Contestant::RuleOfThumb("corner-first", &CornerFirst),
        })
    }

    fn report_on(
        &self,
        book: &dyn SolvedGame,
        contestant: &Contestant<'_>,
    ) -> Result<Report, Failure> {
        match *contestant {
            Contestant::Level(name, level) => self.report_by(book, name, &mut |side, lines| {
                book.audit(Audited::Level(level), side, lines)
            }),
            Contestant::RuleOfThumb(name, strategy) => {
                self.report_by(book, name, &mut |side, lines| {
                    solved_game::audit(&TicTacToe, strategy, side, lines)
                })
            }
            Contestant::Program(command) => {
                let broken = |error| Failure::Input(format!("player: {error}"));
                let mut player = External::start(command, self.timeout).map_err(broken)?;
                self.report_by(book, command, &mut |side, lines| {
                    let answers = player.answers(book, side).map_err(broken)?;
                    book.audit(Audited::Answers(&answers), side, lines)
                })
            }
        }
    }

    fn report_by(
        &self,
        book: &dyn SolvedGame,
        name: &str,
        audit: Auditor<'_>,
    ) -> Result<Report, Failure> {
        let game = book.spec();
        let lines = if game.is_usual() {
            usize::MAX
        } else {
            MOST_LINES
        };
        let mut on = |side, player| {
            if self.side != side && self.side != Side::Both {
                return Ok(None);
            }
            let found = audit(player, lines)?;
            Ok::<_, Failure>(Some(SideReport::new(book, &found)))
        };
        Ok(Report {
            strategy: name.to_owned(),
            first: on(Side::First, Player::First)?,
            second: on(Side::Second, Player::Second)?,
            game,
        })
    }
}

/// What audits somebody on a side, and tells at most so many games lost.
type Auditor<'a> = &'a mut dyn FnMut(Player, usize) -> Result<Found, Failure>;

/// The most games lost that are told of a game that may have millions.
const MOST_LINES: usize = 1000;

/// What an audit has found: the text and the JSON are both made of it.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Spec::is_usual")]
    game: Spec,
    strategy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<SideReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<SideReport>,
}

/// What became of a player on one side. What cannot be counted is `None`.
#[derive(Serialize)]
struct SideReport {
    won: Option<u64>,
    drawn: Option<u64>,
    lost: Option<u64>,
    beaten_with_probability: Option<f64>,
    losing_lines: Vec<String>,
    missed_wins: Option<u64>,
    blunders: Option<u64>,
}

impl SideReport {
    fn new(book: &dyn SolvedGame, found: &Found) -> Self {
        // The moves of tic-tac-toe are digits, and stand side by side.
        let between = if book.spec().is_usual() { "" } else { " " };
        let text = |line: &Vec<String>| line.join(between);
        match found {
            Found::Counted(counted) => Self {
                won: Some(counted.won),
                drawn: Some(counted.drawn),
                lost: Some(counted.lost),
                beaten_with_probability: Some(counted.beaten_with_probability),
                losing_lines: counted.losing_lines.iter().map(text).collect(),
                missed_wins: Some(counted.missed_wins),
                blunders: Some(counted.blunders),
            },
            Found::Uncounted(refutation) => {
                let never = refutation.is_none();
                Self {
                    won: None,
                    drawn: None,
                    lost: never.then_some(0),
                    beaten_with_probability: never.then_some(0.0),
                    losing_lines: refutation.iter().map(text).collect(),
                    missed_wins: None,
                    blunders: None,
                }
            }
        }
    }

    fn is_unbeatable(&self) -> bool {
        self.lost == Some(0)
    }
}

impl Report {
    fn sides(&self) -> impl Iterator<Item = (&'static str, &SideReport)> {
        let first = self.first.iter().map(|side| ("first", side));
        first.chain(self.second.iter().map(|side| ("second", side)))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, side)) in self.sides().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            writeln!(
                f,
                "{separator}{} as {name}: {}",
                self.strategy,
                side.verdict()
            )?;
            side.write_counts(f)?;
            // Moves of other games have spaces between them.
            let between = if self.game.is_usual() { " " } else { ", " };
            side.write_lines(f, between)?;
        }
        Ok(())
    }
}

impl SideReport {
    /// How many of the games lost are shown to people.
    const LINES_SHOWN: usize = 5;

    /// How much of each, in characters.
    const WIDTH_SHOWN: usize = 200;

    fn verdict(&self) -> String {
        match self.beaten_with_probability {
            _ if self.is_unbeatable() => "unbeatable.".to_owned(),
            None => "beaten.".to_owned(),
            Some(chance) => {
                let percent = 100.0 * chance;
                format!("beaten, with a chance of {percent:.1}% by the best opponent.")
            }
        }
    }

    fn write_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.won, self.drawn, self.lost) {
            (Some(won), Some(drawn), Some(lost)) => {
                writeln!(f, "  games     won {won}, drawn {drawn}, lost {lost}")?;
            }
            _ => writeln!(f, "  games     more than can be counted")?,
        }
        match (self.missed_wins, self.blunders) {
            (Some(missed), Some(blunders)) => {
                writeln!(f, "  mistakes  missed wins {missed}, blunders {blunders}")
            }
            _ => Ok(()),
        }
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>, between: &str) -> fmt::Result {
        if self.losing_lines.is_empty() {
            return Ok(());
        }
        let shown = self.losing_lines.len().min(Self::LINES_SHOWN);
        write!(f, "  lost by   ")?;
        for (i, line) in self.losing_lines[..shown].iter().enumerate() {
            let before = if i == 0 { "" } else { between };
            match line.char_indices().nth(Self::WIDTH_SHOWN) {
                Some((end, _)) => write!(f, "{before}{} ...", line[..end].trim_end())?,
                None => write!(f, "{before}{line}")?,
            }
        }
        match self.lost {
            Some(lost) if lost > shown as u64 => writeln!(f, " and {} more", lost - shown as u64),
            _ => writeln!(f),
        }
    }
}
