//! How contexts are spread over the tables of counters.
//!
//! Format: "Mixture".

/// What distinguishes a group from others with the same contexts.
#[inline]
pub(super) fn salt(group: usize) -> u32 {
    (group as u32 + 1).wrapping_mul(0x9E37_79B1)
}

/// A context of a group, spread over all 32 bits.
#[inline]
pub(super) fn salted(context: u32, salt: u32) -> u32 {
    (context ^ salt).wrapping_mul(0x2545_F491)
}

/// Spreads a number over all 32 bits.
#[inline]
pub(super) fn spread(context: u32) -> u32 {
    let mixed = (context ^ context >> 16).wrapping_mul(0x2545_F491);
    (mixed ^ mixed >> 15).wrapping_mul(0x9E37_79B1)
}
