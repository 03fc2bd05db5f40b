//! A series of rounds at a prompt.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;

use perfectplay::level::entropy;
use perfectplay::round::Ending;
use perfectplay::{Move, Moves, Player, Value};
use perfectplay_any::{self as any, Answer, Picture, Playbook, Players, Position};
use perfectplay_games::show::Square;
use perfectplay_present::drawing::{BoardDrawing, names_all_moves};
use perfectplay_present::state::{Kinds, WinningLine};
use perfectplay_present::words::{List, Verdict};

use super::keys::SquareKeys;
use super::series::Series;
use crate::io::lines::Lines;

/// The commands that can be typed instead of moves.
const COMMANDS: &str = "u undo, r redo, ? hint, n new game, q quit";

/// A series of rounds that the user plays at a prompt. `out` is the stream for the answers.
pub struct Session<'t, W> {
    pub series: Series<'t>,
    pub last_round: Option<NonZero<u32>>,
    pub keys: SquareKeys,
    /// The random number with which the computer chooses one of the moves that its level allows.
    pub entropy: u64,
    /// The playbook from which the computer takes its moves; `None` if the computer uses the table.
    pub book: Option<Playbook>,
    /// Whether the input `?` can show the values of moves. If the user gave a playbook without a table, it cannot,
    /// because a playbook contains no values.
    pub is_judged: bool,
    pub out: W,
}

impl<'t, W: Write> Session<'t, W> {
    /// Reads lines from standard input and answers them, until the input ends or the user
    /// quits.
    pub fn run(mut self) -> io::Result<()> {
        if let Some(computer) = self.series.computer() {
            let [human, computer] = [computer.other(), computer].map(|who| self.series.name(who));
            writeln!(self.out, "You are {human}, the computer is {computer}.")?;
        }
        self.how_to_play()?;
        let mut lines = Lines::from_stdin();
        // If the input is not a terminal, a prompt would only clutter the output.
        let prompts = io::stdin().is_terminal();
        self.start_round()?;
        while !self.is_finished() {
            if prompts {
                write!(self.out, "{}: ", self.prompt())?;
            }
            self.out.flush()?;
            let line = match lines.next() {
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    writeln!(self.out, "{error}.")?;
                    continue;
                }
                line => line?,
            };
            let Some(line) = line else {
                if prompts {
                    writeln!(self.out)?;
                }
                break;
            };
            let word = line.trim().to_ascii_lowercase();
            let is_move = self.scene().0.choice(&line).is_some();
            match word.as_str() {
                _ if is_move => self.play(&line)?,
                "u" | "undo" => self.undo()?,
                "r" | "redo" => self.redo()?,
                "?" | "hint" => self.hint()?,
                "n" | "new" => {
                    self.series.next();
                    self.start_round()?;
                }
                "q" | "quit" => break,
                "help" => self.help()?,
                _ => self.play(&line)?,
            }
        }
        writeln!(self.out, "Bye.")
    }

    fn help(&mut self) -> io::Result<()> {
        let rules = &self.series.round.solved().info().rules;
        writeln!(self.out, "{rules}")?;
        self.how_to_play()
    }

    fn how_to_play(&mut self) -> io::Result<()> {
        writeln!(self.out, "Type a move by its name. Commands: {COMMANDS}.")
    }

    /// Returns whether all rounds that the user asked for are finished.
    fn is_finished(&self) -> bool {
        let rounds = self.series.score().rounds();
        self.last_round.is_some_and(|last| rounds >= last.get())
    }

    fn prompt(&self) -> String {
        if self.series.round.ending().is_some() {
            "n, u or q".to_owned()
        } else {
            format!("{} to move", self.mover())
        }
    }

    fn mover(&self) -> String {
        let person = self.series.person(self.series.round.mover());
        self.series.name(person)
    }

    fn start_round(&mut self) -> io::Result<()> {
        let (number, first) = (self.series.number(), self.mover());
        writeln!(self.out, "\nRound {number}: {first} starts.\n")?;
        self.go_on()
    }

    /// Describes the state on the board. Returns an answer without values of moves, and a picture of the board. The
    /// option `--keys` decides how squares are named.
    fn scene(&self) -> (Answer<'t>, Picture) {
        self.named(self.position().unjudged())
    }

    /// Returns `view`, and the picture of the board. In both, the option `--keys` decides how squares are named.
    fn named(&self, mut view: Answer<'t>) -> (Answer<'t>, Picture) {
        let mut picture = self.position().picture();
        self.keys.rename(&mut view, &mut picture);
        (view, picture)
    }

    fn position(&self) -> Position<'t> {
        let round = &self.series.round;
        round.solved().position(round.state())
    }

    /// Makes the computer's moves until it is a person's turn, and shows the board.
    fn go_on(&mut self) -> io::Result<()> {
        loop {
            let (view, _) = self.scene();
            let (mv, remark) = match self.respond() {
                Ok(mv) => (mv, ""),
                Err(any::Error::Unproved) => {
                    let mv = self.guess()?;
                    (Some(mv), " It had to choose before the proof was done.")
                }
                Err(error) => return Err(io::Error::other(error)),
            };
            let Some(mv) = mv else {
                if self.series.round.awaits_ai() {
                    return Err(io::Error::other(self.position().no_record()));
                }
                return self.show(false);
            };
            self.entropy = self.entropy.wrapping_add(1);
            let choice = view.choices.iter().find(|choice| choice.mv == mv);
            let name = choice.map_or("", |choice| &choice.name);
            writeln!(self.out, "The computer plays {name}.{remark}\n")?;
        }
    }

    /// If it is the computer's turn, plays a move. The move comes from the book if there is one, and from the table
    /// otherwise.
    fn respond(&mut self) -> Result<Option<Move>, any::Error> {
        let position = self.position();
        let round = &mut self.series.round;
        let Some(book) = &self.book else {
            let answered = round.try_respond(self.entropy);
            return answered.map_err(|error| round.solved().error(error));
        };
        if !round.awaits_ai() {
            return Ok(None);
        }
        let unknown = || any::Error::Flaw(format!("the playbook has no move in {position}"));
        let mv = book.choose(&position).ok_or_else(unknown)?;
        let played = round.play_for_ai(mv);
        played.map_err(|error| any::Error::Flaw(error.to_string()))?;
        Ok(Some(mv))
    }

    /// Plays a move for the computer when the values were not proved in time. Chooses a move that
    /// is known to win, or else a move that is not known to lose.
    fn guess(&mut self) -> io::Result<Move> {
        let view = self.position().answer().map_err(io::Error::other)?;
        let of_kind = |value| {
            view.choices
                .iter()
                .filter(move |choice| choice.value == value)
        };
        let (winning, losing) = (of_kind(Value::Win), of_kind(Value::Loss));
        let hopeful = of_kind(Value::Draw).chain(&view.unproved);
        let moves = [
            winning.map(|choice| choice.mv).collect::<Moves>(),
            hopeful.map(|choice| choice.mv).collect(),
            losing.map(|choice| choice.mv).collect(),
        ];
        let moves = moves.into_iter().find(|moves| !moves.is_empty());
        let moves = moves.unwrap_or_default();
        let chosen = entropy(self.entropy, self.position().key()) % u64::from(moves.len().max(1));
        let mv = moves
            .nth(chosen as u32)
            .ok_or_else(|| io::Error::other(self.position().no_record()))?;
        let played = self.series.round.play_for_ai(mv);
        played.map_err(io::Error::other)?;
        Ok(mv)
    }

    /// Shows the board. If the round is over, also shows the result. During a round, lists the legal moves, unless the
    /// board shows the name of every move. If `marked` is set, also shows the value of each move.
    fn show(&mut self, marked: bool) -> io::Result<()> {
        let (mut view, picture) = match marked {
            true => self.named(self.position().answer().map_err(io::Error::other)?),
            false => self.scene(),
        };
        let ending = self.series.round.ending();
        if ending.is_some() {
            // After a draw by repetition, no move is left.
            view.choices.clear();
        }
        let board = BoardDrawing {
            view: &view,
            picture: &picture,
            marked,
            swapped: self.series.is_swapped(),
        };
        writeln!(self.out, "{board}")?;
        match ending {
            None if marked => return self.show_hint(&view, &picture),
            None if names_all_moves(&view, &picture) => return Ok(()),
            None => return writeln!(self.out, "Moves: {}\n", List(view.moves(|_| true))),
            Some(Ending::WonBy(winner)) => {
                let name = self.series.name(self.series.person(winner));
                let players = &self.names_of_players();
                let line = WinningLine {
                    picture: &picture,
                    winner,
                    players,
                };
                writeln!(self.out, "{name} wins{line}.")?;
            }
            Some(Ending::Drawn) => writeln!(self.out, "A draw.")?,
            Some(Ending::Repetition) => {
                writeln!(self.out, "A draw: the same state for the third time.")?;
            }
        }
        writeln!(self.out, "Score: {}.", self.series.score())
    }

    /// Returns the names of the two players of the series. The first name belongs to the player who starts the current
    /// round.
    fn names_of_players(&self) -> Players {
        let names = &self.series.round.solved().info().players;
        let people = Player::BOTH.map(|player| self.series.person(player));
        Players(people.map(|person| names.plain(person).to_owned()))
    }

    /// Shows the value of the position. If the board shows every move, also explains the marks of winning, neutral and
    /// losing moves on the board. If the board does not show every move, lists the winning, neutral and losing moves.
    fn show_hint(&mut self, view: &Answer<'_>, picture: &Picture) -> io::Result<()> {
        let Some((value, distance)) = view.verdict else {
            return writeln!(self.out, "No proof was found within the limits.");
        };
        let verdict = Verdict {
            value,
            distance,
            knows_distances: view.info.is_loopy,
        };
        let mover = self.mover();
        if names_all_moves(view, picture) {
            writeln!(
                self.out,
                "{mover} to move {verdict}. + wins, = is neutral, - loses, * is best."
            )
        } else {
            writeln!(self.out, "{mover} to move {verdict}.\n{}\n", Kinds(view))
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.series.round.undo() {
            0 => writeln!(self.out, "Nothing to undo."),
            _ => self.show(false),
        }
    }

    fn redo(&mut self) -> io::Result<()> {
        match self.series.round.redo() {
            0 => writeln!(self.out, "Nothing to redo."),
            _ => self.show(false),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.series.round.ending().is_some() {
            return self.say_that_it_is_over();
        }
        if !self.is_judged {
            return writeln!(self.out, "The playbook does not know the values of moves.");
        }
        self.show(true)
    }

    fn say_that_it_is_over(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "The round is over: n starts a new one, u takes back, q quits."
        )
    }

    /// Plays the move that is called `text`, or reports that there is no such move.
    fn play(&mut self, text: &str) -> io::Result<()> {
        if self.series.round.ending().is_some() {
            return self.say_that_it_is_over();
        }
        let (view, picture) = self.scene();
        let mv = match self.keys {
            // The user types the names of keys, not the game's names of the squares.
            SquareKeys::Numpad => view.find(&picture, text),
            SquareKeys::Names => self.position().find_move(text),
        };
        if let Some(mv) = mv {
            return match self.series.round.play(mv) {
                Ok(()) => self.go_on(),
                Err(error) => writeln!(self.out, "{error}"),
            };
        }
        let square = picture.find_square(text);
        match square.map(|square| picture.square(square)) {
            Some(Square::Piece { .. } | Square::Common(_)) => {
                writeln!(self.out, "{text} is taken.")
            }
            _ => {
                let moves = List(view.moves(|_| true));
                writeln!(
                    self.out,
                    "{text:?} is not a move. Moves: {moves}. Commands: u r ? n q."
                )
            }
        }
    }
}
