//! `perfectplay man`: prints manual pages.

use std::io;
use std::iter;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;

use crate::Failure;
use crate::context::Context;
use crate::io::output;

/// Print a manual page of the whole command or of one subcommand.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay man > perfectplay.1
  perfectplay man lookup > perfectplay-lookup.1
  mkdir -p ~/.local/share/man/man1 && perfectplay man --all ~/.local/share/man/man1")]
pub struct Args {
    /// Print the page of this subcommand.
    subcommand: Option<String>,

    /// Write all pages into this directory. `man` finds them if the directory is called man1
    /// and its parent is in the search path.
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "subcommand")]
    all: Option<PathBuf>,
}

pub fn run(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let mut command = (context.command)().disable_help_subcommand(true);
    // Building the command gives subcommands their full names.
    command.build();
    let source = command.render_version();
    let page = |about: &Command| Man::new(about.clone()).source(source.trim_end());
    if let Some(directory) = &args.all {
        for about in iter::once(&command).chain(command.get_subcommands()) {
            let page = page(about);
            let file = directory.join(page.get_filename());
            output::write(&file, &mut |mut out| Ok(page.render(&mut out)?))?;
        }
        return Ok(());
    }
    let about = match &args.subcommand {
        None => &command,
        Some(name) => command
            .find_subcommand(name)
            .ok_or_else(|| Failure::Use(format!("there is no subcommand {name:?}")))?,
    };
    Ok(page(about).render(&mut io::stdout())?)
}
