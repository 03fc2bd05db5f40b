//! `perfectplay completions` and `perfectplay man`: completions for shells, and manual pages.

use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Failure;

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
  perfectplay man lookup > perfectplay-lookup.1
  mkdir -p ~/.local/share/man/man1 && perfectplay man --all ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The subcommand that the page is about.
    subcommand: Option<String>,

    /// Write all pages into this folder, where `man` finds them if it is a man1 folder of its
    /// path.
    #[arg(long, value_name = "FOLDER", conflicts_with = "subcommand")]
    all: Option<PathBuf>,
}

pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<(), Failure> {
    let name = command.get_name().to_owned();
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, &name, &mut script);
    if args.shell == Shell::Bash {
        let script = String::from_utf8_lossy(&script);
        return Ok(io::stdout().write_all(with_colons(&script).as_bytes())?);
    }
    Ok(io::stdout().write_all(&script)?)
}

/// A script for Bash, with a function around the one that it begins with. Bash takes a colon for
/// the end of a word, but a game and its parameters are one.
fn with_colons(script: &str) -> String {
    let inner = script.split("()").next().unwrap_or_default();
    let outer = format!("{inner}_with_colons");
    let function = WITH_COLONS.replace("OUTER", &outer).replace("INNER", inner);
    let complete = format!("complete -F {inner} ");
    function + &script.replace(&complete, &format!("complete -F {outer} "))
}

/// Until only one name fits, parameters are left out.
const WITH_COLONS: &str = r#"OUTER() {
    local line=${COMP_LINE:0:COMP_POINT}
    local word=${line##*[[:blank:]=]} name
    if [[ ! ${line%"$word"} =~ --game[[:blank:]=]+$ ]]; then
        INNER "$@"
        return
    fi
    INNER "$1" "$word" --game
    local names=()
    for name in "${COMPREPLY[@]}"; do
        [[ $name == *:* ]] || names+=("$name")
    done
    if [[ ${#names[@]} -gt 1 ]]; then
        COMPREPLY=("${names[@]}")
    elif [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%%:*}:"}")
    fi
}

"#;

pub fn man(args: &ManArgs, command: Command) -> Result<(), Failure> {
    let mut command = command.disable_help_subcommand(true);
    // Gives subcommands their full names.
    command.build();
    let source = command.render_version();
    let page = |about: &Command| Man::new(about.clone()).source(source.trim_end());
    if let Some(folder) = &args.all {
        for about in iter::once(&command).chain(command.get_subcommands()) {
            let written = page(about).generate_to(folder);
            written.map_err(|error| {
                Failure::Input(format!("cannot write to {}: {error}", folder.display()))
            })?;
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
