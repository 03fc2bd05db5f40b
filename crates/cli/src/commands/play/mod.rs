//! `perfectplay play`: plays any game against its table, or between two people.

mod keys;
mod series;
mod session;

use std::num::NonZero;

use perfectplay::round::Seat;
use perfectplay::{Level, Player, Solved};
use perfectplay_any::{AnyGame, Players};

use crate::Failure;
use crate::args::level::LevelParser;
use crate::args::moves::MovesArg;
use crate::args::number::positive;
use crate::args::number::whole_number;
use crate::args::oracle::OracleArg;
use crate::args::playbook::{PlaybookArg, not_for};
use crate::args::table::{TableArg, position};
use crate::context::Context;
use crate::io::clock::clock;
use keys::SquareKeys;
use series::Series;
use session::Session;

/// Play a game against the computer, or with two people.
///
/// Type a move by the name that is shown on its square, under its column, or in the list of moves.
/// Squares also have names as in chess, a letter for the column and a number for the row: a1 is at
/// the bottom left. You can also type a command. Type u or undo to take a move back, and r or redo
/// to play it again. Type ? or hint to see the value of each move. Type n or new to start a new
/// game. Type help to see the rules and the commands. Type q or quit to end the program. If a word
/// is both a move and a command, it means the move.
///
/// The players take turns to start a round. A game is drawn when the same state is on the board for
/// the third time.
///
/// With --playbook, the computer plays without a table. Hints need a table: add --table to see hints. If the book can
/// play only one side, the players do not take turns to start.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay play --as o --level casual:40
  perfectplay play --two-players --rounds 3 --keys numpad
  perfectplay play --game connect:4x4 --as second
  perfectplay play --state X.O/.../... --as second
  perfectplay play --game connect:5x5 --playbook connect.playbook")]
pub struct Args {
    /// Play as this player: first, second, or the game's name for a player, such as x or o
    /// [default: first].
    #[arg(long = "as", value_name = "PLAYER")]
    human: Option<String>,

    /// Begin each round in this state [default: the start of the game].
    #[arg(long, value_name = "STATE", conflicts_with = "playbook")]
    state: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    /// Let this player start the first round [default: first].
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// The level of the computer.
    #[arg(long, value_parser = LevelParser, default_value = "perfect")]
    level: Level,

    /// Let two people play, without the computer.
    #[arg(long, conflicts_with_all = ["human", "level", "seed", "playbook"])]
    two_players: bool,

    /// End after NUMBER rounds.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>)]
    rounds: Option<NonZero<u32>>,

    /// Choose the names of the squares of a 3 by 3 board.
    #[arg(long, value_enum, default_value = "names")]
    keys: SquareKeys,

    /// Seed the choices of the computer: with the same seed, the computer answers the same moves in
    /// the same way.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>)]
    seed: Option<u64>,

    #[command(flatten)]
    book: PlaybookArg,

    #[command(flatten)]
    game: TableArg,

    #[command(flatten)]
    oracle: OracleArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let state = args.state.as_deref();
    if args.moves.is_given() && args.book.is_given() {
        return Err(Failure::Use(
            "expected no --moves with --playbook, found both".to_owned(),
        ));
    }
    let read = |game: &AnyGame| args.moves.states(game, state.as_slice());
    let (table, states, book) = args.book.open(&args.game, &args.oracle, &read)?;
    let players = &table.info().players;
    let human = player("--as", args.human.as_deref(), players)?;
    let first = player("--first", args.first.as_deref(), players)?;
    let start = position(&table, &states);
    let legal = table.try_legal(start.state());
    if !states.is_empty() && legal.map_err(|error| table.error(error))?.is_none() {
        return Err(Failure::Input(format!(
            "{start}: no game reaches this state"
        )));
    }
    if args.keys == SquareKeys::Numpad && !keys::fit(&start.unjudged(), &start.picture()) {
        return Err(Failure::Use(
            "--keys numpad needs a game that is played on the squares of one board of 3 by 3"
                .to_owned(),
        ));
    }
    let mut seats = [Seat::Human; 2];
    if !args.two_players {
        seats[human.other() as usize] = Seat::Ai(args.level);
    }
    let mut alternates = true;
    if let Some(book) = &book {
        let side = if first == human {
            Player::Second
        } else {
            Player::First
        };
        if !book.data().plays(side) {
            return Err(not_for(
                side,
                &format!("play as {side} yourself (--as {side})"),
            ));
        }
        alternates = book.data().plays(side.other());
    }
    let session = Session {
        series: Series::new(&table, start.state(), seats, first, alternates),
        is_judged: book.is_none() || args.game.table.is_some(),
        book,
        last_round: args.rounds,
        keys: args.keys,
        entropy: args.seed.unwrap_or_else(clock),
        out: anstream::stdout().lock(),
    };
    Ok(session.run()?)
}

/// Returns the player that is called `name`, or the first player if `name` is `None`.
fn player(option: &str, name: Option<&str>, names: &Players) -> Result<Player, Failure> {
    let Some(name) = name else {
        return Ok(Player::First);
    };
    let matches = |player: &Player| {
        let order = player.to_string();
        [names.plain(*player), order.as_str()]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    Player::BOTH.into_iter().find(matches).ok_or_else(|| {
        let own = names
            .0
            .each_ref()
            .map(|name| name.to_lowercase())
            .join(", ");
        let known = if names.are_proper() {
            format!("{own}, first, second")
        } else {
            own
        };
        Failure::Use(format!(
            "invalid value '{name}' for '{option} <PLAYER>' [possible values: {known}]"
        ))
    })
}
