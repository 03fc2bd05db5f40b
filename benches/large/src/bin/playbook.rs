//! Compares the times of two ways to choose a move in Connect Four. The two ways are a playbook,
//! and a look-up in the tablebase file from which the playbook was made. Each way chooses a move in
//! every position that can occur while a player follows the playbook.
//!
//! ```console
//! $ perfectplay solve --game connect:5x5 -o connect.table
//! $ perfectplay playbook --table connect.table --symmetry -o connect.playbook
//! $ cd benches/large
//! $ cargo run --release --bin playbook -- 5x5 connect.table connect.playbook
//! ```

use std::collections::HashSet;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use large::exit_code;
use perfectplay::playbook::Playbook;
use perfectplay::{Game, Player, Value};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{DenseIndex, Tablebase};

/// The least number of rounds. Each round asks for a move in every position. The time of the
/// fastest round counts.
const ROUNDS: u32 = 20;

fn main() -> ExitCode {
    exit_code("playbook", run(&env::args().skip(1).collect::<Vec<_>>()))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [size, table, book] = arguments else {
        return Err("expected a size such as 5x5, a tablebase file, and a playbook".into());
    };
    let game = Connect::with_parameters(size).ok_or("expected the size of a board")?;
    let table = Tablebase::open(DenseIndex(game), Path::new(table))?;
    let bytes = fs::read(book)?;
    let book = Playbook::from_bytes(game, &bytes)?;
    let states = met(&book)?;

    // Both contenders must keep the value of every state.
    for (&state, found) in states.iter().zip(table.lookup_many(&states)?) {
        let found = found.ok_or("expected a reachable state")?;
        let kept = match found.value() {
            Value::Win => found.winning(),
            Value::Draw => found.neutral(),
            Value::Loss => found.losing(),
        };
        let chosen = book.choose(state).ok_or("expected a move")?;
        if !kept.contains(chosen) {
            return Err(format!("{chosen:?} gives the value of {state:?} away").into());
        }
    }

    let choose = fastest(ROUNDS, || {
        for &state in &states {
            black_box(book.choose(black_box(state)));
        }
    });
    let lookup = fastest(3, || {
        black_box(table.lookup_many(black_box(&states)).is_ok());
    });
    let each = |time: Duration| time.as_secs_f64() * 1e9 / states.len() as f64;
    println!("| positions | playbook, ns a move | tablebase file in bulk, ns a look-up |");
    println!("| --: | --: | --: |");
    println!(
        "| {} | {:.1} | {:.0} |",
        states.len(),
        each(choose),
        each(lookup)
    );
    Ok(())
}

/// Calls `work` `rounds` times, and returns the time of the fastest call.
fn fastest(rounds: u32, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}

/// Returns the positions that can occur when the playbook plays, with the playbook to move. They are
/// sorted by a hash, so that the processor cannot predict the next position.
fn met(book: &Playbook<'_, Connect>) -> Result<Vec<<Connect as Game>::State>, Box<dyn Error>> {
    let game = book.game();
    let mut met = Vec::new();
    for side in Player::BOTH {
        let mut keys = HashSet::new();
        let mut open = vec![(game.start(), Player::First)];
        while let Some((state, player)) = open.pop() {
            if game.outcome(state).is_some() || !keys.insert(game.key(state)) {
                continue;
            }
            let next = player.other();
            if player == side {
                met.push(state);
                let chosen = book.choose(state).ok_or("expected a book of both sides")?;
                open.push((game.play(state, chosen), next));
            } else {
                open.extend(
                    game.legal(state)
                        .into_iter()
                        .map(|mv| (game.play(state, mv), next)),
                );
            }
        }
    }
    met.sort_by_key(|&state| game.key(state).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    Ok(met)
}
