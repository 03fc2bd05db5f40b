//! `perfectplay play --game`: any game against its table, or between two people.

use std::io::{self, StdoutLock, Write};

use perfectplay::Player;

use crate::conversation::{COMMANDS, Host, talk};
use crate::play::Setup;
use crate::round::Round;
use crate::series::{Contest, Ending, Series};
use crate::solved_game::SolvedGame;
use crate::state_view::{Kinds, List, Verdict};

/// Plays rounds of the book's game.
pub fn run(book: &dyn SolvedGame, setup: Setup) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(computer) = setup.computer() {
        let (human, computer) = (name(computer.other()), name(computer));
        writeln!(out, "You are {human}, the computer is {computer}.")?;
    }
    writeln!(out, "{COMMANDS}")?;
    let first = Round::new(book, setup.seats, setup.first);
    talk(&mut AnyHost {
        series: Series::new(setup.seats, setup.first, first),
        setup,
        out,
    })
}

const fn name(player: Player) -> &'static str {
    Round::NAMES[player as usize]
}

/// Keeps the board of any game.
struct AnyHost<'b> {
    series: Series<Round<'b>>,
    setup: Setup,
    out: StdoutLock<'static>,
}

impl AnyHost<'_> {
    /// Lets the computer move if it is its turn, and shows the board.
    fn go_on(&mut self) -> io::Result<()> {
        if let Some(mv) = self.series.round.respond(self.setup.entropy) {
            self.setup.renew_entropy();
            writeln!(self.out, "The computer plays {mv}.\n")?;
        }
        self.show()
    }

    /// Shows the board, and the moves or how the game ended.
    fn show(&mut self) -> io::Result<()> {
        let round = &self.series.round;
        let view = round.view();
        writeln!(self.out, "{}\n", view.rows())?;
        match round.ending() {
            None => return writeln!(self.out, "moves  {}\n", List(&view.moves(|_| true))),
            Some(Ending::WonBy(winner)) => writeln!(self.out, "{} wins.", name(winner))?,
            Some(Ending::Drawn) if round.is_repetition() => {
                writeln!(self.out, "The same for the third time: a draw.")?;
            }
            Some(Ending::Drawn) => writeln!(self.out, "A draw.")?,
        }
        writeln!(self.out, "Score: {}", self.series.score())
    }
}

impl Host for AnyHost<'_> {
    fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn is_finished(&self) -> bool {
        self.setup.is_enough(self.series.score())
    }

    fn prompt(&self) -> String {
        if self.series.round.is_over() {
            "n, u or q".to_owned()
        } else {
            format!("{} to move", name(self.series.round.mover()))
        }
    }

    fn start_round(&mut self) -> io::Result<()> {
        let (number, first) = (self.series.number(), name(self.series.first()));
        writeln!(self.out, "\nRound {number}: {first} starts.\n")?;
        self.go_on()
    }

    fn next_round(&mut self) -> io::Result<()> {
        self.series.next();
        self.start_round()
    }

    fn undo(&mut self) -> io::Result<()> {
        if self.series.round.undo() {
            self.show()
        } else {
            writeln!(self.out, "expected a move to take back, found none")
        }
    }

    fn redo(&mut self) -> io::Result<()> {
        if self.series.round.redo() {
            self.show()
        } else {
            writeln!(self.out, "expected a move to play again, found none")
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        let round = &self.series.round;
        let view = round.view();
        match view.verdict {
            Some((value, distance)) if !round.is_over() => {
                let mover = name(round.mover());
                let verdict = Verdict { value, distance };
                writeln!(self.out, "{mover} {verdict}.\n{}\n", Kinds(view))
            }
            _ => writeln!(self.out, "expected a game that goes on, found its end"),
        }
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let round = &mut self.series.round;
        if round.is_over() {
            return writeln!(self.out, "expected n, u or q after the end, found {text:?}");
        }
        match round.find(text) {
            Some(mv) => {
                round.play(&mv);
                self.go_on()
            }
            None => {
                let moves = round.view().moves(|_| true);
                let moves = List(&moves);
                writeln!(
                    self.out,
                    "expected a move ({moves}) or a command (u r ? n q), found {text:?}"
                )
            }
        }
    }
}
