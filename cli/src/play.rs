//! `perfectplay play`: games against the table, or between two people.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::time::{SystemTime, UNIX_EPOCH};

use perfectplay::{ErrorRate, Level, PlayError, Player, Record, Seat, Status};

use crate::Failure;
use crate::board::Board;
use crate::keys::Keys;
use crate::lines::Lines;
use crate::series::Series;
use crate::view::Verdict;

/// Play against the table, or let two people play.
///
/// A cell is named by the number that stands in it, or by its row and column: a1 is top
/// left, a3 top right, c1 bottom left. Commands: u takes back, r plays again what was
/// taken back, ? shows what the table says of each cell, n starts a new game, q quits.
#[derive(Default, clap::Args)]
#[command(after_help = "Examples:
  perfectplay play --as o --level casual --error-rate 40
  perfectplay play --two-players --rounds 3 --keys numpad")]
pub struct Args {
    /// Your mark.
    #[arg(long = "as", value_name = "MARK", value_enum, default_value_t)]
    mark: Mark,

    /// The mark that starts the first round; then they take turns to start.
    #[arg(long, value_name = "MARK", value_enum, default_value_t)]
    first: Mark,

    /// How well the computer plays.
    #[arg(long, value_enum, default_value_t)]
    level: LevelName,

    /// How often casual errs, in percent [default: 25].
    #[arg(long, value_name = "PERCENT", value_parser = error_rate)]
    error_rate: Option<ErrorRate>,

    /// Two people play; the computer only watches.
    #[arg(long, conflicts_with_all = ["mark", "level", "error_rate", "seed"])]
    two_players: bool,

    /// End after so many rounds.
    #[arg(long, value_name = "NUMBER", value_parser = rounds)]
    rounds: Option<NonZero<u32>>,

    /// The numbers of the cells.
    #[arg(long, value_enum, default_value_t)]
    keys: Keys,

    /// Where the choices of the computer begin: with the same number and the same moves
    /// it plays the same.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Mark {
    #[default]
    X,
    O,
}

impl From<Mark> for Player {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::X => Self::X,
            Mark::O => Self::O,
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum LevelName {
    /// The fastest win, the slowest loss, and traps in a draw
    #[default]
    Perfect,
    /// Never loses what is not lost, but takes its time
    Invincible,
    /// Errs now and then
    Casual,
    /// Any legal move
    Random,
}

/// How often *casual* errs unless somebody says otherwise.
pub const USUAL_ERROR_RATE: ErrorRate = ErrorRate::from_percent(25).expect("a percentage");

fn rounds(text: &str) -> Result<NonZero<u32>, &'static str> {
    text.parse()
        .map_err(|_| "expected a whole number from 1 on")
}

pub fn error_rate(text: &str) -> Result<ErrorRate, &'static str> {
    let rate = text.parse().ok().and_then(ErrorRate::from_percent);
    rate.ok_or("expected a whole number from 0 to 100")
}

impl Args {
    fn level(&self) -> Result<Level, Failure> {
        match (self.level, self.error_rate) {
            (LevelName::Casual, rate) => Ok(Level::Casual(rate.unwrap_or(USUAL_ERROR_RATE))),
            (_, Some(_)) => Err(Failure::Use(
                "expected --level casual with --error-rate, found another level".to_owned(),
            )),
            (LevelName::Perfect, None) => Ok(Level::Perfect),
            (LevelName::Invincible, None) => Ok(Level::Invincible),
            (LevelName::Random, None) => Ok(Level::Random),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut seats = [Seat::Human; 2];
    let mut out = anstream::stdout().lock();
    if !args.two_players {
        let human = Player::from(args.mark);
        let computer = human.other();
        seats[computer as usize] = Seat::Ai(args.level()?);
        writeln!(out, "You are {human}, the computer is {computer}.")?;
    }
    let range = args.keys.range();
    writeln!(out, "Cells: {range}, or a1 to c3, row by row from the top.")?;
    writeln!(out, "u undo, r redo, ? hint, n new game, q quit")?;
    let mut host = Host {
        series: Series::new(seats, args.first.into()),
        last_round: args.rounds,
        keys: args.keys,
        entropy: args.seed.unwrap_or_else(clock),
        out,
    };
    Ok(host.play(&mut Lines::of_stdin())?)
}

/// Something that differs from game to game.
fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}

/// Reads what people type, and shows what comes of it.
struct Host<W> {
    series: Series,
    last_round: Option<NonZero<u32>>,
    keys: Keys,
    /// What the computer chooses by: another number for each move.
    entropy: u64,
    out: W,
}

impl<W: Write> Host<W> {
    fn play(&mut self, lines: &mut Lines<io::StdinLock<'_>>) -> io::Result<()> {
        // Where nobody types, a prompt only gets into the way of the next line.
        let prompts = io::stdin().is_terminal();
        self.start_round()?;
        while !self.is_finished() {
            if prompts {
                self.prompt()?;
            }
            self.out.flush()?;
            let Some(line) = lines.next()? else {
                if prompts {
                    writeln!(self.out)?;
                }
                break;
            };
            match Input::read(&line, self.keys) {
                Some(Input::Cell(cell)) => self.mark(cell)?,
                Some(Input::Undo) => self.undo()?,
                Some(Input::Redo) => self.redo()?,
                Some(Input::Hint) => self.hint()?,
                Some(Input::New) => {
                    self.series.next();
                    self.start_round()?;
                }
                Some(Input::Quit) => break,
                None => {
                    let range = self.keys.range();
                    writeln!(
                        self.out,
                        "expected a cell ({range}, or a1 to c3) or a command (u r ? n q), \
                         found {line:?}"
                    )?;
                }
            }
        }
        writeln!(self.out, "Bye.")
    }

    /// Whether all rounds that were asked for are over.
    fn is_finished(&self) -> bool {
        self.last_round
            .is_some_and(|last| self.series.score().rounds() >= last.get())
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.series.round.status().is_over() {
            write!(self.out, "n, u or q: ")
        } else {
            let mover = self.mover();
            write!(self.out, "{mover} to move: ")
        }
    }

    /// Whose turn it is, by the mark shown.
    fn mover(&self) -> Player {
        let round = &self.series.round;
        round.mark(round.state().to_move())
    }

    fn start_round(&mut self) -> io::Result<()> {
        let (number, first) = (self.series.number(), self.series.first());
        writeln!(self.out, "\nRound {number}: {first} starts.\n")?;
        self.go_on()
    }

    /// Lets the computer move if it is its turn, and shows the board.
    fn go_on(&mut self) -> io::Result<()> {
        if let Some(mv) = self.series.round.respond(self.entropy) {
            self.entropy = self.entropy.wrapping_add(1);
            let cell = self.keys.label(mv.index());
            writeln!(self.out, "The computer plays {cell}.\n")?;
        }
        self.show(None)
    }

    /// Shows the board, with what the table says if that was asked for, and how a game
    /// ended.
    fn show(&mut self, record: Option<Record>) -> io::Result<()> {
        let round = &self.series.round;
        let board = Board {
            state: round.state(),
            record,
            first_mark: self.series.first(),
            keys: self.keys,
        };
        writeln!(self.out, "{board}")?;
        match round.status() {
            Status::Ongoing => return Ok(()),
            Status::Drawn => writeln!(self.out, "A draw.")?,
            Status::Won(winner) => {
                let line = self.keys.list(round.state().line_cells());
                writeln!(self.out, "{} wins: {line}.", round.mark(winner))?;
            }
        }
        writeln!(self.out, "Score: {}", self.series.score())
    }

    fn mark(&mut self, cell: u8) -> io::Result<()> {
        match self.series.round.play(cell) {
            Ok(()) => self.go_on(),
            Err(PlayError::Occupied { cell, by }) => {
                let (mark, cell) = (self.series.round.mark(by), self.keys.label(cell));
                writeln!(self.out, "expected an empty cell, found {mark} in {cell}")
            }
            Err(PlayError::GameOver { .. }) => {
                writeln!(self.out, "expected n, u or q after the end, found a cell")
            }
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.series.round.undo() {
            0 => writeln!(self.out, "expected a move to take back, found none"),
            _ => self.show(None),
        }
    }

    fn redo(&mut self) -> io::Result<()> {
        match self.series.round.redo() {
            0 => writeln!(self.out, "expected a move to play again, found none"),
            _ => self.show(None),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        let Some(record) = self.series.round.hints() else {
            return writeln!(self.out, "expected a game that goes on, found its end");
        };
        self.show(Some(record))?;
        let verdict = Verdict::of(self.mover(), record);
        writeln!(self.out, "{verdict}. + wins, = draws, - loses, * is best.")
    }
}

/// What somebody may type.
enum Input {
    Cell(u8),
    Undo,
    Redo,
    Hint,
    New,
    Quit,
}

impl Input {
    fn read(text: &str, keys: Keys) -> Option<Self> {
        Some(match text {
            "u" | "U" => Self::Undo,
            "r" | "R" => Self::Redo,
            "?" => Self::Hint,
            "n" | "N" => Self::New,
            "q" | "Q" => Self::Quit,
            cell => Self::Cell(keys.cell(cell)?),
        })
    }
}
