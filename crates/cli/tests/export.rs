//! Writes tables in every format of `perfectplay export`, and reads each file with a program for
//! its format. Compares the answer for each state with the library's answer.

use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use perfectplay::game::AnalysisParts;
use perfectplay::playbook::Playbook;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::records;
use perfectplay::{Moves, Player, Value, lookup, solve};
use perfectplay_games::{self as games, Listed, Visitor};
use serde_json::Value as Json;

fn export(format: &str) -> Vec<u8> {
    run(Command::new(env!("CARGO_BIN_EXE_perfectplay")).args(["export", "--format", format]))
}

/// Runs a command and returns what it prints.
fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output();
    let Output {
        status,
        stdout,
        stderr,
    } = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{stderr}");
    stdout
}

/// If the pieces of a game move along lines, its picture shows these lines, and draws each square as a point instead of
/// a box. If the players of a game draw lines between points, its picture also shows points instead of boxes.
#[test]
fn pictures_have_the_lines_of_the_board() {
    let parts = |game: &str, state: &str| {
        let picture = run(Command::new(env!("CARGO_BIN_EXE_perfectplay")).args([
            "export", "--format", "svg", "--game", game, "--state", state,
        ]));
        let picture = String::from_utf8(picture).expect("UTF-8");
        let count = |part: &str| picture.matches(part).count();
        [
            "<rect",
            "<line class=\"edge\"",
            "<line class=\"taken\"",
            "<circle class=\"point\"",
            "<circle class=\"disc",
        ]
        .map(count)
    };
    // Along rows, columns and both diagonals.
    assert_eq!(parts("morris:tapatan", "X../.O./... X"), [0, 16, 0, 7, 2]);
    // If pieces may move anywhere, the picture has no lines.
    assert_eq!(
        parts("morris:3,anywhere,8,loses", "X../.O./... X"),
        [9, 0, 0, 0, 0]
    );
    assert_eq!(parts("tictactoe", "X../.O./..."), [9, 0, 0, 0, 0]);
    assert_eq!(parts("dots:1x1", "+#+/.../+.+ O 0:0"), [0, 0, 1, 4, 0]);
}

#[test]
fn json() {
    let list: Vec<Json> = String::from_utf8(export("jsonl"))
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(list.len(), records().count());
    for entry in &list {
        let state: State = entry["state"]
            .as_str()
            .expect("a text")
            .parse()
            .expect("a state");
        let record = lookup(state).expect("a reachable state");
        let moves = |name: &str| -> Moves {
            serde_json::from_value(entry[name].clone()).expect("a list of moves")
        };
        let found = AnalysisParts {
            winning: moves("winning"),
            losing: moves("losing"),
            neutral: moves("neutral"),
            best: moves("best"),
            value: serde_json::from_value(entry["value"].clone()).expect("a value"),
            distance: serde_json::from_value(entry["distance"].clone()).expect("a distance"),
        }
        .analysis();
        assert_eq!(found, record.analysis(), "{state}");
        assert_eq!(entry["to_move"], ["X", "O"][state.to_move() as usize]);
    }
}

/// Games that exercise code that tic-tac-toe does not reach. Some have parameters in their names. In some, the same
/// state can occur again. Some have spaces in the texts of their states.
const OTHER_GAMES: [&str; 4] = ["hexapawn", "dodgem", "nim:2,3", "morris"];

fn export_of(game: &str, format: &str) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    run(command.args(["export", "--game", game, "--format", format]))
}

/// Returns two texts. Each text has one line for every state of a game. In `.0`, each line is a state. In `.1`, each
/// line lists a state, its value, its distance, and its winning, losing, neutral and best moves. The library computes
/// both texts without the command.
fn expected_lines(game: &str) -> (String, String) {
    struct Lines;

    impl Visitor for Lines {
        type Output = (String, String);

        fn visit<G: Listed + 'static>(self, game: G) -> (String, String) {
            let solution = solve(&game).expect("a solution");
            let (mut states, mut lines) = (String::new(), String::new());
            for (state, analysis) in solution.iter() {
                let moves = |moves: Moves| {
                    let texts = moves.iter().map(|mv| game.move_text(state, mv).to_string());
                    texts.collect::<Vec<_>>().join(" ")
                };
                let text = game.state_text(state).to_string();
                states += &format!("{text}\n");
                let columns = [
                    text,
                    (analysis.value() as u8).to_string(),
                    analysis.distance().map_or(-1, i64::from).to_string(),
                    moves(analysis.winning()),
                    moves(analysis.losing()),
                    moves(analysis.neutral()),
                    moves(analysis.best()),
                ];
                lines += &(columns.join("|") + "\n");
            }
            (states, lines)
        }
    }

    games::open(game, Lines).expect("a game on the list")
}

/// Sends every state of a game to a program, one on each line, and compares the program's answers
/// with the library's. Then sends texts that are not states. The program must give no answer to
/// such a text.
fn check_texts(game: &str, program: &mut Command) {
    let (states, expected) = expected_lines(game);
    let mut input = tempfile::tempfile().expect("a file");
    write!(input, "{states}\nno state\n~\nconstructor\n").expect("a disk");
    input.rewind().expect("a file");
    let found = String::from_utf8(run(program.stdin(input))).expect("UTF-8");
    assert_eq!(found, expected, "{game}");
}

#[test]
fn delimited() {
    for game in OTHER_GAMES.into_iter().chain(["tictactoe"]) {
        let expected = games::open(game, Columns).expect("a game on the list");
        for (format, separator) in [("tsv", '\t'), ("csv", ',')] {
            let text = String::from_utf8(export_of(game, format)).expect("UTF-8");
            // A state whose text has commas is in quotation marks.
            let lines = text.lines().map(|line| {
                let (state, rest) = match line.strip_prefix('"') {
                    Some(quoted) => quoted.split_once("\",").expect("another quote"),
                    None => line.split_once(separator).expect("two columns"),
                };
                let columns = [state].into_iter().chain(rest.split(separator));
                columns.map(str::to_owned).collect::<Vec<_>>()
            });
            let mut lines = lines.collect::<Vec<_>>();
            assert_eq!(
                lines.remove(0).join(" "),
                "state to_move status value winning losing neutral best distance"
            );
            lines.sort();
            assert_eq!(lines, expected, "{game}");
        }
    }
}

/// Computes the sorted lines of an export with the library instead of the command. There is a line
/// for each state of a game.
struct Columns;

impl Visitor for Columns {
    type Output = Vec<Vec<String>>;

    fn visit<G: Listed>(self, game: G) -> Vec<Vec<String>> {
        let solution = solve(&game).expect("a solution");
        let lines = solution.iter().map(|(state, analysis)| {
            let moves = |moves: Moves| {
                let texts = moves.iter().map(|mv| game.move_text(state, mv).to_string());
                texts.collect::<Vec<_>>().join(" ")
            };
            let name = |player| game.player_names()[player as usize];
            let mover = game.to_move(state);
            let won = |winner: Option<Player>| match winner {
                Some(winner) => format!("{}_wins", name(winner).to_lowercase()),
                None => "over".to_owned(),
            };
            let status = match game.outcome(state) {
                None => "ongoing".to_owned(),
                Some(Value::Draw) => "draw".to_owned(),
                Some(Value::Win) => won(mover),
                Some(Value::Loss) => won(mover.map(Player::other)),
            };
            vec![
                game.state_text(state).to_string(),
                mover.map_or("", name).to_owned(),
                status,
                analysis.value().to_string(),
                moves(analysis.winning()),
                moves(analysis.losing()),
                moves(analysis.neutral()),
                moves(analysis.best()),
                analysis
                    .distance()
                    .map_or_else(String::new, |plies| plies.to_string()),
            ]
        });
        let mut lines = lines.collect::<Vec<_>>();
        lines.sort();
        lines
    }
}

/// Computes two lists by calling the library instead of the command. Each list has one line for every state of a game.
/// The first list (`.0`) contains the keys of the states. The second list (`.1`) contains six numbers for each state:
/// the value, the distance, and the sets of winning, losing, neutral and best moves.
struct Keys;

impl Visitor for Keys {
    type Output = (Vec<String>, Vec<String>);

    fn visit<G: Listed>(self, game: G) -> Self::Output {
        let solution = solve(&game).expect("a solution");
        let lines = solution.iter().map(|(state, analysis)| {
            let sets = [
                analysis.winning(),
                analysis.losing(),
                analysis.neutral(),
                analysis.best(),
            ];
            let [winning, losing, neutral, best] = sets.map(Moves::bits);
            let value = analysis.value() as u8;
            let distance = analysis.distance().map_or(-1, i64::from);
            let answer = format!("{value} {distance} {winning} {losing} {neutral} {best}");
            (game.key(state).to_string(), answer)
        });
        lines.unzip()
    }
}

/// One C program can include the headers that `export` writes for several games, and for two sizes
/// of the same game. A header from a table file gives the same answers as a header from a newly
/// solved game.
#[test]
fn c_of_other_games() {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let directory = tempfile::tempdir().expect("a directory");
    let (mut includes, mut cases) = (String::new(), String::new());
    let (mut input, mut expected) = (String::new(), Vec::new());
    let games = ["hexapawn:3x3", "dodgem:3", "nim:2,3", "nim:4,4"];
    for (number, game) in games.into_iter().enumerate() {
        let name = game.replace([':', ','], "_");
        let header = export_of(game, "c");
        fs::write(directory.path().join(format!("{name}.h")), &header).expect("a file");
        includes += &format!("#include \"{name}.h\"\n");
        cases += &format!("ASK({number}, {name})\n");
        let (keys, mut answers) = games::open(game, Keys).expect("a game on the list");
        for key in keys {
            input += &format!("{number} {key}\n");
        }
        expected.append(&mut answers);

        let table = directory.path().join("table");
        let program = env!("CARGO_BIN_EXE_perfectplay");
        let solve = ["solve", "--game", game, "-o"];
        run(Command::new(program).args(solve).arg(&table));
        let export = ["export", "--format", "c", "--table"];
        let of_file = run(Command::new(program).args(export).arg(&table));
        assert!(of_file == header, "{game}");
    }
    let source = r#"
#include <stdio.h>
INCLUDES
#define ASK(number, name) case number: { \
    struct name##_record r; \
    if (!name##_lookup((name##_key)key, &r)) { return 1; } \
    printf("%d %ld %llu %llu %llu %llu\n", (int)r.value, (long)r.distance, \
        (unsigned long long)r.winning, (unsigned long long)r.losing, \
        (unsigned long long)r.neutral, (unsigned long long)r.best); break; }

int main(void)
{
    unsigned game;
    unsigned long long key;
    while (scanf("%u %llu", &game, &key) == 2) {
        switch (game) {
        CASES
        }
    }
    return 0;
}
"#;
    let source = source
        .replace("INCLUDES", &includes)
        .replace("CASES", &cases);
    fs::write(directory.path().join("main.c"), source).expect("a file");
    let flags = "-std=c99 -Wall -Wextra -Werror -pedantic -Wconversion -Wshadow main.c -o main";
    run(Command::new(&compiler)
        .args(flags.split(' '))
        .current_dir(directory.path()));
    let mut asked = tempfile::tempfile().expect("a file");
    asked.write_all(input.as_bytes()).expect("a disk");
    asked.rewind().expect("a file");
    let found = run(Command::new(directory.path().join("main")).stdin(asked));
    let found = String::from_utf8(found).expect("UTF-8");
    assert!(found.lines().eq(expected.iter().map(String::as_str)));
}

/// `export` writes a playbook as JavaScript. This code gives the same move as the library in every state that can occur
/// while the book plays.
#[test]
#[ignore = "needs Node; run by .ci/run"]
fn playbook_of_any_game_in_js() {
    struct Met<'a>(&'a [u8]);

    impl Visitor for Met<'_> {
        type Output = Vec<(u64, u32)>;

        /// Returns a pair for each state in which the book chooses among several moves. `.0` is the key of the state.
        /// `.1` is the index of the book's move in the list of legal moves.
        fn visit<G: Listed>(self, game: G) -> Vec<(u64, u32)> {
            let book = Playbook::from_bytes(&game, self.0).expect("a playbook");
            let (mut open, mut met) = (vec![game.start()], Vec::new());
            while let Some(state) = open.pop() {
                if game.outcome(state).is_some() {
                    continue;
                }
                let chosen = book.choose(state).expect("a move");
                let rank = game.legal(state).iter().position(|mv| mv == chosen);
                if game.legal(state).len() > 1 {
                    met.push((game.key(state), rank.expect("a legal move") as u32));
                }
                let after = game.play(state, chosen);
                if game.outcome(after).is_none() {
                    open.extend(game.legal(after).iter().map(|mv| game.play(after, mv)));
                }
            }
            met
        }
    }

    let directory = tempfile::tempdir().expect("a directory");
    let [book, module] = ["book", "book.mjs"].map(|name| directory.path().join(name));
    let program = env!("CARGO_BIN_EXE_perfectplay");
    // Keys of Hexapawn have more than 32 bits, so JavaScript needs `BigInt` for them.
    for (spec, suffix) in [("subtraction:9,3", ""), ("hexapawn:3x4", "n")] {
        let game = ["--game", spec];
        let find = ["playbook", "--as", "first", "-o"];
        run(Command::new(program).args(find).arg(&book).args(game));
        let export = ["export", "--format", "mjs", "--playbook"];
        let source = run(Command::new(program).args(export).arg(&book).args(game));
        fs::write(&module, source).expect("a file");
        let bytes = fs::read(&book).expect("a file");
        let met = games::open(spec, Met(&bytes)).expect("a game on the list");
        assert!(!met.is_empty());
        let (keys, expected): (Vec<_>, Vec<_>) = met.into_iter().unzip();
        let keys: Vec<_> = keys.iter().map(|key| format!("{key}{suffix}")).collect();
        let script = format!(
            "import({:?}).then(({{ rank }}) => {{ for (const key of [{}]) console.log(rank(key)); }});",
            module.display().to_string(),
            keys.join(", ")
        );
        let found = run(Command::new("node").args(["-e", &script]));
        let found = String::from_utf8(found).expect("UTF-8");
        let expected: String = expected.iter().map(|rank| format!("{rank}\n")).collect();
        assert_eq!(found, expected, "{spec}");
    }
}

#[test]
fn rust_of_other_games() {
    rust_of(["hexapawn", "tictactoe"]);
}

#[test]
#[ignore = "compiles for seconds; run by .ci/run"]
fn rust_in_full() {
    rust_of(OTHER_GAMES);
    // A module with the 20,286 states of this game must compile quickly.
    rust_of(["hexapawn:4x4"]);
}

fn rust_of<const N: usize>(games: [&str; N]) {
    for game in games {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("table.rs"), export_of(game, "rust")).expect("a file");
        let source = r#"
            mod table;

            fn main() {
                for line in std::io::stdin().lines() {
                    let line = line.unwrap();
                    if let Some(r) = table::lookup(&line) {
                        let distance = r.distance.map_or(-1, i64::from);
                        let moves = [r.winning, r.losing, r.neutral, r.best];
                        let moves = moves.map(|moves| moves.iter().collect::<Vec<_>>().join(" ")).join("|");
                        println!("{line}|{}|{distance}|{moves}", r.value as u8);
                    }
                }
            }
        "#;
        fs::write(directory.path().join("main.rs"), source).expect("a file");
        let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let flags = ["--edition=2024", "-Dwarnings", "main.rs"];
        run(Command::new(rustc)
            .args(flags)
            .current_dir(directory.path()));
        check_texts(game, &mut Command::new(directory.path().join("main")));
    }
}

#[test]
#[ignore = "needs Node; run by .ci/run"]
fn js_of_other_games() {
    let script = r#"
        const { lookup } = require(process.argv[1]);
        const values = ["loss", "draw", "win"];
        for (const line of require("node:fs").readFileSync(0, "utf8").split("\n")) {
            const r = lookup(line);
            if (r) console.log([line, values.indexOf(r.value), r.distance ?? -1, r.winning.join(" "),
                r.losing.join(" "), r.neutral.join(" "), r.best.join(" ")].join("|"));
        }
    "#;
    for game in OTHER_GAMES {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("table.js");
        fs::write(&path, export_of(game, "js")).expect("a file");
        check_texts(game, Command::new("node").args(["-e", script]).arg(path));
    }
}

/// A file is replaced as a whole, and stays unchanged if it cannot be replaced.
#[test]
fn a_file_appears_whole_or_not_at_all() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table.tsv");
    fs::write(&path, "old").expect("a file");
    let export_to = |path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
        command.args(["export", "--format", "tsv", "-o"]).arg(path);
        command.output().expect("the command")
    };
    assert!(export_to(&path).status.success());
    assert_eq!(fs::read(&path).expect("a file"), export("tsv"));

    // A directory has the name of the file.
    let taken = directory.path().join("taken");
    fs::create_dir(&taken).expect("a directory");
    let output = export_to(&taken);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    let left = fs::read_dir(directory.path()).expect("a directory").count();
    assert_eq!(left, 2, "nothing half written is left");
}

/// Returns the primitive integers in a source file of Rocq.
fn rocq_integers(module: &str) -> Vec<u64> {
    let (_, list) = module.split_once("[|").expect("an array");
    let (list, _) = list.split_once("| 0 |]").expect("an array");
    let number = |text: &str| match text.trim().strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.trim().parse(),
    };
    list.split(';')
        .map(|text| number(text).expect("a number"))
        .collect()
}

/// Returns the first `size` bytes in a source file of Rocq. Each integer of the file holds seven
/// bytes.
fn rocq_bytes(module: &str, size: usize) -> Vec<u8> {
    let words = rocq_integers(module).into_iter();
    let bytes = words.flat_map(|word| word.to_le_bytes()[..7].to_vec());
    bytes.take(size).collect()
}

/// The playbook reader in `proofs`, which is written in Coq, chooses the same moves as the command.
#[test]
fn the_reader_in_coq_answers_alike() {
    let directory = tempfile::tempdir().expect("a directory");
    let [book, input] = ["book", "input"].map(|name| directory.path().join(name));
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let read = |path: &str| fs::read_to_string(proofs.join(path)).expect("a module");
    let module = read("books/ConnectFour4x4ByRules.v");
    fs::write(&book, rocq_bytes(&module, 397)).expect("written");

    let (mut boards, mut expected) = (String::new(), String::new());
    let answers = read("connect_four/Answers.v");
    for case in answers.split("([").skip(1) {
        let (moves, rest) = case.split_once("], ").expect("moves");
        let mut rows = [[b'.'; 4]; 4]; // from the top
        let columns = moves.split("; ").filter(|column| !column.is_empty());
        for (column, mark) in columns.zip(b"XO".iter().cycle()) {
            let column: usize = column.parse().expect("a column");
            let row = (0..4).rfind(|&row: &usize| rows[row][column] == b'.');
            rows[row.expect("a legal move")][column] = *mark;
        }
        boards += &String::from_utf8(rows.join(&b'/')).expect("ASCII");
        boards.push('\n');
        let column = usize::from(rest.as_bytes()[0] - b'0');
        expected += &format!("{}\n", ["a", "b", "c", "d"][column]);
    }
    assert_eq!(expected.lines().count(), 60);
    fs::write(&input, boards).expect("written");
    let mut choose = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    choose.args(["choose", "--game", "connect:4x4", "--playbook"]);
    let input = fs::File::open(input).expect("the boards");
    let found = run(choose.arg(&book).stdin(input));
    let found = String::from_utf8(found).expect("UTF-8");
    let columns: String = found.lines().map(|mv| format!("{}\n", &mv[..1])).collect();
    assert_eq!(columns, expected);
}

/// Tests that the theorems in `proofs` are about playbooks that this command writes. For tic-tac-toe and Connect Four
/// 4×4, the command must find a playbook with the same bytes as the playbook in `proofs`. The larger playbooks are read
/// from files, and the exported source must contain their bytes.
#[test]
fn theorems_are_about_these_playbooks() {
    let directory = tempfile::tempdir().expect("a directory");
    let book = directory.path().join("book");
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let program = env!("CARGO_BIN_EXE_perfectplay");
    let export = |game: &str, book: &Path| {
        let export = ["export", "--format", "rocq", "--game", game, "--playbook"];
        let module = run(Command::new(program).args(export).arg(book));
        let module = String::from_utf8(module).expect("UTF-8");
        let bytes = fs::read(book).expect("a playbook");
        assert_eq!(rocq_bytes(&module, bytes.len()), bytes);
        let size = format!("Definition size : int := {}%uint63.", bytes.len());
        assert!(module.contains(&size));
        (bytes, module)
    };
    let find = |game| {
        let find = ["playbook", "--symmetry", "--game", game, "-o"];
        run(Command::new(program).args(find).arg(&book));
        export(game, &book)
    };
    let (bytes, _) = find("tictactoe");

    let theorem = fs::read_to_string(proofs.join("theorems/TicTacToe.v")).expect("a theorem");
    let bytes: Vec<_> = bytes.into_iter().map(u64::from).collect();
    assert_eq!(rocq_integers(&theorem), bytes);

    let module = fs::read_to_string(proofs.join("books/ConnectFour4x4.v")).expect("a playbook");
    assert_eq!(find("connect:4x4").1, module);
    export("connect:7x6", &proofs.join("../docs/connect-7x6.playbook"));
    for (board, side) in [("6x5", "-first"), ("6x5", "-second"), ("6x6", "")] {
        let name = format!("books/large/connect-{board}{side}.playbook");
        export(&format!("connect:{board}"), &proofs.join(name));
    }
}
