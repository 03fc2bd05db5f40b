//! `perfectplay check`: finds mistakes in the rules of a game.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use indicatif::HumanCount;
use perfectplay::Player;
use perfectplay::check::{Check, Checked, End, StateCounts};
use serde::Serialize;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::number::whole_number;
use crate::context::Context;
use crate::io::print::print;

/// Check the rules of a game for mistakes that would mislead a solver.
///
/// The check compares what the rules say about each state: its moves, its key, its tier and its
/// symmetric images. If the game has more than --states states, the check also plays random games,
/// and checks the states that occur in them.
///
/// The check prints the number of states at each ply, and the number of finished states for each
/// outcome. If not all states of a ply were found, this ply and all later plies are left out. Count
/// the states of the first plies by hand, and compare. A remark is about something unusual that may
/// be right, such as a move that is never legal.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay check --game hexapawn:4x4 --states 1000 --walks 10")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Check up to NUMBER states before playing random games.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<usize>, default_value = "100000")]
    states: usize,

    /// Play NUMBER random games, if not all states were checked before.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u32>, default_value = "100")]
    walks: u32,

    /// Seed the random games: another number plays other games.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value = "0")]
    seed: u64,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let check = Check::new()
        .states(args.states)
        .walks(args.walks)
        .seed(args.seed);
    let game = args.game.game();
    let checked = game.check(check);
    let report = CheckReport::new(Arc::clone(&game.info().spec), &checked);
    print(&report, args.json)?;
    if report.findings.is_empty() {
        Ok(())
    } else {
        Err(Failure::Reported)
    }
}

#[derive(Serialize)]
struct CheckReport {
    game: Arc<str>,
    states: usize,
    /// Whether all states of the game were checked.
    complete: bool,
    findings: Vec<String>,
    remarks: Vec<String>,
    /// The number of states at each ply. The ply of a state is its distance from the nearest start.
    /// If not all states of a ply were found, the list ends before this ply.
    states_by_ply: Vec<usize>,
    /// The number of finished states for each outcome.
    ends: BTreeMap<&'static str, usize>,
    /// The states at each ply and the finished states for each outcome, which the text report
    /// prints.
    #[serde(skip)]
    counts: StateCounts,
}

impl CheckReport {
    fn new(game: Arc<str>, checked: &Checked) -> Self {
        let counts = &checked.counts;
        let ends = counts.ends.iter().map(|&(end, count)| {
            let name = match end {
                End::WonBy(Player::First) => "won_by_first",
                End::WonBy(Player::Second) => "won_by_second",
                End::Won => "won_by_mover",
                End::Lost => "lost_by_mover",
                End::Drawn => "drawn",
            };
            (name, count)
        });
        Self {
            game,
            states: checked.states,
            complete: checked.complete,
            findings: checked.findings.iter().map(ToString::to_string).collect(),
            remarks: checked.remarks.iter().map(ToString::to_string).collect(),
            states_by_ply: counts.by_ply.clone(),
            ends: ends.collect(),
            counts: counts.clone(),
        }
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, states) = (&self.game, HumanCount(self.states as u64));
        if self.complete && self.states == 1 {
            writeln!(f, "{game}: checked the only state.")?;
        } else if self.complete {
            writeln!(f, "{game}: checked all {states} states.")?;
        } else {
            writeln!(f, "{game}: checked {states} states, but there are more.")?;
        }
        writeln!(f, "{}", self.counts)?;
        for remark in &self.remarks {
            writeln!(f, "remark: {remark}")?;
        }
        if self.findings.is_empty() {
            return writeln!(f, "No problems found.");
        }
        self.findings
            .iter()
            .try_for_each(|finding| writeln!(f, "{finding}"))
    }
}
