//! `peers FILE…`: what pgnz and other coders make of the same games, as two tables in Markdown. `just peers FILE…` runs it.
//!
//! The first table has coders of single games: the moves of all games from the usual start position whose moves are all legal, each game
//! encoded alone, decoded again and compared. The second has programs that pack whole files, each of which must give every byte back.
//! Everything runs on one thread, one after the other.

mod files;
mod games;
mod single;

use anyhow::{Context, Result};
use std::path::Path;

fn main() -> Result<()> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    anyhow::ensure!(!paths.is_empty(), "name the PGN files to measure on");
    for path in paths {
        let path = Path::new(&path);
        let text =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = games::standard(&text)?;
        let plies: usize = games.iter().map(|game| game.moves.len()).sum();
        println!("\n## {}\n", path.file_name().unwrap_or_default().display());
        println!(
            "{} games from the usual start position, {plies} plies\n",
            games.len()
        );
        single::table(&games)?;
        println!("\n{} bytes of text\n", text.len());
        files::table(path, &text)?;
    }
    Ok(())
}
