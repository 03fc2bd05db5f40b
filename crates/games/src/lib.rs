//! The games that ship with `perfectplay`, each in its own module, and the list of these games. The
//! trait [`Listed`] gives a game its name, its text forms and its drawing.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod board;
pub mod breakthrough;
pub mod chess;
pub mod chomp;
pub mod dobutsu;
pub mod dodgem;
pub mod domineering;
pub mod dots;
pub mod hexapawn;
pub mod hounds;
pub mod kalah;
mod lines;
mod list;
mod listed;
pub mod mills;
mod misere;
pub mod mnk;
pub mod morris;
pub mod nim;
pub mod notakto;
mod notation;
mod own;
mod parameters;
mod pawns;
mod pieces;
pub mod show;
mod subsets;
pub mod subtraction;
pub mod tictactoe;
pub mod vanishing;
pub mod wild;

pub use list::{GameNameError, LIST, Listing, open, visit_types};
pub use listed::{Baked, Listed, TypeVisitor, Visitor};
pub use own::OwnPlayer;
pub use pieces::Pieces;
