//! Solves a game in a browser, or reads its table, and then answers questions about single states of the game.
//!
//! The questions to a module and its answers are JSON texts, so a module exports only four functions. The file
//! `module.js`, which is written by hand, calls these functions. A web page passes no pointers to the module. It writes
//! its question into the buffer that [`ModuleSession::input`] returns. It reads the answer from the buffer that
//! [`ModuleSession::output`] returns. A web page that writes outside these buffers damages only the memory of its own
//! module.
//!
//! An instance of the module holds one table. To solve a game, a page uses an instance in a worker. The page then
//! passes the bytes of the table to an instance in its own thread, and drops the instance in the worker. The page's own
//! instance answers in microseconds.
//!
//! A game of your own becomes a module with [`module!`] in a `cdylib`:
//!
//! ```ignore
//! perfectplay_module::module!({
//!     let mut games = Catalogue::default();
//!     games.add::<Hexapawn>();
//!     games
//! });
//! ```

#![deny(missing_docs)]

mod ask;
mod far;
mod game;
mod rules;
mod session;
mod watch;

pub use session::ModuleSession;

#[doc(hidden)]
pub use perfectplay_any::Catalogue;

/// Defines the functions that a WebAssembly module exports, such as `call`. The functions answer questions about the
/// games of a [`Catalogue`].
#[macro_export]
macro_rules! module {
    ($catalogue:expr) => {
        ::std::thread_local! {
            static SESSION: ::std::cell::RefCell<$crate::ModuleSession> =
                ::std::cell::RefCell::new($crate::ModuleSession::new($catalogue));
        }

        /// Creates a buffer for a question of `len` bytes, and returns the buffer's address.
        #[unsafe(no_mangle)]
        pub extern "C" fn input(len: usize) -> *mut u8 {
            SESSION.with_borrow_mut(|session| session.input(len).as_mut_ptr())
        }

        /// Answers the question in the buffer. The question is a JSON text of `len` bytes. Data for the question, such
        /// as a table, may follow the text in the buffer.
        #[unsafe(no_mangle)]
        pub extern "C" fn call(len: usize) {
            SESSION.with_borrow_mut(|session| session.call(len));
        }

        /// Returns the address of the answer.
        #[unsafe(no_mangle)]
        pub extern "C" fn output() -> *const u8 {
            SESSION.with_borrow(|session| session.output().as_ptr())
        }

        /// Returns the number of bytes of the answer.
        #[unsafe(no_mangle)]
        pub extern "C" fn output_len() -> usize {
            SESSION.with_borrow(|session| session.output().len())
        }
    };
}
