//! Games that must wait for their turn: in memory if there are few, otherwise on the disk, packed.
//!
//! Not part of the format.

use crate::Error;
use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// The bytes of text in a pile, unless this gives more than [`MOST`] piles.
const PILE_BYTES: u64 = 64 << 20;
/// The maximum number of piles; each of them is an open file.
const MOST: u64 = 200;
/// The part of each pile that is buffered in memory.
const BUFFER_BYTES: usize = 1 << 20;
/// The data before the text of a game: its rank and its length.
const HEAD_BYTES: usize = 8;

/// Games sorted into piles by their ranks.
pub struct Piles<'a> {
    piles: Vec<Pile>,
    temporary: &'a dyn Fn() -> io::Result<File>,
    /// The size of a pile's buffer.
    buffer_bytes: usize,
}

/// Games with consecutive ranks.
pub struct Pile {
    /// The rank after the last.
    end: usize,
    buffer: Vec<u8>,
    file: Option<File>,
}

/// A pile that has been read.
pub struct Texts {
    bytes: Vec<u8>,
    /// Ranks, and the places of their texts, in order.
    places: Vec<(u32, std::ops::Range<usize>)>,
}

impl<'a> Piles<'a> {
    /// Makes piles for games with texts of about these lengths, by rank.
    pub fn new(expected: &[u32], temporary: &'a dyn Fn() -> io::Result<File>) -> Self {
        let total: u64 = expected.iter().map(|&bytes| u64::from(bytes)).sum();
        let each = PILE_BYTES.max(total / MOST + 1);
        let mut piles = Vec::new();
        let mut bytes = 0;
        for (rank, &more) in expected.iter().enumerate() {
            bytes += u64::from(more);
            if bytes >= each || rank + 1 == expected.len() {
                piles.push(Pile {
                    end: rank + 1,
                    buffer: Vec::new(),
                    file: None,
                });
                bytes = 0;
            }
        }
        let buffer_bytes = match piles.len() {
            1 => 2 * PILE_BYTES as usize,
            _ => BUFFER_BYTES,
        };
        Self {
            piles,
            temporary,
            buffer_bytes,
        }
    }

    /// Puts a game into its pile.
    pub fn put(&mut self, rank: u32, text: &[u8]) -> Result<(), Error> {
        let at = self.piles.partition_point(|pile| pile.end <= rank as usize);
        let Some(pile) = self.piles.get_mut(at) else {
            return Ok(());
        };
        // No text of a game is longer than a block.
        let length = text.len() as u32;
        pile.buffer.extend_from_slice(&rank.to_le_bytes());
        pile.buffer.extend_from_slice(&length.to_le_bytes());
        pile.buffer.extend_from_slice(text);
        if pile.buffer.len() >= self.buffer_bytes {
            pile.store(self.temporary).map_err(waiting)?;
        }
        Ok(())
    }

    /// All piles in their order.
    pub fn finish(self) -> Result<Vec<Pile>, Error> {
        Ok(self.piles)
    }
}

impl Pile {
    /// Writes the buffer to the disk.
    fn store(&mut self, temporary: &dyn Fn() -> io::Result<File>) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(temporary()?),
        };
        let packed = zstd::bulk::compress(&self.buffer, 1)?;
        file.write_all(&(packed.len() as u64).to_le_bytes())?;
        file.write_all(&(self.buffer.len() as u64).to_le_bytes())?;
        file.write_all(&packed)?;
        self.buffer.clear();
        Ok(())
    }

    /// Reads the whole pile. Also returns the rank after its last one.
    pub fn read(mut self) -> Result<(usize, Texts), Error> {
        let bytes = self.bytes().map_err(waiting)?;
        let mut places = Vec::new();
        let mut at = 0;
        while let Some(head) = bytes.get(at..).and_then(<[u8]>::first_chunk::<HEAD_BYTES>) {
            let [a, b, c, d, length @ ..] = *head;
            let start = at + HEAD_BYTES;
            at = start + u32::from_le_bytes(length) as usize;
            places.push((u32::from_le_bytes([a, b, c, d]), start..at));
        }
        places.sort_unstable_by_key(|(rank, _)| *rank);
        Ok((self.end, Texts { bytes, places }))
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let rest = std::mem::take(&mut self.buffer);
        let Some(mut file) = self.file.take() else {
            return Ok(rest);
        };
        let mut bytes = Vec::new();
        let length = file.stream_position()?;
        file.rewind()?;
        let mut file = io::BufReader::new(file.take(length));
        loop {
            let mut head = [0; 16];
            match file.read_exact(&mut head) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                done => done?,
            }
            let (packed, plain) = head.split_at(8);
            let number = |bytes: &[u8]| {
                bytes
                    .iter()
                    .rev()
                    .fold(0, |number, &byte| number << 8 | u64::from(byte))
            };
            let mut part = vec![0; number(packed) as usize];
            file.read_exact(&mut part)?;
            bytes.extend(zstd::bulk::decompress(&part, number(plain) as usize)?);
        }
        bytes.extend(rest);
        Ok(bytes)
    }
}

impl Texts {
    /// The ranks and the texts, in order.
    pub fn games(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let text =
            |place: &std::ops::Range<usize>| self.bytes.get(place.clone()).unwrap_or_default();
        self.places
            .iter()
            .map(move |(rank, place)| (*rank, text(place)))
    }
}

fn waiting(error: io::Error) -> Error {
    Error::Io("games cannot be stored temporarily", error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_the_order_of_their_ranks_from_the_disk() {
        let count = 3000u32;
        let text = |rank: u32| vec![rank as u8; 40_000 + rank as usize % 7];
        let expected = vec![40_000; count as usize];
        let temporary = || tempfile::tempfile();
        let mut piles = Piles::new(&expected, &temporary);
        assert_eq!(piles.piles.len(), 2);
        for n in 0..count {
            let rank = (n * 7919) % count;
            piles.put(rank, &text(rank)).unwrap();
        }
        let mut next = 0;
        for pile in piles.finish().unwrap() {
            assert!(pile.file.is_some());
            let (end, texts) = pile.read().unwrap();
            for (rank, found) in texts.games() {
                assert_eq!(rank, next);
                assert!(found == text(rank));
                next += 1;
            }
            assert_eq!(next as usize, end);
        }
        assert_eq!(next, count);
    }
}
