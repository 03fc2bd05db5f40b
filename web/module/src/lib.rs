//! Any game in a browser: solved, read from a table, looked at state by state.
//!
//! What a module is asked and what it answers are JSON texts, so that four functions are all that
//! it exports and no tool must generate the other side: `module.js` is that. No pointer is ever
//! followed here. A program writes what it asks into the buffer that [`Session::input`] gives, and
//! reads the answer from the one that [`Session::output`] gives; a web page that writes elsewhere
//! harms nothing but its own module.
//!
//! One instance has one table. A page solves in a worker, whose instance is thrown away, and gives
//! the bytes of the table to an instance of its own, which answers in microseconds.
//!
//! An author's own game becomes a module with [`module!`] in a `cdylib`:
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

pub use session::Session;

#[doc(hidden)]
pub use perfectplay_any::Catalogue;

/// Makes a crate a module with the games of a [`Catalogue`].
#[macro_export]
macro_rules! module {
    ($catalogue:expr) => {
        ::std::thread_local! {
            static SESSION: ::std::cell::RefCell<$crate::Session> =
                ::std::cell::RefCell::new($crate::Session::new($catalogue));
        }

        /// Makes room for so many bytes of what is asked, and tells where.
        #[unsafe(no_mangle)]
        pub extern "C" fn input(len: usize) -> *mut u8 {
            SESSION.with_borrow_mut(|session| session.input(len).as_mut_ptr())
        }

        /// Answers what was written: a JSON text of so many bytes, and what is behind it.
        #[unsafe(no_mangle)]
        pub extern "C" fn call(len: usize) {
            SESSION.with_borrow_mut(|session| session.call(len));
        }

        /// Returns where the answer is.
        #[unsafe(no_mangle)]
        pub extern "C" fn output() -> *const u8 {
            SESSION.with_borrow(|session| session.output().as_ptr())
        }

        /// Returns how many bytes the answer has.
        #[unsafe(no_mangle)]
        pub extern "C" fn output_len() -> usize {
            SESSION.with_borrow(|session| session.output().len())
        }
    };
}
