//! The texts that benches and the table of sizes measure, and hostile ones.

pub mod hostile;
pub mod month;

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The famous games.
///
/// # Errors
///
/// A file that cannot be read.
pub fn famous_games() -> io::Result<Vec<u8>> {
    fs::read(repository().join("corpora/famous.pgn"))
}

/// The famous games again and again, until they have at least so many bytes.
///
/// # Errors
///
/// A file that cannot be read.
pub fn famous_games_repeated(bytes: usize) -> io::Result<Vec<u8>> {
    let games = famous_games()?;
    Ok(games.repeat(bytes.div_ceil(games.len().max(1))))
}

/// The text of a file, without its `.zst` wrapping where it has one.
///
/// # Errors
///
/// A file that cannot be read.
pub fn text_of(path: &Path) -> io::Result<Vec<u8>> {
    if path.extension().is_some_and(|extension| extension == "zst") {
        zstd::decode_all(fs::File::open(path)?)
    } else {
        fs::read(path)
    }
}
