//! Tests that Nim, subtraction and Chomp agree with the theorems about them.

use perfectplay::game::Hints;
use perfectplay::solve::Solution;
use perfectplay::{Game, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::chomp::Chomp;
use perfectplay_games::nim::Nim;
use perfectplay_games::subtraction::Subtraction;

/// Reads the heap sizes from the text of a state of Nim.
fn sizes(game: &Nim, state: <Nim as Game>::State) -> Vec<u8> {
    let text = game.state_text(state).to_string();
    text.split(',').map(|size| size.parse().unwrap()).collect()
}

const STARTS: &[&[u8]] = &[
    &[7, 7, 7],
    &[3, 3, 3, 3, 3],
    &[9, 1, 5],
    &[1; 8],
    &[64],
    &[15, 12],
];

#[test]
fn nim_follows_boutons_theorem() {
    for start in STARTS {
        for misere in [false, true] {
            let game = Nim::new(start, misere).unwrap();
            let solution = solve(&game).unwrap();
            let reachable = start.iter().map(|&size| usize::from(size) + 1);
            assert_eq!(solution.len(), reachable.product::<usize>());
            for (state, analysis) in solution.iter() {
                let sizes = sizes(&game, state);
                let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
                let ones_only = sizes.iter().all(|&size| size <= 1);
                let lost = (sum == 0) != (misere && ones_only);
                let expected = if lost { Value::Loss } else { Value::Win };
                assert_eq!(analysis.value(), expected, "{sizes:?}, misere: {misere}");
                // There are as many moves as objects.
                let objects: u32 = sizes.iter().map(|&size| u32::from(size)).sum();
                assert_eq!(analysis.legal().len(), objects, "{sizes:?}");
            }
        }
    }
}

#[test]
fn a_move_does_what_its_text_says() {
    let game = Nim::new(&[3, 4, 5], false).unwrap();
    for (state, analysis) in solve(&game).unwrap().iter() {
        for mv in analysis.legal() {
            let text = game.move_text(state, mv).to_string();
            let (heap, taken) = text.split_at(1);
            let mut expected = sizes(&game, state);
            expected[usize::from(heap.as_bytes()[0] - b'a')] -= taken.parse::<u8>().unwrap();
            assert_eq!(sizes(&game, game.play(state, mv)), expected, "{text}");
        }
    }
}

#[test]
fn symmetries_permute_equal_heaps() {
    for (start, symmetries) in [
        (&[3, 4, 5][..], 1),
        (&[5, 3, 5], 2),
        (&[2, 3, 2, 2], 6),
        (&[1, 2, 1, 2], 4),
        (&[1; 8], 40_320),
    ] {
        let game = Nim::new(start, false).unwrap();
        assert_eq!(game.symmetries(), symmetries, "{start:?}");
    }
    // Three heaps of different sizes have as many images as there are orders of the heaps.
    let game = Nim::new(&[3, 3, 3], false).unwrap();
    let state = game.read_state("1,2,3").unwrap();
    let mut images: Vec<String> = (0..game.symmetries())
        .map(|symmetry| game.state_text(game.image(symmetry, state)).to_string())
        .collect();
    images.sort();
    let orders = ["1,2,3", "1,3,2", "2,1,3", "2,3,1", "3,1,2", "3,2,1"];
    assert_eq!(images, orders);
}

#[test]
fn subtraction_is_won_by_leaving_a_multiple() {
    for most in [1, 2, 3, 7, 10, 64] {
        for misere in [false, true] {
            let game = Subtraction::new(150, most, misere).unwrap();
            let solution = solve(&game).unwrap();
            assert_eq!(solution.len(), 151);
            for (heap, analysis) in solution.iter() {
                let rest = heap % (u32::from(most) + 1);
                let lost = rest == u32::from(misere);
                let expected = if lost { Value::Loss } else { Value::Win };
                assert_eq!(analysis.value(), expected, "{heap} by {most}");
            }
        }
    }
}

/// Returns the sizes of all bars of Chomp with at most `squares` squares. `.0` is the number of
/// columns, and `.1` the number of rows.
fn bars(squares: u8) -> impl Iterator<Item = (u8, u8)> {
    let sizes =
        (1..=squares).flat_map(move |columns| (1..=squares).map(move |rows| (columns, rows)));
    sizes.filter(move |&(columns, rows)| u32::from(columns) * u32::from(rows) <= squares.into())
}

fn chomp(columns: u8, rows: u8) -> Chomp {
    Chomp::with_parameters(&format!("{columns}x{rows}")).unwrap()
}

fn binomial(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |product, i| product * (n - k + i) / i)
}

#[test]
fn every_bar_of_several_squares_is_won_by_exactly_one_bite() {
    for (columns, rows) in bars(30) {
        let game = chomp(columns, rows);
        let solution = solve(&game).unwrap();
        let (w, h) = (u64::from(columns), u64::from(rows));
        assert_eq!(
            solution.len() as u64,
            binomial(w + h, w),
            "{columns}x{rows}"
        );
        let start = solution.start();
        if (columns, rows) == (1, 1) {
            assert_eq!((start.value(), start.distance()), (Value::Loss, Some(1)));
            continue;
        }
        assert_eq!(start.value(), Value::Win, "{columns}x{rows}");
        // The smallest bar with two winning bites has 80 squares (Gale, 1974).
        assert_eq!(start.winning().len(), 1, "{columns}x{rows}");
        if columns == rows {
            let diagonal = start.winning().first().unwrap().index();
            assert_eq!(diagonal, columns + 1, "{columns}x{rows}");
        }
    }
}

fn value(solution: &Solution<&Chomp>, text: &str) -> Value {
    let state = solution.game().read_state(text).unwrap();
    solution.lookup(state).unwrap().value()
}

#[test]
fn two_rows_are_lost_exactly_if_the_upper_is_one_longer() {
    let game = chomp(9, 2);
    let solution = solve(&game).unwrap();
    for upper in 1..=9 {
        for lower in 0..=upper {
            let row = |length| format!("{:.<9}", "#".repeat(length));
            let text = format!("{}/{}", row(upper), row(lower));
            let lost = upper == lower + 1;
            let expected = if lost { Value::Loss } else { Value::Win };
            assert_eq!(value(&solution, &text), expected, "{text}");
        }
    }
}

/// Tests the state of Chomp in which a row and a column of equal length meet at the poisoned piece.
/// The second player wins by copying every bite. After a bite in the row, the second player makes
/// the same bite in the column. After a bite in the column, this player bites in the row.
#[test]
fn equal_arms_are_lost() {
    let game = chomp(4, 4);
    let solution = solve(&game).unwrap();
    assert_eq!(value(&solution, "####/#.../#.../#..."), Value::Loss);
    assert_eq!(value(&solution, "####/#.../#.../...."), Value::Win);
}

#[test]
fn invalid_parameters_are_refused() {
    for parameters in ["", "3,,5", "1,1,1,1,1,1,1,1,1", "22,22,22", "65", "misere"] {
        assert_eq!(Nim::with_parameters(parameters), None, "{parameters}");
    }
    for parameters in ["", "21", "21,0", "21,65", "4294967296,3", "21,3,miser"] {
        assert_eq!(
            Subtraction::with_parameters(parameters),
            None,
            "{parameters}"
        );
    }
    for parameters in ["", "4", "0x4", "4x0", "13x5", "4x4x4", "255x255"] {
        assert_eq!(Chomp::with_parameters(parameters), None, "{parameters}");
    }
}

#[test]
fn parse_errors_give_the_position() {
    let nim = Nim::new(&[3, 4, 5], false).unwrap();
    let refusal = |text| nim.read_state(text).unwrap_err();
    let size = "the heaps with commas between, none larger than at the start";
    let error = refusal("3,6,5");
    assert_eq!(
        (error.expected, error.found, error.position),
        (size, Some('6'), 3)
    );
    let error = refusal("3,4,5,0");
    let end = "the end after the last heap";
    assert_eq!(
        (error.expected, error.found, error.position),
        (end, Some(','), 6)
    );

    let bar = chomp(3, 2);
    // There may be one bar between two rows. Separators stand between all rows or between none.
    let whole = chomp(3, 3);
    for text in ["#########", "###/###|###", "### ###\n###", "### / ###/###"] {
        assert!(whole.read_state(text).is_ok(), "{text}");
    }
    for text in ["###//###/###", "###/######", "######/###", "###/ /###/###"] {
        assert!(whole.read_state(text).is_err(), "{text}");
    }
    let error = bar.read_state("##./###").unwrap_err();
    assert_eq!((error.found, error.position), (Some('#'), 7));
}
