//! The networks of a model, by their width.
//!
//! Format: "Networks".

use std::sync::Arc;

use super::file::{Malformed, Numbers};
use super::{BEST, DEFAULT, FAST, Networks};
use crate::data::Sum;

/// The networks of a model, by their hidden columns.
#[derive(Clone)]
pub enum AnyNetworks {
    /// [`BEST`], which describe moves in full.
    Best(Arc<Networks>),
    /// [`DEFAULT`], which describe them in brief.
    Default(Arc<Networks<DEFAULT>>),
    /// [`FAST`], which describe them in brief.
    Fast(Arc<Networks<FAST>>),
}

impl AnyNetworks {
    /// Reads the bytes of a file of one to eight networks, which all have the same width.
    ///
    /// # Errors
    ///
    /// As for [`Networks::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Ok(match Numbers::open(bytes)?.columns {
            BEST => Self::Best(Arc::new(Networks::from_bytes(bytes)?)),
            DEFAULT => Self::Default(Arc::new(Networks::from_bytes(bytes)?)),
            _ => Self::Fast(Arc::new(Networks::from_bytes(bytes)?)),
        })
    }

    /// The SHA-256 of the networks' file.
    pub fn digest(&self) -> Sum {
        match self {
            Self::Best(networks) => networks.digest(),
            Self::Default(networks) => networks.digest(),
            Self::Fast(networks) => networks.digest(),
        }
    }
}
