//! Plays against a program for the Arduino (a *sketch*) over the serial port of an emulator.

use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use perfectplay::{Game, Move, Player, Solved, Value};

/// A running sketch.
pub struct Sketch {
    emulator: Child,
    typed: ChildStdin,
    written: ChildStdout,
}

impl Sketch {
    /// Starts a program for the Arduino in the emulator at the path `serial`. The function
    /// [`serial`] compiles this emulator.
    pub fn start(serial: &Path, program: &Path) -> Result<Self, Box<dyn Error>> {
        let mut emulator = Command::new(serial)
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let typed = emulator.stdin.take().ok_or("expected a pipe")?;
        let written = emulator.stdout.take().ok_or("expected a pipe")?;
        let mut sketch = Self {
            emulator,
            typed,
            written,
        };
        sketch.until_question()?;
        Ok(sketch)
    }

    /// Reads until the sketch asks a question, and returns the text up to the end of the question.
    fn until_question(&mut self) -> Result<String, Box<dyn Error>> {
        let mut text = Vec::new();
        let mut bytes = [0; 4096];
        while !text.ends_with(b"? ") {
            let read = self.written.read(&mut bytes)?;
            if read == 0 {
                return Err("the sketch has ended".into());
            }
            text.extend(&bytes[..read]);
        }
        Ok(String::from_utf8(text)?)
    }

    fn answer(&mut self, answer: char) -> Result<String, Box<dyn Error>> {
        write!(self.typed, "{answer}")?;
        self.typed.flush()?;
        self.until_question()
    }

    /// Plays one game. `reply` gets the index of the human's turn and the number of legal moves.
    /// `reply` returns the place of the human's move in the list of legal moves. Asserts that every
    /// move of the sketch keeps the value, and that the sketch announces the right result.
    fn game<T: Solved>(
        &mut self,
        solved: &T,
        human: Player,
        reply: &mut dyn FnMut(usize, usize) -> usize,
    ) -> Result<(), Box<dyn Error>> {
        let game = solved.game();
        let mut state = game.start();
        let begin = if human == Player::First { 'y' } else { 'n' };
        let mut written = self.answer(begin)?;
        for turn in 0.. {
            for line in written.lines().map(str::trim_end) {
                let is_human = game.to_move(state) == Some(human);
                let wrong = || Err(format!("{line:?} in {state:?}").into());
                if let Some(number) = line.strip_prefix("I take ") {
                    let mv = Move::new(number.parse()?).ok_or("expected a move")?;
                    let known = solved.try_analysis(state);
                    let known = known.map_err(|error| error.to_string())?;
                    let known = known.ok_or("expected a reachable state")?;
                    if is_human || !known.of_kind(known.value()).contains(mv) {
                        return wrong();
                    }
                    state = game.play(state, mv);
                } else if let "I win." | "You win." | "A draw." = line {
                    let said = match game.outcome(state) {
                        None => return wrong(),
                        Some(Value::Draw) => "A draw.",
                        Some(value) if (value == Value::Loss) == is_human => "I win.",
                        Some(_) => "You win.",
                    };
                    return if line == said && said != "You win." {
                        Ok(())
                    } else {
                        wrong()
                    };
                }
            }
            let legal: Vec<Move> = game.legal(state).iter().collect();
            let mv = legal[reply(turn, legal.len())];
            state = game.play(state, mv);
            written = self.answer(char::from(b'0' + mv.index()))?;
        }
        Err("expected an end".into())
    }

    /// Plays every possible game with the human on the side `human`, and returns the number of
    /// these games.
    pub fn every_game<T: Solved>(
        &mut self,
        solved: &T,
        human: Player,
    ) -> Result<u64, Box<dyn Error>> {
        // The human's replies in the current game, each with the number of legal moves.
        let mut path: Vec<(usize, usize)> = Vec::new();
        for games in 1.. {
            self.game(solved, human, &mut |turn, moves| {
                if turn == path.len() {
                    path.push((0, moves));
                }
                path[turn].0
            })?;
            while path
                .last()
                .is_some_and(|&(reply, moves)| reply + 1 == moves)
            {
                path.pop();
            }
            match path.last_mut() {
                Some((reply, _)) => *reply += 1,
                None => return Ok(games),
            }
        }
        Err("expected an end".into())
    }

    /// Plays `games` games with random replies, the same replies in every run.
    pub fn some_games<T: Solved>(
        &mut self,
        solved: &T,
        human: Player,
        games: u64,
    ) -> Result<(), Box<dyn Error>> {
        let mut random = 1_u64;
        for _ in 0..games {
            self.game(solved, human, &mut |_, moves| {
                // A linear congruential generator (D. E. Knuth, MMIX).
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % moves
            })?;
        }
        Ok(())
    }

    /// Ends the emulation by closing its input.
    pub fn end(mut self) -> Result<(), Box<dyn Error>> {
        drop(self.typed);
        if self.emulator.wait()?.success() {
            Ok(())
        } else {
            Err("the emulation has failed".into())
        }
    }
}

/// Compiles the emulator, a program that connects the serial port with standard input and output.
pub fn serial(directory: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let program = directory.join("serial");
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
