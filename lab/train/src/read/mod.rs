//! Games from files: PGN, wrapped in any way, or archives.

mod chunks;
mod game;

use crate::games::{Games, main_line};
use archive::ExpandOptions;
use chunks::{Chunk, Chunks};
use legal::LegalMoves;
use std::fs::File;
use std::io::{self, BufReader};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

pub use game::{LONGEST_PLIES, Skip};

/// Large enough that reading costs nothing beside the work.
const BUFFER_BYTES: usize = 1 << 18;

/// What the games are for, which decides who may have played them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To learn from: no games of engines that servers offer, of unknown players on servers, or by correspondence there.
    Training,
    /// To recognise them elsewhere: by anyone.
    Exclusion,
}

/// What came of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games that were kept.
    pub kept: u64,
    /// Plies of the games that were kept.
    pub plies: u64,
    /// Games that were not, by the reasons in [`Skip::ALL`].
    pub skipped: [u64; Skip::ALL.len()],
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct Error {
    path: PathBuf,
    #[source]
    cause: Box<dyn std::error::Error + Send + Sync>,
}

/// Reads the games of files, on `threads` threads (0 stands for one for each core), and counts for each file what came of it.
///
/// The games are in the order of the files and of their places in them, whatever the number of threads. Games are kept that are
/// standard chess from the initial position, have 2 to [`LONGEST_PLIES`] plies, all legal, and suit the purpose. Only the main
/// line counts.
///
/// # Errors
///
/// An [`Error`] that names the first file that cannot be opened or unwrapped, or is one too many for a `u16`.
pub fn read(
    files: &[impl AsRef<Path>],
    purpose: Purpose,
    threads: usize,
) -> Result<(Games, Vec<Count>), Error> {
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    };
    thread::scope(|scope| {
        let (sender, receiver) = crossbeam_channel::bounded::<Chunk>(threads + 1);
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let receiver = receiver.clone();
                scope.spawn(move || -> Vec<Part> {
                    receiver
                        .iter()
                        .map(|chunk| parse(&chunk, purpose))
                        .collect()
                })
            })
            .collect();
        drop(receiver);
        let mut chunks = Chunks::new(sender);
        let sent = files.iter().enumerate().try_for_each(|(number, path)| {
            let path = path.as_ref();
            cut(path, number, &mut chunks).map_err(|cause| Error {
                path: path.to_path_buf(),
                cause,
            })
        });
        // Without their sender the threads come to an end.
        drop(chunks);
        let mut parts = Vec::new();
        for worker in workers {
            parts.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        sent?;
        Ok(join(parts, files.len()))
    })
}

/// The [hash](crate::games::GameRef::hash) of a game's text, by which it is recognised elsewhere; `None` if it is not kept for that purpose.
pub fn recognise(text: &[u8], purpose: Purpose) -> Option<u64> {
    let game = game::parse(text, purpose, &mut LegalMoves::new()).ok()?;
    Some(main_line(&game.plies))
}

/// Sends the text of a file in chunks.
fn cut(
    path: &Path,
    number: usize,
    chunks: &mut Chunks,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    chunks.open(u16::try_from(number).map_err(|_| "too many files")?);
    let file = BufReader::with_capacity(BUFFER_BYTES, File::open(path)?);
    let (start, input) = wrapping::peek(file)?;
    if wrapping::is_archive(&start) {
        archive::expand(input, &mut *chunks, &ExpandOptions::new().threads(1))?;
    } else {
        let mut text = wrapping::unwrap(wrapping::recognise(&start), input)?;
        io::copy(&mut text, chunks)?;
    }
    chunks.close()?;
    Ok(())
}

/// The games of a chunk.
struct Part {
    number: u64,
    file: u16,
    games: Games,
    count: Count,
}

fn parse(chunk: &Chunk, purpose: Purpose) -> Part {
    let mut games = Games::default();
    let mut count = Count::default();
    let mut legal = LegalMoves::new();
    for text in pgn::games(&chunk.text) {
        match game::parse(text, purpose, &mut legal) {
            Ok(game) => {
                count.kept += 1;
                count.plies += game.plies.len() as u64;
                games.push(game.setting, game.players, chunk.file, &game.plies);
            }
            Err(skip) => count.skipped[skip as usize] += 1,
        }
    }
    Part {
        number: chunk.number,
        file: chunk.file,
        games,
        count,
    }
}

fn join(mut parts: Vec<Part>, files: usize) -> (Games, Vec<Count>) {
    parts.sort_unstable_by_key(|part| part.number);
    let mut games = Games::default();
    let mut counts = vec![Count::default(); files];
    for part in parts {
        counts[usize::from(part.file)].add(&part.count);
        games.append(part.games);
    }
    (games, counts)
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.kept += other.kept;
        self.plies += other.plies;
        for (sum, skipped) in self.skipped.iter_mut().zip(other.skipped) {
            *sum += skipped;
        }
    }
}

#[cfg(test)]
mod tests;
