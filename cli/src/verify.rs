//! `perfectplay verify`: holds a table against the rules.

use std::fmt;
use std::path::PathBuf;

use indicatif::HumanCount;
use perfectplay::Verified;
use perfectplay::tictactoe::TicTacToe;
use serde::Serialize;

use crate::Failure;
use crate::game_arg::{GameArg, Spec};
use crate::open::{TableFile, solve};
use crate::print::print;
use crate::solved_game::{InText, SolvedGame};
use crate::tictactoe_view::Plies;

/// Verify a table: hold every record against the rules.
///
/// The verifier shares nothing with what made the table. Without a file it looks at the
/// table of tic-tac-toe that is in this program; any other game is solved first.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay verify
  perfectplay verify --json octopawn.table")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// A table that `perfectplay solve -o` has written; it tells of which game it is.
    file: Option<PathBuf>,

    /// Tell the result as one line of JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let spec = args.game.spec();
    let report = |book: &dyn SolvedGame| Ok(Report::of(book));
    let report = match &args.file {
        Some(path) => TableFile::read(path, &args.game)?.open(report)?,
        None if spec.is_usual() => report(&InText(&TicTacToe))?,
        None => solve(&spec, report)?,
    };
    print(&report, args.json)?;
    match report {
        Report::Sound { .. } => Ok(()),
        Report::Flawed { .. } => Err(Failure::Told),
    }
}

/// What the verifier says.
#[derive(Serialize)]
#[serde(untagged)]
enum Report {
    Sound {
        game: Spec,
        verified: bool,
        states: u64,
        wins: u64,
        draws: u64,
        losses: u64,
        /// Drawn states from which perfect play goes on for ever.
        endless: u64,
        /// The largest distance.
        longest: u32,
    },
    Flawed {
        game: Spec,
        verified: bool,
        problem: String,
    },
}

impl Report {
    fn of(book: &dyn SolvedGame) -> Self {
        let game = book.spec();
        match book.verify() {
            Ok(Verified {
                states,
                wins,
                draws,
                losses,
                endless,
                longest,
            }) => Self::Sound {
                game,
                verified: true,
                states,
                wins,
                draws,
                losses,
                endless,
                longest,
            },
            Err(error) => Self::Flawed {
                game,
                verified: false,
                problem: error.to_string(),
            },
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sound {
                game,
                states,
                longest,
                ..
            } => {
                let (states, longest) = (HumanCount(*states), Plies(*longest));
                writeln!(
                    f,
                    "{game}: {states} states, every record follows from the rules."
                )?;
                writeln!(
                    f,
                    "The longest way to an end under perfect play has {longest}."
                )
            }
            Self::Flawed { game, problem, .. } => writeln!(f, "{game}: {problem}."),
        }
    }
}
