//! Hash tables by the hash of a position, which is used as it is, because it is spread over all bits already.
//!
//! Speed only: archives do not depend on it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash table by the hash of a position, or by a number that is [`spread`].
pub type Places<T> = HashMap<u64, T, BuildHasherDefault<AsItIs>>;

/// Spreads a small number over all bits; different numbers stay different.
pub fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(32)
}

/// A hasher that returns the last number it was given.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
