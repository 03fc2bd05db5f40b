//! Bounds that are known, and play that meets them.

use std::ops::ControlFlow;
use std::time::Duration;

use perfectplay::Keep;
use perfectplay::bake::{Arena, Playbook};
use perfectplay::tictactoe::TicTacToe;
use perfectplay_optimum::{Bounds, bounds};

/// The bounds for both sides; none of them takes as long as it may.
fn of(playbook: Playbook<'_>) -> Vec<Bounds> {
    let arenas = playbook.arenas(&TicTacToe).unwrap();
    let of = |(_, arena): &(_, Arena)| bounds(arena, Duration::from_secs(600)).unwrap();
    arenas.iter().map(of).collect()
}

/// What the search finds is least.
#[test]
fn tic_tac_toe() {
    let plain = Playbook::new("tictactoe");
    for playbook in [
        plain,
        plain.symmetry(),
        plain.keep(Keep::Distance),
        plain.keep(Keep::Distance).symmetry(),
        plain.keep(Keep::Start).symmetry(),
    ] {
        let watch = &mut |_| ControlFlow::Continue(());
        let baked = playbook.bake(&TicTacToe, None, watch).unwrap();
        for (book, bounds) in baked.books.iter().zip(of(playbook)) {
            assert!(bounds.are_met(), "{playbook:?}: {bounds:?}");
            assert_eq!(book.states, bounds.least, "{playbook:?}");
        }
    }
    let least = |playbook| of(playbook).into_iter().map(|bounds| bounds.least);
    assert!(least(plain).eq([62, 258]));
    assert!(least(plain.symmetry()).eq([21, 72]));
}
