//! The table of labels of all schools. A label is read from the bytes of the file only when it is needed.
//!
//! Format: "The catalogue of openings".

use super::{LabelRef, School};

/// Labels by school and number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelTable<'a> {
    /// For each school, the number of labels of the schools before it; at the end the number of all labels.
    firsts: [usize; School::ALL.len() + 1],
    /// Where each label ends in the text, as four bytes, the lowest first.
    ends: &'a [[u8; 4]],
    text: &'a [u8],
}

/// Number of parts of a school's labels.
pub const fn parts(school: School) -> usize {
    match school {
        School::Lichess | School::ChessCom | School::EarlierLichess => 2,
        School::Classical => 3,
        School::Database => 1,
    }
}

impl<'a> LabelTable<'a> {
    /// Takes the table from the start of a file. `None` if the file is shorter.
    pub fn take(file: &mut &'a [u8]) -> Option<Self> {
        let mut table = Self::default();
        for school in 0..School::ALL.len() {
            let count = u16::from_le_bytes(*file.split_off(..2)?.first_chunk()?);
            table.firsts[school + 1] = table.firsts[school] + usize::from(count);
        }
        let count = table.firsts[School::ALL.len()];
        (table.ends, _) = file.split_off(..4 * count)?.as_chunks();
        table.text = file.split_off(..table.start(count))?;
        Some(table)
    }

    /// The label of a number.
    pub fn get(&self, school: School, number: u16) -> Option<LabelRef<'a>> {
        let school_at = school as usize;
        let place = self.firsts[school_at] + usize::from(number);
        if place >= self.firsts[school_at + 1] {
            return None;
        }
        let mut rest = self.text.get(self.start(place)..self.start(place + 1))?;
        let mut label = LabelRef::default();
        for part in &mut label[..parts(school)] {
            let length = usize::from(*rest.split_off_first()?);
            *part = rest.split_off(..length)?;
        }
        Some(label)
    }

    /// How many labels a school has.
    pub fn count(&self, school: School) -> usize {
        self.firsts[school as usize + 1] - self.firsts[school as usize]
    }

    /// Where the label at a place, of all schools, begins in the text.
    fn start(&self, place: usize) -> usize {
        let before = place
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        before.map_or(0, |end| u32::from_le_bytes(*end) as usize)
    }
}
