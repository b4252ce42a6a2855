//! Vectors of 512 bits, and the instruction that adds up products of bytes.

use std::arch::x86_64::*;

use super::super::HIDDEN;
use super::super::network::{FULL, Hidden, Kernels, ONE, OutputRow, Part};

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

/// Vectors of 32 sums that a factor of the hidden columns fills: all sums stay in registers.
const VECTORS: usize = HIDDEN / 32;

// SAFETY: the functions below run only inside `logits`, or in a test, after `runs_here`. They read and write whole vectors inside
// arrays whose lengths are multiples of the vector's.
impl Kernels for Avx512 {
    #[inline(always)]
    fn hidden(part: &Part, inputs: &[u16], hidden: &mut Hidden) {
        unsafe {
            let words = |from: usize| -> [__m512i; VECTORS] {
                std::array::from_fn(|i| {
                    _mm512_loadu_si512(part.bias.as_ptr().add(from + 32 * i).cast())
                })
            };
            let (mut a, mut b) = (words(0), words(HIDDEN));
            for &input in inputs {
                let row = part.first[usize::from(input)].0.as_ptr();
                let weights =
                    |at: usize| _mm512_cvtepi8_epi16(_mm256_load_si256(row.add(at).cast()));
                for i in 0..VECTORS {
                    a[i] = _mm512_add_epi16(a[i], weights(32 * i));
                    b[i] = _mm512_add_epi16(b[i], weights(HIDDEN + 32 * i));
                }
            }
            // Packing interleaves the quarters of its arguments.
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            for i in (0..VECTORS).step_by(2) {
                let packed = _mm512_packus_epi16(product(a[i], b[i]), product(a[i + 1], b[i + 1]));
                let packed = _mm512_permutexvar_epi64(order, packed);
                _mm512_store_si512(hidden.0.as_mut_ptr().add(32 * i).cast(), packed);
            }
        }
    }

    #[inline(always)]
    fn products<const N: usize>(hidden: &Hidden, rows: [&OutputRow; N]) -> i32 {
        unsafe {
            let mut sum = _mm512_setzero_si512();
            for at in (0..HIDDEN).step_by(64) {
                let columns = _mm512_load_si512(hidden.0.as_ptr().add(at).cast());
                for row in rows {
                    let weights = _mm512_load_si512(row.0.as_ptr().add(at).cast());
                    sum = _mm512_dpbusd_epi32(sum, columns, weights);
                }
            }
            _mm512_reduce_add_epi32(sum)
        }
    }
}

/// Hidden columns, from sums to words.
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
