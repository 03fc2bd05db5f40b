//! What the crate and its build script share: games, solving, and baking tic-tac-toe.
//!
//! Everything here is compiled twice, and names nothing outside of this folder. The build
//! script sets `cfg(baked)` for the crate. An item that only the crate uses says so, since
//! the compiler would otherwise report it as unused in the build script.

mod analysis;
#[cfg(any(not(baked), feature = "alloc"))]
mod fault;
#[cfg(any(not(baked), feature = "alloc"))]
mod finding;
mod game;
mod moves;
#[cfg(any(not(baked), feature = "bake"))]
pub mod phf_source;
mod player;
#[cfg(any(not(baked), feature = "alloc"))]
mod question;
#[cfg(any(not(baked), feature = "alloc"))]
mod route;
#[cfg(any(not(baked), all(test, feature = "bake")))]
mod row_displacement;
mod score;
#[cfg(any(not(baked), feature = "solve"))]
pub mod solve;
pub mod tictactoe;
mod turn;
mod value;
#[cfg(any(not(baked), feature = "alloc"))]
mod visited;

pub use analysis::Analysis;
#[cfg(any(not(baked), feature = "alloc"))]
pub use fault::Fault;
#[cfg(any(not(baked), feature = "alloc"))]
pub use finding::Finding;
pub use game::{Game, starts};
#[cfg(baked)]
pub use moves::MovesIter;
pub use moves::{MOVE_LIMIT, Move, Moves};
pub use player::Player;
#[cfg(any(not(baked), feature = "alloc"))]
pub use question::Question;
#[cfg(any(not(baked), feature = "alloc"))]
pub use route::Route;
pub use score::Score;
pub use turn::{moves_again, score_of_move};
pub use value::Value;
#[cfg(any(not(baked), feature = "alloc"))]
pub use visited::route_to;
#[cfg(all(baked, feature = "alloc"))]
pub use visited::{Meeting, Visited};
