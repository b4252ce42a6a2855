//! The example of docs/which.md: which games of `games.pgnz` did Paul Morphy play?

use pgnz::{Archive, Columns, Filter, Search, Shared};
use std::fs::File;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let archive = Archive::open(Shared::new(File::open("games.pgnz")?)?)?;
    let search = Search::new()
        .filter(Filter::parse("player = 'Morphy'")?)
        .columns(Columns::TAGS);
    for found in archive.search(.., search)? {
        let (_, game) = found?;
        let [white, black, result] = ["White", "Black", "Result"]
            .map(|name| String::from_utf8_lossy(game.tags().get(name).unwrap_or(b"?")));
        println!("{white} - {black} {result}");
    }
    Ok(())
}
