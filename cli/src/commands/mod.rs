//! The subcommands, a file or a directory each: its arguments, what it does, and the text of its
//! answer.

use clap::Subcommand;

use crate::Failure;
use crate::context::Context;

pub mod audit;
pub mod verify;

/// Makes the subcommands from the names of their rooms, in the order in which help lists them.
macro_rules! subcommands {
    ($($room:ident $name:ident),+ $(,)?) => {
        /// A subcommand, with its arguments.
        #[derive(Subcommand)]
        pub enum Command {
            $($name($room::Args),)+
        }

        impl Command {
            /// Does what the arguments say.
            pub fn run(&self, context: &Context<'_>) -> Result<(), Failure> {
                match self {
                    $(Self::$name(args) => $room::run(args, context),)+
                }
            }
        }
    };
}

mod cache;
mod check;
mod choose;
mod completions;
mod explain;
mod export;
mod forecast;
mod games;
mod lookup;
mod man;
mod play;
mod playbook;
mod rank;
pub mod report;
mod score;
mod solve;
mod stats;
mod tiers;
pub mod web;

subcommands! {
    lookup Lookup,
    explain Explain,
    choose Choose,
    play Play,
    games Games,
    forecast Forecast,
    solve Solve,
    tiers Tiers,
    verify Verify,
    playbook Playbook,
    check Check,
    export Export,
    stats Stats,
    report Report,
    audit Audit,
    score Score,
    rank Rank,
    web Web,
    cache Cache,
    completions Completions,
    man Man,
}
