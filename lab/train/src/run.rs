//! The training loop: batches, checkpoints, measurements.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::feed::{Feed, Place};
use crate::games::Games;
use crate::measure::{Measure, measure};
use crate::net::{Lesson, Net};
use crate::quantise::unquantised;
use crate::report::Point;
use crate::teacher::Teacher;

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions to learn from, over all rounds.
    pub positions: u64,
    /// Positions in a batch.
    pub batch: usize,
    /// Learning rate at its highest.
    pub rate: f32,
    /// Share of the highest rate with which the slow fall begins.
    pub late_rate: f32,
    /// Silent share of the hidden columns, in 1/256.
    pub dropout: u32,
    /// Hidden columns of a network that begins with nothing, which say how closely it looks at moves.
    pub columns: usize,
    /// Decides the first weights, the order of games, and what is silent.
    pub seed: u64,
    /// A file, and those of its networks to begin with instead of one that knows nothing; several learn as one whose logits are averaged.
    pub begin: Option<(PathBuf, Range<usize>)>,
    /// Where the network is kept while it is trained; if there is one, training goes on from there.
    pub checkpoint: Option<PathBuf>,
    /// Time between checkpoints.
    pub keep_every: Duration,
}

/// Steps in which the rate rises from nothing.
const WARM_UP: u64 = 100;
/// The part of the steps, in hundredths, after which the rate falls slowly.
const LATE: u64 = 60;
/// The part of the steps, in hundredths, after which the weights are averaged.
const AVERAGED: u64 = 80;
/// The share of the rate of the slow fall's begin that is left at its end.
const LEFT: f32 = 0.1;
/// Steps between the weights that are averaged.
const APART: u64 = 8;

/// Trains a network on the games at `training`, as a teacher may help, and measures it on those at `held_out` as it goes.
///
/// # Errors
///
/// If a checkpoint cannot be read or written.
pub fn run(
    games: &Games,
    training: Vec<u32>,
    held_out: &[u32],
    names: &[String],
    plan: &Plan,
    teacher: Option<Teacher>,
    mut tell: impl FnMut(Point, &Measure) -> Result<()>,
) -> Result<Net> {
    let begun = plan.checkpoint.as_ref().filter(|path| path.exists());
    let (mut net, place) = match begun {
        Some(path) => {
            Net::load(path).with_context(|| format!("cannot go on from {}", path.display()))?
        }
        None => (first(plan)?, Place::default()),
    };
    let steps = plan.positions.div_ceil(plan.batch as u64);
    let averaged = steps * AVERAGED / 100;
    let done = net.steps.min(steps);
    let mut feed = Feed::new(games, training, teacher, net.detail(), plan.seed);
    let points = (steps / 24).max(1);
    let (mut cost, mut count) = (0.0, 0);
    let (mut kept, mut last) = (Instant::now(), Instant::now());
    std::thread::scope(|scope| {
        let (sender, batches) = mpsc::sync_channel(2);
        scope.spawn(move || {
            feed.go_to(place);
            for _ in done..steps {
                let batch = feed.batch(plan.batch);
                if sender.send((batch, feed.place())).is_err() {
                    break;
                }
            }
        });
        for (batch, place) in batches {
            let lesson = Lesson {
                rate: plan.rate * schedule(net.steps, steps, plan.late_rate),
                dropout: plan.dropout,
            };
            cost += net.learn(&batch, lesson);
            count += 1;
            if net.steps > averaged && (net.steps - averaged).is_multiple_of(APART) {
                net.average((net.steps - averaged) / APART);
            }
            let finished = net.steps == steps;
            if let Some(path) = plan
                .checkpoint
                .as_ref()
                .filter(|_| finished || kept.elapsed() >= plan.keep_every)
            {
                net.save(path, place)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                kept = Instant::now();
            }
            if finished || net.steps % points == 0 || net.steps.is_power_of_two() && net.steps >= 32
            {
                let speed = (count * plan.batch) as f64 / last.elapsed().as_secs_f64();
                let has_mean = net.steps >= averaged + APART;
                if has_mean {
                    net.exchange_for_mean();
                }
                let held_out = measure(&mut net, games, held_out, names);
                if has_mean {
                    net.exchange_for_mean();
                }
                let point = Point {
                    positions: net.steps * plan.batch as u64,
                    training: cost / count as f64,
                    held_out: held_out.files.mean(),
                };
                eprintln!(
                    "{:6.1} M positions, training {:.4}, held out {:.4} bits; {speed:.0} positions/s",
                    point.positions as f64 / 1e6,
                    point.training,
                    point.held_out,
                );
                tell(point, &held_out)?;
                (cost, count) = (0.0, 0);
                last = Instant::now();
            }
        }
        if net.steps >= averaged + APART {
            net.exchange_for_mean();
        }
        Ok(net)
    })
}

/// The network that training begins with.
fn first(plan: &Plan) -> Result<Net> {
    let Some((path, learning)) = &plan.begin else {
        return Ok(Net::new(plan.seed, 1, plan.columns));
    };
    let file = || format!("cannot begin with {}", path.display());
    let bytes = fs::read(path).with_context(file)?;
    unquantised(&bytes, learning.clone()).with_context(file)
}

/// The share of the highest rate at a step: a short rise, an S-shaped fall to `late_rate`, then a slow straight one.
fn schedule(step: u64, steps: u64, late_rate: f32) -> f32 {
    let late = steps * LATE / 100;
    let warm = ((step + 1) as f32 / WARM_UP as f32).min(1.0);
    let t = (step as f32 / late as f32).min(1.0);
    let fall = 1.0 - t * t * (3.0 - 2.0 * t);
    let slow = step.saturating_sub(late) as f32 / (steps - late) as f32;
    warm * (late_rate + (1.0 - late_rate) * fall) * (1.0 - (1.0 - LEFT) * slow)
}

#[cfg(test)]
mod tests;
