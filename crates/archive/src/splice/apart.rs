//! What keeps two games apart that were not next to each other before.
//!
//! Not part of the format.

use crate::border::Border;
use crate::encoding::recognise;

/// So much of the next text is looked at: enough to see that a game begins.
const LOOK_BYTES: usize = 1 << 16;

/// What stands between two games.
#[derive(Debug, PartialEq, Eq)]
pub enum Parting {
    /// Line ends, mostly none.
    LineEnds(Vec<u8>),
    /// Line ends, and the end of a block, for the rule of PGN finds no end of a game there whatever stands between.
    Block(Vec<u8>),
}

/// What keeps the text of a game apart from the next.
pub fn parting(text: &[u8], next: &[u8]) -> Parting {
    let is_recoded = |text: &[u8]| recognise(text).is_some();
    if !is_recoded(text) && !is_recoded(next) {
        let next = &next[..next.len().min(LOOK_BYTES)];
        let line_end = match memchr::memmem::find(text, b"\r\n") {
            Some(_) => &b"\r\n"[..],
            None => b"\n",
        };
        for line_ends in 0..3 {
            let gap = line_end.repeat(line_ends);
            let joined = [text, &gap, next].concat();
            let first = pgn::games(&joined).next();
            if first.is_some_and(|game| game.len() == text.len() + gap.len()) {
                return Parting::LineEnds(gap);
            }
        }
    }
    let mut border = Border::default();
    border.pass(text);
    Parting::Block(border.begin(next).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_apart_by_as_little_as_needed() {
        let tag = b"[White \"A\"]\n\n1. e4 *";
        for (text, gap) in [
            (&b"[White \"B\"]\n\n*\n\n"[..], &b""[..]),
            (b"[White \"B\"]\n\n*\n", b""),
            (b"[White \"B\"]\n\n*", b"\n"),
            (b"[White \"B\"]\r\n\r\n*", b"\r\n"),
            (b"[White \"B\"]\n\n1. e4 e5", b"\n"),
        ] {
            assert_eq!(parting(text, tag), Parting::LineEnds(gap.to_vec()));
        }
        // A comment that does not end.
        let open = parting(b"[White \"B\"]\n\n1. e4 { and", tag);
        assert_eq!(open, Parting::Block(Vec::new()));
    }
}
