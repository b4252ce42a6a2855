//! A network that has read many names of players, and says which letter comes next.
//!
//! One hidden layer: each of the last letters, the place in the name, and a few habits turn on one row of weights each; what remains
//! positive of their sum is weighed for each letter. Trained by `train-names`; no name is stored in it as such.

use std::sync::LazyLock;

use crate::moves::softmax::widths;
use crate::number::hash;
use crate::simd::{Task, run};

/// Units of the hidden layer.
pub const HIDDEN: usize = 128;
/// Letters: the end, the 95 printable bytes of ASCII, and all others as one.
pub const LETTERS: usize = 97;
/// Letters before the next one that the network sees one by one; 97 stands for none.
const SEEN: usize = 6;
const PLACES: usize = SEEN * (LETTERS + 1);
const STYLES: usize = PLACES + 16;
const COMMAS: usize = STYLES + 5;
const RUNS: usize = COMMAS + 2;
const TRIPLES: usize = RUNS + 8;
/// Rows of the last three letters together, which share them by hash.
const SHARED: usize = 1 << 12;
/// Rows of the first layer.
pub const ROWS: usize = TRIPLES + SHARED;
/// Rows that are on at a time.
pub const ON: usize = SEEN + 5;

/// Lines of as many weights as there are hidden units: rows, the hidden layer's biases, and a column for each letter.
const LINES: usize = ROWS + 1 + LETTERS;
/// Bytes of the file: the lines, and the letters' biases. Weights are in units of 1/32.
pub const BYTES: usize = LINES * HIDDEN + LETTERS;

static FILE: &[u8; BYTES] = include_bytes!("names.net");

/// Letters, up to whole vectors.
const LANES: usize = LETTERS.next_multiple_of(8);

/// What each hidden unit says of each letter, so that silent units cost nothing and sums stay apart.
static COLUMNS: LazyLock<Box<[[i32; LANES]; HIDDEN]>> = LazyLock::new(|| {
    let mut columns = Box::new([[0; LANES]; HIDDEN]);
    for letter in 0..LETTERS {
        for (column, &weight) in columns.iter_mut().zip(line(ROWS + 1 + letter)) {
            column[letter] = i32::from(weight as i8);
        }
    }
    columns
});

/// A line of the file.
#[inline(always)]
fn line(at: usize) -> &'static [u8; HIDDEN] {
    &FILE.as_chunks().0[at]
}

/// Number of a byte among the letters.
pub fn letter(byte: u8) -> usize {
    match byte {
        32..=126 => usize::from(byte) - 31,
        _ => LETTERS - 1,
    }
}

/// How a name is written, below 5: 1 in one word, 2 with a comma, 3 with a space behind it, 4 with spaces alone. 0 is for a name that is not known.
pub fn style(name: &[u8]) -> usize {
    match name.iter().position(|&byte| byte == b',') {
        Some(at) if name.get(at + 1) == Some(&b' ') => 3,
        Some(_) => 2,
        None if name.contains(&b' ') => 4,
        None => 1,
    }
}

/// The rows that are on behind the beginning of a name, when the name before was written in `style`.
pub fn rows(name: &[u8], style: usize) -> [usize; ON] {
    let mut last = name.iter().rev().map(|&byte| letter(byte));
    let seen: [usize; SEEN] = [(); SEEN].map(|()| last.next().unwrap_or(LETTERS));
    let run = name.iter().rev().take(7);
    let run = run.take_while(|byte| byte.is_ascii_alphabetic()).count();
    let triple = hash(&[seen[0] as u32, seen[1] as u32, seen[2] as u32]);
    let habits = [
        PLACES + name.len().min(15),
        STYLES + style,
        COMMAS + usize::from(name.contains(&b',')),
        RUNS + run,
        TRIPLES + triple as usize % SHARED,
    ];
    let mut rows = [0; ON];
    for (place, row) in rows[..SEEN].iter_mut().enumerate() {
        *row = place * (LETTERS + 1) + seen[place];
    }
    rows[SEEN..].copy_from_slice(&habits);
    rows
}

/// What the network expects.
pub(super) struct Prior {
    /// Shares of all bytes below each byte.
    below: [u32; 257],
    /// How the last name was written.
    style: usize,
    logits: Vec<i32>,
    widths: Vec<u32>,
}

impl Default for Prior {
    fn default() -> Self {
        Self {
            below: [0; 257],
            style: 0,
            logits: Vec::new(),
            widths: Vec::new(),
        }
    }
}

impl Prior {
    /// Considers what follows the beginning of a name.
    pub fn look(&mut self, name: &[u8]) {
        run(Consider(self, name));
    }

    /// The work of [`look`](Self::look).
    #[inline(always)]
    fn consider(&mut self, name: &[u8]) {
        // Twelve rows of weights within -128..128 fit 16 bits.
        let mut hidden = [0i16; HIDDEN];
        for row in rows(name, self.style).into_iter().chain([ROWS]) {
            for (unit, &weight) in hidden.iter_mut().zip(line(row)) {
                *unit += i16::from(weight as i8);
            }
        }
        // Without a branch, for which units are silent is hard to foresee.
        let (mut active, mut count) = ([(0u8, 0i16); HIDDEN], 0);
        for (at, &unit) in hidden.iter().enumerate() {
            active[count % HIDDEN] = (at as u8, unit);
            count += usize::from(unit > 0);
        }
        let (mut sums, columns) = ([0; LANES], &*COLUMNS);
        for &(at, unit) in &active[..count] {
            let column = &columns[usize::from(at) % HIDDEN];
            for (sum, &weight) in sums.iter_mut().zip(column) {
                *sum += weight * i32::from(unit);
            }
        }
        self.logits.resize(LETTERS, 0);
        let biases = &FILE[LINES * HIDDEN..];
        for (logit, (sum, &bias)) in self.logits.iter_mut().zip(sums.iter().zip(biases)) {
            let sum = sum + i32::from(bias as i8) * 32;
            // From units of 2^-10 nats to 2^-16 bits: 65,536 / 1,024 / ln(2).
            *logit = ((i64::from(sum) * 5909) >> 6) as i32;
        }
        widths(&self.logits, &mut self.widths);

        // Bytes that are no letters share the last one's.
        let other = 1.max(self.widths[LETTERS - 1] << 7 >> 8);
        let mut sum = self.widths[0] << 7;
        self.below[0] = 0;
        for below in &mut self.below[1..32] {
            *below = sum;
            sum += other;
        }
        for (below, &width) in self.below[32..127].iter_mut().zip(&self.widths[1..]) {
            *below = sum;
            sum += width << 7;
        }
        for below in &mut self.below[127..] {
            *below = sum;
            sum += other;
        }
    }

    /// How the last name was written, below 5; 0 before the first.
    pub fn style(&self) -> usize {
        self.style
    }

    /// How likely the next bit of a byte is 1, out of 4,096, after `decided` bits, which `partial` holds behind a 1.
    pub fn one12(&self, partial: usize, decided: u32) -> u32 {
        let low = (partial << (8 - decided)) & 255;
        let size = 256 >> decided;
        let [low, middle, high] = [low, low + size / 2, low + size].map(|at| self.below[at]);
        let one = u64::from(high - middle) << 12;
        ((one / u64::from(high - low).max(1)) as u32).min(4095)
    }

    /// Notes how a name is written that is complete.
    pub fn finish(&mut self, name: &[u8]) {
        self.style = style(name);
    }
}

struct Consider<'a>(&'a mut Prior, &'a [u8]);

impl Task for Consider<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.0.consider(self.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares of all bytes below each, of sums taken letter by letter.
    fn below(name: &[u8], style: usize) -> [u32; 257] {
        let on = rows(name, style).into_iter().chain([ROWS]);
        let on: Vec<&[u8; HIDDEN]> = on.map(line).collect();
        let hidden: [i32; HIDDEN] = std::array::from_fn(|unit| {
            let weights = on.iter().map(|row| i32::from(row[unit] as i8));
            weights.sum::<i32>().max(0)
        });
        let logit = |letter: usize| {
            let weights = line(ROWS + 1 + letter).iter().zip(hidden);
            let sum: i32 = weights.map(|(&w, unit)| i32::from(w as i8) * unit).sum();
            let sum = sum + i32::from(FILE[LINES * HIDDEN + letter] as i8) * 32;
            ((i64::from(sum) * 5909) >> 6) as i32
        };
        let logits: Vec<i32> = (0..LETTERS).map(logit).collect();
        let mut shares = Vec::new();
        widths(&logits, &mut shares);
        let mut below = [0; 257];
        for byte in 0..=255u8 {
            let width = match byte {
                0 => shares[0] << 7,
                32..=126 => shares[letter(byte)] << 7,
                _ => 1.max(shares[LETTERS - 1] << 7 >> 8),
            };
            below[usize::from(byte) + 1] = below[usize::from(byte)] + width;
        }
        below
    }

    #[test]
    fn sums_by_columns_in_wide_vectors_are_those_by_letters() {
        let mut priors = [Prior::default(), Prior::default()];
        for name in [
            &b""[..],
            b"Tal, Mi",
            b"Fischer",
            b"x_\xe9\x00y",
            b"AAAAAAAAAAAAAAAAAAA",
        ] {
            let [wide, plain] = &mut priors;
            wide.look(name);
            plain.consider(name);
            assert_eq!(wide.below, plain.below);
            assert_eq!(wide.below, below(name, wide.style()));
            wide.finish(name);
            plain.finish(name);
        }
    }
}
