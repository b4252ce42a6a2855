//! Places in an archive.
//!
//! Not part of the format.

use crate::Stream;
use std::fmt;

/// A place in an archive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Place {
    /// Number of the block, from 1, counted over all archives of the input.
    pub block: Option<u64>,
    /// The stream.
    pub stream: Option<Stream>,
    /// Byte of the input, from 0.
    pub offset: Option<u64>,
    /// The number of games before it in the input, if known.
    pub games_before: Option<u64>,
}

impl Place {
    /// A byte of the input.
    pub fn byte(offset: u64) -> Self {
        Self {
            offset: Some(offset),
            ..Self::default()
        }
    }

    /// A block by its index from 0, and the byte at which it starts.
    pub fn block(index: u64, offset: u64) -> Self {
        Self {
            block: Some(index + 1),
            offset: Some(offset),
            ..Self::default()
        }
    }

    /// A place with this number of games before it.
    pub fn after(self, games: impl Into<Option<u64>>) -> Self {
        Self {
            games_before: games.into(),
            ..self
        }
    }

    /// Writes the place as the beginning of a sentence.
    pub fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = self.block.map(|number| format!("block {number}"));
        let stream = self.stream.map(|stream| format!("stream {stream}"));
        let offset = self.offset.map(|offset| format!("byte {offset}"));
        let parts: Vec<String> = [block, stream, offset].into_iter().flatten().collect();
        if parts.is_empty() {
            return Ok(());
        }
        write!(f, "{}: ", parts.join(", "))
    }

    /// A stream of the block.
    pub fn stream(self, stream: Stream, offset: u64) -> Self {
        Self {
            stream: Some(stream),
            offset: Some(offset),
            ..self
        }
    }
}

/// The message for an archive that ends early.
#[must_use]
pub fn cut_short(games_before: Option<u64>) -> String {
    match games_before {
        None => "the archive is cut short".to_owned(),
        Some(0) => "the archive is cut short before the end of its first block".to_owned(),
        Some(games) => format!("the archive is cut short after game {games}"),
    }
}
