//! A network that has read many names of players, and says which letter comes next.
//!
//! One hidden layer: each of the last letters, the place in the name, and a few habits turn on one row of weights each; what remains
//! positive of their sum is weighed for each letter. Trained by `train-names`; no name is stored in it as such.

use crate::moves::softmax::widths;

/// Units of the hidden layer.
const HIDDEN: usize = 64;
/// Letters: the end, the 95 printable bytes of ASCII, and all others as one.
const LETTERS: usize = 97;
/// Letters before the next one that the network sees; 97 stands for none.
const SEEN: usize = 6;
const PLACES: usize = SEEN * (LETTERS + 1);
const STYLES: usize = PLACES + 16;
const COMMAS: usize = STYLES + 5;
const RUNS: usize = COMMAS + 2;
/// Rows of the first layer.
const ROWS: usize = RUNS + 8;

/// The weights in units of 1/32: rows, the hidden layer's biases, columns for each letter, and the letters' biases.
static FILE: &[u8; (LINES * HIDDEN) + LETTERS] = include_bytes!("names.net");
/// Lines of as many weights as there are hidden units.
const LINES: usize = ROWS + 1 + LETTERS;

/// The lines, in a width that vectors multiply.
static WEIGHTS: [[i16; HIDDEN]; LINES] = {
    let mut lines = [[0; HIDDEN]; LINES];
    let mut at = 0;
    while at < LINES * HIDDEN {
        lines[at / HIDDEN][at % HIDDEN] = FILE[at] as i8 as i16;
        at += 1;
    }
    lines
};

/// Number of a byte among the letters.
fn letter(byte: u8) -> usize {
    match byte {
        32..=126 => usize::from(byte) - 31,
        _ => LETTERS - 1,
    }
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
        // Eleven rows of weights within -128..128 fit 16 bits.
        let mut hidden = [0i16; HIDDEN];
        let mut add = |row: usize| {
            for (unit, weight) in hidden.iter_mut().zip(&WEIGHTS[row]) {
                *unit += weight;
            }
        };
        add(ROWS);
        let mut last = name.iter().rev();
        for place in 0..SEEN {
            let seen = last.next().map_or(LETTERS, |&byte| letter(byte));
            add(place * (LETTERS + 1) + seen);
        }
        add(PLACES + name.len().min(15));
        add(STYLES + self.style);
        add(COMMAS + usize::from(name.contains(&b',')));
        let run = name.iter().rev();
        add(RUNS
            + run
                .take(7)
                .take_while(|byte| byte.is_ascii_alphabetic())
                .count());
        let hidden = hidden.map(|unit| unit.max(0));

        self.logits.clear();
        let biases = &FILE[LINES * HIDDEN..];
        for (weights, &bias) in WEIGHTS[ROWS + 1..].iter().zip(biases) {
            let products = weights
                .iter()
                .zip(&hidden)
                .map(|(&weight, &unit)| i32::from(weight) * i32::from(unit));
            let sum: i32 = products.sum();
            let sum = sum + i32::from(bias as i8) * 32;
            // From units of 2^-10 nats to 2^-16 bits: 65,536 / 1,024 / ln(2).
            self.logits.push(((i64::from(sum) * 5909) >> 6) as i32);
        }
        widths(&self.logits, &mut self.widths);
        let mut sum = 0;
        for byte in 0..=255u8 {
            self.below[usize::from(byte)] = sum;
            let width = match byte {
                0 => self.widths[0] << 7,
                32..=126 => self.widths[letter(byte)] << 7,
                _ => 1.max(self.widths[LETTERS - 1] << 7 >> 8),
            };
            sum += width;
        }
        self.below[256] = sum;
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
        self.style = match name.iter().position(|&byte| byte == b',') {
            Some(at) if name.get(at + 1) == Some(&b' ') => 3,
            Some(_) => 2,
            None if name.contains(&b' ') => 4,
            None => 1,
        };
    }
}
