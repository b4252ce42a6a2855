//! Weighing moves with the instructions that the processor has for it, with the same results: bits are counted and found all the time.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use legal::{LegalMoves, Position};

use super::super::{History, Setting};
use super::Linear;

/// [`Linear::weigh`].
#[inline]
pub(super) fn weigh(
    linear: &mut Linear,
    position: &Position,
    legal: &LegalMoves,
    history: &History,
    setting: &Setting,
) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn avx2(
            linear: &mut Linear,
            position: &Position,
            legal: &LegalMoves,
            history: &History,
            setting: &Setting,
        ) {
            linear.weigh(position, legal, history, setting);
        }
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { avx2(linear, position, legal, history, setting) };
        }
    }
    linear.weigh(position, legal, history, setting);
}

/// Asks for values that will soon be needed, so that the wait for them passes with other work.
#[inline(always)]
pub(super) fn fetch<T>(values: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of_val(values)).step_by(64) {
        // SAFETY: the address lies within the values; every such processor has the instruction, which changes nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(values.as_ptr().cast::<i8>().add(line)) }
    }
}
