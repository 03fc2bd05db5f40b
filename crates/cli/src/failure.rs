//! Failures of the command: their messages and exit statuses.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anstream::adapter::strip_str;
use perfectplay_any::{Answer, Error, Info, printable};
#[cfg(feature = "full")]
use perfectplay_judge::{JudgeError, fault::Broken};

const FAILED: u8 = 1;

const WRONG_USE: u8 = 2;

/// The exit status of an interrupted command: 128 plus the number of the signal, as in a shell.
pub const INTERRUPTED: u8 = 130;

/// The exit status of a command whose player is broken. A player is broken if it is a program that does not speak the
/// protocol, or a playbook with a worse result than expected.
const BROKEN_PLAYER: u8 = 3;

const UNPROVED: u8 = 4;

/// A failure of the command. The exit status is 2 for wrong use, 3 for a broken player, 4 for an
/// unproved value, and 130 after an interruption. For any other failure, the exit status is 1.
#[derive(Debug)]
pub enum Failure {
    /// The command was used wrongly.
    Use(String),
    /// An input of the command is wrong.
    Input(String),
    /// A game takes more memory or disk than this machine has.
    TooLarge(String),
    /// A player in another program does not speak the protocol, or a playbook has a worse result than
    /// expected.
    Player(String),
    /// The command failed, and the answer that it has already printed says why. No further message is needed.
    Reported,
    /// A value was not proved within the limits. The message is `None` if the command has already
    /// printed that the value is unproved.
    Unproved(Option<String>),
    /// Ctrl-C was pressed. `results` is the directory that keeps the results so far; `None` if these results are lost.
    Interrupted {
        results: Option<PathBuf>,
    },
    /// Ctrl-C was pressed, and the command has already printed a report of the results so far, which says that some
    /// results are missing.
    InterruptedReport,
    OutOfMemory {
        results: Option<PathBuf>,
    },
    Io(io::Error),
}

impl Failure {
    /// Returns the failure for a problem with the file or the directory at `path`.
    pub fn at(path: &Path, problem: &dyn fmt::Display) -> Self {
        Self::Input(format!("{}: {problem}", path.display()))
    }

    /// Fails if the user has given one of `options`. The function `problem` gets the name of the given option, and
    /// returns the error message.
    pub fn refuse_options(
        options: &[(&str, bool)],
        problem: impl Fn(&str) -> String,
    ) -> Result<(), Self> {
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Self::Use(problem(option))),
            None => Ok(()),
        }
    }

    /// Fails if the answer lacks some values, because they were not proved. The answer has already been printed.
    pub const fn if_unproved(lacks_values: bool) -> Result<(), Self> {
        match lacks_values {
            true => Err(Self::Unproved(None)),
            false => Ok(()),
        }
    }

    pub fn unreachable(view: &Answer<'_>) -> Self {
        let why = view.problem.as_ref();
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        Self::Input(format!("no game reaches the state {}{why}", view.state))
    }

    /// Returns the failure for an argument that is not a state. The message of the failure has the same form as the
    /// parser's errors.
    pub fn invalid_state(game: &Info, text: &str, problem: &dyn fmt::Display) -> Self {
        /// The error message quotes at most this many characters of the wrong argument.
        const SHOWN: usize = 100;
        let Info { name, states, .. } = game;
        let (shown, more) = match text.char_indices().nth(SHOWN) {
            Some((end, _)) => (&text[..end], "..."),
            None => (text, ""),
        };
        Self::Use(format!(
            "invalid value '{shown}{more}' for '<STATE>': {problem}; a state of {name} is {states}"
        ))
    }

    /// Returns the failure for an error of the parser. The message of the failure is one line: the
    /// first paragraph of the parser's message, and the parser's tip if there is one. A tip
    /// suggests a similar name. If an argument begins with a dash, as some boards do, a tip tells
    /// how to write the argument.
    pub fn from_parser(error: &clap::Error) -> Self {
        let text = error.render().ansi().to_string();
        let mut lines = text.lines().map(str::trim);
        let problem = lines
            .by_ref()
            .take_while(|line| !strip_str(line).to_string().is_empty());
        let mut line = problem.collect::<Vec<_>>().join(" ");
        // The first word is "error:".
        if let Some((_, problem)) = line.split_once(' ') {
            line = problem.to_owned();
        }
        let tips: Vec<_> = lines
            .filter(|line| strip_str(line).to_string().starts_with("tip: "))
            .filter_map(|line| line.split_once(' '))
            .map(|(_, tip)| (strip_str(tip).to_string(), tip))
            .collect();
        let tip = |kind| tips.iter().find(|(plain, _)| plain.contains(kind));
        if let Some((_, tip)) = tip(" similar ").or_else(|| tip(" as a value, use '-- ")) {
            line = format!("{line}; {tip}");
        }
        Self::Use(line)
    }

    /// Reports the failure, and returns the exit status.
    pub fn end(&self) -> u8 {
        match self {
            // The reader of the output has read enough.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Reported => FAILED,
            Self::Unproved(None) => UNPROVED,
            failure => {
                report(failure);
                match failure {
                    Self::Use(_) => WRONG_USE,
                    Self::Player(_) => BROKEN_PLAYER,
                    Self::Unproved(_) => UNPROVED,
                    Self::Interrupted { .. } | Self::InterruptedReport => INTERRUPTED,
                    _ => FAILED,
                }
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remaining = |results: &Option<PathBuf>| match results {
            None => "and nothing is written".to_owned(),
            Some(directory) => format!(
                "and the results so far are in {}: the same command continues from there",
                directory.display()
            ),
        };
        match self {
            Self::Use(message)
            | Self::Input(message)
            | Self::TooLarge(message)
            | Self::Player(message) => f.write_str(message),
            Self::Unproved(problem) => f.write_str(problem.as_deref().unwrap_or_default()),
            Self::Reported => Ok(()),
            Self::Interrupted { results } => write!(f, "interrupted, {}", remaining(results)),
            Self::InterruptedReport => f.write_str("interrupted, and the report is not complete"),
            Self::OutOfMemory { results } => {
                write!(f, "there is no memory left, {}", remaining(results))
            }
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

/// Returns the message about a player's fault. If the option `--forfeit` would count this fault as a lost game, the
/// message says so.
#[cfg(feature = "full")]
pub fn with_advice(broken: &Broken) -> String {
    let advice = if broken.fault.is_forfeit() {
        "; --forfeit counts that as a lost game"
    } else {
        ""
    };
    format!("{broken}{advice}")
}

#[cfg(feature = "full")]
impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Player(broken) => Self::Player(format!("player: {}", with_advice(&broken))),
            JudgeError::Library(error) => error.into(),
            JudgeError::Stopped => Self::Interrupted { results: None },
            error => Self::Player(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes one line to standard error. If writing to standard error fails, does nothing, because the exit status still
/// reports the problem.
pub fn report(problem: &dyn fmt::Display) {
    let name = called_name();
    let problem = problem.to_string();
    let problem = shortened(&problem).replace("`perfectplay ", &format!("`{name} "));
    let _ = writeln!(
        anstream::stderr(),
        "{}: {}",
        printable(&name),
        Coloured(&problem)
    );
}

/// A message to print. The message keeps its escape codes for colours, but all other control characters are escaped.
struct Coloured<'a>(&'a str);

impl fmt::Display for Coloured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The beginning of an escape code for colours. Numbers and an `m` follow.
        const BEGIN: &str = "\u{1b}[";
        let mut pieces = self.0.split(BEGIN);
        write!(f, "{}", printable(pieces.next().unwrap_or_default()))?;
        for piece in pieces {
            let is_number = |character: char| character.is_ascii_digit() || character == ';';
            let colours = piece.find(|character| !is_number(character));
            let colours = colours.filter(|&end| piece[end..].starts_with('m'));
            let (colours, text) = piece.split_at(colours.map_or(0, |end| end + 1));
            if colours.is_empty() {
                write!(f, "{}{}", printable(BEGIN), printable(text))?;
            } else {
                write!(f, "{BEGIN}{colours}{}", printable(text))?;
            }
        }
        Ok(())
    }
}

/// The first argument of the process, which is the name by which the program was called.
static CALLED: OnceLock<OsString> = OnceLock::new();

/// Stores the first argument of the process, for messages.
pub fn be_called(arguments: &[OsString]) {
    if let Some(path) = arguments.first() {
        // The name is stored only once.
        let _ = CALLED.set(path.clone());
    }
}

/// Returns the name by which the program was called. This name replaces `perfectplay` in messages.
fn called_name() -> String {
    let path = CALLED.get().cloned().unwrap_or_default();
    let name = Path::new(&path).file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Shortens a long message, by removing its colours and its middle. A message is long only if it quotes a long
/// argument. The beginning and the end of the message still name the problem.
fn shortened(message: &str) -> Cow<'_, str> {
    /// The number of bytes that are kept at each end of the message.
    const SHOWN: usize = 500;
    if message.len() <= 3 * SHOWN {
        return message.into();
    }
    let message = strip_str(message).to_string();
    let end = message.len();
    let Some(left) = end.checked_sub(2 * SHOWN).filter(|&left| left > SHOWN) else {
        return message.into();
    };
    let is_boundary = |&at: &usize| message.is_char_boundary(at);
    let first = (0..=SHOWN).rfind(is_boundary).unwrap_or(0);
    let last = (SHOWN + left..=end).find(is_boundary).unwrap_or(end);
    format!("{} ... {}", &message[..first], &message[last..]).into()
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Self::Io(error),
            error @ Error::Unproved => Self::Unproved(Some(error.to_string())),
            // Nothing is missing, and solving this game only takes long. So advise the user to store its table.
            Error::TooLarge {
                ref game,
                lack: None,
                ..
            } => Self::Use(format!(
                "{error}: write its table once with `perfectplay solve --game {game} -o FILE`, and \
                 read it with --table FILE (--force solves it now)"
            )),
            Error::TooLarge { .. } => Self::TooLarge(format!("{error} (--force tries it)")),
            Error::NoPlayer { .. }
            | Error::NoTiers { .. }
            | Error::LoopyShards { .. }
            | Error::TooManyShards { .. }
            | Error::CacheSize { .. } => Self::Use(error.to_string()),
            error => Self::Input(error.to_string()),
        }
    }
}
