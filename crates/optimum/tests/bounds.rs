//! Compares bounds with known ones and checks that playbooks reach them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use perfectplay::bake::{Arena, Playbook};
use perfectplay::game::canonical;
use perfectplay::playbook::Keep;
use perfectplay::tictactoe::{State, TicTacToe};
use perfectplay::{Game, Player, Solved};
use perfectplay_optimum::{Bounds, bounds};

/// Returns the bounds for both sides. No search may use up its time.
fn bounds_of(playbook: Playbook<'_>) -> Vec<Bounds> {
    let arenas = playbook.arenas(&TicTacToe).unwrap();
    let of = |(_, arena): &(_, Arena)| bounds(arena, Duration::from_secs(600)).unwrap();
    arenas.iter().map(of).collect()
}

/// Returns the number of states of the book that is baked for each side.
fn states(playbook: Playbook<'_>) -> Vec<u64> {
    let watch = &mut |_| ControlFlow::Continue(());
    let baked = playbook.bake(&TicTacToe, None, watch).unwrap();
    baked.books.iter().map(|book| book.states).collect()
}

/// The search finds the smallest number. One that begins with the least book keeps it, however few
/// steps it takes.
fn finds_least(playbook: Playbook<'_>, least: [u64; 2]) {
    let bounds = bounds_of(playbook);
    assert!(
        bounds.iter().all(Bounds::are_met),
        "{playbook:?}: {bounds:?}"
    );
    assert!(
        bounds.iter().map(|bounds| bounds.least).eq(least),
        "{playbook:?}: {bounds:?}"
    );
    assert_eq!(states(playbook), least, "{playbook:?}");
    let books: Vec<_> = bounds.into_iter().map(|bounds| bounds.book).collect();
    assert_eq!(states(playbook.steps(0).begin_with(&books)), least);
}

const PLAIN: Playbook<'_> = Playbook::new("tictactoe");

#[test]
fn without_steps_a_book_is_larger() {
    assert_eq!(states(PLAIN.steps(0)), [69, 266]);
}

#[test]
#[ignore = "takes seconds; run by .ci/run"]
fn all_states_in_full() {
    finds_least(PLAIN, [62, 258]);
}

#[test]
fn up_to_symmetry() {
    finds_least(PLAIN.symmetry(), [21, 72]);
}

#[test]
#[ignore = "takes seconds; run by .ci/run"]
fn distances_in_full() {
    finds_least(PLAIN.symmetry().keep(Keep::Distance), [21, 72]);
}

#[test]
fn from_the_start() {
    finds_least(PLAIN.symmetry().keep(Keep::Start), [19, 71]);
}

/// `docs/playbooks.md` has these numbers: the classes of states that the second player can meet
/// while it keeps the value, and those that are left without choices that another one replaces.
#[test]
fn classes_of_states_that_the_second_player_can_meet() {
    let (mut open, mut met) = (vec![State::EMPTY], BTreeSet::new());
    while let Some(board) = open.pop() {
        for reply in TicTacToe.legal(board) {
            let (own, _) = canonical(&TicTacToe, TicTacToe.play(board, reply));
            if TicTacToe.outcome(own).is_some() || !met.insert(TicTacToe.key(own)) {
                continue;
            }
            let analysis = TicTacToe.analysis(own).expect("a reachable board");
            let kept = analysis.legal() - analysis.mistakes();
            let after = kept.iter().map(|mv| TicTacToe.play(own, mv));
            open.extend(after.filter(|&board| TicTacToe.outcome(board).is_none()));
        }
    }
    assert_eq!(met.len(), 155);
    let book = Playbook::new("tictactoe").symmetry().only(Player::Second);
    let [(_, arena)] = &book.arenas(&TicTacToe).unwrap()[..] else {
        panic!("expected one side");
    };
    assert_eq!(arena.len(), 146);
}
