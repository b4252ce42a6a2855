//! CRC-32 (the polynomial of zlib and PNG), stored little-endian.
//!
//! Format: "Conventions".

use super::fields::{Fault, Fields};

/// Length of a stored checksum in bytes.
pub const BYTES: usize = 4;
/// The polynomial, reflected.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// The checksum of some bytes.
pub fn of(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The checksum of some bytes that follow one another.
pub fn of_parts(parts: &[&[u8]]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    parts.iter().for_each(|part| sum.update(part));
    sum.finalize()
}

/// The checksum that was appended to some bytes; 0 where there is no room for one.
pub fn stored(sealed: &[u8]) -> u32 {
    let stored = sealed.split_last_chunk::<BYTES>();
    stored.map_or(0, |(_, sum)| u32::from_le_bytes(*sum))
}

/// Appends the checksum of everything that is in `out`.
pub fn seal(out: &mut Vec<u8>) {
    seal_with(out, &[]);
}

/// Appends the checksum of everything that is in `out` and of a context that is known where it is read, and so not stored.
pub fn seal_with(out: &mut Vec<u8>, context: &[u8]) {
    let sum = of_parts(&[out, context]);
    out.extend_from_slice(&sum.to_le_bytes());
}

/// The context below 2^32, as eight bytes with the lowest first, with which these bytes were sealed if they are sound.
///
/// Every four bytes that may stand in front of four zeros give another checksum, so that there is exactly one such context whatever
/// the bytes are: that they are sound must be seen by what they and the context say.
pub fn context_of(sealed: &[u8]) -> Option<u32> {
    let (body, sum) = sealed.split_last_chunk::<BYTES>()?;
    // The register of a CRC after some bytes is the stored sum, inverted, and so is the one that the next bytes start from.
    let (mut register, start) = (!u32::from_le_bytes(*sum), !of(body));
    for _ in 0..64 {
        // The step for one bit that is zero, backwards: the highest bit of the polynomial tells whether it was added.
        register = if register >> 31 == 1 {
            (register ^ POLYNOMIAL) << 1 | 1
        } else {
            register << 1
        };
    }
    Some(register ^ start)
}

/// What was given to [`seal`], if it is still that.
pub fn unseal<'a>(sealed: &'a [u8], what: &'static str) -> Result<&'a [u8], Fault> {
    unseal_with(sealed, &[], what)
}

/// What was given to [`seal_with`] with the same context, if it is still that.
pub fn unseal_with<'a>(
    sealed: &'a [u8],
    context: &[u8],
    what: &'static str,
) -> Result<&'a [u8], Fault> {
    let Some((body, sum)) = sealed.split_last_chunk::<BYTES>() else {
        return Err(Fault::Short(what));
    };
    if Fields::new(sum).u32()? != of_parts(&[body, context]) {
        return Err(Fault::Checksum(what));
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_context_is_found_from_the_checksum() {
        for body in [&b""[..], b"x", b"a block's header", &[0; 300]] {
            for context in [0u32, 1, 77, 1 << 20, u32::MAX] {
                let mut sealed = body.to_vec();
                seal_with(&mut sealed, &u64::from(context).to_le_bytes());
                assert_eq!(context_of(&sealed), Some(context));
            }
        }
        assert_eq!(context_of(b"abc"), None);
    }
}
