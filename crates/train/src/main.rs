//! `train`: from games to the weights of the move model.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use train::read::{Purpose, read};
use train::run::{Plan, run};
use train::select;

/// Trains the network of the move model.
#[derive(Parser)]
struct Args {
    /// Games to learn from: PGN, plain or compressed, or archives.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Files whose games must not be learned from.
    #[arg(long, num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// Positions to learn from, in millions, over all rounds.
    #[arg(long, default_value_t = 300.0)]
    millions: f64,
    /// Positions in a batch.
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// Learning rate at its highest.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Weight decay.
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// Silent share of the hidden columns, in 1/256.
    #[arg(long, default_value_t = 0)]
    dropout: u32,
    /// Learn from one game in so many, to see what more games bring.
    #[arg(long, default_value_t = 1)]
    one_in: usize,
    /// Decides the first weights and the order of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the network is kept while it is trained; if it is there, training goes on.
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Where the finished model goes, for `pgnz compress --model`.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let (mut games, counts) = read(&args.files, Purpose::Training, 0)?;
    for (file, count) in args.files.iter().zip(&counts) {
        eprintln!(
            "{}: {} games, {} plies",
            file.display(),
            count.kept,
            count.plies
        );
    }
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
    let names: Vec<String> = args
        .files
        .iter()
        .map(|path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let plan = Plan {
        positions: (args.millions * 1e6) as u64,
        batch: args.batch,
        rate: args.rate,
        decay: args.decay,
        dropout: args.dropout,
        seed: args.seed,
        checkpoint: args.checkpoint,
    };
    let net = run(&games, training, &held_out, &names, &plan, |point| {
        for table in [&point.held_out.files, &point.held_out.phases] {
            let rows: Vec<_> = table
                .rows()
                .iter()
                .map(|(name, bits, _)| format!("{name} {bits:.4}"))
                .collect();
            eprintln!("    {}", rows.join(", "));
        }
    })?;
    if let Some(path) = &args.output {
        std::fs::write(path, train::quantise::quantise(&net))?;
    }
    Ok(())
}
