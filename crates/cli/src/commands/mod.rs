//! The subcommands. Each is a file or a directory with its arguments, its work, and the text of
//! its answer.

use clap::Subcommand;

use crate::Failure;
use crate::context::Context;

#[cfg(feature = "full")]
pub mod audit;
pub mod verify;

/// Defines the subcommands from the names of their modules. Help lists them in this order.
macro_rules! subcommands {
    ($($(#[$condition:meta])* $room:ident $name:ident),+ $(,)?) => {
        /// A subcommand, with its arguments.
        #[derive(Subcommand)]
        pub enum Command {
            $($(#[$condition])* $name($room::Args),)+
        }

        impl Command {
            /// Runs the subcommand.
            pub fn run(&self, context: &Context<'_>) -> Result<(), Failure> {
                match self {
                    $($(#[$condition])* Self::$name(args) => $room::run(args, context),)+
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
#[cfg(feature = "full")]
mod man;
mod play;
#[cfg(feature = "full")]
mod playbook;
#[cfg(feature = "full")]
mod prove;
#[cfg(feature = "full")]
mod rank;
#[cfg(feature = "full")]
pub mod report;
#[cfg(feature = "full")]
mod score;
mod solve;
mod stats;
#[cfg(feature = "full")]
mod tiers;
pub mod web;

subcommands! {
    lookup Lookup,
    explain Explain,
    choose Choose,
    play Play,
    games Games,
    #[cfg(feature = "full")]
    forecast Forecast,
    solve Solve,
    #[cfg(feature = "full")]
    tiers Tiers,
    verify Verify,
    #[cfg(feature = "full")]
    prove Prove,
    #[cfg(feature = "full")]
    playbook Playbook,
    check Check,
    export Export,
    stats Stats,
    #[cfg(feature = "full")]
    report Report,
    #[cfg(feature = "full")]
    audit Audit,
    #[cfg(feature = "full")]
    score Score,
    #[cfg(feature = "full")]
    rank Rank,
    web Web,
    cache Cache,
    #[cfg(feature = "full")]
    completions Completions,
    #[cfg(feature = "full")]
    man Man,
}
