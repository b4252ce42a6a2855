//! The texts that benches and the table of sizes measure, and hostile ones.

pub mod hostile;
pub mod month;

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Corpora with less text, in bytes, say little about sizes.
pub const LEAST_TEXT: usize = 100_000;

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

/// The test corpora beside the repository, by name; none where they are absent, which is told.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn corpora() -> io::Result<Vec<(String, PathBuf)>> {
    let root = repository().join("../shared/corpora/test");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            eprintln!("skipped: the test corpora are not beside the repository");
            continue;
        };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap_or(&path);
                files.push((name.to_string_lossy().into_owned(), path));
            }
        }
    }
    files.sort();
    Ok(files)
}
