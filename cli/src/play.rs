//! `perfectplay play`: a game against the table.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use perfectplay::{ErrorRate, Level, Player, Round, Seat, Status};

use crate::Failure;
use crate::board::Board;

/// Play against the table.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay play --as o --level casual")]
pub struct Args {
    /// Who you are; X moves first.
    #[arg(long = "as", value_enum, default_value = "x")]
    side: Side,

    /// How well the computer plays.
    #[arg(long, value_enum, default_value = "perfect")]
    level: LevelName,

    /// The choices of the computer: the same number, the same game.
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    X,
    O,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LevelName {
    Perfect,
    Invincible,
    Casual,
    Random,
}

impl LevelName {
    /// How often *casual* errs.
    const PERCENT: u8 = 25;

    fn level(self) -> Level {
        match self {
            Self::Perfect => Level::Perfect,
            Self::Invincible => Level::Invincible,
            Self::Casual => {
                Level::Casual(ErrorRate::from_percent(Self::PERCENT).unwrap_or_default())
            }
            Self::Random => Level::Random,
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let computer = Seat::Ai(args.level.level());
    let mut round = match args.side {
        Side::X => Round::new(Seat::Human, computer),
        Side::O => Round::new(computer, Seat::Human),
    };
    let mut entropy = args.seed.unwrap_or_else(clock);
    let mut lines = io::stdin().lock().lines();
    let mut out = io::stdout().lock();
    loop {
        if let Some(mv) = round.respond(entropy) {
            entropy = entropy.wrapping_add(1);
            writeln!(out, "The computer plays {mv}.")?;
            continue;
        }
        let board = Board {
            state: round.state(),
            record: None,
            first_mark: Player::X,
        };
        writeln!(out, "\n{board}")?;
        match round.status() {
            Status::Won(player) => return Ok(writeln!(out, "{player} wins.")?),
            Status::Drawn => return Ok(writeln!(out, "A draw.")?),
            Status::Ongoing => {}
        }
        write!(out, "Your cell (0 to 8): ")?;
        out.flush()?;
        let Some(line) = lines.next() else {
            return Ok(writeln!(out)?);
        };
        match line?.trim().parse() {
            Ok(cell) => {
                if let Err(error) = round.play(cell) {
                    writeln!(out, "{error}")?;
                }
            }
            Err(_) => writeln!(out, "expected a number from 0 to 8")?,
        }
    }
}

/// Something that differs from game to game.
fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}
