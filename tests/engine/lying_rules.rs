//! Tests rules that panic, and rules that lie. Rules lie if they give different answers to the same
//! question. If the rules lie, the library reports a fault of the rules, or gives an answer that
//! may be wrong. If the rules panic, the library names the state. The library itself never panics.

use std::cell::Cell;
use std::mem::discriminant;
use std::panic::{AssertUnwindSafe, catch_unwind};

use perfectplay::check::{Check, Question};
use perfectplay::solve::SolveError;
use perfectplay::{
    Game, Level, Move, Moves, Player, Table, Value, audit, bake, check, principal_variation, solve,
    verify, walk,
};

/// The kind of game that the rules claim to describe. The solver that `solve` picks for `Loopy` is
/// not the solver for the other kinds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    Tiers,
    Loopy,
}

const KINDS: [Kind; 3] = [Kind::Plain, Kind::Tiers, Kind::Loopy];

/// A game in which a player takes one or two things from a heap of seven. The game counts the calls
/// of the method `question`. It returns a wrong result for each call whose number is in the range
/// `lies`.
struct Liar {
    kind: Kind,
    question: Question,
    asked: Cell<u32>,
    lies: std::ops::Range<u32>,
}

impl Liar {
    fn lies(&self, question: Question) -> bool {
        if question != self.question {
            return false;
        }
        self.asked.set(self.asked.get() + 1);
        self.lies.contains(&self.asked.get())
    }
}

impl Game for Liar {
    type State = u32;

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u32 {
        if self.lies(Question::Start) { 40 } else { 7 }
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        ((left == 0) != self.lies(Question::Outcome)).then_some(Value::Loss)
    }

    fn legal(&self, left: u32) -> Moves {
        if self.lies(Question::Legal) {
            Moves::from_bits([0, 0b10, 0b1100][self.asked.get() as usize % 3])
        } else {
            Moves::first_n(left.min(2))
        }
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        if self.lies(Question::Play) {
            left + 1
        } else {
            left.saturating_sub(1 + u32::from(mv.index()))
        }
    }

    fn key(&self, left: u32) -> u64 {
        if self.lies(Question::Key) {
            [0, 3, u64::MAX, 1 << 40][self.asked.get() as usize % 4]
        } else {
            left.into()
        }
    }

    fn to_move(&self, left: u32) -> Option<Player> {
        let turn = (left + u32::from(self.lies(Question::ToMove))) % 2;
        (self.asked.get() % 5 > 0).then(|| Player::after_plies(turn))
    }

    fn is_loopy(&self) -> bool {
        self.kind == Kind::Loopy
    }

    fn tier(&self, left: u32) -> Option<u32> {
        match self.kind {
            Kind::Tiers if self.lies(Question::Tier) => [None, Some(0)][left as usize % 2],
            Kind::Tiers => Some(7_u32.saturating_sub(left)),
            Kind::Plain | Kind::Loopy => None,
        }
    }
}

/// Calls every function that takes a game or a solved game.
fn ask_all(game: &Liar) {
    let _ = Check::new().states(100).walks(3).run(game);
    let Ok(solution) = solve(game) else {
        return;
    };
    let _ = (solution.start(), solution.iter().take(100).count());
    let _ = verify(&solution);
    let _ = walk(&solution).take(100).count();
    let _ = principal_variation(&solution, 7).take(100).count();
    let _ = audit(&solution, &Level::Perfect.on(&solution), Player::First);
    for left in 0..10 {
        let _ = (
            solution.lookup(left),
            Level::Perfect.choose(&solution, left, 0),
        );
    }
    if let Ok(bytes) = bake::table("liar", &solution) {
        let table = Table::from_bytes(game, &bytes);
        let _ = table.map(|table| verify(&table));
    }
}

/// Lets the rules lie from each `every`th question on.
fn lie(every: usize) {
    let questions = [
        Question::Start,
        Question::Outcome,
        Question::Legal,
        Question::Play,
        Question::Key,
        Question::ToMove,
        Question::Tier,
    ];
    for kind in KINDS {
        for question in questions {
            for first in (1..50).chain((50..150).step_by(3)).step_by(every) {
                for lies in [first..first + 1, first..u32::MAX] {
                    let asked = Cell::new(0);
                    let liar = Liar {
                        kind,
                        question,
                        asked,
                        lies: lies.clone(),
                    };
                    catch_unwind(AssertUnwindSafe(|| ask_all(&liar)))
                        .unwrap_or_else(|_| panic!("{kind:?} {question} {lies:?}"));
                }
            }
        }
    }
}

#[test]
fn rules_that_answer_otherwise_each_time_make_nothing_panic() {
    lie(4);
}

#[test]
#[ignore = "lies at more questions; run by .ci/run"]
fn lies_in_full() {
    lie(1);
}

/// A game with a heap. The method `method` panics when three things are left.
struct Broken {
    kind: Kind,
    method: Question,
}

impl Broken {
    fn ask(&self, method: Question, left: u32) {
        assert!(
            method != self.method || left != 3,
            "three is too many for {method}"
        );
    }
}

impl Game for Broken {
    type State = u32;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u32 {
        7
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        self.ask(Question::Outcome, left);
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, left: u32) -> Moves {
        self.ask(Question::Legal, left);
        Moves::first_n(left.min(2))
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        self.ask(Question::Play, left);
        left - 1 - u32::from(mv.index())
    }

    fn key(&self, left: u32) -> u64 {
        self.ask(Question::Key, left);
        left.into()
    }

    fn is_loopy(&self) -> bool {
        self.kind == Kind::Loopy
    }

    fn tier(&self, left: u32) -> Option<u32> {
        self.ask(Question::Tier, left);
        (self.kind == Kind::Tiers).then_some(7_u32.saturating_sub(left))
    }
}

#[test]
fn a_panic_in_the_rules_is_told_with_the_state_and_the_route() {
    for kind in KINDS {
        for (method, left, moves) in [
            (Question::Outcome, "3", 2),
            (Question::Legal, "3", 2),
            (Question::Play, "3", 2),
            // The solver asks this method before the state has a number.
            (Question::Key, "5", 1),
            (Question::Tier, "5", 1),
        ] {
            let game = Broken { kind, method };
            let checked = check(&game);
            let [found] = &checked.findings[..] else {
                panic!("{kind:?} {method}: {checked}");
            };
            let told = format!("the rules panic: three is too many for {method}, in {left}, ");
            assert!(found.to_string().starts_with(&told), "{found}");
            assert_eq!(found.route.moves().len(), moves, "{found}");
            let Err(SolveError::Rules(solved)) = solve(&game) else {
                panic!("{kind:?} {method}");
            };
            assert_eq!(discriminant(&solved.fault), discriminant(&found.fault));
            assert!(
                solved.to_string().starts_with("the rules panic: three is"),
                "{solved}"
            );
            assert!(solved.route.moves().len() <= 2, "{solved}");
            // A build script reports the same error.
            let error = bake::BakeError::from(SolveError::Rules(solved.clone()));
            assert_eq!(format!("{error:?}"), solved.to_string());
        }
    }
}

/// A watcher is a function of the caller, to which the solver reports its progress. If the watcher
/// panics, the library passes the panic on, and does not report it as a fault of the rules.
#[test]
fn a_panic_of_a_watcher_is_no_fault_of_the_rules() {
    let game = perfectplay_games::nim::Nim::new(&[15; 3], false).unwrap();
    let solved = AssertUnwindSafe(|| {
        let _ = solve::solve_watched(&game, |_| panic!("enough"));
    });
    let payload = catch_unwind(solved).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"enough"));
}
