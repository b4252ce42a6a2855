//! Strings of bits, written and read from the front.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::Error;

/// A string of bits of any length.
///
/// ```
/// use classic::Bits;
/// let mut bits = Bits::default();
/// bits.push(0b101, 3);
/// bits.push(1, 2);
/// assert_eq!((bits.len(), bits.to_string()), (5, "10101".to_owned()));
/// assert_eq!("10101".parse(), Ok(bits));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Invariant: the bits beyond `len` are zero.
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// The number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no bit.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bits in bytes, the first bit highest, with zeros up to a whole byte.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The first `len` bits of some bytes; `None` if there are fewer, or if what fills the last byte is not zero.
    pub fn from_bytes(bytes: &[u8], len: usize) -> Option<Self> {
        if len.div_ceil(8) != bytes.len() {
            return None;
        }
        let spare = bytes.len() * 8 - len;
        let clean = bytes
            .last()
            .is_none_or(|&last| last.trailing_zeros() >= spare as u32);
        clean.then(|| Self {
            bytes: bytes.to_vec(),
            len,
        })
    }

    /// Appends the low `count` bits of `value`, the highest of them first; `count` is at most 64.
    #[inline]
    pub fn push(&mut self, value: u64, count: u32) {
        let mut left = count;
        while left > 0 {
            if self.len.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let free = 8 - self.len as u32 % 8;
            let now = left.min(free);
            left -= now;
            let bits = (value >> left) as u8 & (u8::MAX >> (8 - now));
            if let Some(last) = self.bytes.last_mut() {
                *last |= bits << (free - now);
            }
            self.len += now as usize;
        }
    }

    /// Appends a number in `count` bits, which it fits in.
    pub fn push_number(&mut self, number: &BigUint, count: u64) {
        debug_assert!(number.bits() <= count);
        let digits = number.to_u64_digits();
        let digit = |at: u64| digits.get(at as usize).copied().unwrap_or(0);
        self.push(digit(count / 64), (count % 64) as u32);
        for at in (0..count / 64).rev() {
            self.push(digit(at), 64);
        }
    }

    /// Appends all bits of another string.
    pub fn append(&mut self, other: &Bits) {
        for (&byte, at) in other.bytes.iter().zip((0..other.len).step_by(8)) {
            let count = (other.len - at).min(8) as u32;
            self.push(u64::from(byte >> (8 - count)), count);
        }
    }

    /// Reads from the front.
    pub fn reader(&self) -> Reader<'_> {
        Reader { bits: self, at: 0 }
    }
}

impl fmt::Display for Bits {
    /// As zeros and ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reader = self.reader();
        while let Some(bit) = reader.next_bit() {
            f.write_str(if bit { "1" } else { "0" })?;
        }
        Ok(())
    }
}

impl FromStr for Bits {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut bits = Self::default();
        for (at, letter) in text.chars().enumerate() {
            match letter {
                '0' | '1' => bits.push(u64::from(letter == '1'), 1),
                _ => {
                    let what = format!("letter {} is {letter:?}, not 0 or 1", at + 1);
                    return Err(Error::malformed(what));
                }
            }
        }
        Ok(bits)
    }
}

/// Reads [`Bits`] from the front.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bits: &'a Bits,
    at: usize,
}

impl Reader<'_> {
    /// How many bits are left.
    pub fn left(&self) -> usize {
        self.bits.len - self.at
    }

    /// The next bit, if there is one.
    #[inline]
    pub fn next_bit(&mut self) -> Option<bool> {
        if self.at == self.bits.len {
            return None;
        }
        let byte = self.bits.bytes[self.at / 8];
        let bit = byte >> (7 - self.at % 8) & 1;
        self.at += 1;
        Some(bit == 1)
    }

    /// The next bit.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] at the end.
    #[inline]
    pub fn bit(&mut self) -> Result<bool, Error> {
        self.next_bit().ok_or_else(|| self.too_short())
    }

    /// The next `count` bits as a number; `count` is at most 64.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] if there are fewer.
    #[inline]
    pub fn take(&mut self, count: u32) -> Result<u64, Error> {
        if self.left() < count as usize {
            return Err(self.too_short());
        }
        let (mut value, mut left) = (0, count);
        while left > 0 {
            let there = 8 - self.at as u32 % 8;
            let now = left.min(there);
            let byte = self.bits.bytes[self.at / 8] >> (there - now);
            value = value << now | u64::from(byte & (u8::MAX >> (8 - now)));
            self.at += now as usize;
            left -= now;
        }
        Ok(value)
    }

    /// The next `count` bits as a number.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] if there are fewer.
    pub fn take_number(&mut self, count: u64) -> Result<BigUint, Error> {
        if (self.left() as u64) < count {
            return Err(self.too_short());
        }
        // The highest digit first, which alone may be short.
        let mut digits = vec![self.take((count % 32) as u32)? as u32];
        for _ in 0..count / 32 {
            digits.push(self.take(32)? as u32);
        }
        digits.reverse();
        Ok(BigUint::new(digits))
    }

    fn too_short(&self) -> Error {
        Error::malformed(format!("the {} bits end too soon", self.bits.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_pushed_is_taken(parts in proptest::collection::vec((any::<u64>(), 0u32..=64), 0..40)) {
            let low = |value: u64, count| value & u64::MAX.checked_shr(64 - count).unwrap_or(0);
            let mut bits = Bits::default();
            parts.iter().for_each(|&(value, count)| bits.push(value, count));
            let mut reader = bits.reader();
            for &(value, count) in &parts {
                prop_assert_eq!(reader.take(count), Ok(low(value, count)));
            }
            prop_assert_eq!(reader.left(), 0);
            let whole = bits.reader().take_number(bits.len() as u64).unwrap();
            let mut again = Bits::default();
            again.push_number(&whole, bits.len() as u64);
            prop_assert_eq!(&again, &bits);
            let mut twice = bits.clone();
            twice.append(&bits);
            prop_assert_eq!(twice.to_string(), bits.to_string().repeat(2));
            prop_assert_eq!(bits.to_string().parse(), Ok(bits));
        }
    }
}
