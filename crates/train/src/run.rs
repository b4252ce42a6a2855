//! The training loop: batches, checkpoints, measurements.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::feed::{Feed, Place};
use crate::games::Games;
use crate::measure::{Measure, measure};
use crate::net::{Lesson, Net};
use crate::report::Point;

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions to learn from, over all rounds.
    pub positions: u64,
    /// Positions in a batch.
    pub batch: usize,
    /// Learning rate at its highest.
    pub rate: f32,
    /// Weight decay.
    pub decay: f32,
    /// Silent share of the hidden columns, in 1/256: at first, and late, when the games are known too well.
    pub dropout: [u32; 2],
    /// Decides the first weights, the order of games, and what is silent.
    pub seed: u64,
    /// Where the network is kept while it is trained; if there is one, training goes on from there.
    pub checkpoint: Option<PathBuf>,
    /// Time between checkpoints.
    pub keep_every: Duration,
}

/// Steps in which the rate rises from nothing.
const WARM_UP: u64 = 100;
/// The part of the steps, in hundredths, after which it is late.
const LATE: u64 = 72;
/// The rate ends at this share of its highest.
const LAST_RATE: f32 = 0.01;

/// Trains a network on the games at `training`, and measures it on those at `held_out` as it goes.
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
    mut tell: impl FnMut(Point, &Measure) -> Result<()>,
) -> Result<Net> {
    let begun = plan.checkpoint.as_ref().filter(|path| path.exists());
    let (mut net, place) = match begun {
        Some(path) => {
            Net::load(path).with_context(|| format!("cannot go on from {}", path.display()))?
        }
        None => (Net::new(plan.seed), Place::default()),
    };
    let steps = plan.positions.div_ceil(plan.batch as u64);
    let done = net.steps.min(steps);
    let mut feed = Feed::new(games, training, plan.seed);
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
                rate: plan.rate * schedule(net.steps, steps),
                decay: plan.decay,
                dropout: plan.dropout[usize::from(net.steps >= steps * LATE / 100)],
            };
            cost += net.learn(&batch, lesson);
            count += 1;
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
                let held_out = measure(&mut net, games, held_out, names);
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
        Ok(net)
    })
}

/// The share of the highest rate at a step: a short rise, then an S-shaped fall.
fn schedule(step: u64, steps: u64) -> f32 {
    let warm = ((step + 1) as f32 / WARM_UP as f32).min(1.0);
    let t = step as f32 / steps as f32;
    let fall = 1.0 - t * t * (3.0 - 2.0 * t);
    warm * (LAST_RATE + (1.0 - LAST_RATE) * fall)
}
