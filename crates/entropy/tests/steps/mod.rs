//! Symbols of all kinds of distributions, to be coded one after the other.
#![allow(dead_code, reason = "each test file uses its own part")]

use entropy::{Bit, Decode, Encode, Frequencies, InvalidData, TOTAL, Uniform};
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Step {
    Bit(bool, u32),
    Uniform(u32, u32),
    Weighted(usize, Vec<u32>),
}

pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (any::<bool>(), 0..=TOTAL).prop_map(|(bit, one)| Step::Bit(bit, one)),
        (1u32..5000).prop_flat_map(|n| (0..n, Just(n)).prop_map(|(i, n)| Step::Uniform(i, n))),
        proptest::collection::vec(1u32..2000, 1..20).prop_flat_map(|mut widths| {
            let sum: u32 = widths.iter().sum();
            widths[0] += TOTAL - sum;
            (0..widths.len(), Just(widths)).prop_map(|(i, w)| Step::Weighted(i, w))
        }),
    ]
}

impl Step {
    pub fn symbol(&self) -> usize {
        match self {
            Self::Bit(bit, _) => usize::from(*bit),
            Self::Uniform(i, _) => *i as usize,
            Self::Weighted(i, _) => *i,
        }
    }

    pub fn encode(&self, coder: &mut impl Encode) {
        match self {
            Self::Bit(_, one) => coder.encode(self.symbol(), &Bit::new(*one)),
            Self::Uniform(_, n) => coder.encode(self.symbol(), &Uniform::new(*n)),
            Self::Weighted(_, w) => coder.encode(self.symbol(), &Frequencies::new(w)),
        }
    }

    pub fn decode(&self, coder: &mut impl Decode) -> Result<usize, InvalidData> {
        match self {
            Self::Bit(_, one) => coder.decode(&Bit::new(*one)),
            Self::Uniform(_, n) => coder.decode(&Uniform::new(*n)),
            Self::Weighted(_, w) => coder.decode(&Frequencies::new(w)),
        }
    }
}

pub fn encode(steps: &[Step], coder: &mut impl Encode) {
    steps.iter().for_each(|step| step.encode(coder));
}

pub fn decode(steps: &[Step], coder: &mut impl Decode) {
    for step in steps {
        assert_eq!(step.decode(coder), Ok(step.symbol()));
    }
}
