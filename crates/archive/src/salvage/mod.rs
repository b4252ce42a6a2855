//! Gets every sound block out of an archive, whatever has happened to the rest.
//!
//! Format: "Damaged archives".
//!
//! [`scan`] reads an input once, front to back, and yields the blocks whose headers are sound, chunks, and what is wrong between them; after
//! a damaged part it goes on with the next marker whose checksum fits. Blocks are then decoded on all threads, and count as sound if
//! their text has its checksum. A damaged archive and a sound one take the same way, so that all who read one say the same of it.

mod begin;
mod block;
mod chunk;
mod decoded;
mod ends;
mod log;
mod note;
mod proof;
mod resume;
mod run;
mod scan;
mod search;
mod texts;
mod window;

pub(crate) use begin::check_magic;
pub(crate) use log::{ArchiveLog, Lying};
pub(crate) use note::{Gap, Note};
pub use run::{Handling, prove, salvage, salvage_apart, salvage_files, salvage_watched};
pub(crate) use scan::{ChunkSighting, Found, Scan, Sighting};
pub use texts::Texts;
