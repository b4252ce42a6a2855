//! The interface that every format implements.
//!
//! Not part of the format.

use crate::Value;
use std::io;

/// The version of the columns that docs/export.md and docs/json.md describe.
pub const SCHEMA: u32 = 1;

/// A format that receives rows.
pub(crate) trait Sink {
    /// Adds the next row.
    fn add(&mut self, row: &[Value]) -> io::Result<()>;

    /// Writes the rest.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
