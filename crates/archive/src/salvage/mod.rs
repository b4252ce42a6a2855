//! Gets every sound block out of an archive, whatever has happened to the rest.
//!
//! Format: "Damaged archives".
//!
//! [`scan`] reads an input once, front to back, and yields the blocks whose headers are sound, chunks, and what is wrong between them; after
//! a damaged part it goes on with the next marker whose checksum fits. Whether the text of a block is sound shows when it is decoded. A
//! damaged archive and a sound one take the same way, so that all who read one say the same of it.

mod begin;
mod block;
mod chunk;
mod ends;
mod found;
mod log;
mod note;
mod resume;
mod scan;
mod search;
mod window;

pub(crate) use begin::check_magic;
pub(crate) use found::{ChunkSighting, Found, Sighting};
pub(crate) use log::{ArchiveLog, Lying};
pub(crate) use note::{Gap, Lost, Note, resolve};
pub(crate) use scan::{Scan, is_final};
