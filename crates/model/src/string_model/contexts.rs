//! What the next byte of a string may depend on.
//!
//! Format: "StringModel".

use super::{BOARD, CONTEXTS, StringModel};
use crate::number::hash;

/// What the contexts are made of.
#[derive(Clone, Copy, Default)]
pub(super) struct State {
    pub kind: u32,
    /// The last eight bytes, the newest lowest.
    pub last: u64,
    /// The string so far.
    pub prefix: u32,
    pub length: u32,
    pub word: u32,
    /// The byte that stood here in the reference, and how many in a row it has been right.
    pub expected: u32,
    pub agreed: u32,
}

impl StringModel {
    /// The contexts of the next byte, each salted by its number.
    pub(super) fn contexts(&self) -> [u32; CONTEXTS] {
        let State {
            kind,
            last,
            prefix,
            length,
            word,
            expected,
            agreed,
        } = self.state;
        let recent = |bytes: u32| {
            let kept = last & ((1u64 << (8 * bytes)) - 1);
            hash(&[bytes, kept as u32, (kept >> 32) as u32])
        };
        let byte = last as u32 & 0xFF;
        if kind == BOARD {
            let [place, around, count, rest] = self.board.contexts();
            return [
                hash(&[20, byte, kind]),
                recent(2),
                recent(3),
                place,
                around,
                count,
                rest,
            ];
        }
        [
            hash(&[20, byte, kind]),
            recent(2),
            recent(3),
            recent(4),
            hash(&[21, prefix, kind]),
            hash(&[22, word, kind]),
            hash(&[23, expected, agreed.min(3), length.min(30), kind]),
        ]
    }
}
