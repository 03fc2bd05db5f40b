//! The tutorial shows the files of the example as they are.

use std::fs;
use std::path::Path;

const TUTORIAL: &str = include_str!("../src/tutorial.rs");

#[test]
fn the_tutorial_shows_the_files_as_they_are() {
    let lines = TUTORIAL.lines().map(|line| {
        let text = line.strip_prefix("//!").expect("a line of documentation");
        text.strip_prefix(' ').unwrap_or(text)
    });
    let tutorial = lines.collect::<Vec<_>>().join("\n");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/own-game");
    for (language, file) in [
        ("toml", "Cargo.toml"),
        ("rust,ignore", "src/rules.rs"),
        ("rust,ignore", "build.rs"),
        ("rust,ignore", "src/main.rs"),
        ("rust,ignore", "tests/rules.rs"),
    ] {
        let text = fs::read_to_string(example.join(file)).unwrap();
        // The tutorial says where this file belongs; the other paths say it themselves.
        let place = if file == "build.rs" {
            ", beside `Cargo.toml`"
        } else {
            ""
        };
        let block = format!("`{file}`{place}:\n\n```{language}\n{text}```\n");
        assert!(
            tutorial.contains(&block),
            "{file} is not as in the tutorial"
        );
    }
}
