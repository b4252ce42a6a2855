//! Integer-only probability models, one for each stream of a chess archive, and the small toolkit they share.
//!
//! Not part of the format.
//!
//! Toolkit: [`mix`] (logistic mixing of adaptive estimates), [`number`] (integers as short chains of decisions),
//! [`mixture`] (the same from many contexts and a [`perceptron`]), [`move_to_front`] (what followed last time), [`string_model`] and
//! [`text_model`] (strings by context mixing). Every model is driven through [`entropy::Code`], so that encoder and decoder run the very same code; there is no floating point between a
//! context and a byte.
#![deny(clippy::float_arithmetic)]

mod chosen;
pub mod clocks;
pub mod ends;
pub mod evals;
pub mod fields;
pub mod lines;
pub mod marks;
pub mod mix;
pub mod mixture;
pub mod move_to_front;
pub mod moves;
pub mod names;
pub mod number;
pub mod openings;
pub mod perceptron;
pub mod pv;
mod rate;
pub mod repetitions;
mod simd;
pub mod string_model;
mod strings;
pub mod text_model;
pub mod variations;
mod vectors;

pub use vectors::VectorCode;
