//! `perfectplay audit`: is a player really unbeatable?

use std::fmt;
use std::num::NonZero;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Command, ValueEnum};
use perfectplay::level::ErrorRate;
use perfectplay::{Player, Value};
use serde::Serialize;

use crate::asking::Asking;
use crate::auditing::{Audited, Contestant, Extent, Finding, LosingLine, MistakeText};
use crate::catalogue::Catalogue;
use crate::level_arg::{LevelName, error_rate, no_error_rate};
use crate::number_arg::{positive, seconds};
use crate::open::TableArg;
use crate::print::print;
use crate::protocol::Program;
use crate::side_arg::Side;
use crate::solved_game::SolvedGame;
use crate::spec::Spec;
use crate::wording::List;
use crate::{Failure, whole_number};

/// Prove or refute that a player is unbeatable, by playing it against every reply.
///
/// The player is a level of this program, a player that the game has of its own, or any
/// program. --exec starts a program once. It writes a state to the program, such as
/// X.O/.../..., and reads a move, such as 4, one line each. An answer may also be the set of
/// all moves that the program may play, such as 0 2 6: each is then as likely as the others.
/// The program must always give the same answer to the same state. It ends with this command,
/// whatever ends that. docs/protocol.md has programs in three languages.
///
/// The report counts the different games that the player wins, draws and loses, over all
/// of its own choices and all replies. A missed win is a choice that gives a win away. A
/// blunder is a missed win, or a choice that turns a draw into a loss. The report lists the
/// states in which the player errs; `perfectplay explain` explains them, and the lost games
/// with --moves.
///
/// If states can come back in a game, or if it has more games than can be counted, the
/// report says only whether the player can be beaten, with a shortest game that it loses.
///
/// The status is 3 if the program does not speak the protocol: a side that was finished
/// before is still reported.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay audit trap-avoider --as second --symmetry
  perfectplay audit --exec 'python3 my_player.py' --name mine --repeat 10 --json
  perfectplay audit perfect --game morris:tapatan --as first")]
pub struct Args {
    /// A player of this program.
    #[arg(required_unless_present = "exec")]
    player: Option<String>,

    /// Audit this program: a command for the shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "player")]
    exec: Option<String>,

    /// What the report calls the player.
    #[arg(long)]
    name: Option<String>,

    /// How long the program may take for an answer. The first answer may take ten times as
    /// long, since the program has to start.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "5",
        conflicts_with = "player"
    )]
    timeout: Duration,

    /// How often the program is asked about each state. More often finds more of what it does
    /// only now and then.
    #[arg(
        long,
        value_name = "TIMES",
        value_parser = positive::<NonZero<u32>>,
        default_value = "2",
        conflicts_with = "player"
    )]
    repeat: NonZero<u32>,

    /// Count an illegal or missing answer as a lost game, instead of stopping. A program that
    /// has ended, or takes too long, is started again.
    #[arg(long, conflicts_with = "player")]
    forfeit: bool,

    /// Treat states that are turned or mirrored images of each other as one: the program is
    /// asked about one of them, and mistakes are listed once.
    #[arg(long)]
    symmetry: bool,

    /// How often casual errs, in percent [default: 25].
    #[arg(long, value_name = "PERCENT", value_parser = error_rate)]
    error_rate: Option<ErrorRate>,

    /// Whether the player moves first or second.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t)]
    side: Side,

    /// List at most this number of lost games. The text shows five of them, and --json all.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<usize>, default_value_t = 1000)]
    lines: usize,

    /// Answer with one JSON object. It has all mistakes.
    #[arg(long)]
    json: bool,

    /// End with status 1 if the player loses by its own fault: if any reply beats it, or, in a
    /// game that is lost from the start, if it makes a mistake.
    #[arg(long)]
    require_unbeatable: bool,

    #[command(flatten)]
    game: TableArg,
}

/// The subcommand, whose player is a level, or a player that a game has of its own.
pub fn of_catalogue(subcommand: Command, catalogue: &Catalogue) -> Command {
    let levels = LevelName::value_variants().iter();
    let own = catalogue.own_players().into_iter();
    let players = levels
        .filter_map(LevelName::to_possible_value)
        .chain(own.map(|(name, about)| PossibleValue::new(name).help(about)));
    subcommand.mut_arg("player", |arg| {
        arg.value_parser(PossibleValuesParser::new(players))
    })
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let report = args.game.open(&[], |game| args.report(game))?;
    print(&report, args.json)?;
    if let Some(problem) = report.problem() {
        return Err(Failure::Player(format!("player: {problem}")));
    }
    if args.require_unbeatable && !report.sides().all(|(_, side)| side.is_faultless()) {
        return Err(Failure::Told);
    }
    Ok(())
}

impl Args {
    fn report(&self, game: &dyn SolvedGame) -> Result<Report, Failure> {
        let Some(command) = &self.exec else {
            let player = self.player.as_deref();
            let player = player.expect("a player or a program, as the parser says");
            return self.report_by(game, player, |extent| {
                game.audit(self.contestant(player)?, extent)
            });
        };
        let mut program = Program::new(command, self.timeout);
        let asking = Asking {
            times: self.repeat,
            symmetry: self.symmetry,
            forfeit: self.forfeit,
        };
        self.report_by(game, command, |extent| {
            game.audit(Contestant::Program(&mut program, asking), extent)
        })
    }

    fn contestant<'a>(&self, name: &'a str) -> Result<Contestant<'a, 'a>, Failure> {
        match LevelName::from_str(name, false) {
            Ok(level) => Ok(Contestant::Level(level.level(self.error_rate)?)),
            Err(_) if self.error_rate.is_some() => Err(no_error_rate()),
            Err(_) => Ok(Contestant::Own(name)),
        }
    }

    fn report_by(
        &self,
        game: &dyn SolvedGame,
        player: &str,
        mut audit: impl FnMut(Extent) -> Result<Finding, Failure>,
    ) -> Result<Report, Failure> {
        let mut report = Report {
            game: game.spec(),
            strategy: self.name.as_deref().unwrap_or(player).to_owned(),
            answers_per_state: self.exec.as_ref().map(|_| self.repeat),
            first: None,
            second: None,
        };
        if self.side.includes(Player::First) {
            report.first = Some(audit(self.extent(Player::First))?);
        }
        if self.side.includes(Player::Second) && report.problem().is_none() {
            report.second = Some(audit(self.extent(Player::Second))?);
        }
        Ok(report)
    }

    const fn extent(&self, side: Player) -> Extent {
        Extent {
            side,
            lines: self.lines,
            mistakes: if self.json {
                usize::MAX
            } else {
                Audited::MISTAKES_SHOWN
            },
            symmetry: self.symmetry,
        }
    }
}

/// The result of an audit: the text and the JSON are both made of it.
#[derive(Serialize)]
struct Report {
    game: Spec,
    strategy: String,
    /// How often a program was asked about each state.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers_per_state: Option<NonZero<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<Finding>,
}

impl Report {
    fn findings(&self) -> impl Iterator<Item = (&'static str, &Finding)> {
        let first = self.first.iter().map(|side| ("first", side));
        first.chain(self.second.iter().map(|side| ("second", side)))
    }

    /// The sides that are finished.
    fn sides(&self) -> impl Iterator<Item = (&'static str, &Audited)> {
        self.findings().filter_map(|(name, finding)| match finding {
            Finding::Audited(side) => Some((name, side)),
            Finding::Broken(_) => None,
        })
    }

    /// Why a side is not finished.
    fn problem(&self) -> Option<String> {
        self.findings().find_map(|(_, finding)| match finding {
            Finding::Audited(_) => None,
            Finding::Broken(broken) => Some(broken.to_string()),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, side)) in self.sides().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            let (player, verdict) = (
                &self.strategy,
                side.verdict(self.answers_per_state.is_some()),
            );
            writeln!(f, "{separator}{player} as {name}: {verdict}")?;
            side.write_counts(f)?;
            side.write_lines(f)?;
            side.write_mistakes(f)?;
            side.write_forfeits(f)?;
        }
        Ok(())
    }
}

impl Audited {
    /// How many of the lost games the text shows.
    const LINES_SHOWN: usize = 5;

    /// How many of the mistakes the text shows.
    const MISTAKES_SHOWN: usize = 5;

    /// How much of each lost game, in characters.
    const WIDTH_SHOWN: usize = 200;

    fn is_unbeatable(&self) -> bool {
        self.lost == Some(0)
    }

    /// Whether the player does not lose by its own fault.
    fn is_faultless(&self) -> bool {
        self.is_unbeatable() || self.value == Value::Loss && self.blunders == 0
    }

    fn verdict(&self, as_it_answered: bool) -> String {
        let game_is_lost = self.value == Value::Loss;
        match (self.blunders, self.beaten_with_probability) {
            _ if self.is_unbeatable() && as_it_answered => "unbeatable as it answered.".to_owned(),
            _ if self.is_unbeatable() => "unbeatable.".to_owned(),
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

    fn write_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.won, self.drawn, self.lost) {
            (Some(won), Some(drawn), Some(lost)) => {
                writeln!(f, "  games     won {won}, drawn {drawn}, lost {lost}")?;
            }
            _ => writeln!(f, "  games     more than can be counted")?,
        }
        let (missed, blunders) = (self.missed_wins, self.blunders);
        writeln!(f, "  mistakes  missed wins {missed}, blunders {blunders}")
    }

    /// The first mistakes, a line each.
    fn write_mistakes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.mistakes.iter().take(Self::MISTAKES_SHOWN).enumerate() {
            let label = if i == 0 { "errs at" } else { "" };
            writeln!(f, "  {label:9} {mistake}")?;
        }
        match self.mistakes_in_all.saturating_sub(Self::MISTAKES_SHOWN) {
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
            None if moves.is_empty() => "no move".to_owned(),
            None => moves,
        };
        if self.has_several_starts {
            format!("from {}: {moves}", line.start)
        } else {
            moves
        }
    }
}

impl fmt::Display for MistakeText {
    /// `X../.O./..X: 2 loses, and 1 3 5 7 draw`. The state is written as a shell reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "./-_,:".contains(c);
        let quote = if self.state.chars().all(is_plain) {
            ""
        } else {
            "'"
        };
        let verb = |value, one| match (value, one) {
            (Value::Win, true) => "wins",
            (Value::Win, false) => "win",
            (Value::Draw, true) => "draws",
            (Value::Draw, false) => "draw",
            (Value::Loss, _) => "loses",
        };
        let mv = self.mv.as_deref().unwrap_or("no legal move");
        let good = List(self.good.iter().map(String::as_str));
        write!(
            f,
            "{quote}{}{quote}: {mv} {}, and {good} {}",
            self.state,
            verb(self.after, true),
            verb(self.before, self.good.len() == 1)
        )
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
            missed_wins: 0,
            blunders: 0,
            value: Value::Draw,
            mistakes: Vec::new(),
            mistakes_in_all: 0,
            forfeits: Vec::new(),
            has_several_starts: false,
        };
        let cut = format!("{} ...", vec!["3"; 100].join(" "));
        assert_eq!(audited.shown(&audited.losing_lines[0]), cut);
        audited.has_several_starts = true;
        let with_start = format!("from 12: {cut}");
        assert_eq!(audited.shown(&audited.losing_lines[0]), with_start);
    }
}
