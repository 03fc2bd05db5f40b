//! Tests chess endings. Compares the endings with published results, and every position with a
//! second implementation of the rules.

use std::collections::{BTreeSet, HashMap};

use crate::oracles::repeated_states::{Known, sweep_all};
use perfectplay::game::starts;
use perfectplay::{Game, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::chess::{Chess, ChessState};

fn chess(parameters: &str) -> Chess {
    Chess::with_parameters(parameters).unwrap_or_else(|| panic!("no {parameters}"))
}

/// A board of characters, row by row from the top as in FEN, with `.` for an empty square.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Diagram {
    cells: Vec<char>,
    /// The number of rows, and of columns.
    side: i32,
    is_white: bool,
    /// The square that a pawn has just passed, if the pawn can be captured there.
    passed: Option<usize>,
}

/// The steps of a king. The straight steps come first.
const KING: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

impl Diagram {
    /// Reads FEN.
    fn new(fen: &str, side: usize) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = Vec::new();
        for char in fields[0].chars() {
            match char.to_digit(10) {
                Some(empty) => cells.extend(vec!['.'; empty as usize]),
                None if char == '/' => {}
                None => cells.push(char),
            }
        }
        assert_eq!(cells.len(), side * side, "{fen}");
        let square = |name: &str| {
            let name = name.as_bytes();
            side * (side - usize::from(name[1] - b'0')) + usize::from(name[0] - b'a')
        };
        Self {
            cells,
            side: side as i32,
            is_white: fields[1] == "w",
            passed: (fields[3] != "-").then(|| square(fields[3])),
        }
    }

    /// Returns the square that a step leads to. Returns `None` if the step leads beyond the board.
    fn go(&self, from: usize, (down, right): (i32, i32)) -> Option<usize> {
        let side = self.side;
        let (row, column) = (from as i32 / side + down, from as i32 % side + right);
        let is_inside = |number: i32| (0..side).contains(&number);
        (is_inside(row) && is_inside(column)).then_some((row * side + column) as usize)
    }

    fn is_own(&self, square: usize) -> bool {
        self.cells[square] != '.' && self.cells[square].is_uppercase() == self.is_white
    }

    fn is_theirs(&self, square: usize) -> bool {
        self.cells[square] != '.' && !self.is_own(square)
    }

    /// Returns the squares that a man other than a pawn can step to.
    fn reach(&self, from: usize) -> Vec<usize> {
        let (steps, is_rider) = match self.cells[from].to_ascii_lowercase() {
            'k' => (&KING[..], false),
            'n' => (&KNIGHT[..], false),
            'q' => (&KING[..], true),
            'r' => (&KING[..4], true),
            'b' => (&KING[4..], true),
            other => panic!("{other}"),
        };
        let mut reached = Vec::new();
        for &step in steps {
            let mut at = from;
            while let Some(to) = self.go(at, step) {
                if self.is_own(to) {
                    break;
                }
                reached.push(to);
                if !is_rider || self.is_theirs(to) {
                    break;
                }
                at = to;
            }
        }
        reached
    }

    /// Returns the diagram after each move of a man, even if the move leaves the player's own king
    /// in check.
    fn steps(&self) -> Vec<Self> {
        let side = self.side;
        let mut after = Vec::new();
        for from in (0..self.cells.len()).filter(|&from| self.is_own(from)) {
            let man = self.cells[from];
            if !"Pp".contains(man) {
                after.extend(
                    self.reach(from)
                        .into_iter()
                        .map(|to| self.moved(from, to, man)),
                );
                continue;
            }
            let (ahead, first, last) = if self.is_white {
                (-1, side - 2, 0)
            } else {
                (1, 1, side - 1)
            };
            let mut to_squares = Vec::new();
            if let Some(one) = self
                .go(from, (ahead, 0))
                .filter(|&to| self.cells[to] == '.')
            {
                to_squares.push(one);
                let two = self.go(one, (ahead, 0)).filter(|&to| self.cells[to] == '.');
                if let Some(two) = two.filter(|_| from as i32 / side == first && side >= 6) {
                    let mut moved = self.moved(from, two, man);
                    moved.passed = Some(one);
                    if !moved.takes_in_passing() {
                        moved.passed = None;
                    }
                    after.push(moved);
                }
            }
            for aslant in [-1, 1] {
                let to = self.go(from, (ahead, aslant));
                to_squares.extend(to.filter(|&to| self.is_theirs(to) || self.passed == Some(to)));
            }
            for to in to_squares {
                let kinds = if to as i32 / side == last {
                    "QRBN"
                } else {
                    "P"
                };
                for kind in kinds.chars() {
                    let kind = if self.is_white {
                        kind
                    } else {
                        kind.to_ascii_lowercase()
                    };
                    let mut moved = self.moved(from, to, kind);
                    if self.passed == Some(to) {
                        moved.cells[self.go(to, (-ahead, 0)).unwrap()] = '.';
                    }
                    after.push(moved);
                }
            }
        }
        after
    }

    fn moved(&self, from: usize, to: usize, man: char) -> Self {
        let mut cells = self.cells.clone();
        cells[from] = '.';
        cells[to] = man;
        Self {
            cells,
            side: self.side,
            is_white: !self.is_white,
            passed: None,
        }
    }

    /// Returns whether a pawn can legally be captured in passing.
    fn takes_in_passing(&self) -> bool {
        let plain = Self {
            passed: None,
            ..self.clone()
        };
        self.legal().len() > plain.legal().len()
    }

    /// Returns whether the player to move could capture the king.
    fn takes_king(&self) -> bool {
        let king = if self.is_white { 'k' } else { 'K' };
        let is_taken = |after: &Self| !after.cells.contains(&king);
        self.steps().iter().any(is_taken)
    }

    fn legal(&self) -> Vec<Self> {
        let mut after = self.steps();
        after.retain(|after| !after.takes_king());
        after
    }

    /// Returns the diagram after each legal move, or the value if the game is over.
    fn rules(&self) -> Result<Vec<Self>, Value> {
        let mut others = self.cells.iter().filter(|man| !".Kk".contains(**man));
        if others.clone().count() < 2 && others.all(|man| "BbNn".contains(*man)) {
            return Err(Value::Draw);
        }
        let after = self.legal();
        if !after.is_empty() {
            return Ok(after);
        }
        let passed = Self {
            is_white: !self.is_white,
            passed: None,
            ..self.clone()
        };
        Err(if passed.takes_king() {
            Value::Loss
        } else {
            Value::Draw
        })
    }

    /// Returns all legal diagrams with these men.
    fn all(men: &str, side: usize) -> Vec<Self> {
        let (white, black) = men[1..].split_once('K').unwrap();
        let black = format!("k{}", black.to_lowercase());
        let men: Vec<char> = format!("K{white}{black}").chars().collect();
        let mut boards = vec![vec!['.'; side * side]];
        for man in men {
            let put = |board: Vec<char>| {
                let rows = if "Pp".contains(man) {
                    side..side * (side - 1)
                } else {
                    0..side * side
                };
                let free: Vec<usize> = rows.filter(|&square| board[square] == '.').collect();
                free.into_iter().map(move |square| {
                    let mut board = board.clone();
                    board[square] = man;
                    board
                })
            };
            boards = boards.into_iter().flat_map(put).collect();
            boards.sort_unstable();
            boards.dedup();
        }
        let both = boards.into_iter().flat_map(|cells| {
            [false, true].map(|is_white| Self {
                cells: cells.clone(),
                side: side as i32,
                is_white,
                passed: None,
            })
        });
        both.filter(|diagram| !diagram.takes_king()).collect()
    }
}

fn diagram(game: &Chess, position: ChessState) -> Diagram {
    let side = game.grid().unwrap().rows.into();
    Diagram::new(&game.state_text(position).to_string(), side)
}

/// Asserts that both implementations of the rules have the same positions, with the same values and
/// distances.
fn agrees(parameters: &str) {
    let game = chess(parameters);
    let (men, side) = parameters.split_once(',').unwrap();
    let side = side.parse().unwrap();
    let expected = sweep_all(Diagram::all(men, side), Diagram::rules);
    let expected: HashMap<Diagram, Known> = expected.into_iter().collect();
    let solution = solve(&game).unwrap();
    let found = solution.scores().map(|(position, score)| {
        let known = (score.value(), score.distance());
        (diagram(&game, position), known)
    });
    let found: HashMap<Diagram, Known> = found.collect();
    assert_eq!(solution.len(), expected.len(), "{parameters}");
    assert!(found == expected, "{parameters}");
}

#[test]
fn every_position_on_a_small_board_agrees() {
    for parameters in ["KQK,4", "KRK,4", "KPK,4"] {
        agrees(parameters);
    }
}

/// Tests that both implementations of the rules have the same moves. `samples` contains the
/// parameters of games. Of each game, the test takes every `.1`th start, at most `.2` of them, and
/// the positions one move later. Returns how often a pawn had just passed a pawn that can capture it.
fn compare_moves(samples: &[(&str, usize, usize)]) -> usize {
    let mut passed = 0;
    for &(parameters, step, most) in samples {
        let game = chess(parameters);
        let next = |position| {
            let legal = game.legal(position).iter();
            legal.map(|mv| game.play(position, mv)).collect::<Vec<_>>()
        };
        let agree = |position| {
            let (here, after) = (diagram(&game, position), next(position));
            let found = match game.outcome(position) {
                Some(value) => Err(value),
                None => Ok(after
                    .iter()
                    .map(|&after| diagram(&game, after))
                    .collect::<BTreeSet<_>>()),
            };
            let expected = here.rules().map(|after| after.into_iter().collect());
            assert_eq!(found, expected, "{here:?}");
            (usize::from(here.passed.is_some()), after)
        };
        for start in starts(&game).step_by(step).take(most) {
            for after in agree(start).1 {
                passed += agree(after).0;
            }
        }
    }
    passed
}

#[test]
fn moves_agree() {
    let samples = [
        ("KPKP,6", 499, 250),
        ("KPK", 4_001, 20),
        ("KQKP,4", 1_009, 20),
        ("KBNK,4", 1_009, 20),
    ];
    let passed = compare_moves(&samples);
    assert!(passed > 0, "{passed}");
}

#[test]
#[ignore = "compares more positions; run by .ci/run"]
fn moves_in_full() {
    let samples = [
        ("KPKP,6", 1_009, usize::MAX),
        ("KPK", 8_009, usize::MAX),
        ("KQKP,6", 80_021, usize::MAX),
        ("KBNK,6", 80_021, usize::MAX),
    ];
    let passed = compare_moves(&samples);
    assert!(passed > 10, "{passed}");
}

/// Returns the names of the moves of a position, in alphabetical order.
fn moves(game: &Chess, fen: &str) -> Vec<String> {
    let position = game.read_state(fen).unwrap();
    let legal = game.legal(position).iter();
    let names = legal.map(|mv| game.move_text(position, mv).to_string());
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn moves_have_the_names_of_chess_programs() {
    assert_eq!(
        moves(&chess("KPKP"), "7k/8/8/8/3pP3/8/8/K7 b - e3 0 1"),
        ["d4d3", "d4e3", "h8g7", "h8g8", "h8h7"]
    );
    assert_eq!(
        moves(&chess("KPK"), "8/P7/8/8/8/8/8/K1k5 w - -"),
        ["a1a2", "a7a8b", "a7a8n", "a7a8q", "a7a8r"]
    );
}

#[test]
fn games_end_by_the_rules() {
    let game = chess("KQKR");
    for (fen, expected) in [
        ("k7/1Q6/1K6/8/8/8/8/8 b - -", Some(Value::Loss)),
        ("k7/2Q5/1K6/8/8/8/8/8 b - -", Some(Value::Draw)),
        ("k7/2Q5/1K6/8/8/8/8/8 w - -", None),
        ("k7/8/1K6/8/8/8/8/8 w - -", Some(Value::Draw)),
        ("k7/8/1K6/8/8/8/8/7N w - -", Some(Value::Draw)),
        ("k7/8/1K6/8/8/8/8/7R b - -", None),
    ] {
        let position = game.read_state(fen).unwrap();
        assert_eq!(game.outcome(position), expected, "{fen}");
    }
}

#[test]
fn fen_is_read_with_and_without_its_last_fields() {
    let game = chess("KPKP");
    let same = "7k/8/8/8/3pP3/8/8/K7 b - e3";
    let other = "7k/8/8/8/3pP3/8/8/K7 b - -";
    let far = "7k/8/8/8/p3P3/8/8/K7 b - -";
    for (text, written) in [
        (same, same),
        (format!("{same} 0 1").as_str(), same),
        (other, other),
        ("7k/8/8/8/3pP3/8/8/K7 b", other),
        ("7k/8/8/8/3pP3/8/8/K7 b -", other),
        // No man can capture the pawn.
        ("7k/8/8/8/p3P3/8/8/K7 b - e3 0 1", far),
    ] {
        let position = game.read_state(text).unwrap();
        assert_eq!(game.state_text(position).to_string(), written, "{text}");
    }
    for (text, at) in [
        ("7k/8/8/8/3pP3/8/8/K7", 21),
        ("7k/8/8/8/3pP3/8/8/K7 x", 22),
        ("7k/8/8/8/3pP3/8/8/K7 b KQ e3", 24),
        ("7k/8/8/8/3pP3/8/8/K7 b - d3", 26),
        ("7k/8/8/8/3pP3/8/8/K7 b - - x", 28),
        ("7k/8/8/8/3pP3/8/8/K7 b - - 0 1 2", 32),
        ("7k/8/8/8/3pP3/8/8/K8 b - -", 20),
        ("7k/8/8/8/3pP4/8/8/K7 b - -", 13),
        ("7k/8/8/8/3pP3/8/8/8 b - -", 20),
        ("7k/8/8/8/3pP3/8/8/KK6 b - -", 20),
        ("7k/8/8/8/3pPR2/8/8/K7 b - -", 13),
        ("6pk/8/8/8/8/8/8/K7 b - -", 2),
        ("7k/8/8/8/3pP3/8/K7 b - -", 19),
    ] {
        let error = game.read_state(text).unwrap_err();
        assert_eq!(error.position, at, "{text}: {error}");
    }
}

#[test]
fn men_begin_where_they_do_in_chess() {
    for (parameters, expected) in [
        ("KQK", "4k3/8/8/8/8/8/8/3QK3 w - -"),
        ("KBNK", "4k3/8/8/8/8/8/8/1NB1K3 w - -"),
        ("KRRK", "4k3/8/8/8/8/8/8/R3K2R w - -"),
        ("KPKP", "4k3/3p4/8/8/8/8/3P4/4K3 w - -"),
        ("KNNK,4", "2k1/4/4/NNK1 w - -"),
    ] {
        let game = chess(parameters);
        let start = game.start();
        assert_eq!(game.state_text(start).to_string(), expected);
        assert!(game.why_unreachable(start).is_none());
    }
}

#[test]
fn positions_in_which_the_king_could_be_captured_are_unreachable() {
    let game = chess("KQK");
    for fen in ["k7/Q7/8/8/8/8/8/K7 w - -", "8/8/8/8/8/8/1k6/K6Q b - -"] {
        let position = game.read_state(fen).unwrap();
        assert!(game.why_unreachable(position).is_some(), "{fen}");
    }
}

#[test]
fn material_has_one_name() {
    for refused in [
        "", "K", "KK", "KQ", "QKK", "KQQQK", "KNBK", "KQKRR", "kqk", "KQK,5", "KQK,04", "KKQ,",
    ] {
        assert!(Chess::with_parameters(refused).is_none(), "{refused}");
    }
    for accepted in ["KQK", "KKQ", "KRKQ", "KPPK", "KBNK,6"] {
        let mut written = String::new();
        chess(accepted).write_parameters(&mut written).unwrap();
        assert_eq!(written, accepted);
    }
}
