//! A log-linear model that chooses one of the 64 squares; its weights are learned while coding.
//!
//! Format: "Marks in comments".

use entropy::{Code, Frequencies, TOTAL};

use model::softmax::widths;

/// Number of classifications of squares (views), and of classes in each.
pub(super) const VIEWS: usize = 6;
pub(super) const CLASSES: usize = 64;

/// A doubling of the probability, in units of a weight.
pub(super) const ONE: i32 = 1 << 16;
/// Weights stay within this.
const MOST: i32 = 12 * ONE;

/// A weight that is known beforehand: the view, the class, and doublings.
pub(super) type Known = (usize, usize, i32);

/// A log-linear model of squares.
#[derive(Clone)]
pub(super) struct Chooser {
    weights: [[i32; CLASSES]; VIEWS],
    widths: Vec<u32>,
}

impl Chooser {
    pub fn new(known: &[Known]) -> Self {
        let mut weights = [[0; CLASSES]; VIEWS];
        for &(view, class, doublings) in known {
            weights[view][class] = doublings * ONE;
        }
        Self {
            weights,
            widths: Vec::new(),
        }
    }

    /// Codes a square, given the classes of each.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        classes: impl Fn(u8) -> [u8; VIEWS],
        square: u8,
    ) -> u8 {
        let mut all = [[0; VIEWS]; 64];
        let mut logits = [0; 64];
        for (square, (classes_of, logit)) in (0..).zip(all.iter_mut().zip(&mut logits)) {
            *classes_of = classes(square);
            for (weights, &class) in self.weights.iter().zip(classes_of.iter()) {
                *logit += weights[usize::from(class) % CLASSES];
            }
        }
        widths(&logits, &mut self.widths);
        let found = coder.code(usize::from(square), &Frequencies::new(&self.widths));
        for (square, (classes, &width)) in all.iter().zip(&self.widths).enumerate() {
            let target = if square == found { TOTAL } else { 0 };
            let error = target as i32 - width as i32;
            for (weights, &class) in self.weights.iter_mut().zip(classes) {
                let weight = &mut weights[usize::from(class) % CLASSES];
                *weight = (*weight + error / 2).clamp(-MOST, MOST);
            }
        }
        found as u8
    }
}
