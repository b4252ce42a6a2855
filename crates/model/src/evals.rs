//! What an engine thought of a position.

use entropy::Code;

use crate::number::{Decisions, hash};

/// An evaluation: centipawns from White's side, or moves to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Centipawns, or moves to mate; positive for White.
    pub value: i32,
    /// Whether it is moves to mate.
    pub mate: bool,
}

/// Predicts an evaluation from the last ones of the game.
pub struct Evals {
    decisions: Decisions<4>,
}

impl Default for Evals {
    fn default() -> Self {
        Self::new()
    }
}

impl Evals {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            decisions: Decisions::new(16),
        }
    }

    /// Codes `value`, given the two before it in the game (the last first) and who has just moved.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        last: [Value; 2],
        white: bool,
        quiet: bool,
        value: Value,
    ) -> Value {
        let [last, before] = last;
        let side = u32::from(white) << 1 | u32::from(quiet);
        let swing = last.value - before.value;
        let sign = if white { 1 } else { -1 };
        let level = class(last.value * sign);
        let was_mate = u32::from(last.mate);
        let kinds = [
            hash(&[1, was_mate]),
            hash(&[2, was_mate, level]),
            hash(&[3, was_mate, side]),
            4,
        ];
        let mate = self.decisions.bit(coder, kinds, 7, value.mate);
        let contexts = if mate {
            let winner = u32::from(last.value > 0);
            [
                hash(&[10, was_mate, winner]),
                hash(&[11, class(last.value)]),
                hash(&[12, side]),
                hash(&[13, was_mate, last.value as u32, side]),
            ]
        } else {
            [
                hash(&[20, level, side]),
                hash(&[21, class(swing * sign), side]),
                hash(&[22, class(swing * sign), level]),
                hash(&[23, was_mate, (last.value == before.value).into()]),
            ]
        };
        // From mate to mate and from score to score the difference in the mover's view is small.
        let expected = if mate == last.mate { last.value } else { 0 };
        let difference = (i64::from(value.value) - i64::from(expected)) * i64::from(sign);
        let difference = self.decisions.signed(coder, contexts, difference) * i64::from(sign);
        let value = (i64::from(expected) + difference).clamp(-(1 << 24), 1 << 24) as i32;
        Value { value, mate }
    }
}

/// A signed magnitude in about twenty classes.
fn class(value: i32) -> u32 {
    let size = (value.unsigned_abs() / 4 + 1).ilog2();
    size << 1 | u32::from(value < 0)
}
