//! Counts how often games end in which situation, and prints the table of `model::ends`.

use std::path::PathBuf;

use anyhow::Result;
use legal::{LegalMoves, Position};
use model::ends::{SITUATIONS, situation};
use model::moves::{Outcome, Setting};
use train::read::{Purpose, read};
use train::select;

fn main() -> Result<()> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let (mut games, _) = read(&files, Purpose::Training, 0)?;
    select::drop_repeated(&mut games);
    // One of each before counting, so that nothing is impossible.
    let mut counts = vec![[1u64, 100]; SITUATIONS];
    for game in games.iter() {
        // Each game counts twice: as it is, and as if nobody knew who won.
        let unknown = Setting {
            outcome: Outcome::Unknown,
            ..game.setting
        };
        let (mut position, mut legal) = (Position::standard(), LegalMoves::new());
        for ply in 0..=game.plies.len() {
            position.legal_moves_into(&mut legal);
            if legal.is_empty() {
                break; // nobody need be told that the game is over
            }
            let played = game.plies.get(ply);
            for setting in [&game.setting, &unknown] {
                let count = &mut counts[situation(&position, ply as u16, setting)];
                count[0] += u64::from(played.is_none());
                count[1] += 1;
            }
            if let Some(&played) = played {
                position.play(legal[usize::from(played)]);
            }
        }
    }
    println!("[");
    for row in counts.chunks(10) {
        let chances = row
            .iter()
            .map(|[ends, all]| (ends * 65536 / all).clamp(1, 65535).to_string());
        println!("    {},", chances.collect::<Vec<_>>().join(", "));
    }
    println!("]");
    Ok(())
}
