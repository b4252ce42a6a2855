//! The streams of a block: for each, a folder with its codec, its models, their weights and its chapter of the format.
//!
//! Format: "Streams".
//!
//! Every stream has one function for both directions: when encoding, it reads its part of the game; when decoding, it fills it in. Parts
//! that several streams use are in the crate `pgnz-model`. What is public is what blocks are made of, the prediction of moves
//! ([`moves`]), and the models that archives name ([`Model`]). Training and tests get more by the feature `training`.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]
// The state of a model at the start of a block is not a value to fall back on.
#![allow(clippy::new_without_default)]

mod blanks;
mod clocks;
mod comments;
mod data;
mod data_file;
mod derived;
mod evals;
mod glyphs;
mod knowledge;
mod layout;
mod level;
pub mod moves;
mod structure;
mod tags;
#[cfg(feature = "training")]
pub mod training;
mod values;
mod vectors;

pub use clocks::Clocks;
pub use comments::{Coders as CommentCoders, Comments};
pub use data::{HeldData, MissingData};
pub use derived::{Derived, is_derived};
pub use evals::{EvalSteps, Evals};
pub use glyphs::Glyphs;
pub use knowledge::Model;
pub use layout::Layout;
pub use level::{Level, ModelId};
pub use structure::ends::EndContext;
pub use structure::{MoveRecord, MovetextEncoder, Structure, join_movetext};
pub use tags::Tags;
pub use vectors::VectorCode;
