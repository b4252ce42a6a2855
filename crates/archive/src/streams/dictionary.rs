//! Strings met in a block, by number in order of their first appearance.

use std::collections::HashMap;

use entropy::Code;
use model::letters::{Kind, Letters};

/// Numbers for strings, and back.
#[derive(Default)]
pub(crate) struct Dictionary {
    ids: HashMap<Box<[u8]>, u32>,
    strings: Vec<Box<[u8]>>,
}

impl Dictionary {
    /// The number of a string that was met before.
    pub fn find(&self, string: &[u8]) -> Option<u32> {
        self.ids.get(string).copied()
    }

    /// The string of a number below [`Dictionary::len`]; empty for any other.
    pub fn get(&self, id: u32) -> &[u8] {
        self.strings.get(id as usize).map_or(&[], |string| string)
    }

    /// Enters a string under the next number, which is returned; a string met before keeps its number.
    pub fn add(&mut self, string: &[u8]) -> u32 {
        if let Some(id) = self.find(string) {
            return id;
        }
        let id = self.len();
        self.ids.insert(string.into(), id);
        self.strings.push(string.into());
        id
    }

    /// Codes a string that was not met before, enters it, and returns its number. `None` if it is longer than `limit`.
    ///
    /// Junk may spell a string that is known; it keeps its number.
    pub fn enter(
        &mut self,
        coder: &mut impl Code,
        spelling: &mut Letters,
        string: &[u8],
        limit: u64,
    ) -> Option<u32> {
        let mut spelled = Vec::new();
        let whole = spelling.string(coder, Kind::Other(0), &[], string, limit, &mut spelled);
        whole.then(|| self.add(&spelled))
    }

    /// How many strings there are.
    pub fn len(&self) -> u32 {
        self.strings.len() as u32
    }
}
