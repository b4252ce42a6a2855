//! The texts of the repository.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The famous games.
///
/// # Errors
///
/// A file that cannot be read.
pub(crate) fn famous() -> Result<Vec<u8>> {
    read("famous.pgn")
}

/// The quirk with this name.
///
/// # Errors
///
/// A file that cannot be read.
pub(crate) fn quirk(name: &str) -> Result<Vec<u8>> {
    read(&format!("quirks/{name}.pgn"))
}

/// Several quirks, one after the other.
///
/// # Errors
///
/// A file that cannot be read.
pub(crate) fn quirks(names: &[&str]) -> Result<Vec<u8>> {
    let texts: Result<Vec<_>> = names.iter().map(|name| quirk(name)).collect();
    Ok(texts?.concat())
}

/// The text that the golden archive with this name was made from: the famous games, or all quirks but one, or the quirk in UTF-16.
///
/// # Errors
///
/// A file that cannot be read.
pub(crate) fn source_of(golden: &str) -> Result<Vec<u8>> {
    if golden.starts_with("famous") {
        return famous();
    }
    if golden.starts_with("utf16") {
        return quirk("utf16");
    }
    let folder = repository().join("corpora/quirks");
    let files = std::fs::read_dir(&folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut names: Vec<_> = files
        .filter_map(|file| Some(file.ok()?.file_name()))
        .collect();
    names.sort();
    let names = names.iter().map(|name| name.to_string_lossy());
    let texts: Result<Vec<_>> = names.map(|name| read(&format!("quirks/{name}"))).collect();
    let mut texts = texts?;
    texts.retain(|text| !text.starts_with(b"\xFF\xFE"));
    Ok(texts.concat())
}

fn read(name: &str) -> Result<Vec<u8>> {
    let path = repository().join("corpora").join(name);
    std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
}
