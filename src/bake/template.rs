//! Fills templates of source code.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The values of a template, each with its name.
pub(crate) type Values<'n> = Vec<(&'n str, String)>;

/// Returns a template with its values filled in.
///
/// `$name`, in lower-case letters, stands for the value with that name. The lines from `$if name`
/// to `$else` or `$end` are written if the value `name` is not empty. The lines from `$else` to
/// `$end` are written if this value is empty.
pub(crate) fn fill(template: &str, values: &Values<'_>) -> String {
    let value = |name: &str| {
        let found = values.iter().find(|(known, _)| *known == name);
        found
            .expect("a value for each `$name` in the template")
            .1
            .as_str()
    };
    let mut source = String::new();
    // Whether the lines of each open condition are written.
    let mut written = Vec::new();
    for line in template.lines() {
        let word = line.strip_prefix('$');
        match word.map(|word| word.split_once(' ').unwrap_or((word, ""))) {
            Some(("if", name)) => {
                written.push(!written.contains(&false) && !value(name).is_empty());
            }
            Some(("else", _)) => {
                let holds = written.pop();
                written.push(!written.contains(&false) && holds == Some(false));
            }
            Some(("end", _)) => drop(written.pop()),
            _ if written.contains(&false) => {}
            _ => {
                let mut parts = line.split('$');
                source.extend(parts.next());
                for part in parts {
                    let end = part.find(|c: char| !c.is_ascii_lowercase());
                    let (name, rest) = part.split_at(end.unwrap_or(part.len()));
                    source += value(name);
                    source += rest;
                }
                source.push('\n');
            }
        }
    }
    source
}

/// Returns the template value of a condition: "yes" if the condition holds, and otherwise an empty
/// value.
pub(crate) fn when(holds: bool) -> String {
    String::from(if holds { "yes" } else { "" })
}

/// Returns numbers as text, with 16 of them on each line.
pub(crate) fn lines<T: ToString>(numbers: &[T], indent: &str) -> String {
    let lines = numbers.chunks(16).map(|line| {
        let numbers: Vec<String> = line.iter().map(ToString::to_string).collect();
        [indent, &numbers.join(", ")].concat()
    });
    lines.collect::<Vec<_>>().join(",\n")
}
