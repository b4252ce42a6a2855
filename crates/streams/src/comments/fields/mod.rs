//! Numbers in machine-made comments: depths, times, node counts, scores.
//!
//! Format: "Numbers in comments".
//!
//! Only a field's place in the comment is known beforehand. How its value can be predicted is found while coding. Candidate relations are:
//! the last value of the same side; that of the other side; an earlier field plus the last difference from it; a total less an earlier
//! field; the product of two earlier fields; or a number of the game, such as the moves since the last capture. For every field the
//! relation that would have cost the least lately is used, and the difference from its prediction is coded.

mod relations;
mod view;

use std::collections::HashMap;

use entropy::Code;

use model::mixture::{Mixture, SIGNED, UNSIGNED};
use relations::{Earlier, Relations};
use view::{CONTEXTS, FEATURES, View, class};

/// Values are below this either way: 15 digits.
pub const MOST: i64 = 999_999_999_999_999;

/// Fields with separate models; further fields, as in junk, share these.
const MOST_FIELDS: usize = 64;

/// From this step on, a difference from a product is coded as whole steps and a remainder.
const LONG_STEP: i64 = 16;

/// The fields of a block.
#[derive(Clone, Default)]
pub struct Fields {
    places: HashMap<u32, usize>,
    fields: Vec<Field>,
    /// One for each field.
    mixtures: Vec<Mixture<CONTEXTS, FEATURES>>,
    /// The numbers of the comment so far: which field, and the value.
    comment: Vec<(usize, i64)>,
    side: usize,
    /// Classes of the last differences in this comment.
    differences: [u32; 2],
}

#[derive(Clone)]
struct Field {
    relations: Relations,
    /// For each side the last values, the newest first.
    values: [[i64; 3]; 2],
    /// For each side, how many values it had in this game, and the first.
    seen: [u32; 2],
    first: [i64; 2],
    decimals: u32,
    last_difference: [i64; 2],
}

impl Field {
    fn new() -> Self {
        Self {
            relations: Relations::default(),
            values: [[0; 3]; 2],
            seen: [0; 2],
            first: [0; 2],
            decimals: 0,
            last_difference: [0; 2],
        }
    }

    /// Converts the known values to another number of decimals.
    fn scale(&mut self, decimals: u32) {
        let (up, down) = (
            10i64.pow(decimals.saturating_sub(self.decimals).min(9)),
            10i64.pow(self.decimals.saturating_sub(decimals).min(9)),
        );
        self.decimals = decimals;
        if up == down {
            return;
        }
        let known = self.values.iter_mut().flatten().chain(&mut self.first);
        for value in known {
            *value = (*value).saturating_mul(up).clamp(-MOST, MOST) / down;
        }
    }
}

impl Fields {
    /// Begins a game.
    pub fn start(&mut self) {
        for field in &mut self.fields {
            field.seen = [0; 2];
            for side in 0..2 {
                field.values[side] = [field.first[side]; 3];
            }
        }
    }

    /// Begins a comment of a side, 0 or 1.
    pub fn begin(&mut self, side: usize) {
        self.comment.clear();
        self.side = side;
        self.differences = [0; 2];
    }

    /// The first two numbers of the comment; 0 where there is none yet.
    pub fn firsts(&self) -> [i64; 2] {
        [0, 1].map(|place| self.comment.get(place).map_or(0, |number| number.1))
    }

    /// Codes a number of `decimals` decimals (at most 9, the value without its point), of the field that has this name. `outside` are
    /// numbers of the game that it may be equal or close to.
    pub fn number(
        &mut self,
        coder: &mut impl Code,
        name: u32,
        decimals: u32,
        outside: &[i64],
        value: i64,
    ) -> i64 {
        let known = self.places.len();
        let name = if known < MOST_FIELDS || self.places.contains_key(&name) {
            name
        } else {
            name % MOST_FIELDS as u32
        };
        let place = *self.places.entry(name).or_insert(known);
        if place == self.fields.len() {
            self.fields.push(Field::new());
            self.mixtures.push(Mixture::new(16, SIGNED + UNSIGNED, 1));
        }
        let side = self.side;
        self.fields[place].scale(decimals);
        let earlier: Vec<_> = self
            .comment
            .iter()
            .rev()
            .take(relations::REACH)
            .map(|&(at, value)| Earlier {
                field: at as u32,
                value,
                before: self.fields[at].values[side][1],
            })
            .collect();
        let near = [0, 1].map(|at| {
            earlier
                .get(at)
                .map_or(0, |near: &Earlier| class(near.value))
        });
        let field = &mut self.fields[place];
        let fresh = field.seen[side] == 0;
        field.relations.prepare(
            &field.values[side],
            &field.values[1 - side],
            fresh,
            &earlier,
            outside,
        );
        let guess = field.relations.best();
        let view = View {
            field,
            side,
            fresh,
            guess,
            count: outside.first().copied().unwrap_or(0),
            differences: self.differences,
            near,
        };
        let (contexts, features) = (view.contexts(), view.features());
        let over = value - guess.value;
        let (value, difference) = if guess.step >= LONG_STEP {
            let mixture = &mut self.mixtures[place];
            mixture.prepare(contexts, &features, 0);
            let whole = mixture.signed(coder, 0, over.div_euclid(guess.step));
            mixture.finish();
            mixture.prepare(view.rest(whole), &features, 0);
            let rest = mixture.unsigned(coder, SIGNED, over.rem_euclid(guess.step) as u64);
            mixture.finish();
            let whole = whole.clamp(-MOST, MOST);
            let over = i128::from(whole) * i128::from(guess.step) + i128::from(rest);
            let value = (over + i128::from(guess.value)).clamp(-i128::from(MOST), i128::from(MOST));
            (value as i64, whole)
        } else {
            let mixture = &mut self.mixtures[place];
            mixture.prepare(contexts, &features, 0);
            let difference = mixture.signed(coder, 0, over);
            mixture.finish();
            let value = guess.value.saturating_add(difference).clamp(-MOST, MOST);
            (value, difference)
        };
        let field = &mut self.fields[place];
        field.relations.learn(value);
        field.last_difference[side] = difference;
        if fresh {
            field.first[side] = value;
        }
        field.seen[side] = field.seen[side].saturating_add(1);
        field.values[side].rotate_right(1);
        field.values[side][0] = value;
        self.differences = [class(difference), self.differences[0]];
        self.comment.push((place, value));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use proptest::prelude::*;

    fn code(coder: &mut impl Code, values: &mut [i64]) {
        let mut fields = Fields::default();
        for (game, values) in values.chunks_mut(40).enumerate() {
            fields.start();
            for (comment, values) in values.chunks_mut(4).enumerate() {
                fields.begin(comment & 1);
                for (name, value) in values.iter_mut().enumerate() {
                    let decimals = (game + name) as u32 % 3;
                    *value =
                        fields.number(coder, name as u32, decimals, &[50, comment as i64], *value);
                    assert!((-MOST..=MOST).contains(value));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn numbers_come_back(values in proptest::collection::vec(-MOST..=MOST, 0..200), small in 0u32..50) {
            let mut values: Vec<i64> = values.iter().map(|v| v >> small).collect();
            let mut encoder = range::Encoder::new();
            code(&mut encoder, &mut values);
            let bytes = encoder.finish();
            let mut found = vec![0; values.len()];
            code(&mut range::Decoder::new(&bytes), &mut found);
            prop_assert_eq!(found, values);
        }

        #[test]
        fn junk_gives_numbers_in_range(bytes in proptest::collection::vec(any::<u8>(), 0..900)) {
            code(&mut range::Decoder::new(&bytes), &mut [0; 300]);
        }
    }

    #[test]
    fn what_follows_from_other_fields_costs_little() {
        let mut encoder = range::Encoder::new();
        let mut fields = Fields::default();
        let mut state = 1u32;
        for _ in 0..20 {
            fields.start();
            let mut left = 1_800_000;
            for _ in 0..50 {
                fields.begin(0);
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let spent = i64::from(state >> 17); // 15 bits
                left += 3000 - spent;
                for (name, value) in [(1, spent), (2, left), (3, spent * 17_000)] {
                    fields.number(&mut encoder, name, 0, &[], value);
                }
            }
        }
        let bits = 8 * encoder.finish().len() / (20 * 50);
        assert!(bits < 15 + 8, "{bits} bits");
    }
}
