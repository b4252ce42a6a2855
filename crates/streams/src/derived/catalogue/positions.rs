//! The table of positions that have names, searched by hash in the bytes of the file.
//!
//! Format: "The catalogue of openings". The table of starts is speed only: archives do not depend on it.

use super::{Labels, School};

/// Bytes of a position: its hash, and the number of its label in each school.
pub const RECORD: usize = 8 + 2 * School::ALL.len();
/// Stands for the number of a label where there is none.
pub const NONE: u16 = u16::MAX;
/// Positions are first found by so many of the highest bits of their hashes.
const BITS: u32 = 14;
/// The positions of most hashes that have none are told by so many of the highest bits.
const TOLD: u32 = 18;

/// Positions in ascending order of their hashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions<'a> {
    records: &'a [[u8; RECORD]],
    /// For each value of a hash's highest bits, the number of positions with a lower value; at the end the number of all positions.
    starts: Vec<u32>,
    /// For each value of the [`TOLD`] highest bits of a hash, a bit: whether there are positions with it. A game has many positions
    /// without a name, and these bits are few enough for the nearest cache.
    some: Vec<u64>,
}

impl<'a> Positions<'a> {
    /// The positions of these records; `None` if they are not in ascending order.
    pub fn new(records: &'a [[u8; RECORD]]) -> Option<Self> {
        if !records.is_sorted_by(|a, b| hash(a) < hash(b)) {
            return None;
        }
        let mut starts = Vec::with_capacity((1 << BITS) + 1);
        let mut some = vec![0; (1 << TOLD) / 64];
        for (place, record) in (0..).zip(records) {
            let highest = (hash(record) >> (64 - BITS)) as usize;
            starts.resize(starts.len().max(highest + 1), place);
            let (word, bit) = told(hash(record));
            some[word] |= bit;
        }
        starts.resize((1 << BITS) + 1, records.len() as u32);
        Some(Self {
            records,
            starts,
            some,
        })
    }

    /// The numbers of a position's labels, if it has any.
    pub fn get(&self, position: u64) -> Option<Labels<u16>> {
        let (word, bit) = told(position);
        if self.some.get(word)? & bit == 0 {
            return None;
        }
        let highest = (position >> (64 - BITS)) as usize;
        let [start, end] = *self.starts.get(highest..)?.first_chunk()?;
        let near = &self.records[start as usize..end as usize];
        let record = near.iter().find(|record| hash(record) == position)?;
        let (numbers, _) = record[8..].as_chunks();
        let mut labels = Labels::default();
        for (label, number) in labels.iter_mut().zip(numbers) {
            let number = u16::from_le_bytes(*number);
            *label = (number != NONE).then_some(number);
        }
        Some(labels)
    }

    /// How many there are.
    #[cfg(feature = "training")]
    pub fn len(&self) -> usize {
        self.records.len()
    }
}

/// The bit of a hash among those of [`Positions::some`], with its word.
fn told(hash: u64) -> (usize, u64) {
    let told = hash >> (64 - TOLD);
    ((told / 64) as usize, 1 << (told % 64))
}

fn hash(record: &[u8; RECORD]) -> u64 {
    record
        .first_chunk()
        .map_or(0, |hash| u64::from_le_bytes(*hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_and_others_are_not() {
        let record = |hash: u64| {
            let mut record = [0xff; RECORD];
            record[..8].copy_from_slice(&hash.to_le_bytes());
            record[8..10].copy_from_slice(&(hash as u16 & 0xff).to_le_bytes());
            record
        };
        let hashes = [0, 7, 1 << 50, (1 << 50) + 9, u64::MAX];
        let records = hashes.map(record);
        let positions = Positions::new(&records).unwrap();
        for hash in hashes {
            let labels = positions.get(hash).unwrap();
            assert_eq!(labels, [Some(hash as u16 & 0xff), None, None, None, None]);
        }
        for hash in [1, 8, 1 << 49, (1 << 50) + 1, 1 << 51, u64::MAX - 1] {
            assert_eq!(positions.get(hash), None);
        }
        assert_eq!(Positions::new(&[record(2), record(1)]), None);
        assert_eq!(Positions::default().get(1), None);
    }
}
