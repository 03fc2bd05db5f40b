//! Plays Connect Four on a board of 5 by 5 cells in the terminal, against a player that cannot be
//! beaten. The program contains the value of each of the 69,763,700 states.
//!
//! With `--demo`, the built-in player plays both sides.

use std::env;
use std::error::Error;
use std::io::{self, BufRead, Write};

use perfectplay::{Game, Level, Move, Player, Value, Wdl};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

/// The value of every state. `cargo run --release --features make --bin make-values` writes the
/// file `connect-5x5.values`.
static VALUES: &[u8] = include_bytes!("../connect-5x5.values");

fn main() -> Result<(), Box<dyn Error>> {
    let demo = env::args().any(|argument| argument == "--demo");
    let game = Connect::with_parameters("5x5").ok_or("expected a size of the board")?;
    let values = Wdl::from_bytes(game, VALUES)?;
    let mut state = game.start();
    let mut entropy = 0;
    loop {
        println!("{}", board(&game, state)?);
        if let Some(value) = game.outcome(state) {
            let loser = game.to_move(state).filter(|_| value == Value::Loss);
            println!(
                "{}",
                match loser.map(Player::other) {
                    Some(Player::First) => "X has won.",
                    Some(Player::Second) => "O has won.",
                    None => "A draw.",
                }
            );
            return Ok(());
        }
        let mv = if demo || game.to_move(state) == Some(Player::Second) {
            // Any number may decide between equally good moves, for example the time.
            Level::Perfect.choose(&values, state, entropy)
        } else {
            ask(&game, state)?
        };
        let Some(mv) = mv else {
            println!("Until next time.");
            return Ok(());
        };
        state = game.play(state, mv);
        entropy += 1;
    }
}

/// Returns the board, with the names of the columns below it.
fn board(game: &Connect, state: <Connect as Game>::State) -> Result<String, std::fmt::Error> {
    let mut cells = String::new();
    game.write_state(state, &mut cells)?;
    Ok(cells.replace('/', "\n") + "\nabcde\n")
}

/// Asks for a column until the user names an open column. Returns `None` at the end of the input.
fn ask(game: &Connect, state: <Connect as Game>::State) -> io::Result<Option<Move>> {
    loop {
        print!("Your column, a to e: ");
        io::stdout().flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            println!();
            return Ok(None);
        }
        let named = |mv: &Move| {
            let mut name = String::new();
            game.write_move(state, *mv, &mut name).is_ok() && name == line.trim()
        };
        match game.legal(state).iter().find(named) {
            Some(mv) => return Ok(Some(mv)),
            None => println!("Expected an open column, found {:?}.", line.trim()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the values are undamaged. Then plays a few thousand games, and compares the
    /// value of each state with the best value among the states after its moves.
    #[test]
    fn values_follow_from_each_other() -> Result<(), Box<dyn Error>> {
        let game = Connect::with_parameters("5x5").ok_or("expected a size of the board")?;
        let values = Wdl::from_bytes(game, VALUES)?;
        values.validate()?;
        assert_eq!(values.value(game.start()), Value::Draw);
        assert_eq!(values.data().states(), 69_763_700);
        for entropy in 0..3_000 {
            let mut state = game.start();
            for ply in 0.. {
                let (value, judged) = (values.value(state), values.judge(state));
                let Some(mv) = Level::Random.choose(&values, state, entropy * 32 + ply) else {
                    assert_eq!(game.outcome(state), Some(value));
                    break;
                };
                let best = [
                    (Value::Win, judged.winning),
                    (Value::Draw, judged.neutral),
                    (Value::Loss, judged.losing),
                ];
                let best = best.into_iter().find(|(_, moves)| !moves.is_empty());
                assert_eq!(best.map(|(value, _)| value), Some(value), "{state:?}");
                state = game.play(state, mv);
            }
        }
        Ok(())
    }
}
