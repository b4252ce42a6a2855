//! The conformance set: archives with which another implementation of the format is tested.
//!
//! [`cases`] makes them, each with what a decoder must make of it; [`table`] writes them with their table; [`random`] makes others by
//! chance. `docs/conformance.md` says how they are used.
#![deny(missing_docs)]

mod case;
pub mod cases;
mod corpora;
mod player;
pub mod random;
mod setting;
pub mod table;

pub use case::{Case, Expected, Made};
pub use corpora::repository;
pub use player::{Dialect, Form, Player};
