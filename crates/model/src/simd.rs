//! Code compiled once more for processors with wide vectors, with the same results.
#![allow(unsafe_code)]

/// Something to do.
pub(crate) trait Task {
    type Output;

    /// Does it. To gain from [`run`] this must be `#[inline(always)]`, and so must be what it calls.
    fn run(self) -> Self::Output;
}

/// Does something with vectors of 256 bits where the processor has them.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn avx2<T: Task>(task: T) -> T::Output {
            task.run()
        }
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { avx2(task) };
        }
    }
    task.run()
}

/// Asks for values that will soon be needed, so that the wait for them passes with other work.
#[inline(always)]
pub(crate) fn fetch<T>(values: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of_val(values)).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address lies within the values; every such processor has the instruction, which changes nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(values.as_ptr().cast::<i8>().add(line)) }
    }
}
