//! Chess games to streams to blocks to a container, and back, byte for byte.
#![deny(missing_docs)]

pub mod block;
mod facts;
mod stream;

pub use facts::BlockFacts;
pub use stream::Stream;
