//! Integers and runs of bytes, written one after the other and read back with every bound checked.
//!
//! Format: "Conventions".

/// Why bytes are not what the format says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The bytes end inside something.
    #[error("{0} ends early")]
    Short(&'static str),
    /// A checksum does not match.
    #[error("the checksum of {0} does not match")]
    Checksum(&'static str),
    /// The checksum of a block's header does not match, which covers the block's place among the blocks.
    #[error(
        "the block's header is damaged, or does not belong here: a block is missing, repeated or out of place"
    )]
    Misplaced,
    /// A rule of the format is broken.
    #[error("{0}")]
    Broken(&'static str),
    /// Sound, but of a kind that this release does not know.
    #[error("{0}")]
    Unknown(String),
}

/// Appends `value` in groups of seven bits, the lowest first; all bytes but the last have their high bit set.
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The fields of a record that are still to be read.
#[derive(Debug, Clone)]
pub struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// All of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// How many bytes are left.
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or(Fault::Short("a record"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next bytes, as many as the array has.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (taken, rest) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or(Fault::Short("a record"))?;
        self.rest = rest;
        Ok(*taken)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Fault> {
        Ok(self.array::<1>()?[0])
    }

    /// The next four bytes, little-endian.
    pub fn u32(&mut self) -> Result<u32, Fault> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// The next eight bytes, little-endian.
    pub fn u64(&mut self) -> Result<u64, Fault> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// The next variable-length integer; only its shortest form is accepted, so that a value has one spelling.
    pub fn varint(&mut self) -> Result<u64, Fault> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7F);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return Err(Fault::Broken("an integer is not in its shortest form"));
                }
                return Ok(value);
            }
        }
        Err(Fault::Broken("an integer needs more than 64 bits"))
    }

    /// The next variable-length integer, at most `limit`.
    pub fn varint_up_to(&mut self, limit: u64, what: &'static str) -> Result<u64, Fault> {
        let value = self.varint()?;
        if value > limit {
            return Err(Fault::Broken(what));
        }
        Ok(value)
    }

    /// That nothing is left.
    pub fn finish(self) -> Result<(), Fault> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Fault::Broken("a record is longer than its fields"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_come_back_and_have_one_spelling() {
        for value in (0..64)
            .flat_map(|bits| [(1u64 << bits) - 1, 1 << bits])
            .chain([u64::MAX])
        {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            let mut fields = Fields::new(&bytes);
            assert_eq!(fields.varint(), Ok(value));
            fields.finish().unwrap();
        }
        assert!(Fields::new(&[0x80, 0x00]).varint().is_err());
        assert!(Fields::new(&[0xFF; 11]).varint().is_err());
        assert!(
            Fields::new(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02])
                .varint()
                .is_err()
        );
        assert_eq!(Fields::new(&[0x80]).varint(), Err(Fault::Short("a record")));
    }
}
