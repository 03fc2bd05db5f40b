//! Somebody's player: a program that reads states and answers moves.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use perfectplay::Player;

use crate::solved_game::{Answers, SolvedGame, written};
use crate::state_view::MoveView;

/// The longest answer that is looked at: a player that writes without end has no end of
/// line.
const ANSWER_LIMIT: u64 = 1 << 10;

/// How long a player may take to end after it has closed its output.
const LAST_MOMENTS: Duration = Duration::from_secs(1);

/// A running player.
pub struct External {
    child: Child,
    input: ChildStdin,
    answers: Receiver<io::Result<Vec<u8>>>,
    timeout: Duration,
}

impl External {
    /// Starts the command in a shell.
    pub fn start(command: &str, timeout: Duration) -> Result<Self, Problem> {
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Problem::Start)?;
        let input = child.stdin.take().expect("a pipe, as asked for");
        let output = child.stdout.take().expect("a pipe, as asked for");
        let (sender, answers) = mpsc::channel();
        // The thread may outlive the player, if something that it has started keeps the
        // pipe open. Nobody waits for it.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output
                    .by_ref()
                    .take(ANSWER_LIMIT)
                    .read_until(b'\n', &mut line);
                let end = matches!(read, Ok(0) | Err(_));
                if sender.send(read.map(|_| line)).is_err() || end {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            input,
            answers,
            timeout,
        })
    }

    /// What the player answers on this side, to every state that it can meet there. Then
    /// it is asked all of them again, last things first: it must not have changed its
    /// mind.
    pub fn answers(&mut self, book: &dyn SolvedGame, side: Player) -> Result<Answers, Problem> {
        let mut answers = Answers::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![(book.start(), Player::First)];
        while let Some(place) = pending.pop() {
            if seen.contains(&place) {
                continue;
            }
            let (state, to_move) = &place;
            let mut choices = written(book.view(state)).choices;
            if !choices.is_empty() && *to_move == side {
                let answer = self.ask(state, &choices)?;
                choices.retain(|choice| choice.mv == answer);
                answers.insert(state.clone(), answer);
            }
            let after = choices.into_iter().rev();
            pending.extend(after.map(|choice| (choice.after, to_move.other())));
            seen.insert(place);
        }
        for (state, first) in answers.iter().rev() {
            let second = self.ask(state, &written(book.view(state)).choices)?;
            if second != *first {
                let first = first.clone();
                return Err(Fault::Fickle { first, second }.at(state));
            }
        }
        Ok(answers)
    }

    /// Asks for a move, and takes only a legal one.
    fn ask(&mut self, state: &str, choices: &[MoveView]) -> Result<String, Problem> {
        let answer = self.answer(state).map_err(|fault| fault.at(state))?;
        if choices.iter().any(|choice| choice.mv == answer) {
            return Ok(answer);
        }
        let legal = choices.iter().map(|choice| choice.mv.clone()).collect();
        Err(Fault::Illegal { legal, answer }.at(state))
    }

    fn answer(&mut self, state: &str) -> Result<String, Fault> {
        match self.answers.try_recv() {
            Ok(Ok(line)) if !line.is_empty() => return Err(Fault::Unasked(text(&line))),
            // The player has ended, or waits for a question.
            _ => {}
        }
        // A player that has ended has closed the pipe: what it said tells more.
        let asked = writeln!(self.input, "{state}").and_then(|()| self.input.flush());
        match self.answers.recv_timeout(self.timeout) {
            Ok(Ok(line)) if !line.is_empty() => Ok(text(&line)),
            Ok(Ok(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Ok(Err(error)) => Err(Fault::Pipe(error)),
            Err(RecvTimeoutError::Timeout) => Err(match asked {
                Ok(()) => Fault::TimeOut(self.timeout),
                Err(error) => Fault::Pipe(error),
            }),
        }
    }

    /// The player has closed its output: as a rule, because it ends just now.
    fn ended(&mut self) -> Fault {
        let mut status = None;
        let deadline = Instant::now() + LAST_MOMENTS;
        while status.is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
            status = self.child.try_wait().ok().flatten();
        }
        let how = status.map_or_else(
            || "its output was closed".to_owned(),
            |status| status.to_string(),
        );
        Fault::Ended(how)
    }
}

impl Drop for External {
    /// Ends the player and what it has started, whether or not it would end by itself.
    fn drop(&mut self) {
        kill(&mut self.child);
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    // In a group of its own, so that it can be ended with what it has started.
    shell.args(["-c", command]).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// Ends a process and its group. It may have ended by itself.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// An answer without the space around it.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.trim_ascii()).into_owned()
}

/// What is wrong with a player.
#[derive(Debug)]
pub enum Problem {
    Start(io::Error),
    /// In answer to a state.
    Answer {
        state: String,
        fault: Fault,
    },
}

/// What is wrong with an answer.
#[derive(Debug)]
pub enum Fault {
    Pipe(io::Error),
    Ended(String),
    TimeOut(Duration),
    Unasked(String),
    Illegal { legal: Vec<String>, answer: String },
    Fickle { first: String, second: String },
}

impl Fault {
    fn at(self, state: &str) -> Problem {
        Problem::Answer {
            state: state.to_owned(),
            fault: self,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (state, fault) = match self {
            Self::Start(error) => return write!(f, "expected a player, but: {error}"),
            Self::Answer { state, fault } => (state, fault),
        };
        match fault {
            Fault::Pipe(error) => write!(f, "expected an answer to {state}, but: {error}"),
            Fault::Ended(how) => {
                write!(
                    f,
                    "expected an answer to {state}, but the player ended: {how}"
                )
            }
            Fault::TimeOut(limit) => {
                write!(
                    f,
                    "expected an answer to {state} within {limit:?}, found none"
                )
            }
            Fault::Unasked(answer) => {
                write!(
                    f,
                    "expected no answer before {state} is asked, found {answer:?}"
                )
            }
            Fault::Illegal { legal, answer } => {
                let legal = legal.join(" ");
                write!(
                    f,
                    "expected one of {legal} in answer to {state}, found {answer:?}"
                )
            }
            Fault::Fickle { first, second } => {
                write!(
                    f,
                    "expected the same answer to {state} each time, found {first} and {second}"
                )
            }
        }
    }
}
