//! CRC-32 (the polynomial of zlib and PNG), stored little-endian.

use super::fields::{Fault, Fields};

/// Length of a stored checksum in bytes.
pub const BYTES: usize = 4;

/// The checksum of some bytes.
pub fn of(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Appends the checksum of everything that is in `out`.
pub fn seal(out: &mut Vec<u8>) {
    seal_with(out, &[]);
}

/// Appends the checksum of everything that is in `out` and of a context that is known where it is read, and so not stored.
pub fn seal_with(out: &mut Vec<u8>, context: &[u8]) {
    let sum = of_parts(out, context);
    out.extend_from_slice(&sum.to_le_bytes());
}

fn of_parts(body: &[u8], context: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(body);
    hasher.update(context);
    hasher.finalize()
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
    if Fields::new(sum).u32()? != of_parts(body, context) {
        return Err(Fault::Checksum(what));
    }
    Ok(body)
}
