//! Tests rules and indexes that panic or give wrong answers. The solver returns an answer or a typed error. If the
//! rules panic, the error names the state.

use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay::index::{Dense, Sparse, Tier};
use perfectplay::{Game, Move, Moves, Value};
use perfectplay_tablebase::{
    DenseIndex, Error, Index, Limits, MemoryStore, Sharding, Solver, SparseIndex, Tablebase,
};

/// A question to the rules or to their index.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Question {
    Start,
    Outcome,
    Legal,
    Play,
    Key,
    Tier,
    LastTier,
    StateOfKey,
    TierCount,
    TierSize,
    NextTiers,
    Rank,
    Unrank,
    Canonical,
    MovesBetween,
    RanksAfter,
}

use Question::*;

const QUESTIONS: [Question; 16] = [
    Start,
    Outcome,
    Legal,
    Play,
    Key,
    Tier,
    LastTier,
    StateOfKey,
    TierCount,
    TierSize,
    NextTiers,
    Rank,
    Unrank,
    Canonical,
    MovesBetween,
    RanksAfter,
];

/// The way in which an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Lie,
    Panic,
}

type Heaps = [u8; 2];

/// The number of objects in a heap.
const HEAP: u64 = 4;
const TIERS: u64 = 2 * HEAP + 1;

/// A game with two heaps of four objects. A player takes one or two objects from either heap, and the player who takes
/// the last object wins. The first `from` answers to `question` are right, and the next answer is wrong. If `is_once`
/// is set, the answers after the wrong answer are right again. With `Wrong::Panic`, the game panics when `question` is
/// about two heaps of two objects.
#[derive(Clone)]
struct Liar {
    question: Question,
    wrong: Wrong,
    asked: Arc<AtomicU32>,
    from: u32,
    is_once: bool,
}

impl Liar {
    /// Decides whether the next answer to `question` is wrong. If so, returns how often `question` was asked before;
    /// otherwise `None`.
    fn errs(&self, question: Question) -> Option<u64> {
        if question != self.question || self.wrong == Wrong::Panic {
            return None;
        }
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let errs = asked == self.from || !self.is_once && asked > self.from;
        errs.then_some(asked.into())
    }

    fn panics(&self, question: Question, heaps: Heaps) {
        let panics = (question, Wrong::Panic) == (self.question, self.wrong) && heaps == [2, 2];
        assert!(!panics, "no {question:?}");
    }

    fn number(&self, question: Question, honest: u64) -> u64 {
        match self.errs(question) {
            Some(asked) => {
                let wrong = [0, honest + 1, honest / 2, u64::MAX, 1 << 40];
                wrong[asked as usize % wrong.len()]
            }
            None => honest,
        }
    }
}

impl Game for Liar {
    type State = Heaps;

    fn move_count(&self) -> u32 {
        4
    }

    fn start(&self) -> Heaps {
        self.errs(Start).map_or([4, 4], |asked| [asked as u8, 9])
    }

    fn outcome(&self, heaps: Heaps) -> Option<Value> {
        self.panics(Outcome, heaps);
        ((heaps == [0, 0]) != self.errs(Outcome).is_some()).then_some(Value::Loss)
    }

    fn legal(&self, heaps: Heaps) -> Moves {
        self.panics(Legal, heaps);
        let [a, b] = heaps.map(|heap| Moves::first_n(heap.min(2).into()).bits());
        match self.errs(Legal) {
            Some(asked) => Moves::from_bits([0, 0b1111, 1 << 40][asked as usize % 3]),
            None => Moves::from_bits(a | b << 2),
        }
    }

    fn play(&self, mut heaps: Heaps, mv: Move) -> Heaps {
        self.panics(Play, heaps);
        let heap = usize::from(mv.index() / 2) % 2;
        heaps[heap] = match self.errs(Play) {
            Some(asked) => asked as u8,
            None => heaps[heap].saturating_sub(mv.index() % 2 + 1),
        };
        heaps
    }

    fn key(&self, [a, b]: Heaps) -> u64 {
        self.panics(Key, [a, b]);
        self.number(Key, u64::from(a) << 8 | u64::from(b))
    }

    fn tier(&self, [a, b]: Heaps) -> Option<u32> {
        self.panics(Tier, [a, b]);
        let taken = (2 * HEAP).saturating_sub(u64::from(a) + u64::from(b));
        match self.number(Tier, taken) {
            u64::MAX => None,
            tier => Some(tier as u32),
        }
    }
}

impl Sparse for Liar {
    fn last_tier(&self) -> u32 {
        self.number(LastTier, TIERS - 1) as u32
    }

    fn state_of_key(&self, key: u64) -> Option<Heaps> {
        self.panics(StateOfKey, [(key >> 8) as u8, key as u8]);
        match self.errs(StateOfKey) {
            Some(asked) if asked % 2 == 0 => None,
            Some(asked) => Some([asked as u8, 1]),
            None => Some([(key >> 8) as u8, key as u8]),
        }
    }
}

impl Dense for Liar {
    fn tier_count(&self) -> u64 {
        self.number(TierCount, TIERS)
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        self.number(
            TierSize,
            (HEAP + 1).saturating_sub(tier.number().abs_diff(HEAP)),
        )
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let next = tier.number() + 1..TIERS.min(tier.number().saturating_add(3));
        let errs = self.errs(NextTiers);
        let next = next.filter(move |tier| errs != Some(*tier));
        let more = errs.map(|asked| [tier.number(), 0, u64::MAX, TIERS][asked as usize % 4]);
        next.chain(more).map(Tier::new)
    }

    fn rank(&self, [a, b]: Heaps) -> Option<(Tier, u64)> {
        self.panics(Rank, [a, b]);
        let taken = (2 * HEAP).checked_sub(u64::from(a) + u64::from(b))?;
        let rank = HEAP
            .checked_sub(a.into())?
            .checked_sub(taken.saturating_sub(HEAP))?;
        match self.errs(Rank) {
            Some(asked) => {
                let [tier, rank] =
                    [[taken, 99], [99, rank], [taken, 0], [0, 0]][asked as usize % 4];
                (asked % 5 > 0).then_some((Tier::new(tier), rank))
            }
            None => Some((Tier::new(taken), rank)),
        }
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Heaps {
        let first = (tier.number().saturating_sub(HEAP) + rank).min(HEAP);
        let second = tier.number().saturating_sub(first).min(HEAP);
        let heaps = [HEAP - first, HEAP - second].map(|heap| heap as u8);
        self.panics(Unrank, heaps);
        self.errs(Unrank).map_or(heaps, |asked| [asked as u8, 2])
    }

    fn canonical(&self, tier: Tier) -> Tier {
        Tier::new(self.number(Canonical, tier.number()))
    }

    fn moves_between(&self, _: Tier, _: Tier) -> Moves {
        let errs = self.errs(MovesBetween);
        errs.map_or(Moves::from_bits(u64::MAX), |asked| {
            Moves::from_bits(asked % 16)
        })
    }

    fn ranks_after(&self, _: Tier, _: Range<u64>, next: Tier) -> Range<u64> {
        match self.errs(RanksAfter) {
            Some(asked) => {
                let ranges = [Range { start: 3, end: 1 }, 0..0, 7..u64::MAX];
                ranges[asked as usize % 3].clone()
            }
            None => 0..self.tier_size(next),
        }
    }
}

/// Solves a game, and asks its table every kind of question. Returns the first error.
fn ask_all<I: Index<Game = Liar> + Clone>(index: I, sharding: Sharding) -> Result<(), Error> {
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let solver = Solver::with_sharding(index.clone(), "liar", sharding)?;
    let store = MemoryStore::new();
    solver.solve(&store, &limits)?;
    let _ = solver.score(&index, [4, 4], &store);
    let mut bytes = Vec::new();
    solver.gather_into(&store, &mut bytes, &limits)?;
    let table = Tablebase::open_source(index, Box::new(bytes), Path::new("table"))?;
    let _ = table.visit(|_, _| ControlFlow::Continue(()));
    let _ = table.visit_pieces(
        |piece| piece.each(|state| drop(piece.lookup(state))),
        |_| ControlFlow::Continue(()),
    );
    for a in 0..=5 {
        for b in 0..=5 {
            let _ = (table.score([a, b]), table.lookup([a, b]));
        }
    }
    table.verify(&limits)
}

/// Returns the result of [`ask_all`] for a dense index, for a sparse index, and for a sparse index with tiers that are
/// cut.
fn ask_both(liar: &Liar) -> [Result<(), Error>; 3] {
    let again = || Liar {
        asked: Arc::default(),
        ..liar.clone()
    };
    [
        ask_all(DenseIndex(again()), Sharding::Whole),
        ask_all(SparseIndex(again()), Sharding::Whole),
        ask_all(SparseIndex(again()), Sharding::Count(2)),
    ]
}

/// For each number in `times`, tests rules that give this many right answers to a question, and then lie. Some of these
/// rules give one wrong answer, and others give only wrong answers from then on. Nothing may panic. Returns the number
/// of errors.
fn ask_liars(times: impl Iterator<Item = u32> + Clone) -> usize {
    let mut refused = 0;
    for question in QUESTIONS {
        for from in times.clone() {
            for is_once in [true, false] {
                let liar = Liar {
                    question,
                    wrong: Wrong::Lie,
                    asked: Arc::default(),
                    from,
                    is_once,
                };
                let asked = catch_unwind(AssertUnwindSafe(|| ask_both(&liar)));
                let asked = asked.unwrap_or_else(|_| panic!("{question:?} {from} {is_once}"));
                refused += asked.iter().filter(|asked| asked.is_err()).count();
            }
        }
    }
    refused
}

#[test]
fn rules_that_answer_otherwise_each_time_make_nothing_panic() {
    let refused = ask_liars([0, 1, 2, 5, 9, 40].into_iter());
    assert!(refused > 100, "{refused}");
}

#[test]
#[ignore = "asks six times as many questions; run by .ci/run"]
fn lies_in_full() {
    let refused = ask_liars((0..20).chain((20..100).step_by(7)));
    assert!(refused > 500, "{refused}");
}

/// The solver accepts honest rules. If the solver refused honest rules, the errors in the other tests would prove
/// nothing.
#[test]
fn honest_rules_are_solved() {
    let honest = Liar {
        question: Start,
        wrong: Wrong::Lie,
        asked: Arc::default(),
        from: u32::MAX,
        is_once: true,
    };
    for asked in ask_both(&honest) {
        asked.expect("a solved game");
    }
}

#[test]
fn a_panic_in_the_rules_is_told_with_the_state_and_the_route() {
    let liar = |question| Liar {
        question,
        wrong: Wrong::Panic,
        asked: Arc::default(),
        from: 0,
        is_once: false,
    };
    let dense = [Outcome, Legal, Rank, Unrank].map(|question| {
        (
            question,
            ask_all(DenseIndex(liar(question)), Sharding::Whole),
        )
    });
    let sparse = [Outcome, Legal, Play, Key, Tier, StateOfKey].map(|question| {
        (
            question,
            ask_all(SparseIndex(liar(question)), Sharding::Whole),
        )
    });
    for (question, told) in dense.into_iter().chain(sparse) {
        let Err(Error::Rules(finding)) = told else {
            panic!("{question:?}: {told:?}");
        };
        let told = format!("the rules panic: no {question:?}, in [");
        assert!(finding.to_string().starts_with(&told), "{finding}");
        assert!(finding.route.moves().len() <= 3, "{finding}");
    }
}
