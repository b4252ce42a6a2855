//! Bytes in Huffman's code: less room for tables that come with the program, at a gigabyte a second.
//!
//! Not part of the format. Canonical codes (David A. Huffman, 1952) of at most eleven bits, as zstd has them.
//!
//! The packed bytes begin with the number of the plain ones, of 64 bits. Then come blocks, each of 64 KiB of plain bytes. A block has
//! the lengths of its 256 codes, four bits each; the lengths of three of its four streams in bytes, as numbers of 32 bits; and the
//! streams, each with the codes of a quarter of the block, the least significant bit first. Four streams are decoded at once: a
//! processor need not wait for one code before it looks at the next. After the last block stand zeros, so that eight bytes can be read
//! after any that were read before they were needed.

mod lengths;
#[cfg(test)]
mod tests;

use std::io::{self, Read};

use crate::InvalidData;
use lengths::{LONGEST, codes, lengths};

/// Plain bytes in a block.
const BLOCK: usize = 1 << 16;
/// Bytes of a block before its streams.
const HEAD: usize = 128 + 3 * 4;
/// Zeros after the last block.
const PADDING: usize = 16;
/// Codes in one word of at least 56 bits.
const TOGETHER: usize = 56 / LONGEST as usize;

/// Packs bytes.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = (bytes.len() as u64).to_le_bytes().to_vec();
    for block in bytes.chunks(BLOCK) {
        let lengths = lengths(block);
        let codes = codes(&lengths);
        packed.extend(
            lengths
                .as_chunks()
                .0
                .iter()
                .map(|&[low, high]| low | high << 4),
        );
        let streams = quarters(block).map(|quarter| stream(quarter, &lengths, &codes));
        for stream in &streams[..3] {
            packed.extend((stream.len() as u32).to_le_bytes());
        }
        streams.iter().for_each(|stream| packed.extend(stream));
    }
    packed.extend([0; PADDING]);
    packed
}

/// Unpacks what [`pack`] has packed, block by block.
///
/// It reads [`std::io::ErrorKind::InvalidData`] where the packed bytes end too early or have codes that no [`pack`] makes. Not every
/// error is found.
///
/// ```
/// use std::io::Read;
///
/// let packed = entropy::huffman::pack(&[7; 100_000]);
/// let mut bytes = Vec::new();
/// entropy::huffman::Unpacker::new(&packed).read_to_end(&mut bytes)?;
/// assert_eq!(bytes, [7; 100_000]);
/// assert!(packed.len() < 13_000);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Unpacker<'a> {
    packed: &'a [u8],
    /// Plain bytes after the block; none are known before the first read.
    left: Option<u64>,
    block: Vec<u8>,
    /// How much of the block was read.
    at: usize,
}

impl<'a> Unpacker<'a> {
    /// Before the first byte.
    pub fn new(packed: &'a [u8]) -> Self {
        Self {
            packed,
            left: None,
            block: Vec::new(),
            at: 0,
        }
    }

    /// Goes on to the next block, which is empty at the end.
    fn next_block(&mut self) -> Result<(), InvalidData> {
        let left = match self.left {
            Some(left) => left,
            None => {
                let (left, packed) = self.packed.split_first_chunk().ok_or(InvalidData)?;
                self.packed = packed;
                u64::from_le_bytes(*left)
            }
        };
        self.at = 0;
        self.block.resize(left.min(BLOCK as u64) as usize, 0);
        self.left = Some(left - self.block.len() as u64);
        if self.block.is_empty() {
            return Ok(());
        }
        let (head, streams) = self.packed.split_at_checked(HEAD).ok_or(InvalidData)?;
        let (nibbles, sizes) = head.split_at(128);
        let mut lengths = [0; 256];
        for (pair, nibble) in lengths.as_chunks_mut().0.iter_mut().zip(nibbles) {
            *pair = [nibble & 15, nibble >> 4];
        }
        let table = table(&lengths)?;
        let (mut begin, mut starts) = (0, [0; 4]);
        for (start, size) in starts[1..].iter_mut().zip(sizes.as_chunks().0) {
            begin += u32::from_le_bytes(*size) as usize;
            *start = begin;
        }
        let end = decode(streams, starts, &table, &mut self.block).ok_or(InvalidData)?;
        self.packed = &streams[end..];
        Ok(())
    }
}

impl Read for Unpacker<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            let next = self.next_block();
            next.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        }
        let read = (&self.block[self.at..]).read(bytes)?;
        self.at += read;
        Ok(read)
    }
}

/// The quarters of a block, of which the last may be shorter or empty.
fn quarters(block: &[u8]) -> [&[u8]; 4] {
    let quarter = block.len().div_ceil(4);
    [0, 1, 2, 3]
        .map(|at| &block[(at * quarter).min(block.len())..((at + 1) * quarter).min(block.len())])
}

/// The codes of bytes, filled up to whole bytes.
fn stream(bytes: &[u8], lengths: &[u8; 256], codes: &[u16; 256]) -> Vec<u8> {
    let (mut out, mut word, mut held) = (Vec::new(), 0u64, 0);
    for &byte in bytes {
        word |= u64::from(codes[usize::from(byte)]) << held;
        held += lengths[usize::from(byte)];
        while held >= 8 {
            out.push(word as u8);
            word >>= 8;
            held -= 8;
        }
    }
    out.extend((held > 0).then_some(word as u8));
    out
}

/// What the next bits mean: the byte, and in the upper half how many bits its code has.
fn table(lengths: &[u8; 256]) -> Result<Box<[u16; 1 << LONGEST]>, InvalidData> {
    let space: u32 = lengths
        .iter()
        .filter(|&&length| length > 0)
        .map(|&length| (1 << LONGEST) >> length)
        .sum();
    if lengths.iter().any(|&length| u32::from(length) > LONGEST) || space > 1 << LONGEST {
        return Err(InvalidData);
    }
    let mut table = Box::new([0; 1 << LONGEST]);
    for (byte, (&code, &length)) in codes(lengths).iter().zip(lengths).enumerate() {
        if length > 0 {
            let entries = table[usize::from(code)..].iter_mut().step_by(1 << length);
            entries.for_each(|entry| *entry = byte as u16 | u16::from(length) << 8);
        }
    }
    Ok(table)
}

/// Where a stream is read.
#[derive(Clone, Copy)]
struct Cursor {
    at: usize,
    word: u64,
    held: u32,
}

impl Cursor {
    /// Reads until at least 56 bits are held.
    #[inline(always)]
    fn fill(&mut self, bytes: &[u8]) -> Option<()> {
        let next = bytes.get(self.at..)?.first_chunk()?;
        self.word |= u64::from_le_bytes(*next) << self.held;
        self.at += (63 - self.held as usize) / 8;
        self.held |= 56;
        Some(())
    }

    #[inline(always)]
    fn next(&mut self, table: &[u16; 1 << LONGEST]) -> u8 {
        let entry = table[self.word as usize % (1 << LONGEST)];
        let length = u32::from(entry >> 8);
        self.word >>= length;
        self.held -= length;
        entry as u8
    }
}

/// Decodes a block; says where its streams end.
fn decode(
    streams: &[u8],
    starts: [usize; 4],
    table: &[u16; 1 << LONGEST],
    block: &mut [u8],
) -> Option<usize> {
    let mut cursors = starts.map(|at| Cursor {
        at,
        word: 0,
        held: 0,
    });
    let quarter = block.len().div_ceil(4);
    let mut rest = block;
    let mut quarters = [(); 4].map(|()| {
        let length = quarter.min(rest.len());
        rest.split_off_mut(..length).unwrap_or_default()
    });
    // The first three are as long as each other, and the last is not longer.
    let even = quarters[3].len() / TOGETHER;
    let [a, b, c, d] = quarters
        .each_mut()
        .map(|quarter| quarter[..even * TOGETHER].as_chunks_mut::<TOGETHER>().0);
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        for cursor in &mut cursors {
            cursor.fill(streams)?;
        }
        for at in 0..TOGETHER {
            a[at] = cursors[0].next(table);
            b[at] = cursors[1].next(table);
            c[at] = cursors[2].next(table);
            d[at] = cursors[3].next(table);
        }
    }
    for (quarter, cursor) in quarters.into_iter().zip(&mut cursors) {
        for byte in &mut quarter[even * TOGETHER..] {
            cursor.fill(streams)?;
            *byte = cursor.next(table);
        }
    }
    // Bytes that were read and of which no bit was needed.
    let end = cursors[3].at - cursors[3].held as usize / 8;
    (end <= streams.len()).then_some(end)
}
