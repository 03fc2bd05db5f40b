//! Compares the library's table of a game with a plain `phf::Map` that has the same keys. Measures
//! the time of a look-up, and how many bits each state takes.
//!
//! A *contender* is one kind of look-up: a `get` of the map, or a question to the table. In a
//! *turn*, a contender looks up every key, again and again. Machines are noisy, so the contenders
//! take turns in many short rounds, and only the fastest turn of each contender counts. All tables
//! are static, as in a real program.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Analysis, Table};

mod large;

use large::{Hexapawn, LARGE};

perfectplay::table!(static TICTACTOE: TicTacToe = TicTacToe, "tictactoe");
static TICTACTOE_PLAIN: phf::Map<u64, u32> =
    include!(concat!(env!("OUT_DIR"), "/tictactoe-plain.rs"));

perfectplay::table!(static HEXAPAWN: Hexapawn = LARGE, "hexapawn");
static HEXAPAWN_PLAIN: phf::Map<u64, u32> =
    include!(concat!(env!("OUT_DIR"), "/hexapawn-plain.rs"));

/// The number of rounds. In each round, every contender has one turn.
const ROUNDS: u32 = 300;
/// The least duration of a turn, which is long compared with the time that reading the clock takes.
const TURN: Duration = Duration::from_millis(2);

/// Compares the tables of one game. Because this is a macro, the compiler makes separate code for
/// each table, as in a program that uses only one table.
macro_rules! compare {
    ($name:literal, $plain:ident, $table:ident) => {{
        let keys = same(&$plain, &$table);
        let plain = size_of_val($plain.disps) + size_of_val($plain.entries);
        let table = $table.data().byte_len();
        report(
            $name,
            keys.len(),
            &mut [
                contender!("`phf::Map<u64, u32>::get`", plain, keys, |key| {
                    $plain.get(&key).map_or(0, |&number| number.into())
                }),
                contender!("value", table, keys, |key| value($table.data().get(key))),
                contender!("best moves", table, keys, |key| best(
                    $table.data().get(key)
                )),
                contender!("all", table, keys, |key| all($table.data().get(key))),
            ],
        );
    }};
}

/// Creates a contender. The macro copies the expression `$ask` into two loops, so that the compiler
/// inlines it in both. In the first loop, look-ups are independent. In the second loop, each
/// look-up waits for the previous answer.
macro_rules! contender {
    ($name:expr, $bytes:expr, $keys:expr, |$key:ident| $ask:expr) => {
        Contender::new(
            $name,
            $bytes,
            mean(&$keys, |$key| $ask),
            chain(&$keys, |$key| $ask),
        )
    };
}

fn main() {
    compare!("Tic-tac-toe", TICTACTOE_PLAIN, TICTACTOE);
    compare!("Hexapawn, 4 by 5", HEXAPAWN_PLAIN, HEXAPAWN);
}

/// Returns the keys in random order, after checking that the map and the table have the same keys.
fn same<G: perfectplay::Game>(plain: &phf::Map<u64, u32>, table: &Table<'_, G>) -> Vec<u64> {
    assert_eq!(table.iter().count(), plain.len());
    for (key, analysis) in table.iter() {
        assert!(plain.contains_key(&key));
        assert_eq!(table.data().get(key), Some(analysis));
    }
    shuffled(plain.keys().copied().collect())
}

fn value(analysis: Option<Analysis>) -> u64 {
    analysis.map_or(0, |analysis| analysis.value() as u64)
}

fn best(analysis: Option<Analysis>) -> u64 {
    analysis.map_or(0, |analysis| analysis.best().bits())
}

fn all(analysis: Option<Analysis>) -> u64 {
    analysis.map_or(0, |analysis| {
        let distance = analysis.distance().unwrap_or(u32::MAX);
        analysis.winning().bits()
            ^ analysis.losing().bits().rotate_left(16)
            ^ analysis.neutral().bits().rotate_left(32)
            ^ analysis.best().bits().rotate_left(48)
            ^ (u64::from(distance) << 2)
            ^ analysis.value() as u64
    })
}

/// A way to look up answers. A contender looks up all keys of the game, and reads some bits of each
/// answer.
struct Contender<'a> {
    name: &'static str,
    bytes: usize,
    /// Two functions that look up every key. The look-ups of the first function do not depend on
    /// each other. In the second function, each look-up waits for the answer of the previous
    /// look-up.
    workloads: [Box<dyn Fn(u32) + 'a>; 2],
    repetitions: [u32; 2],
    best: [f64; 2],
}

impl<'a> Contender<'a> {
    fn new(
        name: &'static str,
        bytes: usize,
        mean: impl Fn(u32) + 'a,
        chain: impl Fn(u32) + 'a,
    ) -> Self {
        Self {
            name,
            bytes,
            workloads: [Box::new(mean), Box::new(chain)],
            repetitions: [1; 2],
            best: [f64::INFINITY; 2],
        }
    }

    fn time(&self, workload: usize) -> Duration {
        let start = Instant::now();
        self.workloads[workload](self.repetitions[workload]);
        start.elapsed()
    }
}

fn mean<'a>(keys: &'a [u64], ask: impl Fn(u64) -> u64 + 'a) -> impl Fn(u32) + 'a {
    move |times| {
        for _ in 0..times {
            for &key in keys {
                black_box(ask(key));
            }
        }
    }
}

fn chain<'a>(keys: &'a [u64], ask: impl Fn(u64) -> u64 + 'a) -> impl Fn(u32) + 'a {
    move |times| {
        let nothing = black_box(0);
        let mut zero = 0;
        for _ in 0..times {
            for &key in keys {
                zero = ask(key ^ zero) & nothing;
            }
        }
        black_box(zero);
    }
}

fn report(name: &str, keys: usize, contenders: &mut [Contender<'_>]) {
    // As a test, this program only has to show that everything works.
    let (rounds, turn) = if env::args().any(|argument| argument == "--test") {
        (1, Duration::ZERO)
    } else {
        (ROUNDS, TURN)
    };
    for workload in 0..2 {
        for contender in &mut *contenders {
            while contender.time(workload) < turn {
                contender.repetitions[workload] *= 2;
            }
        }
        for _ in 0..rounds {
            for contender in &mut *contenders {
                let time = contender.time(workload).as_nanos() as f64;
                let questions = keys as f64 * f64::from(contender.repetitions[workload]);
                contender.best[workload] = contender.best[workload].min(time / questions);
            }
        }
    }

    println!("{name}, {keys} states:\n");
    println!("| | mean state, ns | times as fast | chain, ns | times as fast | bits a state |");
    println!("| --- | --: | --: | --: | --: | --: |");
    let plain = contenders[0].best;
    for contender in contenders {
        print!("| {} |", contender.name);
        for (time, plain) in contender.best.iter().zip(plain) {
            print!(" {time:.2} | {:.2} |", plain / time);
        }
        println!(" {:.1} |", contender.bytes as f64 * 8.0 / keys as f64);
    }
    println!();
}

fn shuffled(mut keys: Vec<u64>) -> Vec<u64> {
    // Xorshift: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003.
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    for last in (1..keys.len()).rev() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        keys.swap(last, random as usize % (last + 1));
    }
    keys
}
