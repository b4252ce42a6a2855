//! Lists the names of players in order, for `streams::training::names`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use streams::training::names::roster::Roster;
use train::names::names;

/// Writes the roster of players' names.
#[derive(Parser)]
struct Args {
    /// Files whose players' names are listed: PGN, plain or compressed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the roster goes.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut lists = [BTreeSet::new(), BTreeSet::new()];
    for path in &args.files {
        for name in names(path).with_context(|| path.display().to_string())? {
            let handle = !name.iter().any(|byte| matches!(byte, b' ' | b','));
            lists[usize::from(handle)].insert(Roster::spelled(&name));
        }
    }
    let mut bytes = Vec::new();
    for list in &lists {
        Roster::write(list.iter().map(Vec::as_slice), &mut bytes);
    }
    println!(
        "{} people, {} handles, {} bytes",
        lists[0].len(),
        lists[1].len(),
        bytes.len()
    );
    std::fs::write(&args.output, bytes).context("cannot write the roster")
}
