//! Vectors of 256 bits.

use std::arch::x86_64::*;

use super::super::HIDDEN;
use super::super::network::{FULL, Hidden, Kernels, ONE, OutputRow, Part};

/// Vectors of 256 bits.
pub(in super::super) struct Avx2;

// SAFETY: the functions below run only inside `logits`, or in a test that has made the same check. They read and write whole
// vectors inside arrays whose lengths are multiples of the vector's.
impl Kernels for Avx2 {
    #[inline(always)]
    fn hidden(part: &Part, inputs: &[u16], hidden: &mut Hidden) {
        /// Columns worked on at once: two times four vectors of 16 sums.
        const AT_ONCE: usize = 64;
        for at in (0..HIDDEN).step_by(AT_ONCE) {
            unsafe {
                let words = |from: usize| -> [__m256i; 4] {
                    std::array::from_fn(|i| {
                        _mm256_loadu_si256(part.bias.as_ptr().add(from + 16 * i).cast())
                    })
                };
                let (mut a, mut b) = (words(at), words(HIDDEN + at));
                for &input in inputs {
                    let row = part.first[usize::from(input)].0.as_ptr();
                    for i in 0..4 {
                        let weights = |from: usize| {
                            _mm256_cvtepi8_epi16(_mm_load_si128(row.add(from + 16 * i).cast()))
                        };
                        a[i] = _mm256_add_epi16(a[i], weights(at));
                        b[i] = _mm256_add_epi16(b[i], weights(HIDDEN + at));
                    }
                }
                for i in [0, 2] {
                    // Packing interleaves the halves of its arguments.
                    let packed =
                        _mm256_packus_epi16(product(a[i], b[i]), product(a[i + 1], b[i + 1]));
                    let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                    _mm256_store_si256(hidden.0.as_mut_ptr().add(at + 16 * i).cast(), packed);
                }
            }
        }
    }

    #[inline(always)]
    fn products<const N: usize>(hidden: &Hidden, rows: [&OutputRow; N]) -> i32 {
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let mut sum = _mm256_setzero_si256();
            for at in (0..HIDDEN).step_by(32) {
                let columns = _mm256_load_si256(hidden.0.as_ptr().add(at).cast());
                for row in rows {
                    let weights = _mm256_load_si256(row.0.as_ptr().add(at).cast());
                    // Two products of at most 127 * 128 fit 16 bits.
                    let pairs = _mm256_maddubs_epi16(columns, weights);
                    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones));
                }
            }
            let sum = _mm_add_epi32(
                _mm256_castsi256_si128(sum),
                _mm256_extracti128_si256::<1>(sum),
            );
            let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
            let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
            _mm_cvtsi128_si32(sum)
        }
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
