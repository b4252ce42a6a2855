//! Code compiled once more for processors with wide vectors, with the same results.
//!
//! Speed only: archives do not depend on it.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

/// Something to do.
pub trait Task {
    /// What comes out.
    type Output;

    /// Does it. To gain from [`run`] this must be `#[inline(always)]`, and so must be what it calls.
    fn run(self) -> Self::Output;
}

/// The instructions a processor has beyond those that all of its kind have.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instructions {
    Usual,
    Avx2,
    Avx512,
}

/// Those of this processor. Asked for all the time, so it has to be one look.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn instructions() -> Instructions {
    static FOUND: LazyLock<Instructions> = LazyLock::new(|| {
        let avx2 = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (avx2, avx512) {
            (true, true) => Instructions::Avx512,
            (true, false) => Instructions::Avx2,
            _ => Instructions::Usual,
        }
    });
    *FOUND
}

/// What [`run`] uses on this processor, for people.
pub fn used() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    match instructions() {
        Instructions::Avx512 => return "AVX-512",
        Instructions::Avx2 => return "AVX2",
        Instructions::Usual => {}
    }
    "none"
}

/// Does something with vectors of 512 or 256 bits where the processor has them.
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(
            enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
        )]
        fn avx512<T: Task>(task: T) -> T::Output {
            task.run()
        }
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn avx2<T: Task>(task: T) -> T::Output {
            task.run()
        }
        match instructions() {
            // SAFETY: the processor has what the function was compiled for.
            Instructions::Avx512 => return unsafe { avx512(task) },
            // SAFETY: as above.
            Instructions::Avx2 => return unsafe { avx2(task) },
            Instructions::Usual => {}
        }
    }
    task.run()
}

/// Asks for a value that will soon be needed, so that the wait for it passes with other work. It comes to the second-level cache: so many
/// rows of a network would push each other out of the first.
#[inline(always)]
pub fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        let mut line = 0;
        while line < size_of::<T>() {
            // SAFETY: the address lies within the value; every such processor has the instruction, which changes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(value).cast::<i8>().add(line)) }
            line += 64;
        }
    }
}
