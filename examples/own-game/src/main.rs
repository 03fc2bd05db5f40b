//! Hexapawn in the terminal. The table has White and moves first; you have Black, and can
//! win.
//!
//! `--demo` lets the table play both sides.

mod rules;

use std::env;
use std::io::{self, BufRead, Write};

use perfectplay::{Game, Level, Move, table};
use rules::{Hexapawn, State};

table!(static HEXAPAWN: Hexapawn = Hexapawn { columns: 3, rows: 3 }, "hexapawn");

fn main() -> io::Result<()> {
    let demo = env::args().any(|argument| argument == "--demo");
    let game = HEXAPAWN.game();
    let mut state = game.start();
    let mut plies = 0;
    while let Some(known) = HEXAPAWN.lookup(state) {
        println!("{}", board(state));
        if known.legal().is_empty() {
            let loser = ["White", "Black"][state.turn];
            println!("{loser} has lost.");
            break;
        }
        let mv = if demo || state.turn == 0 {
            // Any number decides between moves that are as good: a clock would do as well.
            Level::Perfect.choose(&HEXAPAWN, state, plies)
        } else {
            ask(state)?
        };
        let Some(mv) = mv else {
            println!("Until next time.");
            break;
        };
        println!("{}", name(state, mv));
        state = game.play(state, mv);
        plies += 1;
    }
    Ok(())
}

/// Asks for a move until it is a legal one; `None` at the end of input.
fn ask(state: State) -> io::Result<Option<Move>> {
    let legal = HEXAPAWN.game().legal(state);
    loop {
        print!("Your move, such as a3a2: ");
        io::stdout().flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            println!();
            return Ok(None);
        }
        match legal.iter().find(|&mv| name(state, mv) == line.trim()) {
            Some(mv) => return Ok(Some(mv)),
            None => {
                let names: Vec<String> = legal.iter().map(|mv| name(state, mv)).collect();
                println!(
                    "Expected one of {}, found {:?}.",
                    names.join(", "),
                    line.trim()
                );
            }
        }
    }
}

/// A move as from square to square, such as `a3a2`.
fn name(state: State, mv: Move) -> String {
    let game = HEXAPAWN.game();
    let square = |number: u32| {
        let column = (b'a' + (number % game.columns) as u8) as char;
        format!("{column}{}", number / game.columns + 1)
    };
    let (from, to) = game.squares(state.turn, mv);
    square(from) + &to.map(square).unwrap_or_default()
}

/// The board with White below.
fn board(state: State) -> String {
    let game = HEXAPAWN.game();
    let mut board = String::new();
    for row in (0..game.rows).rev() {
        board += &format!("{} ", row + 1);
        for column in 0..game.columns {
            let square = row * game.columns + column;
            let [white, black] = state.pawns.map(|pawns| pawns >> square & 1 == 1);
            board += if white {
                " W"
            } else if black {
                " B"
            } else {
                " ."
            };
        }
        board += "\n";
    }
    let columns = (b'a'..).take(game.columns as usize);
    columns.fold(board + "  ", |board, column| {
        board + " " + &(column as char).to_string()
    })
}
