//! Proves that the library's playbooks of tic-tac-toe are the smallest: with the same side and the
//! same options, no other playbook has fewer entries. Prints these numbers of entries.

mod integer_program;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use perfectplay::bake::Playbook;
use perfectplay::game::canonical;
use perfectplay::playbook::Keep;
use perfectplay::tictactoe::{State, TicTacToe};
use perfectplay::{Game, Player, Solved};

fn main() {
    let plain = Playbook::new("tictactoe");
    let symmetric = plain.symmetry();
    for (name, playbook) in [
        ("all states", plain),
        ("up to symmetry", symmetric),
        ("with the distance", symmetric.keep(Keep::Distance)),
        ("with the value of the start", symmetric.keep(Keep::Start)),
    ] {
        let [first, second] = least(playbook);
        assert_eq!(baked(playbook), [first, second], "{name}: the baked book");
        println!("{name}: no playbook has fewer than {first} and {second} entries");
    }
    let arenas = symmetric.only(Player::Second).arenas(&TicTacToe);
    let kept = arenas.expect("a small game")[0].1.len();
    println!(
        "the second player can meet {} classes of states; {kept} matter",
        classes_met()
    );
}

/// Returns the least number of entries of a playbook for each side, the first player's side first.
fn least(playbook: Playbook<'_>) -> [u64; 2] {
    let arenas = playbook.arenas(&TicTacToe).expect("a small game");
    let numbers = arenas
        .iter()
        .map(|(_, arena)| integer_program::least_entries(arena));
    numbers.collect::<Vec<_>>().try_into().expect("two sides")
}

/// Bakes a playbook for each side, and returns the number of entries of each playbook.
fn baked(playbook: Playbook<'_>) -> [u64; 2] {
    let watch = &mut |_| ControlFlow::Continue(());
    let baked = playbook.bake(&TicTacToe, None, watch).expect("a book");
    let numbers = baked.books.iter().map(|book| book.states);
    numbers.collect::<Vec<_>>().try_into().expect("two sides")
}

/// Counts the states in which the second player may have to move, if this player never makes a
/// mistake. Symmetric states count once.
fn classes_met() -> usize {
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
    met.len()
}
