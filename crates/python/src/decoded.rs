//! Which parts of a game were decoded.

use crate::error;
use crate::parts;
use pgnz::Columns;
use pyo3::PyResult;
use std::sync::Arc;

/// A game, and which parts of it were decoded.
pub struct Decoded {
    pub game: pgnz::Game,
    pub parts: Columns,
    /// The name of its archive, the value of the column `path`.
    pub archive: Arc<str>,
}

impl Decoded {
    /// Whether its text was decoded, and so everything.
    pub fn has_text(&self) -> bool {
        self.parts.contains(Columns::ALL)
    }

    /// Raises an error, which is an `AttributeError`, too, if the attribute with this name was not decoded.
    pub fn check(&self, name: &str) -> PyResult<()> {
        if self.parts.contains(parts::needs(name)?) {
            return Ok(());
        }
        let what =
            format!("'{name}' was not decoded: name it in columns=[…], or leave columns out");
        Err(error::not_decoded(what))
    }
}
