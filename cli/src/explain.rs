//! `perfectplay explain`: what the table says of a board, in words.

use std::fmt;
use std::io::Write;

use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Move, ParseStateError, Record, State, Value, lookup, principal_variation};

use crate::Failure;
use crate::board::{Board, mark};
use crate::effect::{Effect, Threats};
use crate::solved_game::SolvedGame;
use crate::tictactoe_view::{Answer, Plies};
use crate::{explain_text, open};

/// Explain a board in words.
///
/// Tells who wins and how: the threats and forks on the board, the only move where there
/// is one, best play to the end, and for each move that is not best the reply to it. A
/// player threatens a cell that would complete a line; two such cells are a fork.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay explain X.O/.../...
  perfectplay explain --game hexapawn:3x3 'OOO/X../.XX O'")]
pub struct Args {
    /// The board: its rows from the top, with . for an empty cell.
    state: String,

    #[command(flatten)]
    game: open::TableArg,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let text = args.state.as_str();
    if !args.game.is_usual() {
        let explain = &mut |book: &dyn SolvedGame| explain_text::run(book, text);
        return args.game.open(&[text], explain);
    }
    let state = text.parse();
    let state = state.map_err(|error: ParseStateError| Failure::invalid_state(text, &error))?;
    let mut out = anstream::stdout().lock();
    match Answer::of(state) {
        Answer::Reachable(view) if !view.status.is_over() => {
            let explanation = Explanation {
                state: view.state,
                record: view.record,
            };
            Ok(write!(out, "{explanation}")?)
        }
        // The board and one sentence say it all.
        over @ Answer::Reachable(_) => Ok(write!(out, "{over}")?),
        wrong @ Answer::Unreachable { .. } => {
            write!(out, "{wrong}")?;
            Err(Failure::Told)
        }
    }
}

/// The words for a game that goes on.
struct Explanation {
    state: State,
    record: Record,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Board {
            record: Some(self.record),
            ..Board::new(self.state)
        };
        writeln!(f, "{board}")?;
        self.write_verdict(f)?;
        self.write_only_move(f)?;
        self.write_threats(f)?;
        self.write_best_play(f)?;
        self.write_moves(f)
    }
}

impl Explanation {
    fn write_verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = Plies(self.record.distance().into());
        let mover = self.state.to_move();
        let (mover, opponent) = (mark(mover), mark(mover.other()));
        match self.record.value() {
            Value::Win => {
                match self.record.distance() {
                    1 => write!(f, "{mover} wins at once")?,
                    _ => write!(f, "{mover} wins in {plies} whatever {opponent} plays")?,
                }
                match principal_variation(&TicTacToe, self.state).next() {
                    Some((mv, after)) => {
                        writeln!(f, ": {mv} {}.", Effect::of(self.state, mv, after))
                    }
                    None => writeln!(f, "."),
                }
            }
            Value::Draw => writeln!(f, "With best play nobody wins: a draw in {plies}."),
            Value::Loss => writeln!(f, "{opponent} wins in {plies} whatever {mover} plays."),
        }
    }

    /// Tells of the move without which the value is gone, or in a lost state the time.
    fn write_only_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (keeping, what) = match self.record.value() {
            Value::Win => (self.record.winning(), "wins"),
            Value::Draw => (self.record.neutral(), "draws"),
            Value::Loss => (self.record.best(), "delays the end"),
        };
        match keeping.first() {
            Some(mv) if self.record.legal().len() == 1 => {
                writeln!(f, "{mv} is the only move left.")
            }
            Some(mv) if keeping.len() == 1 => writeln!(f, "{mv} is the only move that {what}."),
            _ => Ok(()),
        }
    }

    fn write_threats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = self.state.to_move();
        for player in [mover, mover.other()] {
            let threats = Threats::of(self.state, player);
            let player = mark(player);
            match threats.cells.len() {
                0 => {}
                1 => writeln!(f, "{player} threatens {threats}.")?,
                _ => writeln!(f, "{player} has a fork: {threats}.")?,
            }
        }
        Ok(())
    }

    fn write_best_play(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nBest play:")?;
        let mut before = self.state;
        for (mv, after) in principal_variation(&TicTacToe, self.state) {
            let player = mark(before.to_move());
            let effect = Effect::of(before, mv, after);
            writeln!(f, "  {player} {mv}  {after}  {effect}")?;
            before = after;
        }
        Ok(())
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nMoves:")?;
        for mv in self.record.legal() {
            if let Ok(after) = self.state.play(mv.index()) {
                self.write_move(f, mv, after)?;
            }
        }
        Ok(())
    }

    /// What a move is worth, and why: what it does, if it is good, else what answers it.
    fn write_move(&self, f: &mut fmt::Formatter<'_>, mv: Move, after: State) -> fmt::Result {
        let Some(reply) = lookup(after) else {
            return Ok(());
        };
        let best = self.record.best().contains(mv);
        let star = if best { '*' } else { ' ' };
        write!(f, " {star}{mv}  ")?;
        let plies = Plies(u32::from(reply.distance()) + 1);
        match reply.value().flip() {
            Value::Win => write!(f, "wins in {plies}: ")?,
            Value::Draw => write!(f, "draws: ")?,
            Value::Loss => write!(f, "loses in {plies}: ")?,
        }
        let answer = principal_variation(&TicTacToe, after).next();
        match answer {
            Some((answer, end)) if !best || self.record.value() == Value::Loss => {
                let opponent = mark(after.to_move());
                let effect = Effect::of(after, answer, end);
                writeln!(f, "{opponent} answers {answer}, which {effect}")
            }
            _ => writeln!(f, "{}", Effect::of(self.state, mv, after)),
        }
    }
}
