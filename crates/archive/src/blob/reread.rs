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
        self.encoder.finish()
    }
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
