//! `positions`: writes games down for a teacher, in chunks and in random order, so that the first chunks are a fair sample of all.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use rayon::prelude::*;
use streams::training::networks::Networks;
use train::games::Games;
use train::positions::Chunk;
use train::random::Random;
use train::select::Shares;
use train::sources::{Prepared, Sources};

/// Writes positions for a teacher of the move model: NNNN.plies and NNNN.moves.
#[derive(Parser)]
struct Args {
    #[command(flatten)]
    sources: Sources,
    /// More games to learn from, played over the board: one ply of them for three of the others.
    #[arg(long, num_args = 1..)]
    over_the_board: Vec<PathBuf>,
    /// The model whose logits are written beside the moves, instead of the one that comes with the program.
    #[arg(long)]
    model: Option<PathBuf>,
    /// Games of a chunk.
    #[arg(long, default_value_t = 1000)]
    chunk_games: usize,
    /// Stop after so many chunks.
    #[arg(long, default_value_t = usize::MAX)]
    chunks: usize,
    /// The folder for the chunks.
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    let mut args = Args::parse();
    let online = args.sources.files.len();
    args.sources.files.append(&mut args.over_the_board);
    let model = match &args.model {
        None => <Networks>::shipped(),
        Some(path) => Networks::from_bytes(&fs::read(path)?)
            .with_context(|| path.display().to_string())?
            .into(),
    };
    let Prepared {
        games, training, ..
    } = args.sources.prepare()?;
    let shares = Shares::new(&games, Shares::CAP);
    let is_online = |index: u32| usize::from(games.get(index as usize).file) < online;
    let order = mixed(&games, training, is_online);
    fs::create_dir_all(&args.output)?;
    for (number, chosen) in order.chunks(args.chunk_games).take(args.chunks).enumerate() {
        let path = args.output.join(format!("{number:04}"));
        if path.with_extension("plies").exists() {
            continue;
        }
        let parts: Vec<_> = chosen
            .par_chunks(16)
            .map(|part| {
                let mut chunk = Chunk::default();
                for &index in part {
                    let game = games.get(index as usize);
                    chunk.push(game, !is_online(index), &shares, &model);
                }
                chunk
            })
            .collect();
        let mut chunk = Chunk::default();
        parts.into_iter().for_each(|part| chunk.append(part));
        // A chunk is there once its plies are.
        fs::write(path.with_extension("moves"), chunk.moves)?;
        fs::write(path.with_extension("part"), chunk.plies)?;
        fs::rename(path.with_extension("part"), path.with_extension("plies"))?;
    }
    Ok(())
}

/// Games in random order, three plies online for one over the board as long as there are both, then the rest online.
fn mixed(games: &Games, training: Vec<u32>, is_online: impl Fn(u32) -> bool) -> Vec<u32> {
    let (mut online, mut board): (Vec<_>, Vec<_>) =
        training.into_iter().partition(|&index| is_online(index));
    let mut random = Random::new(1);
    random.shuffle(&mut online);
    random.shuffle(&mut board);
    let plies = |index: u32| games.get(index as usize).plies.len();
    let (mut order, mut board) = (Vec::new(), board.into_iter());
    let (mut plies_online, mut plies_board) = (0, 0);
    for index in online {
        plies_online += plies(index);
        order.push(index);
        while 3 * plies_board < plies_online {
            let Some(index) = board.next() else { break };
            plies_board += plies(index);
            order.push(index);
        }
    }
    order
}
