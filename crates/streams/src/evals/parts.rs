//! An evaluation as a chain of yes/no decisions.
//!
//! Format: "Stream evals".

use super::inputs::Past;
use super::value::Value;

/// Decisions come in groups of at most 15: a decision is named by `GROUP * group + place`.
pub const GROUP: usize = 16;
/// Number of names of decisions.
pub const NODES: usize = GROUP * (SIZE + 2 * SIZES);
/// A decision that counts as random: it has no name and no model.
pub const RANDOM: usize = NODES;

const MATE: usize = 0;
const MATE_OF_MOVER: usize = 1;
const MATE_AS_EXPECTED: usize = 2;
const MATE_NEARER: usize = 3;
const MET: usize = 4;
const ZERO: usize = 5;
const SAME: usize = 6;
const LOWER: usize = 7;
/// Moves to mate, counted up.
const MATE_IN: usize = GROUP;
/// By how much mate is nearer or farther than expected.
const MATE_OFF: usize = 2 * GROUP;
/// Doublings of a difference up and down.
const DOUBLINGS: usize = 3 * GROUP;
/// From here, the place within the doubling: groups for [`SIZES`] doublings up, then down.
const SIZE: usize = 5;
const SIZES: usize = 12;

/// Turns an evaluation into yes/no decisions, or decisions into an evaluation. `decide` gets the name of each decision and its answer by
/// `value`, and returns the answer: the encoder's returns the one it got, the decoder's the one it read (`value` is then ignored).
/// Evaluations are from the view of the player who has just moved.
pub fn decide(past: &Past, value: Value, decide: &mut impl FnMut(usize, bool) -> bool) -> Value {
    let size = value.value.unsigned_abs();
    if decide(MATE, value.mate) {
        let wins = decide(MATE_OF_MOVER, value.value > 0);
        let known = past.last.mate && (past.last.value > 0) == wins;
        let size = if known {
            // If the winner made the move, mate is one move nearer.
            let last = past.last.value.unsigned_abs();
            let expected = last.saturating_sub(wins.into()).max(1);
            if decide(MATE_AS_EXPECTED, size == expected) {
                expected
            } else if decide(MATE_NEARER, size < expected) {
                let by = count(
                    decide,
                    MATE_OFF,
                    7,
                    expected.wrapping_sub(size).wrapping_sub(1),
                );
                expected.saturating_sub(by.saturating_add(1))
            } else {
                let by = count(
                    decide,
                    MATE_OFF + 7,
                    7,
                    size.wrapping_sub(expected).wrapping_sub(1),
                );
                expected.saturating_add(by.saturating_add(1))
            }
        } else {
            count(decide, MATE_IN, 15, size)
        };
        let size = size.min(1 << 24) as i32;
        return Value {
            value: if wins { size } else { -size },
            mate: true,
        };
    }
    let score = |value| Value { value, mate: false };
    let expected = past.expected();
    if let Some(met) = past.met.filter(|met| !met.mate)
        && decide(MET, value.value == met.value)
    {
        return met;
    }
    if expected != 0 && decide(ZERO, value.value == 0) {
        return score(0);
    }
    if decide(SAME, value.value == expected) {
        return score(expected);
    }
    let lower = decide(LOWER, value.value < expected);
    let size = value.value.abs_diff(expected).wrapping_sub(1);
    let size = difference(decide, usize::from(lower), size).min(1 << 25) as i32 + 1;
    let value = expected + if lower { -size } else { size };
    score(value.clamp(-(1 << 24), 1 << 24))
}

/// Codes a difference less one: how often 4 has to be doubled, then the quarter within that doubling, then the lower bits.
fn difference(decide: &mut impl FnMut(usize, bool) -> bool, lower: usize, size: u32) -> u32 {
    let size = size.min(1 << 26) + 4;
    let doubled = size.ilog2() - 2;
    let mut doublings = 0;
    while doublings < 23 {
        let place = (doublings as usize).min(12);
        if !decide(DOUBLINGS + GROUP * lower + place, doublings < doubled) {
            break;
        }
        doublings += 1;
    }
    let base = GROUP * (SIZE + SIZES * lower + (doublings as usize).min(SIZES - 1));
    let bit = |place: u32| size >> place & 1 == 1;
    let high = u32::from(decide(base, bit(doublings + 1)));
    let low = u32::from(decide(base + 1 + high as usize, bit(doublings)));
    let mut found = 4 | high << 1 | low;
    for place in (0..doublings).rev() {
        let first = place + 1 == doublings;
        let node = if first {
            base + (found as usize - 1)
        } else {
            RANDOM
        };
        found = found << 1 | u32::from(decide(node, bit(place)));
    }
    found - 4
}

/// Codes a small number in unary; the excess over `limit` has 24 bits.
fn count(decide: &mut impl FnMut(usize, bool) -> bool, base: usize, limit: u32, value: u32) -> u32 {
    for step in 0..limit {
        if !decide(base + step as usize, value > step) {
            return step;
        }
    }
    let rest = value.wrapping_sub(limit);
    let bits = (0..24).rev().map(|place| rest >> place & 1 == 1);
    limit + bits.fold(0, |found, bit| found << 1 | u32::from(decide(RANDOM, bit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A value of any size.
    fn value() -> impl Strategy<Value = Value> {
        let number =
            (-(1i32 << 24) + 1..1 << 24, 0u32..24).prop_map(|(value, small)| value >> small);
        (number, any::<bool>()).prop_map(|(value, mate)| Value { value, mate })
    }

    proptest! {
        #[test]
        fn values_come_back(last in value(), met in proptest::option::of(value()), value in value()) {
            let past = Past { last, met, ..Past::default() };
            let mut decisions = Vec::new();
            let apart = decide(&past, value, &mut |node, bit| {
                decisions.push((node, bit));
                bit
            });
            let mut rest = decisions.into_iter();
            let together = decide(&past, Value::default(), &mut |node, _| {
                let (expected, bit) = rest.next().unwrap();
                assert_eq!(node, expected);
                bit
            });
            prop_assert_eq!(apart, together);
            // Mate in 0 has no side.
            prop_assert_eq!(apart, value);
            prop_assert_eq!(rest.next(), None);
        }

        #[test]
        fn any_decisions_give_a_value_in_range(last in value(), met in proptest::option::of(value()), bits in proptest::collection::vec(any::<bool>(), 80)) {
            let past = Past { last, met, ..Past::default() };
            let mut bits = bits.into_iter();
            let value = decide(&past, Value::default(), &mut |node, _| {
                assert!(node <= RANDOM);
                bits.next().unwrap_or(true)
            });
            prop_assert!(value.value.abs() <= 1 << 24);
        }
    }
}
