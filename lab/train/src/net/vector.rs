//! Numbers of all columns of a block in registers, for each instruction set.
//!
//! Every lane computes what it would compute alone, multiplications and additions stay apart, and sums have one order, so all of them
//! give the same bits.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use wide::f32x4;

use super::weights::Lane;

/// One number for each hidden column of a block, in registers.
pub trait Vector: Copy {
    /// From memory.
    fn load(from: &Lane) -> Self;
    /// To memory.
    fn store(self, to: &mut Lane);
    /// The same number in every lane.
    fn splat(x: f32) -> Self;
    /// Lane by lane.
    fn add(self, other: Self) -> Self;
    /// Lane by lane.
    fn mul(self, other: Self) -> Self;
    /// To 0..1.
    fn clip(self) -> Self;
    /// `back` in lanes that lie within 0..1, nothing in those at an end.
    fn slope(self, back: Self) -> Self;
    /// The sum of the lanes: halves are added until one number is left.
    fn total(self) -> f32;
}

/// Lanes in quarters, for any processor.
pub type Quarters = [f32x4; 4];

impl Vector for Quarters {
    #[inline(always)]
    fn load(from: &Lane) -> Self {
        let quarter = |at: usize| f32x4::new([from[at], from[at + 1], from[at + 2], from[at + 3]]);
        [quarter(0), quarter(4), quarter(8), quarter(12)]
    }

    #[inline(always)]
    fn store(self, to: &mut Lane) {
        for (to, quarter) in to.as_chunks_mut::<4>().0.iter_mut().zip(self) {
            *to = quarter.to_array();
        }
    }

    #[inline(always)]
    fn splat(x: f32) -> Self {
        [f32x4::splat(x); 4]
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] + other[at])
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] * other[at])
    }

    #[inline(always)]
    fn clip(self) -> Self {
        self.map(|quarter| quarter.fast_max(f32x4::ZERO).fast_min(f32x4::ONE))
    }

    #[inline(always)]
    fn slope(self, back: Self) -> Self {
        use wide::{CmpGt, CmpLt};
        std::array::from_fn(|at| {
            (self[at].cmp_gt(f32x4::ZERO) & self[at].cmp_lt(f32x4::ONE)) & back[at]
        })
    }

    #[inline(always)]
    fn total(self) -> f32 {
        let [a, b, c, d] = ((self[0] + self[2]) + (self[1] + self[3])).to_array();
        (a + c) + (b + d)
    }
}

#[cfg(target_arch = "x86_64")]
/// Lanes in halves.
#[derive(Clone, Copy)]
pub struct Halves(__m256, __m256);

// SAFETY of all that follows: these types are used in functions alone that are compiled for, and run after a check of, the
// instructions concerned; and `Lane` has as many numbers as are loaded and stored.

#[cfg(target_arch = "x86_64")]
impl Vector for Halves {
    #[inline(always)]
    fn load(from: &Lane) -> Self {
        let from = from.as_ptr();
        unsafe { Self(_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8))) }
    }

    #[inline(always)]
    fn store(self, to: &mut Lane) {
        let to = to.as_mut_ptr();
        unsafe {
            _mm256_storeu_ps(to, self.0);
            _mm256_storeu_ps(to.add(8), self.1);
        }
    }

    #[inline(always)]
    fn splat(x: f32) -> Self {
        unsafe { Self(_mm256_set1_ps(x), _mm256_set1_ps(x)) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        unsafe {
            Self(
                _mm256_add_ps(self.0, other.0),
                _mm256_add_ps(self.1, other.1),
            )
        }
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        unsafe {
            Self(
                _mm256_mul_ps(self.0, other.0),
                _mm256_mul_ps(self.1, other.1),
            )
        }
    }

    #[inline(always)]
    fn clip(self) -> Self {
        let clip = |x| unsafe {
            _mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()), _mm256_set1_ps(1.0))
        };
        Self(clip(self.0), clip(self.1))
    }

    #[inline(always)]
    fn slope(self, back: Self) -> Self {
        let slope = |x, back| unsafe {
            let above = _mm256_cmp_ps::<_CMP_GT_OQ>(x, _mm256_setzero_ps());
            let below = _mm256_cmp_ps::<_CMP_LT_OQ>(x, _mm256_set1_ps(1.0));
            _mm256_and_ps(_mm256_and_ps(above, below), back)
        };
        Self(slope(self.0, back.0), slope(self.1, back.1))
    }

    #[inline(always)]
    fn total(self) -> f32 {
        unsafe { total(_mm256_add_ps(self.0, self.1)) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Vector for __m512 {
    #[inline(always)]
    fn load(from: &Lane) -> Self {
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, to: &mut Lane) {
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self) }
    }

    #[inline(always)]
    fn splat(x: f32) -> Self {
        unsafe { _mm512_set1_ps(x) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        unsafe { _mm512_add_ps(self, other) }
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        unsafe { _mm512_mul_ps(self, other) }
    }

    #[inline(always)]
    fn clip(self) -> Self {
        unsafe {
            _mm512_min_ps(
                _mm512_max_ps(self, _mm512_setzero_ps()),
                _mm512_set1_ps(1.0),
            )
        }
    }

    #[inline(always)]
    fn slope(self, back: Self) -> Self {
        unsafe {
            let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(self, _mm512_setzero_ps());
            let below = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self, _mm512_set1_ps(1.0));
            _mm512_maskz_mov_ps(above & below, back)
        }
    }

    #[inline(always)]
    fn total(self) -> f32 {
        unsafe {
            let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(self)));
            total(_mm256_add_ps(_mm512_castps512_ps256(self), high))
        }
    }
}

/// The sum of eight lanes, by halves.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn total(x: __m256) -> f32 {
    unsafe {
        let x = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps::<1>(x));
        let x = _mm_add_ps(x, _mm_movehl_ps(x, x));
        _mm_cvtss_f32(_mm_add_ss(x, _mm_movehdup_ps(x)))
    }
}
