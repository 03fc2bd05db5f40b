//! Tests chess endings. All symmetric images of a position have the same rank. Every position must have the score that
//! the library's solver finds. In endings of three men, the number of positions with each score must be the published
//! number.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use perfectplay::game::Score;
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Player, Solved, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::chess::{Chess, ChessState};
use perfectplay_tablebase::{DenseIndex, Limits, MemoryStore, Solver, Tablebase};

type Table = Tablebase<DenseIndex<Chess>>;

fn table(parameters: &str) -> Table {
    let game = Chess::with_parameters(parameters).expect("parameters of the game");
    let solver = Solver::new(DenseIndex(game), "game").expect("a plan");
    let store = MemoryStore::new();
    solver.solve(&store, &Limits::default()).expect("a game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    solver
        .gather(&store, &path, &Limits::default())
        .expect("a file");
    let bytes = std::fs::read(&path).expect("a file");
    Tablebase::open_source(DenseIndex(game), Box::new(bytes), &path).expect("a file in memory")
}

/// For each score, counts the positions in which no man has been captured. The first map counts the positions with
/// White to move, and the second map those with Black to move.
fn histograms(table: &Table) -> [BTreeMap<Score, u64>; 2] {
    let mut histograms = [BTreeMap::new(), BTreeMap::new()];
    let visit = table.visit(|position: ChessState, score| {
        let game = table.game();
        let has_all = game.rank(position).map(|place| place.0) == Some(Tier::new(0));
        if let Some(player) = game.to_move(position).filter(|_| has_all) {
            *histograms[player as usize].entry(score).or_default() += 1;
        }
        ControlFlow::Continue(())
    });
    visit.expect("a whole file");
    histograms
}

fn symmetric_positions_share(endings: &[&str]) {
    for parameters in endings {
        let table = table(parameters);
        let solution = solve(table.game()).expect("a game");
        let mut places = std::collections::BTreeSet::new();
        for (position, analysis) in solution.iter() {
            let found = table.try_analysis(position).expect("an answer");
            assert_eq!(found, Some(analysis), "{parameters}: {position:?}");
            places.extend(table.game().rank(position));
        }
        assert_eq!(
            table.summary().states(),
            places.len() as u64,
            "{parameters}"
        );
        assert!(places.len() * 2 <= solution.len(), "{parameters}");
        table.verify(&Limits::default()).expect("a right file");
    }
}

#[test]
fn symmetric_positions_share_their_score() {
    symmetric_positions_share(&["KPK,4", "KRKN,4"]);
}

#[test]
#[ignore = "takes more endings; run by .ci/run"]
fn symmetric_positions_in_full() {
    symmetric_positions_share(&["KQK,4", "KRKR,4", "KQQK,4"]);
}

/// Counts the positions with Black to move, for each number of moves to mate. Symmetric positions count once. The
/// counts must be the published numbers (Bain and van Hoff, data set `krkopt` of the UCI Machine Learning Repository,
/// 1994).
#[test]
fn king_and_rook_have_the_published_counts() {
    let [_, black] = histograms(&table("KRK"));
    let published = [
        27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
    ];
    let lost = (0..)
        .step_by(2)
        .map(|plies| Score::new(Value::Loss, Some(plies)));
    let expected: BTreeMap<Score, u64> = lost.zip(published).collect();
    let is_drawn = |score: &Score| score.value() == Value::Draw;
    let drawn = black
        .iter()
        .filter(|(score, _)| is_drawn(score))
        .map(|(_, count)| count);
    assert_eq!(drawn.sum::<u64>(), 2796);
    let decided = black.into_iter().filter(|(score, _)| !is_drawn(score));
    assert_eq!(decided.collect::<BTreeMap<_, _>>(), expected);
}

/// Counts all positions of king and pawn against king, and the positions in which a player wins. The number of
/// positions and the number of wins must be the published numbers (Edwards, 1996, quoted by van Kervinck in *Pretty
/// fast KPK endgame table generator*, 2015).
#[test]
#[ignore = "takes the whole board; run by .ci/run"]
fn king_and_pawn_in_full() {
    let table = table("KPK");
    let counts = histograms(&table).map(|histogram| {
        let count = |is_counted: fn(&Score) -> bool| {
            let counted = histogram.iter().filter(|(score, _)| is_counted(score));
            2 * counted.map(|(_, count)| count).sum::<u64>()
        };
        [count(|_| true), count(|score| score.value() != Value::Draw)]
    });
    assert_eq!(counts[Player::First as usize], [163_328, 124_960]);
    assert_eq!(counts[Player::Second as usize], [168_024, 97_604]);
    assert_eq!(table.summary().longest(), 2 * 28);
}

/// Returns the material of a position, such as `KQKR`.
fn material(game: &Chess, position: ChessState) -> String {
    let mut text = String::new();
    game.write_state(position, &mut text).expect("a text");
    let board = text.split(' ').next().unwrap_or_default();
    let men = "KQRBNPkqrbnp".chars();
    let material = men.flat_map(|man| board.chars().filter(move |&found| found == man));
    material.collect::<String>().to_uppercase()
}

/// The test makes only two tables: in one, a player has two pawns, and in the other, each player has one pawn. A pawn
/// may become any piece, so these tables contain the positions of all other endings of four men. The longest win of all
/// takes 85 plies, in `KRKP` (Conrady, Computer Chess Club, 1 June 2000, from the tables of Nalimov).
#[test]
#[ignore = "solves all endings of four men, which takes minutes"]
fn all_endings_of_four_men_have_the_longest_wins() {
    /// For each ending, the length in plies of the longest win of White (`[0]`) and of the longest win of Black
    /// (`[1]`). The length is 0 if this player cannot win.
    const LONGEST: [(&str, [u32; 2]); 30] = [
        ("KQQK", [20, 0]),
        ("KQRK", [32, 0]),
        ("KQBK", [20, 0]),
        ("KQNK", [20, 0]),
        ("KQPK", [56, 0]),
        ("KRRK", [32, 0]),
        ("KRBK", [32, 0]),
        ("KRNK", [32, 0]),
        ("KRPK", [56, 0]),
        ("KBBK", [38, 0]),
        ("KBNK", [66, 0]),
        ("KBPK", [62, 0]),
        ("KNNK", [1, 0]),
        ("KNPK", [56, 0]),
        ("KPPK", [64, 0]),
        ("KQKQ", [25, 24]),
        ("KQKR", [70, 37]),
        ("KQKB", [34, 0]),
        ("KQKN", [42, 0]),
        ("KQKP", [56, 57]),
        ("KRKR", [37, 38]),
        ("KRKB", [58, 0]),
        ("KRKN", [80, 1]),
        ("KRKP", [64, 85]),
        ("KBKB", [1, 0]),
        ("KBKN", [1, 1]),
        ("KBKP", [1, 57]),
        ("KNKN", [1, 0]),
        ("KNKP", [13, 57]),
        ("KPKP", [65, 66]),
    ];
    let mut found = BTreeMap::<String, [u32; 2]>::new();
    for parameters in ["KPPK", "KPKP"] {
        let table = table(parameters);
        let game = *table.game();
        let visit = table.visit(|position: ChessState, score| {
            let longest = found.entry(material(&game, position)).or_default();
            let to_move = game.to_move(position).expect("a player to move");
            let winner = match score.value() {
                Value::Win => Some(to_move),
                Value::Loss => Some(to_move.other()),
                Value::Draw => None,
            };
            if let (Some(winner), Some(plies)) = (winner, score.distance()) {
                let longest = &mut longest[winner as usize];
                *longest = plies.max(*longest);
            }
            ControlFlow::Continue(())
        });
        visit.expect("a whole file");
    }
    found.retain(|material, _| material.len() == 4);
    let expected = LONGEST.map(|(material, longest)| (material.to_owned(), longest));
    assert_eq!(found, BTreeMap::from(expected));
}
