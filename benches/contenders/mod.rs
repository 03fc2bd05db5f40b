//! Defines the functions that the benchmarks compare, the *contenders*. Each contender answers a
//! question about a state of tic-tac-toe in its own way. All contenders get the same questions.

use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use perfectplay::game::AnalysisParts;
use perfectplay::tictactoe::search::{self, Masks};
use perfectplay::tictactoe::{CELLS, MAP, records};
use perfectplay::tictactoe::{Record, State};
use perfectplay::{Analysis, lookup};

/// A second copy of the generated arrays that `lookup` and `MAP` of the library read. The library
/// keeps its own copy private, but the benchmark must measure the size of the arrays.
#[allow(dead_code)] // Only `size_of` looks inside.
mod baked {
    pub struct State(u32);

    impl State {
        const fn from_bits(bits: u32) -> Self {
            Self(bits)
        }
    }

    pub struct Record(u32);

    impl Record {
        const fn from_bits(bits: u32) -> Self {
            Self(bits)
        }
    }

    include!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));
}

/// A sequence of questions for a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Every reachable state, in an order that the processor cannot predict. The questions are
    /// independent of each other, so several can be in progress at once.
    MeanState,
    /// Every reachable state, in the same order as in `MeanState`. Here, each question depends on
    /// the answer to the previous question.
    Chain,
    /// The empty board, again and again. A search takes longest for this state.
    EmptyBoard,
}

impl Workload {
    pub const ALL: [Self; 3] = [Self::MeanState, Self::Chain, Self::EmptyBoard];

    pub const fn name(self) -> &'static str {
        match self {
            Self::MeanState => "mean state",
            Self::Chain => "chain",
            Self::EmptyBoard => "empty board",
        }
    }

    /// Returns the number of questions in one run of the workload.
    pub fn questions(self) -> u64 {
        match self {
            Self::MeanState | Self::Chain => MAP.len() as u64,
            Self::EmptyBoard => 1,
        }
    }
}

/// A function that the benchmarks compare with others: one way to answer questions about states.
pub struct Contender {
    pub name: &'static str,
    /// The number of bytes of data that the contender reads.
    #[allow(dead_code)] // Each benchmark compiles this module; only one prints the size.
    pub bytes: usize,
    run: Box<dyn Fn(Workload, u64)>,
}

impl Contender {
    /// # Panics
    /// Panics if the contender gives a wrong answer, because the time for a wrong answer would mean
    /// nothing.
    fn new<Q: Question, A: Answer>(
        name: &'static str,
        bytes: usize,
        questions: &Rc<[Q]>,
        expected: &[Record],
        ask: impl Fn(Q) -> A + 'static,
    ) -> Self {
        for (&question, record) in questions.iter().zip(expected) {
            let analysis = record.analysis();
            assert!(
                ask(question).agrees(&analysis),
                "{name}: expected {analysis:?}",
            );
        }
        let questions = Rc::clone(questions);
        // The loops are in this function, so that the contender is inlined into the loops, and only
        // the contender's work is repeated. A `black_box` for each answer keeps the compiler from
        // working on several answers at once.
        let run = move |workload, times| match workload {
            Workload::MeanState => {
                for _ in 0..times {
                    for &question in &*questions {
                        black_box(ask(question).digest());
                    }
                }
            }
            Workload::Chain => {
                let nothing = black_box(0);
                let mut zero = 0;
                for _ in 0..times {
                    for &question in &*questions {
                        zero = ask(question.after(zero)).digest() & nothing;
                    }
                }
                black_box(zero);
            }
            Workload::EmptyBoard => {
                for _ in 0..times {
                    black_box(ask(black_box(questions[0])).digest());
                }
            }
        };
        Self {
            name,
            bytes,
            run: Box::new(run),
        }
    }

    /// Runs the workload `times` times, and returns how long this takes.
    pub fn time(&self, workload: Workload, times: u64) -> Duration {
        let start = Instant::now();
        (self.run)(workload, times);
        start.elapsed()
    }
}

/// Checks the answers of all contenders, and returns the contenders. The first contender only loads
/// a record from an array, so its time is a lower bound for the times of the others. The slowest
/// contender comes last.
pub fn contenders() -> Vec<Contender> {
    let (states, records): (Vec<_>, Vec<_>) = records().unzip();
    let order = shuffled(states.len() as u16);
    let states: Rc<[State]> = order.iter().map(|&i| states[usize::from(i)]).collect();
    let expected: Vec<Record> = order.iter().map(|&i| records[usize::from(i)]).collect();
    assert_eq!(states[0], State::EMPTY);

    let hash_map: HashMap<State, Record> = MAP.entries().map(|(&s, &r)| (s, r)).collect();
    for state in State::all().filter(|state| state.unreachable().is_some()) {
        assert_eq!(lookup(state), None);
        assert_eq!(MAP.get(&state), None);
        assert_eq!(hash_map.get(&state), None);
    }

    let array = size_of_val(records.as_slice());
    let index = size_of_val(&baked::ROWS) + size_of_val(&baked::SLOTS);
    let phf = size_of_val(baked::MAP.disps) + size_of_val(baked::MAP.entries);
    // A hash map fills at most seven of eight buckets, and has a byte of control data for each
    // bucket.
    let buckets = hash_map.capacity() / 7 * 8;
    let std = buckets * (size_of::<(State, Record)>() + 1);

    const REACHABLE: &str = "a reachable state";
    let search =
        |name, ask: fn(State) -> Analysis| Contender::new(name, 0, &states, &expected, ask);
    let masks = |name, ask: fn(State) -> Masks| Contender::new(name, 0, &states, &expected, ask);
    vec![
        Contender::new("bare array load", array, &order, &expected, move |i| {
            records[usize::from(i)]
        }),
        Contender::new("lookup", index, &states, &expected, |state| {
            lookup(state).expect(REACHABLE)
        }),
        Contender::new("MAP.get", phf, &states, &expected, |state| {
            *MAP.get(&state).expect(REACHABLE)
        }),
        Contender::new("std HashMap", std, &states, &expected, move |state| {
            hash_map[&state]
        }),
        masks("threats_masks", search::threats_masks),
        search("threats", search::threats),
        masks("alpha_beta_masks", search::alpha_beta_masks),
        search("alpha_beta", search::alpha_beta),
        search("memoised", search::memoised),
        search("minimax", search::minimax),
    ]
}

/// Returns the numbers from 0 to `count` - 1. The number 0 is the first, and the others follow in
/// random order. The order is the same in every run.
fn shuffled(count: u16) -> Rc<[u16]> {
    let mut numbers: Vec<u16> = (0..count).collect();
    // Xorshift: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003.
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    for last in (2..numbers.len()).rev() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        numbers.swap(last, 1 + random as usize % last);
    }
    numbers.into()
}

/// The input of a contender. The input is a state, except for the contender `bare array load`,
/// whose input is the index of a record.
trait Question: Copy + 'static {
    /// Returns the same question, after XORing it with `zero`. `zero` is always 0, but the program
    /// computes it from the previous answer. So the processor cannot begin with this question
    /// before it has the previous answer.
    fn after(self, zero: u64) -> Self;
}

impl Question for u16 {
    fn after(self, zero: u64) -> Self {
        self ^ zero as u16
    }
}

impl Question for State {
    /// Returns an equal state, which is built from the masks of this state. The time for building
    /// it is part of the measured time.
    fn after(self, zero: u64) -> Self {
        Self::from_masks(self.x() ^ zero as u16, self.o()).expect("the masks of a state")
    }
}

/// The output of a contender.
trait Answer {
    /// Returns a number that depends on the answer, so that the compiler cannot leave out the work
    /// for the answer. Computing this number takes almost no time.
    fn digest(self) -> u64;

    fn agrees(self, analysis: &Analysis) -> bool;
}

impl Answer for Record {
    fn digest(self) -> u64 {
        self.to_bits().into()
    }

    fn agrees(self, analysis: &Analysis) -> bool {
        self.analysis() == *analysis
    }
}

impl Answer for Analysis {
    fn digest(self) -> u64 {
        pack([
            self.winning().bits(),
            self.losing().bits(),
            self.neutral().bits(),
            self.best().bits(),
            self.value() as u64,
            self.distance().map_or(0, u64::from),
        ])
    }

    fn agrees(self, analysis: &Analysis) -> bool {
        self == *analysis
    }
}

impl Answer for Masks {
    fn digest(self) -> u64 {
        pack([self.winning.bits(), self.losing.bits(), self.neutral.bits()])
    }

    fn agrees(self, analysis: &Analysis) -> bool {
        let AnalysisParts {
            winning,
            losing,
            neutral,
            ..
        } = analysis.parts();
        self == Masks {
            winning,
            losing,
            neutral,
        }
    }
}

fn pack<const N: usize>(parts: [u64; N]) -> u64 {
    parts
        .into_iter()
        .fold(0, |digest, part| digest << CELLS | part)
}
