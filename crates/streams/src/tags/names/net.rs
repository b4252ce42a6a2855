//! A network, trained on many names of players, that predicts the next letter of a name.
//!
//! Format: "Names".
//!
//! It has one hidden layer. Each of the last letters, the place in the name, and a few properties turn on one row of weights each. Their
//! sums are set to 0 where negative, then multiplied by weights for each letter. It is trained by `train-names`; no name is stored in it as
//! such.

use std::sync::LazyLock;

use crate::data_file::{DataFile, data_file};
use entropy::TOTAL;

use model::chosen::{self, chosen};
use model::number::hash;
use model::simd::{Task, run};
use model::softmax::widths;

/// Units of the hidden layer.
pub const HIDDEN: usize = 128;
/// Letters: the end, the 95 printable bytes of ASCII, and all others as one.
pub const LETTERS: usize = 97;
/// Letters before the next one that the network gets as separate inputs; 97 stands for none.
const SEEN: usize = 6;
const PLACES: usize = SEEN * (LETTERS + 1);
const STYLES: usize = PLACES + 16;
const COMMAS: usize = STYLES + 5;
const RUNS: usize = COMMAS + 2;
const TRIPLES: usize = RUNS + 8;
/// Rows for the last three letters together, chosen by hash.
const SHARED: usize = 1 << 12;
/// Rows of the first layer.
pub const ROWS: usize = TRIPLES + SHARED;
/// Rows that are on at a time.
pub const ON: usize = SEEN + 5;

/// Lines of as many weights as there are hidden units: rows, the hidden layer's biases, and a column for each letter.
const LINES: usize = ROWS + 1 + LETTERS;
/// Bytes of a file, for its trainer.
#[cfg(feature = "training")]
pub const BYTES: usize = LINES * HIDDEN + LETTERS;
/// The network that comes with the program: the lines, and the letters' biases. Weights are in units of 1/32.
pub(crate) static FILE: DataFile = data_file!(NAMES);

/// From units of 2^-10 nats to those of logits, 2^-22 bits: 2^12 / ln(2) would be 5909; 5300 is used because the network is too confident
/// on names it was not trained on. 5300 / 64 equals this / 16.
const LOGIT: i32 = 1325;

/// Letters, rounded up to whole vectors.
const LANES: usize = LETTERS.next_multiple_of(8);

/// The weights of each hidden unit for each letter, in this order so that units that are zero need no work.
static COLUMNS: LazyLock<Box<[[i16; LANES]; HIDDEN]>> = LazyLock::new(|| {
    let mut columns = Box::new([[0; LANES]; HIDDEN]);
    for letter in 0..LETTERS {
        for (column, &weight) in columns.iter_mut().zip(line(ROWS + 1 + letter)) {
            column[letter] = i16::from(weight as i8);
        }
    }
    columns
});

/// A line of the file.
#[inline(always)]
fn line(at: usize) -> &'static [u8; HIDDEN] {
    &FILE.bytes().as_chunks().0[at]
}

/// The letter that stands for all bytes without one.
pub(super) const OTHER: usize = LETTERS - 1;

/// Number of a byte among the letters.
pub fn letter(byte: u8) -> usize {
    match byte {
        32..=126 => usize::from(byte) - 31,
        _ => OTHER,
    }
}

/// The same with 0 as the end of a name, which is a letter too.
pub(super) fn letter_or_end(byte: u8) -> usize {
    if byte == 0 { 0 } else { letter(byte) }
}

/// The first byte of a letter; of others, the first after those of ASCII.
#[inline]
pub(super) fn byte(letter: usize) -> u8 {
    if letter == 0 { 0 } else { letter as u8 + 31 }
}

/// How a name is written, below 5: 1 as one word, 2 with a comma, 3 with a comma and a space, 4 with spaces only. 0 stands for an unknown
/// name.
pub fn style(name: &[u8]) -> usize {
    match name.iter().position(|&byte| byte == b',') {
        Some(at) if name.get(at + 1) == Some(&b' ') => 3,
        Some(_) => 2,
        None if name.contains(&b' ') => 4,
        None => 1,
    }
}

/// The rows that are on after the beginning of a name, when the name before was written in `style`.
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

/// Number of kinds of last letters, and the learning rate of habits: 2^-5 bit for an error of the whole probability.
const KINDS: usize = 7;
const STEP: u32 = 5;

/// The kind of a name's last letter.
fn kind(name: &[u8]) -> usize {
    match name.last() {
        None => 0,
        Some(b',') => 1,
        Some(b' ') => 2,
        Some(b'0'..=b'9') => 3,
        Some(b'a'..=b'z') => 4,
        Some(b'A'..=b'Z') => 5,
        Some(_) => 6,
    }
}

/// The network's prediction of the next letter, with the corrections of the block.
pub(super) struct Prior {
    /// Cumulative probabilities: of all letters before each letter, and of all.
    below: [u32; LETTERS + 1],
    /// How the last name was written.
    style: usize,
    logits: Vec<i32>,
    widths: Vec<u32>,
    /// Corrections learned in the block: for each kind of the last letter, additions to the logits.
    habits: [[i32; LETTERS]; KINDS],
    kind: usize,
}

impl Default for Prior {
    fn default() -> Self {
        Self {
            below: [0; LETTERS + 1],
            style: 0,
            logits: Vec::new(),
            widths: Vec::new(),
            habits: [[0; LETTERS]; KINDS],
            kind: 0,
        }
    }
}

impl Prior {
    /// Predicts the letter after the beginning of a name.
    pub fn prepare(&mut self, name: &[u8]) {
        run(Consider(self, name));
    }

    /// The work of [`prepare`](Self::prepare).
    #[inline(always)]
    fn consider(&mut self, name: &[u8]) {
        // Twelve rows of weights within -128..128 fit 16 bits.
        let mut hidden = [0i16; HIDDEN];
        for row in rows(name, self.style).into_iter().chain([ROWS]) {
            for (unit, &weight) in hidden.iter_mut().zip(line(row)) {
                *unit += i16::from(weight as i8);
            }
        }
        let (mut sums, columns) = ([0; LANES], &*COLUMNS);
        for (units, columns) in hidden
            .chunks(chosen::LANES)
            .zip(columns.chunks(chosen::LANES))
        {
            for at in chosen(units, |unit| unit > 0) {
                let unit = i32::from(units[at]);
                for (sum, &weight) in sums.iter_mut().zip(&columns[at]) {
                    *sum += i32::from(weight) * unit;
                }
            }
        }
        self.logits.resize(LETTERS, 0);
        let biases = &FILE.bytes()[LINES * HIDDEN..];
        for (logit, (sum, &bias)) in self.logits.iter_mut().zip(sums.iter().zip(biases)) {
            let sum = sum + i32::from(bias as i8) * 32;
            *logit = logit_of(sum);
        }
        self.kind = kind(name);
        for (logit, habit) in self.logits.iter_mut().zip(&self.habits[self.kind]) {
            *logit = logit.saturating_add(*habit);
        }
        widths(&self.logits, &mut self.widths);

        let mut sum = 0;
        for (below, &width) in self.below[1..].iter_mut().zip(&self.widths) {
            sum += width;
            *below = sum;
        }
    }

    /// Cumulative probabilities: of all letters before each letter, and of all, [`TOTAL`](entropy::TOTAL).
    pub fn below(&self) -> &[u32; LETTERS + 1] {
        &self.below
    }

    /// Learns which letter came.
    pub fn learn(&mut self, letter: usize) {
        run(Learn(self, letter));
    }

    /// The work of [`learn`](Self::learn).
    #[inline(always)]
    fn learn_letter(&mut self, letter: usize) {
        let habits = &mut self.habits[self.kind];
        for (at, (habit, &width)) in habits.iter_mut().zip(&self.widths).enumerate() {
            let came = if at == letter { TOTAL as i32 } else { 0 };
            *habit = habit.saturating_add((came - width as i32) >> STEP);
        }
    }

    /// How the last name was written, below 5; 0 before the first.
    pub fn style(&self) -> usize {
        self.style
    }

    /// Remembers how a complete name is written.
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

struct Learn<'a>(&'a mut Prior, usize);

impl Task for Learn<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.0.learn_letter(self.1);
    }
}

/// The logit of a sum, which is within ±2^25: `sum * LOGIT / 16`, rounded down, in 32 bits.
#[inline(always)]
fn logit_of(sum: i32) -> i32 {
    (sum >> 10) * (LOGIT << 6) + (((sum & 1023) * LOGIT) >> 4)
}

#[cfg(test)]
mod tests;
