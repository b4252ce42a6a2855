//! The inner loops of the forward pass with AVX2: vectors of 256 bits.
//!
//! Speed only: archives do not depend on it.

use std::arch::x86_64::*;

use super::super::kernels::{FULL, Hidden, InputRow, Kernels, ONE, OutputRow, Sum, TOGETHER};

/// The inner loops of the forward pass with AVX2: vectors of 256 bits.
pub(in super::super) struct Avx2;

/// Vectors of bytes that a row of the first layer fills.
const fn vectors(columns: usize) -> usize {
    2 * columns / 32
}

/// Vectors of a row that are added at a time: their sums, two for each, stay in the 16 registers.
const PART: usize = 4;

// SAFETY: the functions below run only inside `logits`, or in a test that has made the same check. They read and write whole
// vectors inside arrays whose lengths are multiples of the vector's.
impl Kernels for Avx2 {
    #[inline(always)]
    fn change<'a, const C: usize>(
        sum: &mut Sum<C>,
        added: impl Iterator<Item = &'a InputRow<C>> + Clone,
        removed: impl Iterator<Item = &'a InputRow<C>> + Clone,
    ) {
        for part in 0..vectors(C) / PART {
            // SAFETY: as above.
            unsafe { change(sum, part * PART, added.clone(), removed.clone()) };
        }
    }

    #[inline(always)]
    fn hidden<const C: usize>(sum: &Sum<C>, inputs: usize, hidden: &mut Hidden<C>) {
        unsafe {
            let excess = _mm256_set1_epi16((128 * inputs) as i16);
            // The factors of even columns, then of odd ones.
            let factors = |i: usize| {
                let words = _mm256_load_si256(sum.words.as_ptr().add(16 * i).cast());
                let upper = _mm256_load_si256(sum.upper.as_ptr().add(16 * i).cast());
                let lower = _mm256_sub_epi16(words, _mm256_slli_epi16::<8>(upper));
                (
                    _mm256_sub_epi16(lower, excess),
                    _mm256_sub_epi16(upper, excess),
                )
            };
            for i in 0..vectors(C) / 2 {
                let (a, b) = (factors(i), factors(vectors(C) / 2 + i));
                let odd = _mm256_slli_epi16::<8>(product(a.1, b.1));
                let columns = _mm256_or_si256(product(a.0, b.0), odd);
                _mm256_store_si256(hidden.0.as_mut_ptr().add(32 * i).cast(), columns);
            }
        }
    }

    #[inline(always)]
    fn products<const C: usize, const N: usize>(
        hidden: &Hidden<C>,
        rows: [[&OutputRow<C>; N]; TOGETHER],
    ) -> [i32; TOGETHER] {
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let mut sums = [_mm256_setzero_si256(); TOGETHER];
            for at in (0..C).step_by(32) {
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

/// The work of [`Kernels::change`] on [`PART`] vectors, of which `first` is the first.
///
/// # Safety
///
/// As for [`Avx2`].
#[inline(always)]
unsafe fn change<'a, const C: usize>(
    sum: &mut Sum<C>,
    first: usize,
    added: impl Iterator<Item = &'a InputRow<C>>,
    removed: impl Iterator<Item = &'a InputRow<C>>,
) {
    unsafe {
        let words_at = sum.words.as_mut_ptr().cast::<__m256i>().add(first);
        let upper_at = sum.upper.as_mut_ptr().cast::<__m256i>().add(first);
        let weights = |row: &InputRow<C>, i: usize| {
            let row = row.0.as_ptr().cast::<__m256i>().add(first);
            _mm256_load_si256(row.add(i))
        };
        let mut words: [_; PART] = std::array::from_fn(|i| _mm256_load_si256(words_at.add(i)));
        let mut upper: [_; PART] = std::array::from_fn(|i| _mm256_load_si256(upper_at.add(i)));
        for row in added {
            for i in 0..PART {
                let weights = weights(row, i);
                words[i] = _mm256_add_epi16(words[i], weights);
                upper[i] = _mm256_add_epi16(upper[i], _mm256_srli_epi16::<8>(weights));
            }
        }
        for row in removed {
            for i in 0..PART {
                let weights = weights(row, i);
                words[i] = _mm256_sub_epi16(words[i], weights);
                upper[i] = _mm256_sub_epi16(upper[i], _mm256_srli_epi16::<8>(weights));
            }
        }
        for i in 0..PART {
            _mm256_store_si256(words_at.add(i), words[i]);
            _mm256_store_si256(upper_at.add(i), upper[i]);
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

/// The hidden columns, from the sums of their two factors, in 16 bits each.
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
