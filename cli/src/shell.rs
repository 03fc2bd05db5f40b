//! `perfectplay completions` and `perfectplay man`: completions for shells, and manual pages.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{Cli, Failure};

/// Print completions for a shell.
#[derive(clap::Args)]
#[command(
    after_help = "Example: perfectplay completions bash > ~/.local/share/bash-completion/completions/perfectplay"
)]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Print a manual page.
///
/// The whole command has a page, and each subcommand has one.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay man > perfectplay.1
  perfectplay man lookup > perfectplay-lookup.1")]
pub struct ManArgs {
    /// The subcommand that the page is about.
    subcommand: Option<String>,
}

pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut command = Cli::command().disable_help_subcommand(true);
    // Gives subcommands their full names.
    command.build();
    let source = command.render_version();
    let about = match &args.subcommand {
        None => command,
        Some(name) => command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::Use(format!("there is no subcommand {name:?}")))?,
    };
    let page = Man::new(about).source(source.trim_end());
    Ok(page.render(&mut io::stdout())?)
}
