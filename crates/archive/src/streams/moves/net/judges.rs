//! The networks of a model, however closely they look at moves.
//!
//! Format: "Networks".

use std::sync::Arc;

use super::file::{Malformed, Numbers};
use super::{BRIEF, Detail, Networks};

/// The networks of a model, by how closely they look at moves.
#[derive(Clone)]
pub enum Judges {
    /// In full.
    Full(Arc<Networks>),
    /// In brief.
    Brief(Arc<Networks<BRIEF>>),
}

impl Judges {
    /// Reads the bytes of a file of one to eight networks, which all look equally closely.
    ///
    /// # Errors
    ///
    /// As [`Networks::from_bytes`] has them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Ok(match Numbers::open(bytes)?.detail {
            Detail::Full => Self::Full(Arc::new(Networks::from_bytes(bytes)?)),
            Detail::Brief => Self::Brief(Arc::new(Networks::from_bytes(bytes)?)),
        })
    }

    /// What distinguishes these networks from all others: the hash of their file.
    pub fn digest(&self) -> u64 {
        match self {
            Self::Full(networks) => networks.digest(),
            Self::Brief(networks) => networks.digest(),
        }
    }
}
