//! The offsets of the games' texts.
//!
//! Not part of the format.

use archive::Border;

/// The number of bytes at both ends of a text that decide whether a line end is put between two texts.
const HEAD_BYTES: usize = 64;
const TAIL_BYTES: usize = 256;

/// The properties of a text on which the place of the next one depends.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    bytes: u64,
    head: Box<[u8]>,
    tail: Box<[u8]>,
}

impl Edges {
    pub fn of(text: &[u8]) -> Self {
        Self {
            bytes: text.len() as u64,
            head: text[..text.len().min(HEAD_BYTES)].into(),
            tail: text[text.len().saturating_sub(TAIL_BYTES)..].into(),
        }
    }
}

/// The offsets of texts, as `pgnz expand -c` writes them: with a line end between archives where it keeps two games apart.
#[derive(Default)]
pub(crate) struct Offsets {
    next: u64,
    border: Border,
    is_lost: bool,
}

impl Offsets {
    /// The offset of the next text.
    pub fn next(&mut self, edges: &Edges) -> Option<u64> {
        let start = self.next + self.border.begin(&edges.head).len() as u64;
        self.border.pass(&edges.tail);
        self.next = start + edges.bytes;
        (!self.is_lost).then_some(start)
    }

    /// From here on, the offsets are unknown.
    pub fn lose(&mut self) {
        self.is_lost = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_follow_each_other() {
        let mut offsets = Offsets::default();
        let mut next = |text: &[u8]| offsets.next(&Edges::of(text));
        assert_eq!(next(b"[White \"A\"]\n\n1. e4 *\n\n"), Some(0));
        assert_eq!(next(b"[White \"B\"]\n\n1. e4 *"), Some(22));
        // A line end comes between.
        assert_eq!(next(b"[White \"C\"]\n\n1. e4 *\n"), Some(43));
        offsets.lose();
        assert_eq!(offsets.next(&Edges::of(b"[White \"D\"]\n\n*\n")), None);
    }
}
