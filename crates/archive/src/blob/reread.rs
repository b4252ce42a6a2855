//! A decoder that writes what it reads.
//!
//! Not part of the format.

use entropy::range::{Decoder, Encoder};
use entropy::{Code, Distribution, Encode};

/// Reads a message and writes it again, to see in the end whether it is the one that its symbols give.
pub(super) struct Rereader {
    decoder: Decoder,
    encoder: Encoder,
}

impl Rereader {
    /// A message, or any other bytes.
    pub fn new(message: &[u8]) -> Self {
        Self {
            decoder: Decoder::new(message),
            encoder: Encoder::new(),
        }
    }

    /// The message of what was read.
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
