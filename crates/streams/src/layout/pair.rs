//! Blanks within a tag pair, where they are not the usual ones: they are told at the end of the gap before it.
//!
//! Format: "Stream layout".

use std::borrow::Cow;

/// Blanks after `[`, between name and value, and before `]`.
pub(super) type Blanks<'a> = [&'a [u8]; 3];

const USUAL: Blanks<'static> = [b"", b" ", b""];

/// Whether a pair is written with the usual blanks.
pub(super) fn is_usual(text: &[u8], name: &[u8], value: &[u8]) -> bool {
    let rest = text
        .strip_prefix(b"[")
        .and_then(|rest| rest.strip_prefix(name));
    let rest = rest.and_then(|rest| rest.strip_prefix(b" \"")?.strip_prefix(value));
    rest == Some(b"\"]")
}

/// The gap before a pair with the blanks of the pair: `[` and a run of blanks, three times. A gap has no `[` on its last line, because
/// nothing but blanks and tags may precede a tag on its line.
pub(super) fn told<'a>(gap: &'a [u8], blanks: Blanks<'_>) -> Cow<'a, [u8]> {
    if blanks == USUAL {
        return Cow::Borrowed(gap);
    }
    let told = blanks.iter().flat_map(|blank| [&b"["[..], blank]);
    Cow::Owned([gap].into_iter().chain(told).collect::<Vec<_>>().concat())
}

/// The gap in what was [`told`], and the blanks. Those that are missing are the usual ones.
pub(super) fn parts(told: &[u8]) -> (&[u8], Blanks<'_>) {
    let is_line_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let line = told.iter().rposition(is_line_end).map_or(0, |at| at + 1);
    let mut pieces = told[line..].split(|&byte| byte == b'[');
    let gap = line + pieces.next().map_or(0, <[u8]>::len);
    let blanks = USUAL.map(|usual| pieces.next().unwrap_or(usual));
    (&told[..gap], blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_with_other_blanks_is_not_usual() {
        for (text, usual) in [
            ("[A \"b\"]", true),
            ("[A  \"b\"]", false),
            ("[A \"b\" ]", false),
            ("[ A \"b\"]", false),
        ] {
            assert_eq!(is_usual(text.as_bytes(), b"A", b"b"), usual, "{text}");
        }
    }

    #[test]
    fn blanks_come_back_from_a_gap() {
        for gap in [&b""[..], b"\n", b"\r\n \t", b"; [x\n", b" "] {
            for blanks in [
                USUAL,
                [b"", b"", b""],
                [b" ", b"\t", b"\xc2\xa0"],
                [b"", b" ", b" "],
            ] {
                assert_eq!(parts(&told(gap, blanks)), (gap, blanks));
            }
        }
        assert_eq!(parts(b"\n[ "), (&b"\n"[..], [&b" "[..], b" ", b""]));
    }
}
