//! Numbers in machine-made comments: depths, times, node counts, scores.
//!
//! Nothing is known of a field but its place in the comment. What it is near to is found while coding: the last value of the same
//! side, that of the other, the value of an earlier field plus what lay between them last time, a total less what was spent, a
//! product of two earlier fields, or something of the game such as the moves since the last capture. For every field the relation that
//! would have cost the least lately is used, and the difference is coded.

mod relations;

use std::collections::HashMap;

use entropy::Code;

use crate::number::{Decisions, hash};
use relations::{Guess, Relations};

/// Values are below this either way: 15 digits.
pub const MOST: i64 = 999_999_999_999_999;

/// Fields with models of their own; junk may have more, which share.
const MOST_FIELDS: usize = 256;

/// The fields of a block.
#[derive(Default)]
pub struct Fields {
    places: HashMap<u32, usize>,
    fields: Vec<Field>,
    /// The numbers of the comment so far: which field, and the value.
    comment: Vec<(usize, i64)>,
    side: usize,
    /// Classes of the last differences in this comment.
    differences: [u32; 2],
}

struct Field {
    relations: Relations,
    /// For each side the last values, the newest first.
    values: [[i64; 3]; 2],
    /// For each side, how many values it had in this game, and the first.
    seen: [u32; 2],
    first: [i64; 2],
    decimals: u32,
    last_difference: [i64; 2],
    decisions: Decisions<7>,
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
            decisions: Decisions::new(14),
        }
    }

    /// Brings what is known to another number of decimals.
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

    /// The first two numbers of the comment, 0 where there are none yet.
    pub fn firsts(&self) -> [i64; 2] {
        [0, 1].map(|place| self.comment.get(place).map_or(0, |number| number.1))
    }

    /// The last value of the side in a field, if there was one in this game.
    pub fn last(&self, name: u32) -> Option<i64> {
        let field = &self.fields[*self.places.get(&name)?];
        (field.seen[self.side] > 0).then_some(field.values[self.side][0])
    }

    /// Codes a number of `decimals` decimals (at most 9, the value without its point), of the field that has this name. `outside` are numbers it may be equal or
    /// close to.
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
        }
        let side = self.side;
        self.fields[place].scale(decimals);
        let earlier: Vec<_> = self
            .comment
            .iter()
            .rev()
            .take(relations::REACH)
            .map(|&(at, value)| (at as u32, value, self.fields[at].values[side][1]))
            .collect();
        let field = &mut self.fields[place];
        let fresh = field.seen[side] == 0;
        field.relations.look(
            &field.values[side],
            &field.values[1 - side],
            fresh,
            &earlier,
            outside,
        );
        let Guess {
            kind,
            value: guess,
            step,
        } = field.relations.best();
        let contexts = contexts(field, side, kind, guess, fresh, outside, self.differences);
        let (value, difference) = if step >= 16 {
            let over = value - guess;
            let whole =
                field
                    .decisions
                    .signed(coder, contexts.map(|c| c ^ 0x5a5a), over.div_euclid(step));
            let size = step.ilog2();
            let rest = [0, 1, 2, 3, 4, 5, 6].map(|at| match at {
                0 => hash(&[50, kind]),
                1 => hash(&[51, kind, size]),
                2 => hash(&[52, kind, class(whole)]),
                3 => hash(&[53, size, class(whole)]),
                4 => hash(&[54, side as u32, class(whole)]),
                _ => 55,
            });
            let rest = field
                .decisions
                .unsigned(coder, rest, over.rem_euclid(step) as u64) as i64;
            let whole = whole.clamp(-MOST, MOST);
            let over = i128::from(whole) * i128::from(step) + i128::from(rest) + i128::from(guess);
            let value = over.clamp(-i128::from(MOST), i128::from(MOST)) as i64;
            (value, whole)
        } else {
            let difference = field.decisions.signed(coder, contexts, value - guess);
            let value = guess.saturating_add(difference).clamp(-MOST, MOST);
            (value, difference)
        };
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

fn contexts(
    field: &Field,
    side: usize,
    kind: u32,
    guess: i64,
    fresh: bool,
    outside: &[i64],
    differences: [u32; 2],
) -> [u32; 7] {
    let fresh = u32::from(fresh);
    let relative = |value: i64| class(value.saturating_sub(guess));
    let [own, other] = [field.values[side], field.values[1 - side]];
    let turned = |at: usize| outside.get(at).copied().unwrap_or(0) as u32;
    [
        hash(&[1, kind, fresh]),
        hash(&[2, kind, side as u32, class(field.last_difference[side])]),
        hash(&[3, kind, relative(own[0]), relative(other[0])]),
        hash(&[
            4,
            kind,
            relative(field.relations.second()),
            relative(own[1]),
        ]),
        hash(&[5, kind, differences[0], differences[1]]),
        hash(&[6, guess as u32, (guess >> 32) as u32, kind, side as u32]),
        hash(&[7, kind, turned(0), class(field.last_difference[1 - side])]),
    ]
}

/// A signed number in about sixty classes; small ones are told apart.
fn class(value: i64) -> u32 {
    let size = value.unsigned_abs();
    let size = match size {
        0..=4 => size as u32,
        _ => 2 * size.ilog2() + (size >> (size.ilog2() - 1) & 1) as u32 + 1,
    };
    size << 1 | u32::from(value < 0)
}
