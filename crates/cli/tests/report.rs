//! Compares the numbers of `perfectplay report` with numbers that other code counts. The report and this code share
//! only the rules of the games. The games are tic-tac-toe, a loopy game, and a game with extra turns.

use std::collections::HashMap;
use std::process::Command;

use perfectplay::game::{is_extra_turn, starts};
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Player, Value};
use perfectplay_games::Listed;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::morris::Morris;
use serde_json::{Value as Json, json};

fn report(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    let output = command.arg("report").args(arguments).output();
    let output = output.expect("the command");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A state. For each next state, `after` holds its index in the list of states, and a flag: `true`
/// if the same player moves again.
struct Node {
    ply: u32,
    outcome: Option<Value>,
    after: Vec<(usize, bool)>,
    solved: Option<(Value, u32)>,
}

/// Returns all states with their values, ordered by ply. This solver works in rounds: round *n* finds the states that
/// are won or lost in *n* plies.
fn solve<G: Listed>(game: &G) -> Vec<Node> {
    let mut states = starts(game).map(|state| (state, 0)).collect::<Vec<_>>();
    let keys = states.iter().enumerate();
    let mut numbers: HashMap<u64, usize> =
        keys.map(|(i, &(state, _))| (game.key(state), i)).collect();
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(&(state, ply)) = states.get(nodes.len()) {
        let outcome = game.outcome(state);
        let mut after = Vec::new();
        if outcome.is_none() {
            for mv in game.legal(state) {
                let next = game.play(state, mv);
                let number = *numbers.entry(game.key(next)).or_insert_with(|| {
                    states.push((next, ply + 1));
                    states.len() - 1
                });
                after.push((number, is_extra_turn(game, state, next)));
            }
        }
        let solved = outcome.map(|value| (value, 0));
        nodes.push(Node {
            ply,
            outcome,
            after,
            solved,
        });
    }
    for round in 1.. {
        let found: Vec<_> = (0..nodes.len())
            .filter(|&node| nodes[node].solved.is_none())
            .filter_map(|node| Some((node, decided(&nodes, node, round)?)))
            .collect();
        // States that are decided in n plies follow from states that are decided in n - 1 plies.
        if found.is_empty() {
            return nodes;
        }
        for (node, value) in found {
            nodes[node].solved = Some((value, round));
        }
    }
    unreachable!("the rounds end")
}

/// Returns the value of `node` if it is won or lost in exactly `plies` plies; `None` otherwise.
fn decided(nodes: &[Node], node: usize, plies: u32) -> Option<Value> {
    let after = nodes[node].after.iter().map(|&(after, again)| {
        let (value, distance) = nodes[after].solved?;
        Some((mine(value, again), distance + 1))
    });
    let after = after.collect::<Vec<_>>();
    if after.contains(&Some((Value::Win, plies))) {
        return Some(Value::Win);
    }
    let lost = |found: &Option<(Value, u32)>| found.is_some_and(|(value, _)| value == Value::Loss);
    let slowest = after.iter().flatten().map(|&(_, distance)| distance).max();
    (after.iter().all(lost) && slowest == Some(plies)).then_some(Value::Loss)
}

/// Returns the value of a move for the player who makes the move. `value` is the value of the next state for the player
/// to move in that state. `again` is true if the same player moves again.
fn mine(value: Value, again: bool) -> Value {
    match value {
        Value::Win if !again => Value::Loss,
        Value::Loss if !again => Value::Win,
        value => value,
    }
}

fn value_of(nodes: &[Node], node: usize) -> Value {
    nodes[node].solved.map_or(Value::Draw, |(value, _)| value)
}

/// Computes the counts that the report must print for each ply, such as the number of states.
fn plies(nodes: &[Node]) -> Vec<Json> {
    let last = nodes.last().expect("a start").ply;
    let at = |ply| (0..nodes.len()).filter(move |&node| nodes[node].ply == ply);
    let count = |ply| {
        let values = |value| {
            at(ply)
                .filter(|&node| value_of(nodes, node) == value)
                .count()
        };
        let moves = at(ply)
            .filter(|&node| !nodes[node].after.is_empty())
            .map(|node| {
                let after = nodes[node].after.iter();
                let moves = after.map(|&(after, again)| mine(value_of(nodes, after), again));
                (value_of(nodes, node), moves.collect::<Vec<_>>())
            });
        let moves = moves.collect::<Vec<_>>();
        let losing = |moves: &[Value]| moves.iter().filter(|&&value| value == Value::Loss).count();
        let only = moves.iter().filter(|(value, moves)| {
            let keeping = moves.iter().filter(|&mv| mv == value).count();
            *value != Value::Loss && keeping == 1 && moves.len() > 1
        });
        json!({
            "ply": ply,
            "states": at(ply).count(),
            "win": values(Value::Win),
            "draw": values(Value::Draw),
            "loss": values(Value::Loss),
            "ongoing": moves.len(),
            "legal_moves": moves.iter().map(|(_, moves)| moves.len()).sum::<usize>(),
            "losing_moves": moves.iter().map(|(_, moves)| losing(moves)).sum::<usize>(),
            "only_moves": only.count(),
        })
    };
    (0..=last).map(count).collect()
}

/// Extracts the counts for each ply from the report, in the same form as the result of `plies`.
fn reported_plies(report: &Json) -> Vec<Json> {
    let plies = report["plies"].as_array().expect("a list").iter();
    let plies = plies.map(|ply| {
        let mut counts = ply.clone();
        let fields = counts.as_object_mut().expect("an object");
        fields.remove("classes");
        fields.remove("distances");
        let values = fields.remove("values").expect("values");
        for value in ["win", "draw", "loss"] {
            let states = values.get(value).cloned().unwrap_or(json!(0));
            fields.insert(value.to_owned(), states);
        }
        counts
    });
    plies.collect()
}

/// Returns the probability that each player wins if both play at random. Computes the probability of each state, ply by
/// ply.
fn random_games<G: Listed>(game: &G, nodes: &[Node]) -> [f64; 2] {
    let first = game.to_move(game.start()).unwrap_or(Player::First);
    let mut likely = HashMap::from([((0, first), 1.0)]);
    let mut won = [0.0; 2];
    while likely.values().sum::<f64>() > 1e-12 {
        let mut next = HashMap::new();
        for ((node, mover), probability) in likely {
            let Node { outcome, after, .. } = &nodes[node];
            match outcome {
                Some(Value::Win) => won[mover as usize] += probability,
                Some(Value::Loss) => won[mover.other() as usize] += probability,
                Some(Value::Draw) => {}
                None => {
                    for &(after_it, again) in after {
                        let player = if again { mover } else { mover.other() };
                        *next.entry((after_it, player)).or_insert(0.0) +=
                            probability / after.len() as f64;
                    }
                }
            }
        }
        likely = next;
    }
    won
}

fn agree<G: Listed>(spec: &str, game: &G) -> Json {
    let nodes = solve(game);
    let found = report(&["--game", spec, "--json"]);
    let found: Json = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["states"], nodes.len(), "{spec}");
    assert_eq!(reported_plies(&found), plies(&nodes), "{spec}");

    let won = nodes.iter().filter_map(|node| node.solved);
    let longest = won
        .filter(|&(value, _)| value == Value::Win)
        .map(|(_, plies)| plies)
        .max();
    let line = found["longest_win"]["moves"].as_array().map(Vec::len);
    assert_eq!(line, longest.map(|plies| plies as usize), "{spec}");

    let [first, second] = random_games(game, &nodes);
    let random = &found["chances"]["random"];
    for (name, expected) in [
        ("first", first),
        ("second", second),
        ("draw", 1.0 - first - second),
    ] {
        let found = random[name].as_f64().expect("a number");
        assert!(
            (found - expected).abs() < 1e-9,
            "{spec}: {name} {found}, expected {expected}"
        );
    }
    found
}

#[test]
fn the_numbers_are_those_of_an_independent_count() {
    let tictactoe = agree("tictactoe", &TicTacToe);
    // The board can be filled in 9! orders. X has the first line in 212,256 of these orders, and O
    // in 104,544.
    let random = &tictactoe["chances"]["random"];
    let permutations = 362_880.0;
    for (name, games) in [
        ("first", 212_256.0),
        ("draw", 46_080.0),
        ("second", 104_544.0),
    ] {
        let found = random[name].as_f64().expect("a number");
        assert!(
            (found * permutations - games).abs() < 1e-6,
            "{name}: {found}"
        );
    }
    let perfect = json!({"first": 0.0, "draw": 1.0, "second": 0.0});
    assert_eq!(tictactoe["chances"]["perfect"], perfect);

    let tapatan = agree("morris:tapatan", &game::<Morris>("tapatan"));
    assert_eq!(tapatan["games"], Json::Null);
    agree("kalah:2,2", &game::<Kalah>("2,2"));
}

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

/// In every puzzle, exactly one move wins: the move that the report names. The distance of the puzzle is the distance
/// that the report states.
#[test]
fn puzzles_are_looked_up() {
    for spec in ["tictactoe", "hexapawn:3x3", "morris:tapatan"] {
        let found: Json = serde_json::from_str(&report(&["--game", spec, "--json"])).expect("JSON");
        let puzzles = found["puzzles"].as_array().expect("a list");
        assert!(!puzzles.is_empty(), "{spec}");
        for puzzle in puzzles {
            let mut lookup = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
            lookup.args(["lookup", "--json", "--game", spec]);
            let state = puzzle["state"].as_str().expect("a state");
            let output = lookup.arg(state).output().expect("the command");
            let record: Json = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(
                record["winning"],
                json!([puzzle["move"]]),
                "{spec}: {state}"
            );
            assert_eq!(record["distance"], puzzle["distance"], "{spec}: {state}");
        }
    }
}

/// The page is a single file, without scripts, fonts or other resources.
#[test]
fn the_page_stands_by_itself() {
    let page = report(&[
        "--game",
        "hexapawn:3x3",
        "--compare",
        "hexapawn:3x4",
        "-o",
        "-",
    ]);
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.ends_with("</html>"), "{page}");
    for absent in ["<script", "src=", "href=", "url(", "@import", "@font-face"] {
        assert!(!page.contains(absent), "{absent}");
    }
    assert!(page.contains("color-scheme:light dark"));
    for (tag, least) in [
        ("<article>", 2),
        ("<figure class=\"plot\">", 6),
        ("<svg", 6),
    ] {
        assert!(page.matches(tag).count() >= least, "{tag}");
    }
    // The plots use colours that suit both colour schemes, or the colour of the text.
    for colour in ["stroke=\"", "fill=\""] {
        for painted in page.split(colour).skip(1) {
            let (paint, _) = painted.split_once('"').expect("a quote");
            let known = ["#0072B2", "#808080", "#D55E00", "#000000", "none"];
            assert!(known.contains(&paint), "{colour}{paint}");
        }
    }
}

/// The report gives exactly 1 as the probability of a certain result, and exactly 0 for an
/// impossible result, without rounding errors.
#[test]
fn certain_chances_are_exact() {
    for (game, first) in [("dots:2x2", 1.0), ("dots:1x3", 0.0)] {
        let report: Json =
            serde_json::from_str(&report(&["--game", game, "--json"])).expect("JSON");
        let expected = json!({ "first": first, "draw": 0.0, "second": 1.0 - first });
        assert_eq!(report["chances"]["perfect"], expected, "{game}");
    }
}
