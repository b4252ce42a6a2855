//! Lengths of codes from how often bytes occur, and the codes from their lengths.
//!
//! Not part of the format.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bits of the longest code: the table that decodes has an entry for whatever these bits may be.
pub(super) const LONGEST: u32 = 11;

/// How many bits the code of each byte has: none where it does not occur, at least one where it does.
pub(super) fn lengths(bytes: &[u8]) -> [u8; 256] {
    let mut counts = [0u32; 256];
    bytes
        .iter()
        .for_each(|&byte| counts[usize::from(byte)] += 1);
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|&length| u32::from(length) <= LONGEST) {
            return lengths;
        }
        // Codes of rare bytes get shorter if all bytes are less unlike.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = count.div_ceil(2) + 1;
        }
    }
}

/// The lengths of Huffman's code.
fn unlimited(counts: &[u32; 256]) -> [u8; 256] {
    let mut lengths = [0; 256];
    let found = (0..256).filter(|&byte| counts[byte] > 0);
    let mut heap: BinaryHeap<_> = found
        .map(|byte| Reverse((counts[byte], vec![byte])))
        .collect();
    if let [Reverse((_, bytes))] = heap.as_slice() {
        lengths[bytes[0]] = 1;
    }
    while let (Some(Reverse((least, mut bytes))), Some(Reverse((next, others)))) =
        (heap.pop(), heap.pop())
    {
        bytes.extend(others);
        bytes.iter().for_each(|&byte| lengths[byte] += 1);
        heap.push(Reverse((least + next, bytes)));
        if heap.len() == 1 {
            break;
        }
    }
    lengths
}

/// The code of each byte, its first bit the least significant: shorter codes come first, and among codes of a length those of smaller bytes.
pub(super) fn codes(lengths: &[u8; 256]) -> [u16; 256] {
    let (mut codes, mut next) = ([0; 256], 0u32);
    for length in 1..=LONGEST {
        next <<= 1;
        for byte in 0..256 {
            if u32::from(lengths[byte]) == length {
                codes[byte] = (next.reverse_bits() >> (32 - length)) as u16;
                next += 1;
            }
        }
    }
    codes
}
