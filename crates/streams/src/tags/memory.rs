//! Remembers, for each situation, the last value, the different one before it, and how often in a row the last has been right.
//!
//! Format: "Other values".

use model::number::place;

/// The memory of one situation.
#[derive(Clone, Copy, Default)]
struct Row {
    check: u32,
    /// Numbers of the last two different values, plus one; 0 if none.
    values: [u32; 2],
    streak: u8,
}

/// The last values of many situations; of situations whose hashes collide, the last replaces the others.
pub(super) struct Memory {
    rows: Vec<Row>,
    bits: u32,
}

/// What is remembered of a situation.
#[derive(Clone, Copy)]
pub(super) struct Remembered {
    /// The last value's number, plus one; 0 if none.
    pub last: u32,
    /// The different one before it, plus one; 0 if none.
    pub older: u32,
    /// How many times in a row the last one has been right, up to 15.
    pub streak: u8,
}

impl Memory {
    /// Room for `1 << bits` situations.
    pub fn new(bits: u32) -> Self {
        Self {
            rows: vec![Row::default(); 1 << bits],
            bits,
        }
    }

    /// The values that followed in a situation.
    pub fn recall(&self, situation: u32) -> Remembered {
        let row = &self.rows[place(situation, self.bits)];
        if row.check != situation {
            return Remembered {
                last: 0,
                older: 0,
                streak: 0,
            };
        }
        Remembered {
            last: row.values[0],
            older: row.values[1],
            streak: row.streak,
        }
    }

    /// Learns that the value with this number, plus one, followed.
    pub fn learn(&mut self, situation: u32, value: u32) {
        let row = &mut self.rows[place(situation, self.bits)];
        if row.check != situation {
            *row = Row {
                check: situation,
                values: [value, 0],
                streak: 0,
            };
        } else if row.values[0] == value {
            row.streak = (row.streak + 1).min(15);
        } else {
            row.values = [value, row.values[0]];
            row.streak = 0;
        }
    }
}
