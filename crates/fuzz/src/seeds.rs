//! The files that mutations start from and that must survive as they are.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file to start from.
#[derive(Debug, Clone)]
pub struct Seed {
    /// Its path below the folder that was searched.
    pub name: String,
    /// Its bytes, without the `.zst` wrapping where it has one.
    pub bytes: Vec<u8>,
}

/// The famous games and the quirks of this repository.
///
/// # Errors
///
/// Files that cannot be read.
pub fn own_seeds() -> io::Result<Vec<Seed>> {
    files_below(&repository().join("corpora"), usize::MAX)
}

/// At most `limit` bytes of each file in `folder` of the corpora that lie beside the repository: none where there are no such corpora.
///
/// # Errors
///
/// Files that cannot be read.
pub fn shared_seeds(folder: &str, limit: usize) -> io::Result<Vec<Seed>> {
    let folder = repository().join("../shared/corpora").join(folder);
    if folder.is_dir() {
        files_below(&folder, limit)
    } else {
        Ok(Vec::new())
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The games below a folder, in the order of their paths.
fn files_below(folder: &Path, limit: usize) -> io::Result<Vec<Seed>> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let list = if path.is_dir() {
                &mut folders
            } else {
                &mut paths
            };
            list.push(path);
        }
    }
    paths.sort();
    let mut seeds = Vec::new();
    for path in paths {
        let name = path.strip_prefix(folder).unwrap_or(&path);
        let name = name.to_string_lossy().into_owned();
        if [".md", ".toml", ".gitattributes"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            continue;
        }
        seeds.push(Seed {
            bytes: first_bytes(&path, limit)?,
            name,
        });
    }
    Ok(seeds)
}

fn first_bytes(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    let mut source: Box<dyn io::Read> =
        if path.extension().is_some_and(|extension| extension == "zst") {
            Box::new(zstd::Decoder::new(file)?)
        } else {
            Box::new(file)
        };
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(&mut source, limit as u64), &mut bytes)?;
    Ok(bytes)
}
