//! The probability that an evaluation judges the move (as inaccuracy, mistake or blunder), before and after each of its decisions.
//!
//! Format: "Stream evals", "Stream glyphs".

use entropy::TOTAL;

use super::inputs::Past;
use super::judge::Judgement;
use super::parts::{DOUBLINGS, GROUP, LOWER, MATE, MATE_OF_MOVER, MET, SAME, SIZE, SIZES, ZERO};
use super::value::Value;

/// A decision, and the probabilities, out of [`TOTAL`], that the move is judged after yes and after no.
pub(super) type Branch = (usize, [u32; 2]);

/// Judgements that need a larger fall than this, in centipawns, are ignored: from there on several doublings share one name.
const FARTHEST: u32 = 8000;

/// Finds the decisions that influence whether the move is judged, with the probability of a judgement after either answer. `chance` gives
/// the probability that a decision is yes, out of [`TOTAL`]. Returns the probability of a judgement before all decisions.
#[inline(always)]
pub(super) fn judged(past: &Past, chance: impl Fn(usize) -> u32, found: &mut Vec<Branch>) -> u32 {
    // The probability of a judgement before a decision, from its probabilities after either answer.
    let mut before = |node: usize, sides: [u32; 2]| {
        found.push((node, sides));
        let [yes, no] = sides.map(u64::from);
        let chance = u64::from(chance(node));
        ((yes * chance + no * (u64::from(TOTAL) - chance)) >> 16) as u32
    };
    let judges = |value: i32, mate: bool| {
        let judgement = Judgement::of(past.last, Value { value, mate });
        u32::from(judgement.by_chances > 0) * TOTAL
    };
    // From the last decision to the first.
    let score = if past.last.mate {
        judges(0, false)
    } else {
        let expected = past.expected();
        let room = Judgement::room(expected).filter(|&room| room <= FARTHEST);
        let lower = room.map_or(0, |room| fallen(room, &mut before));
        let lower = before(LOWER, [lower, 0]);
        let mut score = before(SAME, [0, lower]);
        if expected != 0 {
            score = before(ZERO, [judges(0, false), score]);
        }
        if let Some(met) = past.met.filter(|met| !met.mate) {
            score = before(MET, [judges(met.value, false), score]);
        }
        score
    };
    let mate = before(MATE_OF_MOVER, [judges(1, true), judges(-1, true)]);
    before(MATE, [mate, score])
}

/// The probability that a score that falls does so by at least `room`, which is in 1 to [`FARTHEST`].
#[inline(always)]
fn fallen(room: u32, before: &mut impl FnMut(usize, [u32; 2]) -> u32) -> u32 {
    let size = room + 3;
    let doublings = size.ilog2() - 2;
    let base = GROUP * (SIZE + SIZES + doublings as usize);
    // Bits below the three that are modelled count as random. The modelled bits are visited from the lowest: where the bit of the limit is
    // 0, yes always reaches the limit; where it is 1, no never does.
    let rest = doublings.saturating_sub(1);
    let share = |below: u32, bits: u32| TOTAL - ((u64::from(below) << 16 >> bits) as u32);
    let mut enough = share(size & ((1 << rest) - 1), rest);
    for known in (0..3u32).rev() {
        let place = (doublings + 1).checked_sub(known);
        let Some(place) = place else { continue };
        let found = size >> (place + 1);
        let node = match known {
            0 => base,
            1 => base + 1 + (found & 1) as usize,
            _ => base + (found as usize - 1),
        };
        enough = match size >> place & 1 {
            1 => before(node, [enough, 0]),
            _ => before(node, [TOTAL, enough]),
        };
    }
    for doubled in (0..=doublings).rev() {
        let more = if doubled == doublings { TOTAL } else { enough };
        let none = if doubled == doublings { enough } else { 0 };
        enough = before(DOUBLINGS + GROUP + doubled as usize, [more, none]);
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::super::parts::{RANDOM, decide};
    use super::*;
    use model::number::hash;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn it_is_as_likely_as_all_evaluations_that_judge(seed: u32, last in -900..900i32, met in proptest::option::of(-900..900i32)) {
            let score = |value| Value { value, mate: false };
            let past = Past { last: score(last), met: met.filter(|&met| met != 0).map(score), ..Past::default() };
            // Large differences are made rare, so that all evaluations can be enumerated.
            let chance = |node: usize| match node {
                RANDOM => TOTAL / 2,
                GROUP => TOTAL - 1, // of mates in 0 there are none
                _ if (GROUP..DOUBLINGS).contains(&node) => 8000,
                _ if (DOUBLINGS..DOUBLINGS + 2 * GROUP).contains(&node) && node % GROUP > 6 => 1,
                _ => 20_000 + hash(&[seed, node as u32]) % 25_000,
            };
            let likely = |value: Value| {
                let mut likely = 1u64 << 46;
                decide(&past, value, &mut |node, bit| {
                    let yes = chance(node);
                    likely = (likely * u64::from(if bit { yes } else { TOTAL - yes })) >> 16;
                    bit
                });
                likely
            };
            let mates = (-60..=60).filter(|&value| value != 0).map(|value| Value { value, mate: true });
            let values = (-4000..4000).map(score).chain(mates);
            let judging = values.filter(|&value| Judgement::of(past.last, value).by_chances > 0);
            let sum = judging.map(likely).sum::<u64>() >> 30;
            let found = u64::from(judged(&past, chance, &mut Vec::new()));
            // `judged` does not leave out the values that the decisions for "met before" and "0" have ruled out.
            prop_assert!(found.abs_diff(sum) < 700, "{found} {sum}");
        }
    }

    #[test]
    fn no_decision_is_named_twice() {
        for last in (-30_000..=1 << 24).step_by(997) {
            let last = Value {
                value: last,
                mate: false,
            };
            let past = Past {
                last,
                ..Past::default()
            };
            let mut found = Vec::new();
            judged(&past, |_| TOTAL / 2, &mut found);
            let mut nodes: Vec<usize> = found.iter().map(|&(node, _)| node).collect();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), found.len());
        }
    }

    #[test]
    fn a_mate_that_is_lost_is_judged() {
        let last = Value {
            value: 3,
            mate: true,
        };
        let past = Past {
            last,
            ..Past::default()
        };
        let mut found = Vec::new();
        assert!(judged(&past, |_| TOTAL / 2, &mut found) > TOTAL / 2);
        assert_eq!(found.last(), Some(&(MATE, [TOTAL / 2, TOTAL])));
    }
}
