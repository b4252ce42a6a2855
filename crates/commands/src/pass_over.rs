//! Why a file is passed over.

use std::fmt::Display;

/// A reason to pass over a file: a warning, not an error.
#[derive(Debug)]
pub struct PassOver(pub &'static str);

impl Display for PassOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for PassOver {}
