//! Learning in the widest vectors the processor has.
//!
//! The functions are compiled once for each instruction set, with the same results.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512;

use super::batch::Batch;
use super::block::Block;
#[cfg(target_arch = "x86_64")]
use super::vector::Halves;
use super::vector::Quarters;
use super::weights::Step;

macro_rules! widest {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*)) => {
        $(#[$doc])*
        pub fn $name(block: &mut Block, $($argument: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                fn avx512(block: &mut Block, $($argument: $kind),*) {
                    block.$name::<__m512>($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn avx2(block: &mut Block, $($argument: $kind),*) {
                    block.$name::<Halves>($($argument),*);
                }
                if is_x86_feature_detected!("avx512f") {
                    // SAFETY: the processor has what the function was compiled for.
                    return unsafe { avx512(block, $($argument),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: as above.
                    return unsafe { avx2(block, $($argument),*) };
                }
            }
            block.$name::<Quarters>($($argument),*);
        }
    };
}

widest! {
    /// [`Block::forward`].
    forward(batch: &Batch, dropout: u32, seed: u64)
}

widest! {
    /// [`Block::backward`].
    backward(batch: &Batch, errors: &[f32], step: Step)
}
