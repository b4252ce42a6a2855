//! Strings met in a block, by number in order of their first appearance.
//!
//! Format: "Dictionary".

use std::hash::{BuildHasher, RandomState};

use crate::strings::{Kind, Strings};
use entropy::Code;

/// Numbers for strings, and back.
///
/// A string takes its own bytes and 10 to 16 more, however many there are: whoever writes a text chooses how many that is.
#[derive(Clone, Default)]
pub struct Dictionary {
    /// The strings, one after the other, and where each ends.
    bytes: Vec<u8>,
    ends: Vec<u32>,
    /// Numbers of strings plus one, at the first free place from their hash on; 0 where there is none. A power of two.
    slots: Vec<u32>,
    /// Keyed, for whoever wrote the text may know other hashes.
    hasher: RandomState,
}

impl Dictionary {
    /// The number of a string that was met before.
    pub fn find(&self, string: &[u8]) -> Option<u32> {
        let slot = self.slot(string)?;
        self.slots[slot].checked_sub(1)
    }

    /// The string of a number below [`Dictionary::count`]; empty for any other.
    pub fn get(&self, id: u32) -> &[u8] {
        let id = id as usize;
        let Some(&end) = self.ends.get(id) else {
            return &[];
        };
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start as usize..end as usize]
    }

    /// Enters a string under the next number, which is returned; a string met before keeps its number.
    pub fn add(&mut self, string: &[u8]) -> u32 {
        if let Some(id) = self.find(string) {
            return id;
        }
        let id = self.add_unnamed(string);
        if 4 * self.ends.len() > 3 * self.slots.len() {
            let more = vec![0; (2 * self.slots.len()).max(16)];
            let known = std::mem::replace(&mut self.slots, more);
            let known = known.into_iter().filter_map(|slot| slot.checked_sub(1));
            known.for_each(|id| self.place(id));
        }
        self.place(id);
        id
    }

    /// Gives the next number to a string that is not to be found, and returns it.
    pub fn add_unnamed(&mut self, string: &[u8]) -> u32 {
        let id = self.count();
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len() as u32);
        id
    }

    /// Codes a string that was not met before, enters it, and returns its number. `None` if it is longer than `limit`.
    ///
    /// Junk may spell a string that is known; it keeps its number.
    pub fn enter(
        &mut self,
        coder: &mut impl Code,
        spelling: &mut Strings,
        string: &[u8],
        limit: u64,
    ) -> Option<u32> {
        let mut spelled = Vec::new();
        let whole = spelling.string(coder, Kind::Other(0), &[], string, limit, &mut spelled);
        whole.then(|| self.add(&spelled))
    }

    /// How many strings there are.
    pub fn count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The place of a string among the slots, or the free one where it belongs; `None` if there are no slots.
    fn slot(&self, string: &[u8]) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let mut at = self.hasher.hash_one(string) as usize & last;
        // One slot in four is free.
        while let Some(id) = self.slots[at].checked_sub(1) {
            if self.get(id) == string {
                break;
            }
            at = (at + 1) & last;
        }
        Some(at)
    }

    fn place(&mut self, id: u32) {
        if let Some(slot) = self.slot(self.get(id)) {
            self.slots[slot] = id + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn strings_have_numbers_in_the_order_of_their_coming(
            strings in proptest::collection::vec(proptest::collection::vec(0u8..4, 0..5), 0..300),
        ) {
            let (mut dictionary, mut plain) = (Dictionary::default(), HashMap::new());
            for string in &strings {
                prop_assert_eq!(dictionary.find(string), plain.get(string).copied());
                let next = plain.len() as u32;
                let id = *plain.entry(string.clone()).or_insert(next);
                prop_assert_eq!(dictionary.add(string), id);
                prop_assert_eq!(dictionary.get(id), &string[..]);
                prop_assert_eq!(dictionary.count() as usize, plain.len());
            }
            prop_assert_eq!(dictionary.get(dictionary.count()), b"");
        }
    }

    #[test]
    fn an_unnamed_string_is_not_found() {
        let mut dictionary = Dictionary::default();
        assert_eq!(dictionary.add(b"a"), 0);
        assert_eq!(dictionary.add_unnamed(b"b"), 1);
        assert_eq!(dictionary.find(b"b"), None);
        for at in 0..100u8 {
            assert_eq!(dictionary.add(&[at, at]), 2 + u32::from(at));
        }
        assert_eq!(dictionary.find(b"a"), Some(0));
    }
}
