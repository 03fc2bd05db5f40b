//! Tests the source code of whole tables in C. The source code compiles without a warning as C99
//! and as C++. The tests look up every state of every small game, and keys that belong to no state.
//! The tests need `gcc` and `g++`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use perfectplay::bake::{SourceLanguage, SourceRules, playbook_source};
use perfectplay::game::AnalysisParts;
use perfectplay::playbook::{Keep, PlaybookData};
use perfectplay::table::TableData;
use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay::{Analysis, Game, Player, Value, bake, solve};
use perfectplay_any::AnyGame;
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

use crate::games::registry::{game, specs};
use crate::oracles::any_game::states_within;

/// No rules.
const KEYS: SourceRules = SourceRules::Keys {
    bits: 64,
    about: "",
};

const WARNINGS: &str = "-Wall -Wextra -pedantic -Wconversion -Wshadow -Werror";

/// A program that looks up keys in tables. Each line of its standard input consists of the index of
/// a game and a key.
const MAIN: &str = r#"#include <stdio.h>
#define ASK(number, name) case number: { \
    struct name##_record record; \
    const name##_key asked = (name##_key)key; \
    if (asked != key || !name##_lookup(asked, &record)) { printf("none\n"); break; } \
    printf("%d %ld %llu %llu %llu %llu\n", (int)record.value, (long)record.distance, \
        (unsigned long long)record.winning, (unsigned long long)record.losing, \
        (unsigned long long)record.neutral, (unsigned long long)record.best); break; }

int main(void)
{
    unsigned game;
    unsigned long long key;

    while (scanf("%u %llu", &game, &key) == 2) {
        switch (game) {
        GAMES
        }
    }
    return 0;
}
"#;

fn directory() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("table_sources");
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Compiles a program as C or C++.
fn compile(standard: &str, source: &Path) -> PathBuf {
    let (compiler, language) = if standard == "c99" {
        ("gcc", "c")
    } else {
        ("g++", "c++")
    };
    let program = source.with_extension(standard);
    let status = Command::new(compiler)
        .args(["-x", language, "-O1", &format!("-std={standard}")])
        .args(WARNINGS.split(' '))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()
        .expect("gcc and g++, which this test needs");
    assert!(status.success());
    program
}

/// Runs a program with `input` on standard input, and returns the output.
fn run(program: &Path, input: &str) -> String {
    let file = program.with_extension("keys");
    fs::write(&file, input).unwrap();
    let output = Command::new(program)
        .stdin(fs::File::open(file).unwrap())
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Formats an analysis in the way in which [`MAIN`] prints a record.
fn line(analysis: Option<Analysis>) -> String {
    analysis.map_or("none".to_string(), |analysis| {
        let AnalysisParts {
            winning,
            losing,
            neutral,
            best,
            value,
            distance,
        } = analysis.parts();
        let value = match value {
            Value::Loss => 0,
            Value::Draw => 1,
            Value::Win => 2,
        };
        let [winning, losing, neutral, best] =
            [winning, losing, neutral, best].map(|moves| moves.bits());
        let distance = distance.map_or(-1, i64::from);
        format!("{value} {distance} {winning} {losing} {neutral} {best}")
    })
}

/// Collects the sources of games, the keys to look up in them, and the expected answers.
#[derive(Default)]
struct Asked {
    /// Games with more than this many states are left out.
    within: usize,
    directory: PathBuf,
    games: usize,
    cases: String,
    keys: String,
    answers: String,
}

impl Asked {
    fn add(&mut self, game: &AnyGame) {
        if states_within(game, self.within).is_none() {
            return;
        }
        let Ok(solution) = solve(game) else { return };
        let name = format!("game_{}", self.games);
        let bytes = bake::table("game", &solution).unwrap();
        let source = bake::table_c(&name, &TableData::from_bytes(&bytes).unwrap(), KEYS).unwrap();
        fs::write(self.directory.join(format!("{name}.h")), source).unwrap();
        writeln!(self.cases, "ASK({}, {name})", self.games).unwrap();
        let known: BTreeMap<u64, Analysis> = solution.iter().collect();
        for &key in known.keys() {
            // Two further keys may belong to no state: the next key, and a key that differs in a
            // single bit.
            for key in [key, key.wrapping_add(1), key ^ 1 << (key % 61)] {
                writeln!(self.keys, "{} {key}", self.games).unwrap();
                let answer = known.get(&key).copied();
                writeln!(self.answers, "{}", line(answer)).unwrap();
            }
        }
        self.games += 1;
    }
}

/// Takes every game with at most `within` states, and looks up every state of the game in its
/// generated source code. Asserts that there are at least `games` such games.
fn ask_every_state(within: usize, games: usize) {
    let mut asked = Asked {
        within,
        directory: directory().join(within.to_string()),
        ..Asked::default()
    };
    fs::create_dir_all(&asked.directory).unwrap();
    for spec in specs() {
        asked.add(&game(&spec));
    }
    assert!(asked.games >= games, "{}", asked.games);
    let includes: String = (0..asked.games)
        .map(|game| format!("#include \"game_{game}.h\"\n"))
        .collect();
    let main = asked.directory.join("main.c");
    fs::write(&main, includes + &MAIN.replace("GAMES", &asked.cases)).unwrap();
    for standard in ["c99", "c++11"] {
        let printed = run(&compile(standard, &main), &asked.keys);
        assert!(printed == asked.answers, "{standard}");
    }
}

#[test]
#[ignore = "needs gcc and g++; run by .ci/run"]
fn every_state_of_small_games() {
    ask_every_state(300, 20);
}

#[test]
#[ignore = "asks larger games as well; run by .ci/run"]
fn every_state_in_full() {
    ask_every_state(7000, 40);
}

/// The program of this test loads a table file at run time, instead of compiling the bytes of the
/// table. The second game has keys of 34 bits.
#[test]
#[ignore = "needs gcc and g++; run by .ci/run"]
fn bytes_from_elsewhere() {
    const FILE: &str = r#"#include <stdint.h>
static const uint8_t *page;
#define GAME_TABLE page
#include "NAME.h"
#define main ask
"#;
    const LOAD: &str = r#"
#undef main
int main(void)
{
    static uint8_t bytes[SIZE];
    FILE *file = fopen("PATH", "rb");

    if (file == NULL || fread(bytes, 1, SIZE, file) != SIZE) {
        return 1;
    }
    page = bytes + HEADER;
    return ask();
}
"#;
    for parameters in ["4x4", "2x16,2"] {
        let solution = solve(Connect::with_parameters(parameters).unwrap()).unwrap();
        let bytes = bake::table("game", &solution).unwrap();
        let source = bake::table_c("game", &TableData::from_bytes(&bytes).unwrap(), KEYS).unwrap();
        let header = source.split_once("from byte ").unwrap().1;
        let header = header.split_once(' ').unwrap().0;
        let path = directory().join(format!("{parameters}.table"));
        fs::write(&path, &bytes).unwrap();
        fs::write(directory().join(format!("{parameters}.h")), &source).unwrap();
        let load = LOAD
            .replace("SIZE", &bytes.len().to_string())
            .replace("PATH", path.to_str().unwrap())
            .replace("HEADER", header);
        let main = MAIN.replace("GAMES", "ASK(0, game)");
        let program = directory().join(format!("{parameters}.c"));
        fs::write(&program, FILE.replace("NAME", parameters) + &main + &load).unwrap();
        let (mut keys, mut answers) = (String::new(), String::new());
        for (state, analysis) in solution.iter() {
            writeln!(keys, "0 {}", solution.game().key(state)).unwrap();
            writeln!(answers, "{}", line(Some(analysis))).unwrap();
        }
        assert!(
            run(&compile("c99", &program), &keys) == answers,
            "{parameters}"
        );
    }
}

/// The header of tic-tac-toe contains the rules, so that a program can compute the key of every
/// position.
#[test]
#[ignore = "needs gcc and g++; run by .ci/run"]
fn tic_tac_toe() {
    const MAIN: &str = r#"#include <stdio.h>
#include "tictactoe.h"

int main(void)
{
    uint16_t x, o;

    for (x = 0; x < 1024; x++) {
        for (o = 0; o < 512; o++) {
            struct tictactoe_record record;
            if (x < 512 && tictactoe_lookup(tictactoe_key_of(x, o), &record)) {
                printf("%u %u %d %d %u %u %u %u\n", x, o, (int)record.value, record.distance,
                    record.winning, record.losing, record.neutral, record.best);
            }
        }
    }
    return 0;
}
"#;
    let all: Vec<_> = records().collect();
    let bytes = bake::table("tictactoe", &solve(&TicTacToe).unwrap()).unwrap();
    let data = TableData::from_bytes(&bytes).unwrap();
    let header = bake::table_c("tictactoe", &data, SourceRules::TicTacToe).unwrap();
    let (before, _) = header.split_once(" bytes of data").unwrap();
    let size = before.rsplit(' ').next().unwrap();
    let size: usize = size.parse().unwrap();
    assert!(size < bytes.len() && size > bytes.len() - 100, "{size}");
    fs::write(directory().join("tictactoe.h"), header).unwrap();
    let main = directory().join("tictactoe.c");
    fs::write(&main, MAIN).unwrap();
    let mut expected: Vec<String> = Vec::new();
    for &(state, record) in &all {
        let answer = line(Some(record.analysis()));
        expected.push(format!("{} {} {answer}", state.x(), state.o()));
    }
    expected.sort_unstable();
    let programs = ["c99", "c++11"].map(|it| compile(it, &main));

    for program in programs {
        let printed = run(&program, "");
        let mut printed: Vec<&str> = printed.lines().collect();
        printed.sort_unstable();
        assert_eq!(printed, expected, "{program:?}");
    }
}

/// One program can include both the table and the playbook of a game. The table and the playbook
/// then share the source of the rules. The program plays the book's moves against every reply, and
/// looks up in the table whether each of these moves is good. Generated source code says that its
/// data fit an AVR chip only if the data really fit.
#[test]
#[ignore = "needs gcc and g++; run by .ci/run"]
fn a_table_and_a_playbook_of_one_game() {
    const MAIN: &str = r#"#include <stdio.h>
#include "FIRST.h"
#include "SECOND.h"

static int play(struct connect_state state, int own)
{
    struct connect_record record;
    int column, sum = 0;

    if (!connect_lookup(connect_key_of(state), &record)) {
        return -1000000;
    }
    if (connect_over(state)) {
        return record.distance == 0 && (own || record.value == CONNECT_LOSS) ? 1 : -1000000;
    }
    if (own) {
        column = connect_choose(state);
        if (column < 0 || !(record.best >> column & 1U)) {
            return -1000000;
        }
        return play(connect_play(state, (int8_t)column), 0);
    }
    for (column = 0; column < 4; column++) {
        if (connect_legal(state) >> column & 1U) {
            sum += play(connect_play(state, (int8_t)column), 1);
        }
    }
    return sum;
}

int main(void)
{
    printf("%d\n", play(connect_start(), 1));
    return 0;
}
"#;
    let connect = Connect::with_parameters("4x4,3").unwrap();
    let rules = SourceRules::Connect {
        columns: 4,
        rows: 4,
        length: 3,
    };
    let solution = solve(connect).unwrap();
    let bytes = bake::table("connect", &solution).unwrap();
    let table = bake::table_c("connect", &TableData::from_bytes(&bytes).unwrap(), rules).unwrap();
    assert!(
        bytes.len() > 1 << 15 && table.contains("too large for AVR"),
        "{}",
        bytes.len()
    );
    let book = bake::Playbook::new("connect")
        .only(Player::First)
        .keep(Keep::Distance)
        .bytes(&solution)
        .unwrap();
    let book = PlaybookData::from_bytes(&book).unwrap();
    let book = playbook_source(SourceLanguage::C, "connect", &book, rules).unwrap();
    assert!(book.contains("On AVR the data stay in flash"));
    let directory = directory().join("together");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("table.h"), table).unwrap();
    fs::write(directory.join("book.h"), book).unwrap();
    let mut printed = Vec::new();
    for [first, second] in [["table", "book"], ["book", "table"]] {
        let main = directory.join(format!("{first}_first.c"));
        fs::write(
            &main,
            MAIN.replace("FIRST", first).replace("SECOND", second),
        )
        .unwrap();
        for standard in ["c99", "c++11"] {
            printed.push(run(&compile(standard, &main), ""));
        }
    }
    let games: i64 = printed[0].trim().parse().unwrap();
    assert!(games > 0, "{games}");
    assert!(
        printed.iter().all(|other| *other == printed[0]),
        "{printed:?}"
    );
}
