//! Trains the weights that tell when games end (`streams::training::ends`), and writes their file.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use legal::{Cursor, Position};
use model::repetitions::Repetitions;
use streams::moves::{Outcome, Setting};
use streams::training::ends::{EndContext, FIRST, TABLES, WEIGHTS};
use train::games::GameRef;
use train::random::Random;
use train::sources::{Prepared, Sources};

/// The log-odds of every place before anything is learned, in nats.
const USUAL: f32 = -5.0;
/// Rounds over the games.
const ROUNDS: u32 = 2;
/// One game in so many is shown as if nobody knew who won.
const HIDDEN: usize = 5;
/// Units of the file in a nat.
const NAT: f32 = 256.0;

/// Trains the weights that tell when games end.
#[derive(Parser)]
struct Args {
    #[command(flatten)]
    sources: Sources,
    /// Where the weights go.
    #[arg(short, long)]
    output: PathBuf,
}

/// Weights, each with a rate of its own (Duchi, Hazan, Singer, "Adaptive subgradient methods", 2011).
struct Trained {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Trained {
    /// The cost of one place in bits.
    fn cost(&self, on: &[usize; TABLES], ends: bool) -> f64 {
        let chance = self.chance(on);
        -f64::from(if ends { chance } else { 1.0 - chance })
            .max(1e-9)
            .log2()
    }

    fn chance(&self, on: &[usize; TABLES]) -> f32 {
        let odds: f32 = on.iter().map(|&at| self.weights[at]).sum();
        1.0 / (1.0 + (-odds).exp())
    }

    fn learn(&mut self, on: &[usize; TABLES], ends: bool, rate: f32) {
        let error = f32::from(u8::from(ends)) - self.chance(on);
        for &at in on {
            let square = &mut self.squares[at];
            *square += error * error;
            self.weights[at] += rate * error / (square.sqrt() + 0.5);
        }
    }

    fn file(&self) -> Vec<u8> {
        let units = self
            .weights
            .iter()
            .map(|weight| (weight * NAT).round() as i16);
        units.flat_map(i16::to_le_bytes).collect()
    }
}

/// Calls `visit` with what is on at each place of a game, and whether the game ends there.
fn walk(game: GameRef, setting: &Setting, mut visit: impl FnMut(&[usize; TABLES], bool)) {
    let mut cursor = Cursor::new(Position::standard());
    let mut repetitions = Repetitions::default();
    for ply in 0..=game.plies.len() {
        let (position, legal) = (cursor.position(), cursor.legal());
        if legal.is_empty() {
            break; // nobody need be told that the game is over
        }
        repetitions.step(position.hash(), position.halfmoves());
        let context = EndContext {
            position,
            history: cursor.history(),
            setting,
            met: repetitions.times(),
            check: legal.is_check(),
        };
        let played = game.plies.get(ply);
        visit(&context.weights(), played.is_none());
        if let Some(&played) = played {
            let m = legal[usize::from(played)];
            cursor.play_move(m);
        }
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let Prepared {
        games,
        mut training,
        held_out,
    } = args.sources.prepare()?;
    let mut random = Random::new(1);
    let mut trained = Trained {
        weights: vec![0.0; WEIGHTS],
        squares: vec![1e-3; WEIGHTS],
    };
    // One weight of the first table is always on.
    trained.weights[..FIRST].fill(USUAL);
    for round in 0..ROUNDS {
        random.shuffle(&mut training);
        let rate = 0.3 / (round + 1) as f32;
        for &index in &training {
            let game = games.get(index as usize);
            let mut setting = game.setting;
            if random.below(HIDDEN) == 0 {
                setting.outcome = Outcome::Unknown;
            }
            walk(game, &setting, |on, ends| trained.learn(on, ends, rate));
        }
        let mut cost = 0.0;
        for &index in &held_out {
            let game = games.get(index as usize);
            walk(game, &game.setting, |on, ends| {
                cost += trained.cost(on, ends)
            });
        }
        println!(
            "round {}: {:.3} bits a game held out",
            round + 1,
            cost / held_out.len() as f64
        );
    }
    fs::write(&args.output, trained.file()).context("cannot write the weights")
}
