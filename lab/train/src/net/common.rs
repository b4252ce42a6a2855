//! What like rows learn together.

use std::sync::Arc;

use streams::training::networks::likeness::{ALONE, Likeness};

use super::weights::{COLUMNS, Lane, Step, Weights};

/// The optimiser's moments of the groups of one likeness.
pub struct Common {
    groups: [Arc<Likeness>; 2],
    /// First and second moments, one row for each group.
    pub moments: [Weights; 2],
    gradients: Weights,
}

impl Common {
    /// Groups that have not learned; their rows in the first and in the last layer.
    pub fn new(groups: &[Arc<Likeness>; 2]) -> Self {
        let [inputs, rows] = groups.each_ref().map(|groups| {
            let groups = groups.iter().filter(|&&group| group != ALONE);
            groups.max().map_or(0, |&last| last as usize + 1)
        });
        let zero = Weights {
            first: vec![[[0.0; COLUMNS]; 2]; inputs],
            last: vec![[0.0; COLUMNS]; rows],
        };
        Self {
            groups: groups.clone(),
            moments: [zero.clone(), zero.clone()],
            gradients: zero,
        }
    }

    /// Moves the rows of each group together, by what their gradients add up to.
    #[inline(always)]
    pub fn take(&mut self, step: Step, weights: &mut Weights, gradients: &Weights) {
        let [inputs, rows] = &self.groups;
        let [first, second] = &mut self.moments;
        let groups = &mut self.gradients;
        step_together::<2>(
            inputs,
            step,
            weights.first.as_flattened_mut(),
            gradients.first.as_flattened(),
            groups.first.as_flattened_mut(),
            [
                first.first.as_flattened_mut(),
                second.first.as_flattened_mut(),
            ],
        );
        step_together::<1>(
            rows,
            step,
            &mut weights.last,
            &gradients.last,
            &mut groups.last,
            [&mut first.last, &mut second.last],
        );
    }
}

/// One layer of [`Common::take`], whose rows have `LANES` lanes; `groups` is zero before and after.
#[inline(always)]
fn step_together<const LANES: usize>(
    likeness: &Likeness,
    step: Step,
    weights: &mut [Lane],
    gradients: &[Lane],
    groups: &mut [Lane],
    [first, second]: [&mut [Lane]; 2],
) {
    let members = || {
        likeness
            .iter()
            .enumerate()
            .filter(|&(_, &group)| group != ALONE)
    };
    for (row, &group) in members() {
        for lane in 0..LANES {
            let sum = &mut groups[group as usize * LANES + lane];
            let gradient = &gradients[row * LANES + lane];
            sum.iter_mut()
                .zip(gradient)
                .for_each(|(sum, part)| *sum += part);
        }
    }
    let numbers = groups.as_flattened_mut().iter_mut();
    let moments = first
        .as_flattened_mut()
        .iter_mut()
        .zip(second.as_flattened_mut());
    for (number, moments) in numbers.zip(moments) {
        *number = step.rate * step.moved(*number * step.share, moments);
    }
    for (row, &group) in members() {
        for lane in 0..LANES {
            let weight = &mut weights[row * LANES + lane];
            let step = &groups[group as usize * LANES + lane];
            weight
                .iter_mut()
                .zip(step)
                .for_each(|(weight, step)| *weight -= step);
        }
    }
    groups.fill([0.0; COLUMNS]);
}
