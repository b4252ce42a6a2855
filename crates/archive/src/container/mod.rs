//! The container: header, blocks, index, footer. Bytes only; it knows no chess and does no I/O.
//!
//! Every function here takes and gives slices.
//!
//! Format: "Container".

pub mod block_header;
pub mod checksum;
pub mod fields;
pub mod footer;
pub mod header;
pub mod index;
pub mod summary;

pub use block_header::BlockHeader;
pub use fields::Fault;
pub use footer::Footer;
pub use index::IndexBuilder;
pub use summary::Summary;

/// Starts every block.
pub const BLOCK: [u8; 4] = *b"\xC1BLK";
/// Starts the index.
pub const INDEX: [u8; 4] = *b"\xC1IDX";
/// Starts the footer.
pub const FOOTER: [u8; 4] = *b"\xC1END";
