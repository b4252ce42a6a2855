//! The inner loops of the forward pass in portable code, for any processor.
//!
//! Speed only: archives do not depend on it.

use super::kernels::{FULL, Hidden, InputRow, Kernels, ONE, OutputRow, Sum, TOGETHER};

/// Portable code, for any processor.
#[derive(Clone)]
pub(super) struct Plain;

impl Kernels for Plain {
    #[inline(always)]
    fn change<'a, const C: usize>(
        sum: &mut Sum<C>,
        added: impl Iterator<Item = &'a InputRow<C>> + Clone,
        removed: impl Iterator<Item = &'a InputRow<C>> + Clone,
    ) {
        let numbers = |row: &'a InputRow<C>| {
            row.0
                .as_flattened()
                .as_chunks()
                .0
                .iter()
                .map(|&two| u16::from_le_bytes(two))
        };
        let add = |(sum, number): (&mut u16, u16)| *sum = sum.wrapping_add(number);
        let take = |(sum, number): (&mut u16, u16)| *sum = sum.wrapping_sub(number);
        for row in added {
            sum.words.iter_mut().zip(numbers(row)).for_each(add);
            sum.upper
                .iter_mut()
                .zip(numbers(row).map(|two| two >> 8))
                .for_each(add);
        }
        for row in removed {
            sum.words.iter_mut().zip(numbers(row)).for_each(take);
            sum.upper
                .iter_mut()
                .zip(numbers(row).map(|two| two >> 8))
                .for_each(take);
        }
    }

    #[inline(always)]
    fn hidden<const C: usize>(sum: &Sum<C>, inputs: usize, hidden: &mut Hidden<C>) {
        let mut sums = [[0; C]; 2];
        let words = sum.words.iter().zip(&sum.upper);
        for (two, (&words, &upper)) in sums
            .as_flattened_mut()
            .as_chunks_mut()
            .0
            .iter_mut()
            .zip(words)
        {
            let weights = [words.wrapping_sub(upper << 8), upper];
            *two = weights.map(|sum| sum.wrapping_sub(128 * inputs as u16) as i16);
        }
        let [a, b] = sums;
        for ((column, &a), &b) in hidden.0.iter_mut().zip(&a).zip(&b) {
            let product = a.clamp(0, ONE) * b.clamp(0, ONE);
            *column = ((product + 16) >> 5).min(FULL) as u8;
        }
    }

    #[inline(always)]
    fn products<const C: usize, const N: usize>(
        hidden: &Hidden<C>,
        rows: [[&OutputRow<C>; N]; TOGETHER],
    ) -> [i32; TOGETHER] {
        const { assert!(C.is_multiple_of(16)) };
        // A column is at most 127, a signed byte as the weights are. So a product fits into 16 bits, of which vectors hold twice as many.
        let row = |row: &OutputRow<C>| -> i32 {
            let (columns, weights) = (hidden.0.as_chunks::<16>().0, row.0.as_chunks::<16>().0);
            let mut sums = [0; 8];
            for (columns, weights) in columns.iter().zip(weights) {
                let product = |at: usize| i16::from(columns[at] as i8) * i16::from(weights[at]);
                for (at, sum) in sums.iter_mut().enumerate() {
                    *sum += i32::from(product(at)) + i32::from(product(at + 8));
                }
            }
            sums.into_iter().sum()
        };
        rows.map(|rows| rows.into_iter().map(row).sum())
    }
}
