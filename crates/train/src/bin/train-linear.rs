//! `train-linear`: from games to the weights of the log-linear model.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use model::moves::linear::Weights;
use train::linear::{Plan, measure_linear, train_linear};
use train::read::{Purpose, read};
use train::select;

/// Trains the weights of the log-linear model.
#[derive(Parser)]
struct Args {
    /// Games to learn from: PGN, plain or compressed, or archives.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Files whose games must not be learned from.
    #[arg(long, num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// Times that every game is learned from.
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// Learning rate at its highest, in bits.
    #[arg(long, default_value_t = 0.08)]
    rate: f32,
    /// Learn from one game in so many, to see what more games bring.
    #[arg(long, default_value_t = 1)]
    one_in: usize,
    /// Decides the order of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights go.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let (mut games, _) = read(&args.files, Purpose::Training, 0)?;
    let repeated = select::drop_repeated(&mut games);
    let (excluded, _) = read(&args.exclude, Purpose::Exclusion, 0)?;
    let excluded = select::drop_excluded(&mut games, &excluded);
    eprintln!(
        "{repeated} repeated and {excluded} excluded games dropped; {} games, {} plies left",
        games.len(),
        games.plies()
    );
    let (training, held_out) = select::split(&games);
    let training: Vec<u32> = training.into_iter().step_by(args.one_in).collect();
    let plan = Plan {
        rounds: args.rounds,
        rate: args.rate,
        seed: args.seed,
    };
    let file = train_linear(&games, &training, plan, |done, cost| {
        eprintln!("{done} games, {cost:.4} bits per ply");
    });
    let weights = Weights::from_bytes(&file).context("the weights are not of the model's shape")?;
    let cost = measure_linear(&games, &held_out, &weights);
    eprintln!("held out: {cost:.4} bits per ply");
    std::fs::write(&args.output, file)?;
    Ok(())
}
