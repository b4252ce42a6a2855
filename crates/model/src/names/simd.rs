//! Considering names with the instructions that the processor has for it, with the same results.
#![allow(unsafe_code)]

use super::net::Prior;

/// [`Prior::consider`].
#[inline]
pub(super) fn look(prior: &mut Prior, name: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2(prior: &mut Prior, name: &[u8]) {
            prior.consider(name);
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { avx2(prior, name) };
        }
    }
    prior.consider(name);
}
