//! Counts the states of a mills game, such as nine men's morris, in which no stones are left to
//! set. The output has a row for each pair of numbers: how many stones the player to move has, and
//! how many the opponent has. Symmetric states count as one. The program leaves out states in which
//! the player to move must take a stone.
//!
//! ```console
//! $ perfectplay solve --game mills:3,4,flies -o mills.table
//! $ cd benches/large
//! $ cargo run --release --bin stones -- 3,4,flies ../../mills.table
//! ```

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use large::exit_code;
use perfectplay::{Game, Player, Value};
use perfectplay_games::Listed;
use perfectplay_games::mills::Mills;
use perfectplay_tablebase::{DenseIndex, Tablebase};

/// The number of won, drawn and lost states among all states with the same stone counts.
#[derive(Clone, Copy, Default)]
struct Counts {
    wins: u64,
    draws: u64,
    losses: u64,
    /// The greatest distance of a win or a loss, in plies.
    longest: u32,
}

/// A map from stone counts to the number of states that are won, drawn and lost. In a key, `[0]` is
/// how many stones the player to move has, and `[1]` is how many the opponent has.
type ByStones = BTreeMap<[u32; 2], Counts>;

fn main() -> ExitCode {
    exit_code("stones", run(&env::args().skip(1).collect::<Vec<_>>()))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [parameters, table] = arguments else {
        return Err("expected parameters such as 3,4,flies, and a tablebase file".into());
    };
    let game =
        Mills::with_parameters(parameters).ok_or("expected parameters of a game of mills")?;
    let table = Tablebase::open(DenseIndex(game), Path::new(table))?;
    let mut all = ByStones::new();
    let mut result = Ok(());
    table.visit_pieces(
        |piece| {
            let mut counts = ByStones::new();
            let counted = piece.each(|state| {
                // The bits from 48 on tell the stones in hand, the player to move, and whether a
                // stone must be taken.
                let is_moving = table.game().key(state) >> 48 & !(1 << 5) == 0;
                let score = piece.score(state).filter(|_| is_moving);
                if let Some(score) = score {
                    let stones = state.on_board();
                    let players = [stones.to_move(), stones.to_move().other()];
                    let numbers = players.map(|player: Player| stones.held_by(player).count_ones());
                    let counts = counts.entry(numbers).or_default();
                    match score.value() {
                        Value::Win => counts.wins += 1,
                        Value::Draw => counts.draws += 1,
                        Value::Loss => counts.losses += 1,
                    }
                    if score.value() != Value::Draw {
                        counts.longest = counts.longest.max(score.distance().unwrap_or(0));
                    }
                }
            });
            counted.map(|()| counts)
        },
        |counts| match counts {
            Ok(counts) => {
                for (stones, more) in counts {
                    let counts = all.entry(stones).or_default();
                    counts.wins += more.wins;
                    counts.draws += more.draws;
                    counts.losses += more.losses;
                    counts.longest = counts.longest.max(more.longest);
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                result = Err(error);
                ControlFlow::Break(())
            }
        },
    )?;
    result?;
    println!("| stones | states | won | drawn | lost | longest, plies |");
    println!("| --- | --: | --: | --: | --: | --: |");
    for ([mine, theirs], counts) in all {
        let Counts {
            wins,
            draws,
            losses,
            longest,
        } = counts;
        let states = wins + draws + losses;
        println!("| {mine}, {theirs} | {states} | {wins} | {draws} | {losses} | {longest} |");
    }
    Ok(())
}
