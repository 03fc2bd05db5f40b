//! Writes the tables of tic-tac-toe once more, for the tests that look at their source.

#[path = "../build.rs"]
mod library;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    library::main()
}
