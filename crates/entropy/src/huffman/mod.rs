//! Bytes in Huffman's code: less room for tables that come with the program, at a gigabyte a second.
//!
//! Not part of the format. "A Method for the Construction of Minimum-Redundancy Codes" (Huffman, 1952); canonical codes of at most
//! eleven bits, as in zstd.
//!
//! The packed bytes begin with the number of the plain ones, of 64 bits. Then come blocks of 64 KiB of these. A block has the lengths of its 256 codes, four bits each; the lengths of
//! three of its four streams in bytes, as numbers of 32 bits; and the streams, each with the codes of a quarter of the block, the least
//! significant bit first. Four streams are decoded at once: a processor need not wait for one code before it looks at the next.
//! Behind the last block stand zeros, so that eight bytes can be read behind any that were read before they were needed.

mod lengths;
#[cfg(test)]
mod tests;

use crate::InvalidData;
use lengths::{LONGEST, codes, lengths};

/// Plain bytes in a block.
const BLOCK: usize = 1 << 16;
/// Bytes of a block before its streams.
const HEAD: usize = 128 + 3 * 4;
/// Zeros behind the last block.
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

/// Unpacks what [`pack`] has packed.
///
/// # Errors
///
/// [`InvalidData`] where the packed bytes end too early or have codes that no [`pack`] makes. Not every error is found.
///
/// ```
/// let packed = entropy::huffman::pack(&[7; 100_000]);
/// assert_eq!(entropy::huffman::unpack(&packed).unwrap(), [7; 100_000]);
/// assert!(packed.len() < 13_000);
/// ```
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, InvalidData> {
    let (length, mut packed) = packed.split_first_chunk().ok_or(InvalidData)?;
    let length = u64::from_le_bytes(*length);
    // No code is shorter than a bit.
    if length > 8 * packed.len() as u64 {
        return Err(InvalidData);
    }
    let mut bytes = vec![0; length as usize];
    for block in bytes.chunks_mut(BLOCK) {
        let (head, streams) = packed.split_at_checked(HEAD).ok_or(InvalidData)?;
        let (nibbles, sizes) = head.split_at(128);
        let mut lengths = [0; 256];
        for (pair, nibble) in lengths.as_chunks_mut().0.iter_mut().zip(nibbles) {
            *pair = [nibble & 15, nibble >> 4];
        }
        let table = table(&lengths)?;
        let mut begin = 0;
        let mut starts = [0; 4];
        for (start, size) in starts[1..].iter_mut().zip(sizes.as_chunks().0) {
            begin += u32::from_le_bytes(*size) as usize;
            *start = begin;
        }
        let end = decode(streams, starts, &table, block).ok_or(InvalidData)?;
        packed = &streams[end..];
    }
    Ok(bytes)
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
