//! The streams of a block: for each, how the parts of a game become symbols under its model.
//!
//! Format: "Streams".
//!
//! Every stream has one function for both directions; encoding, it reads its part of the game, decoding, it fills it in.

mod breaks;
mod clocks;
pub(crate) mod comments;
mod comments_after_moves;
mod derived;
mod dictionary;
mod evals;
mod gap;
mod glyphs;
mod layout;
mod line_ends;
mod structure;
mod tags;

pub(crate) use clocks::Clocks;
pub(crate) use comments::Comments;
pub(crate) use derived::{Derived, is_derived};
pub(crate) use dictionary::Dictionary;
pub(crate) use evals::Evals;
pub(crate) use glyphs::Glyphs;
pub(crate) use layout::Layout;
pub(crate) use structure::{MovetextEncoder, Structure};
pub(crate) use tags::Tags;
