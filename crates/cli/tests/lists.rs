//! Tests lists in JavaScript and in documents. Each of these lists must contain the same names as a
//! list in Rust.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use perfectplay::Level;
use perfectplay_games::LIST;

/// Returns the text of a file of the repository.
fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the texts between each `beginning` and the next `end`.
fn between<'t>(text: &'t str, beginning: &str, end: &str) -> Vec<&'t str> {
    text.split(beginning)
        .skip(1)
        .map(|rest| rest.split(end).next().expect("an end"))
        .collect()
}

/// Returns the words that stand between pairs of `mark`, such as quotation marks.
fn quoted(text: &str, mark: char) -> BTreeSet<String> {
    text.split(mark)
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Returns each lower-case name that is followed by a colon: `perfect` and `random` for `{ perfect: "Perfect", random:
/// "Random" }`.
fn keys(text: &str) -> BTreeSet<String> {
    text.lines()
        .flat_map(|line| line.split(", "))
        .filter_map(|entry| Some(entry.split_once(':')?.0.trim()))
        .filter(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase()))
        .map(str::to_owned)
        .collect()
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(arguments)
        .output();
    String::from_utf8(output.expect("the command").stdout).expect("UTF-8")
}

/// Returns the values that an option accepts according to the help of its subcommand.
fn possible_values(subcommand: &str, option: &str) -> BTreeSet<String> {
    let help = help(&[subcommand, "-h"]);
    let words: Vec<&str> = help.split_whitespace().collect();
    let text = words.join(" ");
    let (_, described) = text
        .split_once(&format!(" {option} <"))
        .expect("the option");
    let values = between(described, "[possible values: ", "]")[0];
    values.split(", ").map(str::to_owned).collect()
}

/// The library, serde and the command accept the same names of levels. `python/tests` reads these
/// names, too.
#[test]
fn a_level_is_one_text_everywhere() {
    let command = |text: &str| {
        Command::new(env!("CARGO_BIN_EXE_perfectplay"))
            .args(["choose", "--level", text])
            .stdin(Stdio::null())
            .output()
            .expect("the command")
    };
    for text in [
        "perfect",
        "invincible",
        "casual",
        "casual:0",
        "casual:25",
        "casual:100",
        "random",
    ] {
        let level: Level = text.parse().expect(text);
        let written = level.to_string();
        assert_eq!(written.parse(), Ok(level), "{text}");
        let json = serde_json::to_string(&level).expect("a text");
        assert_eq!(json, format!("\"{written}\""));
        let read: Level = serde_json::from_str(&format!("\"{text}\"")).expect(text);
        assert_eq!(read, level);
        assert!(command(text).status.success(), "{text}");
    }
    for text in [
        "",
        "Perfect",
        "casual:",
        "casual:101",
        "casual:+5",
        "casual 5",
        "perfect:5",
    ] {
        let error = text.parse::<Level>().expect_err(text).to_string();
        assert!(serde_json::from_str::<Level>(&format!("\"{text}\"")).is_err());
        let output = command(text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!text.contains(':') || told.contains(&error), "{told}");
    }
}

#[test]
fn levels_are_the_same_everywhere() {
    let levels: BTreeSet<String> = Level::ALL
        .iter()
        .map(|level| {
            level
                .to_string()
                .split(':')
                .next()
                .expect("a name")
                .to_owned()
        })
        .collect();
    assert_eq!(levels.len(), Level::ALL.len());
    assert_eq!(
        quoted(between(&text("web/solved.js"), "LEVELS = [", "]")[0], '"'),
        levels
    );
    assert_eq!(
        quoted(
            between(&text("web/index.d.ts"), "LEVELS: readonly [", "]")[0],
            '"'
        ),
        levels
    );
    assert_eq!(possible_values("play", "--level"), levels);
    let words = text("web/texts.js");
    for list in ["levels: {", "levelNotes: {"] {
        let languages = between(&words, list, "}");
        assert_eq!(languages.len(), 2, "{list}");
        for language in languages {
            assert_eq!(keys(language), levels, "{list} {language}");
        }
    }
    assert_eq!(
        quoted(between(&text("web/README.md"), "| `level` |", "|")[0], '`'),
        levels
    );
    let python: BTreeSet<_> = quoted(
        between(&text("python/README.md"), "The levels are", ".")[0],
        '`',
    )
    .into_iter()
    .map(|level| level.split(':').next().expect("a name").to_owned())
    .collect();
    assert_eq!(python, levels);
}

#[test]
fn games_are_the_same_everywhere() {
    let games: BTreeSet<String> = LIST.iter().map(|game| game.name.to_owned()).collect();
    let named = |language: &str| -> BTreeSet<String> {
        let text = text(language);
        let entries = between(&text, "const GAMES = {\n", "\n};")[0].lines();
        let named = entries.filter_map(|line| line.strip_prefix("  ")?.split_once(": {"));
        named
            .map(|(name, _)| name.to_owned())
            .filter(|name| !name.starts_with(' '))
            .collect()
    };
    assert_eq!(named("web/english.js"), games);
    // If a game has no Chinese words, the page shows its English words.
    let chinese = named("web/chinese.js");
    assert!(chinese.is_subset(&games), "{chinese:?}");
    let number = format!("{} kinds of games", games.len());
    assert!(text("CHANGELOG.md").contains(&number), "{number}");
}

#[test]
fn every_subcommand_is_documented() {
    let commands = help(&["--help"]);
    let names: Vec<&str> = between(&commands, "\nAsk:\n", "\nOptions:\n")[0]
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.len() > 15, "{names:?}");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let documents: String = fs::read_dir(directory)
        .expect("documents")
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("text"))
        .collect();
    for name in names {
        assert!(documents.contains(&format!("perfectplay {name}")), "{name}");
    }
}
