//! Compares all contenders, and prints the README's table with the ratios.
//!
//! Machines are noisy, so a single time means little. Two times can be compared only if the machine
//! was equally busy during both measurements. So the contenders take turns in many short rounds.
//! The fastest turn of each contender counts, because noise only ever adds time.

mod contenders;

use std::time::Duration;
use std::{env, fs};

use contenders::{Contender, Workload, contenders};

/// The number of turns of each contender.
const ROUNDS: u32 = 500;
/// Each turn takes at least this long. Reading the clock takes much less time than this.
const TURN: Duration = Duration::from_millis(1);

/// A contender, with its time for one answer in each workload. The times are in nanoseconds.
struct Row {
    contender: Contender,
    times: [f64; Workload::ALL.len()],
}

impl Row {
    fn time(&self, workload: Workload) -> f64 {
        self.times[workload as usize]
    }

    /// Returns the ratio of this contender's time to the time of another contender.
    fn ratio(&self, other: &Self, workload: Workload) -> String {
        significant(self.time(workload) / other.time(workload))
    }
}

fn main() {
    // `cargo test` does not pass `--bench`.
    let asked = |flag: &str| env::args().any(|arg| arg == flag);
    let rows = if asked("--bench") && !asked("--test") {
        measure(contenders(), ROUNDS, TURN)
    } else {
        measure(contenders(), 1, Duration::ZERO)
    };
    println!("{}\n", processor());
    print_table(&rows);
    println!();
    print_ratios(&rows);
}

fn measure(contenders: Vec<Contender>, rounds: u32, turn: Duration) -> Vec<Row> {
    let mut rows: Vec<_> = contenders
        .into_iter()
        .map(|contender| {
            let repetitions = Workload::ALL.map(|workload| {
                let mut repetitions = 1;
                while contender.time(workload, repetitions) < turn {
                    repetitions *= 2;
                }
                repetitions
            });
            let times = [f64::INFINITY; Workload::ALL.len()];
            (Row { contender, times }, repetitions)
        })
        .collect();
    for _ in 0..rounds {
        for workload in Workload::ALL {
            for (row, repetitions) in &mut rows {
                let repetitions = repetitions[workload as usize];
                let time = row.contender.time(workload, repetitions).as_nanos() as f64;
                let answers = repetitions * workload.questions();
                let best = &mut row.times[workload as usize];
                *best = best.min(time / answers as f64);
            }
        }
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

fn print_table(rows: &[Row]) {
    let load = find(rows, "bare array load");
    let lookup = find(rows, "lookup");
    println!(
        "| | mean state, ns | × load | chain, ns | × load | empty board, ns | × lookup | bytes of data |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: |");
    for row in rows {
        print!("| {} |", row.contender.name);
        for (workload, unit) in [
            (Workload::MeanState, load),
            (Workload::Chain, load),
            (Workload::EmptyBoard, lookup),
        ] {
            let time = significant(row.time(workload));
            print!(" {time} | {} |", row.ratio(unit, workload));
        }
        println!(" {} |", row.contender.bytes);
    }
}

fn print_ratios(rows: &[Row]) {
    let print = |a, b, workloads: [Workload; 2]| {
        let ratios = workloads.map(|workload| {
            let ratio = find(rows, a).ratio(find(rows, b), workload);
            format!("{ratio} ({})", workload.name())
        });
        println!("- {a} / {b}: {}", ratios.join(", "));
    };
    let pipelined = [Workload::MeanState, Workload::Chain];
    print("lookup", "bare array load", pipelined);
    print("MAP.get", "lookup", pipelined);
    let searched = [Workload::MeanState, Workload::EmptyBoard];
    print("alpha_beta_masks", "lookup", searched);
    print("alpha_beta", "lookup", searched);
}

fn find<'a>(rows: &'a [Row], name: &str) -> &'a Row {
    rows.iter()
        .find(|row| row.contender.name == name)
        .expect("a contender's name")
}

/// Formats a number with about three significant digits.
fn significant(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// Returns the model of the processor, or the architecture if the system does not tell the model.
fn processor() -> String {
    fs::read_to_string("/proc/cpuinfo")
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(env::consts::ARCH, |(_, model)| model)
        .to_owned()
}
