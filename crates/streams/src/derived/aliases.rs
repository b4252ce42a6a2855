//! Learns how the current file writes the names that the catalogue of openings gives to openings.
//!
//! Format: "Stream derived".

use crate::derived::catalogue::{Catalogue, LabelRef, Labels, School};

use super::columns::{CODE, NAME, URL, VARIATION};
use super::places::{Places, spread};
use crate::values::Values;

/// The value that the file had for a label the last time, and how often it has been the same since.
type Met = (u32, u32);

/// The key of a label of a school in a column.
fn key(school: School, label: u16, column: usize) -> u64 {
    spread((school as u64) << 32 | (column as u64) << 16 | u64::from(label))
}

/// The catalogue's labels, and the values that the block has for them.
#[derive(Clone, Default)]
pub(super) struct Aliases {
    /// By [`key`].
    met: Places<Met>,
    /// The text before an opening's name in an address, and whether the ECO code and a hyphen come before the name.
    address: (Vec<u8>, bool),
    /// The labels of the current game.
    labels: Labels<(u16, usize)>,
}

impl Aliases {
    /// Begins a game that passes these positions.
    pub fn begin(&mut self, positions: &[u64]) {
        self.labels = Catalogue::shipped().find(positions);
    }

    /// The value that this file is expected to have in a column for the school's label, and how often the block has agreed, up to 4; 0 if
    /// it has not had the label yet. `code` is the ECO code of the game.
    pub fn guess(
        &self,
        values: &mut Values,
        school: School,
        column: usize,
        code: &[u8],
    ) -> Option<(u32, u32)> {
        let (label, _) = self.labels[school as usize]?;
        if let Some(&(value, agreed)) = self.met.get(&key(school, label, column)) {
            return Some((value, 1 + agreed.min(3)));
        }
        let label = Catalogue::shipped().label(school, label)?;
        let value = values.enter(&self.value(school, &label, column, code)?)?;
        Some((value, 0))
    }

    /// The value of a label in a column.
    fn value(
        &self,
        school: School,
        label: &LabelRef<'_>,
        column: usize,
        code: &[u8],
    ) -> Option<Vec<u8>> {
        match (school, column) {
            (_, CODE) => Some(label[0].to_vec()),
            (School::Lichess | School::Classical | School::EarlierLichess, NAME) => {
                Some(label[1].to_vec())
            }
            (School::Classical, VARIATION) => Some(label[2].to_vec()),
            (School::ChessCom, URL) => {
                let (start, coded) = &self.address;
                let code = if *coded {
                    [code, b"-"].concat()
                } else {
                    Vec::new()
                };
                Some([&start[..], &code, label[1]].concat())
            }
            _ => None,
        }
    }

    /// The values in a column, other than that of the code, of all labels of the catalogue with an ECO code.
    pub fn all(&self, values: &mut Values, column: usize, code: &[u8]) -> Vec<u32> {
        let mut found = Vec::new();
        for school in School::ALL.into_iter().filter(|_| column != CODE) {
            for label in Catalogue::shipped().labels_of(school, code) {
                let value = self.value(school, &label, column, code);
                let id = value.and_then(|value| values.enter(&value));
                found.extend(id.filter(|id| !found.contains(id)));
            }
        }
        found
    }

    /// Learns the game's value in a column, with the value's number; `code` is the ECO code.
    pub fn learn(&mut self, column: usize, id: u32, value: &[u8], code: &[u8]) {
        for (school, label) in School::ALL.into_iter().zip(self.labels) {
            let Some((label, _)) = label else { continue };
            let key = key(school, label, column);
            let again = match self.met.get(&key) {
                Some(&(known, times)) if known == id => times.saturating_add(1),
                _ => 0,
            };
            self.met.insert(key, (id, again));
        }
        if column == URL {
            let start = memchr::memrchr(b'/', value).map_or(0, |at| at + 1);
            let (start, name) = value.split_at(start);
            let rest = name.strip_prefix(code).filter(|_| !code.is_empty());
            let coded = rest.is_some_and(|rest| rest.starts_with(b"-"));
            self.address = (start.to_vec(), coded);
        }
    }
}
