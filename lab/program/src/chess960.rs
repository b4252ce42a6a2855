//! `pgnz-lab chess960`.

use crate::args::Chess960 as Args;
use anyhow::{Context, Result};
use classic::chess960::{self, POSITIONS, Rank};
use std::io::{self, BufWriter, Write};

/// Prints start positions.
pub fn run(args: &Args) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for rank in asked(args)? {
        let number = chess960::number(&rank)?;
        let (letters, fen) = (chess960::letters(&rank), chess960::fen(&rank));
        writeln!(out, "{number} {letters} {fen}").context("cannot write to standard output")?;
    }
    out.flush().context("cannot write to standard output")
}

fn asked(args: &Args) -> Result<Vec<Rank>> {
    if let Some(fen) = &args.fen {
        let rank = match fen.contains('/') {
            true => chess960::of_fen(fen),
            false => chess960::parse(fen).and_then(|rank| chess960::number(&rank).map(|_| rank)),
        };
        return Ok(vec![rank.with_context(|| fen.clone())?]);
    }
    if args.list {
        return Ok((0..POSITIONS)
            .map(chess960::rank)
            .collect::<Result<_, _>>()?);
    }
    let Some(number) = args.number else {
        let mut random = args
            .seed
            .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let mut below = |count| random.u32(..count);
        return Ok(vec![match args.dice {
            true => chess960::dice(below),
            false => chess960::rank(chess960::random(&mut below))?,
        }]);
    };
    Ok(vec![chess960::rank(number)?])
}
