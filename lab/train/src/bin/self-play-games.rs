//! `self-play-games`: writes the games that `self-play` plays on into a small file.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use streams::training::networks::Networks;
use train::select::Shares;
use train::selfplay::{Game, Pack};
use train::sources::{Prepared, Sources};

/// Writes games into a small file, with those that are held out.
#[derive(Parser)]
struct Args {
    #[command(flatten)]
    sources: Sources,
    /// More games, of engines: nobody is asked about them.
    #[arg(long, num_args = 1..)]
    engines: Vec<PathBuf>,
    /// The networks that code the moves.
    #[arg(long)]
    model: PathBuf,
    /// The file.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let mut args = Args::parse();
    let people = args.sources.files.len();
    args.sources.files.append(&mut args.engines);
    let networks = Networks::from_bytes(&fs::read(&args.model)?);
    let networks = networks.with_context(|| args.model.display().to_string())?;
    let pack = pack(&args.sources, people)?;
    fs::write(&args.output, pack.to_bytes(Some(&networks.into())))
        .with_context(|| format!("cannot write {}", args.output.display()))
}

fn pack(sources: &Sources, people: usize) -> Result<Pack> {
    let Prepared {
        games, held_out, ..
    } = sources.prepare()?;
    let shares = Shares::new(&games, Shares::CAP);
    let game = |index: usize| {
        let game = games.get(index);
        Game {
            setting: game.setting,
            plies: game.plies.to_vec(),
            kept: game.players.map(|player| shares.of(player).min(255) as u8),
            held_out: held_out.binary_search(&(index as u32)).is_ok(),
            engines: usize::from(game.file) >= people,
        }
    };
    Ok(Pack {
        games: (0..games.len()).map(game).collect(),
    })
}
