//! Tests games that are not part of `perfectplay`, such as a game in which two states have the same key. Other games
//! return wrong keys.

use std::fmt;

use perfectplay::check::{Check, Fault};
use perfectplay::game::{Hints, ParseStateError};
use perfectplay::{Game, Move, Moves, Value, solve};
use perfectplay_any::{AnyTable, ColumnSet, Queries, Solve, rules};
use perfectplay_any::{Column, Limits};
use perfectplay_games::Listed;

/// A game with one heap. A move takes one, two or three things from the heap. A state is the size of the heap. The key
/// of a state is this size modulo 100. So the states `n` and `n + 100` share a key, but `n + 100` is unreachable.
/// `TOLD` is the value of `KEYS_TELL_STATES`: whether the rules claim that each key belongs to a single state.
#[derive(Clone, Copy)]
struct Heap<const TOLD: bool>;

impl<const TOLD: bool> Game for Heap<TOLD> {
    type State = u32;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> u32 {
        21
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        (left % 100 == 0).then_some(Value::Loss)
    }

    fn legal(&self, left: u32) -> Moves {
        Moves::first_n((left % 100).min(3))
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        left - 1 - u32::from(mv.index())
    }

    fn key(&self, left: u32) -> u64 {
        (left % 100).into()
    }
}

impl<const TOLD: bool> Hints for Heap<TOLD> {}

impl<const TOLD: bool> Listed for Heap<TOLD> {
    const NAME: &'static str = "heap";
    const RULES: &'static str = "Take one, two or three from a heap; take the last and win.";
    const STATES: &'static str = "the number left, such as 21";
    const KEYS_TELL_STATES: bool = TOLD;

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{left}")
    }

    fn read_state(&self, text: &str) -> Result<u32, ParseStateError> {
        let left = text.parse().ok();
        left.ok_or_else(|| ParseStateError::at(text, 0, "a number"))
    }

    /// Returns the state for a key. For the key 13, returns the wrong state 14.
    fn of_key(&self, key: u64) -> Option<u32> {
        Some(if key == 13 { 14 } else { key as u32 })
    }
}

#[test]
fn states_that_keys_do_not_tell_are_numbered() {
    let game = rules(Heap::<false>);
    // The unreachable state is met first, so its number is its key.
    let unreachable = game.parse("113").expect("a state");
    assert_eq!(game.text(unreachable), "113");
    let solution = solve(Heap::<false>).expect("a game");
    let solved = game.solve(&Solve::default()).expect("a game");
    let bytes = solved
        .bytes(Limits::default().watch)
        .expect("a small table");
    let opened = game.open_bytes(bytes.expect("a table")).expect("a table");
    for table in [&solved, &opened] {
        assert_eq!(table.states(), solution.len() as u64);
        let all_keys: Vec<u64> = (0..25).collect();
        let columns = ColumnSet::new(&[Column::Value, Column::Key]);
        let found = table.lookup_many(&Queries::Keys(&all_keys), columns);
        let found = found.expect("a table");
        for key in 0..25 {
            let position = table.position_of_key(key);
            let analysis = solution.lookup(key as u32);
            assert_eq!(position.is_some(), analysis.is_some(), "{key}");
            let Some(position) = position else { continue };
            assert_eq!(position.text(), key.to_string());
            assert_eq!(position.analysis().expect("a table"), analysis);
            let code = perfectplay_any::value_code(analysis.expect("a state").value());
            assert_eq!(found.values[key as usize], code);
        }
        assert!(table.verify(&Limits::default()).is_ok());
    }
    assert!(is_unknown(&solved, "113"));
    let checked = game.check(Check::new());
    assert!(checked.complete && checked.findings.is_empty(), "{checked}");
}

/// Returns whether the table has no answer for a state.
fn is_unknown(table: &AnyTable, state: &str) -> bool {
    let position = table.parse(state).expect("a state");
    position.analysis().expect("a table").is_none()
}

#[test]
fn a_key_that_leads_to_another_state_is_found() {
    let game = rules(Heap::<true>);
    let checked = game.check(Check::new());
    let faults = checked.findings.iter().map(|finding| &finding.fault);
    let found = Some("14".to_owned());
    assert!(
        faults.into_iter().any(|fault| *fault
            == Fault::StateOfKey {
                found: found.clone()
            }),
        "{checked}"
    );
    // The finding names the state before the move.
    let finding = checked
        .findings
        .iter()
        .find(|finding| matches!(finding.fault, Fault::StateOfKey { .. }));
    assert_eq!(finding.expect("a finding").route.state(), "16");
}

/// A game whose keys are wrong, because all large heaps share one key.
#[derive(Clone, Copy)]
struct Forgetful;

impl Game for Forgetful {
    type State = u32;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> u32 {
        21
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        Heap::<false>.outcome(left)
    }

    fn legal(&self, left: u32) -> Moves {
        Heap::<false>.legal(left)
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        Heap::<false>.play(left, mv)
    }

    fn key(&self, left: u32) -> u64 {
        left.min(15).into()
    }
}

impl Hints for Forgetful {}

impl Listed for Forgetful {
    const NAME: &'static str = "forgetful";
    const RULES: &'static str = Heap::<false>::RULES;
    const STATES: &'static str = Heap::<false>::STATES;

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        Heap::<false>.write_state(left, out)
    }
}

#[test]
fn a_key_of_several_states_is_found_as_with_the_type() {
    let expected = Check::new().run_symmetric(&Forgetful);
    assert!(!expected.findings.is_empty());
    let found = rules(Forgetful).check(Check::new());
    assert_eq!(found.to_string(), expected.to_string());
}
