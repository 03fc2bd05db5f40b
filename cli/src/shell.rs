//! `perfectplay completions` and `perfectplay man`: what a shell and a manual reader need.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{Cli, Failure};

/// Print the completions of a shell.
#[derive(clap::Args)]
#[command(
    after_help = "Example: perfectplay completions bash > ~/.local/share/bash-completion/completions/perfectplay"
)]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Print the manual page.
///
/// There is one page for the whole command and one for each subcommand.
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
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut command = Cli::command().disable_help_subcommand(true);
    // Gives the subcommands the names that they are called by.
    command.build();
    let source = command.render_version();
    let about = match &args.subcommand {
        None => command,
        Some(name) => command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::Use(format!("expected a subcommand, found {name:?}")))?,
    };
    let page = Man::new(about).source(source.trim_end());
    Ok(page.render(&mut io::stdout())?)
}
