//! A game at a prompt: what is typed, line by line, and who answers it.

use std::io::{self, IsTerminal, Write};

use crate::input_lines::Lines;

/// Who keeps the board, and answers what is typed.
pub trait Host {
    /// Where the answers go.
    fn out(&mut self) -> &mut dyn Write;

    /// Whether all rounds that were asked for are over.
    fn is_finished(&self) -> bool;

    /// What to say before a line is typed.
    fn prompt(&self) -> String;

    /// Begins the round.
    fn start_round(&mut self) -> io::Result<()>;

    /// Goes on to the next round.
    fn next_round(&mut self) -> io::Result<()>;

    fn undo(&mut self) -> io::Result<()>;

    fn redo(&mut self) -> io::Result<()>;

    fn hint(&mut self) -> io::Result<()>;

    /// Plays the move that somebody has typed, if it is one.
    fn play(&mut self, text: &str) -> io::Result<()>;
}

/// The commands, in the words of the first lines.
pub const COMMANDS: &str = "u undo, r redo, ? hint, n new game, q quit";

/// Talks with whoever types on standard input until the end.
pub fn talk(host: &mut dyn Host) -> io::Result<()> {
    let mut lines = Lines::of_stdin();
    // Where nobody types, a prompt only gets into the way of the next line.
    let prompts = io::stdin().is_terminal();
    host.start_round()?;
    while !host.is_finished() {
        if prompts {
            let prompt = host.prompt();
            write!(host.out(), "{prompt}: ")?;
        }
        host.out().flush()?;
        let Some(line) = lines.next()? else {
            if prompts {
                writeln!(host.out())?;
            }
            break;
        };
        match line.as_ref() {
            "u" | "U" => host.undo()?,
            "r" | "R" => host.redo()?,
            "?" => host.hint()?,
            "n" | "N" => host.next_round()?,
            "q" | "Q" => break,
            mv => host.play(mv)?,
        }
    }
    writeln!(host.out(), "Bye.")
}
