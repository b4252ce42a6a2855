//! Learns what the model of clock times knows before the first game of a block.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Parser;
use streams::moves::Knowledge;
use streams::training::learn_clocks;
use train::read::{Purpose, read, recognise};

/// Games of a piece: as many as people have in a file.
const GAMES: usize = 250;

/// Learns what the model of clock times knows before the first game.
#[derive(Parser)]
struct Args {
    /// Games to learn from: PGN, plain or compressed. Those without clocks are passed over.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Files whose games must not be learned from.
    #[arg(long, num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// Most games of a file, which are picked evenly.
    #[arg(long, default_value_t = 4200)]
    most: usize,
    /// Times that all games are gone through.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// Where what was learned goes.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let (excluded, _) = read(&args.exclude, Purpose::Exclusion, 0)?;
    let excluded: HashSet<u64> = excluded.iter().map(|game| game.hash).collect();
    let mut pieces = Vec::new();
    for path in &args.files {
        let games = timed(path, &excluded, args.most)?;
        eprintln!("{}: {} games with clocks", path.display(), games.len());
        let count = games.len().div_ceil(GAMES);
        // All files run through at their own speed, so that each is spread evenly.
        let place = |at: usize| (at << 16) / count;
        pieces.extend(
            games
                .chunks(GAMES)
                .enumerate()
                .map(|(at, games)| (place(at), games.concat())),
        );
    }
    pieces.sort_by_key(|&(place, _)| place);
    let pieces: Vec<&[u8]> = pieces.iter().map(|(_, piece)| &piece[..]).collect();
    let (learned, costs) = learn_clocks(&pieces, args.rounds, &Knowledge::Best);
    eprintln!("{} pieces, bits each time: {costs:?}", pieces.len());
    fs::write(&args.output, learned)?;
    Ok(())
}

/// The games of a file that have clocks and are not excluded, at most so many.
fn timed(path: &Path, excluded: &HashSet<u64>, most: usize) -> Result<Vec<Vec<u8>>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (start, input) = wrapping::peek(BufReader::new(file))?;
    let mut text = Vec::new();
    wrapping::unwrap(wrapping::recognise(&start), input)?.read_to_end(&mut text)?;
    let has_clocks = |game: &&[u8]| game.windows(4).any(|part| part == b"%clk");
    let found: Vec<_> = pgn::games(&text).filter(has_clocks).collect();
    let count = found.len().min(most);
    let picked = (0..count).map(|at| found[at * found.len() / count]);
    let is_free = |game: &&[u8]| {
        recognise(game, Purpose::Exclusion).is_none_or(|hash| !excluded.contains(&hash))
    };
    Ok(picked.filter(is_free).map(<[u8]>::to_vec).collect())
}
