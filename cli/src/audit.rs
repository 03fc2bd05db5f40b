//! `perfectplay audit`: is a player really unbeatable?

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use perfectplay::{ErrorRate, Player};
use serde::Serialize;

use crate::auditing::{Audited, Contestant, LosingLine, own_players};
use crate::external::External;
use crate::game_arg::Spec;
use crate::level_arg::{LevelName, error_rate, no_error_rate};
use crate::open::TableArg;
use crate::print::print;
use crate::solved_game::SolvedGame;
use crate::{Failure, whole_number};

/// Prove or refute that a player is unbeatable, by playing it against every reply.
///
/// The player is a level of this program, a player that the game has of its own, or any
/// program. --exec starts a program once. It writes a state to the program, such as
/// X.O/.../..., and reads a move, such as 4, one line each. The program must always give
/// the same answer to the same state. It ends with this command, whatever ends that.
///
/// The report counts the different games that the player wins, draws and loses, over all
/// of its own choices and all replies. A missed win is a choice that gives a win away. A
/// blunder is a missed win, or a choice that turns a draw into a loss.
///
/// If states can come back in a game, or if it has more games than can be counted, the
/// report says only whether the player can be beaten, with a shortest game that it loses.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay audit trap-avoider --as second
  perfectplay audit --exec 'python3 my_player.py' --json
  perfectplay audit perfect --game morris:tapatan --as first")]
pub struct Args {
    /// A player of this program.
    #[arg(required_unless_present = "exec", value_parser = PossibleValuesParser::new(players()))]
    player: Option<String>,

    /// Audit this program: a command for the shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "player")]
    exec: Option<String>,

    /// How long the program may take for an answer.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "5",
        requires = "exec"
    )]
    timeout: Duration,

    /// How often casual errs, in percent [default: 25].
    #[arg(long, value_name = "PERCENT", value_parser = error_rate)]
    error_rate: Option<ErrorRate>,

    /// Whether the player moves first or second.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t)]
    side: Side,

    /// List at most this number of lost games. The text shows five of them, and --json all.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<usize>, default_value_t = 1000)]
    lines: usize,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    /// End with status 1 if any reply beats the player.
    #[arg(long)]
    require_unbeatable: bool,

    #[command(flatten)]
    game: TableArg,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Side {
    First,
    Second,
    #[default]
    Both,
}

/// The levels, and the players that games have of their own.
fn players() -> impl Iterator<Item = PossibleValue> {
    let levels = LevelName::value_variants().iter();
    let own = own_players().into_iter();
    levels
        .filter_map(LevelName::to_possible_value)
        .chain(own.map(|(name, about)| PossibleValue::new(name).help(about)))
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or("expected a number of seconds above 0")
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let report = args.game.open(&[], |game| args.report(game))?;
    print(&report, args.json)?;
    if args.require_unbeatable && !report.sides().all(|(_, side)| side.is_unbeatable()) {
        return Err(Failure::Told);
    }
    Ok(())
}

impl Args {
    fn report(&self, game: &dyn SolvedGame) -> Result<Report, Failure> {
        let Some(command) = &self.exec else {
            let name = self.player.as_deref();
            let name = name.expect("a player or a program, as the parser says");
            let contestant = self.contestant(name)?;
            return self.report_by(game, name, |side| game.audit(contestant, side, self.lines));
        };
        let broken = |error| Failure::Input(format!("player: {error}"));
        let mut program = External::start(command, self.timeout).map_err(broken)?;
        self.report_by(game, command, |side| {
            let answers = program.answers(game, side).map_err(broken)?;
            game.audit(Contestant::Answers(&answers), side, self.lines)
        })
    }

    fn contestant<'a>(&self, name: &'a str) -> Result<Contestant<'a>, Failure> {
        match LevelName::from_str(name, false) {
            Ok(level) => Ok(Contestant::Level(level.level(self.error_rate)?)),
            Err(_) if self.error_rate.is_some() => Err(no_error_rate()),
            Err(_) => Ok(Contestant::Own(name)),
        }
    }

    fn report_by(
        &self,
        game: &dyn SolvedGame,
        name: &str,
        mut audit: impl FnMut(Player) -> Result<Audited, Failure>,
    ) -> Result<Report, Failure> {
        let mut on = |side, player| {
            let is_asked = self.side == side || self.side == Side::Both;
            is_asked.then(|| audit(player)).transpose()
        };
        Ok(Report {
            game: game.spec(),
            strategy: name.to_owned(),
            first: on(Side::First, Player::First)?,
            second: on(Side::Second, Player::Second)?,
        })
    }
}

/// The result of an audit: the text and the JSON are both made of it.
#[derive(Serialize)]
struct Report {
    game: Spec,
    strategy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Audited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<Audited>,
}

impl Report {
    fn sides(&self) -> impl Iterator<Item = (&'static str, &Audited)> {
        let first = self.first.iter().map(|side| ("first", side));
        first.chain(self.second.iter().map(|side| ("second", side)))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, side)) in self.sides().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            let (player, verdict) = (&self.strategy, side.verdict());
            writeln!(f, "{separator}{player} as {name}: {verdict}")?;
            side.write_counts(f)?;
            side.write_lines(f)?;
        }
        Ok(())
    }
}

impl Audited {
    /// How many of the lost games the text shows.
    const LINES_SHOWN: usize = 5;

    /// How much of each, in characters.
    const WIDTH_SHOWN: usize = 200;

    fn is_unbeatable(&self) -> bool {
        self.lost == Some(0)
    }

    fn verdict(&self) -> String {
        match self.beaten_with_probability {
            _ if self.is_unbeatable() => "unbeatable.".to_owned(),
            None => "can be beaten.".to_owned(),
            Some(chance) => {
                let percent = 100.0 * chance;
                format!("the best opponent beats it with a chance of {percent:.1}%.")
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

    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.losing_lines.len().min(Self::LINES_SHOWN);
        if shown == 0 {
            return Ok(());
        }
        let lines = self.losing_lines[..shown]
            .iter()
            .map(|line| self.shown(line));
        write!(f, "  lost by   {}", lines.collect::<Vec<_>>().join(", "))?;
        match self.lost {
            Some(lost) if lost > shown as u64 => writeln!(f, " and {} more", lost - shown as u64),
            _ => writeln!(f),
        }
    }

    /// A lost game, with its start if there are several, and cut short if it is long.
    fn shown(&self, line: &LosingLine) -> String {
        let moves = line.moves.join(" ");
        let moves = match moves.char_indices().nth(Self::WIDTH_SHOWN) {
            Some((end, _)) => format!("{} ...", moves[..end].trim_end()),
            None => moves,
        };
        if self.has_several_starts {
            format!("from {}: {moves}", line.start)
        } else {
            moves
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that ships has one start each; one of an author may have several.
    #[test]
    fn lost_games_are_shown_with_their_start_if_there_are_several() {
        let mut audited = Audited {
            won: None,
            drawn: None,
            lost: None,
            beaten_with_probability: None,
            losing_lines: vec![LosingLine {
                start: "12".to_owned(),
                moves: vec!["3".to_owned(); 150],
            }],
            missed_wins: None,
            blunders: None,
            has_several_starts: false,
        };
        let cut = format!("{} ...", vec!["3"; 100].join(" "));
        assert_eq!(audited.shown(&audited.losing_lines[0]), cut);
        audited.has_several_starts = true;
        let with_start = format!("from 12: {cut}");
        assert_eq!(audited.shown(&audited.losing_lines[0]), with_start);
    }
}
