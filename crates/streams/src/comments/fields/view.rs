//! Contexts and features from which the difference of a number from its guess is predicted.
//!
//! Format: "Numbers in comments".

use super::Field;
use super::relations::Guess;
use model::number::hash;

pub(super) const CONTEXTS: usize = 10;
pub(super) const FEATURES: usize = 13;

/// What is known before a number.
pub(super) struct View<'a> {
    pub field: &'a Field,
    pub side: usize,
    /// Whether it is the first of the side in this game.
    pub fresh: bool,
    pub guess: Guess,
    /// The first of the numbers that come from the game, not from the comment: the moves left until the fifty-move rule applies.
    pub count: i64,
    /// Classes of the differences and values of the two numbers before it, the nearest first.
    pub differences: [u32; 2],
    pub near: [u32; 2],
}

impl View<'_> {
    /// The last values of the side and of the other. Scores are given from White's side or from that of the mover; the sign that brings the
    /// two values closer is assumed.
    fn last(&self) -> [[i64; 3]; 2] {
        let [own, other] = [
            self.field.values[self.side],
            self.field.values[1 - self.side],
        ];
        let turned = other.map(|value| -value);
        if other[0].abs_diff(own[0]) > turned[0].abs_diff(own[0]) {
            [own, turned]
        } else {
            [own, other]
        }
    }

    pub fn contexts(&self) -> [u32; CONTEXTS] {
        let Guess {
            kind, value: guess, ..
        } = self.guess;
        let (side, fresh) = (self.side as u32, u32::from(self.fresh));
        let relative = |value: i64| class(value.saturating_sub(guess));
        let [own, other] = self.last();
        let last = self.field.last_difference.map(class);
        let second = self.field.relations.second();
        let [d, before] = self.differences;
        let [near, far] = self.near;
        [
            hash(&[1, kind, fresh]),
            hash(&[2, kind, side, last[self.side]]),
            hash(&[3, kind, relative(own[0]), relative(other[0])]),
            hash(&[4, kind, relative(second), relative(own[1])]),
            hash(&[5, kind, d, before]),
            hash(&[6, guess as u32, (guess >> 32) as u32, kind, side]),
            hash(&[7, kind, self.count as u32, last[1 - self.side]]),
            hash(&[8, kind, class(guess), side]),
            hash(&[9, kind, near, far]),
            hash(&[10, kind, near, d, relative(other[0])]),
        ]
    }

    /// The contexts of the remainder, where the difference has `whole` whole steps.
    pub fn rest(&self, whole: i64) -> [u32; CONTEXTS] {
        let kind = self.guess.kind;
        let (size, class) = (self.guess.step.ilog2(), class(whole));
        let mut contexts = [0; CONTEXTS];
        contexts[..5].copy_from_slice(&[
            hash(&[50, kind]),
            hash(&[51, kind, size]),
            hash(&[52, kind, class]),
            hash(&[53, size, class]),
            hash(&[54, self.side as u32, class]),
        ]);
        contexts
    }

    pub fn features(&self) -> [i16; FEATURES] {
        let Guess {
            kind, value: guess, ..
        } = self.guess;
        let relative = |value: i64| level(value.saturating_sub(guess));
        let flag = |flag: bool| if flag { 256 } else { 0 };
        let [own, other] = self.last();
        let difference = self.differences[0];
        let size = (difference >> 1).min(60) as i16 * 16;
        [
            256,
            flag(self.fresh),
            if self.side == 0 { 128 } else { -128 },
            flag(kind == 0),
            relative(own[0]),
            relative(other[0]),
            relative(self.field.relations.second()),
            relative(own[1]),
            level(self.field.last_difference[self.side]),
            level(self.field.last_difference[1 - self.side]),
            if difference & 1 == 1 { -size } else { size },
            level(guess),
            self.count.clamp(0, 60) as i16 * 10,
        ]
    }
}

/// The class, out of about two hundred, of a signed number; sizes up to 4 have classes of their own.
pub(super) fn class(value: i64) -> u32 {
    let size = value.unsigned_abs();
    let size = match size {
        0..=4 => size as u32,
        _ => 2 * size.ilog2() + (size >> (size.ilog2() - 1) & 1) as u32 + 1,
    };
    size << 1 | u32::from(value < 0)
}

/// A signed logarithm, 32 for a doubling.
fn level(value: i64) -> i16 {
    let size = value.unsigned_abs().saturating_add(1);
    let whole = size.ilog2();
    let part = (size << (63 - whole)) >> 58 & 31;
    let size = (whole as i16 * 32 + part as i16).min(1023);
    if value < 0 { -size } else { size }
}
