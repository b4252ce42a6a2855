//! Strings, byte by byte: how they end, and where they stand in a string that they may resemble.
//!
//! Format: "Strings".

use entropy::Code;

/// The byte that ends a string.
const END: u8 = 0;
/// The byte before an [`END`] or [`ESCAPE`] that belongs to the string.
const ESCAPE: u8 = 7;
/// How many bytes of the reference may be passed over at a time.
const NEAR: usize = 12;

/// A model of the bytes of strings.
pub trait ByteModel {
    /// Takes note of the next byte of the reference, 256 if there is none, and of how many bytes in a row agreed with it.
    fn expect(&mut self, expected: u32, agreed: u32);

    /// Codes one byte after `known`, which is the string so far, and learns it.
    fn byte(&mut self, coder: &mut impl Code, known: &[u8], byte: u8) -> u8;
}

/// Codes one string. `reference` is a string that it may resemble. Encoding, `text` is written; decoding, it is ignored; either way the
/// string is appended to `out`.
///
/// Returns `false` if the string is longer than `limit` bytes, which only junk can be; it is then cut there.
pub fn string(
    model: &mut impl ByteModel,
    coder: &mut impl Code,
    reference: &[u8],
    text: &[u8],
    limit: u64,
    out: &mut Vec<u8>,
) -> bool {
    let start = out.len();
    let (mut source, mut cursor, mut agreed) = (text.iter(), 0, 0_u32);
    for _ in 0..=limit {
        if coder.failed() {
            return false;
        }
        let expected = reference.get(cursor).map_or(256, |&byte| byte.into());
        model.expect(expected, agreed);
        let next = source.next().copied();
        let lead = match next {
            None => END,
            Some(END | ESCAPE) => ESCAPE,
            Some(byte) => byte,
        };
        let byte = match model.byte(coder, &out[start..], lead) {
            END => return !coder.failed(),
            ESCAPE => model.byte(coder, &out[start..], next.unwrap_or(END)),
            byte => byte,
        };
        out.push(byte);
        // The reference goes on at the next occurrence of the byte close by, or else in place.
        let rest = reference.get(cursor..).unwrap_or_default();
        let skipped = rest.iter().take(NEAR).position(|&other| other == byte);
        agreed = if skipped == Some(0) {
            agreed.saturating_add(1)
        } else {
            0
        };
        cursor = skipped.map_or(cursor, |skipped| cursor + skipped + 1);
    }
    false
}
