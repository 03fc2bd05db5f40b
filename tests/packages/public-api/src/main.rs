//! Prints the public items of a crate, one on each line, from the JSON file that rustdoc has
//! written.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::path::PathBuf;

use public_api::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args_os().nth(1).ok_or("expected a file of rustdoc")?;
    // The list leaves out traits that every type implements, such as `Send` and `Into`.
    let items = Builder::from_rustdoc_json(PathBuf::from(file))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    // An implementation is an item of both its trait and its type.
    let mut printed = HashSet::new();
    for item in items.items().map(ToString::to_string) {
        if printed.insert(item.clone()) {
            println!("{item}");
        }
    }
    Ok(())
}
