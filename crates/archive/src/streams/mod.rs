//! The streams of a block: for each, a folder with its codec, its models, their weights and its chapter of the format.
//!
//! Format: "Streams".
//!
//! Every stream has one function for both directions: when encoding, it reads its part of the game; when decoding, it fills it in. Parts
//! that several streams use are in the crate `pgnz-model`. Streams are public so that they can be trained and measured; their functions may
//! change with any release.
#![deny(clippy::float_arithmetic)]

mod blanks;
pub mod clocks;
pub mod comments;
pub mod derived;
pub mod evals;
mod glyphs;
mod layout;
pub mod moves;
pub mod structure;
pub mod tags;

pub(crate) use clocks::Clocks;
pub(crate) use comments::Comments;
pub(crate) use derived::{Derived, Lessons, is_derived};
pub(crate) use evals::Evals;
pub(crate) use glyphs::Glyphs;
pub(crate) use layout::Layout;
pub(crate) use structure::{MovetextEncoder, Structure};
pub(crate) use tags::Tags;
