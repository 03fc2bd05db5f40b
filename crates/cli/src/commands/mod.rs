//! The subcommands. The module of a subcommand has its arguments, its work, and the text of its
//! answer.

use clap::Subcommand;

use crate::Failure;
use crate::context::Context;

#[cfg(feature = "full")]
pub mod audit;
pub mod verify;

/// Defines the subcommands from the names of their modules, group by group. The help lists the
/// groups in this order. The subcommands that most people need come first.
macro_rules! subcommands {
    ($($heading:literal: $($(#[$condition:meta])* $room:ident $name:ident),+;)+) => {
        /// A subcommand, with its arguments.
        #[derive(Subcommand)]
        pub enum Command {
            $($($(#[$condition])* $name($room::Args),)+)+
        }

        /// The heading of each group, and the names of its subcommands, including those that this
        /// program leaves out.
        pub const GROUPS: &[(&str, &[&str])] = &[$(($heading, &[$(stringify!($room)),+])),+];

        impl Command {
            /// Runs the subcommand.
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
