//! The networks of a model, with moves described either in full or in brief.
//!
//! Format: "Networks".

use std::sync::Arc;

use super::file::{Malformed, Numbers};
use super::{BRIEF, Detail, Networks};

/// The networks of a model, by how they describe moves.
#[derive(Clone)]
pub enum Judges {
    /// In full.
    Full(Arc<Networks>),
    /// In brief.
    Brief(Arc<Networks<BRIEF>>),
}

impl Judges {
    /// Reads the bytes of a file of one to eight networks, which all describe moves in the same detail.
    ///
    /// # Errors
    ///
    /// As for [`Networks::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Ok(match Numbers::open(bytes)?.detail {
            Detail::Full => Self::Full(Arc::new(Networks::from_bytes(bytes)?)),
            Detail::Brief => Self::Brief(Arc::new(Networks::from_bytes(bytes)?)),
        })
    }

    /// A digest that distinguishes these networks from all others: the hash of their file.
    pub fn digest(&self) -> u64 {
        match self {
            Self::Full(networks) => networks.digest(),
            Self::Brief(networks) => networks.digest(),
        }
    }
}
