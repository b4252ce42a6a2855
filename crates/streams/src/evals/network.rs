//! A small network that predicts the yes/no decisions of an evaluation.
//!
//! Format: "Stream evals", "The network of evaluations".

use std::sync::LazyLock;

use super::inputs::{INPUTS, Inputs, MOST_ON, WHOLE};
use super::parts::NODES;
use crate::data_file::{DataFile, data_file};
use model::chosen::{LANES, chosen};

/// Width of the first layer.
pub const FIRST: usize = 128;
/// Width of the second layer.
pub const SECOND: usize = 32;
/// One in the activations of both layers.
pub const ONE: i16 = 128;

/// The file of the network that comes with the program.
pub(crate) static FILE: DataFile = data_file!(EVALS);

/// Weights: of the first and second layer in 64ths, of the last in 1024ths.
pub struct Network {
    rows: Vec<[i8; FIRST]>,
    /// The second layer's weights, by column of the first layer, so that columns that are zero need no work.
    second: Vec<[i16; SECOND]>,
    last: Vec<[i16; SECOND]>,
    first_bias: [i16; FIRST],
    second_bias: [i16; SECOND],
    /// In 1024ths.
    last_bias: Vec<i16>,
}

/// Bytes of the file.
pub const BYTES: usize =
    INPUTS * FIRST + SECOND * FIRST + 2 * (NODES * SECOND + FIRST + SECOND + NODES);

/// The activations of a network for its inputs.
#[derive(Clone, Copy)]
pub struct Activations {
    pub(super) second: [i16; SECOND],
}

impl Default for Activations {
    fn default() -> Self {
        Self {
            second: [0; SECOND],
        }
    }
}

impl Network {
    /// Reads the bytes of a file of [`BYTES`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != BYTES {
            return None;
        }
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (head, tail) = rest.split_at(count);
            rest = tail;
            head
        };
        let short = |bytes: &[u8]| -> Vec<i16> {
            bytes
                .chunks_exact(2)
                .map(|two| i16::from_le_bytes([two[0], two[1]]))
                .collect()
        };
        let rows = |bytes: &[u8]| -> Vec<[i8; FIRST]> {
            let rows = bytes.as_chunks().0.iter();
            rows.map(|row| row.map(|byte| byte as i8)).collect()
        };
        let (first, second) = (rows(take(INPUTS * FIRST)), rows(take(SECOND * FIRST)));
        let second = (0..FIRST).map(|at| std::array::from_fn(|out| i16::from(second[out][at])));
        let second = second.collect();
        let last = short(take(2 * NODES * SECOND));
        let last = last
            .chunks_exact(SECOND)
            .map(|row| std::array::from_fn(|i| row[i]))
            .collect();
        Some(Self {
            rows: first,
            second,
            last,
            first_bias: short(take(2 * FIRST)).try_into().ok()?,
            second_bias: short(take(2 * SECOND)).try_into().ok()?,
            last_bias: short(take(2 * NODES)),
        })
    }

    /// The network that comes with the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Option<Network>> =
            LazyLock::new(|| Network::from_bytes(FILE.bytes()));
        SHIPPED.as_ref().expect("the file has its length")
    }

    /// Computes the activations for these inputs.
    #[inline(always)]
    pub fn forward(&self, inputs: &Inputs, activations: &mut Activations) {
        // Without a branch: a processor cannot predict which weights are whole.
        let (mut wholes, mut parts) = ([0; MOST_ON], [(0, 0); MOST_ON]);
        let (mut whole, mut part) = (0, 0);
        for &(input, weight) in inputs.on() {
            wholes[whole % MOST_ON] = input;
            whole += usize::from(weight == WHOLE);
            parts[part % MOST_ON] = (input, weight);
            part += usize::from(weight != WHOLE);
        }
        // In 64ths, then in 512ths. Sixteen bits are enough; if they were not, the sums would wrap in the same way on every machine.
        let mut sums = [0i16; FIRST];
        for &input in &wholes[..whole] {
            for (sum, &part) in sums.iter_mut().zip(&self.rows[usize::from(input)]) {
                *sum = sum.wrapping_add(part.into());
            }
        }
        for (sum, &bias) in sums.iter_mut().zip(&self.first_bias) {
            *sum = sum.wrapping_mul(WHOLE).wrapping_add(bias);
        }
        for &(input, weight) in &parts[..part] {
            for (sum, &part) in sums.iter_mut().zip(&self.rows[usize::from(input)]) {
                *sum = sum.wrapping_add(i16::from(part).wrapping_mul(weight));
            }
        }
        let columns = sums.map(|sum| (sum >> 2).clamp(0, ONE));
        // In 64 * 128ths.
        let mut sums = self.second_bias.map(|bias| i32::from(bias) * 16);
        let rows = self.second.chunks(LANES);
        for (columns, rows) in columns.chunks(LANES).zip(rows) {
            for at in chosen(columns, |column| column > 0) {
                let column = i32::from(columns[at]);
                for (sum, &weight) in sums.iter_mut().zip(&rows[at]) {
                    *sum += i32::from(weight) * column;
                }
            }
        }
        for (out, sum) in activations.second.iter_mut().zip(sums) {
            *out = (sum >> 6).clamp(0, i32::from(ONE)) as i16;
        }
    }

    /// The log-odds that a decision is yes, in units of 1/256 nat.
    #[inline(always)]
    pub fn odds(&self, activations: &Activations, node: usize) -> i32 {
        // In 128 * 1024ths.
        let sum = products(&self.last[node], &activations.second);
        ((sum + i32::from(self.last_bias[node]) * i32::from(ONE)) >> 9).clamp(-2400, 2400)
    }
}

/// The sum of products, in a form that compiles to a vector instruction.
#[inline(always)]
pub(super) fn products<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
    let products = a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b));
    products.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_of_the_right_length_is_a_network() {
        assert!(Network::from_bytes(&vec![0; BYTES]).is_some());
        assert!(Network::from_bytes(&vec![0; BYTES - 1]).is_none());
        assert!(Network::from_bytes(&[]).is_none());
    }

    #[test]
    fn a_network_of_zeros_knows_nothing() {
        let network = Network::from_bytes(&vec![0; BYTES]).unwrap();
        let mut activations = Activations::default();
        network.forward(&Inputs::default(), &mut activations);
        assert!((0..NODES).all(|node| network.odds(&activations, node) == 0));
    }
}
