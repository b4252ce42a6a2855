//! How surprising a move was: its cost, and the entropy of the prediction. Thinking times depend on both.
//!
//! Format: "Stream moves".

use game::parts::Surprise;
use model::simd::{Task, run};

/// The surprise by the probabilities of the moves, which sum to [`entropy::TOTAL`], and the index of the one played.
pub(super) fn of(widths: &[u32], played: usize) -> Surprise {
    run(Find(widths, played))
}

/// Probabilities, and the index of the move played.
struct Find<'a>(&'a [u32], usize);

impl Task for Find<'_> {
    type Output = Surprise;

    #[inline(always)]
    fn run(self) -> Surprise {
        let Self(widths, played) = self;
        let entropy = widths.iter().map(|&width| (width * cost(width)) >> 4);
        Surprise {
            cost: (cost(widths[played]) >> 5) as u8,
            entropy: (entropy.sum::<u32>() >> 17) as u8,
        }
    }
}

/// The cost of a move of this probability, in units of 2^-8 bit, at most 16 bits.
#[inline(always)]
fn cost(width: u32) -> u32 {
    (16 << 8) - log2(width)
}

/// The logarithm to the base 2, as [`model::number::log2`] has it, in half as wide numbers; that of 0 is 0.
#[inline(always)]
fn log2(value: u32) -> u32 {
    let above = (value | 1).leading_zeros();
    let fraction = ((value << above) >> 23) & 255;
    (31 - above) << 8 | fraction
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::TOTAL;

    #[test]
    fn logarithms_are_those_of_numbers() {
        for value in (1..=TOTAL).chain([u32::MAX]) {
            assert_eq!(log2(value), model::number::log2(value.into()) as u32);
        }
    }

    #[test]
    fn equal_shares_are_the_greatest_doubt() {
        let surprise = of(&[TOTAL / 8; 8], 3);
        assert_eq!(
            surprise,
            Surprise {
                cost: 24,
                entropy: 24
            }
        );
        let surprise = of(&[TOTAL - 2, 1, 1], 1);
        assert_eq!(
            surprise,
            Surprise {
                cost: 128,
                entropy: 0
            }
        );
        assert_eq!(of(&[TOTAL], 0), Surprise::default());
    }
}
