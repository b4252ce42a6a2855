//! Where in a position in Forsyth-Edwards notation the next letter stands, and what is around it.
//!
//! Format: "Strings".

use crate::number::hash;

/// A position as far as it is written.
#[derive(Clone, Default)]
pub(super) struct Board {
    /// The squares of the rank at hand and of the one above, from the a-file; 0 where empty or unknown.
    rank: [u8; 8],
    above: [u8; 8],
    ranks: u32,
    file: usize,
    /// Which kings stand: Black's in the lowest bit, then White's.
    kings: u32,
    /// Fields after the pieces, and the one at hand.
    fields: u32,
    field: u32,
}

impl Board {
    /// Goes on after a letter.
    pub fn learn(&mut self, byte: u8) {
        match byte {
            b' ' => {
                self.fields += 1;
                self.field = 0;
            }
            _ if self.fields > 0 => self.field = hash(&[self.field, byte.into()]),
            b'/' => {
                self.above = std::mem::take(&mut self.rank);
                self.ranks += 1;
                self.file = 0;
            }
            b'1'..=b'8' => self.file += usize::from(byte - b'0'),
            _ => {
                if let Some(square) = self.rank.get_mut(self.file) {
                    *square = byte;
                }
                self.kings |= u32::from(byte == b'k') | u32::from(byte == b'K') << 1;
                self.file += 1;
            }
        }
        self.file = self.file.min(8);
    }

    /// What the next letter after `last` depends on: its place, what stands around it, the rest.
    pub fn contexts(&self, last: u32) -> [u32; 3] {
        if self.fields > 0 {
            return [
                hash(&[20, self.fields, self.field]),
                hash(&[21, self.fields, self.field, last]),
                hash(&[22, self.fields]),
            ];
        }
        let above = |file: usize| u32::from(self.above.get(file).copied().unwrap_or(1));
        let file = self.file;
        [
            hash(&[20, self.ranks, file as u32, last]),
            hash(&[21, above(file), above(file + 1), last, file as u32]),
            hash(&[22, self.ranks, file as u32, self.kings, above(file)]),
        ]
    }
}
