//! How a move looked before it was played: what thinking times depend on.

use crate::number::log2;

/// What the model thought of a position and of the move played there, in eighths of a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// What the move cost.
    pub cost: u8,
    /// What a move was expected to cost: the entropy.
    pub doubt: u8,
}

impl Outlook {
    /// Of moves with these shares, which sum to [`entropy::TOTAL`], one was played.
    pub(super) fn of(widths: &[u32], played: usize) -> Self {
        let doubt = widths.iter().map(|&width| (width * cost(width)) >> 4);
        Self {
            cost: (cost(widths[played]) >> 5) as u8,
            doubt: (doubt.sum::<u32>() >> 17) as u8,
        }
    }
}

/// What a share costs, in units of 2^-8 bit, at most 16 bits.
#[inline]
fn cost(width: u32) -> u32 {
    (16 << 8) - log2(u64::from(width)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::TOTAL;

    #[test]
    fn equal_shares_are_the_greatest_doubt() {
        let outlook = Outlook::of(&[TOTAL / 8; 8], 3);
        assert_eq!(
            outlook,
            Outlook {
                cost: 24,
                doubt: 24
            }
        );
        let outlook = Outlook::of(&[TOTAL - 2, 1, 1], 1);
        assert_eq!(
            outlook,
            Outlook {
                cost: 128,
                doubt: 0
            }
        );
        assert_eq!(Outlook::of(&[TOTAL], 0), Outlook::default());
    }
}
