//! Vectors of 256 bits.

use std::arch::x86_64::*;

use super::super::HIDDEN;
use super::super::network::{Bias, FULL, Hidden, InputRow, Kernels, ONE, OutputRow, TOGETHER};

/// Vectors of 256 bits.
pub(in super::super) struct Avx2;

// SAFETY: the functions below run only inside `logits`, or in a test that has made the same check. They read and write whole
// vectors inside arrays whose lengths are multiples of the vector's.
impl Kernels for Avx2 {
    #[inline(always)]
    fn hidden<'a>(
        bias: &Bias,
        rows: impl Iterator<Item = &'a InputRow> + Clone,
        hidden: &mut Hidden,
    ) {
        // As with vectors of 512 bits, but with registers for 64 of each factor's columns.
        for at in (0..HIDDEN).step_by(64) {
            let places = [at, at + 32, HIDDEN + at, HIDDEN + at + 32];
            unsafe {
                let mut words = [_mm256_setzero_si256(); 4];
                let mut upper = words;
                let mut count = 0i16;
                for row in rows.clone() {
                    for i in 0..4 {
                        let weights = _mm256_load_si256(row.0.as_ptr().add(places[i]).cast());
                        words[i] = _mm256_add_epi16(words[i], weights);
                        upper[i] = _mm256_add_epi16(upper[i], _mm256_srli_epi16::<8>(weights));
                    }
                    count = count.wrapping_add(128);
                }
                let excess = _mm256_set1_epi16(count);
                let factors = |i: usize| {
                    let lower = _mm256_sub_epi16(words[i], _mm256_slli_epi16::<8>(upper[i]));
                    let place = (places[i] & !63) + (places[i] & 63) / 2;
                    [(lower, 0), (upper[i], 32)].map(|(sums, odd)| {
                        let bias = _mm256_load_si256(bias.0.as_ptr().add(place + odd).cast());
                        _mm256_sub_epi16(_mm256_add_epi16(sums, bias), excess)
                    })
                };
                for i in 0..2 {
                    let (a, b) = (factors(i), factors(2 + i));
                    let odd = _mm256_slli_epi16::<8>(product(a[1], b[1]));
                    let columns = _mm256_or_si256(product(a[0], b[0]), odd);
                    _mm256_store_si256(hidden.0.as_mut_ptr().add(places[i]).cast(), columns);
                }
            }
        }
    }

    #[inline(always)]
    fn products<const N: usize>(
        hidden: &Hidden,
        rows: [[&OutputRow; N]; TOGETHER],
    ) -> [i32; TOGETHER] {
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let mut sums = [_mm256_setzero_si256(); TOGETHER];
            for at in (0..HIDDEN).step_by(32) {
                let columns = _mm256_load_si256(hidden.0.as_ptr().add(at).cast());
                for i in 0..TOGETHER {
                    for row in rows[i] {
                        let weights = _mm256_load_si256(row.0.as_ptr().add(at).cast());
                        // Two products of at most 127 * 128 fit 16 bits.
                        let pairs = _mm256_maddubs_epi16(columns, weights);
                        sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(pairs, ones));
                    }
                }
            }
            finish(sums)
        }
    }
}

/// Adds up the numbers in each of four vectors.
///
/// # Safety
///
/// As for [`Avx2`].
#[inline(always)]
pub(super) unsafe fn finish([a, b, c, d]: [__m256i; TOGETHER]) -> [i32; TOGETHER] {
    unsafe {
        let fours = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        let upper = _mm256_extracti128_si256::<1>(fours);
        let mut sums = [0; TOGETHER];
        let sum = _mm_add_epi32(_mm256_castsi256_si128(fours), upper);
        _mm_storeu_si128(sums.as_mut_ptr().cast(), sum);
        sums
    }
}

/// Hidden columns, from sums to words.
///
/// # Safety
///
/// As for [`Avx2`].
#[inline(always)]
unsafe fn product(a: __m256i, b: __m256i) -> __m256i {
    unsafe {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
        let a = _mm256_min_epi16(_mm256_max_epi16(a, zero), one);
        let b = _mm256_min_epi16(_mm256_max_epi16(b, zero), one);
        let rounded = _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(16));
        _mm256_min_epi16(_mm256_srli_epi16::<5>(rounded), _mm256_set1_epi16(FULL))
    }
}
