//! A decoder that encodes again what it reads, to check that a message is the only one of its game.
//!
//! Not part of the format.

use entropy::range::{Decoder, Encoder};
use entropy::{Code, Distribution, Encode};

/// Decodes a message and encodes its symbols again, so that the caller can compare both messages at the end.
pub(super) struct Rereader {
    decoder: Decoder,
    encoder: Encoder,
}

impl Rereader {
    /// A decoder of a message, which may be any bytes.
    pub fn new(message: &[u8]) -> Self {
        Self {
            decoder: Decoder::new(message),
            encoder: Encoder::new(),
        }
    }

    /// The message that encodes what was read.
    pub fn finish(self) -> Vec<u8> {
        finish(self.encoder)
    }
}

/// A message may lack so many bytes of what its game needs, all of them zeros. By chance a game lacks one in 256 cases, and a fourth in
/// none of four billion.
const MOST_MISSING: usize = 3;

/// The message of a game. It is the shortest one, but for zeros that tell it from a longer message that was cut: without them the
/// beginning of most messages would be that of some other game, which goes on for up to 16 bytes after its end.
pub(super) fn finish(encoder: Encoder) -> Vec<u8> {
    let least = encoder.whole_bytes().saturating_sub(MOST_MISSING);
    let mut message = encoder.finish();
    if message.len() < least {
        message.resize(least, 0);
    }
    message
}

impl Code for Rereader {
    fn code<D: Distribution>(&mut self, symbol: usize, distribution: &D) -> usize {
        let symbol = self.decoder.code(symbol, distribution);
        self.encoder.encode(symbol, distribution);
        symbol
    }

    fn decodes(&self) -> bool {
        true
    }

    fn failed(&self) -> bool {
        self.decoder.failed()
    }
}
