//! Decisions predicted by the network and by what the block has shown.

use entropy::{Code, Counter, TOTAL};

use super::network::{Network, SECOND, Sight};
use super::parts::{GROUP, NODES, RANDOM};
use crate::lines::Lines;
use crate::mix::{Correction, squash, stretch};
use crate::par::par;

/// Number of contexts.
pub const CONTEXTS: usize = 14;
const LANES: usize = 16;
const SITUATIONS: usize = 16;

/// Predicts the decisions that an evaluation is made of.
pub struct Predictor {
    network: &'static Network,
    pub sight: Sight,
    /// What the block adds to the network's last layer, in units of 2^-16.
    added: Vec<[i32; SECOND]>,
    lines: Lines,
    weights: Vec<[i32; LANES]>,
    situations: Vec<[i32; LANES]>,
    met: Vec<u32>,
    corrections: Correction,
    contexts: [u32; CONTEXTS],
    found: [usize; CONTEXTS],
    group: usize,
    pub situation: usize,
    trust: [i32; 1024],
    p: [i32; 8], floor: i32,
    pub costs: Vec<u64>,
}

impl Predictor {
    pub fn new(network: &'static Network) -> Self {
        let mut row = [0; LANES];
        row[..CONTEXTS].fill(par("WC", 10) * 65536 / 100);
        let mask = par("MASK", 0);
        for i in 0..CONTEXTS { if mask >> i & 1 == 1 { row[i] = 0; } }
        row[CONTEXTS] = par("WN", 100) * 65536 / 100;
        let mut trust = [0; 1024];
        let t0 = par("TR", 15);
        for (n, t) in trust.iter_mut().enumerate() { *t = (n as i32 * 2560 / (10 * n as i32 + t0)).min(256); }
        Self {
            network,
            sight: Sight::default(),
            added: vec![[0; SECOND]; NODES],
            lines: Lines::new(par("BITS", 14) as u32),
            weights: vec![row; NODES],
            situations: vec![[0; LANES]; SITUATIONS * NODES / GROUP],
            met: vec![0; NODES],
            corrections: Correction::new(NODES),
            contexts: [0; CONTEXTS],
            found: [0; CONTEXTS],
            group: usize::MAX,
            situation: 0,
            trust,
            p: [par("AR", 6), par("MR", 6), par("LIM", 250), par("SSE", 64), par("SR", 2), mask, par("INIT", 1), par("DEC", 300)],
            costs: vec![0; NODES], floor: par("MF", 4),
        }
    }

    pub fn network(&self) -> &'static Network { self.network }
    /// Begins an evaluation.
    pub fn look(&mut self, contexts: [u32; CONTEXTS], situation: usize) {
        self.contexts = contexts;
        self.situation = situation;
        self.group = usize::MAX;
    }

    /// Codes a decision.
    #[inline]
    pub fn bit(&mut self, coder: &mut impl Code, node: usize, bit: bool) -> bool {
        if node == RANDOM {
            return coder.bit(bit, TOTAL / 2);
        }
        let group = node / GROUP;
        let place = node % GROUP;
        if group != self.group {
            self.group = group;
            let salt = (group as u32 + 1).wrapping_mul(0x9E37_79B1);
            for (at, (found, context)) in self.found.iter_mut().zip(self.contexts).enumerate() {
                let spread = (context ^ salt.rotate_left(at as u32)).wrapping_mul(0x2545_F491);
                *found = self.lines.find((spread ^ spread >> 15).wrapping_mul(0x9E37_79B1));
            }
        }
        let mut inputs = [0i32; LANES];
        for (at, (input, &line)) in inputs.iter_mut().zip(&self.found).enumerate() {
            if self.p[5] >> at & 1 == 1 { continue; }
            let counter = self.lines.counter(line, place);
            *input = stretch(counter.one12()) * self.trust[counter.seen() as usize] >> 8;
        }
        let added = &self.added[node];
        let own: i64 = added.iter().zip(&self.sight.second).map(|(&weight, &value)| i64::from(weight) * i64::from(value)).sum();
        let guess = self.network.odds(&self.sight, node) + (own >> 16) as i32;
        let guess = guess.clamp(-2400, 2400);
        inputs[CONTEXTS] = guess;
        inputs[CONTEXTS + 1] = 64;
        let weights = &mut self.weights[node];
        let other = &mut self.situations[self.situation * (NODES / GROUP) + group];
        let sum: i64 = (0..LANES).map(|i| i64::from(weights[i] + other[i]) * i64::from(inputs[i])).sum();
        let odds = ((sum >> 16) as i32).clamp(-2800, 2800);
        let raw = squash(odds);
        let refined = self.corrections.refine(odds, node);
        let sse = self.p[3] as u32;
        let probability = ((raw * (256 - sse) + refined * sse) >> 8).clamp(16, TOTAL - 16);
        let mut meter = entropy::Meter::default();
        meter.bit(bit, probability);
        self.costs[node] += meter.cost();
        let bit = coder.bit(bit, probability);
        let target = if bit { TOTAL as i32 } else { 0 };
        // Mixer.
        let met = &mut self.met[node];
        *met += 1;
        let root = (65536 + u64::from(*met) * 65536 / self.p[7] as u64).isqrt() as i32; // 256 at first
        let error = target - raw as i32;
        let rate = (self.p[1] * 32 * 256 / root).max(self.floor * 32) ;
        let step = i64::from(error) * i64::from(rate);
        for i in 0..LANES {
            let delta = (step * i64::from(inputs[i])) >> 26;
            weights[i] += delta as i32;
            other[i] += ((delta * i64::from(self.p[4])) >> 2) as i32;
        }
        // The network's last layer.
        let error = target - squash(guess) as i32;
        let rate = self.p[0] * 256 / root;
        for (weight, &value) in self.added[node].iter_mut().zip(&self.sight.second) {
            *weight += (error * rate >> 8) * i32::from(value) >> 8;
        }
        self.corrections.update(bit);
        let limit = self.p[2] as u32;
        for &line in &self.found {
            let counter = self.lines.counter(line, place);
            if self.p[6] == 1 && counter.seen() == 0 { *counter = Counter::at(raw); }
            counter.update(bit, limit);
        }
        bit
    }
}
