//! Runs the forward pass with the vector instructions that the processor has. The results are the same on every processor.
//!
//! Speed only: archives do not depend on it.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;

use super::Features;
use super::forward::Scratch;
use super::network::Network;
use super::plain::Plain;
use model::simd::Task;

/// Does something with the instructions that count and find bits, where the processor has them. Not with vectors: compilers would gather
/// from the small tables that positions are described by, which is slower.
#[inline]
pub(super) fn with_bits<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
        fn bits<T: Task>(task: T) -> T::Output {
            task.run()
        }
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { bits(task) };
        }
    }
    task.run()
}

/// The name of the vector instructions that [`logits`] uses on this processor, for people to read.
pub(super) fn used() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if Avx512::runs_here() {
            return "AVX-512 with VNNI";
        }
        if is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    "none"
}

impl<const C: usize> Network<C> {
    /// Fills `logits` with one number for each legal move, in units of 2^-16 bit: a move is twice as likely as one whose logit
    /// is `1 << 16` less.
    ///
    /// The result is the same on every processor.
    pub fn logits(&self, features: &Features, scratch: &mut Scratch<C>, logits: &mut Vec<i32>) {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
            fn avx512<const C: usize>(
                network: &Network<C>,
                features: &Features,
                scratch: &mut Scratch<C>,
                logits: &mut Vec<i32>,
            ) {
                network.forward::<Avx512>(features, scratch, logits);
            }
            #[target_feature(enable = "avx2")]
            fn avx2<const C: usize>(
                network: &Network<C>,
                features: &Features,
                scratch: &mut Scratch<C>,
                logits: &mut Vec<i32>,
            ) {
                network.forward::<Avx2>(features, scratch, logits);
            }
            if Avx512::runs_here() {
                // SAFETY: the processor has what the function was compiled for.
                return unsafe { avx512(self, features, scratch, logits) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: as above.
                return unsafe { avx2(self, features, scratch, logits) };
            }
        }
        self.forward::<Plain>(features, scratch, logits);
    }
}
