//! What stands in place of a header or a section as long as what begins there is being written.
//!
//! Format: "Unfinished archives".

use super::{checksum, footer};

/// Starts the mark.
pub const MARKER: [u8; 4] = *b"\xC1ADD";
/// Length of the mark: that of the shortest thing that may take its place, a footer.
pub const BYTES: usize = footer::BYTES;

/// What a mark inside an archive says.
pub const WHAT: &str =
    "the archive is unfinished: it is still being written, or the run was stopped";

/// The mark of what is being added at this byte of the input.
pub fn mark(start: u64) -> [u8; BYTES] {
    let mut out = MARKER.to_vec();
    out.extend_from_slice(&start.to_le_bytes());
    out.resize(BYTES - checksum::BYTES, 0);
    checksum::seal(&mut out);
    let mut mark = [0; BYTES];
    mark.copy_from_slice(&out);
    mark
}

/// Looking at so many bytes tells whether an archive is being added.
pub const LOOK_BYTES: u64 = BYTES as u64 + 1;

/// Whether these bytes, which stand inside an archive at this byte of the input, begin with a mark.
pub fn is_mark(start: u64, bytes: &[u8]) -> bool {
    start > 0 && bytes.starts_with(&mark(start))
}

/// Whether what stands after an archive at this byte, of which [`LOOK_BYTES`] are given or all that there are, is an archive that is being added. Where
/// no more than a mark is left of the input, so that no game can be there, the beginning of one is enough, and so are zeros, which a
/// system may leave that has lost its power.
pub fn stands(start: u64, bytes: &[u8]) -> bool {
    if start == 0 || bytes.is_empty() {
        return false;
    }
    let is_short = bytes.len() <= BYTES;
    let is_empty = is_short && bytes.iter().all(|&byte| byte == 0);
    is_empty || is_short && mark(start).starts_with(bytes) || is_mark(start, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_holds_for_one_place() {
        let whole = [&mark(700)[..], b"blocks"].concat();
        assert!(stands(700, &whole) && !stands(701, &whole) && !stands(0, &whole));
        for length in 1..=BYTES {
            assert!(stands(700, &whole[..length]), "{length} bytes");
            assert!(stands(700, &vec![0; length]));
        }
        assert!(!stands(700, &[0; BYTES + 1]) && !stands(700, b"") && !stands(700, b"\xC1BLK"));
        let mut damaged = whole;
        damaged[5] ^= 1;
        assert!(!stands(700, &damaged));
    }
}
