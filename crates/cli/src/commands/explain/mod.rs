//! `perfectplay explain`: explains a state in words.

mod effect;
mod line;

use std::fmt;
use std::io::Write;

use perfectplay::{Move, Player, Value};
use perfectplay_any::{Answer, AnyGame, AnyTable, Choice, Error, Picture, Position};
use perfectplay_present::drawing::BoardDrawing;
use perfectplay_present::state::StateText;
use perfectplay_present::words::{InWords, PlyCount, Verdict, capitalized};

use crate::Failure;
use crate::args::moves::MovesArg;
use crate::args::oracle::{OnInterrupt, OracleArg};
use crate::args::table::{TableArg, position, read_states};
use crate::context::Context;
use crate::io::lines::{STDIN, answer_states, report_line};
use effect::{Effect, Threats};
use line::{ExplainedLine, player_before_move, width};

/// Explain a state of a game in words.
///
/// The explanation says who wins and how. It names the threats and forks on the board, and shows
/// best play to the end. If there is only one good move, the explanation names this move. For each
/// good move, the explanation tells what the move does; for each bad move, it names the best reply.
/// A player threatens a square if a move there would complete a line. A fork is two or more squares
/// that a player threatens at the same time.
///
/// With --moves, the command plays the moves, and says which of them gave a win or a draw away. The
/// first move is played in the state, or at the start of the game if no state is given.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay explain X.O/.../...
  perfectplay explain --game connect:4x4 ..../X.../O.../XO..
  perfectplay explain --moves 4 0 1 3 2 6
  perfectplay explain --game hexapawn:3x3 'OOO/X../.XX O'")]
pub struct Args {
    /// The state [default: the start of the game]. `perfectplay games` shows how the states of each
    /// game are written. With -, states are read from standard input, one on each line.
    state: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    game: TableArg,

    #[command(flatten)]
    oracle: OracleArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let is_stdin = args.state.as_deref() == Some(STDIN);
    if is_stdin {
        args.moves.expect_none_with_stdin()?;
    }
    let state = args.state.as_deref().filter(|_| !is_stdin);
    let read = |game: &AnyGame| read_states(game, state.as_slice());
    let (table, states) = args
        .game
        .open_to_ask(&args.oracle, OnInterrupt::End, &read)?;
    if is_stdin {
        return explain_lines(&table);
    }
    let start = position(&table, &states);
    if args.moves.is_given() {
        let text = state.map_or_else(|| start.text(), str::to_owned);
        let line = ExplainedLine::new(start, text, args.moves.names())?;
        return Ok(write!(anstream::stdout().lock(), "{line}")?);
    }
    explain(&start)
}

/// Writes the explanation of a state. Fails if no game reaches the state.
fn explain(position: &Position<'_>) -> Result<(), Failure> {
    let explanation = Explanation::new(position)?;
    write!(anstream::stdout().lock(), "{explanation}")?;
    match explanation.now.view.is_reachable() {
        true => Ok(()),
        false => Err(Failure::Reported),
    }
}

/// Explains each state in standard input. Each line of the input is one state. Writes an empty line
/// between explanations.
fn explain_lines(table: &AnyTable) -> Result<(), Failure> {
    let mut is_first = true;
    let mut answer = |line: &str, _| {
        let position = table.parse(line).map_err(Error::from)?;
        if !is_first {
            writeln!(anstream::stdout())?;
        }
        is_first = false;
        explain(&position)
    };
    answer_states(&mut answer, &mut report_line)
}

struct DrawnState<'t> {
    view: Answer<'t>,
    picture: Picture,
}

impl<'t> DrawnState<'t> {
    fn new(position: &Position<'t>) -> Result<Self, Failure> {
        Ok(Self {
            view: position.answer()?,
            picture: position.picture(),
        })
    }

    /// Looks up a state on a line of best play, and describes its board. Fails if the table does not contain the state.
    fn reached(position: &Position<'t>) -> Result<Self, Failure> {
        let scene = Self::new(position)?;
        match scene.view.is_reachable() {
            true => Ok(scene),
            false => Err(position.no_record().into()),
        }
    }

    /// Says in words what the move `choice` does. `after` is the state after the move.
    fn effect(&self, choice: &Choice, after: &Self) -> Option<String> {
        let effect = Effect {
            before: &self.picture,
            after: &after.picture,
            mover: self.view.to_move,
            place: choice.place,
            ends: after.view.is_over(),
        };
        effect.words()
    }

    fn choice(&self, mv: Move) -> &Choice {
        self.view.choice_of(mv).expect("a legal move")
    }
}

struct Explanation<'t> {
    now: DrawnState<'t>,
    best_play: Vec<BestPlayMove>,
    /// Whether the line of best play comes back to an earlier state, so that play never ends.
    returns: bool,
    moves: Vec<Explained>,
}

struct BestPlayMove {
    /// The name of the player, with a space after it; empty if the state does not tell whose turn it is.
    player: String,
    mv: String,
    after: String,
    effect: Option<String>,
}

struct Explained {
    effect: Option<String>,
    /// The best reply; `None` if the game is over after the move. `.0`: the name of the reply. `.1`: the effect of the
    /// reply in words.
    answer: Option<(String, Option<String>)>,
}

impl<'t> Explanation<'t> {
    fn new(position: &Position<'t>) -> Result<Self, Failure> {
        let now = DrawnState::new(position)?;
        let best_play = position.best_play()?;
        let mut before = DrawnState::new(position)?;
        let mut steps = Vec::new();
        for (mv, position) in &best_play.plies {
            let after = DrawnState::reached(position)?;
            let choice = before.choice(*mv);
            steps.push(BestPlayMove {
                player: player_before_move(&before.view),
                effect: before.effect(choice, &after),
                mv: choice.name.clone(),
                after: after.view.state.clone(),
            });
            before = after;
        }
        let explained = |choice: &Choice| {
            let position = position.play(choice.mv).expect("a legal move");
            let after = DrawnState::reached(&position)?;
            let answer = match position.best_move()? {
                None => None,
                Some(mv) => {
                    let answer = after.choice(mv);
                    let end = DrawnState::new(&position.play(mv).expect("a legal move"))?;
                    let effect = after.effect(answer, &end);
                    let mover = now.view.to_move;
                    let words = if mover.is_some() && mover == after.view.to_move {
                        format!("{} goes on with {}", now.view.mover(), answer.name)
                    } else {
                        format!("{} answers {}", now.view.opponent(), answer.name)
                    };
                    Some((words, effect))
                }
            };
            let effect = now.effect(choice, &after);
            Ok(Explained { effect, answer })
        };
        let moves = now.view.choices.iter().map(explained);
        let moves = moves.collect::<Result<_, Failure>>()?;
        Ok(Self {
            now,
            best_play: steps,
            returns: best_play.returns,
            moves,
        })
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DrawnState { view, picture } = &self.now;
        match view.verdict {
            Some((value, distance)) if !view.is_over() => {
                let board = BoardDrawing::with_values(view, picture);
                writeln!(f, "{board}")?;
                self.write_outlook(f, value, distance)?;
                self.write_only_move(f, value)?;
                self.write_threats(f)?;
                self.write_best_play(f)?;
                self.write_moves(f, value)
            }
            // The board and one sentence say everything about a finished game.
            _ => write!(f, "{}", StateText { view, picture }),
        }
    }
}

impl Explanation<'_> {
    fn write_outlook(
        &self,
        f: &mut fmt::Formatter<'_>,
        value: Value,
        distance: Option<u32>,
    ) -> fmt::Result {
        let (mover, opponent) = (self.now.view.mover(), self.now.view.opponent());
        match (value, distance.map(PlyCount)) {
            (Value::Win, plies) => {
                let mover = capitalized(&mover);
                match plies {
                    Some(PlyCount(1)) => write!(f, "{mover} wins at once")?,
                    None => write!(f, "{mover} wins whatever {opponent} plays")?,
                    Some(plies) => write!(f, "{mover} wins in {plies} whatever {opponent} plays")?,
                }
                let first = self.best_play.first();
                match first.and_then(|first| Some((&first.mv, first.effect.as_ref()?))) {
                    Some((mv, effect)) => writeln!(f, ": {mv} {effect}."),
                    None => writeln!(f, "."),
                }
            }
            (Value::Loss, plies) => {
                let opponent = capitalized(&opponent);
                let plies = plies.map_or_else(String::new, |plies| format!(" in {plies}"));
                writeln!(f, "{opponent} wins{plies} whatever {mover} plays.")
            }
            (_, Some(plies)) => writeln!(f, "With best play nobody wins: a draw in {plies}."),
            (_, None) if self.now.view.info.is_loopy => {
                writeln!(f, "With best play nobody wins, and the game never ends.")
            }
            (_, None) => writeln!(f, "With best play nobody wins."),
        }
    }

    /// If only one move keeps the value of the state, writes the name of this move. In a lost
    /// state, writes the name of the only move that delays the end.
    fn write_only_move(&self, f: &mut fmt::Formatter<'_>, value: Value) -> fmt::Result {
        let view = &self.now.view;
        let (keeping, what) = match value {
            Value::Win => (view.of_kind(value), "wins"),
            Value::Draw => (view.of_kind(value), "draws"),
            Value::Loss => (view.best(), "delays the end"),
        };
        match keeping[..] {
            [mv] if view.choices.len() == 1 => writeln!(f, "{mv} is the only move left."),
            [mv] => writeln!(f, "{mv} is the only move that {what}."),
            _ => Ok(()),
        }
    }

    fn write_threats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = &self.now.view;
        let mover = view.to_move.unwrap_or(Player::First);
        for player in [mover, mover.other()] {
            let threats = Threats::new(&self.now.picture, player);
            let player = capitalized(&view.info.players.noun(player));
            match threats.squares().len() {
                0 => {}
                1 => writeln!(f, "{player} threatens {}.", threats.words())?,
                _ => writeln!(f, "{player} has a fork: {}.", threats.words())?,
            }
        }
        Ok(())
    }

    fn write_best_play(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nBest play:")?;
        let width = width(self.best_play.iter().map(|step| &step.mv));
        for step in &self.best_play {
            let BestPlayMove {
                player, mv, after, ..
            } = step;
            write!(f, "  {player}{mv:width$}  {after}")?;
            match &step.effect {
                Some(effect) => writeln!(f, "  {effect}")?,
                None => writeln!(f)?,
            }
        }
        if self.returns {
            writeln!(
                f,
                "The last state has been on the board before: the game never ends."
            )?;
        }
        Ok(())
    }

    /// Writes the value of each move, and the reason for the value. The reason for a good move is
    /// what the move does on the board. For a bad move, the opponent's best reply is the reason.
    fn write_moves(&self, f: &mut fmt::Formatter<'_>, value: Value) -> fmt::Result {
        writeln!(f, "\nMoves:")?;
        let view = &self.now.view;
        let width = width(view.choices.iter().map(|choice| &choice.name));
        for (choice, explained) in view.choices.iter().zip(&self.moves) {
            let star = if choice.is_best { '*' } else { ' ' };
            write!(
                f,
                " {star}{:width$}  {}",
                choice.name,
                Verdict::of_move(view, choice)
            )?;
            let is_good = choice.is_best && value != Value::Loss;
            match (&explained.effect, &explained.answer) {
                (Some(effect), _) if is_good => writeln!(f, ": {effect}")?,
                (_, Some((answer, Some(effect)))) => writeln!(f, ": {answer}, which {effect}")?,
                (_, Some((answer, None))) => writeln!(f, ": {answer}")?,
                (Some(effect), None) => writeln!(f, ": {effect}")?,
                (None, None) => writeln!(f)?,
            }
        }
        Ok(())
    }
}
