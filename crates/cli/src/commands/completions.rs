//! `perfectplay completions`: completion scripts for shells.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::Failure;
use crate::context::Context;

/// Print a completion script for a shell.
#[derive(clap::Args)]
#[command(
    after_help = "Example: perfectplay completions bash > ~/.local/share/bash-completion/completions/perfectplay"
)]
pub struct Args {
    shell: Shell,
}

pub fn run(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let mut command = (context.command)();
    let name = command.get_name().to_owned();
    // The script is written to memory first, because the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, &name, &mut script);
    if args.shell == Shell::Bash {
        script = with_colons(&String::from_utf8_lossy(&script)).into_bytes();
    }
    Ok(io::stdout().write_all(&script)?)
}

/// Adds a function that makes the completion work after a colon. Bash ends a word at a colon, but
/// `connect:4x4`, a game with its parameters, must be completed as one word.
fn with_colons(script: &str) -> String {
    let inner = script.split("()").next().unwrap_or_default();
    let outer = format!("{inner}_with_colons");
    let function = WITH_COLONS.replace("OUTER", &outer).replace("INNER", inner);
    let complete = format!("complete -F {inner} ");
    function + &script.replace(&complete, &format!("complete -F {outer} "))
}

/// Bash code of a function that Bash calls instead of the generated completion function. This
/// wrapper completes the name of a game first. The wrapper offers parameters only when the typed
/// letters are the beginning of a single game's name.
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
