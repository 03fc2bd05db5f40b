//! Playbooks as sources of C: compiled without a warning as C99 and as C++, and played against
//! every reply. It needs `gcc` and `g++`.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use perfectplay::bake::{self, CRules, playbook_c};
use perfectplay::game::Symmetric;
use perfectplay::playbook::Playbook;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Player, Solved, audit, solve, walk};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

const WARNINGS: &str = "-Wall -Wextra -pedantic -Wconversion -Wshadow -Werror";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("playbooks_c-{name}"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles a program for this machine, by gcc or g++.
fn compile(compiler: &str, standard: &str, source: &Path, folder: &Path) -> PathBuf {
    let program = folder.join(compiler);
    let status = Command::new(compiler)
        .args(["-x", standard, "-O1"])
        .args(WARNINGS.split(' '))
        .arg(match standard {
            "c" => "-std=c99",
            _ => "-std=c++11",
        })
        .arg("-I")
        .arg(folder)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()
        .expect("gcc and g++, which this test needs");
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

/// Plays a book in C, as the chip does in `tests/avr`.
fn plays<T: Solved<Game: Symmetric>>(
    name: &str,
    solved: &T,
    playbook: bake::Playbook<'_>,
    rules: CRules,
) {
    let bytes = playbook.bytes(solved).unwrap();
    let book = Playbook::from_bytes(solved.game(), &bytes).unwrap();
    let game = if rules == CRules::TicTacToe {
        "tictactoe"
    } else {
        "connect"
    };
    let folder = folder(name);
    let source = playbook_c(game, book.data(), rules);
    fs::write(folder.join(format!("{game}.h")), source).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = root.join(format!("tests/avr/{game}.c"));
    for (compiler, standard) in [("gcc", "c"), ("g++", "c++")] {
        let program = compile(compiler, standard, &program, &folder);
        let output = Command::new(program).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let played = printed.lines().zip(Player::BOTH);
        let played = played.filter(|&(_, side)| book.data().plays(side));
        let played: Vec<&str> = played.map(|(line, _)| line).collect();
        assert_eq!(played, expected(solved, &book), "{name}");
    }
}

#[test]
fn tic_tac_toe() {
    let playbook = bake::Playbook::new("tictactoe").steps(1 << 14);
    plays("plain", &TicTacToe, playbook, CRules::TicTacToe);
    plays(
        "symmetry",
        &TicTacToe,
        playbook.symmetry(),
        CRules::TicTacToe,
    );
    plays(
        "checked",
        &TicTacToe,
        playbook.check_bits(3),
        CRules::TicTacToe,
    );
    let second = playbook.only(Player::Second);
    plays("second", &TicTacToe, second, CRules::TicTacToe);
}

#[test]
fn connect_four() {
    // The key of the last has 34 bits.
    for (parameters, columns, rows, length) in [("4x4", 4, 4, 4), ("2x16,3", 2, 16, 3)] {
        let solution = solve(Connect::with_parameters(parameters).unwrap()).unwrap();
        let rules = CRules::Connect {
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
    const MAIN: &str = "#include <stdio.h>\n#include \"keys.h\"\n
int main(void)
{
    unsigned long long key;

    while (scanf(\"%llu\", &key) == 1) {
        printf(\"%u\\n\", (unsigned)keys_rank(KEY key));
    }
    return 0;
}
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
    for (bits, cast) in [(32, "(uint32_t)"), (64, "")] {
        let folder = folder(&format!("keys-{bits}"));
        let source = playbook_c("keys", book.data(), CRules::Keys { bits });
        fs::write(folder.join("keys.h"), source).unwrap();
        fs::write(folder.join("main.c"), MAIN.replace("KEY ", cast)).unwrap();
        let program = compile("gcc", "c", &folder.join("main.c"), &folder);
        let mut program = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, input) = (program.stdin.take().unwrap(), keys.clone());
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = program.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        // Where the library finds no move of such a rank, C tells the rank.
        let agree = |(of_c, of_rust): (&str, &str)| of_rust == "-1" || of_c == of_rust;
        assert_eq!(printed.lines().count(), ranks.lines().count());
        assert!(printed.lines().zip(ranks.lines()).all(agree));
    }
}
