//! Remembers the last value in each situation.
//!
//! Format: "Stream tags".

use model::number::place;

/// Rows, as a power of two; of situations whose rows are the same, the last replaces the others.
const BITS: u32 = 16;

/// The situations, and the numbers of their values.
pub(super) struct Memory(Vec<Option<(u32, u32)>>);

impl Memory {
    pub fn new() -> Self {
        Self(vec![None; 1 << BITS])
    }

    /// The value that followed last in a situation.
    pub fn recall(&self, situation: u32) -> Option<u32> {
        let (known, value) = self.0[place(situation, BITS)]?;
        (known == situation).then_some(value)
    }

    /// Learns that the value with this number followed.
    pub fn learn(&mut self, situation: u32, value: u32) {
        self.0[place(situation, BITS)] = Some((situation, value));
    }
}
