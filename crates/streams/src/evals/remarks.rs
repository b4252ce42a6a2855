//! Corrects predicted evaluations by the remark after a move: a server that remarks on moves that lost much says nothing after other moves.
//!
//! Format: "Stream evals".
//!
//! For each remark, counters learn how much likelier an evaluation that judges the move is than usual. Bayes' rule applies this ratio to
//! each yes/no decision of the evaluation; the network's predictions give the probability of a judgement after either answer.

use entropy::{Counter, TOTAL};

use super::inputs::Past;
use super::judge::Judgement;
use super::judged::{Branch, judged};
use super::value::Value;
use model::mix::{squash, stretch};

/// Number of remarks that are distinguished, a power of two.
const REMARKS: u32 = 256;
/// How many evaluations a counter remembers at most.
const MEMORY: u32 = 400;
/// The ratio is applied in full once a remark has been seen with so many evaluations.
const KNOWN: u32 = 12;

/// What was learned of remarks.
#[derive(Clone)]
pub(super) struct Remarks {
    /// The first remark of the block. While there is no other, nothing is learned.
    first: Option<u32>,
    /// Whether moves were judged: after each remark, and after all.
    judged: Vec<Counter>,
    all: Counter,
    /// The current remark, and the odds by which it makes a judgement likelier: the factors for a judgement and for none.
    remark: u32,
    odds: [u32; 2],
    branches: Vec<Branch>,
}

impl Default for Remarks {
    fn default() -> Self {
        Self {
            first: None,
            judged: Vec::new(),
            all: Counter::new(),
            remark: 0,
            odds: [1; 2],
            branches: Vec::new(),
        }
    }
}

impl Remarks {
    /// Prepares for an evaluation: `remark` is the number of the remark after the move, `chance` gives the probability that a decision is
    /// yes.
    #[inline(always)]
    pub fn prepare(&mut self, remark: u32, past: &Past, chance: impl Fn(usize) -> u32) {
        if self.judged.is_empty() {
            if *self.first.get_or_insert(remark) == remark {
                return;
            }
            self.judged = vec![Counter::new(); REMARKS as usize];
        }
        self.remark = remark % REMARKS;
        let counter = self.judged[self.remark as usize];
        let more = stretch(counter.one12()) - stretch(self.all.one12());
        let known = counter.seen().min(KNOWN) as i32;
        let one = squash(more * known / KNOWN as i32);
        self.odds = [one, TOTAL - one];
        self.branches.clear();
        judged(past, chance, &mut self.branches);
    }

    /// The probability that a decision is yes, out of [`TOTAL`]: `chance` corrected by the remark.
    #[inline(always)]
    pub fn weigh(&self, node: usize, chance: u32) -> u32 {
        let branch = self.branches.iter().find(|(at, _)| *at == node);
        let Some(&(_, judged)) = branch else {
            return chance;
        };
        let [odds, even] = self.odds.map(u64::from);
        let [yes, no] = judged.map(|judged| {
            let judged = u64::from(judged);
            odds * judged + even * (u64::from(TOTAL) - judged)
        });
        let (yes, no) = (yes * u64::from(chance), no * u64::from(TOTAL - chance));
        ((yes >> 16) * u64::from(TOTAL) / ((yes + no) >> 16).max(1)) as u32
    }

    /// Learns whether an evaluation that has been coded judges the move.
    pub fn learn(&mut self, past: &Past, value: Value) {
        if self.judged.is_empty() {
            return;
        }
        let judged = Judgement::of(past.last, value).by_chances > 0;
        self.judged[self.remark as usize].update(judged, MEMORY);
        self.all.update(judged, MEMORY);
        self.branches.clear();
    }
}
