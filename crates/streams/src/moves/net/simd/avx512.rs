//! The inner loops of the forward pass with AVX-512: vectors of 512 bits, and VNNI, which adds up products of bytes.
//!
//! Speed only: archives do not depend on it.

use std::arch::x86_64::*;

use super::super::kernels::{FULL, Hidden, InputRow, Kernels, ONE, OutputRow, Sum, TOGETHER};
use super::avx2::finish;

/// Vectors of 512 bits.
pub(in super::super) struct Avx512;

impl Avx512 {
    /// Whether the processor has the instructions.
    #[inline]
    pub(in super::super) fn runs_here() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni")
    }
}

/// Vectors of bytes that a row of the first layer fills.
const fn vectors(columns: usize) -> usize {
    2 * columns / 64
}

// SAFETY: the functions below run only inside `logits`, or in a test, after `runs_here`. They read and write whole vectors inside
// arrays whose lengths are multiples of the vector's.
impl Kernels for Avx512 {
    #[inline(always)]
    fn change<'a, const C: usize>(
        sum: &mut Sum<C>,
        added: impl Iterator<Item = &'a InputRow<C>> + Clone,
        removed: impl Iterator<Item = &'a InputRow<C>> + Clone,
    ) {
        // SAFETY: as above.
        unsafe {
            match vectors(C) {
                2 => change::<C, 2>(sum, added, removed),
                4 => change::<C, 4>(sum, added, removed),
                6 => change::<C, 6>(sum, added, removed),
                8 => change::<C, 8>(sum, added, removed),
                _ => unreachable!("networks have 64, 128, 192 or 256 columns"),
            }
        }
    }

    #[inline(always)]
    fn hidden<const C: usize>(sum: &Sum<C>, inputs: usize, hidden: &mut Hidden<C>) {
        unsafe {
            let excess = _mm512_set1_epi16((128 * inputs) as i16);
            // The factors of even columns, then of odd ones.
            let factors = |i: usize| {
                let words = _mm512_load_si512(sum.words.as_ptr().add(32 * i).cast());
                let upper = _mm512_load_si512(sum.upper.as_ptr().add(32 * i).cast());
                let lower = _mm512_sub_epi16(words, _mm512_slli_epi16::<8>(upper));
                (
                    _mm512_sub_epi16(lower, excess),
                    _mm512_sub_epi16(upper, excess),
                )
            };
            for i in 0..vectors(C) / 2 {
                let (a, b) = (factors(i), factors(vectors(C) / 2 + i));
                let odd = _mm512_slli_epi16::<8>(product(a.1, b.1));
                let columns = _mm512_or_si512(product(a.0, b.0), odd);
                _mm512_store_si512(hidden.0.as_mut_ptr().add(64 * i).cast(), columns);
            }
        }
    }

    #[inline(always)]
    fn products<const C: usize, const N: usize>(
        hidden: &Hidden<C>,
        rows: [[&OutputRow<C>; N]; TOGETHER],
    ) -> [i32; TOGETHER] {
        unsafe {
            let mut sums = [_mm512_setzero_si512(); TOGETHER];
            for at in (0..C).step_by(64) {
                let columns = _mm512_load_si512(hidden.0.as_ptr().add(at).cast());
                for i in 0..TOGETHER {
                    for row in rows[i] {
                        let weights = _mm512_load_si512(row.0.as_ptr().add(at).cast());
                        sums[i] = _mm512_dpbusd_epi32(sums[i], columns, weights);
                    }
                }
            }
            let half = |i: usize| {
                let upper = _mm512_extracti64x4_epi64::<1>(sums[i]);
                _mm256_add_epi32(_mm512_castsi512_si256(sums[i]), upper)
            };
            finish([half(0), half(1), half(2), half(3)])
        }
    }
}

/// The work of [`Kernels::change`] where a row fills `VECTORS` vectors: all sums stay in registers.
///
/// # Safety
///
/// As for [`Avx512`].
#[inline(always)]
unsafe fn change<'a, const C: usize, const VECTORS: usize>(
    sum: &mut Sum<C>,
    added: impl Iterator<Item = &'a InputRow<C>>,
    removed: impl Iterator<Item = &'a InputRow<C>>,
) {
    debug_assert_eq!(VECTORS, vectors(C));
    unsafe {
        let load = |from: *const u16, i: usize| _mm512_load_si512(from.add(32 * i).cast());
        let (words_at, upper_at) = (sum.words.as_mut_ptr(), sum.upper.as_mut_ptr());
        let mut words: [__m512i; VECTORS] = std::array::from_fn(|i| load(words_at, i));
        let mut upper: [__m512i; VECTORS] = std::array::from_fn(|i| load(upper_at, i));
        for row in added {
            for i in 0..VECTORS {
                let weights = _mm512_load_si512(row.0.as_ptr().cast::<u8>().add(64 * i).cast());
                words[i] = _mm512_add_epi16(words[i], weights);
                upper[i] = _mm512_add_epi16(upper[i], _mm512_srli_epi16::<8>(weights));
            }
        }
        for row in removed {
            for i in 0..VECTORS {
                let weights = _mm512_load_si512(row.0.as_ptr().cast::<u8>().add(64 * i).cast());
                words[i] = _mm512_sub_epi16(words[i], weights);
                upper[i] = _mm512_sub_epi16(upper[i], _mm512_srli_epi16::<8>(weights));
            }
        }
        for i in 0..VECTORS {
            _mm512_store_si512(words_at.add(32 * i).cast(), words[i]);
            _mm512_store_si512(upper_at.add(32 * i).cast(), upper[i]);
        }
    }
}

/// The hidden columns, from the sums of their two factors, in 16 bits each.
///
/// # Safety
///
/// As for [`Avx512`].
#[inline(always)]
unsafe fn product(a: __m512i, b: __m512i) -> __m512i {
    unsafe {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ONE));
        let a = _mm512_min_epi16(_mm512_max_epi16(a, zero), one);
        let b = _mm512_min_epi16(_mm512_max_epi16(b, zero), one);
        let rounded = _mm512_add_epi16(_mm512_mullo_epi16(a, b), _mm512_set1_epi16(16));
        _mm512_min_epi16(_mm512_srli_epi16::<5>(rounded), _mm512_set1_epi16(FULL))
    }
}
