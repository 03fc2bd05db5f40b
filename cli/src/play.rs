//! `perfectplay play`: games against the table, or between two people.

use std::io::{self, Write};
use std::num::NonZero;
use std::time::{SystemTime, UNIX_EPOCH};

use perfectplay::{ErrorRate, Move, Player, Record, RoundError, Seat, lookup};

use crate::board::{Board, mark};
use crate::conversation::{COMMANDS, Host, talk};
use crate::keys::Keys;
use crate::level_arg::{LevelName, error_rate};
use crate::series::{Contest, Ending, Score, Series, TicTacToeRound};
use crate::tictactoe_view::Verdict;
use crate::{Failure, open, play_text, whole_number};

/// Play against the table, or let two people play.
///
/// A cell is named by the number that stands in it, or by its row and column: a1 is top
/// left, a3 top right, c1 bottom left. Commands: u takes back, r plays again what was
/// taken back, ? shows what the table says of each cell, n starts a new game, q quits.
///
/// Other games list the moves as they are typed. There the players are A and B, and a game
/// is drawn when a state comes for the third time.
#[derive(Default, clap::Args)]
#[command(after_help = "Examples:
  perfectplay play --as o --level casual --error-rate 40
  perfectplay play --two-players --rounds 3 --keys numpad
  perfectplay play --game hexapawn:4x4 --as b")]
pub struct Args {
    /// Your mark; a or b in other games.
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

    /// The numbers of the cells of tic-tac-toe [default: rows].
    #[arg(long, value_enum)]
    keys: Option<Keys>,

    /// Where the choices of the computer begin: with the same number and the same moves
    /// it plays the same.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>)]
    seed: Option<u64>,

    #[command(flatten)]
    game: open::TableArg,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Mark {
    #[default]
    #[value(alias = "a")]
    X,
    #[value(alias = "b")]
    O,
}

impl From<Mark> for Player {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::X => Self::First,
            Mark::O => Self::Second,
        }
    }
}

fn rounds(text: &str) -> Result<NonZero<u32>, &'static str> {
    text.parse()
        .map_err(|_| "expected a whole number from 1 on")
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let setup = args.setup()?;
    if args.game.is_usual() {
        return Ok(play(setup, args.keys.unwrap_or_default())?);
    }
    if args.keys.is_some() {
        return Err(Failure::Use(
            "expected --keys with tic-tac-toe only, found another game".to_owned(),
        ));
    }
    args.game.open(&[], |book| Ok(play_text::run(book, setup)?))
}

/// Who plays, and for how long.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The seats of the player that *x* stands for, and of the other.
    pub seats: [Seat; 2],
    /// Who starts the first round.
    pub first: Player,
    last_round: Option<NonZero<u32>>,
    /// What the computer chooses by.
    pub entropy: u64,
}

impl Args {
    fn setup(&self) -> Result<Setup, Failure> {
        let mut seats = [Seat::Human; 2];
        if !self.two_players {
            let computer = Player::from(self.mark).other();
            seats[computer as usize] = Seat::Ai(self.level.level(self.error_rate)?);
        }
        Ok(Setup {
            seats,
            first: self.first.into(),
            last_round: self.rounds,
            entropy: self.seed.unwrap_or_else(clock),
        })
    }
}

impl Setup {
    /// The player whom the computer plays, if it does.
    pub fn computer(&self) -> Option<Player> {
        let players = [Player::First, Player::Second].into_iter();
        let mut computers = players.filter(|&player| self.seats[player as usize] != Seat::Human);
        computers.next()
    }

    /// Whether all rounds that were asked for are over.
    pub fn is_enough(&self, score: Score) -> bool {
        self.last_round
            .is_some_and(|last| score.rounds() >= last.get())
    }

    /// After a move of the computer: for the next one, another number.
    pub const fn renew_entropy(&mut self) {
        self.entropy = self.entropy.wrapping_add(1);
    }
}

/// Something that differs from game to game.
fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}

/// Plays rounds of tic-tac-toe.
fn play(setup: Setup, keys: Keys) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    if let Some(computer) = setup.computer() {
        let (human, computer) = (mark(computer.other()), mark(computer));
        writeln!(out, "You are {human}, the computer is {computer}.")?;
    }
    let range = keys.range();
    writeln!(out, "Cells: {range}, or a1 to c3, row by row from the top.")?;
    writeln!(out, "{COMMANDS}")?;
    talk(&mut TicTacToeHost {
        series: Series::of_tictactoe(setup.seats, setup.first),
        setup,
        keys,
        out,
    })
}

/// Keeps the board of tic-tac-toe.
struct TicTacToeHost<W> {
    series: Series<TicTacToeRound>,
    setup: Setup,
    keys: Keys,
    out: W,
}

impl<W: Write> TicTacToeHost<W> {
    /// Whose turn it is, by the mark shown.
    fn mover(&self) -> Player {
        let shown = &self.series.round;
        shown.shown(shown.round.mover())
    }

    /// Lets the computer move if it is its turn, and shows the board.
    fn go_on(&mut self) -> io::Result<()> {
        if let Some(mv) = self.series.round.round.respond(self.setup.entropy) {
            self.setup.renew_entropy();
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
            state: round.round.state(),
            record,
            first_mark: self.series.first(),
            keys: self.keys,
        };
        writeln!(self.out, "{board}")?;
        match round.ending() {
            None => return Ok(()),
            Some(Ending::Drawn) => writeln!(self.out, "A draw.")?,
            Some(Ending::WonBy(winner)) => {
                let line = self.keys.list(round.round.state().line_cells());
                writeln!(self.out, "{} wins: {line}.", mark(winner))?;
            }
        }
        writeln!(self.out, "Score: {}", self.series.score())
    }

    fn play_cell(&mut self, cell: u8) -> io::Result<()> {
        let round = &mut self.series.round;
        let Some(mv) = Move::new(cell) else {
            return Ok(());
        };
        match round.round.play(mv) {
            Ok(()) => self.go_on(),
            Err(RoundError::Over) => {
                writeln!(self.out, "expected n, u or q after the end, found a cell")
            }
            Err(error) => match round.round.state().cell(cell) {
                Some(by) => {
                    let (by, cell) = (mark(round.shown(by)), self.keys.label(cell));
                    writeln!(self.out, "expected an empty cell, found {by} in {cell}")
                }
                None => writeln!(self.out, "{error}"),
            },
        }
    }
}

impl<W: Write> Host for TicTacToeHost<W> {
    fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn is_finished(&self) -> bool {
        self.setup.is_enough(self.series.score())
    }

    fn prompt(&self) -> String {
        if self.series.round.ending().is_some() {
            "n, u or q".to_owned()
        } else {
            format!("{} to move", mark(self.mover()))
        }
    }

    fn start_round(&mut self) -> io::Result<()> {
        let (number, first) = (self.series.number(), mark(self.series.first()));
        writeln!(self.out, "\nRound {number}: {first} starts.\n")?;
        self.go_on()
    }

    fn next_round(&mut self) -> io::Result<()> {
        self.series.next();
        self.start_round()
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.series.round.round.undo() {
            0 => writeln!(self.out, "expected a move to take back, found none"),
            _ => self.show(None),
        }
    }

    fn redo(&mut self) -> io::Result<()> {
        match self.series.round.round.redo() {
            0 => writeln!(self.out, "expected a move to play again, found none"),
            _ => self.show(None),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        let record = lookup(self.series.round.round.state());
        let Some(record) = record.filter(|record| !record.legal().is_empty()) else {
            return writeln!(self.out, "expected a game that goes on, found its end");
        };
        self.show(Some(record))?;
        let verdict = Verdict::of(self.mover(), record);
        writeln!(self.out, "{verdict}. + wins, = draws, - loses, * is best.")
    }
    fn play(&mut self, text: &str) -> io::Result<()> {
        match self.keys.cell(text) {
            Some(cell) => self.play_cell(cell),
            None => {
                let range = self.keys.range();
                writeln!(
                    self.out,
                    "expected a cell ({range}, or a1 to c3) or a command (u r ? n q), \
                     found {text:?}"
                )
            }
        }
    }
}
