//! The container: header, blocks, chunks, index, footer. Bytes only; it knows no chess and does no I/O.
//!
//! Every function here takes and gives slices.
//!
//! Format: "Container".

pub mod block_header;
pub mod checksum;
pub mod chunk;
mod codecs;
pub mod fields;
pub mod file_name;
pub mod footer;
pub mod front;
pub mod header;
pub mod index;
pub mod provenance;
pub mod summary;
pub mod unfinished;

pub use block_header::BlockHeader;
pub use chunk::{ChunkHeader, Kind};
pub use codecs::Codecs;
pub use fields::Fault;
pub use file_name::FileName;
pub use footer::Footer;
pub use index::IndexBuilder;
pub use provenance::Provenance;
pub use summary::Summary;

/// Starts every block.
pub const BLOCK: [u8; 4] = *b"\xC1BLK";
/// Starts a chunk.
pub const CHUNK: [u8; 4] = *b"\xC1CHK";
/// Starts the index.
pub const INDEX: [u8; 4] = *b"\xC1IDX";
/// Starts the footer.
pub const FOOTER: [u8; 4] = *b"\xC1END";
