//! Training of the network of evaluations (`streams::evals`).

mod network;
mod samples;

use std::f64::consts::LN_2;

use crate::random::Random;
use network::Trained;
pub use samples::Samples;

/// The learning rate falls evenly to this share.
const LAST_RATE: f32 = 0.02;

/// How the network is trained.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Times that every evaluation is learned from.
    pub rounds: u32,
    /// Learning rate at the start.
    pub rate: f32,
    /// Columns of the first layer that are hidden at a time, in sixteenths.
    pub hidden: u32,
    /// Decides the first weights and the order of evaluations.
    pub seed: u64,
}

/// Trains a network and gives its file, for `streams::training::evals::network::Network::from_bytes`. After each round it tells what an evaluation cost in bits, of those that were
/// learned from and of those held out.
pub fn train_evals(
    samples: &Samples,
    held_out: &Samples,
    plan: Plan,
    mut tell: impl FnMut(f64, f64),
) -> Vec<u8> {
    let mut random = Random::new(plan.seed);
    let mut network = Trained::new(&mut random);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let all = (plan.rounds as usize * samples.len()).max(1) as f32;
    let mut done = 0;
    for _ in 0..plan.rounds {
        random.shuffle(&mut order);
        let mut cost = 0.0;
        for &at in &order {
            let rate = plan.rate * (1.0 - done as f32 / all).max(LAST_RATE);
            let keep = network::Keep::new(&mut random, plan.hidden);
            let (inputs, decisions) = samples.get(at);
            cost += f64::from(network.learn(inputs, decisions, &keep, rate));
            done += 1;
        }
        tell(
            samples.bits(cost / LN_2),
            held_out.bits(measure(&mut network, held_out)),
        );
    }
    network.to_bytes()
}

/// What all decisions cost in bits, the random ones apart.
fn measure(network: &mut Trained, samples: &Samples) -> f64 {
    let costs = (0..samples.len()).map(|at| {
        let (inputs, decisions) = samples.get(at);
        f64::from(network.cost(inputs, decisions))
    });
    costs.sum::<f64>() / LN_2
}
