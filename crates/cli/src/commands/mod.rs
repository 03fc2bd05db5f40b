//! The subcommands. Each subcommand has a module, which contains its arguments, the function that
//! runs it, and the text of its answer.

use clap::Subcommand;

use crate::Failure;
use crate::context::Context;

#[cfg(feature = "full")]
pub mod audit;
pub mod verify;

/// Defines the enum of subcommands. The input of the macro is a list of groups; each group has a heading and the
/// modules of its subcommands. The help lists groups and subcommands in this order. The subcommands that most people
/// need come first.
macro_rules! subcommands {
    ($($heading:literal: $($(#[$condition:meta])* $room:ident $name:ident),+;)+) => {
        /// A subcommand, with its arguments.
        #[derive(Subcommand)]
        pub enum Command {
            $($($(#[$condition])* $name($room::Args),)+)+
        }

        /// The heading of each group in the help, and the names of all subcommands in the group. A
        /// program that is built without the feature `full` lacks some of the subcommands.
        pub const GROUPS: &[(&str, &[&str])] = &[$(($heading, &[$(stringify!($room)),+])),+];

        impl Command {
            pub fn run(&self, context: &Context<'_>) -> Result<(), Failure> {
                match self {
                    $($($(#[$condition])* Self::$name(args) => $room::run(args, context),)+)+
                }
            }
        }
    };
}

mod cache;
mod check;
mod choose;
#[cfg(feature = "full")]
mod completions;
mod explain;
mod export;
#[cfg(feature = "full")]
mod forecast;
mod games;
mod lookup;
mod play;
#[cfg(feature = "full")]
mod playbook;
#[cfg(feature = "full")]
mod prove;
#[cfg(feature = "full")]
pub mod report;
#[cfg(feature = "full")]
mod score;
mod solve;
#[cfg(feature = "full")]
mod tiers;
pub mod web;

subcommands! {
    "Ask":
        lookup Lookup,
        explain Explain,
        play Play,
        games Games,
        #[cfg(feature = "full")]
        report Report,
        choose Choose;
    "Solve":
        solve Solve,
        verify Verify,
        #[cfg(feature = "full")]
        forecast Forecast,
        #[cfg(feature = "full")]
        tiers Tiers,
        cache Cache;
    "Prove":
        #[cfg(feature = "full")]
        prove Prove,
        #[cfg(feature = "full")]
        playbook Playbook,
        check Check;
    "Judge":
        #[cfg(feature = "full")]
        audit Audit,
        #[cfg(feature = "full")]
        score Score;
    "Ship":
        export Export,
        web Web;
    "The rest":
        #[cfg(feature = "full")]
        completions Completions;
}
