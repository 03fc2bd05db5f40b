//! Compares bounds with known ones and checks that playbooks reach them.

use std::ops::ControlFlow;
use std::time::Duration;

use perfectplay::bake::{Arena, Playbook};
use perfectplay::playbook::Keep;
use perfectplay::tictactoe::TicTacToe;
use perfectplay_optimum::{Bounds, bounds};

/// Returns the bounds for both sides. No search may use up its time.
fn bounds_of(playbook: Playbook<'_>) -> Vec<Bounds> {
    let arenas = playbook.arenas(&TicTacToe).unwrap();
    let of = |(_, arena): &(_, Arena)| bounds(arena, Duration::from_secs(600)).unwrap();
    arenas.iter().map(of).collect()
}

/// A search that begins with the least book keeps it, however few steps it takes.
#[test]
fn a_least_book_is_baked() {
    let playbook = Playbook::new("tictactoe").steps(0);
    let books: Vec<_> = bounds_of(playbook)
        .into_iter()
        .map(|bounds| bounds.book)
        .collect();
    let watch = &mut |_| ControlFlow::Continue(());
    let mut states = |playbook: Playbook<'_>| {
        let baked = playbook.bake(&TicTacToe, None, watch).unwrap();
        baked
            .books
            .iter()
            .map(|book| book.states)
            .collect::<Vec<_>>()
    };
    assert_eq!(states(playbook), [69, 266]);
    assert_eq!(states(playbook.begin_with(&books)), [62, 258]);
}

/// The search finds the smallest number.
#[test]
fn tic_tac_toe() {
    let plain = Playbook::new("tictactoe");
    for (playbook, least) in [
        (plain, [62, 258]),
        (plain.symmetry(), [21, 72]),
        (plain.symmetry().keep(Keep::Distance), [21, 72]),
        (plain.symmetry().keep(Keep::Start), [19, 71]),
    ] {
        let bounds = bounds_of(playbook);
        assert!(
            bounds.iter().all(Bounds::are_met),
            "{playbook:?}: {bounds:?}"
        );
        assert!(
            bounds.iter().map(|bounds| bounds.least).eq(least),
            "{playbook:?}: {bounds:?}"
        );
        let watch = &mut |_| ControlFlow::Continue(());
        let baked = playbook.bake(&TicTacToe, None, watch).unwrap();
        let found = baked.books.iter().map(|book| book.states);
        assert!(found.eq(least), "{playbook:?}");
    }
}
