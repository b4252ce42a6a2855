//! Where the texts of games lie, one after the other.
//!
//! Not part of the format.

use archive::Border;

/// So much of the ends of a text decides whether a line end comes between two of them.
const HEAD_BYTES: usize = 64;
const TAIL_BYTES: usize = 256;

/// What of a text matters to where the next one lies.
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

/// Where texts begin, as `pgnz expand -c` writes them: with a line end between archives where it keeps two games apart.
#[derive(Default)]
pub(crate) struct Offsets {
    next: u64,
    border: Border,
    is_lost: bool,
}

impl Offsets {
    /// Where the next text begins.
    pub fn next(&mut self, edges: &Edges) -> Option<u64> {
        let start = self.next + self.border.begin(&edges.head).len() as u64;
        self.border.pass(&edges.tail);
        self.next = start + edges.bytes;
        (!self.is_lost).then_some(start)
    }

    /// From here on, nothing is known.
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
