//! Writes the tables of tic-tac-toe once more, for the benchmarks that use their source.

#[path = "../build.rs"]
mod library;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    library::main()
}
