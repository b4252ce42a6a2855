//! Where in a position in Forsyth-Edwards notation the next letter stands, and what is around it.
//!
//! Format: "StringModel".

use crate::number::hash;

/// A position as far as it is written.
#[derive(Clone, Default)]
pub(super) struct Board {
    /// The squares of the rank at hand and of the one above, from the a-file; 0 where empty or unknown.
    rank: [u8; 8],
    above: [u8; 8],
    ranks: u32,
    file: usize,
    counts: Counts,
    /// Fields after the pieces, and the one at hand.
    fields: u32,
    field: u32,
    last: u8,
}

/// How many pieces of each letter there are, by the lower six bits, which tell all of them apart.
#[derive(Clone)]
struct Counts([u8; 64]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; 64])
    }
}

impl Counts {
    fn add(&mut self, byte: u8) {
        let count = &mut self.0[usize::from(byte & 63)];
        *count = count.saturating_add(1);
    }

    fn of(&self, byte: u8) -> u32 {
        u32::from(self.0[usize::from(byte & 63)])
    }
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
                self.counts.add(byte);
                self.file += 1;
            }
        }
        self.file = self.file.min(8);
        self.last = byte;
    }

    /// What the next letter depends on: its place, what stands around it, how much of what there is, the rest.
    pub fn contexts(&self) -> [u32; 4] {
        if self.fields > 0 {
            let pieces = self.counts.0.iter().map(|&count| u32::from(count)).sum();
            return [
                hash(&[31, self.fields, self.field]),
                hash(&[32, self.fields, self.field, u32::from(self.last)]),
                hash(&[33, self.fields, self.field, pieces]),
                hash(&[34, self.fields]),
            ];
        }
        let at = |rank: &[u8; 8], file: usize| u32::from(rank.get(file).copied().unwrap_or(1));
        let file = self.file;
        let last = u32::from(self.last);
        let left = 8 - file as u32;
        let count = |byte: u8, most: u32| self.counts.of(byte).min(most);
        let kings = count(b'k', 1) | count(b'K', 1) << 1;
        let pawns = count(b'p', 8) << 4 | count(b'P', 8);
        [
            hash(&[31, self.ranks, file as u32, last]),
            hash(&[
                32,
                at(&self.above, file),
                at(&self.above, file + 1),
                last,
                left,
            ]),
            hash(&[33, self.ranks, kings, last, pawns]),
            hash(&[34, self.ranks, left, kings, at(&self.above, file)]),
        ]
    }
}
