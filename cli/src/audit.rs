//! `perfectplay audit`: is a player really unbeatable?

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use perfectplay::{
    Audit, CornerFirst, ErrorRate, Level, Move, Player, Strategy, TrapAvoider, audit,
};
use serde::Serialize;

use crate::Failure;
use crate::external::External;
use crate::play::{USUAL_ERROR_RATE, error_rate};

/// Prove or refute that a player is unbeatable, by every reply.
///
/// The player is one of those that are built in, or any program: --exec starts it once,
/// writes a board a line to it (X.O/.../...), and reads the cell that it plays (0 to 8),
/// a line each. It must answer the same board alike each time. Won, drawn and lost are
/// numbers of different games over every choice of the player and every reply. Missed
/// wins are choices that give a won board away; blunders are these and those that lose a
/// drawn board.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay audit trap-avoider --as second
  perfectplay audit --exec 'python3 my_player.py' --json")]
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
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{report}")?;
    }
    if args.require_unbeatable && report.sides().any(|(_, side)| side.lost > 0) {
        out.flush()?;
        return Err(Failure::Told);
    }
    Ok(())
}

impl Args {
    fn report(&self) -> Result<Report, Failure> {
        if let Some(command) = &self.exec {
            return self.report_on_command(command);
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
        match name {
            Name::Perfect => self.report_on("perfect", &Level::Perfect),
            Name::Invincible => self.report_on("invincible", &Level::Invincible),
            Name::Casual => self.report_on("casual", &Level::Casual(rate)),
            Name::Random => self.report_on("random", &Level::Random),
            Name::TrapAvoider => match self.variant.unwrap_or(Variant::Published) {
                Variant::Published => self.report_on("trap-avoider", &TrapAvoider::Published),
                Variant::Corrected => {
                    self.report_on("trap-avoider-corrected", &TrapAvoider::Corrected)
                }
            },
            Name::CornerFirst => self.report_on("corner-first", &CornerFirst),
        }
    }

    fn report_on(&self, name: &str, strategy: &impl Strategy) -> Result<Report, Failure> {
        self.report_by(name, |side| {
            audit(strategy, side).map_err(|error| Failure::Input(error.to_string()))
        })
    }

    fn report_on_command(&self, command: &str) -> Result<Report, Failure> {
        let broken = |error| Failure::Input(format!("player: {error}"));
        let mut player = External::start(command, self.timeout).map_err(broken)?;
        self.report_by(command, |side| {
            let answers = player.answers(side).map_err(broken)?;
            audit(&answers, side).map_err(|error| Failure::Input(error.to_string()))
        })
    }

    fn report_by(
        &self,
        name: &str,
        mut audit: impl FnMut(Player) -> Result<Audit, Failure>,
    ) -> Result<Report, Failure> {
        let mut on = |side, player| {
            if self.side == side || self.side == Side::Both {
                audit(player).map(|audit| Some(SideReport::from(audit)))
            } else {
                Ok(None)
            }
        };
        Ok(Report {
            strategy: name.to_owned(),
            first: on(Side::First, Player::X)?,
            second: on(Side::Second, Player::O)?,
        })
    }
}

/// What an audit has found: the text and the JSON are both made of it.
#[derive(Serialize)]
struct Report {
    strategy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<SideReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<SideReport>,
}

#[derive(Serialize)]
struct SideReport {
    won: u64,
    drawn: u64,
    lost: u64,
    beaten_with_probability: f64,
    losing_lines: Vec<String>,
    missed_wins: u64,
    blunders: u64,
}

impl From<Audit> for SideReport {
    fn from(audit: Audit) -> Self {
        Self {
            won: audit.won,
            drawn: audit.drawn,
            lost: audit.lost,
            beaten_with_probability: audit.beaten_with_probability,
            losing_lines: audit.losing_lines.iter().map(|line| cells(line)).collect(),
            missed_wins: audit.missed_wins,
            blunders: audit.blunders,
        }
    }
}

/// A game as the digits of its cells.
fn cells(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect()
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
            writeln!(f, "{separator}{} as {name}: {side}", self.strategy)?;
        }
        Ok(())
    }
}

impl SideReport {
    /// How many of the games lost are shown to people.
    const LINES_SHOWN: usize = 5;
}

impl fmt::Display for SideReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lost == 0 {
            writeln!(f, "unbeatable.")?;
        } else {
            let percent = 100.0 * self.beaten_with_probability;
            writeln!(
                f,
                "beaten, with a chance of {percent:.1}% by the best opponent."
            )?;
        }
        writeln!(
            f,
            "  games     won {}, drawn {}, lost {}",
            self.won, self.drawn, self.lost
        )?;
        write!(
            f,
            "  mistakes  missed wins {}, blunders {}",
            self.missed_wins, self.blunders
        )?;
        if self.losing_lines.is_empty() {
            return Ok(());
        }
        let shown = self.losing_lines.len().min(Self::LINES_SHOWN);
        write!(f, "\n  lost by   {}", self.losing_lines[..shown].join(" "))?;
        match self.losing_lines.len() - shown {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
