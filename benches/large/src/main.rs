//! Measures large games, and prints the figures as rows of a table. Solves each game, writes and
//! opens its table, looks up states, and verifies the table.
//!
//! ```console
//! $ cd benches/large && cargo run --release -- mnk:4,4,4 connect:6x4
//! ```
//!
//! Measures each game with each solver in a separate process, because the system reports only the peak memory of a
//! whole process. If `KNOWN` contains the game, its result is checked before the row is printed.
//!
//! With `--file connect:6x6 6x6.table`, the program measures look-ups in an existing file. It also prints how many
//! states are won, drawn and lost at each distance from the end.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs};

use large::exit_code;
use perfectplay::game::Score;
use perfectplay::index::{Dense, Sparse};
use perfectplay::{Game, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_tablebase::{
    DenseIndex, DirectoryStore, Limits, MemoryStore, Solver, SparseIndex, Tablebase,
};

/// Games with known results. Each entry contains the name of the game, the number of its reachable states, and the
/// score (value and distance) of its start. The first `USUAL` games are measured by default.
const KNOWN: [(&str, u64, Score); 7] = [
    ("mnk:4,4,4", 9_722_011, Score::new(Value::Draw, Some(16))),
    ("connect:5x4", 3_945_711, Score::new(Value::Draw, Some(20))),
    ("connect:6x4", 94_910_577, Score::new(Value::Loss, Some(24))),
    ("connect:5x5", 69_763_700, Score::new(Value::Draw, Some(25))),
    (
        "connect:5x6",
        1_044_334_437,
        Score::new(Value::Draw, Some(30)),
    ),
    (
        "connect:6x5",
        2_818_972_642,
        Score::new(Value::Draw, Some(30)),
    ),
    (
        "connect:6x6",
        69_173_028_785,
        Score::new(Value::Loss, Some(36)),
    ),
];
/// The number of games at the beginning of `KNOWN` that are measured by default.
const USUAL: usize = 4;

/// The solver for small games is measured only if the game is known to have at most this many states.
const SMALL: u64 = 10_000_000;
/// The solver with a sparse index is not measured if the game is known to have more states than this.
const SPARSE: u64 = 100_000_000;
/// The empty cells at the end of a table row, for a solver that writes no file.
const NO_FILE: &str = "| | | | | | |";
/// The number of look-ups that are timed.
const LOOK_UPS: u32 = 20_000;
/// The number of states in one bulk look-up.
const TOGETHER: usize = 1_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "--row" => row(rest),
        Some((first, rest)) if first == "--file" => file(rest),
        _ => rows(&arguments),
    };
    exit_code("large", done)
}

/// Prints the whole table.
fn rows(games: &[String]) -> Result<(), Box<dyn Error>> {
    let usual = KNOWN[..USUAL].iter().map(|known| known.0.to_owned());
    let games = if games.is_empty() {
        usual.collect()
    } else {
        games.to_vec()
    };
    println!(
        "| game | million states | solver | threads | solve, s | million states/s | peak, MB | \
         write, s | file, MB | bits a state | open and first look-up, µs | \
         look-up, µs | of a thousand, µs | verify, s |"
    );
    println!("|{}", " --- |".repeat(14));
    let program = env::current_exe()?;
    for game in &games {
        for solver in ["small", "sparse", "memory", "1", "all"] {
            let status = Command::new(&program)
                .args(["--row", game, solver])
                .status()?;
            if !status.success() {
                return Err(format!("{game} by {solver} failed").into());
            }
        }
    }
    Ok(())
}

fn row(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [spec, solver] = arguments else {
        return Err("expected a game and a solver".into());
    };
    let (name, parameters) = spec
        .split_once(':')
        .ok_or("expected a game with parameters")?;
    match name {
        Marks::NAME => measure(Marks::with_parameters(parameters), spec, solver),
        Connect::NAME => measure(Connect::with_parameters(parameters), spec, solver),
        _ => Err(format!("expected mnk or connect, found {name}").into()),
    }
}

fn measure<G: Dense<State: Send + Sync> + Sparse + Copy + Send + Sync>(
    game: Option<G>,
    spec: &str,
    solver: &str,
) -> Result<(), Box<dyn Error>> {
    let game = game.ok_or("expected parameters of the game")?;
    let known = KNOWN.iter().find(|known| known.0 == spec);
    if solver == "small" {
        if known.is_some_and(|known| known.1 <= SMALL) {
            let start = Instant::now();
            let solution = solve(&game)?;
            let time = start.elapsed();
            check(known, solution.len() as u64, solution.score(game.start()));
            print(
                spec,
                solution.len() as u64,
                "small games",
                "1",
                time,
                NO_FILE,
            );
        }
        return Ok(());
    }
    let limits = Limits {
        threads: (solver == "1").then_some(1),
        ..Limits::default()
    };
    if solver == "sparse" {
        if known.is_none_or(|known| known.1 <= SPARSE) {
            let start = Instant::now();
            let summary =
                Solver::new(SparseIndex(game), spec)?.solve(&MemoryStore::new(), &limits)?;
            let time = start.elapsed();
            let states = summary.states();
            check(known, states, known.map(|known| known.2));
            print(spec, states, "sparse", "all", time, NO_FILE);
        }
        return Ok(());
    }
    let solver_of_game = Solver::new(DenseIndex(game), spec)?;
    let threads = if solver == "1" { "1" } else { "all" };
    if solver == "memory" {
        let start = Instant::now();
        let summary = solver_of_game.solve(&MemoryStore::new(), &limits)?;
        let time = start.elapsed();
        check(known, summary.states(), known.map(|known| known.2));
        print(
            spec,
            summary.states(),
            "dense, in memory",
            threads,
            time,
            NO_FILE,
        );
        return Ok(());
    }
    let path = env::temp_dir().join(format!("perfectplay-large-{}.table", std::process::id()));
    let measured = in_file(game, &solver_of_game, &path, &limits, known);
    fs::remove_file(&path)?;
    let (states, time, rest) = measured?;
    print(spec, states, "dense, to a file", threads, time, &rest);
    Ok(())
}

type Known = Option<&'static (&'static str, u64, Score)>;

fn check(known: Known, states: u64, start: Option<Score>) {
    if let Some(&(_, known_states, score)) = known {
        assert_eq!(states, known_states);
        assert_eq!(start, Some(score));
    }
}

/// Solves a game, and writes the table to the file `path`. Measures the size of the file, and the times for solving,
/// writing, look-ups and verifying.
fn in_file<G: Dense + Copy + Send + Sync>(
    game: G,
    solver: &Solver,
    path: &Path,
    limits: &Limits,
    known: Known,
) -> Result<(u64, Duration, String), Box<dyn Error>> {
    let directory = DirectoryStore::open(DirectoryStore::beside(path), solver.name())?;
    let start = Instant::now();
    solver.solve(&directory, limits)?;
    let solving = start.elapsed();
    let start = Instant::now();
    solver.gather(&directory, path, limits)?;
    let writing = start.elapsed();
    directory.clear(solver.jobs().map(|job| solver.plan().file(job)))?;

    let opened = look_ups(game, path, known)?;
    let start = Instant::now();
    opened.table.verify(limits)?;
    let verifying = start.elapsed();
    let bytes = fs::metadata(path)?.len();
    let states = opened.table.summary().states();
    let rest = format!(
        "{:.2} | {:.1} | {:.2} | {:.0} | {:.1} | {:.1} | {:.1} |",
        writing.as_secs_f64(),
        bytes as f64 / 1e6,
        8.0 * bytes as f64 / states as f64,
        opened.first,
        opened.single,
        opened.together,
        verifying.as_secs_f64(),
    );
    Ok((states, solving, rest))
}

/// An open tablebase file, and how many microseconds look-ups in the file take.
struct Opened<G: Dense> {
    table: Tablebase<DenseIndex<G>>,
    /// The time for opening the file and looking up the first state.
    first: f64,
    /// The time for a look-up of a single state.
    single: f64,
    /// The time per state when many states are looked up in one call.
    together: f64,
}

fn look_ups<G: Dense + Copy + Send + Sync>(
    game: G,
    path: &Path,
    known: Known,
) -> Result<Opened<G>, Box<dyn Error>> {
    let start = Instant::now();
    let table = Tablebase::open(DenseIndex(game), path)?;
    let score = table.score(game.start())?;
    let first = start.elapsed();
    check(known, table.summary().states(), score);

    let states = some_states(game);
    let start = Instant::now();
    for &state in &states {
        black_box(
            table
                .lookup(black_box(state))?
                .ok_or("expected a reachable state")?,
        );
    }
    let look_up = start.elapsed() / LOOK_UPS;
    let start = Instant::now();
    for states in states.chunks(TOGETHER) {
        black_box(table.lookup_many(black_box(states))?);
    }
    let together = start.elapsed() / LOOK_UPS;
    let [first, single, together] = [first, look_up, together].map(|time| time.as_secs_f64() * 1e6);
    Ok(Opened {
        table,
        first,
        single,
        together,
    })
}

/// Prints the times of look-ups in a tablebase file of Connect Four, and the number of states with
/// each score.
fn file(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [spec, path] = arguments else {
        return Err("expected a game such as connect:6x6, and a tablebase file".into());
    };
    let parameters = spec.strip_prefix("connect:").ok_or("expected connect")?;
    let game = Connect::with_parameters(parameters).ok_or("expected parameters of the game")?;
    let known = KNOWN.iter().find(|known| known.0 == spec);
    let opened = look_ups(game, Path::new(path), known)?;
    println!("open and first look-up: {:.0} µs", opened.first);
    println!(
        "a look-up: {:.1} µs, of a thousand: {:.1} µs\n",
        opened.single, opened.together
    );
    println!("| plies | won | drawn | lost |");
    println!("| --: | --: | --: | --: |");
    let summary = opened.table.summary();
    for plies in 0..=summary.longest() {
        let counts = [Value::Win, Value::Draw, Value::Loss].map(|value| {
            let score = Score::new(value, Some(plies));
            let mut scores = summary.scores();
            scores
                .find(|found| found.0 == score)
                .map_or(0, |found| found.1)
        });
        println!(
            "| {plies} | {} | {} | {} |",
            counts[0], counts[1], counts[2]
        );
    }
    Ok(())
}

/// Returns the states of random games, each played from the start to its end. The states are the
/// same in every run.
fn some_states<G: Game>(game: G) -> Vec<G::State> {
    let mut random = 1_u64;
    let mut states = Vec::new();
    let mut state = game.start();
    while states.len() < LOOK_UPS as usize {
        states.push(state);
        if game.outcome(state).is_some() {
            state = game.start();
            continue;
        }
        // The generator of D. H. Lehmer with the multiplier of P. L'Ecuyer, 1999.
        random = random
            .wrapping_mul(2_862_933_555_777_941_757)
            .wrapping_add(1);
        let legal = game.legal(state);
        let choice = (random >> 33) as u32 % legal.len();
        state = game.play(state, legal.nth(choice).expect("a legal move"));
    }
    states
}

fn print(spec: &str, states: u64, solver: &str, threads: &str, time: Duration, rest: &str) {
    let seconds = time.as_secs_f64();
    println!(
        "| {spec} | {:.3} | {solver} | {threads} | {seconds:.2} | {:.1} | {} | {rest}",
        states as f64 / 1e6,
        states as f64 / seconds / 1e6,
        peak().map_or_else(String::new, |bytes| format!("{:.0}", bytes as f64 / 1e6)),
    );
}

/// Returns the peak memory of this process in bytes. Returns `None` on systems other than Linux, because the peak is
/// read from Linux's `/proc`.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}
