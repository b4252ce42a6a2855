//! The state with which the groups after the first begin.
//!
//! Format: "Coding a block".

use super::Models;
use streams::Derived;

/// The state of the models after the first group.
#[derive(Clone)]
pub(super) struct Head {
    pub models: Models,
    pub derived: Derived,
}
