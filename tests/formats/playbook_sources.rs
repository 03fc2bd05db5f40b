//! Tests the source code of playbooks in C, Rust and JavaScript. The source code compiles without a
//! warning, and plays against every reply. The tests need `gcc`, `g++` and `node`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use perfectplay::bake::{self, BakeError, SourceLanguage, SourceRules, playbook_source};
use perfectplay::game::{Hints, MOVE_LIMIT};
use perfectplay::playbook::{Keep, Playbook, PlaybookData};
use perfectplay::prove::Prover;
use perfectplay::table::TableData;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Move, Moves, Player, Solved, Value, audit, solve, walk};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

const WARNINGS: &str = "-Wall -Wextra -pedantic -Wconversion -Wshadow -Werror";

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("playbook_sources-{name}"));
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Compiles a program in C for this machine with gcc or g++.
fn compile(compiler: &str, standard: &str, source: &Path, directory: &Path) -> PathBuf {
    let program = directory.join(compiler);
    let chips = Path::new(crate::ROOT).join("tests/chips");
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

/// Returns the lines that a correct program prints. The program plays the playbook on each of its
/// sides, against every reply.
fn expected<T: Solved<Game: Hints>>(solved: &T, book: &Playbook<'_, &T::Game>) -> Vec<String> {
    let sides = ["1", "2"].into_iter().zip(Player::BOTH);
    let sides = sides.filter(|&(_, side)| book.data().plays(side));
    let line = |(name, side)| {
        let audit = audit(solved, book, side).unwrap();
        let games = audit.games().unwrap();
        assert_eq!(audit.blunders(), 0);
        format!("{name} {} {} {} 0 0", games.won, games.drawn, games.lost)
    };
    sides.map(line).collect()
}

/// Plays a playbook in every language.
fn plays<T: Solved<Game: Hints>>(
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
        fs::write(
            &path,
            playbook_source(language, game, book.data(), rules).unwrap(),
        )
        .unwrap();
        path
    };
    let players = Path::new(crate::ROOT).join("tests/sources");

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
#[ignore = "needs gcc, g++ and Node; run by .ci/run"]
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
#[ignore = "compiles for seconds; run by .ci/run"]
fn connect_four_in_full() {
    // The keys of the second game have 35 bits.
    for (parameters, columns, rows, length) in [("4x4,3", 4, 4, 3), ("7x4,2", 7, 4, 2)] {
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

/// The source of a playbook with many buckets gives the library's answer to each key.
#[test]
#[ignore = "compiles for seconds; run by .ci/run"]
fn keys_in_full() {
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
    let playbook = playbook.only(Player::First);
    let bytes = playbook.bytes(&solution).unwrap();
    let book = Playbook::from_bytes(game, &bytes).unwrap();
    let (mut keys, mut ranks) = (String::new(), String::new());
    for visit in walk(&solution) {
        let visit = visit.unwrap();
        let legal = visit.analysis.legal();
        if legal.len() > 1 && game.to_move(visit.state) == Some(Player::First) {
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
            let written = playbook_source(
                language,
                "keys",
                book.data(),
                SourceRules::Keys { bits, about: "" },
            )
            .unwrap();
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
            // If no legal move has the rank, the library returns no move, but the source returns
            // the rank.
            let agree = |(source, library): (&str, &str)| library == "-1" || source == library;
            assert_eq!(printed.lines().count(), ranks.lines().count());
            assert!(
                printed.lines().zip(ranks.lines()).all(agree),
                "{language:?}"
            );
        }
    }
}

/// A program in C that reads courses of play. Each line of the input lists the columns of the
/// moves. For each line, the program plays these moves, and prints the column that the book plays
/// next. If the book does not play next, the program prints -1.
const COLUMNS_C: &str = "#include <stdio.h>
#include \"connect.h\"\n
int main(void)
{
    struct connect_state state = connect_start();
    int found;

    while ((found = getchar()) != EOF) {
        if (found == '\\n') {
            printf(\"%d\\n\", connect_choose(state));
            state = connect_start();
        } else {
            state = connect_play(state, (int8_t)(found - '0'));
        }
    }
    return 0;
}
";

/// The same program in Rust.
const COLUMNS_RUST: &str = "mod connect;
use connect::{choose, over, play, legal, START};
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let state = line.bytes().fold(START, |state, column| play(state, column - b'0'));
        let chosen = choose(state);
        assert!(over(state).is_some() || legal(state) != 0);
        println!(\"{}\", chosen.map_or(-1, |column| column as i32));
    }
}
";

/// Returns lines of play. Each line is a text with one digit for the column of each move. In the
/// first lines, the book plays against every reply, until `limit` states have been reached. The
/// last 500 lines are random courses of play.
fn lines_of_play(book: &Playbook<'_, Connect>, limit: usize) -> Vec<String> {
    let game = book.game();
    let (mut seen, mut lines) = (BTreeSet::new(), Vec::new());
    for side in book.data().sides() {
        let mut open = vec![(game.start(), String::new())];
        while let Some((state, line)) = open.pop() {
            if seen.len() == limit || !seen.insert((side, game.key(state))) {
                continue;
            }
            if game.outcome(state).is_none() {
                let moves = match book.choose(state) {
                    Some(mv) if game.to_move(state) == Some(side) => mv.into(),
                    _ => game.legal(state),
                };
                let next = moves
                    .iter()
                    .map(|mv| (game.play(state, mv), format!("{line}{mv}")));
                open.extend(next);
            }
            lines.push(line);
        }
    }
    let mut entropy = 1_u64;
    for _ in 0..500 {
        let (mut state, mut line) = (game.start(), String::new());
        while game.outcome(state).is_none() {
            entropy = entropy.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let legal = game.legal(state);
            let mv = legal.nth((entropy >> 33) as u32 % legal.len()).unwrap();
            state = game.play(state, mv);
            write!(line, "{mv}").unwrap();
            lines.push(line.clone());
        }
    }
    lines
}

/// Compares the moves that a book's source code chooses with the moves that the library chooses.
/// The book is a playbook by rules: it stores a move only for states in which its rules choose
/// another move. The comparison covers states that a player with the book can reach, and states of
/// random play. If the book is small, the comparison covers all states that its player can reach.
fn answers_by_rules(parameters: &str, bytes: &[u8], rules: SourceRules) {
    let game = Connect::with_parameters(parameters).unwrap();
    let book = Playbook::from_bytes(game, bytes).unwrap();
    assert!(book.data().is_by_rules());
    let refused = playbook_source(SourceLanguage::JavaScript, "connect", book.data(), rules);
    assert!(matches!(refused, Err(BakeError::ByRules)), "{refused:?}");
    let lines = lines_of_play(&book, 100_000);
    let (mut input, mut expected) = (String::new(), String::new());
    for line in &lines {
        let columns = line.bytes().map(|digit| Move::new(digit - b'0').unwrap());
        let state = columns.fold(game.start(), |state, mv| game.play(state, mv));
        writeln!(input, "{line}").unwrap();
        let chosen = book.choose(state).map_or(-1, |mv| i32::from(mv.index()));
        writeln!(expected, "{chosen}").unwrap();
    }
    let directory = directory(&format!("by-rules-{parameters}"));
    let write = |language, file: &str, main: &str, program: &str| {
        let source = playbook_source(language, "connect", book.data(), rules).unwrap();
        fs::write(directory.join(file), source).unwrap();
        let main = directory.join(main);
        fs::write(&main, program).unwrap();
        main
    };
    let main = write(SourceLanguage::C, "connect.h", "main.c", COLUMNS_C);
    let in_c = [("gcc", "c"), ("g++", "c++")]
        .map(|(compiler, standard)| compile(compiler, standard, &main, &directory));
    let main = write(SourceLanguage::Rust, "connect.rs", "main.rs", COLUMNS_RUST);
    for program in in_c.into_iter().chain([rustc(&main)]) {
        let found = answers(&mut Command::new(&program), &input);
        let answers = found.lines().zip(expected.lines()).zip(&lines);
        for ((found, expected), line) in answers {
            assert_eq!(found, expected, "{parameters}: {line} by {program:?}");
        }
        assert_eq!(found.lines().count(), lines.len());
    }
}

/// Bakes a playbook by rules for Connect Four, and compares its source code with the library.
fn bakes_by_rules(columns: u8, rows: u8, baker: bake::Playbook<'_>) {
    let parameters = format!("{columns}x{rows}");
    let game = Connect::with_parameters(&parameters).unwrap();
    let prover = Prover::new(&game, 1 << 20);
    let work = bake::Work {
        begun: None,
        save: &mut |_| Ok(()),
    };
    let watch = &mut |_| ControlFlow::Continue(());
    let baked = baker.bake_by_rules(&prover, 1 << 20, work, watch).unwrap();
    let rules = SourceRules::Connect {
        columns,
        rows,
        length: 4,
    };
    answers_by_rules(&parameters, &baked.bytes, rules);
}

#[test]
#[ignore = "needs gcc, g++ and Node; run by .ci/run"]
fn by_rules() {
    let baker = bake::Playbook::new("connect").steps(1 << 10);
    bakes_by_rules(4, 4, baker.symmetry());
}

#[test]
#[ignore = "compiles for seconds; run by .ci/run"]
fn by_rules_in_full() {
    let baker = bake::Playbook::new("connect").steps(1 << 10);
    bakes_by_rules(5, 4, baker.keep(Keep::Start));
    bakes_by_rules(4, 5, baker.symmetry().only(Player::Second));
    // In this game, no move needs an entry, and no feature has a weight.
    bakes_by_rules(1, 5, baker);
    let rules = SourceRules::Connect {
        columns: 7,
        rows: 6,
        length: 4,
    };
    let bytes = include_bytes!("../../docs/connect-7x6.playbook");
    answers_by_rules("7x6", bytes, rules);
}

/// Runs a program with `input` on standard input, and returns the output.
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

/// A game in which every number is a state, so that playbooks of the game answer every key. Each
/// state is its own key, and all moves are legal.
struct AnyKey;

impl Game for AnyKey {
    type State = u64;

    fn move_count(&self) -> u32 {
        MOVE_LIMIT
    }

    fn start(&self) -> u64 {
        0
    }

    fn outcome(&self, _: u64) -> Option<Value> {
        None
    }

    fn legal(&self, _: u64) -> Moves {
        Moves::first_n(MOVE_LIMIT)
    }

    fn play(&self, state: u64, _: Move) -> u64 {
        state
    }

    fn key(&self, state: u64) -> u64 {
        state
    }
}

impl Hints for AnyKey {}

/// A game with two moves that have the same effect. A playbook stores a move as a code word. In
/// this game, one code word is enough for both moves, so it has no bits.
struct Countdown;

impl Game for Countdown {
    type State = u32;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u32 {
        9
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        (left == 0).then_some(Value::Draw)
    }

    fn legal(&self, _: u32) -> Moves {
        Moves::first_n(2)
    }

    fn play(&self, left: u32, _: Move) -> u32 {
        left - 1
    }

    fn key(&self, left: u32) -> u64 {
        left.into()
    }
}

impl Hints for Countdown {}

/// Returns playbooks with different numbers of buckets. Some have no bucket, and some have check
/// bits.
fn books() -> Vec<Vec<u8>> {
    let small = bake::Playbook::new("small").steps(0);
    let countdown = solve(Countdown).unwrap();
    let connect = solve(Connect::with_parameters("4x4").unwrap()).unwrap();
    vec![
        small.bytes(&TicTacToe).unwrap(),
        small.symmetry().check_bits(2).bytes(&TicTacToe).unwrap(),
        small.bytes(&countdown).unwrap(),
        small.check_bits(3).bytes(&countdown).unwrap(),
        small.bytes(&connect).unwrap(),
    ]
}

/// Changes playbooks at random, most often in the header, and corrects their checksums. Returns
/// only those changed playbooks that are still valid.
fn changed_books(times: u32) -> impl Iterator<Item = Vec<u8>> {
    let books = books();
    let mut seed = 0_u64;
    let mut random = move |bound: usize| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (seed >> 33) as usize % bound
    };
    (0..times)
        .map(move |_| {
            let mut bytes = books[random(books.len())].clone();
            bytes.truncate(bytes.len() - 4);
            for _ in 0..=random(3) {
                let end = if random(4) > 0 { 40 } else { bytes.len() };
                // The label, the version and the fingerprint stay as they are.
                let at = 12 + random(end.min(bytes.len()) - 12);
                match random(4) {
                    0 => bytes.truncate(bytes.len() - random(bytes.len() - at)),
                    1 => bytes.insert(at, random(256) as u8),
                    2 => bytes[at] ^= 1 << random(8),
                    _ => bytes[at] = random(256) as u8,
                }
                bytes.extend((bytes.len()..14).map(|_| 0));
            }
            let checksum = crc32fast::hash(&bytes);
            bytes.extend(checksum.to_le_bytes());
            bytes
        })
        .filter(|bytes| PlaybookData::from_bytes(bytes).is_ok_and(|data| data.validate().is_ok()))
}

/// Returns the numbers of the array `name` in the text of a C program; `None` if the program has no
/// such array. Asserts that the array has the declared length.
fn array(source: &str, name: &str) -> Option<Vec<usize>> {
    let (_, rest) = source.split_once(&format!(" {name}["))?;
    let (declared, rest) = rest.split_once("] PERFECTPLAY_STORAGE = {")?;
    let numbers: Vec<usize> = rest[..rest.find('}')?]
        .split(',')
        .map(|number| number.trim().parse().unwrap())
        .collect();
    assert_eq!(numbers.len(), declared.parse::<usize>().unwrap(), "{name}");
    Some(numbers)
}

/// Checks that the source code of a valid playbook never reads beyond its arrays. Returns the
/// number of valid playbooks.
fn check_changed_books(times: u32) -> u32 {
    let rules = SourceRules::Keys {
        bits: 64,
        about: "",
    };
    let mut valid = 0;
    for bytes in changed_books(times) {
        valid += 1;
        let data = PlaybookData::from_bytes(&bytes).unwrap();
        for language in [SourceLanguage::Rust, SourceLanguage::JavaScript] {
            playbook_source(language, "book", &data, rules).unwrap();
        }
        let source = playbook_source(SourceLanguage::C, "book", &data, rules).unwrap();
        let Some(bits) = array(&source, "book_bits") else {
            continue;
        };
        let starts = array(&source, "book_starts").unwrap_or_else(|| vec![0, bits.len()]);
        let seeds = array(&source, "book_seeds").map_or(1, |seeds| seeds.len());
        assert_eq!((starts[0], starts[seeds]), (0, bits.len()));
        assert!(
            starts
                .windows(2)
                .all(|pair| (pair[0] + 2..=pair[0] + 65_535).contains(&pair[1])),
            "{starts:?}"
        );
        let ranks = array(&source, "book_ranks").unwrap();
        let counts = array(&source, "book_counts").unwrap();
        assert_eq!(counts.iter().sum::<usize>(), ranks.len());
        assert!(ranks.iter().all(|&rank| rank < MOVE_LIMIT as usize));
    }
    valid
}

#[test]
fn sources_of_changed_books_stay_within_their_arrays() {
    let valid = check_changed_books(1_500);
    assert!((75..1_425).contains(&valid), "{valid}");
}

#[test]
#[ignore = "changes more books; run by .ci/run"]
fn changed_books_in_full() {
    let valid = check_changed_books(20_000);
    assert!((1000..19_000).contains(&valid), "{valid}");
}

/// Runs the sources of valid playbooks with gcc's sanitizers. The sanitizers end a program that
/// reads beyond an array or shifts too far. The sources must give the library's answers.
#[test]
#[ignore = "compiles for a minute; run by .ci/full"]
fn sanitized() {
    const KEYS: u64 = 2000;
    let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (number % 64);
    let directory = directory("sanitized");
    let books: Vec<_> = books().into_iter().chain(changed_books(2000)).collect();
    let (mut headers, mut calls, mut expected) = (String::new(), String::new(), String::new());
    for (number, bytes) in books.iter().enumerate() {
        let data = PlaybookData::from_bytes(bytes).unwrap();
        let rules = SourceRules::Keys {
            bits: 64,
            about: "",
        };
        let source =
            playbook_source(SourceLanguage::C, &format!("book{number}"), &data, rules).unwrap();
        headers += &source;
        writeln!(calls, "    ask(book{number}_rank);").unwrap();
        let book = Playbook::new(AnyKey, data);
        let sum = (0..KEYS).fold(0_u32, |sum, number| {
            let rank = book.choose(key(number)).map_or(255, |mv| mv.index());
            // The source of a playbook without entries never looks up a rank.
            let rank = if data.states() == 0 { 0 } else { rank };
            sum.wrapping_mul(31).wrapping_add(rank.into())
        });
        writeln!(expected, "{sum}").unwrap();
    }
    let main = format!(
        "#include <stdio.h>
{headers}
static void ask(uint8_t (*rank)(uint64_t))
{{
    uint32_t sum = 0;
    uint64_t number;

    for (number = 0; number < {KEYS}; number++) {{
        const uint64_t key = (number * 0x9e3779b97f4a7c15ULL) >> (number % 64);
        sum = sum * 31 + rank(key);
    }}
    printf(\"%u\\n\", (unsigned)sum);
}}

int main(void)
{{
{calls}    return 0;
}}
"
    );
    let (source, program) = (directory.join("main.c"), directory.join("main"));
    fs::write(&source, main).unwrap();
    let status = Command::new("gcc")
        .args(["-O1", "-std=c99", "-fno-sanitize-recover=all"])
        .arg("-fsanitize=address,undefined")
        .args(WARNINGS.split(' '))
        .args([&source, Path::new("-o"), &program])
        .status()
        .expect("gcc, which this test needs");
    assert!(status.success());
    assert_eq!(answers(&mut Command::new(program), ""), expected);
}

#[test]
fn names_in_sources_are_identifiers() {
    let bytes = bake::Playbook::new("book").bytes(&TicTacToe).unwrap();
    let data = PlaybookData::from_bytes(&bytes).unwrap();
    let table = bake::table("table", &solve(&TicTacToe).unwrap()).unwrap();
    let table = TableData::from_bytes(&table).unwrap();
    for name in ["", "3d", "a b", "a-b", "é", "*/", "a\nb", "connect:5x5"] {
        for language in [
            SourceLanguage::C,
            SourceLanguage::Rust,
            SourceLanguage::JavaScript,
        ] {
            let refused = playbook_source(language, name, &data, SourceRules::TicTacToe);
            assert!(
                matches!(&refused, Err(BakeError::Identifier { found }) if found == name),
                "{name:?}: {refused:?}"
            );
        }
        let refused = bake::table_c(name, &table, SourceRules::TicTacToe);
        assert!(
            matches!(&refused, Err(BakeError::Identifier { found }) if found == name),
            "{name:?}"
        );
    }
    assert!(bake::table_c("_a1", &table, SourceRules::TicTacToe).is_ok());
}
