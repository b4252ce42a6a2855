//! Sets of squares as a byte for each square.
//!
//! Speed only: archives do not depend on it.

/// For each row of squares that a set holds, a byte for each square: 1 if it is there.
static ROWS: [u64; 256] = {
    let mut rows = [0; 256];
    let mut at = 0;
    while at < 256 * 8 {
        let (row, file) = (at / 8, at % 8);
        rows[row] |= (row as u64 >> file & 1) << (8 * file);
        at += 1;
    }
    rows
};

/// A byte for each square, 1 if the set has it; a number for each rank, whose lowest byte is that of the a-file. So something is computed
/// for all squares at once: finding squares one after the other takes branches that a processor cannot predict.
///
/// ```
/// let ranks = legal::bytes(0b101 << 8);
/// assert_eq!(ranks, [0, 0x01_0001, 0, 0, 0, 0, 0, 0]);
/// ```
#[inline(always)]
#[must_use]
pub fn bytes(set: u64) -> [u64; 8] {
    set.to_le_bytes().map(|row| ROWS[usize::from(row)])
}
