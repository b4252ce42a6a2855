//! Names of players.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result};

/// The players' names in a file, PGN plain or compressed, each once and in order.
///
/// # Errors
///
/// If the file cannot be read.
pub fn names(path: &Path) -> Result<Vec<Vec<u8>>> {
    let file = BufReader::new(File::open(path).context("cannot open the file")?);
    let (start, input) = wrapping::peek(file)?;
    let source = wrapping::recognise(&start);
    let mut text = Vec::new();
    wrapping::unwrap(source, input)?.read_to_end(&mut text)?;
    let pairs = pgn::lex(&text).filter_map(|token| {
        let pair = token.tag_pair()?;
        matches!(pair.name, b"White" | b"Black").then(|| pair.value.to_vec())
    });
    let names: BTreeSet<Vec<u8>> = pairs.filter(|name| !name.is_empty()).collect();
    Ok(names.into_iter().collect())
}
