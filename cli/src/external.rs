//! Somebody's player: a program that reads boards and answers cells.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use perfectplay::{Move, Moves, Player, State, Strategy};

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

    /// What the player answers on this side, to every board that it can meet there. Then
    /// it is asked all of them again, last things first: it must not have changed its
    /// mind.
    pub fn answers(&mut self, side: Player) -> Result<Answers, Problem> {
        let mut answers = BTreeMap::new();
        self.walk(State::EMPTY, side, &mut answers)?;
        for (&state, &first) in answers.iter().rev() {
            let second = self.ask(state)?;
            if second != first {
                return Err(Problem::Fickle {
                    state,
                    first,
                    second,
                });
            }
        }
        Ok(Answers(answers))
    }

    fn walk(
        &mut self,
        state: State,
        side: Player,
        answers: &mut BTreeMap<State, Move>,
    ) -> Result<(), Problem> {
        if state.status().is_over() || answers.contains_key(&state) {
            return Ok(());
        }
        let moves = if state.to_move() == side {
            let mv = self.ask(state)?;
            answers.insert(state, mv);
            mv.into()
        } else {
            state.legal()
        };
        for mv in moves {
            let after = state.play(mv.index()).expect("a legal move");
            self.walk(after, side, answers)?;
        }
        Ok(())
    }

    /// Asks for a move, and takes only a legal one.
    fn ask(&mut self, state: State) -> Result<Move, Problem> {
        // A player that has ended has closed the pipe: what it said tells more.
        let asked = writeln!(self.input, "{state}").and_then(|()| self.input.flush());
        let line = match self.answers.recv_timeout(self.timeout) {
            Ok(Ok(line)) if !line.is_empty() => line,
            Ok(Ok(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended(state)),
            Ok(Err(error)) => return Err(Problem::Pipe { state, error }),
            Err(RecvTimeoutError::Timeout) => {
                return Err(match asked {
                    Ok(()) => Problem::TimeOut {
                        state,
                        limit: self.timeout,
                    },
                    Err(error) => Problem::Pipe { state, error },
                });
            }
        };
        let answer = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        let mv = match answer.as_bytes() {
            [digit @ b'0'..=b'9'] => Move::new(digit - b'0'),
            _ => None,
        };
        match mv {
            Some(mv) if state.legal().contains(mv) => Ok(mv),
            _ => Err(Problem::Illegal { state, answer }),
        }
    }

    /// The player has closed its output: as a rule, because it ends just now.
    fn ended(&mut self, state: State) -> Problem {
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
        Problem::Ended { state, how }
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

/// What a player has answered.
pub struct Answers(BTreeMap<State, Move>);

impl Strategy for Answers {
    fn choices(&self, state: State) -> Moves {
        self.0.get(&state).map_or(Moves::EMPTY, |&mv| mv.into())
    }
}

/// What is wrong with a player.
#[derive(Debug)]
pub enum Problem {
    Start(io::Error),
    Pipe {
        state: State,
        error: io::Error,
    },
    Ended {
        state: State,
        how: String,
    },
    TimeOut {
        state: State,
        limit: Duration,
    },
    Illegal {
        state: State,
        answer: String,
    },
    Fickle {
        state: State,
        first: Move,
        second: Move,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "expected a player, but: {error}"),
            Self::Pipe { state, error } => write!(f, "expected an answer to {state}, but: {error}"),
            Self::Ended { state, how } => {
                write!(
                    f,
                    "expected an answer to {state}, but the player ended: {how}"
                )
            }
            Self::TimeOut { state, limit } => {
                write!(
                    f,
                    "expected an answer to {state} within {limit:?}, found none"
                )
            }
            Self::Illegal { state, answer } => {
                let legal: Vec<String> = state.legal().iter().map(|mv| mv.to_string()).collect();
                let legal = legal.join(" ");
                write!(
                    f,
                    "expected one of {legal} in answer to {state}, found {answer:?}"
                )
            }
            Self::Fickle {
                state,
                first,
                second,
            } => {
                write!(
                    f,
                    "expected the same answer to {state} each time, found {first} and {second}"
                )
            }
        }
    }
}
