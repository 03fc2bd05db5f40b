//! What to do with a game of a given size.

/// The recommended way to keep a game's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Bake it: a program can carry it.
    Bake,
    /// Solve it with a separate program and keep the table in a file. The table is too
    /// large for a program to carry, and solving it is too slow for a build.
    File,
    /// It is too large for a table.
    TooLarge,
}
