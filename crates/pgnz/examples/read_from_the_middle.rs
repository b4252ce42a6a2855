//! Shows the last position of one game of an archive: `cargo run -p pgnz --example read_from_the_middle GAMES.pgnz NUMBER`.

use pgnz::{Archive, Columns};
use std::fs::File;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(number)) = (args.next(), args.next()) else {
        return Err("usage: read_from_the_middle GAMES.pgnz NUMBER".into());
    };
    // People count games from 1, the library from 0.
    let number = number
        .parse::<u64>()?
        .checked_sub(1)
        .ok_or("there is no game 0")?;
    let mut archive = Archive::open(File::open(path)?)?;
    for game in archive.games(number..=number, Columns::MOVES | Columns::CLOCKS)? {
        let game = game?;
        for ply in &game.main_line().plies {
            match ply.clock() {
                Some(clock) => println!("{} with {} s left", ply.san, clock / 1000),
                None => println!("{}", ply.san),
            }
        }
        if let Some(last) = game.positions().last() {
            println!("{}", last.to_fen());
        }
    }
    Ok(())
}
