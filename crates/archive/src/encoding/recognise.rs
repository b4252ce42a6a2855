//! Whether a text is UTF-16, by its first bytes.
//!
//! Format: "What a writer chooses".

use super::Encoding;

/// So much of a text's beginning is looked at.
pub(crate) const LOOK_BYTES: usize = 4096;
/// Without a byte order mark a text has to have this many units to be taken for UTF-16.
const LEAST_UNITS: usize = 4;

/// The encoding of a text that begins like this: its first [`LOOK_BYTES`] or all of it. `None` for everything but UTF-16.
///
/// A byte order mark tells it, or that every other byte is zero. As a mark is only two bytes, at least half of what is looked at must be valid.
pub(crate) fn recognise(start: &[u8]) -> Option<Encoding> {
    let start = &start[..start.len().min(LOOK_BYTES)];
    let encoding = match start {
        // UTF-32 begins like this too.
        [0xFF, 0xFE, 0, 0, ..] => return None,
        [0xFF, 0xFE, ..] => Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => Encoding::Utf16Be,
        _ => by_zeros(start)?,
    };
    let taken = encoding.read(start, &mut Vec::new());
    (taken.bytes * 2 >= start.len()).then_some(encoding)
}

fn by_zeros(start: &[u8]) -> Option<Encoding> {
    // Tells most texts apart at once.
    let encoding = match start {
        [0, low, ..] if *low != 0 => Encoding::Utf16Be,
        [low, 0, ..] if *low != 0 => Encoding::Utf16Le,
        _ => return None,
    };
    let units: Vec<u16> = start
        .as_chunks()
        .0
        .iter()
        .map(|two| encoding.unit(*two))
        .collect();
    let narrow = units.iter().filter(|&&unit| unit < 0x100).count();
    let is_text =
        units.len() >= LEAST_UNITS && !units.contains(&0) && narrow * 4 >= units.len() * 3;
    is_text.then_some(encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str, encoding: Encoding) -> Vec<u8> {
        let mut out = Vec::new();
        encoding.write(text.as_bytes(), &mut out).unwrap();
        out
    }

    #[test]
    fn utf16_is_recognised_with_a_mark_and_without() {
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            for text in [
                "[Event \"?\"]",
                "\u{FEFF}[Event \"?\"]",
                "\u{FEFF}",
                "\u{FEFF}棋",
            ] {
                let bytes = spelled(text, encoding);
                assert_eq!(recognise(&bytes), Some(encoding), "{text}");
                let cut = [&bytes[..], b"\n"].concat();
                assert_eq!(recognise(&cut), Some(encoding), "{text}");
            }
        }
    }

    #[test]
    fn other_bytes_are_not_taken_for_utf16() {
        let utf32: Vec<u8> = "\u{FEFF}[Event"
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        let noise: Vec<u8> = (0..5000u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        for bytes in [
            &b""[..],
            b"a",
            b"a\0",
            b"a\0b\0c\0",
            b"\0\0\0\0\0\0\0\0\0\0",
            b"[Event \"?\"]",
            b"\xEF\xBB\xBF[Event \"?\"]",
            &utf32,
            &utf32[4..],
            &[&b"\xFF\xFE"[..], &noise].concat(),
            &noise,
        ] {
            assert_eq!(recognise(bytes), None, "{bytes:?}");
        }
    }
}
