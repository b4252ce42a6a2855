//! Trains the network that tells the next letter of a player's name (`streams::training::names`), and writes its file.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use streams::training::names::net::{BYTES, HIDDEN, LETTERS, ON, ROWS, letter, rows, style};
use train::names::names;
use train::random::Random;

/// Strings between two steps.
const BATCH: usize = 64;
/// The unit of the file's weights is one of so many.
const SCALE: f32 = 32.0;

/// Trains the network of names.
#[derive(Parser)]
struct Args {
    /// Files whose players' names are learned: PGN, plain or compressed. Each name counts once for each file.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rounds over all names.
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// Where to write the network.
    #[arg(long)]
    out: PathBuf,
}

/// Lines of weights with their gradients and moments (Kingma and Ba, "Adam", 2015).
struct Lines {
    weights: Vec<[f32; HIDDEN]>,
    gradient: Vec<[f32; HIDDEN]>,
    moments: Vec<[[f32; HIDDEN]; 2]>,
}

impl Lines {
    fn new(count: usize, spread: f32, random: &mut Random) -> Self {
        let mut line = || std::array::from_fn(|_| random.even() * spread);
        Self {
            weights: (0..count).map(|_| line()).collect(),
            gradient: vec![[0.0; HIDDEN]; count],
            moments: vec![[[0.0; HIDDEN]; 2]; count],
        }
    }

    fn step(&mut self, line: usize, rate: f32) {
        let [first, second] = &mut self.moments[line];
        for unit in 0..HIDDEN {
            let gradient = self.gradient[line][unit] / BATCH as f32;
            first[unit] += 0.1 * (gradient - first[unit]);
            second[unit] += 0.001 * (gradient * gradient - second[unit]);
            let weight = &mut self.weights[line][unit];
            *weight -= rate * first[unit] / (second[unit].sqrt() + 1e-7);
            *weight = weight.clamp(-127.0 / SCALE, 127.0 / SCALE);
        }
        self.gradient[line] = [0.0; HIDDEN];
    }
}

/// The network: the line after the rows is the hidden layer's biases, that after the letters holds the letters' in pieces.
struct Net {
    rows: Lines,
    letters: Lines,
}

/// Lines that hold the letters' biases.
const BIASES: usize = LETTERS.div_ceil(HIDDEN);

impl Net {
    fn new(random: &mut Random) -> Self {
        let mut letters = Lines::new(LETTERS + BIASES, 0.15, random);
        letters.weights[LETTERS..].fill([0.0; HIDDEN]);
        Self {
            rows: Lines::new(ROWS + 1, 0.1, random),
            letters,
        }
    }

    /// Learns one letter; returns its cost in bits.
    fn learn(&mut self, on: &[usize; ON], target: usize) -> f32 {
        let mut hidden = self.rows.weights[ROWS];
        for &row in on {
            for (unit, weight) in hidden.iter_mut().zip(&self.rows.weights[row]) {
                *unit += weight;
            }
        }
        let hidden = hidden.map(|unit| unit.max(0.0));
        let mut shares = [0.0; LETTERS];
        for (at, share) in shares.iter_mut().enumerate() {
            let products = self.letters.weights[at].iter().zip(&hidden);
            let bias = self.letters.weights[LETTERS + at / HIDDEN][at % HIDDEN];
            *share = bias + products.map(|(weight, unit)| weight * unit).sum::<f32>();
        }
        let top = shares.iter().copied().fold(f32::MIN, f32::max);
        shares = shares.map(|logit| (logit - top).exp());
        let sum: f32 = shares.iter().sum();
        shares = shares.map(|share| share / sum);
        let cost = -shares[target].max(1e-9).log2();

        shares[target] -= 1.0;
        let mut back = [0.0; HIDDEN];
        for (at, &error) in shares.iter().enumerate() {
            let line = self.letters.weights[at].iter().zip(&hidden);
            let gradient = self.letters.gradient[at].iter_mut();
            for ((back, gradient), (weight, unit)) in back.iter_mut().zip(gradient).zip(line) {
                *back += error * weight;
                *gradient += error * unit;
            }
            self.letters.gradient[LETTERS + at / HIDDEN][at % HIDDEN] += error;
        }
        for (back, &unit) in back.iter_mut().zip(&hidden) {
            if unit <= 0.0 {
                *back = 0.0;
            }
        }
        for &row in on.iter().chain([&ROWS]) {
            for (gradient, back) in self.rows.gradient[row].iter_mut().zip(&back) {
                *gradient += back;
            }
        }
        cost
    }

    fn step(&mut self, touched: &mut BTreeSet<usize>, rate: f32) {
        for line in 0..LETTERS + BIASES {
            self.letters.step(line, rate);
        }
        for &row in touched.iter().chain([&ROWS]) {
            self.rows.step(row, rate);
        }
        touched.clear();
    }

    fn file(&self) -> Vec<u8> {
        let lines = self.rows.weights.iter().chain(&self.letters.weights);
        let weights = lines.flatten().take(BYTES);
        weights
            .map(|weight| (weight * SCALE).round() as i8 as u8)
            .collect()
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut random = Random::new(1);
    let mut all = Vec::new();
    for path in &args.files {
        let names = names(path).with_context(|| path.display().to_string())?;
        for name in &names {
            // A name is written like the one before, which is of the same file; the first of a block has none before it.
            let before = match random.below(40) {
                0 => 0,
                _ => style(&names[random.below(names.len())]),
            };
            all.push((name.clone(), before));
        }
    }
    let mut net = Net::new(&mut random);
    let mut touched = BTreeSet::new();
    let total = args.rounds * all.iter().map(|(name, _)| name.len() + 1).sum::<usize>();
    let mut seen = 0;
    for round in 0..args.rounds {
        random.shuffle(&mut all);
        let (mut cost, before) = (0.0, seen);
        for (name, style) in &all {
            for at in 0..=name.len() {
                let on = rows(&name[..at], *style);
                let target = name.get(at).map_or(0, |&byte| letter(byte));
                cost += f64::from(net.learn(&on, target));
                touched.extend(on);
                seen += 1;
                if seen % BATCH == 0 {
                    let left = 1.0 - seen as f32 / total as f32;
                    let warm = (seen as f32 / 20_000.0).min(1.0);
                    net.step(&mut touched, 0.002 * warm * left.max(0.01));
                }
            }
        }
        println!(
            "round {}: {:.4} bits a letter",
            round + 1,
            cost / (seen - before) as f64
        );
        fs::write(&args.out, net.file()).context("cannot write the network")?;
    }
    Ok(())
}
