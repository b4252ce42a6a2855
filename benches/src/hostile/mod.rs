//! Texts and archives made to cost much more than their size: what they cost in time and memory, each in a process of its own.

mod cases;
mod child;

pub use cases::{CASES, Case};
pub use child::{Cost, Direction, answer, cost_of};
