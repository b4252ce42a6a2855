//! `conformance`: writes the conformance set, or random archives with their texts. `docs/conformance.md` describes both.

use anyhow::{Context, Result, bail};
use clap::Parser;
use conformance::{random, table};
use std::path::PathBuf;

/// Write the conformance set to corpora/conformance, or random archives with their texts
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// Write COUNT random archives and their texts to the folder DIR instead
    #[arg(long, num_args = 3, value_names = ["SEED", "COUNT", "DIR"])]
    random: Option<Vec<String>>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let Some([seed, count, folder]) = args.random.as_deref() else {
        let cases = table::write_set()?;
        let bytes: usize = cases.iter().map(|case| case.bytes.len()).sum();
        println!("{} files, {bytes} bytes", cases.len());
        return Ok(());
    };
    let number = |text: &str| {
        text.parse::<u64>()
            .with_context(|| format!("{text} is not a number"))
    };
    let folder = PathBuf::from(folder);
    if folder.join(table::NAME).exists() {
        bail!(
            "{} has a table already: name another folder",
            folder.display()
        );
    }
    random::write(&folder, number(seed)?, number(count)?)
}
