//! What every format does.
//!
//! Not part of the format.

use crate::Value;
use std::io;

/// The version of the columns that docs/export.md and docs/json.md describe.
pub const SCHEMA: u32 = 1;

/// What a format does with rows.
pub(crate) trait Sink {
    /// Takes in the next row.
    fn add(&mut self, row: &[Value]) -> io::Result<()>;

    /// Writes what is still to be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
