//! Codes values that cannot be predicted: as an earlier value of the block, or spelled.
//!
//! Format: "Stream derived".

use entropy::Code;
use model::number::{Decisions, hash};
use model::strings::{Kind, Strings};

use model::dictionary::Dictionary;

/// Most values that are remembered.
const MOST_MET: u32 = 1 << 16;

/// Model of values that other models did not predict.
#[derive(Clone)]
pub(super) struct Plain {
    values: Dictionary,
    decisions: Decisions<3>,
    text: Strings,
}

/// The column and the context of a value.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The number of the tag's name.
    pub column: u32,
    /// A number for what it may depend on.
    pub context: u32,
    /// A value that it may resemble.
    pub reference: &'a [u8],
}

impl Plain {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            values: Dictionary::default(),
            decisions: Decisions::new(16),
            text: Strings::short(),
        }
    }

    /// Codes a value that depends on nothing but its name and resembles none in particular. `None` if it is longer than `limit`.
    pub fn code_alone(
        &mut self,
        coder: &mut impl Code,
        column: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let place = Place {
            column,
            context: 0,
            reference: &[],
        };
        self.code(coder, place, value, limit)
    }

    /// Codes a value. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        place: Place<'_>,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let Place {
            column, context, ..
        } = place;
        let reference = self.values.find(place.reference).map_or(0, |id| id + 1);
        let contexts = [
            hash(&[1, column]),
            hash(&[2, column, context]),
            hash(&[3, column, reference]),
        ];
        let known = self.values.find(value);
        if self.decisions.bit(coder, contexts, 0xFF, known.is_some()) {
            let contexts = contexts.map(|context| !context);
            let id = self
                .decisions
                .symbol(coder, contexts, 16, known.unwrap_or(0));
            return Some(self.values.get(id).to_vec());
        }
        let mut found = Vec::new();
        let whole = self.text.string(
            coder,
            Kind::Other(column),
            place.reference,
            value,
            limit,
            &mut found,
        );
        whole.then_some(found)
    }

    /// Remembers a value, coded here or elsewhere, and returns its number, unless there are too many.
    pub fn learn(&mut self, value: &[u8]) -> Option<u32> {
        if self.values.count() < MOST_MET {
            Some(self.values.add(value))
        } else {
            self.values.find(value)
        }
    }

    /// The number of a value that is remembered.
    pub fn find(&self, value: &[u8]) -> Option<u32> {
        self.values.find(value)
    }

    /// The value of a number.
    pub fn get(&self, id: u32) -> &[u8] {
        self.values.get(id)
    }
}
