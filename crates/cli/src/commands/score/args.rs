//! Defines the arguments of `perfectplay score`, which measures one player or ranks several. The type `Measured` is a
//! player that is measured alone.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use perfectplay::Level;
use perfectplay_any::AnyTable;

use crate::Failure;
use crate::args::number::{positive, seconds, whole_number};
use crate::args::oracle::{OnInterrupt, ProofArg};
use crate::args::side::SideArg;
use crate::args::table::TableArg;

/// Measure how well a player plays, or rank many players.
///
/// If the player is a level of this program, or a command (--exec), it is measured alone. The player plays games, or is
/// asked about positions that are drawn at random. The report says how the games ended. For each ply, it gives the
/// share of moves that kept the value of the position, and the share of best moves. The report also lists the most
/// frequent mistakes. Each share comes with Wilson's interval of 95 %, which assumes that moves are independent. The
/// player may be slow, may learn, and may choose at random. `perfectplay audit` is for players that always give the
/// same answer.
///
/// Players in files are ranked, the best player first. The extension of a file says what runs it: python3 runs .py,
/// node runs .js and .mjs, java runs .java, and sh runs .sh. Any other file is run if it is executable. In a directory,
/// each such file is a player. All players are asked about the same positions. Then each player is audited. A player
/// that is too slow for an audit, or that does not always give the same answer, plays games against the perfect player
/// instead. A player that loses such a game by its own fault can be beaten. An illegal or missing answer counts as a
/// lost game. Unbeatable players come first. The unbeatable players, and likewise the others, are ordered by the share
/// of their moves that keep the value. If these shares are equal, the player with fewer forfeits comes first. Players
/// that crashed come last.
///
/// In a game that is too large to solve, the values are proved when they are needed. To draw a position, the command
/// plays a game at random, and draws one of its positions. Ranked players play games, since an audit would ask about
/// too many states. An answer whose value is not proved within --seconds is counted as unproved, and the shares leave
/// it out. A game stays unfinished if a level cannot choose a move, because the values that it needs are not proved. If
/// there are unproved answers or unfinished games, the status is 4.
///
/// After Ctrl-C, the report counts the games or positions that were finished, and the status is 130.
///
/// Each program speaks the protocol of docs/protocol.md. With the same seed, the same positions are
/// drawn, and the levels of this program repeat their moves.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay score --exec 'python3 my_player.py' --games 200 --opponent casual
  perfectplay score --exec 'python3 my_player.py' --positions 500 --log scored.jsonl
  perfectplay score random --opponent perfect --json
  perfectplay score players/
  perfectplay score players/ --positions 500 --limit 300 -o ranking.html
  perfectplay score --exec 'python3 my_player.py' --game connect:7x6 --positions 100
  perfectplay score anna.py ben.js ./chloe --game connect:4x4 --json")]
pub struct Args {
    /// A level of this program to measure, or files and directories of players to rank.
    #[arg(required_unless_present = "exec", value_name = "LEVEL|FILE|DIR")]
    pub(super) players: Vec<PathBuf>,

    /// Measure the program that this shell command starts.
    #[arg(long, value_name = "COMMAND", conflicts_with = "players")]
    pub(super) exec: Option<String>,

    /// Call the measured player by this name in the report.
    #[arg(long)]
    pub(super) name: Option<String>,

    /// Play NUMBER games [default: 100]. A ranked player plays games only if it cannot be audited. The default is then
    /// 20.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>)]
    pub(super) games: Option<NonZero<u32>>,

    /// Ask for moves in NUMBER different positions [default for ranked players: 200]. With this
    /// option, a measured player plays no games. All positions of a solved game are equally likely.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>)]
    pub(super) positions: Option<NonZero<u32>>,

    /// Let the measured player play against this opponent: a level of this program, or a shell
    /// command that starts another program [default: perfect].
    #[arg(long, value_name = "PLAYER", conflicts_with = "positions")]
    pub(super) opponent: Option<String>,

    /// Let the measured player play this side [default: both]. With both, the player moves first in
    /// every second game.
    #[arg(long = "as", value_name = "SIDE", value_enum)]
    pub(super) side: Option<SideArg>,

    /// Seed all choices: another number draws other positions, and makes the levels of this
    /// program choose other moves.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value = "0")]
    pub(super) seed: u64,

    /// Wait at most SECONDS for each answer of a program. For the first answer, wait ten times as
    /// long, because the program has to start.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    pub(super) timeout: Duration,

    /// Count an illegal or missing answer of the measured player as a lost game and report it,
    /// instead of stopping. A program that has ended, or that takes too long, is started again.
    #[arg(long)]
    pub(super) forfeit: bool,

    /// Append each finished game or position of the measured player to this file, as a line of
    /// JSON. If the file exists, the run continues where the file ends.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Judge each ranked player for at most SECONDS [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) limit: Option<Duration>,

    /// Judge NUMBER ranked players at once, and use NUMBER threads for proofs [default: one for
    /// each core].
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<usize>>)]
    pub(super) threads: Option<NonZero<usize>>,

    /// Answer with one JSON object.
    #[arg(long)]
    pub(super) json: bool,

    /// Write the ranking as a page in HTML to this file; - is standard output.
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) game: TableArg,

    #[command(flatten)]
    pub(super) proofs: ProofArg,
}

/// The single player that `score` measures. This type is not used when `score` ranks several players.
#[derive(Clone, Copy)]
pub enum Measured<'a> {
    Level(Level),
    Command(&'a str),
}

impl Args {
    /// Returns the player that is measured alone; `None` if players are ranked.
    pub(super) fn measured(&self) -> Result<Option<Measured<'_>>, Failure> {
        if let Some(command) = &self.exec {
            return Ok(Some(Measured::Command(command)));
        }
        let [only] = &self.players[..] else {
            return Ok(None);
        };
        match only.to_string_lossy().parse() {
            Ok(level) => Ok(Some(Measured::Level(level))),
            Err(_) if only.exists() => Ok(None),
            Err(error) => Err(Failure::Use(format!(
                "invalid value '{}' for '<LEVEL|FILE|DIR>': {error}, a file or a directory",
                only.display()
            ))),
        }
    }

    /// Opens the table of the game. For a game that is too large to solve, returns an oracle, which proves each value
    /// when it is needed.
    pub(super) fn open(&self, interrupt: OnInterrupt) -> Result<AnyTable, Failure> {
        let threads = self.threads.map(NonZero::get);
        self.game.open_to_judge(&self.proofs, threads, interrupt)
    }
}
