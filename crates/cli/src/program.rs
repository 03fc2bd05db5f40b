//! The command as a whole: its games, its arguments and its subcommands.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::builder::{Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, ValueEnum};
use perfectplay_any::NameClash;
use perfectplay_games::{LIST, Listed};

use crate::Failure;
use crate::args::game::GameArg;
#[cfg(feature = "full")]
use crate::commands::audit;
use crate::commands::{Command, GROUPS};
use crate::context::Context;
use crate::failure;
use crate::io::progress::{self, ShowProgress};
use perfectplay_any::Catalogue;
#[cfg(all(feature = "full", unix))]
use perfectplay_judge::guard;

/// A command-line program and the list of its games.
///
/// Subcommands use the first game, unless `--game` names another.
pub struct Program {
    name: &'static str,
    version: &'static str,
    pub(crate) catalogue: Catalogue,
}

impl Program {
    /// Creates a program without games. `name` is the name of the command, and `--version`
    /// prints `version`.
    #[must_use]
    pub fn new(name: &'static str, version: &'static str) -> Self {
        Self {
            name,
            version,
            catalogue: Catalogue::default(),
        }
    }

    /// Appends a game to the list of games.
    #[must_use]
    pub fn game<G: Listed>(mut self) -> Self {
        self.catalogue.add::<G>();
        self
    }

    /// Appends the games that ship with the library to the list of games.
    #[cfg(feature = "games")]
    #[must_use]
    pub fn games_that_ship(mut self) -> Self {
        self.catalogue.add_those_that_ship();
        self
    }

    /// Checks that no two games have the same name. [`run`](Self::run) checks this, too.
    ///
    /// # Errors
    /// Returns [`NameClash`] if two games have the same name.
    pub fn validate(&self) -> Result<(), NameClash> {
        self.catalogue.validate()
    }

    /// Runs the command with the arguments of the process, and returns its exit status. The command reports a problem
    /// as one line on standard error. The exit status 0 means success, 1 a failure, and 2 wrong use. The exit status is
    /// 3 if a player breaks the protocol, or if a playbook has a worse result than expected. The exit status is 4 if a
    /// value is not proved within the limits, and 130 after Ctrl-C.
    #[must_use = "it is the status of the process"]
    pub fn run(self) -> ExitCode {
        ExitCode::from(self.status(env::args_os().collect()))
    }

    /// Runs the command with `arguments` inside the process of another program, such as an interpreter. `starter` is a
    /// command line that starts this command in a new process. When the command runs a player program, it uses
    /// `starter` to start a second copy of itself. The second copy starts the player, and ends the player when the
    /// first copy ends.
    #[must_use = "it is the status of the process"]
    pub fn run_within(self, starter: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
        #[cfg(all(feature = "full", unix))]
        guard::start_by(starter);
        #[cfg(not(all(feature = "full", unix)))]
        drop(starter);
        let mut all = vec![OsString::from(self.name)];
        all.extend(arguments);
        self.status(all)
    }

    fn status(&self, arguments: Vec<OsString>) -> u8 {
        #[cfg(all(feature = "full", unix))]
        if let Some(status) = guard::run_if_asked(&arguments) {
            return status;
        }
        failure::be_called(&arguments);
        match self.answer(arguments) {
            Ok(()) => 0,
            Err(failure) => failure.end(),
        }
    }

    fn answer(&self, arguments: Vec<OsString>) -> Result<(), Failure> {
        let wrong = |error: &dyn ToString| Failure::Use(error.to_string());
        self.validate().map_err(|error| wrong(&error))?;
        if self.catalogue.listings().next().is_none() {
            return Err(wrong(&"expected a program with a game, found none"));
        }
        // Help and errors also have colours, and are printed before the arguments are parsed.
        use_colours(asked_colours(&arguments));
        let matches = self.command().try_get_matches_from(&arguments);
        let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
            Ok(cli) => cli,
            Err(error) if error.use_stderr() => {
                let name = error.get(ContextKind::InvalidSubcommand);
                let is_left_out =
                    |name: &&str| GROUPS.iter().any(|(_, names)| names.contains(name));
                return Err(match name {
                    // A program without the feature leaves out some subcommands.
                    Some(ContextValue::String(name)) if is_left_out(&name.as_str()) => wrong(
                        &format!("`{name}` needs the feature `full` of perfectplay-cli"),
                    ),
                    _ => Failure::from_parser(&error),
                });
            }
            // For the parser, help and the version are errors, too.
            Err(text) => return Ok(write!(anstream::stdout(), "{}", text.render().ansi())?),
        };
        use_colours(cli.color);
        progress::use_choice(cli.progress);
        match cli.command {
            Some(command) => command.run(&Context {
                catalogue: &self.catalogue,
                command: &|| self.command(),
            }),
            None => {
                let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
                let usual = if is_terminal { "play" } else { "help" };
                // Without a subcommand, all arguments are options that every subcommand has.
                let mut arguments = arguments;
                arguments.insert(1, usual.into());
                self.answer(arguments)
            }
        }
    }

    /// Returns the definition of this program's command line for the parser `clap`, with all subcommands and games.
    /// From this definition, `clap_mangen` can write manual pages.
    #[must_use]
    pub fn command(&self) -> clap::Command {
        let command = Cli::command().name(self.name).version(self.version);
        let command = command
            .mut_subcommands(|subcommand| GameArg::with_catalogue(subcommand, &self.catalogue));
        #[cfg(feature = "full")]
        let command = command.mut_subcommand("audit", |subcommand| {
            audit::with_catalogue(subcommand, &self.catalogue)
        });
        let shows_examples = self.catalogue.listings().take(LIST.len()).eq(LIST);
        let own = |command| self.in_own_name(command, shows_examples);
        let command = own(command).mut_subcommands(|command| own(command).mut_subcommands(own));
        let template = help_template(&command);
        command.help_template(template)
    }

    /// Replaces `perfectplay` in the help by the name of this program. Drops the examples from the help unless
    /// `shows_examples` is set.
    fn in_own_name(&self, command: clap::Command, shows_examples: bool) -> clap::Command {
        let own = |text: Option<&StyledStr>| {
            let text = text?.to_string();
            Some(StyledStr::from(text.replace("perfectplay", self.name)))
        };
        let about = own(command.get_about());
        let long_about = own(command.get_long_about());
        let examples = own(command.get_after_help()).filter(|_| shows_examples);
        let command = command
            .about(Resettable::from(about))
            .long_about(Resettable::from(long_about))
            .after_help(Resettable::from(examples));
        command.mut_args(|arg| {
            let help = own(arg.get_help());
            let long_help = own(arg.get_long_help());
            arg.help(Resettable::from(help))
                .long_help(Resettable::from(long_help))
        })
    }
}

/// Returns the template of the help, which lists the subcommands group by group.
fn help_template(command: &clap::Command) -> StyledStr {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut groups = String::new();
    let widest = GROUPS.iter().flat_map(|(_, names)| *names);
    let widest = widest.map(|name| name.len()).max().unwrap_or(0);
    for (heading, names) in GROUPS {
        let listed = names
            .iter()
            .filter_map(|name| command.find_subcommand(name));
        let lines = listed.map(|subcommand| {
            let name = subcommand.get_name();
            let about = subcommand.get_about().map(ToString::to_string);
            let about = wrapped(&about.unwrap_or_default(), widest + 4);
            format!(
                "  {literal}{name}{literal:#}{:1$}  {about}\n",
                "",
                widest - name.len()
            )
        });
        let lines: String = lines.collect();
        if !lines.is_empty() {
            groups += &format!("{header}{heading}:{header:#}\n{lines}\n");
        }
    }
    StyledStr::from(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n\
         {{options}}{{after-help}}"
    ))
}

/// Breaks a text into lines of at most 100 characters. The text begins in column `indent`, and all
/// lines but the first are indented to this column.
fn wrapped(text: &str, indent: usize) -> String {
    const WIDTH: usize = 100;
    let (mut lines, mut column) = (String::new(), indent);
    for word in text.split(' ') {
        if column > indent {
            let fits = column + 1 + word.len() <= WIDTH;
            lines += &if fits {
                " ".to_owned()
            } else {
                format!("\n{:indent$}", "")
            };
            column = if fits { column + 1 } else { indent };
        }
        lines += word;
        column += word.len();
    }
    lines
}

/// Finds the value of `--color` among the arguments, because even an error of the parser must have the right colours.
fn asked_colours(arguments: &[OsString]) -> ColorChoice {
    const OPTION: &str = "--color";
    let arguments = arguments.iter().filter_map(|argument| argument.to_str());
    let mut arguments = arguments.take_while(|argument| *argument != "--");
    let asked = arguments.find_map(|argument| argument.strip_prefix(OPTION));
    let asked = match asked {
        Some("") => arguments.next(),
        joined => joined.and_then(|value| value.strip_prefix('=')),
    };
    let asked = asked.and_then(|value| ColorChoice::from_str(value, false).ok());
    asked.unwrap_or_default()
}

fn use_colours(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Answer questions about solved games from tables, without any search.
///
/// The tables of some games are part of the program. Any other game that `perfectplay games`
/// lists is solved when --game names it. Without a subcommand, perfectplay starts a game in a
/// terminal, and prints this help elsewhere.
#[derive(Parser)]
#[command(after_help = "Example: perfectplay lookup X.O/.../...")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// Use colours. auto uses them in a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto"
    )]
    color: ColorChoice,

    /// Show progress on standard error. auto draws a bar in a terminal, and prints lines elsewhere.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        env = "PERFECTPLAY_PROGRESS",
        hide_env_values = true
    )]
    progress: ShowProgress,
}
