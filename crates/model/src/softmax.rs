//! Weights' sums to widths that sum to the total, in integers.
//!
//! Format: "Stream moves".

use entropy::TOTAL;

use crate::simd::{Task, run};

/// `2^(i / 256)` in units of 2^-20, for `i` in `0..256`.
static POWERS: [u32; 256] = {
    // 2^(1/256) in units of 2^-62.
    const ROOT: u128 = 4624189567668517720;
    let mut table = [0; 256];
    let mut power = 1u128 << 62;
    let mut i = 0;
    while i < 256 {
        table[i] = (power >> 42) as u32;
        power = (power * ROOT) >> 62;
        i += 1;
    }
    table
};

/// Fills `widths` with shares proportional to `2^(logit / 2^16)`, each at least 1, summing to [`TOTAL`].
#[inline]
pub fn widths(logits: &[i32], widths: &mut Vec<u32>) {
    widths.resize(logits.len(), 0);
    run(Widths(logits, widths));
}

/// The work of [`widths`].
struct Widths<'a>(&'a [i32], &'a mut [u32]);

impl Task for Widths<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        fill(self.0, self.1);
    }
}

#[inline(always)]
fn fill(logits: &[i32], widths: &mut [u32]) {
    let top = logits.iter().copied().max().unwrap_or(0);
    // No power is above 2^20, and there are fewer than 2^12 moves.
    let mut sum = 0;
    for (width, &logit) in widths.iter_mut().zip(logits) {
        let below = top.wrapping_sub(logit) as u32 >> 8; // in units of 2^-8
        let power = POWERS[255 - (below & 255) as usize];
        *width = power.checked_shr((below >> 8) + 1).unwrap_or(0);
        sum += *width;
    }
    let spare = u64::from(TOTAL) - widths.len() as u64;
    // Below 2^32, because the largest power is at least 2^19.
    let scale = ((spare << 32) / u64::from(sum.max(1))) as u32;
    let (mut given, mut widest) = (0, 0);
    for width in widths.iter_mut() {
        *width = 1 + ((u64::from(*width) * u64::from(scale)) >> 32) as u32;
        given += *width;
        widest = widest.max(*width);
    }
    let widest = widths.iter().position(|&width| width == widest);
    if let Some(width) = widest.and_then(|at| widths.get_mut(at)) {
        *width += TOTAL - given;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn wide_vectors_change_nothing(logits in proptest::collection::vec(any::<i32>(), 1..450), near in 0u32..24) {
            let logits: Vec<i32> = logits.iter().map(|logit| logit >> near).collect();
            let (mut wide, mut plain) = (Vec::new(), vec![0; logits.len()]);
            widths(&logits, &mut wide);
            fill(&logits, &mut plain);
            prop_assert_eq!(wide, plain);
        }

        #[test]
        fn widths_sum_to_the_total(logits in proptest::collection::vec(any::<i32>(), 1..450)) {
            let mut out = Vec::new();
            widths(&logits, &mut out);
            prop_assert_eq!(out.iter().sum::<u32>(), TOTAL);
            prop_assert!(out.iter().all(|&width| width > 0));
        }
    }

    #[test]
    fn one_more_doubles_the_share() {
        let mut out = Vec::new();
        widths(&[0, 1 << 16, 2 << 16], &mut out);
        assert!(
            out[1].abs_diff(2 * out[0]) < 200 && out[2].abs_diff(4 * out[0]) < 400,
            "{out:?}"
        );
    }
}
