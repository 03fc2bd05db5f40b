//! What to do with a game of a given size.

/// What to do with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Bake it as a `phf` map in source.
    Map,
    /// Bake it as bytes.
    Bytes,
    /// Solve it with a program of its own, and keep the table in a file: a program does
    /// not want to carry it, nor its build to wait for it.
    File,
    /// It is too large for a table.
    TooLarge,
}
