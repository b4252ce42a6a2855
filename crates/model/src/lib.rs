//! The toolkit that the models of the streams are made of: integer-only estimates of probabilities, and how they are mixed.
//!
//! Not part of the format.
//!
//! - Bits: [`mix`] (logistic mixing of adaptive estimates), [`mixture`] (the same from many contexts, with a [`perceptron`]),
//!   [`counter_table`] (a table of counters by context), [`rate`] (how fast weights move).
//! - Values: [`number`] (integers as short chains of decisions), [`move_to_front`] (what followed last time), [`softmax`] (shares of
//!   alternatives from their logits), [`candidates`] (values that may come next), [`repetitions`] (how often a position was there).
//! - Strings: [`strings`] (by context mixing), [`dictionary`] (strings by number).
//! - Speed only: [`simd`] and [`chosen`].
//!
//! What a stream is, and what its models look at, stands in its folder in `pgnz-streams`. Every model is driven through
//! [`entropy::Code`], so that encoder and decoder run the very same code; there is no floating point between a context and a byte.
#![deny(clippy::float_arithmetic)]

pub mod candidates;
pub mod chosen;
pub mod counter_table;
pub mod dictionary;

pub mod mix;
pub mod mixture;
pub mod move_to_front;
pub mod number;
pub mod perceptron;
pub mod rate;
pub mod repetitions;
pub mod simd;
pub mod softmax;
pub mod strings;
