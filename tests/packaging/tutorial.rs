//! Tests that each code block of the tutorial is equal to text of the file that is named above the
//! block. Also runs the tutorial's examples.

use std::fs;
use std::path::Path;

#[path = "../../examples/misere_heap.rs"]
mod misere_heap;
#[path = "../../examples/pong_hau_ki.rs"]
mod pong_hau_ki;
#[path = "../../examples/row_of_boxes.rs"]
mod row_of_boxes;

const TUTORIAL: &str = include_str!("../../docs/tutorial.md");

#[test]
fn the_tutorial_shows_files_as_they_are() {
    let root = Path::new(crate::ROOT);
    let mut compared = 0;
    // Text and code follow in turn.
    let parts: Vec<&str> = TUTORIAL.split("```").collect();
    for pair in parts.chunks_exact(2) {
        let (_, code) = pair[1].split_once('\n').unwrap();
        let file = pair[0].trim_end().strip_suffix("`:");
        let (_, file) = file.and_then(|file| file.rsplit_once('`')).unwrap();
        let text = fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(code), "{file} is not as in the tutorial");
        compared += 1;
    }
    assert!(compared > 10);
}

#[test]
fn the_examples_run() {
    misere_heap::main().unwrap();
    pong_hau_ki::main().unwrap();
    row_of_boxes::main().unwrap();
}
