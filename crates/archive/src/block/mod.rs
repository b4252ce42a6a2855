//! The block codec: the text of some games to streams and back.

use crate::{BlockFacts, Stream};

/// A block in streams, ready for the container.
#[derive(Debug, Clone, Default)]
pub struct EncodedBlock {
    /// Facts about the text.
    pub facts: BlockFacts,
    /// The streams that are not empty, in the order of [`Stream::ALL`].
    pub streams: Vec<(Stream, Vec<u8>)>,
}

/// The streams of a block as they lie in a file.
#[derive(Debug, Clone, Copy)]
pub struct BlockPayload<'a> {
    /// Facts as the block's header records them.
    pub facts: &'a BlockFacts,
    /// The streams that are present.
    pub streams: &'a [(Stream, &'a [u8])],
}

/// Why a block cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockError {
    /// The stream that is at fault, where that is known.
    pub stream: Option<Stream>,
    /// The rule that is broken.
    pub what: &'static str,
}

/// Encodes any text.
#[must_use]
pub fn encode(text: &[u8]) -> EncodedBlock {
    let facts = BlockFacts {
        text_bytes: text.len() as u64,
        games: pgn::games(text).count() as u64,
        ..BlockFacts::default()
    };
    let streams = if text.is_empty() {
        Vec::new()
    } else {
        vec![(Stream::Stored, text.to_vec())]
    };
    EncodedBlock { facts, streams }
}

/// The text of a block.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub fn decode(block: &BlockPayload<'_>) -> Result<Vec<u8>, BlockError> {
    match block.streams {
        [] => Ok(Vec::new()),
        [(Stream::Stored, bytes)] => Ok(bytes.to_vec()),
        _ => Err(BlockError {
            stream: None,
            what: "a stream that this stub does not know",
        }),
    }
}
