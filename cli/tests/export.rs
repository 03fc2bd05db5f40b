//! Every format of `perfectplay export`, read back by its own tools and compared with the
//! library on every state; the sources of tic-tac-toe on every pair of masks.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{Archive, records};
use perfectplay::{Analysis, Moves, Player, Value, lookup, solve};
use perfectplay_games::{self as games, Listed, Visitor};
use serde_json::Value as Json;
use tempfile::TempDir;

fn export(format: &str) -> Vec<u8> {
    run(Command::new(env!("CARGO_BIN_EXE_perfectplay")).args(["export", "--format", format]))
}

/// What the command prints.
fn run(command: &mut Command) -> Vec<u8> {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("a command that can be started");
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{stderr}");
    stdout
}

#[test]
fn json() {
    let list: Vec<Json> = serde_json::from_slice(&export("json")).expect("JSON");
    let lines: Vec<Json> = String::from_utf8(export("jsonl"))
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(list, lines);
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
        let found = Analysis {
            winning: moves("winning"),
            losing: moves("losing"),
            neutral: moves("neutral"),
            best: moves("best"),
            value: serde_json::from_value(entry["value"].clone()).expect("a value"),
            distance: serde_json::from_value(entry["distance"].clone()).expect("a distance"),
        };
        assert_eq!(found, record.analysis(), "{state}");
        assert_eq!(entry["to_move"], ["X", "O"][state.to_move() as usize]);
    }
}

#[test]
fn bincode() {
    let archive = Archive::from_bytes(&export("bincode")).expect("a whole table");
    assert_eq!(archive, Archive::baked());
}

/// A program that prints `x o value winning losing neutral best distance` for every pair
/// of masks that its `lookup` answers, with values from 0 for a loss to 2 for a win.
fn check_program(printed: &[u8]) {
    let printed = String::from_utf8_lossy(printed);
    let mut answers = printed.lines();
    for o in 0..1024 {
        for x in 0..1024 {
            let Some(record) = State::from_masks(x, o).ok().and_then(lookup) else {
                continue;
            };
            let expected = format!(
                "{x} {o} {} {} {} {} {} {}",
                record.value() as u8,
                record.winning().bits(),
                record.losing().bits(),
                record.neutral().bits(),
                record.best().bits(),
                record.distance(),
            );
            assert_eq!(answers.next(), Some(expected.as_str()));
        }
    }
    assert_eq!(answers.next(), None);
}

/// Whether a program is there. Where it must be there, it is missed.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        assert!(
            env::var_os("CI").is_none(),
            "expected {program}, found none"
        );
        eprintln!("skipped: there is no {program}");
    }
    found
}

/// A folder with the export in a file.
fn folder_with(format: &str, name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, export(format)).expect("a file");
    (folder, path)
}

#[test]
fn c() {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if !has(&compiler) {
        return;
    }
    let (folder, _) = folder_with("c", "tictactoe.h");
    let source = r#"
        #include <stdio.h>
        #include "tictactoe.h"

        int main(void)
        {
            struct perfectplay_record r;
            unsigned x, o;
            for (o = 0; o < 1024; o++) {
                for (x = 0; x < 1024; x++) {
                    if (perfectplay_lookup(x, o, &r)) {
                        printf("%u %u %d %u %u %u %u %u\n", x, o, (int)r.value, r.winning,
                               r.losing, r.neutral, r.best, r.distance);
                    }
                }
            }
            return 0;
        }
    "#;
    fs::write(folder.path().join("main.c"), source).expect("a file");
    let flags = [
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
        "main.c",
        "-o",
        "main",
    ];
    run(Command::new(compiler)
        .args(flags)
        .current_dir(folder.path()));
    check_program(&run(&mut Command::new(folder.path().join("main"))));
}

#[test]
fn rust() {
    let (folder, _) = folder_with("rust", "tictactoe.rs");
    let source = r#"
        mod tictactoe;

        fn main() {
            for o in 0..1024 {
                for x in 0..1024 {
                    if let Some(r) = tictactoe::lookup(x, o) {
                        println!(
                            "{x} {o} {} {} {} {} {} {}",
                            r.value as u8, r.winning, r.losing, r.neutral, r.best, r.distance
                        );
                    }
                }
            }
        }
    "#;
    fs::write(folder.path().join("main.rs"), source).expect("a file");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let flags = ["--edition=2024", "-Dwarnings", "main.rs"];
    run(Command::new(rustc).args(flags).current_dir(folder.path()));
    check_program(&run(&mut Command::new(folder.path().join("main"))));
}

/// In Node, and as a classic script that leaves nothing but its one name.
#[test]
fn js() {
    if !has("node") {
        return;
    }
    let (_folder, path) = folder_with("js", "table.js");
    let script = r#"
        const fs = require("node:fs"), vm = require("node:vm");
        const { lookup } = require(process.argv[1]);
        const page = vm.createContext({});
        vm.runInContext(fs.readFileSync(process.argv[1], "utf8"), page);
        const inPage = vm.runInContext("perfectplay.lookup", page);
        const values = ["loss", "draw", "win"];
        const lines = [];
        for (let o = 0; o < 1024; o += 1) {
            for (let x = 0; x < 1024; x += 1) {
                const r = lookup(x, o);
                if (JSON.stringify(inPage(x, o)) !== JSON.stringify(r)) throw Error(`${x} ${o}`);
                if (r) lines.push([x, o, values.indexOf(r.value), r.winning, r.losing,
                    r.neutral, r.best, r.distance].join(" "));
            }
        }
        for (const junk of [-1, 0.5, NaN, "1", null, undefined, {}, 2 ** 32]) {
            if (lookup(junk, 0) !== null || lookup(0, junk) !== null) throw Error(String(junk));
        }
        console.log(lines.join("\n"));
    "#;
    check_program(&run(Command::new("node").args(["-e", script]).arg(path)));
}

/// As a module of the language.
#[test]
fn mjs() {
    if !has("node") {
        return;
    }
    let (_folder, path) = folder_with("mjs", "table.mjs");
    let script = r#"
        import(require("node:url").pathToFileURL(process.argv[1])).then(({ lookup }) => {
            const values = ["loss", "draw", "win"];
            for (let o = 0; o < 512; o += 1) {
                for (let x = 0; x < 512; x += 1) {
                    const r = lookup(x, o);
                    if (r) console.log([x, o, values.indexOf(r.value), r.winning, r.losing,
                        r.neutral, r.best, r.distance].join(" "));
                }
            }
        });
    "#;
    check_program(&run(Command::new("node").args(["-e", script]).arg(path)));
}

/// Games of all kinds: with parameters in their names, loops, and spaces in their texts.
const OTHER_GAMES: [&str; 4] = ["hexapawn", "dodgem", "nim:2,3", "morris"];

fn export_of(game: &str, format: &str) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    run(command.args(["export", "--game", game, "--format", format]))
}

/// The states of a game, a line each; and of each a line with its text, value, distance,
/// and the winning, losing, neutral and best moves. From the library alone.
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
                    (analysis.value as u8).to_string(),
                    analysis.distance.map_or(-1, i64::from).to_string(),
                    moves(analysis.winning),
                    moves(analysis.losing),
                    moves(analysis.neutral),
                    moves(analysis.best),
                ];
                lines += &(columns.join("|") + "\n");
            }
            (states, lines)
        }
    }

    games::open(game, Lines).expect("a game on the list")
}

/// Asks a program for every state of a game, a line each, and for strangers, of which it
/// has nothing to say.
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
            // A state that is written with commas stands in quotes.
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

/// The columns of every state of a game, sorted. From the library alone.
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
                analysis.value.to_string(),
                moves(analysis.winning),
                moves(analysis.losing),
                moves(analysis.neutral),
                moves(analysis.best),
                analysis
                    .distance
                    .map_or_else(String::new, |plies| plies.to_string()),
            ]
        });
        let mut lines = lines.collect::<Vec<_>>();
        lines.sort();
        lines
    }
}

#[test]
fn c_of_other_games() {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if !has(&compiler) {
        return;
    }
    for game in OTHER_GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let header = String::from_utf8(export_of(game, "c")).expect("UTF-8");
        fs::write(folder.path().join("table.h"), &header).expect("a file");
        // Its name has the parameters.
        let guard = header
            .lines()
            .find_map(|line| line.strip_prefix("#ifndef PERFECTPLAY_"));
        let name = guard
            .and_then(|guard| guard.strip_suffix("_H"))
            .expect("a guard");
        let name = name.to_lowercase();
        let source = r#"
            #include <stdio.h>
            #include "table.h"

            int main(void)
            {
                char line[256];
                const struct GAME_record *r;
                while (fgets(line, sizeof line, stdin) != NULL) {
                    line[strcspn(line, "\n")] = '\0';
                    r = GAME_lookup(line);
                    if (r != NULL) {
                        printf("%s|%d|%ld|%s|%s|%s|%s\n", r->state, (int)r->value, r->distance,
                               r->winning, r->losing, r->neutral, r->best);
                    }
                }
                return 0;
            }
        "#;
        fs::write(folder.path().join("main.c"), source.replace("GAME", &name)).expect("a file");
        let flags = "-std=c99 -Wall -Wextra -Werror -pedantic main.c -o main";
        run(Command::new(&compiler)
            .args(flags.split(' '))
            .current_dir(folder.path()));
        check_texts(game, &mut Command::new(folder.path().join("main")));
    }
}

/// Neither hides the other.
#[test]
fn c_of_two_sizes_of_a_game() {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if !has(&compiler) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (game, header) in [("nim:2", "2.h"), ("nim:1,2", "1_2.h")] {
        fs::write(folder.path().join(header), export_of(game, "c")).expect("a file");
    }
    let source = r#"
        #include "2.h"
        #include "1_2.h"

        int main(void)
        {
            return !(nim_2_lookup("2")->value == NIM_2_WIN && nim_2_lookup("1,2") == NULL
                     && nim_1_2_lookup("1,2")->value == NIM_1_2_WIN);
        }
    "#;
    fs::write(folder.path().join("main.c"), source).expect("a file");
    let flags = "-std=c99 -Wall -Wextra -Werror -pedantic main.c -o main";
    run(Command::new(&compiler)
        .args(flags.split(' '))
        .current_dir(folder.path()));
    run(&mut Command::new(folder.path().join("main")));
}

#[test]
fn rust_of_other_games() {
    for game in OTHER_GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("table.rs"), export_of(game, "rust")).expect("a file");
        let source = r#"
            mod table;

            fn main() {
                for line in std::io::stdin().lines() {
                    let line = line.unwrap();
                    if let Some(r) = table::lookup(&line) {
                        let distance = r.distance.map_or(-1, i64::from);
                        let moves = [r.winning, r.losing, r.neutral, r.best];
                        let moves = moves.map(|moves| moves.join(" ")).join("|");
                        println!("{line}|{}|{distance}|{moves}", r.value as u8);
                    }
                }
            }
        "#;
        fs::write(folder.path().join("main.rs"), source).expect("a file");
        let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let flags = ["--edition=2024", "-Dwarnings", "main.rs"];
        run(Command::new(rustc).args(flags).current_dir(folder.path()));
        check_texts(game, &mut Command::new(folder.path().join("main")));
    }
}

#[test]
fn js_of_other_games() {
    if !has("node") {
        return;
    }
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
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.js");
        fs::write(&path, export_of(game, "js")).expect("a file");
        check_texts(game, Command::new("node").args(["-e", script]).arg(path));
    }
}

/// The page's data is what the command writes now.
#[test]
fn the_page_has_this_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/table.js");
    let page = fs::read(&path).expect("the page's table");
    assert!(
        page == export("mjs"),
        "expected web/table.js as `perfectplay export --format mjs -o web/table.js` writes it"
    );
}

/// A file is replaced whole; and stays as it was if it cannot be.
#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.tsv");
    fs::write(&path, "old").expect("a file");
    let export_to = |path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
        command.args(["export", "--format", "tsv", "-o"]).arg(path);
        command.output().expect("the command")
    };
    assert!(export_to(&path).status.success());
    assert_eq!(fs::read(&path).expect("a file"), export("tsv"));

    // A folder is in the way.
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).expect("a folder");
    let output = export_to(&taken);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 2, "nothing half written is left");
}
