//! All tests of the solver, in one program: what they share is compiled once.

mod agreement;
