//! Learns a catalogue of openings from games whose tags name them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use streams::training::catalogue::{Catalogue, School, to_bytes};
use train::openings::{Role, read, rightly_named, tree};

/// Prices that gave the catalogue that is shipped.
const PRICE: [f64; School::ALL.len()] = [2.0, 1.1, 2.0, 2.0, 2.0];

/// Learns which positions have names from games whose tags name their openings.
#[derive(Parser)]
struct Args {
    /// Games, plain or wrapped.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Games of lichess.org with the names that it had before; the other files have those of today.
    #[arg(long)]
    earlier: Vec<PathBuf>,
    /// Lists of openings: games whose tags name the position after their last move.
    #[arg(long)]
    list: Vec<PathBuf>,
    /// Where the catalogue goes.
    #[arg(short, long)]
    output: PathBuf,
    /// What a name costs, in games guessed wrong, for lichess.org, chess.com, the classical list, databases and lichess.org before.
    #[arg(long, value_delimiter = ',', default_values_t = PRICE)]
    price: Vec<f64>,
    /// Games to count the catalogue's hits on; nothing is learned from them.
    #[arg(long)]
    test: Vec<PathBuf>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let games = args.files.iter().map(|file| (file, Role::Games));
    let earlier = args.earlier.iter().map(|file| (file, Role::Earlier));
    let lists = args.list.iter().map(|file| (file, Role::List));
    let openings = read(games.chain(earlier).chain(lists))?;
    let test = read(args.test.iter().map(|file| (file, Role::Games)))?;
    let price = std::array::from_fn(|at| args.price.get(at).copied().unwrap_or(PRICE[at]));
    let tree = tree(&openings, price);
    let bytes = to_bytes(&tree);
    let catalogue = Catalogue::from_bytes(&bytes).context("the tree is too large")?;
    println!("{} bytes, {} positions", bytes.len(), catalogue.len());
    for (games, what) in [(openings, "learnt from"), (test, "tested on")] {
        let right = rightly_named(&games, &catalogue);
        for school in School::ALL {
            let count = games.games[school as usize].len();
            println!(
                "{school:?}: {} of {count} games {what}",
                right[school as usize]
            );
        }
    }
    std::fs::write(&args.output, bytes)?;
    Ok(())
}
