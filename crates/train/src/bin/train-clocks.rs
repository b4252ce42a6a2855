//! Learns what the model of clock times knows before the first game of a block: `train-clocks OUT TIMES FILE…`.
//!
//! The files are PGN. Each is cut into pieces of so many games as people have in a file, which take turns.

use std::fs;

use anyhow::{Context, Result};
use archive::{Level, Model, block};

/// Games of a piece.
const GAMES: usize = 250;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let usage = "train-clocks OUT TIMES FILE…";
    let out = args.next().context(usage)?;
    let times = args.next().context(usage)?.parse()?;
    let texts = args.map(|file| fs::read(&file).with_context(|| file.clone()));
    let texts = texts.collect::<Result<Vec<_>>>()?;
    let mut pieces: Vec<(usize, &[u8])> = Vec::new();
    for text in &texts {
        let ends = pgn::games(text).scan(0, |end, game| {
            *end += game.len();
            Some(*end)
        });
        let ends: Vec<usize> = ends.collect();
        let mut start = 0;
        let count = ends.len().div_ceil(GAMES);
        for (at, games) in ends.chunks(GAMES).enumerate() {
            let end = games.last().copied().unwrap_or(start);
            // All files run through at their own speed, so that each is spread evenly.
            pieces.push(((at << 16) / count, &text[start..end]));
            start = end;
        }
    }
    pieces.sort_by_key(|&(place, _)| place);
    let pieces: Vec<&[u8]> = pieces.into_iter().map(|(_, piece)| piece).collect();
    let (learned, costs) = block::learn_clocks(&pieces, times, &Model::of(Level::Default));
    println!("{} pieces, bits each time: {costs:?}", pieces.len());
    fs::write(out, learned)?;
    Ok(())
}
