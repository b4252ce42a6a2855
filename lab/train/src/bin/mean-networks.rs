//! `mean-networks`: the mean of networks that learned from the same beginning.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use streams::training::networks::{Parts, networks, to_bytes};

/// Takes the mean of the weights of files of networks, which often errs less than any of them.
///
/// The files have as many networks each, for the same games. It serves for networks that were trained on from one beginning (Wortsman
/// and others, "Model soups", 2022); of others the mean knows nothing.
#[derive(Parser)]
struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the mean goes.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut files = Vec::new();
    for path in &args.files {
        let name = || path.display().to_string();
        let bytes = fs::read(path).with_context(name)?;
        let parts = networks(&bytes).map(Parts::from_bytes);
        files.push(parts.collect::<Result<Vec<_>, _>>().with_context(name)?);
    }
    let count = files[0].len();
    ensure!(
        files.iter().all(|file| file.len() == count),
        "the files have different numbers of networks"
    );
    let mut output = Vec::new();
    for at in 0..count {
        let parts: Vec<_> = files.iter().map(|file| &file[at]).collect();
        let shape = |part: &Parts| (part.kinds, part.columns, part.scalars.len());
        ensure!(
            parts.iter().all(|part| shape(part) == shape(parts[0])),
            "the networks are for different games, or look at them differently"
        );
        let bytes = |of: fn(&Parts) -> &[i8]| mean(&parts, of, |&x| x.into(), |x| x as i8);
        let words = |of: fn(&Parts) -> &[i16]| mean(&parts, of, |&x| x.into(), |x| x as i16);
        output.extend(to_bytes(
            parts[0].kinds,
            &words(|part| &part.bias),
            &bytes(|part| &part.first),
            &bytes(|part| &part.last),
            &words(|part| &part.scalars),
        ));
    }
    fs::write(&args.output, output)
        .with_context(|| format!("cannot write {}", args.output.display()))
}

/// The mean of each number, rounded. Halves go to even numbers: if all went up, many small steps to one side would spoil the network.
fn mean<T>(
    parts: &[&Parts],
    of: fn(&Parts) -> &[T],
    widen: fn(&T) -> i32,
    narrow: fn(i32) -> T,
) -> Vec<T> {
    let count = parts.len() as i32;
    let sum = |at: usize| parts.iter().map(|part| widen(&of(part)[at])).sum::<i32>();
    let rounded = |sum: i32| {
        let (down, rest) = (sum.div_euclid(count), sum.rem_euclid(count));
        let up = 2 * rest > count || 2 * rest == count && down % 2 != 0;
        down + i32::from(up)
    };
    (0..of(parts[0]).len())
        .map(|at| narrow(rounded(sum(at))))
        .collect()
}
