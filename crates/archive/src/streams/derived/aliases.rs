//! What the catalogue of openings calls a game's opening, in the words of the file at hand.
//!
//! Format: "Stream derived".

use std::collections::HashMap;

use crate::streams::derived::catalogue::{Catalogue, LabelRef, Labels, School};

use super::columns::{CODE, NAME, URL, VARIATION};
use super::plain::Plain;

/// A guess of the catalogue.
#[derive(Clone, Copy)]
pub(super) struct Alias {
    /// The number of the value.
    pub value: u32,
    /// How often the block has agreed, up to 4; 0 also where it has not had the label yet.
    pub agreed: u32,
    /// The depth of the position that decides.
    pub depth: usize,
}

/// What the file has put for a label the last time, and how often since.
type Met = (u32, u32);

/// The catalogue's labels, and what became of them in the block.
#[derive(Clone, Default)]
pub(super) struct Aliases {
    met: HashMap<(School, u16, usize), Met>,
    /// What stands before a name in an address, and whether the code and a hyphen follow it.
    address: (Vec<u8>, bool),
    /// Of the game.
    labels: Labels<(u16, usize)>,
}

impl Aliases {
    /// Begins a game that passes these positions.
    pub fn begin(&mut self, positions: &[u64]) {
        self.labels = Catalogue::shipped().find(positions);
    }

    /// Begins a lesson on a label of a school.
    pub fn only(&mut self, school: School, label: u16) {
        self.labels = Labels::default();
        self.labels[school as usize] = Some((label, 0));
    }

    /// What a school calls the game at hand.
    pub fn label(&self, school: School) -> Option<u16> {
        self.labels[school as usize].map(|(label, _)| label)
    }

    /// What a school's label is in this file under a name; `code` is the ECO code of the game.
    pub fn guess(
        &self,
        plain: &mut Plain,
        school: School,
        column: usize,
        code: &[u8],
    ) -> Option<Alias> {
        let (label, depth) = self.labels[school as usize]?;
        if let Some(&(value, agreed)) = self.met.get(&(school, label, column)) {
            let agreed = 1 + agreed.min(3);
            return Some(Alias {
                value,
                agreed,
                depth,
            });
        }
        let label = Catalogue::shipped().label(school, label)?;
        let value = plain.learn(&self.value(school, &label, column, code)?)?;
        Some(Alias {
            value,
            agreed: 0,
            depth,
        })
    }

    /// Whether the game's label in one of the schools stands for this value under a name, in this file.
    pub fn foresee(&self, plain: &Plain, column: usize, code: &[u8], value: &[u8]) -> bool {
        let mut labels = School::ALL.into_iter().zip(self.labels);
        labels.any(|(school, label)| {
            let Some((label, _)) = label else {
                return false;
            };
            if let Some(&(met, _)) = self.met.get(&(school, label, column)) {
                return plain.get(met) == value;
            }
            let label = Catalogue::shipped().label(school, label);
            let said = label.and_then(|label| self.value(school, &label, column, code));
            said.is_some_and(|said| said == value)
        })
    }

    /// What a label says under a name.
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

    /// Everything that the catalogue's labels with an ECO code say under a name other than that of the code.
    pub fn all(&self, column: usize, code: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for school in School::ALL {
            if column == CODE {
                break;
            }
            for label in Catalogue::shipped().labels_of(school, code) {
                let value = self.value(school, &label, column, code);
                found.extend(value.filter(|value| !found.contains(value)));
            }
        }
        found
    }

    /// Learns what the game has under a name: a value with its number, the ECO code being `code`.
    pub fn learn(&mut self, column: usize, id: u32, value: &[u8], code: &[u8]) {
        for (school, label) in School::ALL.into_iter().zip(self.labels) {
            let Some((label, _)) = label else { continue };
            let met = self.met.entry((school, label, column)).or_insert((id, 0));
            *met = if met.0 == id {
                (id, met.1.saturating_add(1))
            } else {
                (id, 0)
            };
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
