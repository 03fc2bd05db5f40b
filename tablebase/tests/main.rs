//! All tests of the store, in one program: what they share is compiled once.

mod agreement;
mod corpus;
mod damage;
mod jobs;
mod keyed;
mod keyed_tables;
mod parts;
mod python;
mod repeating;
mod values;
