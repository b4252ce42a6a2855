//! Reads who played whom with what result in all games of an archive, and says how much of it there is:
//! `cargo run -p pgnz --example loop_over_tags GAMES.pgnz`. `scripts/reading.py` measures the loop of Python against this one.

use pgnz::{Archive, Columns, Search, Shared};
use std::fs::File;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1);
    let path = path.ok_or("usage: loop_over_tags GAMES.pgnz")?;
    let archive = Archive::open(Shared::new(File::open(path)?)?)?;
    let (mut games, mut letters) = (0, 0);
    for found in archive.search(.., Search::new().columns(Columns::TAGS).threads(1))? {
        let (_, game) = found?;
        games += 1;
        for name in ["White", "Black", "Result"] {
            let value = game.tags().get(name).unwrap_or_default();
            letters += String::from_utf8_lossy(value).chars().count();
        }
    }
    println!("{games} games, {letters} letters");
    Ok(())
}
