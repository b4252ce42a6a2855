//! The tables before the first string, made once for each size that is small.
//!
//! Not part of the format: archives do not depend on what is kept here.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use super::{PRIME, Silent, Tables};
use crate::strings;

/// Sizes of tables, in bits. Short texts have small tables, and to learn the prime costs more than to code them.
pub(super) const BITS: RangeInclusive<u32> = 12..=18;
/// The sizes of which a copy is kept: about 5 MB together.
const KEPT: usize = 3;

/// Tables of `1 << bits` lines that have learned the prime.
pub(super) fn tables(bits: u32) -> Box<Tables> {
    static PRIMED: [OnceLock<Tables>; KEPT] = [const { OnceLock::new() }; KEPT];
    match PRIMED.get((bits - BITS.start()) as usize) {
        Some(kept) => Box::new(kept.get_or_init(|| learned(bits)).clone()),
        None => Box::new(learned(bits)),
    }
}

fn learned(bits: u32) -> Tables {
    let mut tables = Tables::new(bits);
    for line in PRIME.lines() {
        tables.learned.state.begin();
        let (line, mut out) = (line.as_bytes(), Vec::new());
        strings::string(&mut tables, &mut Silent, &[], line, u64::MAX, &mut out);
    }
    tables
}
