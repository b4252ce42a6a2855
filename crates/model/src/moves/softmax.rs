//! Weights' sums to widths that sum to the total, in integers.

use entropy::TOTAL;

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
pub(crate) fn widths(logits: &[i32], widths: &mut Vec<u32>) {
    let top = logits.iter().copied().max().unwrap_or(0);
    widths.clear();
    widths.extend(logits.iter().map(|&logit| {
        let below = (i64::from(top) - i64::from(logit)) >> 8; // in units of 2^-8
        let whole = (below >> 8) as u32;
        if whole >= 20 {
            0
        } else {
            POWERS[255 - (below & 255) as usize] >> (whole + 1)
        }
    }));
    let sum: u64 = widths.iter().map(|&power| u64::from(power)).sum();
    let spare = u64::from(TOTAL) - widths.len() as u64;
    let scale = (spare << 32) / sum.max(1);
    let mut left = TOTAL;
    let mut widest = 0;
    for at in 0..widths.len() {
        let width = 1 + ((u64::from(widths[at]) * scale) >> 32) as u32;
        widths[at] = width;
        left -= width;
        if width > widths[widest] {
            widest = at;
        }
    }
    widths[widest] += left;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
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
