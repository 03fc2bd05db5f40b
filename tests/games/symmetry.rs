//! Tests that turning or mirroring the board changes nothing except the numbers of the cells.

use std::collections::BTreeSet;

use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{Line, Symmetry, records};
use perfectplay::{Moves, lookup};

#[test]
fn symmetries_are_eight_permutations_that_keep_the_lines() {
    let lines: BTreeSet<u64> = Line::all().map(|line| line.moves().bits()).collect();
    let mut images = BTreeSet::new();
    for symmetry in Symmetry::all() {
        let cells: Vec<u8> = (0..9).map(|cell| symmetry.cell(cell).unwrap()).collect();
        let moved: BTreeSet<u64> = Line::all()
            .map(|line| symmetry.moves(line.moves()).bits())
            .collect();
        assert_eq!(moved, lines, "{cells:?}");
        images.insert(cells);
    }
    assert_eq!(images.len(), 8);
    assert_eq!(Symmetry::IDENTITY.cell(9), None);
}

#[test]
fn each_symmetry_has_an_inverse() {
    for symmetry in Symmetry::all() {
        for cell in 0..9 {
            let image = symmetry.cell(cell).unwrap();
            assert_eq!(symmetry.inverse().cell(image), Some(cell));
        }
    }
}

#[test]
fn answers_turn_with_the_board() {
    for state in State::all() {
        for symmetry in Symmetry::all() {
            let image = symmetry.state(state);
            assert_eq!(symmetry.inverse().state(image), state);
            assert_eq!(image.status(), state.status());
            assert_eq!(image.to_move(), state.to_move());
            assert_eq!(image.canonical().0, state.canonical().0);
            match (lookup(state), lookup(image)) {
                (None, None) => {}
                (Some(here), Some(there)) => {
                    let turned = |moves: Moves| symmetry.moves(moves);
                    assert_eq!(there.value(), here.value());
                    assert_eq!(there.distance(), here.distance());
                    assert_eq!(there.winning(), turned(here.winning()));
                    assert_eq!(there.losing(), turned(here.losing()));
                    assert_eq!(there.neutral(), turned(here.neutral()));
                    assert_eq!(there.best(), turned(here.best()));
                }
                _ => panic!("only one of {state} and {image} is reachable"),
            }
        }
    }
}

#[test]
fn the_canonical_form_is_an_image_and_canonical_itself() {
    for (state, _) in records() {
        let (form, symmetry) = state.canonical();
        assert_eq!(symmetry.state(state), form);
        assert_eq!(form.canonical(), (form, Symmetry::IDENTITY));
    }
}
