//! Lists who played whom in an archive, without decoding a move: `cargo run -p pgnz --example list_games GAMES.pgnz`.

use pgnz::{Archive, Columns};
use std::fs::File;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1);
    let path = path.ok_or("usage: list_games GAMES.pgnz")?;
    let mut archive = Archive::open(File::open(path)?)?;
    for (number, game) in (1..).zip(archive.games(.., Columns::TAGS)?) {
        let game = game?;
        let [white, black] = game.tags().players().map(|name| {
            let name = name.unwrap_or(b"?");
            String::from_utf8_lossy(name).into_owned()
        });
        println!("{number}: {white} - {black}, {:?}", game.tags().result());
    }
    Ok(())
}
