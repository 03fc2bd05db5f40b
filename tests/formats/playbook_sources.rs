//! Playbooks as sources of C, Rust and JavaScript: compiled without a warning, and played against
//! every reply. It needs `gcc`, `g++` and `node`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use perfectplay::bake::{self, SourceLanguage, SourceRules, playbook_source};
use perfectplay::game::Symmetric;
use perfectplay::playbook::Playbook;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Player, Solved, audit, solve, walk};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

const WARNINGS: &str = "-Wall -Wextra -pedantic -Wconversion -Wshadow -Werror";

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("playbook_sources-{name}"));
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Compiles a program in C for this machine, by gcc or g++.
fn compile(compiler: &str, standard: &str, source: &Path, directory: &Path) -> PathBuf {
    let program = directory.join(compiler);
    let chips = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chips");
    let status = Command::new(compiler)
        .args(["-x", standard, "-O1"])
        .args(WARNINGS.split(' '))
        .arg(match standard {
            "c" => "-std=c99",
            _ => "-std=c++11",
        })
        .arg("-I")
        .arg(directory)
        .arg("-I")
        .arg(chips)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()
        .expect("gcc and g++, which this test needs");
    assert!(status.success());
    program
}

/// Compiles a program in Rust for this machine.
fn rustc(source: &Path) -> PathBuf {
    let program = source.with_extension("");
    let status = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--edition", "2021", "-O", "-D", "warnings"])
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()
        .unwrap();
    assert!(status.success());
    program
}

/// What the program of a book prints when it plays every game on the sides of the book.
fn expected<T: Solved<Game: Symmetric>>(solved: &T, book: &Playbook<'_, &T::Game>) -> Vec<String> {
    let sides = ["1", "2"].into_iter().zip(Player::BOTH);
    let sides = sides.filter(|&(_, side)| book.data().plays(side));
    let line = |(name, side)| {
        let audit = audit(solved, book, side).unwrap();
        let games = audit.games().unwrap();
        assert_eq!((games.lost, audit.blunders()), (0, 0));
        format!("{name} {} {} 0 0 0", games.won, games.drawn)
    };
    sides.map(line).collect()
}

/// Plays a book in every language.
fn plays<T: Solved<Game: Symmetric>>(
    name: &str,
    solved: &T,
    playbook: bake::Playbook<'_>,
    rules: SourceRules,
) {
    let bytes = playbook.bytes(solved).unwrap();
    let book = Playbook::from_bytes(solved.game(), &bytes).unwrap();
    let game = if rules == SourceRules::TicTacToe {
        "tictactoe"
    } else {
        "connect"
    };
    let expected = expected(solved, &book);
    let run = |program: &mut Command| {
        let output = program.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let played = printed.lines().zip(Player::BOTH);
        let played = played.filter(|&(_, side)| book.data().plays(side));
        let played: Vec<&str> = played.map(|(line, _)| line).collect();
        assert_eq!(played, expected, "{name}: {program:?}");
    };
    let directory = directory(name);
    let write = |language, file: &str| {
        let path = directory.join(file);
        fs::write(&path, playbook_source(language, game, book.data(), rules)).unwrap();
        path
    };
    let players = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");

    write(SourceLanguage::C, &format!("{game}.h"));
    let player = players.join(format!("{game}.c"));
    for (compiler, standard) in [("gcc", "c"), ("g++", "c++")] {
        run(&mut Command::new(compile(
            compiler, standard, &player, &directory,
        )));
    }

    write(SourceLanguage::Rust, &format!("{game}.rs"));
    let main = format!(
        "#![no_std]
extern crate std;
mod {game};
#[path = {:?}]
mod player;
#[path = {:?}]
mod tally;
fn main() {{
    std::println!(\"1 {{}}\", player::games(true));
    std::println!(\"2 {{}}\", player::games(false));
}}
",
        players.join(format!("{game}.rs")),
        players.join("tally.rs"),
    );
    let program = directory.join("main.rs");
    fs::write(&program, main).unwrap();
    run(&mut Command::new(rustc(&program)));

    let module = write(SourceLanguage::JavaScript, &format!("{game}.mjs"));
    let player = players.join(format!("{game}.mjs"));
    run(Command::new("node").arg(player).arg(module));
}

#[test]
fn tic_tac_toe() {
    let playbook = bake::Playbook::new("tictactoe").steps(1 << 14);
    plays("plain", &TicTacToe, playbook, SourceRules::TicTacToe);
    plays(
        "symmetry",
        &TicTacToe,
        playbook.symmetry(),
        SourceRules::TicTacToe,
    );
    plays(
        "checked",
        &TicTacToe,
        playbook.check_bits(3),
        SourceRules::TicTacToe,
    );
    let second = playbook.only(Player::Second);
    plays("second", &TicTacToe, second, SourceRules::TicTacToe);
}

#[test]
fn connect_four() {
    // The key of the last has 34 bits.
    for (parameters, columns, rows, length) in [("4x4", 4, 4, 4), ("2x16,3", 2, 16, 3)] {
        let solution = solve(Connect::with_parameters(parameters).unwrap()).unwrap();
        let rules = SourceRules::Connect {
            columns,
            rows,
            length,
        };
        let playbook = bake::Playbook::new("connect").steps(1 << 14);
        plays(parameters, &solution, playbook, rules);
        plays(
            &format!("{parameters}-symmetry"),
            &solution,
            playbook.symmetry(),
            rules,
        );
        let first = playbook.only(Player::First);
        plays(&format!("{parameters}-first"), &solution, first, rules);
    }
}

/// A function of keys answers as the library does, here from many buckets.
#[test]
fn keys() {
    const C: &str = "#include <stdio.h>\n#include \"keys.h\"\n
int main(void)
{
    unsigned long long key;

    while (scanf(\"%llu\", &key) == 1) {
        printf(\"%u\\n\", (unsigned)keys_rank(KEY key));
    }
    return 0;
}
";
    const RUST: &str = "mod keys;
fn main() {
    for line in std::io::stdin().lines() {
        let key = line.unwrap().parse().unwrap();
        println!(\"{}\", keys::rank(key).unwrap_or(255));
    }
}
";
    const JS: &str = "import { readFileSync } from 'node:fs';
import { rank } from './keys.mjs';
for (const line of readFileSync(0, 'utf8').trim().split('\\n')) console.log(rank(KEY(line)) ?? 255);
";
    let solution = solve(Connect::with_parameters("4x4").unwrap()).unwrap();
    let game = solution.game();
    let playbook = bake::Playbook::new("keys").check_bits(7).steps(0);
    let bytes = playbook.bytes(&solution).unwrap();
    let book = Playbook::from_bytes(game, &bytes).unwrap();
    let (mut keys, mut ranks) = (String::new(), String::new());
    for visit in walk(&solution) {
        let visit = visit.unwrap();
        let legal = visit.analysis.legal();
        if legal.len() > 1 {
            let chosen = book.choose(visit.state);
            let rank = chosen.map(|mv| legal.iter().position(|other| other == mv).unwrap());
            writeln!(keys, "{}", game.key(visit.state)).unwrap();
            writeln!(ranks, "{}", rank.map_or(-1, |rank| rank as i32)).unwrap();
        }
    }
    for (bits, of_c, of_js) in [(32, "(uint32_t)", "Number"), (64, "", "BigInt")] {
        let directory = directory(&format!("keys-{bits}"));
        for (language, file, main, source) in [
            (SourceLanguage::C, "keys.h", "main.c", C),
            (SourceLanguage::Rust, "keys.rs", "main.rs", RUST),
            (SourceLanguage::JavaScript, "keys.mjs", "main.mjs", JS),
        ] {
            let written =
                playbook_source(language, "keys", book.data(), SourceRules::Keys { bits });
            fs::write(directory.join(file), written).unwrap();
            let key = if language == SourceLanguage::C {
                of_c
            } else {
                of_js
            };
            let main = directory.join(main);
            fs::write(&main, source.replace("KEY ", key).replace("KEY", key)).unwrap();
            let mut program = match language {
                SourceLanguage::C => Command::new(compile("gcc", "c", &main, &directory)),
                SourceLanguage::Rust => Command::new(rustc(&main)),
                _ => Command::new("node"),
            };
            if language == SourceLanguage::JavaScript {
                program.arg(main);
            }
            let printed = answers(&mut program, &keys);
            // Where the library finds no move of such a rank, the source tells the rank.
            let agree = |(source, library): (&str, &str)| library == "-1" || source == library;
            assert_eq!(printed.lines().count(), ranks.lines().count());
            assert!(
                printed.lines().zip(ranks.lines()).all(agree),
                "{language:?}"
            );
        }
    }
}

/// What a program prints that reads this.
fn answers(program: &mut Command, input: &str) -> String {
    let mut program = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        let writer = scope.spawn(move || stdin.write_all(input.as_bytes()));
        let output = program.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        output
    });
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}
