//! What the forward pass does most, for any processor.
//!
//! Speed only: archives do not depend on it.

use super::HIDDEN;
use super::kernels::{FULL, Hidden, InputRow, Kernels, ONE, OutputRow, Sum, TOGETHER};

/// For any processor.
#[derive(Clone)]
pub(super) struct Plain;

impl Kernels for Plain {
    #[inline(always)]
    fn change<'a>(
        sum: &mut Sum,
        added: impl Iterator<Item = &'a InputRow>,
        removed: impl Iterator<Item = &'a InputRow>,
    ) {
        let numbers = |row: &'a InputRow| {
            row.0
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
    fn hidden(sum: &Sum, inputs: usize, hidden: &mut Hidden) {
        let mut sums = [0; 2 * HIDDEN];
        let words = sum.words.iter().zip(&sum.upper);
        for (two, (&words, &upper)) in sums.as_chunks_mut().0.iter_mut().zip(words) {
            let weights = [words.wrapping_sub(upper << 8), upper];
            *two = weights.map(|sum| sum.wrapping_sub(128 * inputs as u16) as i16);
        }
        let (a, b) = sums.split_at(HIDDEN);
        for ((column, &a), &b) in hidden.0.iter_mut().zip(a).zip(b) {
            let product = a.clamp(0, ONE) * b.clamp(0, ONE);
            *column = ((product + 16) >> 5).min(FULL) as u8;
        }
    }

    #[inline(always)]
    fn products<const N: usize>(
        hidden: &Hidden,
        rows: [[&OutputRow; N]; TOGETHER],
    ) -> [i32; TOGETHER] {
        let row = |row: &OutputRow| -> i32 {
            let columns = hidden.0.iter().zip(&row.0);
            columns
                .map(|(&column, &weight)| i32::from(column) * i32::from(weight))
                .sum()
        };
        rows.map(|rows| rows.into_iter().map(row).sum())
    }
}
