//! Remembers the last value in each situation, and how often in a row it has been right.
//!
//! Format: "Stream tags".

use model::number::place;

/// Rows, as a power of two; of situations whose rows are the same, the last replaces the others.
const BITS: u32 = 16;

/// The memory of one situation.
#[derive(Clone, Copy, Default)]
struct Row {
    check: u32,
    /// Number of the value.
    value: u32,
    streak: u8,
}

/// The last values of many situations.
pub(super) struct Memory(Vec<Option<Row>>);

impl Memory {
    pub fn new() -> Self {
        Self(vec![None; 1 << BITS])
    }

    /// The value that followed last in a situation, and how many times in a row it had followed again, up to 15.
    pub fn recall(&self, situation: u32) -> Option<(u32, u32)> {
        let row = self.0[place(situation, BITS)]?;
        (row.check == situation).then(|| (row.value, row.streak.into()))
    }

    /// Learns that the value with this number followed.
    pub fn learn(&mut self, situation: u32, value: u32) {
        let row = &mut self.0[place(situation, BITS)];
        let streak = match row {
            Some(row) if row.check == situation && row.value == value => (row.streak + 1).min(15),
            _ => 0,
        };
        *row = Some(Row {
            check: situation,
            value,
            streak,
        });
    }
}
