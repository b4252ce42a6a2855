//! Why a file is skipped.

use std::fmt::Display;

/// A reason to skip a file: a warning, not an error.
#[derive(Debug)]
pub struct Skip(pub &'static str);

impl Display for Skip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Skip {}
