//! Tests dōbutsu shōgi. Compares every state of small games with a second implementation of the
//! rules. Also tests the ranks, the texts and the drawing of the game with all kinds of pieces.

use std::collections::{HashMap, HashSet};

use crate::games::registry;
use crate::oracles::repeated_states::{agrees, histogram_of};
use perfectplay::check::Check;
use perfectplay::game::{Hints, canonical};
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Player, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::dobutsu::{Animals, Dobutsu};
use perfectplay_games::show::{Place, Square};

fn game(pieces: &str) -> Dobutsu {
    Dobutsu::with_parameters(pieces).expect("some pieces")
}

/// A state. `board` is the board as Sente sees it. `hands` contains the pieces in Sente's hand and
/// those in Gote's hand. Each list is in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Drawing {
    board: [[char; 3]; 4],
    hands: [Vec<char>; 2],
    is_sente: bool,
}

impl Drawing {
    fn new(rows: [&str; 4]) -> Self {
        Self {
            board: rows.map(|row| {
                let cells: Vec<char> = row.chars().collect();
                cells.try_into().expect("three cells")
            }),
            hands: [Vec::new(), Vec::new()],
            is_sente: true,
        }
    }

    fn cells() -> impl Iterator<Item = (usize, usize)> {
        (0..4).flat_map(|row| (0..3).map(move |column| (row, column)))
    }

    fn is_of(piece: char, is_sente: bool) -> bool {
        piece != '.' && piece.is_ascii_uppercase() == is_sente
    }

    /// Returns the cells to which the piece on a cell may go if the piece belongs to the given
    /// player.
    fn targets(&self, (row, column): (usize, usize), is_sente: bool) -> Vec<(usize, usize)> {
        let ahead = if is_sente { -1 } else { 1 };
        let (straight, aslant) = ([(0, 1), (0, -1), (-ahead, 0)], [(-ahead, 1), (-ahead, -1)]);
        let mut steps: Vec<(i32, i32)> = Vec::new();
        let piece = self.board[row][column].to_ascii_uppercase();
        if "LGCH".contains(piece) {
            steps.push((ahead, 0));
        }
        if "LGH".contains(piece) {
            steps.extend(straight);
        }
        if "LEH".contains(piece) {
            steps.extend([(ahead, 1), (ahead, -1)]);
        }
        if "LE".contains(piece) {
            steps.extend(aslant);
        }
        let arrived = steps.into_iter().filter_map(|(down, right)| {
            let row = row.checked_add_signed(down as isize)?;
            let column = column.checked_add_signed(right as isize)?;
            let on_it = *self.board.get(row)?.get(column)?;
            (!Self::is_of(on_it, is_sente)).then_some((row, column))
        });
        arrived.collect()
    }

    fn after_step(&self, from: (usize, usize), to: (usize, usize)) -> Self {
        let mut after = self.clone();
        let piece = after.board[from.0][from.1];
        after.board[from.0][from.1] = '.';
        let hand = &mut after.hands[usize::from(!self.is_sente)];
        match self.board[to.0][to.1].to_ascii_uppercase() {
            '.' | 'L' => {}
            'H' => hand.push('C'),
            taken => hand.push(taken),
        }
        hand.sort_unstable();
        after.board[to.0][to.1] = match (piece, to.0) {
            ('C', 0) => 'H',
            ('c', 3) => 'h',
            (piece, _) => piece,
        };
        after.is_sente = !self.is_sente;
        after
    }

    fn after(&self) -> Result<Vec<Self>, Value> {
        let (mine, theirs) = if self.is_sente {
            ('L', 'l')
        } else {
            ('l', 'L')
        };
        let find = |piece| Self::cells().find(|&(row, column)| self.board[row][column] == piece);
        if find(mine).is_none() {
            return Err(Value::Loss);
        }
        let theirs = find(theirs).expect("the lion of the player who moved");
        let own = Self::cells()
            .filter(|&(row, column)| Self::is_of(self.board[row][column], self.is_sente));
        let steps: Vec<_> = own
            .flat_map(|from| {
                let targets = self.targets(from, self.is_sente).into_iter();
                targets.map(move |to| (from, to))
            })
            .collect();
        let takes: Vec<_> = steps.iter().filter(|step| step.1 == theirs).collect();
        if !takes.is_empty() {
            return Ok(takes
                .into_iter()
                .map(|&(from, to)| self.after_step(from, to))
                .collect());
        }
        if theirs.0 == if self.is_sente { 3 } else { 0 } {
            return Err(Value::Loss);
        }
        let mut after: Vec<_> = steps
            .into_iter()
            .map(|(from, to)| self.after_step(from, to))
            .collect();
        let hand = usize::from(!self.is_sente);
        let mut kinds = self.hands[hand].clone();
        kinds.dedup();
        for kind in kinds {
            for (row, column) in Self::cells() {
                if self.board[row][column] == '.' {
                    let mut dropped = self.clone();
                    let at = dropped.hands[hand].iter().position(|&held| held == kind);
                    dropped.hands[hand].remove(at.expect("a piece in the hand"));
                    dropped.board[row][column] = if self.is_sente {
                        kind
                    } else {
                        kind.to_ascii_lowercase()
                    };
                    dropped.is_sente = !self.is_sente;
                    after.push(dropped);
                }
            }
        }
        Ok(after)
    }
}

fn every_state_agrees(pieces: &str, rows: [&str; 4]) {
    let solution = solve(registry::game(&format!("dobutsu:{pieces}"))).expect("a game");
    agrees(&histogram_of(&solution), Drawing::new(rows), Drawing::after);
}

#[test]
fn every_state_of_small_games_agrees() {
    every_state_agrees("L", [".l.", "...", "...", ".L."]);
    every_state_agrees("LG", ["gl.", "...", "...", ".LG"]);
    every_state_agrees("LE", [".le", "...", "...", "EL."]);
}

#[test]
#[ignore = "takes a larger game; run by .ci/run"]
fn every_state_with_chicks_in_full() {
    every_state_agrees("LC", [".l.", ".c.", ".C.", ".L."]);
}

/// Tests games with few kinds of pieces. All states with the same rank have the same score. Unless
/// a lion has been taken, `unrank` turns the rank of a state back into the state or a symmetric
/// image of it.
#[test]
fn states_that_share_a_rank_have_the_same_score() {
    for pieces in ["L", "LC", "LG", "LE"] {
        let game = game(pieces);
        let solution = solve(game).expect("a game");
        let mut scores = HashMap::new();
        for (state, score) in solution.scores() {
            let place = game.rank(state).expect("a rank");
            assert_eq!(*scores.entry(place).or_insert(score), score, "{state:?}");
            let is_taken = place.0 == Tier::new(1);
            let same = game.unrank(place.0, place.1);
            let [found, expected] = [same, state].map(|state| canonical(&game, state).0);
            assert!(found == expected || is_taken, "{state:?} and {same:?}");
            for symmetry in 0..game.symmetries() {
                let image = game.image(symmetry, state);
                assert_eq!(game.rank(image), Some(place), "{state:?}");
            }
        }
        // No other states share a rank, so each reached rank belongs to at most four images of a
        // state.
        let forms = solution
            .scores()
            .filter(|&(state, _)| !is_taken(game, state));
        let forms: HashSet<_> = forms.map(|(state, _)| canonical(&game, state).0).collect();
        assert_eq!(scores.len(), forms.len() + 1, "{pieces}");
    }
}

fn is_taken(game: Dobutsu, state: Animals) -> bool {
    game.rank(state)
        .is_some_and(|(tier, _)| tier == Tier::new(1))
}

/// Checks `states` states of games with all sets of pieces.
fn check_indexes(states: usize) {
    for pieces in ["L", "LC", "LG", "LE", "LEG", "LGC", "LEC", "LEGC"] {
        let checked = Check::new().states(states).run_dense(&game(pieces));
        assert!(checked.findings.is_empty(), "{pieces}: {checked}");
    }
}

#[test]
#[ignore = "checks more states; run by .ci/run"]
fn the_index_in_full() {
    check_indexes(5_000);
}

#[test]
fn the_index_keeps_its_promises() {
    check_indexes(1_000);
    // All ranks of a game with lions and chicks, and ranks from all parts of the whole game.
    for (pieces, step) in [("LC", 1), ("LEGC", 1_999_993)] {
        let game = game(pieces);
        let size = game.tier_size(Tier::new(0));
        for rank in (0..size).step_by(step) {
            let state = game.unrank(Tier::new(0), rank);
            assert_eq!(game.rank(state), Some((Tier::new(0), rank)), "{state:?}");
            assert_eq!(game.of_key(game.key(state)), Some(state), "{state:?}");
            if game.outcome(state).is_none() {
                assert!(!game.legal(state).is_empty(), "{state:?}");
            }
        }
    }
    // Up to mirror images, there are 72 pairs of cells for the two lions. In 54 of them, the
    // mover's own lion is not in the last row. If both lions are in the middle column, a board and
    // its mirror image count as one board.
    let (others, symmetric) = (11_878_227, 11_043);
    let whole = game("LEGC");
    assert_eq!(
        whole.tier_size(Tier::new(0)),
        45 * others + 9 * (others + symmetric) / 2
    );
}

/// Returns the names of the legal moves of a state, in alphabetical order.
fn moves(game: Dobutsu, state: &str) -> Vec<String> {
    let state = game.read_state(state).expect("a state");
    let legal = game.legal(state).iter();
    let mut moves: Vec<String> = legal
        .map(|mv| game.move_text(state, mv).to_string())
        .collect();
    moves.sort();
    moves
}

fn after(game: Dobutsu, state: &str, name: &str) -> String {
    let state = game.read_state(state).expect("a state");
    let is_named = |mv: &Move| game.move_text(state, *mv).to_string() == name;
    let mv = game.legal(state).iter().find(is_named).expect("a move");
    game.state_text(game.play(state, mv)).to_string()
}

#[test]
fn moves_have_the_names_of_shogi() {
    let game = game("LEGC");
    let start = "gle/.c./.C./ELG b -";
    assert_eq!(game.state_text(game.start()).to_string(), start);
    assert_eq!(moves(game, start), ["b1a2", "b1c2", "b2b3", "c1c2"]);
    assert_eq!(after(game, start, "b2b3"), "gle/.C./.../ELG w C");
    // Gote sees the board from the other side, and moves down.
    assert_eq!(
        after(game, "gle/.C./.../ELG w C", "b4b3"),
        "g.e/.l./.../ELG b Cc"
    );
}

/// A chick that steps to the last row becomes a hen. A chick that is dropped on the last row stays
/// a chick.
#[test]
fn chicks_become_hens_by_steps_only() {
    let game = game("LEGC");
    let state = "..l/C../..E/.LG b Ecg";
    assert_eq!(after(game, state, "a3a4+"), "H.l/.../..E/.LG w Egc");
    let state = "..l/.../..E/.LG b ECcg";
    assert_eq!(after(game, state, "C*a4"), "C.l/.../..E/.LG w Egc");
    assert!(
        moves(game, "C.l/.../..E/.LG b Ecg")
            .iter()
            .all(|name| !name.starts_with("a4"))
    );
    // A hen steps in every direction except diagonally back.
    let hen = moves(game, "..l/.../.H./L.. b G2Egc");
    let steps: Vec<&str> = hen
        .iter()
        .filter_map(|name| name.strip_prefix("b2"))
        .collect();
    assert_eq!(steps, ["a2", "a3", "b1", "b3", "c2", "c3"]);
    // A captured hen becomes a chick again, and may stand in a column with another chick.
    let state = "..l/.../c.h/.LG b Ege";
    assert_eq!(after(game, state, "c1c2"), "..l/.../c.G/.L. w ECge");
    assert!(moves(game, "..l/.C./..G/.L. b ECeg").contains(&"C*b2".to_owned()));
}

/// If a lion can be taken, it must be taken. The game ends when a lion reaches the last row and
/// cannot be taken there.
#[test]
fn lions_are_taken_or_arrive() {
    let game = game("LEGC");
    let outcome = |text: &str| game.outcome(game.read_state(text).expect("a state"));
    // The lion of Gote stands before a chick and beside a giraffe.
    let state = "g.e/.lG/.C./EL. b C";
    assert_eq!(moves(game, state), ["b2b3", "c3b3"]);
    let taken = after(game, state, "c3b3");
    assert_eq!(outcome(&taken), Some(Value::Loss), "{taken}");
    assert_eq!(
        game.rank(game.read_state(&taken).expect("a state")),
        Some((Tier::new(1), 0))
    );
    // The lion of Sente has arrived. In the second state, it can be taken.
    assert_eq!(outcome("L.e/..l/.../E.G w CCg"), Some(Value::Loss));
    assert_eq!(outcome("Lge/..l/.../E.G w CC"), None);
    assert_eq!(moves(game, "Lge/..l/.../E.G w CC"), ["b4a4"]);
}

/// At most five moves of a state can take a lion, because the game has only five move indexes for
/// them. If six or more pieces can take the lion, the pieces in the row below the lion cannot.
#[test]
fn five_pieces_may_take_a_lion() {
    let game = game("LEGC");
    let state = "E.E/GlG/HLH/... b -";
    assert_eq!(moves(game, state), ["a3b3", "a4b3", "c3b3", "c4b3"]);
    let state = "E.E/Gl./H.H/.L. b G";
    assert_eq!(moves(game, state), ["a2b3", "a3b3", "a4b3", "c2b3", "c4b3"]);
}

#[test]
fn states_have_one_text() {
    let game = game("LEGC");
    for (text, expected) in [
        ("", "a cell"),
        ("gle/.c./.C./ELG", "a space and the player to move"),
        ("gle/.c./.C./ELG x -", "b or w"),
        ("gle/.c./.C./ELG b", "hands"),
        ("gle/.c./.C./ELG b --", "hands"),
        ("gle/.c./.C./ELG b 2", "hands"),
        ("gle/.../.C./ELG b H", "hands"),
        ("gle/.../.../ELG b 3C", "hands"),
        ("gle/.../.C./ELG b -", "two pieces of each kind"),
        ("gle/.c./.C./ELG b C", "two pieces of each kind"),
        ("gLe/.c./.C./ELG b -", "two lions"),
        ("g.e/.c./.C./E.G b -", "two lions"),
        ("gle/.c./.C./E.G w -", "two lions"),
    ] {
        let error = game.read_state(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let same = "GLE/.C./.C./elg";
    assert!(
        game.read_state(same).is_err(),
        "letters tell the players apart"
    );
    for (text, expected) in [
        ("gle_c__C_ELG b -", "gle/.c./.C./ELG b -"),
        (".l./.../.../.L. w geEGcC", ".l./.../.../.L. w GECgec"),
        (".l./.../.../.L. b 1G2c1g2E", ".l./.../.../.L. b G2Eg2c"),
    ] {
        let state = game.read_state(text).expect(text);
        assert_eq!(game.state_text(state).to_string(), expected);
    }
}

/// The drawing shows the same board as the text of a state. Beside the board, the drawing has one
/// place for each piece that a player holds in hand.
#[test]
fn the_drawing_has_the_board_and_the_hands() {
    let game = game("LEGC");
    let drawn = |state: Animals| {
        let grid = game.grid().expect("a board");
        let mut rows = Vec::new();
        for row in 0..grid.rows {
            let letter = |column| match game.square(state, grid.square(0, row, column)) {
                Square::Empty => '.',
                Square::Absent => ' ',
                Square::Piece {
                    owner,
                    kind: Some(kind),
                    ..
                } => match owner {
                    Player::First => kind,
                    Player::Second => kind.to_ascii_lowercase(),
                },
                other => panic!("{other:?}"),
            };
            rows.push((0..grid.columns).map(letter).collect::<String>());
        }
        rows
    };
    let state = game.read_state("g.l/.H./.../.L. w GEce").expect("a state");
    assert_eq!(drawn(state), ["g.l  ec", ".H.    ", "... GE ", ".L.    "]);
    let state = game
        .read_state(".l./.../.../.L. b GC2eg")
        .expect_err("a chick is missing");
    assert!(state.to_string().contains("two pieces"));
    let state = game.read_state(".l./.../.../.L. b 2G2Ccce").err();
    assert!(state.is_some());
    let state = game
        .read_state(".l./.../.../.L. b 2GCc2e")
        .expect("a state");
    assert_eq!(drawn(state), [".l.  ec", "...  e ", "... G C", ".L. G  "]);
    // A drop comes from the place of the last piece of its kind.
    let names = ["G*a1", "C*a1"];
    let from = [21 + 4, 14 + 6];
    for (name, from) in names.into_iter().zip(from) {
        let mv = game
            .legal(state)
            .iter()
            .find(|&mv| game.move_text(state, mv).to_string() == name);
        let place = game.place(state, mv.expect("a drop"));
        assert_eq!(place, Place::Step { from, to: 21 });
    }
}
