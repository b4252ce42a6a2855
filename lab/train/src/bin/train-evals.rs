//! `train-evals`: from games with evaluations to the network that predicts them.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use train::evals::{Plan, Samples, train_evals};

/// Trains the network of evaluations.
#[derive(Parser)]
struct Args {
    /// Games to learn from, with comments like `[%eval 0.17]`: PGN, plain or compressed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Times that every evaluation is learned from.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Learning rate at the start.
    #[arg(long, default_value_t = 0.04)]
    rate: f32,
    /// Sixteenths of the first layer's columns that are hidden at a time.
    #[arg(long, default_value_t = 2)]
    hidden: u32,
    /// Decides the first weights and the order of evaluations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the network goes.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let (mut samples, mut held_out) = (Samples::default(), Samples::default());
    for path in &args.files {
        let (start, input) = wrapping::peek(BufReader::new(File::open(path)?))?;
        let mut text = Vec::new();
        wrapping::unwrap(wrapping::recognise(&start), input)?.read_to_end(&mut text)?;
        let [learned, held] = Samples::of(&text);
        samples.append(learned);
        held_out.append(held);
    }
    eprintln!("{} evaluations, {} held out", samples.len(), held_out.len());
    let plan = Plan {
        rounds: args.rounds,
        rate: args.rate,
        hidden: args.hidden,
        seed: args.seed,
    };
    let file = train_evals(&samples, &held_out, plan, |learned, held_out| {
        eprintln!("{learned:.4} bits an evaluation, held out {held_out:.4}");
    });
    std::fs::write(&args.output, file)?;
    Ok(())
}
