//! A sketch for the Arduino, played over its serial port.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use perfectplay::game::Symmetric;
use perfectplay::playbook::Playbook;
use perfectplay::{Game, Player, Value};

use crate::avr;

/// One game: what the human types, and what the sketch must say.
struct Line {
    typed: String,
    said: Vec<String>,
}

/// The games of a book against every reply, or against some.
pub struct Lines<'b, 'a, G: Game> {
    book: &'b Playbook<'a, &'b G>,
    lines: Vec<Line>,
}

impl<'b, 'a, G: Symmetric> Lines<'b, 'a, G> {
    pub const fn new(book: &'b Playbook<'a, &'b G>) -> Self {
        Self {
            book,
            lines: Vec::new(),
        }
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Adds all games in which the human is on this side.
    pub fn every(&mut self, human: Player) {
        self.go_on(
            self.book.game().start(),
            human,
            &begin(human),
            &[],
            &mut |legal| (0..legal).collect(),
        );
    }

    /// Adds a game with replies that the number chooses.
    pub fn one(&mut self, human: Player, mut number: u64) {
        self.go_on(
            self.book.game().start(),
            human,
            &begin(human),
            &[],
            &mut |legal| {
                number = number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                vec![((number >> 33) % legal as u64) as usize]
            },
        );
    }

    fn go_on(
        &mut self,
        state: G::State,
        human: Player,
        typed: &str,
        said: &[String],
        replies: &mut dyn FnMut(usize) -> Vec<usize>,
    ) {
        let game = *self.book.game();
        let to_move = game.to_move(state).unwrap_or(Player::First);
        if let Some(value) = game.outcome(state) {
            let end = match (value, to_move == human) {
                (Value::Draw, _) => "A draw.",
                (Value::Loss, true) | (Value::Win, false) => "I win.",
                _ => "You win.",
            };
            let said = [said, &[end.to_string()]].concat();
            self.lines.push(Line {
                typed: typed.to_string(),
                said,
            });
        } else if to_move == human {
            let legal: Vec<_> = game.legal(state).iter().collect();
            for reply in replies(legal.len()) {
                let mv = legal[reply];
                let typed = format!("{typed}{}", mv.index());
                self.go_on(game.play(state, mv), human, &typed, said, replies);
            }
        } else if let Some(mv) = self.book.choose(state) {
            let said = [said, &[format!("I take {}", mv.index())]].concat();
            self.go_on(game.play(state, mv), human, typed, &said, replies);
        }
    }

    /// Plays all games on an Arduino.
    pub fn play(&self, sketch: &Path, serial: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
        let program = avr::compile_sketch(sketch, folder)?;
        let (flash, ram) = avr::size(&program)?;
        println!(
            "{}: {flash} bytes of flash, {ram} of RAM, with all that an Arduino brings",
            sketch.display()
        );
        let typed: String = self.lines.iter().map(|line| &line.typed[..]).collect();
        let file = folder.join("typed");
        fs::write(&file, typed)?;
        let output = Command::new(serial)
            .arg(&program)
            .stdin(fs::File::open(file)?)
            .output()?;
        let written = String::from_utf8(output.stdout)?;
        let is_said = |line: &&str| line.starts_with("I ") || line.ends_with('.');
        let mut said = written.lines().map(str::trim_end).filter(is_said);
        for line in &self.lines {
            for expected in &line.said {
                let found = said.next();
                if found != Some(expected) {
                    return Err(format!("{}: {expected:?}, not {found:?}", line.typed).into());
                }
            }
        }
        Ok(())
    }
}

fn begin(human: Player) -> String {
    let answer = if human == Player::First { "y" } else { "n" };
    answer.to_string()
}

/// Compiles what connects a serial port with standard input and output.
pub fn serial(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let program = folder.join("serial");
    let status = Command::new("gcc")
        .arg("-O2")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("serial.c"))
        .args(["-lsimavr", "-lelf", "-o"])
        .arg(&program)
        .status()?;
    if status.success() {
        Ok(program)
    } else {
        Err("cannot compile serial.c".into())
    }
}
