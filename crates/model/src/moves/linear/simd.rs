//! Weighing moves with the instructions that the processor has for it, with the same results: bits are counted and found all the time.
#![allow(unsafe_code)]

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
    /// The same for processors that have certain instructions.
    #[cfg(target_arch = "x86_64")]
    macro_rules! weigh_with {
        ($name:ident, $enabled:literal, $($feature:tt),+) => {
            #[target_feature(enable = $enabled)]
            fn $name(
                linear: &mut Linear,
                position: &Position,
                legal: &LegalMoves,
                history: &History,
                setting: &Setting,
            ) {
                linear.weigh(position, legal, history, setting);
            }
            if $(is_x86_feature_detected!($feature))&&+ {
                // SAFETY: the processor has what the function was compiled for.
                return unsafe { $name(linear, position, legal, history, setting) };
            }
        };
    }
    #[cfg(target_arch = "x86_64")]
    {
        weigh_with!(
            avx512,
            "popcnt,lzcnt,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl",
            "popcnt",
            "lzcnt",
            "bmi1",
            "bmi2",
            "avx512f",
            "avx512bw",
            "avx512dq",
            "avx512vl"
        );
        weigh_with!(
            avx2,
            "popcnt,lzcnt,bmi1,bmi2,avx2",
            "popcnt",
            "lzcnt",
            "bmi1",
            "bmi2",
            "avx2"
        );
    }
    linear.weigh(position, legal, history, setting);
}
