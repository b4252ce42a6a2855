//! `train-linear`: from games to the weights of standard chess that the log-linear model of variants begins with.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use archive::streams::moves::linear::WEIGHTS;
use clap::Parser;
use train::linear::{Plan, measure_linear, train_linear};
use train::sources::{Prepared, Sources};

/// Trains the weights of standard chess that the log-linear model of variants begins with.
#[derive(Parser)]
struct Args {
    #[command(flatten)]
    sources: Sources,
    /// Times that every game is learned from.
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// Learning rate at its highest, in bits.
    #[arg(long, default_value_t = 0.08)]
    rate: f32,
    /// Let plies over the board and plies on servers count the same, however many there are of each.
    #[arg(long)]
    even: bool,
    /// Decides the order of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights go.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let Prepared {
        games,
        training,
        held_out,
    } = args.sources.prepare()?;
    let plan = Plan {
        rounds: args.rounds,
        rate: args.rate,
        even: args.even,
        seed: args.seed,
    };
    let file = train_linear(&games, &training, plan, |done, cost| {
        eprintln!("{done} games, {cost:.4} bits per ply");
    });
    let weights: &[u8; WEIGHTS] = file.first_chunk().context("too few weights")?;
    for (file, name) in args.sources.names().iter().enumerate() {
        let of_file = |&index: &u32| usize::from(games.get(index as usize).file) == file;
        let held_out: Vec<u32> = held_out.iter().copied().filter(of_file).collect();
        if !held_out.is_empty() {
            let cost = measure_linear(&games, &held_out, weights);
            eprintln!("{name}, held out: {cost:.4} bits per ply");
        }
    }
    std::fs::write(&args.output, file)?;
    Ok(())
}
