//! Tests games in which states may repeat. Compares the library's results with published results.
//! Also compares the library's answer for every state with the answer of a second solver, which
//! uses a second implementation of the rules.

use std::collections::BTreeSet;

use crate::games::registry;
use crate::oracles::repeated_states::{Histogram, Known, agrees, histogram_of};
use perfectplay::solve::Solution;
use perfectplay::{Game, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::morris::Morris;
use perfectplay_games::vanishing::Vanishing;

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).unwrap_or_else(|| panic!("no {}:{parameters}", G::NAME))
}

/// Returns three results of a solution: the number of states, the value of the start, and the
/// distance of the start.
fn result<G: Game>(solution: &Solution<G>) -> (usize, Value, Option<u32>) {
    let start = solution.start();
    (solution.len(), start.value(), start.distance())
}

/// Returns the moves of a state as text, in alphabetical order.
fn moves<G: Listed>(game: &G, state: &str) -> Vec<String> {
    let state = game.read_state(state).unwrap();
    let legal = game.legal(state).iter();
    let mut moves: Vec<String> = legal
        .map(|mv| game.move_text(state, mv).to_string())
        .collect();
    moves.sort();
    moves
}

fn outcome<G: Listed>(game: &G, state: &str) -> Option<Value> {
    game.outcome(game.read_state(state).unwrap())
}

const NO_END: Known = (Value::Draw, None);

#[test]
fn morris_has_the_published_results() {
    let first_wins = |plies| (Value::Win, Some(plies));
    for (parameters, states, start) in [
        ("tapatan", 5390, first_wins(9)),
        ("3,sides,8,loses", 5390, first_wins(9)),
        ("3,anywhere,8,loses", 5390, NO_END),
        ("achi", 5716, first_wins(11)),
        ("4,lines,8,passes", 5724, first_wins(11)),
        ("4,sides,6,loses", 5886, (Value::Loss, Some(10))),
    ] {
        let morris: Morris = game(parameters);
        let (value, distance) = start;
        let solution = solve(&morris).unwrap();
        assert_eq!(result(&solution), (states, value, distance), "{parameters}");
    }
}

/// A state for the second implementation of the rules. `.0` is the board as rows of characters;
/// `.1` is the player to move.
type Drawing = ([[char; 3]; 3], char);

fn other(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

/// A second implementation of morris, by rows and columns. Each cell has a number in a magic
/// square. Three cells form a line if their numbers add up to 15.
fn morris(
    &(board, player): &Drawing,
    [pieces, reach, lines, stuck]: [&str; 4],
) -> Result<Vec<Drawing>, Value> {
    const MAGIC: [[u8; 3]; 3] = [[2, 7, 6], [9, 5, 1], [4, 3, 8]];
    let cells = || (0..3_usize).flat_map(|row| (0..3_usize).map(move |column| (row, column)));
    let of = |player| {
        let held = cells().filter(move |&(row, column)| board[row][column] == player);
        held.collect::<Vec<_>>()
    };
    let has_line = |player| {
        let held = of(player);
        let triples = held.iter().enumerate().flat_map(|(i, a)| {
            let rest = &held[i + 1..];
            let pairs = rest.iter().enumerate();
            pairs.flat_map(move |(j, b)| rest[j + 1..].iter().map(move |c| [*a, *b, *c]))
        });
        triples.into_iter().any(|triple| {
            let sum: u8 = triple.iter().map(|&(row, column)| MAGIC[row][column]).sum();
            let [a, b, _] = triple;
            sum == 15 && (lines == "8" || a.0 == b.0 || a.1 == b.1)
        })
    };
    if has_line(other(player)) {
        return Err(Value::Loss);
    }
    let mut after = Vec::new();
    let mut put = |from: Option<(usize, usize)>, (row, column): (usize, usize)| {
        let mut board = board;
        if let Some((row, column)) = from {
            board[row][column] = '.';
        }
        board[row][column] = player;
        after.push((board, other(player)));
    };
    if of('.').len() + 2 * pieces.parse::<usize>().unwrap() > 9 {
        for to in of('.') {
            put(None, to);
        }
        return Ok(after);
    }
    for from in of(player) {
        for to in of('.') {
            let by = [from.0.abs_diff(to.0), from.1.abs_diff(to.1)];
            let reached = match reach {
                "anywhere" => true,
                "lines" if from == (1, 1) || to == (1, 1) => true,
                _ => by == [0, 1] || by == [1, 0],
            };
            if reached {
                put(Some(from), to);
            }
        }
    }
    match stuck {
        _ if !after.is_empty() => Ok(after),
        "loses" => Err(Value::Loss),
        "draws" => Err(Value::Draw),
        _ => Ok(vec![(board, other(player))]),
    }
}

/// Compares every `every`th of the 36 variants of morris with the second implementation of the
/// rules. Returns the number of different variants.
fn every_state_of_morris(every: usize) -> usize {
    let mut variants = Vec::new();
    for pieces in ["3", "4"] {
        for reach in ["lines", "sides", "anywhere"] {
            for lines in ["8", "6"] {
                for stuck in ["loses", "draws", "passes"] {
                    variants.push([pieces, reach, lines, stuck]);
                }
            }
        }
    }
    let mut different = BTreeSet::new();
    for options in variants.into_iter().step_by(every) {
        let game = registry::game(&format!("morris:{}", options.join(",")));
        let histogram = histogram_of(&solve(game).unwrap());
        agrees(&histogram, ([['.'; 3]; 3], 'X'), |state| {
            morris(state, options)
        });
        different.insert(Vec::from_iter(histogram));
    }
    different.len()
}

/// The sample contains each value of each option.
#[test]
fn every_state_of_some_variants_of_morris_agrees() {
    assert_eq!(every_state_of_morris(5), 8);
}

#[test]
#[ignore = "compares every variant; run by .ci/run"]
fn every_state_of_every_morris_in_full() {
    // Every option changes the game, with one exception: the option for a player without a move
    // changes nothing if a player always has a move. That is so if pieces may go anywhere, or if
    // each player has three pieces and diagonals count.
    assert_eq!(every_state_of_morris(1), 36 - 4 * 2 - 2 * 2);
}

#[test]
fn morris_follows_its_rules() {
    let tapatan: Morris = game("tapatan");
    assert_eq!(
        moves(&tapatan, "X.O/.X./..O X"),
        ["a1", "a2", "b1", "b3", "c2"]
    );
    assert_eq!(
        moves(&tapatan, "XO./O.X/X.O X"),
        ["a1-b1", "a1-b2", "a3-b2", "c2-b2", "c2-c3"]
    );
    let sides: Morris = game("3,sides,8,loses");
    assert_eq!(moves(&sides, "XO./O.X/X.O X"), ["a1-b1", "c2-b2", "c2-c3"]);
    assert_eq!(outcome(&tapatan, "XXX/OO./... O"), Some(Value::Loss));
    assert_eq!(outcome(&tapatan, "X.O/.XO/..X O"), Some(Value::Loss));
    let without: Morris = game("3,lines,6,loses");
    assert_eq!(outcome(&without, "X.O/.XO/..X O"), None);
    // In the first state, O holds every cell next to the empty corner. In the second state, X holds
    // one of these cells.
    for (rule, expected) in [
        ("loses", Some(Value::Loss)),
        ("draws", Some(Value::Draw)),
        ("passes", None),
    ] {
        let morris: Morris = game(&format!("4,sides,6,{rule}"));
        assert_eq!(outcome(&morris, "XXO/XXO/OO. X"), expected);
        assert_eq!(outcome(&morris, "XXO/OOX/XO. X"), None);
    }
    let passes: Morris = game("4,sides,6,passes");
    assert_eq!(moves(&passes, "XXO/XXO/OO. X"), ["pass"]);
}

/// A state for the second implementation of the rules. `.0` lists the cells that X has marked,
/// oldest first. `.1` lists the cells that O has marked, oldest first. `.2` tells whether O is to
/// move.
type Queues = (Vec<usize>, Vec<usize>, bool);

/// A second implementation of vanishing tic-tac-toe.
fn vanishing((x, o, second): &Queues, before: bool) -> Result<Vec<Queues>, Value> {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let (mine, theirs) = if *second { (o, x) } else { (x, o) };
    let line = |line: &[usize; 3]| line.iter().all(|cell| theirs.contains(cell));
    if LINES.iter().any(line) {
        return Err(Value::Loss);
    }
    let mut after = Vec::new();
    for cell in 0..9 {
        let mut held = mine.clone();
        if before && held.len() == 3 {
            held.remove(0);
        }
        if held.contains(&cell) || theirs.contains(&cell) {
            continue;
        }
        held.push(cell);
        if held.len() == 4 {
            held.remove(0);
        }
        after.push(if *second {
            (x.clone(), held, false)
        } else {
            (held, o.clone(), true)
        });
    }
    Ok(after)
}

fn every_state_of_vanishing(variant: &str) -> Histogram {
    let solution = solve(registry::game(&format!("vanishing:{variant}"))).unwrap();
    assert_eq!(solution.len(), 128_170);
    let histogram = histogram_of(&solution);
    let before = variant == "before";
    agrees(&histogram, (vec![], vec![], false), |state| {
        vanishing(state, before)
    });
    let start = solution.start();
    let expected = if before {
        NO_END
    } else {
        (Value::Win, Some(13))
    };
    assert_eq!((start.value(), start.distance()), expected);
    histogram
}

#[test]
fn vanishing_after_is_won() {
    let histogram = every_state_of_vanishing("after");
    assert!(histogram.contains_key(&NO_END));
}

/// In this variant of vanishing tic-tac-toe, there is never more than one threat, and the opponent
/// can always block it.
#[test]
#[ignore = "solves a second large game; run by .ci/run"]
fn vanishing_before_in_full() {
    let histogram = every_state_of_vanishing("before");
    let known: Vec<Known> = histogram.into_keys().collect();
    assert_eq!(
        known,
        [(Value::Loss, Some(0)), NO_END, (Value::Win, Some(1))]
    );
}

#[test]
fn vanishing_follows_its_rules() {
    let [after, before] = ["after", "before"].map(game::<Vanishing>);
    let state = "3.b/.1./2ac X";
    assert_eq!(moves(&after, state), ["a2", "b3", "c2"]);
    assert_eq!(moves(&before, state), ["a2", "a3", "b3", "c2"]);
    // The oldest mark vanishes before the game looks for lines. Cells 0, 1 and 2 were marked, but
    // the mark in cell 0 is the oldest.
    let read = after.read_state("321/ab./... X").unwrap();
    assert_eq!(after.outcome(read), Some(Value::Win));
    let state = after.read_state("32./ab./..1 X").unwrap();
    let next = after.play(state, perfectplay::Move::new(2).unwrap());
    assert_eq!(after.state_text(next).to_string(), ".31/ab./..2 O");
    assert_eq!(after.outcome(next), None);
}

/// A state for the second implementation of the rules. `.0` contains the row and the column of each
/// car of X. `.1` contains the row and the column of each car of O. `.2` tells whether O is to
/// move.
type Cars = (BTreeSet<(i8, i8)>, BTreeSet<(i8, i8)>, bool);

/// A second implementation of Dodgem, from X's side. If O is to move, this code uses a mirror image
/// of the board. In the image, rows and columns are exchanged, and are counted from the bottom
/// right.
fn dodgem((x, o, second): &Cars, side: i8) -> Result<Vec<Cars>, Value> {
    let mirror = |cars: &BTreeSet<(i8, i8)>| {
        let image = |&(row, column)| (side - 1 - column, side - 1 - row);
        cars.iter().map(image).collect::<BTreeSet<_>>()
    };
    let (mine, theirs) = if *second {
        (mirror(o), mirror(x))
    } else {
        (x.clone(), o.clone())
    };
    if theirs.is_empty() {
        return Err(Value::Loss);
    }
    let mut after = Vec::new();
    for &(row, column) in &mine {
        for (row_after, column_after) in [(row, column + 1), (row - 1, column), (row + 1, column)] {
            let target = (row_after, column_after);
            if !(0..side).contains(&row_after) || mine.contains(&target) || theirs.contains(&target)
            {
                continue;
            }
            let mut cars = mine.clone();
            cars.remove(&(row, column));
            if column_after < side {
                cars.insert(target);
            }
            after.push(if *second {
                (x.clone(), mirror(&cars), false)
            } else {
                (cars, o.clone(), true)
            });
        }
    }
    if after.is_empty() {
        return Err(Value::Win);
    }
    Ok(after)
}

#[test]
fn every_state_of_dodgem_agrees() {
    for (side, expected) in [
        (2, (15, Value::Win, Some(3))),
        (3, (1963, Value::Win, Some(19))),
    ] {
        let game = Dodgem::new(side).unwrap();
        let solution = solve(&game).unwrap();
        assert_eq!(result(&solution), expected);
        let side = side as i8;
        let first_column = (0..side - 1).map(|row| (row, 0)).collect();
        let bottom_row = (1..side).map(|column| (side - 1, column)).collect();
        agrees(
            &histogram_of(&solution),
            (first_column, bottom_row, false),
            |state| dodgem(state, side),
        );
    }
}

#[test]
fn dodgem_of_4_is_an_endless_draw() {
    let solution = solve(registry::game("dodgem:4")).unwrap();
    assert_eq!(result(&solution), (393_900, Value::Draw, None));
}

#[test]
fn dodgem_follows_its_rules() {
    let game = Dodgem::new(3).unwrap();
    let start = game.state_text(game.start()).to_string();
    assert_eq!(start, "X../X../.OO X");
    assert_eq!(moves(&game, &start), ["a2-a1", "a2-b2", "a3-b3"]);
    assert_eq!(moves(&game, "O.X/..X/.O. X"), ["c2-c1", "c2-off", "c3-off"]);
    assert_eq!(
        moves(&game, "O.X/..X/.O. O"),
        ["a3-b3", "a3-off", "b1-a1", "b1-b2", "b1-c1"]
    );
    assert_eq!(outcome(&game, "X../.../... X"), Some(Value::Loss));
    // A player who cannot move has won.
    assert_eq!(outcome(&game, ".../.O./XO. X"), None);
    assert_eq!(outcome(&game, ".../O../XO. X"), Some(Value::Win));
}
