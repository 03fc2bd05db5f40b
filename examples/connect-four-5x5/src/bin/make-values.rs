//! Solves Connect Four on 5 by 5, bakes its values, and compares each baked value with the
//! solution. The program in `main.rs` includes the file that contains these values.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use perfectplay::bake::WdlSurvey;
use perfectplay::{Game, Wdl};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{DenseIndex, Limits, Solver, Tablebase};

const NAME: &str = "connect:5x5,4";

fn main() -> Result<(), Box<dyn Error>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = Connect::with_parameters("5x5").ok_or("expected a size of the board")?;

    let start = Instant::now();
    let path = directory.join("connect-5x5.table");
    let summary = Solver::new(DenseIndex(game), NAME)?.solve_to(&path, &Limits::default())?;
    let table = Tablebase::open(DenseIndex(game), &path)?;
    println!(
        "{} states solved in {:.1?}",
        summary.states(),
        start.elapsed()
    );

    let start = Instant::now();
    let mut survey = WdlSurvey::new(&game);
    table.visit(|state, score| {
        survey.see(state, score.value());
        ControlFlow::Continue(())
    })?;
    let mut baker = survey.finish()?;
    table.visit(|state, score| {
        baker.see(state, score.value());
        ControlFlow::Continue(())
    })?;
    let bytes = baker.bytes(NAME)?;
    fs::write(directory.join("connect-5x5.values"), &bytes)?;
    let values = Wdl::from_bytes(game, &bytes)?;
    values.validate()?;
    println!(
        "{} values baked in {:.1?}: {} bytes, {:.3} bits a state",
        values.data().kept(),
        start.elapsed(),
        bytes.len(),
        8.0 * bytes.len() as f64 / summary.states() as f64
    );

    // Compare all answers, and keep some states to measure look-ups in random order.
    let (mut wrong, mut number, mut some) = (0_u64, 0_u64, Vec::new());
    table.visit(|state, score| {
        wrong += u64::from(values.value(state) != score.value());
        if number % 64 == 0 {
            some.push(state);
        }
        number += 1;
        ControlFlow::Continue(())
    })?;
    assert_eq!((wrong, number), (0, summary.states()));
    fs::remove_file(&path)?;
    some.sort_by_key(|&state| game.key(state).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let rounds = some.chunks_exact(5_000).map(|states| {
        let start = Instant::now();
        for &state in states {
            black_box(values.value(black_box(state)));
        }
        start.elapsed() / states.len() as u32
    });
    let mut rounds: Vec<_> = rounds.collect();
    rounds.sort();
    println!(
        "{:.0?} a look-up, the median of {} rounds; {:.0?} at best",
        rounds[rounds.len() / 2],
        rounds.len(),
        rounds[0]
    );
    Ok(())
}
