//! Catches panics in the rules of a game, and reports each panic with the state in which it
//! occurred.

#[cfg(feature = "std")]
use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::any::Any;
#[cfg(feature = "std")]
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::route::SEARCHED;
use crate::{Fault, Finding, Game, RuleAnswers, Trails, starts};

/// A panic that was caught.
#[cfg(feature = "std")]
pub struct Panic(Box<dyn Any + Send>);
/// Without `std`, panics are not caught.
#[cfg(not(feature = "std"))]
pub enum Panic {}

/// Calls `question`, which calls the rules of a game, and catches a panic. Without the feature
/// `std`, or in a program built with `panic = "abort"`, no panic is caught.
///
/// # Errors
/// Fails when the rules panic.
pub fn ask<T>(question: impl FnOnce() -> T) -> Result<T, Panic> {
    // After a panic, no data that were being changed are used again.
    #[cfg(feature = "std")]
    return catch_unwind(AssertUnwindSafe(question)).map_err(Panic);
    #[cfg(not(feature = "std"))]
    Ok(question())
}

impl Panic {
    /// Returns the panic as a fault of the rules, with the message of the panic.
    #[must_use]
    pub fn fault(&self) -> Fault {
        #[cfg(feature = "std")]
        {
            let text = self.0.downcast_ref::<&str>().map(|&text| text.into());
            let message = text.or_else(|| self.0.downcast_ref::<String>().cloned());
            Fault::Panic { message }
        }
        #[cfg(not(feature = "std"))]
        match *self {}
    }

    /// Searches for a state in which the rules panic, and returns the panic together with this
    /// state. The state is as near to a start as possible. The search calls the rules again for one
    /// state after another, because solvers do not record in which state they called the rules. If
    /// the rules do not panic again, resumes the original panic.
    pub fn find<G: Game>(self, game: &G) -> Finding {
        self.find_with(game, |_| ())
    }

    /// Does the same as [`find`](Self::find), but also calls `question` for each state that the
    /// search visits.
    pub fn find_with<G: Game>(self, game: &G, question: impl Fn(G::State)) -> Finding {
        match nearest(game, question) {
            Some(finding) => finding,
            #[cfg(feature = "std")]
            None => resume_unwind(self.0),
            #[cfg(not(feature = "std"))]
            None => match self {},
        }
    }
}

/// Finds a state in which the rules panic, as near to a start as possible.
fn nearest<G: Game>(game: &G, question: impl Fn(G::State)) -> Option<Finding> {
    let mut trails = Trails::new();
    let met = ask(|| {
        for start in starts(game) {
            trails.meet(game.key(start), start, None);
        }
    });
    // Without a start, there is no state to report.
    met.ok()?;
    for number in 0..SEARCHED {
        let state = trails.states().get(number)?;
        let asked = ask(|| {
            question(state);
            let after = RuleAnswers::new(game, state).next.into_iter();
            let keyed = after.map(|(mv, after)| (game.key(after), after, mv));
            keyed.collect::<Vec<_>>()
        });
        match asked {
            Ok(after) => {
                for (key, after, mv) in after {
                    trails.meet(key, after, Some((number, mv)));
                }
            }
            Err(panic) => {
                return Some(Finding {
                    fault: panic.fault(),
                    route: trails.route(game, number),
                });
            }
        }
    }
    None
}
